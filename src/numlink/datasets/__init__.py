"""Datasets of millions of puzzles: made by worker processes from a plan, stored in files (shards), and read again."""
