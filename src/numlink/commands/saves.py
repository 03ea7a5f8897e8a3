"""The folders of saved games and of daily puzzles."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click


def games_folder() -> Path:
    """The folder of saved games."""
    return _data_folder() / "games"


def days_folder() -> Path:
    """The folder of the daily puzzles that were made on this computer."""
    return _data_folder() / "dailies"


def _data_folder() -> Path:
    """numlink's folder of data by the rules of the system: those of XDG, but for Windows and macOS."""
    if sys.platform in ("win32", "darwin"):
        return Path(click.get_app_dir("numlink"))
    data = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    return Path(data).expanduser() / "numlink"
