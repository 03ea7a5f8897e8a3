"""The rules of human reasoning on flat integers: a position (which links are known), and a module for each rule."""
