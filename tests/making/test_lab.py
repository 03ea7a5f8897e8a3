"""`check --lab` is exact: compared with all that the algorithm can do on small boards, and with its own program."""

import random
import re
from fractions import Fraction

import pytest

import numlink
from numlink.errors import FaultCode
from numlink.formats.lab import meaning
from numlink.formats.lab_output import lab_outputs
from numlink.making.classic import grow, grown_paths, grown_puzzle
from numlink.making.lab.randomness import TracedGrowth, random_faults
from numlink.making.lab.verdict import Numbering, judge, judge_puzzle
from numlink.model.grid import Grid
from numlink.model.puzzle import Puzzle, Solution
from tests.lab_oracle import can_be_drawn, partitions, reachable


def codes(verdict):
    return {fault.code for fault in verdict.faults}


def judged(text, **options):
    [output] = lab_outputs(text)
    return judge(output, **options)


def ordered(path, width):
    """The cells of a path that does not touch itself, from end to end."""
    beside = {
        cell: [o for o in path if abs(o - cell) == width or (abs(o - cell) == 1 and o // width == cell // width)]
        for cell in path
    }
    walk = [min(cell for cell in path if len(beside[cell]) == 1)]
    while len(walk) < len(path):
        walk.append(next(cell for cell in beside[walk[-1]] if cell not in walk))
    return tuple(walk)


SMALL = [(1, 1), (2, 1), (5, 1), (2, 2), (3, 2), (3, 3), (4, 2)]


@pytest.mark.parametrize(
    ("width", "height"),
    [*SMALL, *(pytest.param(*size, marks=pytest.mark.long) for size in ((4, 3), (6, 2)))],
)
def test_the_check_is_exact_on_all_small_boards(width, height):
    """A board passes if and only if some run of the algorithm ends with it."""
    ends = {frozenset(map(frozenset, paths)): paths for paths in reachable(width, height)}
    seen = 0
    for parts, solids in partitions(width, height):
        paths = sorted((ordered(path, width) for path in parts), key=min)
        solution = Solution(width, height, tuple(paths))
        faults = judge_puzzle(Puzzle.from_solution(solution, solids=solids)).faults
        assert (not faults) == (frozenset(parts) in ends), (paths, faults)
        assert {fault.code for fault in faults} <= {FaultCode.COULD_GO_ON}
        seen += frozenset(parts) in ends
    assert seen == len(ends)
    for paths in list(ends.values())[:200]:
        solids = set(range(width * height)) - {cell for path in paths for cell in path}
        created = Puzzle.from_solution(Solution(width, height, paths), solids=solids)
        assert judge_puzzle(created).faults == ()


def test_numbers_in_neither_order_are_a_fault():
    """Of all numberings of a small board, those by rows pass, and those in an order of drawing that is possible."""
    sequences = {}
    for paths in reachable(4, 3):
        sequences.setdefault(frozenset(map(frozenset, paths)), set()).add(tuple(map(frozenset, paths)))
    board, orders = max(sequences.items(), key=lambda item: len(item[0]) * 100 - len(item[1]))
    by_rows = tuple(sorted(board, key=min))
    from itertools import permutations

    verdicts = set()
    for numbering in permutations(board):
        solution = Solution(4, 3, tuple(ordered(path, 4) for path in numbering))
        puzzle = Puzzle.from_solution(solution, solids=set(range(12)) - set().union(*board))
        fine = numbering == by_rows or numbering in orders
        found = judge_puzzle(puzzle).faults
        assert (not found) == fine
        verdicts.add(fine)
        if found:
            assert [fault.code for fault in found] == [FaultCode.NUMBERING]
    assert verdicts == {True, False}


def rows_of(puzzle, solid, empty, between, width):
    def row(cells):
        return between.join((solid if cell == -1 else empty if cell == 0 else str(cell)).rjust(width) for cell in cells)

    return ["\n".join(map(row, rows)) for rows in (puzzle.rows(), puzzle.filled(puzzle.solution))]


LAYOUTS = {
    "assignment": None,
    "simple": ("X", ".", " ", 0, "Puzzle:\n{}\n\nSolution:\n{}\n"),
    "aligned": ("XX", ".", " ", 4, "--- PUZZLE ---\n{}\n--- SOLUTION ---\n{}\n"),
    "hashes": ("#", "_", " ", 0, "{}\n\n{}\n"),
    "stars": ("*", ".", "\t", 0, "The puzzle\n\n{}\n\n\nThe solution\n\n{}\n"),
    "minus one": ("-1", "0", " ", 5, "n = {n}\n{}\n{}\n"),
    "zero is solid": ("0", ".", ",", 0, "This is the puzzle\n{}\nand its solved form\n{}\n"),
    "zero and blank": ("0", "", " | ", 3, "{}\n\n{}\n"),
    "blanks": ("X", "", "", 5, "Puzzle\n{}\nSolution\n{}\n"),
    "blanks, untitled": ("##", "", "", 5, "n: {n}\n{}\n\n{}\n"),
    "blanks, no size": ("##", "", "", 5, "{}\n\n{}\n"),
    "boxes without borders": ("XX", "", "|", 4, "+++ puzzle\n{}\n+++ answer\n{}\n"),
    "prompted": ("X", ".", " ", 0, "Enter n: {}\n\n{}\n"),
}


def assert_passes(n, seed, layout):
    puzzle = numlink.generate_classic(n, seed=seed)
    if LAYOUTS[layout] is None:
        text = numlink.dumps([puzzle], "lab")
    else:
        solid, empty, between, width, page = LAYOUTS[layout]
        boards = rows_of(puzzle, solid, empty, between, width)
        if layout == "boxes without borders":
            boards = ["|" + rows.replace("\n", "|\n|") + "|" for rows in boards]
        text = page.format(*boards, n=n)
    outputs = lab_outputs(text)
    assert len(outputs) == 1, text
    verdict = judge(outputs[0], size=(n, n))
    assert (verdict.faults, verdict.numbering) == ((), Numbering.READING), (n, seed, text)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("count", [25, pytest.param(1000, marks=pytest.mark.long)])
def test_boards_of_classic_pass_in_every_layout(layout, count):
    for seed in range(count):
        assert_passes(1 + seed * 7 % 60 if count > 60 else 1 + seed % 13, seed, layout)


MISLEADING = {
    "a square of the rest": [(3, 26), (3, 86), (3, 146), (4, 153)],
    "two squares of the rest": [(4, 46), (5, 243)],
    "no words at the sides": [(6, 231), (6, 232)],
}
"""Boards whose puzzle looks like another board where blanks stand for empty squares: size and seed."""


@pytest.mark.table(10)
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("kind", MISLEADING)
def test_blanks_in_a_puzzle_are_squares(kind, layout):
    for n, seed in MISLEADING[kind]:
        assert_passes(n, seed, layout)


def test_a_board_without_blanks_between_squares_is_read_too():
    puzzle = numlink.generate_classic(4, seed=3)
    first, second = rows_of(puzzle, "#", ".", "", 0)
    for text in (f"{first}\n{second}\n", f"{first}\n\n{second}\n", f"Puzzle\n{first}\nSolution\n{second}\n"):
        assert judged(text).faults == ()


def alterations(puzzle, draw, count):
    """Texts with one square of the puzzle or the solution changed, and the cells that they then mean."""
    rows = [[list(row) for row in board] for board in (puzzle.rows(), puzzle.filled(puzzle.solution))]
    for _ in range(count):
        board, row, column = draw.randrange(2), draw.randrange(puzzle.height), draw.randrange(puzzle.width)
        old = rows[board][row][column]
        new = draw.choice([value for value in (-1, 0, *range(1, puzzle.pairs + 2)) if value != old])
        rows[board][row][column] = new
        words = [
            [["X", "."][value + 1] if value < 1 else str(value) for value in line] for both in rows for line in both
        ]
        yield (
            "\n".join(map(" ".join, words[: puzzle.height]))
            + "\n\n"
            + "\n".join(map(" ".join, words[puzzle.height :])),
            rows,
        )
        rows[board][row][column] = old


@pytest.mark.parametrize("boards", [40, pytest.param(1000, marks=pytest.mark.long)])
def test_a_board_altered_by_one_square_never_passes(boards):
    """Puzzle and solution then contradict each other, whatever the square."""
    draw = random.Random(31)
    for seed in range(boards):
        puzzle = numlink.generate_classic(2 + seed % 9, seed=seed)
        for text, _ in alterations(puzzle, draw, 10):
            assert judged(text).faults, text


@pytest.mark.parametrize("boards", [60, pytest.param(2000, marks=pytest.mark.long)])
def test_a_solution_altered_by_one_square_passes_only_if_an_order_exists(boards):
    """The puzzle is made from the altered solution, so only the exact test can refuse it; another test decides."""
    draw = random.Random(32)
    verdicts = set()
    for seed in range(boards):
        puzzle = numlink.generate_classic(3 + seed % 5, seed=seed)
        rows = [list(row) for row in puzzle.filled(puzzle.solution)]
        row, column = draw.randrange(puzzle.height), draw.randrange(puzzle.width)
        rows[row][column] = draw.choice([-1, *range(1, puzzle.pairs + 1)])
        text = "\n".join(" ".join("X" if value < 0 else str(value) for value in line) for line in rows)
        [output] = lab_outputs("The solution\n" + text)
        found = codes(judge(output)) - {FaultCode.MISSING_PATH, FaultCode.NUMBERING}
        try:
            paths = [path for path in Solution.from_grid([[max(v, 0) for v in line] for line in rows]).paths if path]
        except numlink.errors.InputError:
            assert found
            continue
        flat = [value for line in rows for value in line]
        meet = any(flat[cell] == flat[other] == -1 for cell, other in Grid(puzzle.width, puzzle.height).links())
        fine = not meet and can_be_drawn(puzzle.width, puzzle.height, paths)
        assert (not found) == fine, text
        verdicts.add(fine)
    assert verdicts == {True, False}


FAULTY = {
    "1 1 1\n1 X 1\n1 1 1\n\n1 1 1\n1 X 1\n1 1 1\n": FaultCode.LOOP,
    "1 . 2\n2 . 1\n\n1 2 2\n2 1 1\n": FaultCode.PIECES,
    "1 .\n1 .\n\n1 1\n1 1\n": FaultCode.LOOP,
    "Puzzle\n1 . 1\nSolution\n1 1\n": FaultCode.WRONG_SIZE,
    "1 1 X X\n\n1 1 X X\n": FaultCode.SOLIDS_MEET,
    "1 1 2\n\n1 1 2\n": FaultCode.SHORT_PATH,
    "1 a 1\n1 1 1\n": FaultCode.UNREADABLE,
    "1 1 .\n\n1 1 X\n": FaultCode.SOLIDS_DIFFER,
    "1 1 0\n. . .\n\n": FaultCode.MISSING_PATH,
    "1 0 1\n0 2 2\n\n1 1 1\n0 2 2\n": FaultCode.SAME_SYMBOL,
    "Puzzle:\n1 1\n2 2 2\nSolution:\n1 1\n2 2\n": FaultCode.RAGGED,
    "n = 3\n1 1\n. .\n\n1 1\n1 1\n": FaultCode.WRONG_SIZE,
    "New path: (0,0) (0,1)\n1 1 X\n\n1 1 X\n": FaultCode.COULD_GO_ON,
    "New path: (0,1) (0,2)\n1 1 X\n\n1 1 X\n": FaultCode.TRACE_DIFFERS,
}


@pytest.mark.parametrize("text", FAULTY)
def test_each_mistake_has_its_fault(text):
    verdict = judge(lab_outputs(text)[0])
    assert FAULTY[text] in codes(verdict), verdict
    for fault in verdict.faults:
        assert str(fault).endswith(".")


def test_a_ring_is_reported_at_its_number():
    [fault] = [fault for fault in judged(". .\n1 1\n\n1 1\n1 1\n").faults if fault.code is FaultCode.LOOP]
    assert str(fault).startswith("row 2, column 1: ")


def test_notes_say_what_was_recognised():
    verdict = judged("New path: (3,1) (2,1) (1,1)\n1 _ 1 #\n\n1 1 1 #\n")
    assert verdict.notes == (
        "read '#' as solid, '_' as empty",
        "the trace writes (column, row), counted from 1",
    )
    assert codes(verdict) == set()
    [output] = lab_outputs("1 WALL 1\n1 2 1\n", extra=frozenset({"WALL"}))
    assert output.puzzle is not None


def test_boards_of_numlink_by_creation_with_and_without_a_trace():
    for seed in range(20):
        growth = grow(Grid(7, 7), seed=seed)
        paths = [*grown_paths(growth)]
        by_rows = grown_puzzle(growth, Grid(7, 7), seed=seed)
        created = Puzzle.from_solution(Solution(7, 7, tuple(paths)), solids=by_rows.solids())
        trace = "".join("New path: " + " ".join(str(divmod(cell, 7)) for cell in path) + "\n" for path in paths)
        for text in ("", trace):
            verdict = judged(text + numlink.dumps([created], "lab"))
            assert verdict.faults == ()
            assert verdict.numbering in set(Numbering)
            assert judged(text + numlink.dumps([by_rows], "lab")).numbering is Numbering.READING


def right_runs(seed, n=14):
    return [TracedGrowth(n, n, tuple(grown_paths(grow(Grid(n, n), seed=4 * seed + run)))) for run in range(4)]


def test_randomness_has_the_stated_error_rate():
    """At an error rate of one in two at most half of 20 right programs are refused, and none at the real one."""
    programs = [right_runs(seed) for seed in range(20)]
    assert sum(bool(random_faults(runs, error_rate=Fraction(1, 2))) for runs in programs) <= 10
    assert not any(map(random_faults, programs))


def test_randomness_finds_what_is_not_random():
    runs = right_runs(5)
    turned = [TracedGrowth(14, 14, tuple(path for path in run.paths if path[0] % 14 < 7)) for run in runs]
    assert FaultCode.STARTS in {fault.code for fault in random_faults(turned)}


@pytest.mark.parametrize("legend", ["solid squares: X", "Solid: X   Empty: .", "solid = #", "x: XXXX", "empty > ."])
@pytest.mark.parametrize("page", ["{0}\n{1}\n\n{2}\n", "{0}\n\n{1}\n\n{2}\n", "{1}\n{0}\n{2}\n", "{1}\n\n{2}\n{0}\n"])
def test_a_symbol_after_a_word_is_no_board_of_one_square(legend, page):
    """The next row, or the last one before, decides: if it has several squares, the symbol is part of a legend."""
    puzzle, solution = "1 1 .\n2 2 .\n3 3 X", "1 1 1\n2 2 2\n3 3 X"
    [output] = lab_outputs(page.format(legend, puzzle, solution))
    assert ["\n".join(map(" ".join, rows)) for rows in (output.puzzle.rows, output.solution.rows)] == [puzzle, solution]


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("Enter n: X\n\nX\n", (("X",),)),
        ("Enter n: X\n", (("X",),)),
        ("Enter n: 1X1\n2.2\n3.3\n\n1X1\n222\n333\n", (("1", "X", "1"), ("2", ".", "2"), ("3", ".", "3"))),
    ],
)
def test_the_first_row_may_follow_the_prompt(text, rows):
    [output] = lab_outputs(text)
    assert output.puzzle.rows == rows


SMALLER = [
    "Puzzle:\n1 . 1\n. . 2\n2 . .\nSolution:\n1 1 1\nX 2 2\n",
    "Puzzle:\n1 . 1 .\n. . 2 2\nSolution:\n1 1 1\nX 2 2\n",
]
"""A symbol stands for solid and for empty squares, so the solution tells which; but it is of another size."""


@pytest.mark.parametrize("text", SMALLER)
def test_a_solution_of_another_size_is_reported_and_the_puzzle_stays_complete(text):
    with pytest.raises(numlink.ParseError, match="solution") as caught:
        numlink.parse(text, "lab")
    assert re.search("size|board|square|row", str(caught.value)), caught.value
    [output] = lab_outputs(text)
    rows = meaning(output).puzzle
    assert [len(row) for row in rows] == [len(line.split()) for line in text.split("Solution")[0].splitlines()[1:]]


@pytest.mark.parametrize("digit", ["²", "2²", "٣", "9" * 5_000])
@pytest.mark.parametrize("layout", ["{0} 1\n1 {0}\n\n{0} 1\n1 {0}\n", "|1|{0}|\n|{0}|1|\n\n|1|{0}|\n|{0}|1|\n"])
def test_words_that_only_look_like_numbers_are_not_numbers(digit, layout):
    text = layout.format(digit)
    for output in lab_outputs(text):
        assert output is not None
    with pytest.raises(numlink.ParseError):
        numlink.parse(text, "lab")
