"""`numlink play`: the game in a terminal, saved as it goes."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, NamedTuple

import click

from numlink.commands.options import STANDARD, GroupedCommand, common, everyday, option
from numlink.commands.sources import each_entry, source_text
from numlink.commands.wish_options import WISH_OPTIONS, board_options, wished, wishes
from numlink.errors import BudgetEnded, InputError, raising
from numlink.files import data_folder
from numlink.game.advisor import Stopped
from numlink.game.daily import Daily, DailyFolder, make_daily
from numlink.game.game import SAVED_GAME, Game, SavedGames
from numlink.making.feasibility import require_possible
from numlink.making.generate import from_spec, spec_of
from numlink.model.arguments import random_seed
from numlink.model.judge import require_legal
from numlink.model.layout import whole_size_in_words
from numlink.model.puzzle import Puzzle
from numlink.model.rules import Rules
from numlink.model.sizes import SIZE, parse_size
from numlink.model.words import counted
from numlink.render.text_layout import require_rows


@click.command("play", cls=GroupedCommand)
@click.argument("source", metavar="[FILE | SIZE]", required=False)
@common("from", "pick", "seed", "either-rules")
@wishes("difficulty", *WISH_OPTIONS)
@board_options
@everyday(
    "--daily", metavar="[DATE]", is_flag=False, flag_value="today",
    help="Play the daily challenge of a DATE like 2026-11-20. Default: today.",
)  # fmt: skip
@everyday("--gentle", is_flag=True, help="Play the easy daily instead; it takes a few minutes.")
@everyday("--again", is_flag=True, help="Start over instead of offering a saved game.")
@common("quiet")
@option("--saves", metavar="FOLDER", help="Folder of saved games. Default: numlink's data folder.")
def command(
    source: str | None,
    from_format: str | None,
    pick: int | None,
    seed: int | None,
    rules: Rules | None,
    daily: str | None,
    gentle: bool,
    again: bool,
    saves: str | None,
    **options: Any,
) -> None:
    """Play in the terminal: the puzzles of FILE, new puzzles of SIZE (default: 9), or a daily puzzle.

    Every move is saved; without FILE and SIZE, you can resume the last game.  A saved game is a puzzle file that every
    command can read.
    """
    if sys.stdin is None or not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise InputError("play needs a terminal. To print a puzzle use 'numlink new'.")
    from numlink.terminal.app import play_in_terminal  # only now: Textual is an extra and takes time to load

    shelf = SavedGames(Path(saves) if saves else data_folder() / "games")
    daily = "today" if daily is None and gentle else daily
    day = None if daily is None else Day(_day(daily, source), Daily.GENTLE if gentle else Daily.CLIMBING)
    puzzles = _puzzles(source, from_format, pick, rules)
    anew = again or day is not None or seed is not None or any(value is not None for value in options.values())
    size, fields = _wished(options | {"rules": rules}, puzzles, source)
    game = None if anew else _saved_game(shelf, source, puzzles)
    days = DailyFolder((Path(saves) if saves else data_folder()) / "dailies")
    supply = Puzzles(puzzles, size, seed=seed, wishes=fields, day=day, shelf=shelf, days=days)
    if game is not None and puzzles:
        supply.waiting.pop()  # the saved game is a game of the first puzzle
    coming = "" if day is None else day.which.name_of(day.date)
    left = play_in_terminal(game, supply.next, shelf.keep, place=supply.place, coming=coming)
    if left is None:
        return
    shelf.keep(left)
    click.echo(_farewell(left, saves))


def _farewell(game: Game, saves: str | None) -> str:
    """What to say about a game that the player left; only one with moves is saved."""
    if game.solved:
        return "solved."
    if not game.moves:
        return "nothing was drawn, so nothing was saved."
    progress = game.state.progress()
    again = "numlink play" if saves is None else f"numlink play --saves {shlex.quote(saves)}"
    return f"saved: {progress.complete} of {progress.pairs} paths. Resume with '{again}'."


def _day(text: str, source: str | None) -> date:
    if source is not None:
        raise InputError(f"--daily has its own puzzle, so it can't be combined with {source[:40]!r}. Leave one out.")
    try:
        return datetime.now(UTC).date() if text == "today" else date.fromisoformat(text)
    except ValueError:
        raise InputError(f"--daily takes a date such as 2026-11-20, not {text[:40]!r}.") from None


def _wished(
    options: dict[str, Any], puzzles: list[Puzzle], source: str | None
) -> tuple[tuple[int, int], dict[str, Any]]:
    """(size, other fields of the Spec) of new puzzles; after the puzzles of a file, the size of the last one.

    Raises InputError if a terminal cannot show the boards.
    """
    given = parse_size(source) if source is not None and not puzzles else None
    size, found = wished(options, (puzzles[-1].width, puzzles[-1].height) if puzzles else given)
    fields = {name: options[name] for name in ("rules", "difficulty") if options[name] is not None} | found
    grids = [puzzle.grid for puzzle in puzzles]
    if not puzzles:
        spec = spec_of(*size, 0, **fields)
        require_possible(spec)
        grids = [spec.grid]
    for grid in grids:
        require_rows(grid)
    return size, fields


def _puzzles(source: str | None, from_format: str | None, pick: int | None, rules: Rules | None) -> list[Puzzle]:
    if source is None or SIZE.fullmatch(source):
        return []
    if source == STANDARD:
        raise InputError("standard input is the keyboard here. Save the puzzle to a file and name the file.")
    puzzles = []
    for puzzle in raising(entry.item for entry in each_entry((source,), from_format, pick=pick)):
        require_legal(puzzle)
        puzzles.append(puzzle.with_rules(rules))
    return puzzles


def _saved_game(shelf: SavedGames, source: str | None, puzzles: list[Puzzle]) -> Game | None:
    """The saved game to resume, if there is one and the player wants it."""
    if source is not None and not puzzles:
        return None
    if source is not None and (text := source_text(source)).startswith(SAVED_GAME):
        return Game.load(text)  # naming it means to resume it
    game = shelf.game_of(puzzles[0]) if puzzles else shelf.last()
    if game is None or not game.moves or game.state.progress().solved:
        return None
    progress = game.state.progress()
    asked = (
        f"Resume the saved {whole_size_in_words(game.puzzle)} game "
        f"({progress.complete} of {progress.pairs} paths, {counted(len(game.moves), 'move')})?"
    )
    return game if click.confirm(asked, default=True) else None


class Day(NamedTuple):
    """One of the two puzzles of a day."""

    date: date
    which: Daily


@dataclass
class Puzzles:
    """The puzzles to play, in order: those of the file (`all`), the one of the `day`, then new ones.

    `waiting` are the puzzles of the file still to come, the next one last.
    """

    all: list[Puzzle]
    size: tuple[int, int]
    _: KW_ONLY
    seed: int | None
    wishes: Mapping[str, Any]
    day: Day | None
    shelf: SavedGames
    days: DailyFolder

    def __post_init__(self) -> None:
        self.waiting = self.all[::-1]

    def place(self, game: Game) -> tuple[int, int] | None:
        """(2, 3) for the second of three puzzles in a file; None if the file has only one."""
        if len(self.all) < 2 or game.puzzle not in self.all:
            return None
        return self.all.index(game.puzzle) + 1, len(self.all)

    def next(self, stopped: Stopped) -> Game:
        """A game of the next puzzle; making a new one raises BudgetEnded as soon as `stopped()` is true."""
        if self.waiting:
            return Game.start(self.waiting.pop())

        def watch(_: object) -> None:
            if stopped():
                raise BudgetEnded("the puzzle is no longer needed.")

        if self.day is not None:
            puzzle = self.days.take(*self.day)
            if puzzle is None:
                puzzle = make_daily(*self.day, watch=watch)
                self.days.keep(*self.day, puzzle)
            self.day = None
            return self.shelf.game_of(puzzle) or Game.start(puzzle, proven=True)
        seed = random_seed() if self.seed is None else self.seed
        puzzle = from_spec(spec_of(*self.size, seed, **self.wishes), watch=watch)
        self.seed = None
        return Game.start(puzzle, proven=True)
