"""Makes puzzles: like the lab program, with a proof that there is one solution, of a wanted grade, and by repair."""
