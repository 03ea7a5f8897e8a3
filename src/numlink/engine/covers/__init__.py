"""Covers of a board by paths: growth, annealing, energy, windows."""
