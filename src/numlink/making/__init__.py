"""Making puzzles: the lab program, proven puzzles, grades to order, repair."""
