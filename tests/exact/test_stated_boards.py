"""The boards that the checker of certificates takes are those that the model takes, with the same links."""

import random
import re

import pytest

from numlink import NumlinkError, parse
from numlink.certificates import NoProof, signed, stated
from numlink.certificates.forms import CertificateLines
from numlink.model.judge import require_legal
from numlink.model.rules import EVERY_RULES
from tests.tools import amount


def random_lines(stream):
    """Width, height, the lines above the rows and the rows of a certificate; many of these make no board."""
    kind = stream.choice(("", "", "", "", "hex", "diagonal", "triangle", "tiling"))
    width, height = stream.randint(1, 5), stream.randint(1, 5)
    height = 1 if kind == "tiling" and stream.random() < 0.9 else height
    layers = 1 if kind == "tiling" and stream.random() < 0.9 else stream.choice((1, 1, 2, 3))
    lines = [f"board: {kind}"] if kind else []
    if kind == "tiling":
        lines += [f"tiling: {[[[x, 0], [x + 1, 0], [x + 1, 1], [x, 1]] for x in range(width)]}".replace(" ", "")]
    lines += [f"wrap: {stream.choice(('rows', 'columns', 'both'))}"] if stream.random() < 0.3 else []
    lines += [f"layers: {layers}"] if layers > 1 else []
    if stream.random() < (0.5 if layers > 1 else 0.03):
        vias = [place(stream, width, height, layers if stream.random() < 0.3 else 0) for _ in range(3)]
        lines.append(f"vias: {' '.join(vias[: stream.randint(0, 3)])}")
    if stream.random() < 0.3:
        lines.append(f"walls: {' '.join(wall(stream, width, height, layers) for _ in range(stream.randint(1, 3)))}")
    return width, height, lines, random_rows(stream, width, height, layers)


def place(stream, width, height, layers):
    """A place as lines name it, rarely outside the board; with `layers` 0 or 1 it names no layer."""
    row, column = stream.randrange(height) + 9 * (stream.random() < 0.01), stream.randrange(width)
    return f"({stream.randrange(layers)},{row},{column})" if layers > 1 else f"({row},{column})"


def wall(stream, width, height, layers):
    """A wall, mostly at a cell or across the rim."""
    here = place(stream, width, height, layers)
    if stream.random() < 0.1:
        return f"{here}|{place(stream, width, height, layers)}"
    *layer, row, column = map(int, re.findall(r"\d+", here))
    down, right = stream.choice(((0, 1), (0, 1), (1, 0), (1, 0), (1, 1)))
    there = [*layer, (row + down) % height, (column + right) % width]
    return f"{here}|({','.join(map(str, there))})"


def random_rows(stream, width, height, layers):
    tokens = stream.choices(".X", (9, 1), k=width * height * layers)
    for _ in range(stream.choice((0, 0, 0, 1, 2))):
        tokens[stream.randrange(len(tokens))] = "+"
    free = [at for at, token in enumerate(tokens) if token == "."]
    stream.shuffle(free)
    for number in range(1, stream.randint(0, len(free) // 2) + 1):
        tokens[free.pop()] = tokens[free.pop()] = str(number)
    if free and stream.random() < 0.1:
        tokens[free.pop()] = "1"
    rows = [" ".join(tokens[at : at + width]) for at in range(0, len(tokens), width)]
    return [line for at, row in enumerate(rows) for line in (["---"] if at and at % height == 0 else []) + [row]]


def modelled(rules, lines, rows):
    """The contents of the board and its links by the model; None if it refuses the board."""
    try:
        [puzzle] = parse("\n".join([f"rules: {rules}", *lines, *rows]), "plain")
        require_legal(puzzle)
    except NumlinkError:
        return None
    return puzzle.cells, puzzle.grid.track_links()


def checked(rules, size, lines, rows):
    """The same by the checker."""
    text = signed("\n".join(["numlink certificate 2", f"rules {rules}", f"board {size}", *lines, *rows, ""]))
    try:
        board = stated.stated_board(CertificateLines(text))
    except NoProof:
        return None
    return board.cells, board.links


@pytest.mark.sampled
def test_the_checker_takes_the_boards_that_the_model_takes():
    stream = random.Random("boards that mean something")
    taken = refused = 0
    for _ in range(amount(600, 20_000)):
        width, height, lines, rows = random_lines(stream)
        rules = stream.choice(EVERY_RULES).name
        known = modelled(rules, lines, rows)
        assert checked(rules, f"{width} {height}", lines, rows) == known, "\n".join([*lines, *rows])
        taken += known is not None
        refused += known is None
    assert min(taken, refused) > amount(150, 5_000)


@pytest.mark.parametrize(
    ("lines", "rows", "words"),
    [
        ([], ["1 1", ". +"], "a bridge must have cells on all four sides"),
        (["wrap: rows"], [". .", "1 1"], "a row or column that wraps must have at least three cells"),
        (["wrap: columns"], [". .", "1 1"], "a row or column that wraps must have at least three cells"),
        (["walls: (0,0)|(1,1)"], [". .", "1 1"], "a wall must be between neighbours"),
        (["walls: (0,0)|(0,0)"], [". .", "1 1"], "a wall must be between neighbours"),
        (["vias: (0,0)"], [". .", "1 1"], "row 0, column 0 of the vias lies outside"),
        (["vias:"], [". .", "1 1"], "a board of one layer cannot have vias"),
        (["layers: 2", "vias: (1,0,0)"], [". .", "1 1", "---", ". .", ". ."], "of the vias lies outside the board"),
        (["board: hex"], ["+ .", "1 1"], "hexagons, triangles and polygons cannot have wraps or bridges"),
    ],
)
def test_an_impossible_board_is_refused_in_words(lines, rows, words):
    """Under `free` such a board could have a proof: paths need not pass its odd parts."""
    text = signed("\n".join(["numlink certificate 2", "rules free", "board 2 2", *lines, *rows, ""]))
    with pytest.raises(NoProof, match=re.escape(words)):
        stated.stated_board(CertificateLines(text))


@pytest.mark.parametrize("sign", ["²", "٣", "１", "01", "-1", "1.0"])
def test_only_plain_digits_are_a_number(sign):
    """`str.isdigit` is true of a superscript, which `int` refuses; signs beyond ASCII are refused with the hash."""
    text = f"numlink certificate 1\nrules cover\nboard 3 1\n{sign} . 1\n"
    with pytest.raises(NoProof, match="a row of 3 cells" if sign.isascii() else "the hash"):
        stated.stated_board(CertificateLines(signed(text)))
