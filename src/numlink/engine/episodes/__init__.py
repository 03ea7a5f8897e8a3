"""Many boards drawn on at once: whole batches of moves in one call, for those who train."""
