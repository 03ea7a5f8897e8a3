"""Which tokens of a grid are empty, which are blocks, and which stand twice: what makes rows of tokens a board.

    . A . #        every label exactly twice; one token for empty cells; perhaps one for blocks
    A . B B        {A: 1, B: 2}, '.' empty, '#' block

Every cell labelled, and each label's cells one path: a solved board.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from string import ascii_lowercase, ascii_uppercase

from numlink.errors import InputError
from numlink.model.grid import SOLID
from numlink.model.kinds.names import Kind
from numlink.model.layout import Layout
from numlink.model.puzzle import Puzzle, Solution
from numlink.model.sizes import largest_number

Tokens = Sequence[Sequence[str]]
"""TokenRows of tokens; "" is a blank cell."""

MAY_STAND = re.compile(r"-1|(?!-[0-9]+\Z)[^()\[\]{}<>,;|\"\\=/\s]{0,24}").fullmatch
"""Whether a token can be a cell: no sentence, no bracket, no separator, no number below -1."""
ALWAYS_EMPTY = frozenset(["", *"._-·•∙⋅‧・□⬜◻◽▫🔲░…"])
"""Tokens that are empty wherever they stand, and never a label."""
NEVER_LABELS = ALWAYS_EMPTY | frozenset(["-1", *"#█■▓⬛◼◾▪🔳+*~?|"])
BLOCKS = frozenset(["-1", *"#Xx█■▓⬛◼◾▪🔳*@%"])
"""Tokens that may be blocks beside a token for empty cells."""
WALLS = frozenset("#█■▓⬛")
"""Blocks that may be a wall around a board, which is no part of it."""
EMPTIEST = ("", *"._·0-□⬜◻◽▫░🔲⚪⚫🖤🤍*~+?")
"""Of two tokens without a label, the one that stands first here is empty and the other a block."""
DIGITS = "123456789"
ORDERS = (
    *(DIGITS + ascii_uppercase, DIGITS + ascii_lowercase, ascii_uppercase, ascii_lowercase),
    *(ascii_uppercase + ascii_lowercase, ascii_lowercase + ascii_uppercase),
)
"""Orders of labels, of which those of a board are the first ones."""
LETTERS_FOR_EMPTY = frozenset("oOxXeEnN")
FREQUENT = 0.2
"""The smallest share of cells of a sign that is taken for empty though it is not known as that."""
FEWEST_SOLVED = 9
"""The fewest cells of a solved board with a block: in less, three equal cells may be a slip."""
SURE_OF_ZERO = 4
"""The fewest labels of a solved board of which one is 0, which is mostly the sign for empty cells."""
MANY = 0.3
"""From this share of all cells on, a sign beside a 0 that stands twice is the one for empty cells, not for blocks."""


@dataclass(frozen=True, slots=True)
class GridRead:
    """A board of a text: its puzzle, and in words what the text was taken for."""

    puzzle: Puzzle
    told: str
    surely_empty: bool = False
    """Whether its token for empty cells means nothing else anywhere."""


@dataclass(frozen=True, slots=True)
class NoBoard:
    """Why a grid is no board: a sentence, the row (from 0) where it breaks, and how many of its cells are sound."""

    problem: str
    row: int = 0
    sound: int = 0


def _whole(number: re.Match[str]) -> str:
    """A number without what leaves it the same: `007` and `7.0` are 7."""
    value = float(number[0])
    return str(int(value)) if value.is_integer() else number[0]


SPELLINGS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...] = (
    (re.compile(r"[(\[<{]([^()\[\]<>{}]*+)[)\]>}]"), lambda inside: inside[1].strip()),
    (re.compile(r"([^\w\s]|[_Xx])\1+"), lambda repeated: repeated[1]),  # .. and XX
    (re.compile(r"[^\W\d_A-Za-z]"), lambda digit: str(unicodedata.digit(digit[0], digit[0]))),  # in a black circle
    (re.compile(r"0x[0-9A-Fa-f]{1,6}"), lambda number: str(int(number[0], 16))),
    (re.compile(r"[+-]?\d{1,20}(?:\.\d{0,20})?(?:e[+-]0\d)?"), _whole),
    (re.compile(r"[A-Za-z_]*\.([A-Za-z_]\w*)"), lambda member: member[1]),  # Color.RED
    (re.compile(r"(?i)wall|block(?:ed)?|solid"), lambda _: "#"),
    (re.compile(r"black_(?:(?:large|medium|small)_)?(?:square|circle)"), lambda _: "⬛"),
    (re.compile(r"white_(?:(?:large|medium|small)_)?(?:square|circle)"), lambda _: "⬜"),
    (re.compile(r"(?i)null|none|nil|nan|na|undefined|nothing|empty|blank|free|false|maybe\.nothing"), lambda _: ""),
    (re.compile("〇"), lambda _: "0"),
)
"""Other spellings of tokens, and how each is spelt plainly."""


def canonical(token: str) -> str:
    """A token in its plainest spelling: `007` and `7.0` are 7, `None` is "", quotes and emphasis are off."""
    plain = token.strip().strip("'\"`*").strip() or ("*" if "*" in token else "")
    for spelling, spelt in SPELLINGS:
        if match := spelling.fullmatch(plain):
            plain = spelt(match)
    return plain


def board_of(tokens: Tokens) -> GridRead | NoBoard:
    """The board that rows of equally many tokens are, or why they are none.  O(cells).

    >>> board_of([["_", "a", "_"], ["_", "a", "_"]]).told
    "letters; '_' is empty"
    """
    plain = {token: canonical(token) for token in {each for row in tokens for each in row}}
    strange = next((token for token, bare in plain.items() if not MAY_STAND(bare)), None)
    if strange is not None:
        place = next(number for number, row in enumerate(tokens) if strange in row)
        return NoBoard(f"{strange[:20]!r} is no cell", place)
    rows = [[plain[token] for token in row] for row in tokens]
    found = _judged(rows)
    if isinstance(found, GridRead):
        return found
    folded = _judged([[token.upper() for token in row] for row in rows])
    return folded if isinstance(folded, GridRead) else _solved(rows) or found


def hexagons_of(tokens: Tokens, shifts: tuple[int, ...]) -> GridRead | NoBoard:
    """The board of rows of hexagons that stand so far to the right, in half cells: each row becomes a column, as
    numlink's hexagons stand in columns."""
    known = board_of([[token for row in tokens for token in row]])
    if isinstance(known, NoBoard):
        return NoBoard(known.problem, 0, known.sound)
    values = iter(known.puzzle.cells)
    offset = shifts[0] % 2
    places: dict[tuple[int, int], int] = {}
    for column, (row, shift) in enumerate(zip(tokens, shifts, strict=True)):
        if (shift + offset) % 2 != column % 2:
            return NoBoard("its rows do not stand half a cell beside each other")
        for index in range(len(row)):
            places[(2 * index + shift + offset + column % 2) // 2, column] = next(values)
    top, bottom = min(row for row, _ in places), max(row for row, _ in places)
    width, height = len(tokens), bottom - top + 1
    cells = [places.get((row, column), SOLID) for row in range(top, bottom + 1) for column in range(width)]
    puzzle = Puzzle(width, height, tuple(cells), layout=Layout(kind=Kind.HEX))
    return GridRead(puzzle, f"{known.told}; its shifted rows are hexagons, whose columns they become")


def without_wall(board: GridRead, sign: str) -> GridRead:
    """The board inside a wall of blocks all around, if it has one, whose sign is `#` or a square."""
    puzzle, rows = board.puzzle, board.puzzle.rows()
    sides = [cell for row in rows for cell in (row[0], row[-1])]
    if sign not in WALLS or {*rows[0], *rows[-1], *sides} != {SOLID} or puzzle.solution is not None:
        return board
    cells = tuple(cell for row in rows[1:-1] for cell in row[1:-1])
    inside = Puzzle(puzzle.width - 2, puzzle.height - 2, cells)
    return GridRead(inside, f"{board.told}, and the wall of {sign!r} around is left out", board.surely_empty)


def _judged(rows: list[list[str]]) -> GridRead | NoBoard:
    """The board of canonical tokens if each label stands twice."""
    counts = Counter(chain.from_iterable(rows))
    odd = [token for token, count in counts.items() if count != 2 or token in NEVER_LABELS]
    odd += [sign for sign in "Xx" if _is_block(sign, counts)]
    doubtful = _doubtful(rows, counts, odd)
    if isinstance(doubtful, NoBoard):
        return doubtful
    odd += doubtful
    empty, solid = [*sorted(odd, key=_rank), None, None][:2]
    if len(odd) > 2 or (empty is not None and not _may_be_empty(empty, counts, alone=solid is None)):
        return _broken(rows, counts, odd)
    if len(odd) == 2 and (solid not in BLOCKS or ((empty, solid) == ("0", "-1") and counts["0"] < counts["-1"])):
        return _broken(rows, counts, odd)
    labels = {token: None for row in rows for token in row if token not in odd}
    if not labels:
        return NoBoard("there is no label", 0, 0)
    if rare := _rare(counts, empty, solid, labels):
        return NoBoard(f"{rare!r} may be a label or a sign for cells without one", 0, sum(counts.values()) - 2)
    if solid is not None and solid in "Xx" and not {*"WwYy"}.isdisjoint(labels):
        return _broken(rows, counts, odd)  # the letter before Y
    if empty is None and not _all_beside(rows, *labels):
        return NoBoard("no cell is empty, and labels are apart", 0, len(rows))
    names = numbers_of(labels)
    told = _kind(labels)
    told += "" if empty is None else f"; {repr(empty) if empty else 'a blank'} is empty"
    told += "" if solid is None else f"; {solid!r} is a block"
    cells = tuple(names.get(token, 0 if token == empty else SOLID) for token in chain.from_iterable(rows))
    return GridRead(Puzzle(len(rows[0]), len(rows), cells), told, empty in ALWAYS_EMPTY)


def _doubtful(rows: list[list[str]], counts: Counter[str], odd: list[str]) -> list[str] | NoBoard:
    """A 0 or a disc without colour that stands twice and is no label; NoBoard where that is open."""
    maybe = [sign for sign in ("0", "⚫", "⚪") if counts.get(sign) == 2]
    if maybe == ["0"] and not odd:
        return NoBoard("0 may be empty or a label", 0, len(rows)) if _all_beside(rows, *counts) else maybe
    if len(maybe) != 1 or len(odd) != 1 or odd[0] not in BLOCKS:
        return []
    block = odd[0]
    few = counts[block] < MANY * sum(counts.values())
    if maybe != ["0"] and not few and not any(token.isalnum() for token in counts):
        return []  # a white disc among coloured ones, on black squares
    if maybe != ["0"] or (few and (counts[block] > 2 or block == "-1")):
        return NoBoard(f"{maybe[0]!r} may be empty and {block!r} a block, or the other way round")
    return maybe if counts[block] <= 2 and block != "-1" else []


def _rare(counts: Counter[str], empty: str | None, block: str | None, labels: Iterable[str]) -> str | None:
    """A sign for empty cells or blocks that stands twice among other signs, and so may be a label as well."""
    if block is None or any(label.isalnum() for label in labels):
        return None
    return next((sign for sign in (block, empty) if sign and sign != "-1" and counts[sign] == 2), None)


def _rank(token: str) -> int:
    """How likely a token that is no label is a block: of two, the one that ranks lower is empty."""
    return EMPTIEST.index(token) if token in EMPTIEST else len(EMPTIEST) + (token in BLOCKS)


def _may_be_empty(token: str, counts: Counter[str], *, alone: bool) -> bool:
    """Whether a token can be the one for empty cells; with `alone` also a sign that stands in many cells."""
    if token in ALWAYS_EMPTY or token in EMPTIEST or (alone and token in ("-1", "#")):
        return True
    sign = len(token) == 1 and (not token.isalnum() or token in LETTERS_FOR_EMPTY)
    return alone and sign and counts[token] > 2 and counts[token] >= FREQUENT * sum(counts.values())


def _is_block(sign: str, counts: Counter[str]) -> bool:
    """Whether an X is a block although it stands twice: beside numbers or words."""
    others = [token for token in counts if token not in NEVER_LABELS and token not in (sign, "0")]
    return counts.get(sign) == 2 and bool(others) and all(token.isdecimal() or len(token) > 1 for token in others)


def _all_beside(rows: list[list[str]], *labels: str) -> bool:
    """Whether the two cells of each of these labels are neighbours, as they must be where no cell is empty."""
    pairs = (pair for lines in (rows, zip(*rows, strict=True)) for line in lines for pair in pairwise(line))
    return {*labels} <= {first for first, second in pairs if first == second}


def _broken(rows: list[list[str]], counts: Counter[str], odd: list[str]) -> NoBoard:
    ranked = sorted(odd, key=lambda token: (token in EMPTIEST or token in NEVER_LABELS, counts[token]), reverse=True)
    worst = ranked[-1]
    sound = sum(counts.values()) - sum(counts[token] for token in ranked[1:])
    times = {1: "once", 3: "three times"}.get(counts[worst], f"{counts[worst]} times")
    row = next(number for number, row in enumerate(rows) if worst in row)
    named = repr(worst) if worst else "a blank cell"
    return NoBoard(f"{named} stands {times}", row, sound)


def _solved(rows: list[list[str]]) -> GridRead | None:
    """The board whose solution the rows are: every cell labelled or a block, each label one path."""
    counts = Counter(chain.from_iterable(rows))
    blocks = {*counts} & (NEVER_LABELS | {token for token in ("X", "x") if counts[token] == 1})
    cells = sum(counts.values())
    many = sum(counts[token] for token in blocks) > MANY * cells
    if many or (blocks and cells < FEWEST_SOLVED) or len(blocks) > 1 or not blocks <= BLOCKS - {"*"}:
        return None
    names = numbers_of([token for token in counts if token not in blocks])
    few = len(names) < (SURE_OF_ZERO if "0" in names else 2)
    if few or not {*names}.isdisjoint({*EMPTIEST} - {"0"}) or min(counts[token] for token in names) < 2:
        return None
    if max(names.values()) > cells + 9:
        return None
    try:
        solution = Solution.from_grid([[names.get(token, 0) for token in row] for row in rows])
        solids = [cell for cell, token in enumerate(chain.from_iterable(rows)) if token in blocks]
        return GridRead(Puzzle.from_solution(solution, solids=solids), f"{_kind(names)}, solved")
    except InputError:
        return None


def numbers_of(labels: Iterable[str]) -> dict[str, int]:
    """Label -> its number: itself, or one more if a label is 0; letters from A on in order; others as they come."""
    found = list(dict.fromkeys(labels))
    if all(map(str.isdecimal, found)):
        shift = int("0" in found)
        if all(int(label) + shift <= largest_number(1) for label in found):
            return {label: int(label) + shift for label in found}
    for order in ORDERS:
        if {*found} == {*order[: len(found)]}:
            return {label: order.index(label) + 1 for label in found}
    return {label: number for number, label in enumerate(found, start=1)}


def _kind(labels: Iterable[str]) -> str:
    found = [*labels]
    if all(map(str.isdecimal, found)):
        return "numbers"
    if all(map(str.isalpha, found)):
        return "letters" if max(map(len, found)) == 1 else "words"
    return "signs"
