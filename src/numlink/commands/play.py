"""`numlink play`: the game in a terminal, saved as it goes."""

from __future__ import annotations

import hashlib
import re
import sys
from pathlib import Path

import click

from numlink.commands.options import STANDARD, difficulty_option, from_option, rules_option, seed_option
from numlink.commands.sources import read_items, source_text
from numlink.errors import InputError, ParseError
from numlink.exact.complete import Completer
from numlink.files import write_file
from numlink.game.hints import Hint, check_drawing, hint, reveal
from numlink.game.state import SAVED_GAME, Game, State
from numlink.model.puzzle import Puzzle
from numlink.model.rules import COVER, Rules
from numlink.model.sizes import SIZE, parse_size
from numlink.seeds import random_seed

SECONDS_TO_THINK = 5.0


@click.command("play", short_help="Play in the terminal.")
@click.argument("source", metavar="[FILE | SIZE]", required=False)
@from_option
@seed_option
@rules_option
@difficulty_option
@click.option("--again", is_flag=True, help="Start anew; do not offer to go on with a saved game.")
@click.option("--saves", metavar="FOLDER", help="Where games are saved. Default: the user's folder of numlink.")
def command(
    source: str | None,
    from_format: str | None,
    seed: int | None,
    rules: Rules | None,
    difficulty: str,
    again: bool,
    saves: str | None,
) -> None:
    """Play the puzzles of FILE, or new ones of SIZE (default 9), in the terminal.

    Games are saved at every move.  Without FILE and SIZE the last game is offered.  A saved game is a puzzle file
    with the moves in its comments: every command reads it.
    """
    if sys.stdin is None or not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise InputError("play needs a terminal. To print a puzzle use 'numlink new'.")
    from numlink.terminal.app import play_in_terminal  # only now: Textual is an extra and takes time to load

    shelf = Shelf(Path(saves) if saves else Path(click.get_app_dir("numlink")) / "games")
    puzzles = _puzzles(source, from_format, rules)
    wished = again or seed is not None or difficulty != "any"
    game = None if wished else _saved_game(shelf, source, puzzles)
    table = Table(puzzles, _size(source), seed=seed, rules=rules, difficulty=difficulty)
    if game is None:
        game = Game.start(table.next_puzzle())
    elif puzzles:
        table.next_puzzle()  # the saved game is of the first
    left = play_in_terminal(game, table, shelf.keep)
    shelf.keep(left)
    status = left.state.status()
    click.echo(
        "solved." if status.solved else f"saved: {status.complete} of {status.pairs} paths. 'numlink play' goes on."
    )


def _size(source: str | None) -> tuple[int, int]:
    return parse_size(source) if source is not None and SIZE.fullmatch(source) else (9, 9)


def _puzzles(source: str | None, from_format: str | None, rules: Rules | None) -> list[Puzzle]:
    if source is None or SIZE.fullmatch(source):
        return []
    if source == STANDARD:
        raise InputError("standard input is the keyboard here. Save the puzzle to a file and give its name.")
    puzzles = []
    for item in read_items(source, from_format):
        if isinstance(item, ParseError):
            raise item
        puzzles.append(item.with_rules(rules))
    if not puzzles:
        raise InputError(f"{source} holds no puzzle.")
    return puzzles


def _saved_game(shelf: Shelf, source: str | None, puzzles: list[Puzzle]) -> Game | None:
    """The saved game to go on with, if there is one and the player wants it."""
    if source is not None and not puzzles:
        return None
    game = _game_in(source) if source is not None else None
    if game is not None:
        return game  # the file itself is a saved game: going on is what was asked for
    game = shelf.game_of(puzzles[0]) if puzzles else shelf.last()
    if game is None or not game.moves or game.state.status().solved:
        return None
    status = game.state.status()
    asked = (
        f"Go on with the saved {game.puzzle.width}x{game.puzzle.height} game "
        f"({status.complete} of {status.pairs} paths, {len(game.moves)} moves)?"
    )
    return game if click.confirm(asked, default=True) else None


def _game_in(source: str) -> Game | None:
    text = source_text(source)
    return Game.load(text) if text.startswith(SAVED_GAME) else None


class Shelf:
    """A folder of saved games, one file a puzzle, and `last` naming the one played last."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def keep(self, game: Game) -> None:
        """Save a game; one without moves leaves no file."""
        if not game.moves and not game.undone:
            return
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(f"cannot make the folder {self.folder}: {error.strerror}. Give --saves.") from None
        name = self._name(game.puzzle)
        write_file(str(self.folder / name), game.save().encode())
        write_file(str(self.folder / "last"), name.encode())

    def game_of(self, puzzle: Puzzle) -> Game | None:
        """The saved game of a puzzle."""
        return self._load(self._name(puzzle))

    def last(self) -> Game | None:
        """The game played last."""
        try:
            name = (self.folder / "last").read_text(encoding="utf-8").strip()
        except (OSError, ValueError):
            return None
        return self._load(name) if re.fullmatch(r"[0-9a-f]{16}\.txt", name) else None

    def _load(self, name: str) -> Game | None:
        try:
            return Game.load((self.folder / name).read_text(encoding="utf-8"))
        except (OSError, ValueError):  # no such game, or one that cannot be read: a new one is started
            return None

    @staticmethod
    def _name(puzzle: Puzzle) -> str:
        text = f"{puzzle.width} {puzzle.height} {puzzle.rules} {puzzle.cells}"
        return hashlib.sha256(text.encode()).hexdigest()[:16] + ".txt"


class Table:
    """Where the game gets its puzzles and its advice from: the file, then the generator; the search engine."""

    def __init__(
        self, puzzles: list[Puzzle], size: tuple[int, int], *, seed: int | None, rules: Rules | None,
        difficulty: str = "any",
    ) -> None:  # fmt: skip
        self.waiting = list(reversed(puzzles))
        self.size = (puzzles[-1].width, puzzles[-1].height) if puzzles else size
        self.seed = seed
        self.rules = rules
        self.difficulty = difficulty
        self.completer: Completer | None = None

    def hint(self, state: State) -> Hint:
        """What to do next."""
        return hint(state, self._completer(state.puzzle).complete)

    def check(self, state: State) -> Hint:
        """Whether the drawing can be completed."""
        return check_drawing(state, self._completer(state.puzzle).complete)

    def reveal(self, state: State, number: int | None) -> tuple[str, ...]:
        """The moves that draw one path, or all."""
        return reveal(state, self._completer(state.puzzle).complete, number)

    def next_puzzle(self) -> Puzzle:
        """The next puzzle of the file, then new ones of the same size."""
        if self.waiting:
            return self.waiting.pop()
        seed, self.seed = (random_seed() if self.seed is None else self.seed), None
        return _new_puzzle(*self.size, seed=seed, rules=self.rules, difficulty=self.difficulty)

    def _completer(self, puzzle: Puzzle) -> Completer:
        if self.completer is None or self.completer.puzzle != puzzle:
            self.completer = Completer(puzzle)
        self.completer.renew(SECONDS_TO_THINK)
        return self.completer


def _new_puzzle(width: int, height: int, *, seed: int, rules: Rules | None, difficulty: str) -> Puzzle:
    """A puzzle with one solution, made for playing."""
    from numlink.making.generate import generate

    return generate(width, height, seed=seed, rules=rules or COVER, difficulty=difficulty)
