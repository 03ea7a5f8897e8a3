"""Reads and writes puzzles: a registry of formats, each in its own module, which is loaded when first needed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from importlib import import_module
from itertools import chain, islice
from pathlib import Path
from typing import NamedTuple

from numlink.errors import InputError, ParseError, quoted, raising
from numlink.files import unreadable, write_file
from numlink.formats.base import Format, Item, Written
from numlink.formats.decoding import Decoded, decoded
from numlink.formats.reading import blocks_of, lines_of
from numlink.model.judge import check
from numlink.model.puzzle import Puzzle, require_puzzle

_HOMES = {
    "plain": "plain:FORMAT",
    "json": "json_lines:FORMAT",
    "link": "link:FORMAT",
    "penpa": "penpa:FORMAT",
    "puzzlink": "puzzlink:FORMAT",
    "pzprv3": "pzprv3:FORMAT",
    "lab": "lab:FORMAT",
    "thomasahle": "thomasahle:FORMAT",
    "houston": "houston:FORMAT",
    "adc": "adc:FORMAT",
    "flowfree": "flowfree:FORMAT",
    "janko": "janko:FORMAT",
    "mzucker": "mzucker:FORMAT",
    "imos": "number_grids:IMOS",
    "ddnumlin": "number_grids:DDNUMLIN",
    "copris": "number_grids:COPRIS",
    "grid": "grid:FORMAT",
}
"""Name of each format -> "module:constant".  `guess` asks the formats in this order: plain and JSON win if several
match; link and penpa come before puzzlink, which takes every other URL; mzucker, which matches most texts, comes late;
grid takes what no other format reads."""

WORDS_IN_LINE = re.compile(r"(?=.*[\s:=]).*?[^\W\d_xX][^\W\d_]")
"""Matches a line of words: it has a word, and is not one run of characters; `XX` may be blocks."""
LINK_IN_TEXT = re.compile(r"https?://[^\s<>\"'()\[\]]*[^\s<>\"'()\[\].,:;!?]")
"""Matches a link in a sentence or in brackets, without the punctuation after it."""
CHECKED_PUZZLES = 100
"""How many puzzles are checked for a fault, which leads to the grid reader; more are a stream that a program wrote."""


def names(*, written: bool = False) -> list[str]:
    """The names of all formats, or only of those that can be written."""
    return [name for name in _HOMES if not (written and name == "grid")]


def format_named(name: str) -> Format:
    """The format with this name (`grid` may have a choice after a colon); raises InputError for an unknown one."""
    home = name.partition(":")[0] if isinstance(name, str) and name.startswith("grid:") else name
    if not isinstance(home, str) or home not in _HOMES:
        raise InputError(f"{quoted(name)} is not a known format. Use one of {', '.join(_HOMES)}.")
    module, _, constant = _HOMES[home].partition(":")
    found = getattr(import_module(f"numlink.formats.{module}"), constant)
    assert isinstance(found, Format)
    return found


def format_for_file(path: str | Path) -> Format | None:
    """The format that the ending of a file name stands for, or None."""
    ending = Path(path).suffix.lower()
    return next((found for found in map(format_named, _HOMES) if ending in found.endings), None)


def iterate(text: str, format: str | None = None) -> Iterator[Item]:
    """Yield the puzzles of a text in order; for one that cannot be read, yield the ParseError in its place.

    Raises InputError for a format that is unknown or cannot be read, ParseError if no format is detected.
    """
    if not isinstance(text, str):
        raise InputError(f"a text of puzzles must be a str, not {quoted(text)}. A file is read by numlink.load.")
    if format is None:
        return guess(text).items
    chosen = format_named(format)
    if chosen.read is None:
        raise InputError(f"format {chosen.name} can be written but not read.")
    text = text.removeprefix("\ufeff")  # a byte order mark is not text
    if format.startswith("grid:"):
        from numlink.formats.grid import puzzles, readings, wish_of

        return puzzles(readings(text, wish_of(format.removeprefix("grid:"))))
    return map(light, chosen.read(text))


class Guess(NamedTuple):
    """A detected format, the puzzles read, and a sentence that names the format (None for plain text and JSON)."""

    format: Format
    items: Iterator[Item]
    note: str | None


def guess(text: str) -> Guess:
    """Detect the format of a text and read it.

    The first exact format that recognises the text reads it.  If it is recognised only by its rows, and the first board
    is missing or implausible, the grid reader is tried, as it is if no format recognises the text.  Raises ParseError
    if none can read it.
    """
    text = text.removeprefix("\ufeff")
    claimed = next((found for found in map(format_named, _HOMES) if found.recognise and found.recognise(text)), None)
    if claimed is None:
        return _as_grid_or_links(text)
    assert claimed.read is not None
    items = map(light, claimed.read(text))
    first = next(items, None)
    if isinstance(first, ParseError) and LINK_IN_TEXT.match(text.lstrip()) and (links := _links_alone(text)):
        return links
    note = None if claimed.name in ("plain", "json") else f"read as format {claimed.name}."
    exact = Guess(claimed, chain([] if first is None else [first], items), note)
    if claimed.is_certain is None or claimed.is_certain(text):
        return exact
    if isinstance(first, Puzzle) and is_plausible(first, text):
        streams = claimed.name in ("plain", "json") and not _is_titled(first)  # answered before the next one arrives
        return exact if streams else _after_the_first(text, exact)
    try:
        as_grid = _as_grid(text)
        boards, read = [*as_grid.items], [*exact.items]
        exact = exact._replace(items=iter(read))
        if claimed.name == "plain" and sum(isinstance(each, Puzzle) and each.height > 1 for each in read) > len(boards):
            return exact  # a stream of boards, some of which the grid would lose
        return as_grid._replace(items=iter(boards))
    except ParseError as error:
        from numlink.formats.grid.labels import TwoReadings

        blank = isinstance(first, Puzzle) and not first.pairs and claimed.name != "plain"
        lost = isinstance(first, Puzzle) and _has_row_in_header(first)
        lost |= isinstance(first, Puzzle) and first.height == 1 and isinstance(error, TwoReadings)  # a row is a size
        if blank or lost or first is None or (isinstance(first, ParseError) and claimed.name == "json"):
            raise
        return exact


def _after_the_first(text: str, exact: Guess) -> Guess:
    """Decide about a text whose first board is sound: it is a grid if a later board is not and the grid loses nothing.

    A solution counts like a board, because the exact reader may take it for one; blocks of words do not count.
    """
    checked = [*islice(exact.items, CHECKED_PUZZLES)]
    exact = exact._replace(items=chain(checked, exact.items))
    if len(checked) == CHECKED_PUZZLES or all(isinstance(each, Puzzle) and not check(each) for each in checked):
        return exact
    try:
        as_grid = _as_grid(text)
    except ParseError:
        return exact
    boards, read, remarks = [*as_grid.items], [*exact.items], _lines_of_remarks(text)
    held = [each for each in read if (_may_be_board(each) if isinstance(each, Puzzle) else each.line not in remarks)]
    sound = all(isinstance(each, Puzzle) for each in boards)
    if sound and _shown(boards) >= _shown(held) and _cells(boards) >= _cells(held):
        return as_grid._replace(items=iter(boards))
    return exact._replace(items=iter(read))


def _has_row_in_header(puzzle: Puzzle) -> bool:
    """Whether a value of the header looks like a row of the board: `Bob: . . 1`."""
    rows = (value.split() for value in (puzzle.name or "", *puzzle.notes.values()))
    return any(len(row) == puzzle.width > 1 and all(cell == "." or cell.isdecimal() for cell in row) for row in rows)


def _may_be_board(puzzle: Puzzle) -> bool:
    """Whether a puzzle is not just a number or a word, taken for a board of one row."""
    return puzzle.height > 1 or not check(puzzle)


def _lines_of_remarks(text: str) -> set[int]:
    """The line numbers of blocks in which every line has words: a legend, an address."""
    blocks = ([*block] for block in blocks_of(lines_of(text)))
    remarks = (block for block in blocks if all(WORDS_IN_LINE.match(line.strip()) for _, line in block))
    return {number for block in remarks for number, _ in block}


def _shown(items: Iterable[Item]) -> int:
    """The number of boards and solutions; one that cannot be read counts as one."""
    return sum(1 + (isinstance(each, Puzzle) and each.solution is not None) for each in items)


def _cells(items: Iterable[Item]) -> int:
    """The number of cells of the boards and solutions that can be read."""
    return sum(len(each.cells) * _shown([each]) for each in items if isinstance(each, Puzzle))


def surely_is(format: Format, first: Puzzle, text: str) -> bool:
    """Whether a text whose first puzzle a format read is surely in that format, whatever follows."""
    if format.recognise is None or not format.recognise(text):
        return False
    if format.is_certain is None or format.is_certain(text):
        return True
    return is_plausible(first, text) and not _is_titled(first)


def _is_titled(puzzle: Puzzle) -> bool:
    """Whether a note has no value: a title `Puzzle:` above the board, which `Solution:` may follow."""
    return not all(puzzle.notes.values())


def _as_grid_or_links(text: str) -> Guess:
    """Read a text as a grid; if it has none, read the links to puzzles in it."""
    try:
        return _as_grid(text)
    except ParseError:
        if links := _links_alone(text):
            return links
        raise


def _links_alone(text: str) -> Guess | None:
    """The puzzles of the links in a text with other words; None if no link in it is a puzzle."""
    links = "\n".join(LINK_IN_TEXT.findall(text))
    if links in ("", text.strip()):
        return None
    try:
        found = guess(links)
    except ParseError:
        return None
    items = [*found.items]
    return found._replace(items=iter(items)) if any(isinstance(each, Puzzle) for each in items) else None


def _as_grid(text: str) -> Guess:
    """Read a text as a grid; else raises ParseError, as the plain reader words it if the rows look like plain text."""
    from numlink.formats.grid import puzzles, readings
    from numlink.formats.grid.candidates import NothingFound
    from numlink.formats.grid.labels import GridRead
    from numlink.formats.plain_looks import resembles

    found = readings(text)
    first = found[0]
    if isinstance(first, GridRead):
        more = f", {len(found)} boards" if len(found) > 1 else ""
        return Guess(format_named("grid"), puzzles(found), f"{first.note}{more}.")
    as_plain = next(iterate(text, "plain"), None) if isinstance(first, NothingFound) and resembles(text) else None
    raise as_plain if isinstance(as_plain, ParseError) else first


def is_plausible(puzzle: Puzzle, text: str) -> bool:
    """Whether rows of a text that were read as this puzzle surely are a puzzle.

    Every number occurs twice; if no cell is empty, each pair are neighbours; it is not a single row of numbers, which
    may be a size, nor a single column of large ones, which may be rows of digits.  A `#` is a block only if there are
    empty cells: otherwise it may be the sign for those.
    """
    if not puzzle.pairs or check(puzzle) or _has_row_in_header(puzzle):
        return False
    if puzzle.solution is not None or puzzle.name is not None or puzzle.notes:
        return True
    thin = min(puzzle.width, puzzle.height) == 1
    if 0 in puzzle.cells or (thin and puzzle.solids()):
        return puzzle.width > 1 or max(puzzle.cells) <= len(puzzle.cells)
    return (
        not thin and not (puzzle.solids() and "#" in text) and {*puzzle.endpoints().values()} <= {*puzzle.grid.links()}
    )


def light(item: Item) -> Item:
    """The item; an error loses its traceback, which would keep the reader's frames and boards in memory."""
    if isinstance(item, ParseError):
        item.__traceback__ = item.__context__ = item.__cause__ = None
    return item


def parse(text: str, format: str | None = None) -> list[Puzzle]:
    """All puzzles of a text in the format named `format` (None: detected).

    Raises ParseError, with line and column, at the first puzzle that cannot be read; also if there is no puzzle.

    >>> [puzzle.rows() for puzzle in parse("1 . 1")]
    [[(1, 0, 1)]]
    """
    puzzles = [*raising(iterate(text, format))]
    if not puzzles:
        raise ParseError("no board found in the text. Give at least one.")
    return puzzles


def save(puzzles: Puzzle | Iterable[Puzzle], path: str | Path, format: str | None = None) -> tuple[str, ...]:
    """Write puzzles to the file at `path`, atomically; with `format` None its ending chooses the format.

    Returns a sentence for each thing that the format leaves out (see `write`).  Raises InputError if the ending names
    no format or the file cannot be written, CannotHold if a board does not fit the format.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     save(parse("1 . 1"), f"{folder}/board.json")
    ...     parse(read_decoded(f"{folder}/board.json").text) == parse("1 . 1")
    ()
    True
    """
    if not isinstance(path, str | Path):
        raise InputError(f"a file must be named by a str or a Path, not {quoted(path)}.")
    found = format_for_file(path) if format is None else format_named(format)
    if found is None:
        raise InputError(
            f"the extension of {path} is not a known format. Name one with format=, such as 'plain' or 'json'."
        )
    written = write(puzzles, found.name)
    write_file(str(path), written.text.encode())
    return written.notes


def read_decoded(path: str | Path) -> Decoded:
    """The text of a file, with its line ends unchanged; raises InputError if it cannot be read or is not text."""
    return decoded(read_bytes(path), str(path))


def read_bytes(path: str | Path) -> bytes:
    """The bytes of a file; raises InputError if it cannot be read."""
    try:
        return Path(path).read_bytes()
    except TypeError:
        raise InputError(f"a file must be named by a str or a Path, not {quoted(path)}.") from None
    except (OSError, ValueError) as error:
        raise unreadable(path, error) from None


def write(puzzles: Puzzle | Iterable[Puzzle], format: str = "plain", *, lossy: bool = False) -> Written:
    """Write puzzles as text in a format, with a sentence (`Written.notes`) for each thing that is left out.

    Rules, name, seed, recipe, notes and solution are left out if the format cannot store them.  Anything else that
    does not fit raises CannotHold.  With `lossy`, two of these are changed and noted instead: numbers with gaps are
    renumbered, and a solution that the format cannot show is left out.

    >>> write(Puzzle(3, 1, (1, 0, 1)), "imos")
    Written(text='3 1\\n1 0 1\\n0 0\\n', notes=('imos cannot express the rules cover; the file will mean free.',))
    """
    from numlink.formats.writing import written

    if not isinstance(puzzles, Iterable):
        puzzles = [require_puzzle(puzzles)]
    return written(puzzles, format_named(format), lossy=lossy)


def dumps(puzzles: Puzzle | Iterable[Puzzle], format: str | None = None) -> str:
    """One puzzle or several as text in `format` (None: plain); time is linear in the number of cells.

    Rules, names and notes for which the format has no room are left out (`write` tells which).  Raises CannotHold
    if the board itself does not fit, InputError if `format` names no format.

    >>> print(dumps(parse("1 . 1"), "thomasahle"), end="")
    3 1
    1.1
    """
    return write(puzzles, "plain" if format is None else format).text
