"""The versions, in a module of their own so that every other module may import them."""

__version__ = "0.1.0"
RELEASED = "2026-11-22"
"""The day of this version, or of the last change before its release; man pages show it."""

GENERATOR_VERSION = 1
"""The version in every recipe; raised by any change that alters a board which a recipe makes."""

GRADE_VERSION = 1
"""The version of ratings, in the manifest of rated datasets; raised by any change that alters a grade or an effort."""

DATASET_VERSION = 1
"""The version of a dataset's files and columns, which its manifest has under `dataset`."""
