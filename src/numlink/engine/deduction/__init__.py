"""The rules of human reasoning on flat integers: a position (what is known of each link) and one module per rule."""
