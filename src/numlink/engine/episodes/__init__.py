"""Batches of boards on which agents draw links: one call moves every board of a batch by one action."""
