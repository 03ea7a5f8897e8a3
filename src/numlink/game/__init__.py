"""The game without any user interface: states, moves, hints.  The terminal and the web server use this package."""
