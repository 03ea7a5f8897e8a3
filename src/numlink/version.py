"""Version numbers, in a module that every other module may import."""

__version__ = "0.1.0"
RELEASED = "2026-11-22"  # the day of this version, or of the last change before its release; man pages show it
GENERATOR_VERSION = 1  # the version in every recipe; any change that alters the board of a recipe raises it

GRADE_VERSION = 1
"""The version in the manifests of rated datasets; any change that alters a grade or an effort raises it."""

DATASET_VERSION = 1  # the version of a dataset's files and columns: `dataset` in its manifest
