"""What `make demo` shows: a new puzzle, the proof that it has one solution, its difficulty, and the solution."""

import sys

from rich.columns import Columns
from rich.console import Console
from rich.padding import Padding
from rich.text import Text

import numlink
from numlink.render.terminal import coloured, unicode_spans

NEXT = """\
.venv/bin/numlink new 9 --difficulty hard | .venv/bin/numlink explain    a harder one, solved step by step
.venv/bin/pip install '.[web]' && .venv/bin/numlink serve                play in your browser
.venv/bin/numlink --help                                                 everything else"""


def main(seed: int | None = None) -> None:
    puzzle = numlink.generate(8, seed=seed, style="app", difficulty="medium")
    verdict, rating = numlink.prove(puzzle), numlink.rate(puzzle)
    console = Console(highlight=False, markup=False, soft_wrap=True)
    console.print("\nConnect each pair of equal numbers. The paths fill the board and never cross.\n")
    boards = (coloured(unicode_spans(puzzle, solution, theme="colour")) for solution in (None, verdict.solution))
    console.print(Padding(Columns([Text.from_ansi(board) for board in boards], padding=(0, 4)), (0, 2)))
    console.print(f"\nProved:      {verdict} ({verdict.effort})")
    console.print(
        f"Difficulty:  {rating.grade}, about {rating.seconds(len(puzzle.cells))} seconds; hardest idea: {rating.idea}"
    )
    console.print(f"Recreate:    numlink new --recipe '{puzzle.recipe}'\n")
    console.print(f"Next:\n{NEXT}\n")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
