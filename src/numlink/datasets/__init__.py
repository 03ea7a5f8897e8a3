"""Datasets of millions of puzzles: worker processes make them from a plan; they are stored in files called shards."""
