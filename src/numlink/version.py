"""The version, where every rung may read it."""

__version__ = "0.1.0"
RELEASED = "2026-11-22"
"""The day of this version, or of the last change before its release; man pages show it."""
