"""A puzzle book as PDF: `book` makes it of an `Edition` and puzzles; plan, printer, front and back are its parts."""
