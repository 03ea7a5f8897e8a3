"""The data blocks of janko.at, with or without the page around them.

[begin]
puzzle arukone          lines `key value`; author, solver, source and info are kept as notes, title as the name
[problem]
7 - - - 3               - empty, or a number
9 1 3 - -
[solution]
e ew ew sw s            the directions in which the path leaves the cell: n, s, e, w; -: no path
...
[moves]                 optional, skipped
[end]

Older pages leave out the brackets.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from numlink.formats.base import Format, Item, Losses
from numlink.formats.reading import CellBudget, NumberedLine, TextPiece, item, lines_of, paths_from_links, wrong
from numlink.formats.writing import links_drawn
from numlink.model.grid import Link
from numlink.model.puzzle import Puzzle, Solution
from numlink.model.rules import FREE
from numlink.model.words import where

HEAD = re.compile(r"\s*+\[?(begin|problem|solution|moves|end|eend|ends|send)\]?\s*+(?:</script>\s*+)?", re.IGNORECASE)
KEY = re.compile(r"(author|solver|source|info|title)\s++(\S.*+)")
"""The key and the value of a line above [problem], without blanks or form feeds around it."""
STEPS = {"n": (-1, 0), "s": (1, 0), "e": (0, 1), "w": (0, -1)}
"""Direction -> (rows down, columns right), in the order in which a cell lists its directions."""
OPPOSITE = dict(zip("nsew", "snwe", strict=True))
NO_PATH = "-"
NOTES = ("author", "solver", "source", "info")

Section = list[NumberedLine]


def read(text: str) -> Iterator[Item]:
    budget = CellBudget(text)
    for sections, notes in _blocks(text):
        yield item(sections["problem"][0][0], _puzzle, sections, notes, budget)


def _blocks(text: str) -> Iterator[tuple[dict[str, Section], dict[str, str]]]:
    """(its sections by name, each with its head line first; the keys above it with their values) of each problem."""
    sections: dict[str, Section] = {}
    notes: dict[str, str] = {}
    current = ""
    for line in lines_of(text):
        head = HEAD.fullmatch(line[1])
        word = head[1].lower() if head else ""
        if word and word not in ("solution", "moves"):
            if "problem" in sections:
                yield sections, notes
                notes = {}
            sections = {}
            notes = notes if word == "problem" else {}
        if word:
            current = word
            sections[current] = [line]
        elif current in ("problem", "solution"):
            if line[1].strip():
                sections.setdefault(current, [line]).append(line)
        elif key := KEY.fullmatch(line[1].strip()):
            notes[key[1]] = key[2]
    if "problem" in sections:
        yield sections, notes


def _puzzle(sections: dict[str, Section], notes: dict[str, str], budget: CellBudget) -> Puzzle:
    rows = _rows(sections["problem"])
    if not rows:
        expected, remedy = "rows of '-' and numbers", "Put the board below [problem]."
        raise wrong("no board", expected, remedy, line=sections["problem"][0][0])
    width, height = len(rows[0][1]), len(rows)
    _same_lengths(rows, width)
    cells = [cell for line, words in rows for cell in line.cells(words, width * height, NO_PATH.__eq__)]
    solution = None
    if len(sections.get("solution", ())) > 1:
        solution = _solution(sections["solution"], width, height, cells, budget)
    known = {key: value for key, value in notes.items() if key in NOTES}
    return Puzzle(width, height, tuple(cells), FREE, solution, name=notes.get("title"), notes=known)


def _rows(section: Section) -> list[tuple[TextPiece, list[str]]]:
    """Each row of a section with its words."""
    return [(TextPiece.of(line), line[1].split()) for line in section[1:]]


def _same_lengths(rows: list[tuple[TextPiece, list[str]]], width: int) -> None:
    for line, words in rows:
        if len(words) != width:
            odd = line.word(min(width, len(words) - 1))
            raise odd.wrong(f"{width} cells", "Make all rows the same length.", found=f"a row of {len(words)}")


def _solution(section: Section, width: int, height: int, cells: list[int], budget: CellBudget) -> Solution:
    rows = _rows(section)
    if len(rows) != height:
        expected = f"{height}, as in the problem"
        raise wrong(f"{len(rows)} rows", expected, "Complete the solution or leave it out.", line=section[-1][0])
    _same_lengths(rows, width)
    links = {*_links(rows, width)}
    budget.take(max(cells), f"a path numbered {max(cells)}", line=section[0][0])
    found = paths_from_links(width, height, cells, links)
    if found is None:
        remedy = "Correct its directions or leave the solution out."
        raise wrong("lines", "one from each number to its partner, and no other", remedy, line=section[0][0], column=1)
    return found


def _links(rows: list[tuple[TextPiece, list[str]]], width: int) -> Iterator[Link]:
    """The links that the words of cells name; raises ParseError for a bad word, or if no neighbour leads back."""
    tokens = [word for _, words in rows for word in words]
    for cell, token in enumerate(tokens):
        if token == NO_PATH:
            continue
        row, column = divmod(cell, width)
        if any(direction not in STEPS for direction in token) or len({*token}) < len(token) or len(token) > 2:
            raise rows[row][0].word(column).wrong("one or two of n, s, e, w, or -", "Correct this cell.")
        for direction in token:
            down, right = STEPS[direction]
            other = cell + down * width + right
            inside = 0 <= row + down < len(rows) and 0 <= column + right < width
            if not inside or OPPOSITE[direction] not in tokens[other]:
                expected, remedy = f"{OPPOSITE[direction]!r} in the cell it points to", "Correct one of the two cells."
                found = f"{direction!r} at {where(width, cell)}"
                raise rows[row][0].word(column).wrong(expected, remedy, found=found)
            yield (min(cell, other), max(cell, other))


def write(puzzle: Puzzle, losses: Losses) -> str:
    square = puzzle.width == puzzle.height
    size = [f"size {puzzle.width}"] if square else [f"rows {puzzle.height}", f"cols {puzzle.width}"]
    lines = ["[begin]", "puzzle arukone", *size, *_notes(puzzle, losses)]
    lines += ["[problem]", *_aligned(puzzle, ["-" if cell == 0 else str(cell) for cell in puzzle.cells])]
    links = links_drawn(puzzle, losses)
    if links or (puzzle.solution is not None and not any(puzzle.solution.paths)):
        lines += ["[solution]", *_aligned(puzzle, _directions(puzzle, links))]
    return "\n".join([*lines, "[end]"]) + "\n"


def _notes(puzzle: Puzzle, losses: Losses) -> list[str]:
    """The lines `key value` of the puzzle's name, as `title`, and notes; `losses` gets those without a place."""
    pairs = [("title", puzzle.name or "", "the name")]
    pairs += [(key if key in NOTES else "", value, f"the note {key!r}") for key, value in puzzle.notes.items()]
    lines = []
    for key, value, what in pairs:
        match = KEY.fullmatch(f"{key} {value}".strip()) if "\n" not in value and "\r" not in value else None
        if match and match[2] == value and match[1] == key:
            lines.append(f"{key} {value}")
        elif value:
            losses.note(f"cannot store {what}: left out")
    return lines


def _directions(puzzle: Puzzle, links: list[Link]) -> list[str]:
    leaving: list[set[str]] = [set() for _ in puzzle.cells]
    for first, second in links:
        direction = "e" if second - first == 1 < puzzle.width else "s"
        leaving[first].add(direction)
        leaving[second].add(OPPOSITE[direction])
    return ["".join(letter for letter in STEPS if letter in directions) or NO_PATH for directions in leaving]


def _aligned(puzzle: Puzzle, tokens: list[str]) -> list[str]:
    longest = max(map(len, tokens))
    rows = (tokens[start : start + puzzle.width] for start in range(0, len(tokens), puzzle.width))
    return [" ".join(token.ljust(longest) for token in row).rstrip() for row in rows]


FORMAT = Format(
    name="janko",
    summary="data blocks of janko.at",
    holds="boards without blocks, any numbers; author, source, info; solutions whose paths do not cross",
    read=read,
    write=write,
    recognise=lambda text: any(
        head and head[1].lower() == "problem" for head in (HEAD.fullmatch(line) for _, line in lines_of(text))
    ),
    is_certain=lambda text: "[" in text,
    endings=(".janko",),
    rules=FREE,
    keeps=("name", "notes"),
    solutions=True,
    no_paths=True,
)
