"""Exact answers: solve, prove, count.  The search and the frontier take turns in slices of counted work."""
