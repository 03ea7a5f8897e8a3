"""A puzzle book as PDF: `book` makes it of a `Design` and puzzles; plan, printer, front and back are its parts."""
