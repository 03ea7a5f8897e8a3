"""The game in a terminal, with Textual."""
