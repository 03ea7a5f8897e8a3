"""`numlink show`: a puzzle on the terminal or as a picture."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

import click

from numlink import formats, render
from numlink.commands.messages import say
from numlink.commands.options import STANDARD, Amount, common, option
from numlink.commands.report import Place, Report, apart
from numlink.commands.sources import StreamOptions, reads_puzzles
from numlink.commands.targets import format_asked, write_bytes, write_lines, write_output, write_texts
from numlink.errors import BudgetEnded, InputError, NoSolution, NumlinkError, unknown_name
from numlink.formats.picture_files import with_board
from numlink.model.characters import boxed_width
from numlink.model.layout import whole_size_in_words
from numlink.model.puzzle import Puzzle
from numlink.render.picture import Motion, Options
from numlink.render.terminal import COLOURS, Span, boxed_spans, coloured, columns, plain, unicode_spans, wants_colour
from numlink.render.theme import Mode

SECONDS_TO_SOLVE = 10  # seconds to solve a puzzle that has no solution


@click.command("show")
@reads_puzzles
@option(
    "--to", "picture_or_format", metavar="FORMAT",
    help="boxes, unicode, svg, png, gif, html, pdf or a text format. Default: by the extension of -o; else boxes on a "
    "terminal, plain text into a pipe.",
)  # fmt: skip
@option("--solution", "solved", is_flag=True, help="Draw the solution too, solving the puzzle if it has none.")
@common("theme")
@option(
    "--mode", type=click.Choice([mode.value for mode in Mode]), default=Mode.AUTO.value, read=Mode,
    help="Light or dark pictures; auto follows the reader's screen where the format can.",
)  # fmt: skip
@option("--scale", type=Amount(min=0, min_open=True), metavar="PIXELS", help="Width of a cell.")
@option(
    "--animate", "motion", type=click.Choice([motion.value for motion in Motion]), read=Motion,
    help="Animate svg, html or gif: draw the solution, or grow paths as the lab program does (growth).",
)  # fmt: skip
@option("--color", "colour", type=click.Choice(COLOURS), default="auto", help="Colour text output. Default: auto.")
@common("rules")
def command(stream: StreamOptions, picture_or_format: str | None, colour: str, **drawn: Any) -> None:
    """Draw puzzles in the terminal, or as pictures with --to or -o."""
    to_format = format_asked(picture_or_format, as_json=stream.as_json)
    report, options = stream.report, Options(**drawn)
    with report.held():  # after the boards, the lines are noticed
        readable = report.readable(stream.entries())
        found: Iterator[tuple[Place, Puzzle]] = (
            (place, report.under(place, puzzle, stream.rules)) for place, puzzle in readable
        )
        if options.solved or options.motion is Motion.SOLUTION:
            found = _solved(found, report)
        _show(found, report, to_format, stream.output, options, colour)


def _solved(found: Iterable[tuple[Place, Puzzle]], report: Report) -> Iterator[tuple[Place, Puzzle]]:
    """The puzzles with solutions; refuses one that has none, or none that is found in time."""
    from numlink.exact.solve import solve
    from numlink.exact.verdict import Answer

    for place, puzzle in found:
        if puzzle.solution is not None:
            yield place, puzzle
            continue
        try:
            verdict = solve(puzzle, budget=SECONDS_TO_SOLVE)
        except NumlinkError as error:
            report.refuse(place, error)
            continue
        if verdict.solution is not None:
            yield place, puzzle.with_solution(verdict.solution)
        elif verdict.answer is Answer.NONE:
            report.refuse(place, NoSolution(f"there is no solution to draw under {verdict.rules}."))
        else:
            report.refuse(place, BudgetEnded(f"no solution was found in {SECONDS_TO_SOLVE} seconds."))


def _show(
    found: Iterable[tuple[Place, Puzzle]],
    report: Report,
    to_format: str | None,
    output: str | None,
    options: Options,
    colour: str,
) -> None:
    """Write the boards: text to standard output one by one, a file or a picture when all are known."""
    to_file = output is not None and output != STANDARD
    if to_format not in (None, *DRAWN_TEXT, *render.names(), *formats.names(written=True)):
        raise unknown_name("format", to_format, [*DRAWN_TEXT, *render.names(), *formats.names(written=True)])
    if to_file or to_format in render.names():
        found = [*found]
        if not found:
            return
        if options.motion is Motion.GROWTH and len(found) == 1:
            options = _grown(options, found[0][1])
    if to_format is None and to_file:
        write_output(found, output, report, as_json=False, pictured=options)
    elif to_format in render.names():
        puzzles = [puzzle for _, puzzle in found]
        content = with_board(render.picture_named(to_format)(puzzles, options), puzzles)
        if not to_file and sys.stdout.isatty() and b"\0" in content:
            raise InputError("this can't be shown in a terminal. Name a file with -o.")
        write_bytes(content, output)
    elif to_format in DRAWN_TEXT or (to_format is None and sys.stdout.isatty()):
        texts = _drawn(found, DRAWN_TEXT.get(to_format or ""), output, options, colour, report)
        write_lines(apart(texts), output, coloured=True)
    else:
        write_texts(found, output, report, formats.format_named(to_format or "plain"))


Draw = Callable[[Puzzle, Options], list[Span]]

DRAWN_TEXT: dict[str, Draw] = {
    "boxes": lambda puzzle, options: boxed_spans(puzzle, puzzle.solution if options.solved else None),
    "unicode": lambda puzzle, options: unicode_spans(
        puzzle, puzzle.solution if options.solved else None, theme=options.theme
    ),
}
"""Value of --to -> the function that draws a board as text."""


def _drawn(
    found: Iterable[tuple[Place, Puzzle]],
    draw: Draw | None,
    output: str | None,
    options: Options,
    colour: str,
    report: Report,
) -> Iterator[str]:
    """Boards as characters; `draw` None: boxes if they fit the width of the terminal, else unicode.

    A board that cannot be drawn is refused.
    """
    to_file = output is not None and output != STANDARD
    room = None if to_file else columns(sys.stdout)
    in_colour = colour == "always" if to_file else wants_colour(colour, sys.stdout)
    for place, puzzle in found:
        chosen = draw or DRAWN_TEXT["boxes" if room is None or boxed_width(puzzle.rows()) <= room else "unicode"]
        try:
            spans = chosen(puzzle, options)
            _warn_of_width(puzzle, plain(spans), room, asked=draw is not None)
        except InputError as error:
            report.refuse(place, error)
        else:
            yield (coloured(spans) if in_colour else plain(spans)) + "\n"


def _warn_of_width(puzzle: Puzzle, text: str, room: int | None, *, asked: bool) -> None:
    """Warn if a board is wider than the terminal; raise InputError instead unless --to `asked` for this form."""
    width = text.find("\n")
    if room is None or width <= room:
        return
    board = f"the board of {whole_size_in_words(puzzle)} is {width} columns wide, the terminal has {room}"
    remedy = "Make a picture with -o board.svg, or scroll: --to unicode | less -S"
    if not asked:
        raise InputError(f"{board}. {remedy}.")
    say(f"{board}. {remedy}.")


def _grown(options: Options, puzzle: Puzzle) -> Options:
    """The options with the order in which the paths grew, if the lab program made the puzzle; else unchanged, and paths
    grow in the order of their numbers."""
    from numlink.making.classic import ClassicSpec, grow, grown_paths, grown_puzzle
    from numlink.making.recipe import parse_recipe

    try:
        spec = parse_recipe(puzzle.recipe or "")
        if not isinstance(spec, ClassicSpec):
            return options
        growth = grow(spec.grid, seed=spec.seed)
        made = grown_puzzle(growth, spec.grid, seed=spec.seed, rules=puzzle.rules)
    except NumlinkError:
        return options
    if made != puzzle:  # the board was edited and the recipe kept
        return options
    return replace(options, growth=tuple(grown_paths(growth)), mask=spec.mask)
