"""Making puzzles: as the lab program does, with a proof of one solution, of a wanted grade, and by repair."""
