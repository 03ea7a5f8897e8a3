"""The jobs of the workers: plain data in, plain data out, each with a budget in seconds as its last argument.

A job runs in a process that is killed when its time is over (workers.py).  An error that the visitor can correct comes
back as `Refused` or `TooLong`; any other error is a bug, and the visitor gets no details of it.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict
from datetime import date
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from numlink import board_files, formats
from numlink.errors import InputError, NumlinkError, Unanswered, UnclearPicture
from numlink.exact.budget import MORE_TIME, Budget
from numlink.exact.prove import prove
from numlink.exact.verdict import Answer
from numlink.formats import link
from numlink.formats.grid.candidates import ROWS_OR_FORMAT, TEXT_OR_FORMAT
from numlink.formats.plain import EMPTY_CELL
from numlink.game.advisor import Advisor
from numlink.game.daily import WEEK, Daily, DailyFolder, make_daily
from numlink.game.moves import draw_move
from numlink.game.state import State
from numlink.making.available_grades import BOARDS
from numlink.making.classic import generate_classic
from numlink.model.judge import require_legal, right_solution
from numlink.model.puzzle import Puzzle
from numlink.model.rules import Claim, Rules
from numlink.web.grades import SECONDS_TO_GRADE, grade_of
from numlink.web.kinds import page_object, puzzle_of_page

Data: TypeAlias = dict[str, Any]
Found = TypeVar("Found")

LARGEST_SIDE = 40  # the largest width and height of a board that the server makes, judges or gives hints for
TOO_LARGE = f"this board is too large. Give sides up to {LARGEST_SIDE}, {LARGEST_SIDE**2} cells in all."
MAKING = 4
"""The weight of each cell of a board to make or repair.  A cell of a board to judge weighs 1, and making a board judges
several.  The queue runs light jobs first."""
LARGEST_DAILY = MAKING * max(width * height for width, height, _ in WEEK)  # the weight of the largest daily puzzle
PICTURE = 400  # the weight of a picture: reading it takes about as long as judging a board of 20x20
CHARACTERS = 100
"""The number of characters of a text that weigh as much as one cell: reading is linear, without a search."""

REMEDY = "Try a smaller board, or ask for less."  # what a visitor can do if time ran out: the server allows no more
REMEDIES = {
    MORE_TIME: REMEDY,
    EMPTY_CELL: "An empty cell is '.'.",
    ROWS_OR_FORMAT: "Give rows of '.' and numbers.",
    TEXT_OR_FORMAT: "Correct the text.",
}
"""A remedy that only a caller of the library can use -> the one for visitors in its place."""


class TooLong(Exception):
    """The job ended without an answer, and the message tells the visitor why: its time was over, or it stopped itself
    because time, memory or its number of tries was not enough."""


class Refused(Exception):
    """The job cannot be done; the message tells the visitor why."""


def for_visitors(error: NumlinkError) -> str:
    """The text of an error with a remedy that a visitor can follow.

    >>> for_visitors(Unanswered("no puzzle in time.", remedy=MORE_TIME))
    'no puzzle in time. Try a smaller board, or ask for less.'
    """
    return error.with_remedy(REMEDIES.get(error.remedy, error.remedy))


MEMORY = 2 * 1024**3
"""The most bytes of address space of a worker: a text of a few kilobytes can describe a board of any size."""


def _bound_memory() -> None:
    with suppress(ModuleNotFoundError):  # Windows has no such limit; the size of boards is limited in any case
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        if hard == resource.RLIM_INFINITY or hard > MEMORY:
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def bounded(job: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    """Run a job; turn its errors into Refused or TooLong, as not every exception can be pickled with its arguments."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all processes of a terminal; the server ends this one
    _bound_memory()
    try:
        return job(*arguments)
    except Unanswered as error:
        raise TooLong(for_visitors(error)) from None
    except NumlinkError as error:
        raise Refused(for_visitors(error)) from None
    except MemoryError:
        raise TooLong("this board needs more memory than the server allows. Try a smaller one.") from None


def ready() -> None:
    """Do nothing: a process that has run this has imported the module and everything that it needs."""


ANYTHING = {"difficulty": "any", "style": "usual", "symmetry": "usual", "misleading": "any"}
"""The values of the page's wishes that ask for nothing special."""


def make(
    width: int, height: int, seed: int, rules: str, claim: str, board: str, wishes: dict[str, str], budget: float
) -> Data:
    """A new puzzle as JSON, with its grade if it has one.

    `claim`: `unique` or `strict` is proven; `usual` is the claim of the style; `classic` makes a board of the lab's
    program.  `board` is a key of BOARDS; `wishes` has the keys of ANYTHING and possibly `effort`, all as text.
    """
    clock = Budget.of(budget)
    if claim == "classic":
        if board != "plain":
            raise InputError("the lab program supports only plain rectangles. Choose another kind, or squares.")
        for name, word in wishes.items():
            if word not in (ANYTHING.get(name), "none"):
                raise InputError(f"the lab program does not support {name}. Choose another kind, or leave it out.")
        puzzle = generate_classic(width, height, seed=seed, budget=clock).with_rules(Rules.named(rules))
        verdict = prove(puzzle, budget=clock)
        return _graded(puzzle, clock) if verdict.answer is Answer.UNIQUE else {**page_object(puzzle), "unique": False}
    from numlink.making.generate import generate
    from numlink.making.wish_values import read_effort

    wished: Data = {name: word for name, word in wishes.items() if word != ANYTHING.get(name)}
    if "effort" in wished:
        wished["effort"] = read_effort(wished["effort"])
    puzzle = generate(
        width,
        height,
        seed=seed,
        rules=Rules.named(rules),
        claim=None if claim == "usual" else Claim.of(claim),
        budget=clock,
        **wished,
        **BOARDS[board],
    )
    return _graded(puzzle, clock)


def _graded(puzzle: Puzzle, clock: Budget) -> Data:
    """A puzzle proven to have one solution as JSON, with its grade and effort."""
    return {**page_object(puzzle), "unique": True, **grade_of(puzzle, proven=True, budget=clock.part(SECONDS_TO_GRADE))}


def of_puzzle(job: Callable[..., Found], entry: Data, *arguments: Any) -> Found:
    """`job(puzzle, *arguments)` for the puzzle of a JSON object; InputError if it is not a puzzle or too large.

    It is read in the worker, because finding the neighbours of 1600 polygons takes half a second.
    """
    puzzle = puzzle_of_page(entry)
    if is_too_large(puzzle):
        raise InputError(TOO_LARGE)
    return job(puzzle, *arguments)


def is_too_large(puzzle: Puzzle) -> bool:
    """Whether a board has more than LARGEST_SIDE ** 2 cells or, unless it is a tiling, a side over LARGEST_SIDE."""
    side = 1 if puzzle.layout.tiling is not None else max(puzzle.width, puzzle.height)
    return side > LARGEST_SIDE or len(puzzle.cells) > LARGEST_SIDE**2


def grade(puzzle: Puzzle, budget: float) -> Data:
    """The grade of a legal board; see `grade_of`."""
    require_legal(puzzle)
    return grade_of(puzzle, budget=min(budget, SECONDS_TO_GRADE))


def daily(day: date, which: Daily, folder: Path | None, budget: float) -> Data:
    """The puzzle of a day with its grade and effort: read from `folder` if it is there, else made and kept."""
    clock = Budget.of(budget)
    days = DailyFolder(folder) if folder else None
    puzzle = days.take(day, which) if days else None
    if puzzle is None:
        puzzle = make_daily(day, which, budget=clock)
        if days:
            days.keep(day, which, puzzle)
    return {**_graded(puzzle, clock), "daily": day.isoformat(), "kind_of_day": which.value}


def state_of(puzzle: Puzzle, strands: Sequence[Sequence[int]]) -> State:
    """The drawing that these strands make; raises InputError for a strand that cannot be drawn."""
    state = State.start(puzzle)
    grid = puzzle.grid
    for strand in strands:
        if not all(0 <= cell < grid.size for cell in strand):
            raise InputError("a cell of the drawing lies outside the board.")
        if len(strand) < 2 or not all(map(grid.adjacent, strand, strand[1:])):
            raise InputError("a path of the drawing jumps. Consecutive cells must be neighbours.")
        state = state.play(draw_move(grid, strand))
    return state


def advise(puzzle: Puzzle, strands: list[list[int]], budget: float) -> Data:
    """A `Hint` for the next move as JSON."""
    return asdict(_advisor(puzzle, budget).hint(state_of(puzzle, strands)))


def check(puzzle: Puzzle, strands: list[list[int]], budget: float) -> Data:
    """A `Hint` on whether the drawing can be completed as JSON."""
    return asdict(_advisor(puzzle, budget).check(state_of(puzzle, strands)))


def _advisor(puzzle: Puzzle, budget: float) -> Advisor:
    """The advisor for a puzzle; a correct solution that comes with it counts as the only one, as the page's is."""
    return Advisor(puzzle, only_solution=right_solution(puzzle), seconds=budget)


def reveal_moves(puzzle: Puzzle, strands: list[list[int]], number: int | None, budget: float) -> Data:
    """The moves that draw the path of `number`; None: all paths."""
    return {"moves": list(_advisor(puzzle, budget).reveal(state_of(puzzle, strands), number))}


def read(text: str, format: str | None, _: float) -> Data:
    """The puzzles of a text.  With `format` None the format is detected; if it cannot read the text, another that can
    is used.  InputError for over 100 puzzles or a board that is too large.
    """
    found = formats.parse(text, format)
    if len(found) > 100 or any(is_too_large(puzzle) for puzzle in found):
        raise InputError(f"at most 100 puzzles with sides up to {LARGEST_SIDE} can be read here.")
    return {"puzzles": [page_object(puzzle) for puzzle in found]}


def read_picture(data: bytes, _: float) -> Data:
    """The board that a picture shows, with what was `seen` and what is in `doubt` (None: nothing)."""
    try:
        found = board_files.read_picture(data)
    except UnclearPicture as error:
        if error.board is None:
            raise
        return {"puzzles": [page_object(error.board)], "seen": "", "doubt": str(error)}
    return {"puzzles": [page_object(found.puzzle)], "seen": found.seen, "doubt": None}


def why(code: str, budget: float) -> str:
    """A page with the steps to the solution of a link's puzzle."""
    from numlink.reasoning.explain import explain
    from numlink.reasoning.page import page

    puzzle = link.decode(code)
    if is_too_large(puzzle):
        raise InputError(TOO_LARGE)
    return page(explain(puzzle, budget=budget))


def write(puzzle: Puzzle, format: str, _: float) -> str:
    """A puzzle as text in a format."""
    return formats.dumps(puzzle, format)


def verdict_on(puzzle: Puzzle, budget: float) -> Data:
    """The verdict on a board as JSON, with the cells where two solutions differ (`differ`) if there are two."""
    verdict = prove(puzzle, budget=budget)
    found: Data = {**verdict.to_json(), "words": str(verdict)}
    if verdict.solution and verdict.second:
        differing = verdict.solution.links() ^ verdict.second.links()
        found["differ"] = sorted({cell for link in differing for cell in link})
    return found


def repaired(puzzle: Puzzle, budget: float) -> Data:
    """The board with a few paths cut in two, so that it has exactly one solution, and the cuts in words."""
    from numlink.making.repair import repair

    mended, grid = repair(puzzle, budget=budget), puzzle.grid
    changes = [change.told(grid) for change in mended.changes]
    return {**page_object(mended.puzzle), "unique": True, "changes": changes}
