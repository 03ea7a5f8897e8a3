"""The first two pages of a book: its cover, and the rules with a worked example."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from numlink.model.puzzle import Puzzle, Solution
from numlink.model.rules import EVERY_RULES, Rules
from numlink.render.drawing import draw
from numlink.render.pdf import Fonts, place
from numlink.render.scene import compose

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

EDGE = 64.0

Size = tuple[float, float]

COVER_ART = (
    "122222222",
    "123333332",
    "123222242",
    "122244442",
    "255522262",
    "222527262",
    "882227262",
    "989999262",
    "999aa9222",
)
"""A finished board, the number of the path in every cell: `numlink classic 9 --seed 1441`."""

EXAMPLE = Puzzle.from_rows(
    [
        [1, 0, 0, 0, 0],
        [2, 1, 0, 3, 0],
        [0, 0, 0, 0, 0],
        [3, 0, 0, 0, 0],
        [2, 0, 0, 0, 0],
    ]
)
"""The worked example: one solution under all rules (a test asks the solver)."""
EXAMPLE_PATHS = ((0, 1, 6), (5, 10, 11, 12, 7, 2, 3, 4, 9, 14, 19, 24, 23, 22, 21, 20), (8, 13, 18, 17, 16, 15))
CORNERS = ((3, 4, 9), (19, 24, 23))
"""What two empty corners force where every cell is covered; drawn as paths that have no number yet."""

GENERAL = (
    "Join every two equal numbers by a path.",
    "A path runs from a cell to a cell beside it: up, down, left or right, never diagonally.",
    "Paths do not cross, do not branch and do not share cells; no path enters a dark cell.",
)
PARTICULAR = {
    "cover": "Every cell that is not dark lies on a path. A path may run beside itself.",
    "no-touch": "Every cell that is not dark lies on a path. No path runs beside itself: "
    "two cells of a path that lie side by side follow each other on it.",
    "free": "Cells may stay empty. A path may run beside itself.",
    "free-no-touch": "Cells may stay empty. No path runs beside itself: "
    "two cells of a path that lie side by side follow each other on it.",
}


def draw_cover(
    canvas: Canvas, page: Size, font: Fonts, puzzles: Sequence[Puzzle], *, title: str, made: str, theme: str
) -> None:
    """A title, a finished board, and what is inside."""
    width, height = page
    size, lines = _fitted(canvas, title, font.bold, width - 2 * EDGE)
    canvas.setFillGray(0)
    canvas.setFont(font.bold, size)
    for index, line in enumerate(reversed(lines)):
        canvas.drawString(EDGE, height - 130 + index * size * 1.15, line)
    canvas.setFillGray(0.25)
    canvas.setFont(font.text, 17)
    canvas.drawString(EDGE, height - 162, _contents(puzzles))
    rows = [[int(character, 36) for character in row] for row in COVER_ART]
    solution = Solution.from_grid(rows)
    cell = (width - 2 * EDGE) / 9
    place(canvas, draw(compose(Puzzle.from_solution(solution), solution, theme=theme)), EDGE, height - 205, cell)
    canvas.setFillGray(0.35)
    canvas.setFont(font.text, 9)
    canvas.drawString(EDGE, EDGE, made)


def _fitted(canvas: Canvas, title: str, font: str, room: float) -> tuple[float, list[str]]:
    """The largest size at which a title takes one line or, in small letters, two; what is left over is cut off."""
    for size, most in ((54, 1), (44, 1), (36, 1), (30, 2), (24, 2), (18, 2)):
        lines = list(_wrapped(canvas, title, font, size, room))
        if len(lines) <= most and all(canvas.stringWidth(line, font, size) <= room for line in lines):
            return size, lines
    return 18, [line[:50] for line in lines[:2]]


def _contents(puzzles: Sequence[Puzzle]) -> str:
    sizes = sorted({(puzzle.width * puzzle.height, puzzle.width, puzzle.height) for puzzle in puzzles})
    first, last = (f"{width} x {height}" for _, width, height in (sizes[0], sizes[-1]))
    count = "1 puzzle" if len(puzzles) == 1 else f"{len(puzzles)} puzzles"
    return f"{count}, {first}" + (f" to {last}" if len(sizes) > 1 else "")


def draw_rules(canvas: Canvas, page: Size, font: Fonts, rules: Iterable[Rules]) -> None:
    """The rules that the puzzles of a book use, and three steps of an example."""
    width, height = page
    used = [known for known in EVERY_RULES if known in set(rules)]
    canvas.setFillGray(0)
    canvas.setFont(font.bold, 26)
    canvas.drawString(EDGE, height - 100, "Rules")
    y = height - 136
    for number, text in enumerate(GENERAL, start=1):
        y = _paragraph(canvas, font, f"{number}.", text, EDGE, y, width - 2 * EDGE)
    if len(used) == 1:
        y = _paragraph(canvas, font, f"{len(GENERAL) + 1}.", PARTICULAR[used[0].name], EDGE, y, width - 2 * EDGE)
    else:
        y = _paragraph(
            canvas, font, f"{len(GENERAL) + 1}.", "What else holds is named above each puzzle:", EDGE, y, 400
        )
        for known in used:
            y = _paragraph(canvas, font, known.name, PARTICULAR[known.name], EDGE + 18, y, width - 2 * EDGE - 18, 82)
    y -= 30
    canvas.setFont(font.bold, 15)
    canvas.setFillGray(0)
    canvas.drawString(EDGE, y, "An example")
    _draw_example(canvas, width, font, y - 22, fill=all(known.fill for known in used))


def _draw_example(canvas: Canvas, width: float, font: Fonts, top: float, *, fill: bool) -> None:
    """Three boards side by side: the puzzle, what is forced at once, the solution."""
    gap = 24.0
    room = (width - 2 * EDGE - 2 * gap) / 3
    for index, (solution, text) in enumerate(_steps(fill=fill)):
        left = EDGE + index * (room + gap)
        place(canvas, draw(compose(EXAMPLE, solution)), left, top, room / EXAMPLE.width)
        _paragraph(canvas, font, "", text, left, top - room - 20, room, 0)


def _steps(*, fill: bool) -> Iterator[tuple[Solution | None, str]]:
    yield None, "The puzzle: three pairs on 5 x 5 cells."
    corner_one = "The 1 in the corner can only go to the right, and there its partner waits. "
    if fill:
        forced = (EXAMPLE_PATHS[0], (), (), *CORNERS)
        corners = "An empty corner has two neighbours; as every cell lies on a path, a path turns there."
        yield Solution(5, 5, forced), corner_one + corners
        rest = "The upper 2 can only go down; it runs round the 3s and along the edge to its partner."
    else:
        yield Solution(5, 5, EXAMPLE_PATHS[:1]), corner_one
        rest = "The upper 2 can only go down. Try the ways of the 3s: one leaves room for the 2s."
    yield Solution(5, 5, EXAMPLE_PATHS), "Solved. " + rest


def _paragraph(
    canvas: Canvas, font: Fonts, head: str, text: str, left: float, top: float, width: float, indent: float = 18
) -> float:
    """Wrapped text with a head in the margin; returns where the next paragraph begins."""
    canvas.setFillGray(0)
    if head:
        canvas.setFont(font.bold, 10.5)
        canvas.drawString(left, top, head)
    canvas.setFont(font.text, 10.5)
    for line in _wrapped(canvas, text, font.text, 10.5, width - indent):
        canvas.drawString(left + indent, top, line)
        top -= 14.5
    return top - 5


def _wrapped(canvas: Canvas, text: str, font: str, size: float, room: float) -> Iterator[str]:
    """Lines of whole words that fit."""
    line = ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if line and canvas.stringWidth(longer, font, size) > room:
            yield line
            longer = word
        line = longer
    if line:
        yield line
