"""A puzzle book as PDF: `book` makes one from puzzles and a `Design`; plan.py lays out pages, printer.py draws them."""
