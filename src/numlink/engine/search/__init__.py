"""The conflict-driven search over links, and the walk and inspection built on it."""
