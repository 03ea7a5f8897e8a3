"""Everything drawn in characters, on boards of every kind, compared with stored hashes; some pictures are stored whole.

`python -m tests.terminal.test_characters` rewrites both files; look at the differences.
"""

import json
from dataclasses import replace
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from random import Random
from textwrap import dedent

import pytest

pytest.importorskip("textual")

from textual.geometry import Offset, Size

from numlink import Puzzle, Solution, generate_classic
from numlink.game.state import State
from numlink.learn.frames import text as frame
from numlink.reasoning.board_text import board_text, legend
from numlink.reasoning.position import OFF, ON, OPEN
from numlink.render.geometry import needs_geometry
from numlink.render.terminal import boxed_spans, unicode_spans
from numlink.terminal.board_view import SIZES, BoardView
from tests import samples_of_kinds
from tests.boards import KINDS, random_solved
from tests.samples_of_kinds import TOGETHER, board_of_kind

GOLDEN = Path(__file__).parents[1] / "golden"
HASHES, PICTURES = GOLDEN / "characters.json", GOLDEN / "characters.txt"

BOARDS = 2
"""Random boards of each kind."""

RANDOM = [kind for kind in KINDS if not kind.startswith("tiling")]
SAMPLES = [*(kind for kind in samples_of_kinds.KINDS if kind != "tilings"), TOGETHER]
RECTANGLES = {
    "a column": Puzzle(1, 4, (1, 0, 1, -1), solution=Solution(1, 4, ((0, 1, 2),))),
    "a row": Puzzle(4, 1, (1, 0, 1, -1), solution=Solution(4, 1, ((0, 1, 2),))),
    "a cell": Puzzle(1, 1, (-1,), solution=Solution(1, 1, ())),
    "wide numbers": Puzzle(
        5, 2, (100, 0, 0, 100, 7, 12, 0, 12, 0, 7), solution=Solution(5, 2, tuple(
            {7: (4, 9), 12: (5, 6, 7), 100: (0, 1, 2, 3)}.get(number, ()) for number in range(1, 101)))
    ),
    "runs of solids": Puzzle(
        4, 3, (1, 0, 2, -1, 0, 0, 0, -1, 1, -1, -1, 2),
        solution=Solution(4, 3, ((0, 4, 8), (2, 6, 5, 1))),
    ),
    "nine by nine": generate_classic(9, seed=5),
}  # fmt: skip


def boards(name):
    """The solved boards of a case."""
    if name in RECTANGLES:
        return [RECTANGLES[name]]
    if name in SAMPLES:
        return [board_of_kind(name)]
    stream = Random(name)
    return [random_solved(stream, name) for _ in range(BOARDS)]


def drawn(puzzle):
    """The board with nothing drawn, with half of every other path, and solved."""
    paths = puzzle.solution.paths if puzzle.solution else ()
    stream = Random(str(paths))
    some = [path[: 1 + stream.randrange(len(path))] for path in paths if path]
    links = [pair for pair in puzzle.grid.links() if stream.random() < 0.3]
    strands = tuple(sorted(path for path in some if len(path) > 1))
    joined = {frozenset(pair) for strand in strands for pair in pairwise(strand)}
    free = [pair for pair in links if frozenset(pair) not in joined]
    notes = State(puzzle, strands, frozenset(free[::2]), frozenset(free[1::2]))
    solved = State(puzzle, tuple(sorted(path for path in paths if path)))
    return State(puzzle), notes, solved


# ------------------------------------------------------------------------------------------------------- the drawers


def spans_text(spans):
    """Characters with their colours: below each line of text a line with a letter for each colour."""
    colours = {}
    lines, inks = [[]], [[]]
    for text, colour in spans:
        for letter in text:
            if letter == "\n":
                lines.append([])
                inks.append([])
            else:
                lines[-1].append(letter)
                colourless = colour is None or letter == " "
                inks[-1].append("." if colourless else chr(97 + colours.setdefault(str(colour), len(colours)) % 26))
    return "\n".join("".join(line) for line in lines + inks) + "\n" + " ".join(colours)


def pictures(puzzle):
    """What `show` and environments print, solved or not."""
    plain = [replace(puzzle, solution=None), puzzle]
    for board in plain:
        yield spans_text(boxed_spans(board, board.solution))
        for theme in ("numbers", "letters", "colour"):
            yield spans_text(unicode_spans(board, board.solution, theme=theme))
    yield from (frame(puzzle, list(state.strands)) for state in drawn(puzzle))


def steps(puzzle):
    """What an explanation prints: links open, ruled out and drawn, before and now."""
    yield legend(puzzle.grid)
    stream = Random(str(puzzle.cells))
    for state in drawn(puzzle):
        on = {tuple(sorted(pair)) for strand in state.strands for pair in pairwise(strand)}
        links = puzzle.grid.links()
        after = bytes(ON if link in on else stream.choice((OPEN, OFF)) for link in links)
        yield board_text(puzzle, after, after)
        yield board_text(puzzle, bytes(now if stream.random() < 0.5 else OPEN for now in after), after)


class Screen(BoardView):
    """The widget on a screen of its own."""

    columns = 200
    size = property(lambda self: Size(self.columns, 120))
    has_focus = property(lambda self: True)
    scroll_offset = Offset(0, 0)

    def scroll_to_region(self, *_, **__):
        """There is no application that could scroll it."""

    def text(self):
        """Its lines that are not blank, each with the styles of its characters."""
        _, top = self.margins()
        for line in range(top, top + self.virtual_size.height):
            strip = [part for part in self.render_line(line) if part.text]
            text = "".join(part.text for part in strip)
            runs = []
            for part in strip:
                style = str(part.style).replace("not dim", "none")
                for letter in part.text:
                    style = str(part.style).replace("not dim", "none")
                    shown = style if letter != " " or "reverse" in style or "on #" in style else "none"
                    if runs and runs[-1][0] == shown:
                        runs[-1][1] += 1
                    else:
                        runs.append([shown, 1])
            yield text.rstrip(), " ".join(f"{count}:{style}" for style, count in runs)


def shown_screens(puzzle):
    """The game at every size of cells, with a cursor, marked cells, notes, paths that are tried out, and when won."""
    for state in drawn(puzzle):
        for cells in SIZES[-1:] if needs_geometry(puzzle.grid) else SIZES[-4:]:
            for columns in (200, 20) if puzzle.layout.layers > 1 else (200,):
                screen = Screen(print)
                screen.columns, screen.chosen = columns, cells
                screen.show_state(state)
                size = puzzle.grid.size
                tried = frozenset(list(state.ends)[::2]) if state.lines else frozenset()
                won = not state.lines and bool(state.strands)
                screen.change(marked=frozenset({size // 2, size - 1}), tried=tried, letters=bool(tried), won=won)
                yield screen


def screens(puzzle):
    """What the game shows, as characters."""
    for screen in shown_screens(puzzle):
        yield "\n".join(text for text, _ in screen.text())


def styles(puzzle):
    """Its colours, and which cells are under the cursor or marked."""
    for screen in shown_screens(puzzle):
        yield "\n".join(style for _, style in screen.text())


def mouse(puzzle):
    """Which cell is under the mouse."""
    for screen in shown_screens(puzzle):
        if not screen.state.strands:
            left, top = screen.margins()
            places = [[Offset(x, y) for x in range(left, 200 - left)] for y in range(top, 120 - top)]
            yield "\n".join(" ".join(str(screen.cell_under(place)) for place in line) for line in places)


DRAWERS = {each.__name__: each for each in (pictures, steps, screens, styles, mouse)}
CASES = [(name, drawer) for name in (*RECTANGLES, *SAMPLES, *RANDOM) for drawer in DRAWERS]


def hashed(name, drawer):
    text = "\n\n".join(picture for puzzle in boards(name) for picture in DRAWERS[drawer](puzzle))
    return sha256(text.encode()).hexdigest()[:16]


def shown(name):
    """A board as each drawer shows it, half drawn."""
    [puzzle] = boards(name)
    plain = "".join(text for text, _ in unicode_spans(puzzle, puzzle.solution))
    screen = [*screens(puzzle)]
    half = len(screen) // 3
    texts = [plain, [*steps(puzzle)][4], *map(dedent, screen[half : 2 * half])]
    return "\n".join([f"==== {name}", *("\n".join(map(str.rstrip, text.splitlines())) + "\n" for text in texts)])


def every_picture():
    return "\n".join(map(shown, ("wide numbers", "runs of solids", "hex", "triangles", "diagonals", TOGETHER)))


@pytest.mark.parametrize(("name", "drawer"), CASES)
def test_a_board_is_drawn_as_before(name, drawer):
    assert json.loads(HASHES.read_text())[f"{drawer}: {name}"] == hashed(name, drawer)


def test_whole_pictures_are_as_before():
    assert every_picture() == PICTURES.read_text()


if __name__ == "__main__":
    HASHES.write_text(
        json.dumps({f"{drawer}: {name}": hashed(name, drawer) for name, drawer in CASES}, indent=0, ensure_ascii=False)
    )
    PICTURES.write_text(every_picture())
