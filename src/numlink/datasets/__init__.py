"""Puzzles by the million: plans, shards, workers, readers."""
