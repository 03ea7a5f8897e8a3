"""The folders of saved games and of daily puzzles."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click


def games_folders() -> tuple[Path, ...]:
    """The folder of saved games, then that of earlier versions, if it is another one: they saved games among settings
    on systems with XDG folders."""
    settings = Path(click.get_app_dir("numlink")) / "games"
    data = _data_folder()
    return (settings,) if data is None else (data / "games", settings)


def days_folder() -> Path:
    """The folder of the daily puzzles that were made on this computer."""
    return (_data_folder() or Path(click.get_app_dir("numlink"))) / "dailies"


def _data_folder() -> Path | None:
    """numlink's folder of data by the XDG rules; None on Windows and macOS, which have other rules."""
    if sys.platform in ("win32", "darwin"):
        return None
    data = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    return Path(data).expanduser() / "numlink"
