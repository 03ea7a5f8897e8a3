"""The version, in a module of its own so that every other module may import it."""

__version__ = "0.1.0"
RELEASED = "2026-11-22"
"""The day of this version, or of the last change before its release; man pages show it."""
