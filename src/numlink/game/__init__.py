"""The game without a face: states, moves, hints; the terminal and the browser play it."""
