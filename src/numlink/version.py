"""The version, where every rung may read it."""

__version__ = "0.1.0"
