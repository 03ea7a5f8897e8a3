"""Pictures of puzzles: one scene, many back ends."""
