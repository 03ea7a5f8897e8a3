"""A puzzle being played: moves so far, undone moves, hints taken.  It is saved as a puzzle file with comments; a folder
holds one file for each puzzle.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from numlink import formats
from numlink.errors import CannotHold, InputError, ParseError
from numlink.files import write_file
from numlink.game.state import State
from numlink.model.arguments import flag
from numlink.model.judge import right_solution
from numlink.model.puzzle import Puzzle, Solution

# Each of these begins a line of a saved game.  It starts with `;`, so that other readers of puzzle files take the line
# for a comment.
SAVED_GAME = "; numlink game 1"
PLAYED, UNDONE, SECONDS = ";> ", ";< ", ";seconds "
HINTS, REVEALED, PROVEN = ";hints ", ";revealed ", ";proven"


@dataclass(frozen=True, slots=True)
class Game:
    """A puzzle being played: the moves so far with the state after each, and those undone.  Immutable.

    `states[0]` is the empty drawing, `states[i]` the drawing after `moves[i - 1]`.  `undone` holds the moves that redo
    would play; the last of them is played first.  `seconds` is the time played, as the user interface measured it.
    `hints` counts the hints asked for.  `revealed` holds the numbers whose paths were shown; a game with a revealed
    number never counts as solved, even if the player undoes the moves.  `proven` says that the puzzle comes with its
    solution, and that this solution is proven to be the only one.

    >>> game = Game.start(Puzzle(3, 1, (1, 0, 1))).play("draw 0,0 0,1").undo()
    >>> game.state.strands, game.redo().state.strands
    ((), ((0, 1),))
    """

    states: tuple[State, ...]
    moves: tuple[str, ...] = ()
    undone: tuple[str, ...] = ()
    seconds: int = field(default=0, compare=False)
    hints: int = field(default=0, compare=False)
    revealed: frozenset[int] = frozenset()
    proven: bool = False

    @classmethod
    def start(cls, puzzle: Puzzle, *, proven: bool = False) -> Game:
        """A new game; raises IllegalPuzzle if a number does not occur exactly twice."""
        return cls((State.start(puzzle),), proven=flag(proven, "proven") and puzzle.solution is not None)

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle being played."""
        return self.states[0].puzzle

    @property
    def state(self) -> State:
        """The drawing now."""
        return self.states[-1]

    @property
    def solved(self) -> bool:
        """Whether the drawing is a solution and no path of it was revealed."""
        return self.state.progress().solved and not self.revealed

    @property
    def only_solution(self) -> Solution | None:
        """The puzzle's solution if it is proven to be the only one, else None; None too if it breaks the rules."""
        return right_solution(self.puzzle) if self.proven else None

    def play(self, *moves: str) -> Game:
        """The game after `moves`; a move that changes nothing is left out."""
        game = self
        for move in moves:
            state = game.state.play(move)
            if state != game.state:
                game = replace(game, states=(*game.states, state), moves=(*game.moves, move), undone=())
        return game

    def undo(self) -> Game:
        """The game before its last move; the same game if it has no move."""
        if not self.moves:
            return self
        return replace(self, states=self.states[:-1], moves=self.moves[:-1], undone=(*self.undone, self.moves[-1]))

    def redo(self) -> Game:
        """The game after replaying the move undone last; the same game if none was undone."""
        if not self.undone:
            return self
        return replace(self.play(self.undone[-1]), undone=self.undone[:-1])

    def reveal(self, number: int | None, *moves: str) -> Game:
        """The game after `moves`, which draw the path of `number` (None: of all), with the path counted as revealed.

        Raises InputError for a number that is not on the board.
        """
        shown = self.state.ends if number is None else (self.state.require_number(number),)
        return replace(self.play(*moves), revealed=self.revealed.union(shown))

    def save(self) -> str:
        """The game as text: a puzzle file, which every command can read, with the moves in comments."""
        try:
            board = formats.dumps(self.puzzle)
        except CannotHold:  # plain text cannot store this name or note; a saved game does without
            board = formats.dumps(replace(self.puzzle, name=None, notes={}))
        lines = [SAVED_GAME, board.rstrip("\n"), f"{SECONDS}{self.seconds}"]
        lines += [f"{HINTS}{self.hints}"] if self.hints else []
        lines += [REVEALED + " ".join(map(str, sorted(self.revealed)))] if self.revealed else []
        lines += [PROVEN] if self.proven else []
        lines += [PLAYED + move for move in self.moves]
        lines += [UNDONE + move for move in self.undone]
        return "\n".join(lines) + "\n"

    @classmethod
    def load(cls, text: str) -> Game:
        """The saved game in `text`; if `text` is no saved game, a new game of its first puzzle.

        Raises ParseError if the text or one of its moves cannot be read or a saved game is followed by other puzzles,
        and IllegalPuzzle if a number does not occur exactly twice.
        """
        game = cls.start(_board_in(text))
        if not text.startswith(SAVED_GAME):
            return game
        undone: list[str] = []
        for number, line in enumerate(text.splitlines(), start=1):
            try:
                if line.startswith(PLAYED):
                    game = game.play(line.removeprefix(PLAYED))
                elif line.startswith(UNDONE):
                    undone.append(line.removeprefix(UNDONE))
                elif line.startswith(SECONDS):
                    game = replace(game, seconds=sum(_counts(line.removeprefix(SECONDS))))
                elif line.startswith(HINTS):
                    game = replace(game, hints=sum(_counts(line.removeprefix(HINTS))))
                elif line.startswith(REVEALED):
                    game = replace(game, revealed=frozenset(_counts(line.removeprefix(REVEALED))))
                elif line == PROVEN:
                    game = replace(game, proven=True)
            except InputError as error:
                raise ParseError(f"this move cannot be made: {error}", line=number) from None
        return replace(game, undone=tuple(_playable(game.state, undone)))


def _board_in(text: str) -> Puzzle:
    """The puzzle of a saved game, or the first one of another text; raises ParseError if a saved game has several."""
    first, *others = formats.parse(text)
    if others and text.startswith(SAVED_GAME):
        raise ParseError("this file contains several puzzles, but a saved game is one. Give a file with that one.")
    return first


def _counts(text: str) -> list[int]:
    """The whole numbers below 10**9 among the words of a line; other words are skipped."""
    return [int(word) for word in text.split() if word.isascii() and word.isdigit() and len(word) < 10]


def _playable(state: State, undone: Sequence[str]) -> Sequence[str]:
    """`undone` if all its moves can be played from `state`, the last one first; else (), so that redo never fails."""
    try:
        for move in reversed(undone):
            state = state.play(move)
    except InputError:
        return ()
    return undone


class SavedGames:
    """A folder of saved games, one file for each puzzle; the file `last` names the game played last."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def keep(self, game: Game) -> None:
        """Save a game that has moves, even undone ones, in place of an earlier one of the same puzzle."""
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
        """The name of the file: a hash of size, rules, cells and layout, not of the puzzle's name or notes."""
        text = f"{puzzle.width} {puzzle.height} {puzzle.rules} {puzzle.cells}"
        text += "" if puzzle.layout.plain else f" {puzzle.layout}"
        return hashlib.sha256(text.encode()).hexdigest()[:16] + ".txt"
