"""The frontier that counts: sweeps of a board, layer by layer."""
