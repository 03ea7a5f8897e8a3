"""Covers of a board by paths: grown, annealed, cropped; the portable random numbers."""
