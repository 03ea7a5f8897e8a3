"""Counting on the frontier: sweeps of a board, layer by layer."""
