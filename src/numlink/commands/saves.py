"""Where what is played is kept: games, and the puzzles of days."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click


def games_folders() -> tuple[Path, ...]:
    """Where games are saved, then where they were saved before: settings and data have folders of their own by XDG."""
    settings = Path(click.get_app_dir("numlink")) / "games"
    data = _data_folder()
    return (settings,) if data is None else (data / "games", settings)


def days_folder() -> Path:
    """Where the puzzles of days are kept that were made on this computer."""
    return (_data_folder() or Path(click.get_app_dir("numlink"))) / "dailies"


def _data_folder() -> Path | None:
    """The folder of data by XDG, None on systems that go by other rules."""
    if sys.platform in ("win32", "darwin"):
        return None
    data = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    return Path(data).expanduser() / "numlink"
