"""Turns rows of tokens into a board: decides which tokens are empty cells, which are blocks and which are labels.

    . A . #        every label exactly twice; one token for empty cells; perhaps one for blocks
    A . B B        {A: 1, B: 2}, '.' empty, '#' block

If every cell has a label, and the cells of each label are one path, the board is solved.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise, product
from string import ascii_lowercase, ascii_uppercase

from numlink.errors import InputError, ParseError
from numlink.model.grid import SOLID
from numlink.model.kinds.names import Kind
from numlink.model.layout import Layout
from numlink.model.puzzle import Puzzle, Solution
from numlink.model.sizes import largest_number

Tokens = Sequence[Sequence[str]]
"""Rows of tokens; "" is a blank cell."""

MAY_BE_CELL = re.compile(r"-1|(?!-[0-9]+\Z)[^()\[\]{}<>,;|\"\\=/\s]{0,24}").fullmatch
"""Matches a token that can be a cell: not a sentence, a bracket, a separator or a number below -1."""
ALWAYS_EMPTY = frozenset(["", *"._-·•∙⋅‧・□⬜◻◽▫🔲░…"])
"""Tokens that can always mean an empty cell, and never a label."""
NEVER_LABELS = ALWAYS_EMPTY | frozenset(["-1", *"#█■▓⬛◼◾▪🔳+*~?|"])
BLOCKS = frozenset(["-1", *"#Xx█■▓⬛◼◾▪🔳*@%"])
"""Tokens that may be blocks if another token is the one for empty cells."""
EMPTIEST = ("", *"._·0-□⬜◻◽▫░🔲⚪⚫🖤🤍*~+?")
"""Of two tokens that are not labels, the one that comes first here is empty and the other a block."""
ORDERS = [*map("".join, product(("123456789", ascii_uppercase, ascii_lowercase), (ascii_uppercase, ascii_lowercase)))]
"""Orders by which labels are numbered if they are exactly the first ones of an order."""
LETTERS_FOR_EMPTY = frozenset("oOxXeEnN")
FREQUENT = 0.2
"""An unknown sign is the one for empty cells if it fills at least this share of all cells."""
MOST = 0.5
"""Any other token is the one for empty cells if it fills at least this share of all cells."""
FEWEST_SOLVED = 9
"""The fewest cells of a solved board with a block: with fewer, three equal cells may be a mistake."""
SURE_OF_ZERO = 4
"""The fewest labels of a solved board with a label 0; usually 0 is the sign for empty cells."""
MANY = 0.3
"""From this share of all cells on, if a 0 occurs twice, another sign is the one for empty cells, not for blocks."""


class TwoReadings(ParseError):
    """A text can be read in two ways."""


@dataclass(frozen=True, slots=True)
class GridRead:
    """A board found in a text: its puzzle, and a `note` that says in words how the text was read."""

    puzzle: Puzzle
    note: str
    empty: str | None = None
    """The token for empty cells; None if there is none."""


@dataclass(frozen=True, slots=True)
class NoBoard:
    """Why rows are not a board: the problem in words, the row (from 0) that has it, and how many cells are sound."""

    problem: str
    row: int = 0
    sound: int = 0


SPELLINGS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...] = (
    (re.compile(r"[(\[<{]([^()\[\]<>{}]*+)[)\]>}]"), lambda inside: inside[1].strip()),
    (re.compile(r"([^\w\s]|[_Xx])\1+"), lambda repeated: repeated[1]),  # .. and XX
    (re.compile(r"[^\W\d_A-Za-z]"), lambda digit: str(unicodedata.digit(digit[0], digit[0]))),  # in a circle
    (re.compile(r"0x[0-9A-Fa-f]{1,6}"), lambda number: str(int(number[0], 16))),
    (re.compile(r"[+-]?\d{1,15}(?:\.\d{0,20})?(?:e[+-]0\d)?"), lambda number: str(float(number[0])).removesuffix(".0")),
    (re.compile(r"[A-Za-z_]*\.([A-Za-z_]\w*)"), lambda member: member[1]),  # Color.RED
    (re.compile(r"(?i)wall|block(?:ed)?|solid"), lambda _: "#"),
    (re.compile(r"black_(?:(?:large|medium|small)_)?(?:square|circle)"), lambda _: "⬛"),
    (re.compile(r"white_(?:(?:large|medium|small)_)?(?:square|circle)"), lambda _: "⬜"),
    (re.compile(r"(?i)null|none|nil|nan|na|undefined|nothing|empty|blank|free|false|maybe\.nothing"), lambda _: ""),
    (re.compile("〇"), lambda _: "0"),
)
"""Other spellings of tokens, and what turns each into the plain spelling."""


def canonical(token: str) -> str:
    """A token in its plainest spelling, without quotes or emphasis: `007` and `7.0` become 7, `None` becomes ""."""
    plain = token.strip().strip("'\"`*").strip() or ("*" if "*" in token else "")
    for spelling, plainly in SPELLINGS:
        if match := spelling.fullmatch(plain):
            plain = plainly(match)
    return plain


def board_of(tokens: Tokens) -> GridRead | NoBoard:
    """The board that rows of equally many tokens show, or why they are not a board.  O(cells).

    >>> board_of([["_", "a", "_"], ["_", "a", "_"]]).note
    "letters; '_' is empty"
    """
    plain = {token: canonical(token) for token in {each for row in tokens for each in row}}
    strange = next((token for token, bare in plain.items() if not MAY_BE_CELL(bare)), None)
    if strange is not None:
        place = next(number for number, row in enumerate(tokens) if strange in row)
        return NoBoard(f"{strange[:20]!r} is not a cell", place)
    rows = [[plain[token] for token in row] for row in tokens]
    found = _unsolved_board(rows)
    if isinstance(found, GridRead):
        return found
    folded = _unsolved_board([[token.upper() for token in row] for row in rows])
    return folded if isinstance(folded, GridRead) else _solved_board(rows) or found


def hexagons_of(tokens: Tokens, shifts: tuple[int, ...]) -> GridRead | NoBoard:
    """The board of rows of hexagons, shifted to the right by `shifts` half cells; numlink makes each row a column."""
    known = board_of([[token for row in tokens for token in row]])
    if isinstance(known, NoBoard):
        return NoBoard(known.problem, 0, known.sound)
    values = iter(known.puzzle.cells)
    offset = shifts[0] % 2
    places: dict[tuple[int, int], int] = {}
    for column, (row, shift) in enumerate(zip(tokens, shifts, strict=True)):
        if (shift + offset) % 2 != column % 2:
            return NoBoard("its rows are not offset by half a cell")
        for index in range(len(row)):
            places[(2 * index + shift + offset + column % 2) // 2, column] = next(values)
    top, bottom = min(row for row, _ in places), max(row for row, _ in places)
    width, height = len(tokens), bottom - top + 1
    cells = [places.get((row, column), SOLID) for row in range(top, bottom + 1) for column in range(width)]
    puzzle = Puzzle(width, height, tuple(cells), layout=Layout(kind=Kind.HEX))
    return GridRead(puzzle, f"{known.note}; its shifted rows are read as the columns of hexagons")


def _unsolved_board(rows: list[list[str]]) -> GridRead | NoBoard:
    """The board of rows of canonical tokens if each label occurs twice; else why they are not a board."""
    counts = Counter(chain.from_iterable(rows))
    unpaired = [token for token, count in counts.items() if count != 2 or token in NEVER_LABELS]
    unpaired += [sign for sign in "Xx" if _is_block(sign, counts)]
    doubtful = _doubtful_signs(rows, counts, unpaired)
    if isinstance(doubtful, NoBoard):
        return doubtful
    unpaired += doubtful
    empty, block = [*sorted(unpaired, key=_block_rank), None, None][:2]
    if len(unpaired) > 2 or (empty is not None and not _may_be_empty(empty, counts, alone=block is None)):
        return _wrong_count(rows, counts, unpaired)
    if len(unpaired) == 2 and (block not in BLOCKS or ((empty, block) == ("0", "-1") and counts["0"] < counts["-1"])):
        return _wrong_count(rows, counts, unpaired)
    labels = {token: None for row in rows for token in row if token not in unpaired}
    if not labels:
        return NoBoard("it has no labels", 0, 0)
    if rare := _rare_sign(counts, empty, block, labels):
        return NoBoard(f"{rare!r} may be a label or mark cells without one", 0, sum(counts.values()) - 2)
    if block is not None and block in "Xx" and not {*"WwYy"}.isdisjoint(labels):
        return _wrong_count(rows, counts, unpaired)  # X is the letter before Y
    if empty is None and not _all_adjacent(rows, *labels):
        return NoBoard("no cell is empty, and equal labels are not adjacent", 0, sum(counts.values()))
    names = numbers_of(labels)
    note = _kind_of(labels)
    note += "" if empty is None else f"; {repr(empty) if empty else 'a blank'} is empty"
    note += "" if block is None else f"; {block!r} is a block"
    cells = tuple(names.get(token, 0 if token == empty else SOLID) for token in chain.from_iterable(rows))
    return GridRead(Puzzle(len(rows[0]), len(rows), cells), note, empty)


def _doubtful_signs(rows: list[list[str]], counts: Counter[str], unpaired: list[str]) -> list[str] | NoBoard:
    """In a list, the 0, black or white disc that occurs twice and is not a label; NoBoard if it may be a label."""
    maybe = [sign for sign in ("0", "⚫", "⚪") if counts.get(sign) == 2]
    if maybe == ["0"] and not unpaired:
        return NoBoard("0 may be empty or a label", 0, len(rows)) if _all_adjacent(rows, *counts) else maybe
    if len(maybe) != 1 or len(unpaired) != 1 or unpaired[0] not in BLOCKS:
        return []
    block = unpaired[0]
    few = counts[block] < MANY * sum(counts.values())
    if maybe != ["0"] and not few and not any(token.isalnum() for token in counts):
        return []  # a white disc among coloured ones, on black squares
    if maybe != ["0"] or (few and (counts[block] > 2 or block == "-1")):
        return NoBoard(f"{maybe[0]!r} may be empty and {block!r} a block, or the other way round")
    return maybe if counts[block] <= 2 and block != "-1" else []


def _rare_sign(counts: Counter[str], empty: str | None, block: str | None, labels: Iterable[str]) -> str | None:
    """A sign for empty cells or blocks that occurs twice, so that it may be a label like the other signs; else None."""
    if block is None or any(label.isalnum() for label in labels):
        return None
    return next((sign for sign in (block, empty) if sign and sign != "-1" and counts[sign] == 2), None)


def _block_rank(token: str) -> int:
    """The rank of a token that is not a label: of two, the one of lower rank is empty, the other a block."""
    return EMPTIEST.index(token) if token in EMPTIEST else len(EMPTIEST) + (token in BLOCKS)


def _may_be_empty(token: str, counts: Counter[str], *, alone: bool) -> bool:
    """Whether a token can be the one for empty cells; if `alone`, without one for blocks, also a sign in many cells."""
    if token in ALWAYS_EMPTY or token in EMPTIEST or (alone and token in ("-1", "#")):
        return True
    sign = len(token) == 1 and (not token.isalnum() or token in LETTERS_FOR_EMPTY)
    share = counts[token] / sum(counts.values())
    return alone and counts[token] > 2 and share >= (FREQUENT if sign else MOST)


def _is_block(sign: str, counts: Counter[str]) -> bool:
    """Whether an X that occurs twice is a block, not a label, because all labels are numbers or words."""
    others = [token for token in counts if token not in NEVER_LABELS and token not in (sign, "0")]
    return counts.get(sign) == 2 and bool(others) and all(token.isdecimal() or len(token) > 1 for token in others)


def _all_adjacent(rows: list[list[str]], *labels: str) -> bool:
    """Whether the two cells of each of these labels are neighbours, as they must be if no cell is empty."""
    pairs = (pair for lines in (rows, zip(*rows, strict=True)) for line in lines for pair in pairwise(line))
    return {*labels} <= {first for first, second in pairs if first == second}


def _wrong_count(rows: list[list[str]], counts: Counter[str], unpaired: list[str]) -> NoBoard:
    ranked = sorted(unpaired, key=lambda each: (each in EMPTIEST or each in NEVER_LABELS, counts[each]), reverse=True)
    worst = ranked[-1]
    sound = sum(counts.values()) - sum(counts[token] for token in ranked[1:])
    times = {1: "once", 3: "three times"}.get(counts[worst], f"{counts[worst]} times")
    row = next(number for number, row in enumerate(rows) if worst in row)
    named = repr(worst) if worst else "a blank cell"
    return NoBoard(f"{named} appears {times}; every label must appear exactly twice", row, sound)


def _solved_board(rows: list[list[str]]) -> GridRead | None:
    """The board that the rows show solved, with every cell a block or labelled, and each label one path; else None."""
    counts = Counter(chain.from_iterable(rows))
    blocks = {*counts} & (NEVER_LABELS | {token for token in ("X", "x") if counts[token] == 1})
    cells = sum(counts.values())
    many = sum(counts[token] for token in blocks) > MANY * cells
    if many or (blocks and cells < FEWEST_SOLVED) or len(blocks) > 1 or not blocks <= BLOCKS - {"*"}:
        return None
    names = numbers_of([token for token in counts if token not in blocks])
    if blocks and not any(map(str.isalnum, names)):
        return None  # a dark square among coloured ones may be a colour
    few = len(names) < (SURE_OF_ZERO if "0" in names else 2)
    if few or not {*names}.isdisjoint({*EMPTIEST} - {"0"}) or min(counts[token] for token in names) < 2:
        return None
    if max(names.values()) > cells + 9:
        return None
    try:
        solution = Solution.from_grid([[names.get(token, 0) for token in row] for row in rows])
        solids = [cell for cell, token in enumerate(chain.from_iterable(rows)) if token in blocks]
        return GridRead(Puzzle.from_solution(solution, solids=solids), f"{_kind_of(names)}, solved")
    except InputError:
        return None


def numbers_of(labels: Iterable[str]) -> dict[str, int]:
    """Label -> its number: itself, or one more if a label is 0; its place in one of ORDERS; or that in `labels`."""
    found = list(dict.fromkeys(labels))
    if all(map(str.isdecimal, found)):
        shift = int("0" in found)
        if all(int(label) + shift <= largest_number(1) for label in found):
            return {label: int(label) + shift for label in found}
    for order in ORDERS:
        if {*found} == {*order[: len(found)]}:
            return {label: order.index(label) + 1 for label in found}
    return {label: number for number, label in enumerate(found, start=1)}


def _kind_of(labels: Iterable[str]) -> str:
    found = [*labels]
    if all(map(str.isdecimal, found)):
        return "numbers"
    if all(map(str.isalpha, found)):
        return "letters" if max(map(len, found)) == 1 else "words"
    return "signs"
