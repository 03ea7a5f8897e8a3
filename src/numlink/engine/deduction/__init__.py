"""The rules of human reasoning as integers: a position, and what each rule says of it."""
