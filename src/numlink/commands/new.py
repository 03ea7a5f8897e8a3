"""`numlink new`: puzzles with a proven unique solution."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import tee
from typing import Any

import click

from numlink import parallel
from numlink.commands.collection import DRY, Collection, too_few
from numlink.commands.messages import Exit, complain, say
from numlink.commands.options import GRADES_IN_TURN, MOST, GroupedCommand, common, everyday, option
from numlink.commands.progress import Progress
from numlink.commands.report import Place, Report
from numlink.commands.targets import needs_solution, require_ending, write_output
from numlink.commands.wish_options import (
    BOARD_OPTIONS,
    WISH_OPTIONS,
    board_options,
    grades_in,
    require_wishes,
    wished,
    wishes,
)
from numlink.errors import InputError, NumlinkError, Unanswered
from numlink.making.classic import is_classic
from numlink.making.compose import Statistics
from numlink.making.generate import from_spec, spec_of
from numlink.making.option_groups import OptionGroup
from numlink.making.recipe import AnySpec, Spec, parse_recipe
from numlink.making.wish_values import Difficulty
from numlink.making.wishes import WISHES
from numlink.model.arguments import random_seed
from numlink.model.layout import sides_in_words
from numlink.model.puzzle import Puzzle
from numlink.model.rules import FREE
from numlink.model.sizes import parse_size
from numlink.model.words import counted

OWN = [key for key in WISHES if key not in (*BOARD_OPTIONS, *WISH_OPTIONS, "clue-symmetry", "tiling", "difficulty")]
"""The wishes that only this command lists: not the difficulty, nor options of boards, nor WISH_OPTIONS."""


@click.command("new", cls=GroupedCommand)
@click.argument("size", metavar="[SIZE]", required=False)
@everyday(
    "--count", type=click.IntRange(1, MOST), metavar="K",
    help="Generate K different puzzles, with seeds counting up from --seed.",
)  # fmt: skip
@common("seed")
@wishes(*OWN)
@everyday("--difficulty", read=grades_in, metavar="LIST", help=f"{GRADES_IN_TURN} Without --count: one puzzle of each.")
@wishes(*WISH_OPTIONS)
@board_options
@common("exclude")
@option(
    "--recipe", metavar="RECIPE", group=OptionGroup.PUZZLE,
    help="Make the puzzle of this recipe again, like 'numlink 1 9x9 seed=7'.",
)  # fmt: skip
@everyday("--solution", "with_solution", is_flag=True, help="Print the solution too.")
@option(
    "--verify", "verified", is_flag=True, group=OptionGroup.PROOF,
    help="Prove each puzzle again with an independent engine: an exact count or CaDiCaL.",
)  # fmt: skip
@common("json", "output", "budget", "workers", "progress", "quiet")
def command(**options: Any) -> int:
    """Generate puzzles with a proven unique solution; SIZE is like 9 or 12x8 (default: 9).

    Each puzzle is printed with its recipe, which reproduces it.  Without other options, puzzles from 5x5 to 15x15 are
    unique even if cells may stay empty.  Exit code 3: no such puzzle was found, or time ran out.
    """
    require_ending(options["output"], as_json=options["as_json"])
    options["with_solution"] |= needs_solution(options["output"], as_json=options["as_json"])
    kinds, count = _kinds(options)
    proven = [spec for spec in kinds if isinstance(spec, Spec)]
    if options["verified"] and len(proven) < len(kinds):
        raise InputError("--verify checks a proof, but lab boards come without one. Leave it out.")
    require_wishes(proven)
    with Progress("puzzles made", asked=options["progress_asked"], total=count) as progress:
        run = _Maker(kinds, count, options, progress)
        if options["output"] is not None:
            as_json, solved = options["as_json"], options["with_solution"]
            write_output(run.placed(), options["output"], run.report, as_json=as_json, solved=solved)
        else:
            for place, puzzle in run.placed():
                progress.pause()
                run.show(place, puzzle)
    return run.report.code


def _kinds(options: dict[str, Any]) -> tuple[list[AnySpec], int]:
    """(the specs of the first puzzles, which later ones repeat in turn with other seeds; how many puzzles to make)."""
    own = [WISHES[key].attribute for key in OWN]
    if options["recipe"] is not None:
        for name in ("size", "seed", "count", *own, "difficulty", *WISH_OPTIONS, *BOARD_OPTIONS):
            if options[name] is not None:
                flag = "SIZE" if name == "size" else f"--{name.replace('_', '-')}"
                raise InputError(f"--recipe sets everything; leave out {flag}.")
        return [parse_recipe(options["recipe"])], 1
    grades = options["difficulty"] or [Difficulty.ANY]
    (width, height), found = wished(options, None if options["size"] is None else parse_size(options["size"]))
    fields = {name: options[name] for name in own if options[name] is not None} | found
    seed = random_seed() if options["seed"] is None else options["seed"]
    count = options["count"] or len(grades)
    turns = enumerate(grades[:count])
    return [spec_of(width, height, seed + at, difficulty=grade, **fields) for at, grade in turns], count


class _Maker:
    """Makes `count` puzzles, whose kinds take turns and whose seeds count up; `report` collects their exit codes."""

    def __init__(self, kinds: list[AnySpec], count: int, options: dict[str, Any], progress: Progress) -> None:
        self.kinds, self.count, self.options, self.progress = kinds, count, options, progress
        self.report = Report()
        self.statistics = Statistics()

    def spec(self, index: int) -> AnySpec:
        """The spec of the puzzle with this index, made when its turn comes."""
        return replace(self.kinds[index % len(self.kinds)], seed=self.kinds[0].seed + index)

    def placed(self) -> Iterator[tuple[Place, Puzzle]]:
        """The puzzles, each as soon as it is made; one not made in time is left out, with a line on stderr."""
        for number, (spec, made) in enumerate(self._different(), start=1):
            puzzle = self._verified(made, spec) if self.options["verified"] and isinstance(spec, Spec) else made
            self.report.end(Exit.YES)
            if self.options["workers"] > 1:
                self.progress.tick()
            else:
                self._watch(self.statistics)
            place = Place(number, alone=self.count == 1, last=number == self.count)
            yield place, puzzle if self.options["with_solution"] else puzzle.with_solution(None)

    def _different(self) -> Iterator[tuple[AnySpec, Puzzle]]:
        """Each spec with its puzzle; a copy of an earlier or excluded puzzle is replaced by that of the next free seed.

        When that gives DRY copies in a row for one puzzle, a message is written and the rest is left out.
        """
        collection = Collection(self.options["exclude"])
        repeats = self.count > 1 or self.options["exclude"]
        free = self.kinds[0].seed + self.count
        for number, (wanted, first) in enumerate(self._made(map(self.spec, range(self.count))), start=1):
            spec, puzzle = wanted, first
            for _ in range(DRY):
                if puzzle is None or not repeats or collection.add(puzzle, f"puzzle {number}"):
                    break
                spec, free = replace(spec, seed=free), free + 1
                _, puzzle = next(self._made([spec]))
            else:
                self.progress.pause()
                complain(str(too_few(sides_in_words(spec.width, spec.height, spec.tiling), number - 1)))
                self.report.end(Exit.BUDGET_ENDED)
                return
            if puzzle is not None:
                yield spec, puzzle

    def _made(self, specs: Iterable[AnySpec]) -> Iterator[tuple[AnySpec, Puzzle | None]]:
        """Each spec with its puzzle, or with None and a line on stderr if the budget ended first."""
        make = partial(from_spec, budget=self.options["budget"])
        if self.options["workers"] == 1:  # other processes cannot report their progress
            make = partial(make, statistics=self.statistics, watch=self._watch if self.progress.shown else None)
        asked, kept = tee(specs)
        for made, spec in zip(parallel.map(make, asked, workers=self.options["workers"]), kept, strict=False):
            if not isinstance(made, NumlinkError):
                yield spec, made
            elif isinstance(made, Unanswered):
                self.progress.pause()
                complain(f"seed {spec.seed}: {made}")
                self.report.end(Exit.BUDGET_ENDED)
                yield spec, None
            else:
                raise made

    def show(self, place: Place, puzzle: Puzzle) -> None:
        """Write a puzzle to standard output: as JSON, as plain text, or drawn on a terminal."""
        as_json = self.options["as_json"]
        drawn = not as_json and sys.stdout.isatty()
        placed = replace(place, last=place.last or drawn), puzzle
        write_output([placed], None, self.report, as_json=as_json, solved=self.options["with_solution"])
        if drawn:
            proven = "" if is_classic(puzzle.recipe) else f"exactly one solution under {puzzle.rules}; "
            say(f"{proven}recipe: {puzzle.recipe}")
            if not place.last:
                click.echo()  # after the recipe
        sys.stdout.flush()

    def _verified(self, puzzle: Puzzle, spec: Spec) -> Puzzle:
        """The puzzle with the note `verified`: the method that proved it again, or "no"; a line on stderr says so.

        Raises AssertionError if that method refutes the puzzle.
        """
        from numlink.exact.verify import Verification, verify

        found = verify(puzzle, rules=FREE if spec.strict else spec.rules, budget=self.options["budget"])
        say(f"seed {spec.seed}: {'verified by ' if found.proven else ''}{found}")
        if found is Verification.REFUTED:
            raise AssertionError(f"{spec.recipe}: two engines disagree; please report this")
        return replace(puzzle, notes={**puzzle.notes, "verified": str(found) if found.proven else "no"})

    def _watch(self, statistics: Statistics) -> None:
        boards = max(statistics.attempts, statistics.tries)
        self.progress.update(statistics.puzzles, words=f"puzzles made ({counted(boards, 'board')} tried)")
