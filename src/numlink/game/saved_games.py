"""Saved games: a folder with one file for each puzzle."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from numlink.errors import InputError
from numlink.files import write_file
from numlink.game.game import Game
from numlink.model.puzzle import Puzzle


class SavedGames:
    """A folder of saved games, one file for each puzzle; the file `last` names the game played last."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def keep(self, game: Game) -> None:
        """Save a game, in place of an earlier one of the same puzzle, unless it has no moves, done or undone."""
        if not game.moves and not game.undone:
            return
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(
                f"cannot make the folder {self.folder}: {error.strerror}. Choose another with folder=."
            ) from None
        name = self._name(game.puzzle)
        write_file(str(self.folder / name), game.save().encode())
        write_file(str(self.folder / "last"), name.encode())

    def game_of(self, puzzle: Puzzle) -> Game | None:
        """The saved game of a puzzle; None if there is none that can be read."""
        return self._load(self._name(puzzle))

    def last(self) -> Game | None:
        """The game played last; None if there is none that can be read."""
        try:
            name = (self.folder / "last").read_text(encoding="utf-8").strip()
        except (OSError, ValueError):
            return None
        return self._load(name) if re.fullmatch(r"[0-9a-f]{16}\.txt", name) else None

    def _load(self, name: str) -> Game | None:
        """The saved game in a file; None if there is none that can be read."""
        try:
            return Game.load((self.folder / name).read_text(encoding="utf-8"))
        except (OSError, ValueError):  # the caller starts a new game
            return None

    @staticmethod
    def _name(puzzle: Puzzle) -> str:
        """The file's name: from size, rules, cells and layout, but not from the puzzle's name or notes."""
        text = f"{puzzle.width} {puzzle.height} {puzzle.rules} {puzzle.cells}"
        text += "" if puzzle.layout.plain else f" {puzzle.layout}"
        return hashlib.sha256(text.encode()).hexdigest()[:16] + ".txt"
