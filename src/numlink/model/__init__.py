"""Boards as immutable values, and the judge that says what is wrong with them; plain Python."""
