"""Covers of a board by paths: grown, annealed, weighed, cut into windows."""
