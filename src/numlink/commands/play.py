"""`numlink play`: the game in a terminal, saved as it goes."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from numlink.commands.options import (
    STANDARD,
    difficulty_option,
    from_option,
    pick_option,
    quiet_option,
    rules_option,
    seed_option,
)
from numlink.commands.sources import each_entry, source_text
from numlink.errors import BudgetEnded, InputError
from numlink.game.advisor import Stopped
from numlink.game.game import SAVED_GAME, Game
from numlink.game.shelf import Shelf
from numlink.making.wishes import Difficulty
from numlink.model.puzzle import Puzzle
from numlink.model.rules import COVER, Rules
from numlink.model.sizes import SIZE, parse_size
from numlink.seeds import random_seed


@click.command("play", short_help="Play in the terminal.")
@click.argument("source", metavar="[FILE | SIZE]", required=False)
@from_option
@pick_option
@seed_option
@rules_option
@difficulty_option
@click.option("--again", is_flag=True, help="Start anew; do not offer to go on with a saved game.")
@quiet_option
@click.option("--saves", metavar="FOLDER", help="Where games are saved. Default: the user's folder of numlink.")
def command(
    source: str | None,
    from_format: str | None,
    pick: int | None,
    seed: int | None,
    rules: Rules | None,
    difficulty: Difficulty | None,
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
    puzzles = _puzzles(source, from_format, pick, rules)
    wished = again or seed is not None or difficulty is not None
    game = None if wished else _saved_game(shelf, source, puzzles)
    supply = Puzzles(puzzles, _size(source), seed=seed, rules=rules, difficulty=difficulty)
    if game is not None and puzzles:
        supply.waiting.pop()  # the saved game is of the first
    left = play_in_terminal(game, supply.next, shelf.keep)
    if left is None:
        return
    shelf.keep(left)
    progress = left.state.progress()
    click.echo(
        "solved." if left.solved else f"saved: {progress.complete} of {progress.pairs} paths. 'numlink play' goes on."
    )


def _size(source: str | None) -> tuple[int, int]:
    return parse_size(source) if source is not None and SIZE.fullmatch(source) else (9, 9)


def _puzzles(source: str | None, from_format: str | None, pick: int | None, rules: Rules | None) -> list[Puzzle]:
    if source is None or SIZE.fullmatch(source):
        return []
    if source == STANDARD:
        raise InputError("standard input is the keyboard here. Save the puzzle to a file and give its name.")
    puzzles = []
    for entry in each_entry((source,), from_format, pick=pick):
        if not isinstance(entry.item, Puzzle):
            raise entry.item
        puzzles.append(entry.item.with_rules(rules))
    return puzzles


def _saved_game(shelf: Shelf, source: str | None, puzzles: list[Puzzle]) -> Game | None:
    """The saved game to go on with, if there is one and the player wants it."""
    if source is not None and not puzzles:
        return None
    game = _game_in(source) if source is not None else None
    if game is not None:
        return game  # the file itself is a saved game: going on is what was asked for
    game = shelf.game_of(puzzles[0]) if puzzles else shelf.last()
    if game is None or not game.moves or game.state.progress().solved:
        return None
    progress = game.state.progress()
    asked = (
        f"Go on with the saved {game.puzzle.width}x{game.puzzle.height} game "
        f"({progress.complete} of {progress.pairs} paths, {len(game.moves)} moves)?"
    )
    return game if click.confirm(asked, default=True) else None


def _game_in(source: str) -> Game | None:
    text = source_text(source)
    return Game.load(text) if text.startswith(SAVED_GAME) else None


class Puzzles:
    """Where the game gets its puzzles from: the file, then the generator."""

    def __init__(
        self, puzzles: list[Puzzle], size: tuple[int, int], *, seed: int | None, rules: Rules | None,
        difficulty: Difficulty | None = None,
    ) -> None:  # fmt: skip
        self.waiting = list(reversed(puzzles))
        self.size = (puzzles[-1].width, puzzles[-1].height) if puzzles else size
        self.seed = seed
        self.rules = rules
        self.difficulty = difficulty or Difficulty.ANY

    def next(self, stopped: Stopped) -> Game:
        """A game of the next puzzle of the file, then of new ones; gives up with BudgetEnded once `stopped()`."""
        if self.waiting:
            return Game.start(self.waiting.pop())
        from numlink.making.generate import generate

        seed, self.seed = (random_seed() if self.seed is None else self.seed), None

        def watch(_: object) -> None:
            if stopped():
                raise BudgetEnded("nobody waits for the puzzle any more.")

        puzzle = generate(*self.size, seed=seed, rules=self.rules or COVER, difficulty=self.difficulty, watch=watch)
        return Game.start(puzzle, proven=True)
