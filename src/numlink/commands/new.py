"""`numlink new`: puzzles with exactly one solution, proven."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

import click

from numlink import formats
from numlink.commands.options import (
    budget_option,
    difficulty_option,
    json_option,
    new_rules_option,
    output_option,
    progress_option,
    seed_option,
)
from numlink.commands.report import worst
from numlink.commands.targets import require_ending, write_output
from numlink.errors import BudgetEnded, InputError, ParseError
from numlink.making.compose import Statistics
from numlink.making.generate import from_spec, require_possible
from numlink.making.recipe import PROOFS, SYMMETRIES, Spec, parse_pairs, parse_recipe, parse_solids
from numlink.model.puzzle import Puzzle
from numlink.model.rules import COVER, FREE, Rules
from numlink.model.sizes import parse_size
from numlink.render.picture import Options
from numlink.seeds import random_seed

if TYPE_CHECKING:
    from rich.progress import Progress


@click.command("new", short_help="Make puzzles with exactly one solution, proven.")
@click.argument("size", metavar="[SIZE]", default="9")
@seed_option
@new_rules_option
@click.option("--proof", type=click.Choice(PROOFS), default="unique", help="strict: unique even if cells may be empty.")
@click.option("--solids", metavar="WORD|N", default="none", help="none, few, any (as the lab program) or a number.")
@click.option("--pairs", metavar="MIN..MAX", help="How many pairs, like 8 or 8..10. Default: few, by size.")
@click.option("--min-length", type=int, default=3, metavar="L", help="Cells of the shortest path. Default: 3.")
@click.option("--mask", metavar="FILE", help="A board whose solid cells are solid here too; SIZE is then its size.")
@click.option("--symmetry", type=click.Choice(SYMMETRIES), default="none", help="Of the solution's paths.")
@difficulty_option
@click.option("--count", type=click.IntRange(min=1), default=1, metavar="K", help="Make K puzzles: seeds N, N+1, ...")
@click.option("--recipe", metavar="'numlink 1 ...'", help="Make the puzzle of a recipe line again.")
@click.option("--solution", "with_solution", is_flag=True, help="Print the solution too.")
@click.option("--verify", "verified", is_flag=True, help="Prove again by the frontier or CaDiCaL.")
@progress_option
@budget_option
@json_option
@output_option
@click.pass_context
def command(context: click.Context, /, **options: Any) -> int:
    """Make puzzles that have exactly one solution, proven before they are printed.

    The rules of the proof are those of --rules (default: cover).  The recipe printed with a puzzle makes it again.
    Exit code 3: no puzzle in --budget, or none of the --difficulty after many tries.
    """
    require_ending(options["output"], as_json=options["as_json"])
    specs = list(_specs(context, options))
    for spec in specs:
        require_possible(spec)
    run = _Run(options)
    with _Bar(options["progress_asked"] or sys.stderr.isatty(), len(specs)) as bar:
        if options["output"] is not None:
            write_output(run.puzzles(specs, bar), options["output"], as_json=options["as_json"], pictured=run.pictured)
        else:
            for index, puzzle in enumerate(run.puzzles(specs, bar)):
                bar.pause()
                run.show(puzzle, index)
    return worst(run.codes)


def _specs(context: click.Context, options: dict[str, Any]) -> Iterator[Spec]:
    """What each puzzle is to be made from."""
    if options["recipe"] is not None:
        decided = (
            "size",
            "seed",
            "rules",
            "proof",
            "solids",
            "pairs",
            "min_length",
            "mask",
            "symmetry",
            "difficulty",
            "count",
        )
        for name in decided:
            if context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE:
                raise InputError(f"--recipe decides everything; leave out {'SIZE' if name == 'size' else _flag(name)}.")
        yield parse_recipe(options["recipe"])
        return
    width, height = parse_size(options["size"])
    mask: tuple[int, ...] = ()
    if options["mask"] is not None:
        given = context.get_parameter_source("size") is click.core.ParameterSource.COMMANDLINE
        board = _mask(options["mask"])
        if given and (width, height) != (board.width, board.height):
            raise InputError(
                f"the mask is a board of {board.width}x{board.height}, the size {width}x{height}. Leave out the size."
            )
        width, height, mask = board.width, board.height, tuple(board.solids())
    seed = random_seed() if options["seed"] is None else options["seed"]
    pairs = None if options["pairs"] is None else parse_pairs(options["pairs"])
    rules: Rules = options["rules"] or COVER
    for index in range(options["count"]):
        yield Spec(
            width, height, seed + index, rules, options["proof"], parse_solids(options["solids"]), pairs,
            options["min_length"], mask, options["symmetry"], options["difficulty"],
        )  # fmt: skip


def _flag(name: str) -> str:
    return "--" + name.replace("_", "-")


def _mask(path: str) -> Puzzle:
    """The first board of a file; its solid cells are what counts."""
    for item in formats.iterate(formats.read_text(path)):
        if isinstance(item, ParseError):
            raise InputError(f"{Path(path).name}: {item}")
        return item
    raise InputError(f"{path} holds no board. Give one whose solid cells are X.")


class _Run:
    """Makes the puzzles one by one and remembers how each ended."""

    def __init__(self, options: dict[str, Any]) -> None:
        self.options = options
        self.codes: list[int] = []
        self.pictured = Options(solved=options["with_solution"])

    def puzzles(self, specs: list[Spec], bar: _Bar) -> Iterator[Puzzle]:
        """Each puzzle as it is done; one that was not proven in time is told on stderr and left out."""
        for spec in specs:
            try:
                puzzle = from_spec(spec, budget=self.options["budget"], statistics=bar.statistics, watch=bar.show)
            except BudgetEnded as error:
                bar.pause()
                click.echo(f"numlink: seed {spec.seed}: {error}", err=True)
                self.codes.append(3)
                continue
            if self.options["verified"]:
                puzzle, code = self._verified(puzzle, spec)
                self.codes.append(code)
            yield puzzle if self.options["with_solution"] else puzzle.with_solution(None)

    def show(self, puzzle: Puzzle, index: int) -> None:
        """A puzzle as soon as it is done: JSON or plain text, or drawn on a terminal."""
        as_json = self.options["as_json"]
        drawn = not as_json and sys.stdout.isatty()
        if index and not as_json:
            click.echo()
        write_output([puzzle], None, as_json=as_json, pictured=self.pictured)
        if drawn:
            click.echo(f"numlink: exactly one solution under {puzzle.rules}; recipe: {puzzle.recipe}", err=True)
        sys.stdout.flush()

    def _verified(self, puzzle: Puzzle, spec: Spec) -> tuple[Puzzle, int]:
        """The puzzle with a note of what proved it again."""
        from numlink.exact.verify import verify

        answer = verify(puzzle, FREE if spec.strict else spec.rules, budget=self.options["budget"])
        click.echo(f"numlink: seed {spec.seed}: {'verified by ' if ' ' not in answer else ''}{answer}", err=True)
        if answer == "refuted":
            raise AssertionError(f"{spec.recipe}: two engines disagree; please report this")
        return replace(puzzle, notes={**puzzle.notes, "verified": "no" if " " in answer else answer}), 0


class _Bar:
    """A progress bar on stderr, shown once a second is over: puzzles done, proofs, pairs of the cover in hand."""

    def __init__(self, wanted: bool, total: int) -> None:
        self.statistics = Statistics()
        self.show = self._show if wanted else None
        self._total = total
        self._progress: Progress | None = None
        self._started = 0.0

    def _show(self, statistics: Statistics) -> None:
        from time import monotonic

        now = monotonic()
        self._started = self._started or now
        if self._progress is None:
            if now - self._started < 1:
                return
            self._progress = _make_bar()
            self._progress.start()
            self._task = self._progress.add_task("making", total=self._total)
        self._progress.update(
            self._task,
            completed=statistics.puzzles,
            description=f"{statistics.attempts} covers, {statistics.proofs} proofs, {statistics.pairs} pairs",
        )

    def pause(self) -> None:
        """Take the bar off the terminal, where a puzzle is about to be written."""
        if self._progress is not None:
            self._progress.stop()
            self._progress = None

    def __enter__(self) -> _Bar:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.pause()


def _make_bar() -> Progress:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    return Progress(
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.description}"),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
    )
