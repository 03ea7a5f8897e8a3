"""Checks a certificate of exactly one solution.  One file of plain Python that imports nothing of numlink.

A certificate is text:

    numlink certificate 1            2 where the board is no plain rectangle
    rules cover                      or no-touch, free, free-no-touch
    board 3 2                        width and height, of a layer
    wrap: rows                       version 2: how the board is laid, in the words of plain text
    1 . 2                            the rows: . empty, X solid, a number; + a bridge, --- between layers
    1 . 2
    solution 1 2 5 7                 the links of the solution
    clauses 1                        how many clauses follow, each closed by 0
    -1 4 0
    0                                the last one is empty
    sha256 ...                       of all that stands above

Links are numbered from 1 as `BoardLinks.links` lists them.  A clause says of one of its links k that it is drawn, or,
with -k, that it is not.  Checked is that the solution keeps the rules.  Then some *other* solution is supposed.  It
lacks one of the solution's links, for a path between two ends that has all links of another between them is that path.
Each clause must follow from the board and the clauses before it by *reverse unit propagation* (Goldberg and Novikov
2003): suppose all its literals false, draw and rule out what must be, and meet a contradiction.  What must be say the
lemmas of `BoardFacts`, which hold for every solution, and clauses with one literal left.  The empty one leaves nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from re import findall, fullmatch

# By name whether cells must be filled and whether a path may touch itself.
RULES = {"cover": (True, True), "no-touch": (True, False), "free": (False, True), "free-no-touch": (False, False)}

TOKEN = "(?:[.X+]|[1-9][0-9]{0,8})"
PLACE = r"\((?:([0-9]{1,4}),)?([0-9]{1,4}),([0-9]{1,4})\)"
LAID = {
    "board": "hex|diagonal|triangle",
    "wrap": "rows|columns|both",
    "layers": "[1-9][0-9]{0,3}",
    "vias": rf"(?:{PLACE} ?)*",
    "walls": rf"(?:{PLACE}\|{PLACE} ?)+",
}
"""What may be said about a board above its rows, and how."""


class NoProof(ValueError):
    """A certificate that proves nothing; the message says which line is wrong and how."""


@dataclass(frozen=True, slots=True)
class Certified:
    """What was checked: the board and how it is laid (`bridges` as cells), under which rules, and how much it took."""

    width: int
    height: int
    rules: str
    laid: dict[str, str]
    cells: tuple[int, ...]
    paths: dict[int, list[int]]
    clauses: int
    propagations: int

    def __str__(self) -> str:
        laid = "".join(f" {key}: {value:.30}" for key, value in self.laid.items())
        what = f"the board of {self.width}x{self.height}{laid} has exactly one solution under {self.rules}"
        return f"verified: {what}; {self.clauses:,} clauses, {self.propagations:,} links propagated"


def verify_certificate(text: str) -> Certified:
    """Check the `text` of a certificate from its first line to its last; what was proven, as a `Certified`.

    Time is linear in the clauses times the links each makes follow, memory in the text.  Raises NoProof, a ValueError
    that names the line.  `numlink.certificate` has an example.
    """
    lines = _Lines(text if isinstance(text, str) else "")
    plain = lines.take("numlink certificate ([12])")[0] == "1"
    rules = lines.take(f"rules ({'|'.join(RULES)})")[0]
    width, height = map(int, lines.take("board ([1-9][0-9]{0,3}) ([1-9][0-9]{0,3})"))
    laid = {} if plain else lines.laid()  # a wall stands on each layer, a cell has up to 8, named from either side
    if max(width * height, len({*laid.get("walls", "").split()}) // 16) * int(laid.get("layers", 1)) > lines.size:
        raise lines.wrong("the board has more cells or walls than the certificate has characters")
    ground = BoardLinks(width, height, laid, lines)
    rows = lines.rows(width, height, ground.layers)
    cells = [int(token) if token.isdigit() else -(token == "X") for token in rows]
    ground.bridges = dict.fromkeys(cell for cell, token in enumerate(rows) if token == "+")
    ground.laid |= {"bridges": str([*ground.bridges])[1:-1]} if ground.bridges else {}
    barred = {"": plain and ground.bridges, "diagonal": ground.layers > 1}
    if barred.get(ground.kind, ground.wrap or ground.bridges):
        raise lines.wrong("version 1 has no bridges, hexagons and triangles no wraps, no bridges, diagonals one layer")
    numbers = sorted(content for content in cells if content > 0)
    if numbers[::2] != numbers[1::2] or len({*numbers}) != len(numbers) / 2:
        raise lines.wrong("every number stands on the board twice")
    board = BoardFacts(cells + [0] * len(ground.bridges), ground.links(cells), *RULES[rules])
    solution = lines.literals("solution((?: [1-9][0-9]{0,8})*)", len(board.links))
    paths = _paths(board, solution, lines)
    filled = sum(map(len, paths.values())) == sum(content >= 0 for content in board.cells)
    board.touch = board.touch and (board.fill or not filled)  # lemma 4
    clauses = ClauseSet(board)
    clauses.add([-link for link in solution])
    clause = solution
    for _ in range(count := int(lines.take("clauses ([1-9][0-9]{0,11})")[0])):
        clause = lines.literals("((?:-?[1-9][0-9]{0,8} )*)0", len(board.links))
        if not clauses.follows(clause):
            raise lines.wrong("this clause does not follow from the board and the clauses before it")
        clauses.add(clause)
    if clause or not clauses.refuted or lines.number != len(lines.lines):
        raise lines.wrong("the last line is not the empty clause: there may be another solution")
    cell_of = [*range(len(cells)), *ground.bridges]
    found = {number: [cell_of[track] for track in path] for number, path in paths.items()}
    return Certified(width, height, rules, ground.laid, tuple(cells), found, count, board.propagations)


def signed(body: str) -> str:
    """A certificate's lines with the line that says their hash."""
    return f"{body}sha256 {sha256(body.encode()).hexdigest()}\n"


class BoardLinks:
    """How the cells of a board lie; they are numbered row by row, layer after layer.

    A square has up to four neighbours, with diagonals eight (a bridge four), a hexagon six: it stands in columns, the
    odd ones (from 0) half a cell higher.  A triangle has three: two in its row and one below, or above where row and
    column add up to an odd number.  `wrap` closes rows, columns or both to rings.  Cells on top of each other are
    neighbours, or, where there are `vias`, only a via and the cell below it.  Walls part neighbours, those across a
    corner also where no way round it is left.  What a path passes is a *track*: each cell has one, and a bridge two,
    straight across and, numbered behind all cells, straight down; layers do not meet there.
    """

    def __init__(self, width: int, height: int, laid: dict[str, str], lines: _Lines) -> None:
        self.width, self.height, self.laid, self.lines = width, height, laid, lines
        self.layers, self.kind, self.wrap = int(laid.get("layers", 1)), laid.get("board", ""), laid.get("wrap", "")
        self.bridges: dict[int, None] = {}  # in order, and quickly asked
        places = findall(PLACE, laid.get("walls", ""))
        pairs = {*zip(places[::2], places[1::2], strict=True)}
        walled = [(self._cells("walls", *here), self._cells("walls", *there)) for here, there in pairs]
        if any(len(here) != len(there) for here, there in walled):
            raise lines.wrong("a wall's two cells say their layer, or neither does")
        self.walls = {frozenset(pair) for ends in walled for pair in zip(*ends, strict=True)}
        self.vias = {cell for via in {*findall(PLACE, laid.get("vias", ""))} for cell in self._cells("vias", *via)}

    def _cells(self, key: str, layer: str, row: str, column: str) -> list[int]:
        """The cell at a place that a line names; where that says no layer, one on each."""
        if int(layer or 0) >= self.layers or int(row) >= self.height or int(column) >= self.width:
            raise self.lines.wrong(f"row {row}, column {column} of the {key} lies outside the board")
        layers = [int(layer)] if layer else range(self.layers)
        return [(on * self.height + int(row)) * self.width + int(column) for on in layers]

    def beside(self, cell: int) -> set[int]:
        """The cells next to one, be they solid or behind a wall."""
        plane = self.width * self.height
        row, column = divmod(cell % plane, self.width)
        steps, slants = [(-1, 0), (1, 0), (0, -1), (0, 1)], [(-1, -1), (-1, 1), (1, -1), (1, 1)]
        if self.kind == "triangle":
            steps.remove((-1, 0) if (row + column) % 2 == 0 else (1, 0))
        steps += {"diagonal": slants, "hex": slants[:2] if column % 2 else slants[2:]}.get(self.kind, [])
        found = set()
        for down, right in steps:
            there = (row + down) % self.height if self.wrap in ("columns", "both") else row + down
            aside = (column + right) % self.width if self.wrap in ("rows", "both") else column + right
            other = cell - cell % plane + there * self.width + aside
            inside = 0 <= there < self.height and 0 <= aside < self.width
            if inside and not (down and right and (cell in self.bridges or other in self.bridges)):
                found.add(other)
        for upper in (cell - plane, cell):
            stacked = 0 <= upper < plane * (self.layers - 1) and self.bridges.keys().isdisjoint((upper, upper + plane))
            if stacked and ("vias" not in self.laid or upper in self.vias):
                found.add(2 * upper + plane - cell)
        return found

    def links(self, cells: list[int]) -> list[tuple[int, int]]:
        """The two tracks of each link of two cells that are not solid, by its smaller cell and then by the larger."""
        behind = {cell: len(cells) + index for index, cell in enumerate(self.bridges)}
        found = []
        for first in (cell for cell, content in enumerate(cells) if content >= 0):
            for second in sorted(self.beside(first)):
                aside = second % self.width - first % self.width
                ways = {first + aside, second - aside} - {first, second}
                blocked = all({first, way} in self.walls or {way, second} in self.walls for way in ways)
                parted = {first, second} in self.walls or (blocked and ways and self.kind == "diagonal")
                if second > first and cells[second] >= 0 and not parted:
                    down = (behind.get(first, first), behind.get(second, second))
                    found.append((first, second) if first // self.width == second // self.width else down)
        return found


class BoardFacts:
    """What is drawn and ruled out, and all that follows from it by the lemmas; every step can be taken back.

    1. An endpoint has one link; every other open cell two, or none where cells may stay empty.
    2. Drawn links never close a loop, and never join two numbers.
    3. Where touching is forbidden, two cells of one path that lie side by side have the link between them drawn.
    4. Where cells may stay empty and the known solution fills all, the other one may be taken not to touch itself: a
       path that does is shortened along the link there, which empties a cell, so that it is still another solution.

    `value[literal]`: 0 open, 1 true, -1 false, as literal 0 always is; those of negative literals stand at the list's
    end.  A *fragment* is a run of drawn links; `mate` of each of its two ends is the other end, `label` the number it
    holds, 0 for none.
    """

    def __init__(self, cells: list[int], links: list[tuple[int, int]], fill: bool, touch: bool) -> None:
        self.cells, self.links, self.fill, self.touch = cells, links, fill, touch
        self.value = [-1] + [0] * (2 * len(self.links))
        self.around: list[list[tuple[int, int]]] = [[] for _ in cells]
        for link, (first, second) in enumerate(self.links, start=1):
            self.around[first].append((link, second))
            self.around[second].append((link, first))
        self.drawn = [0] * len(cells)
        self.open = [len(around) for around in self.around]
        self.mate = list(range(len(cells)))
        self.label = [max(content, 0) for content in cells]
        self.trail: list[tuple[int, tuple[int, int, int, int] | None]] = []
        self.propagations = 0

    def at_start(self) -> list[int]:
        """What the lemmas say of the empty board, as literals; 0 is a contradiction."""
        cells = [cell for cell, content in enumerate(self.cells) if content >= 0]
        return [literal for cell in cells for literal in self._of_degree(cell) + self._of_ends(cell, cell)]

    def settle(self, literal: int) -> list[int]:
        """Take a literal as true; what follows from it at once, as literals, 0 for a contradiction."""
        (first, second), self.propagations = self.links[abs(literal) - 1], self.propagations + 1
        self.value[literal], self.value[-literal] = 1, -1
        for cell in (first, second):
            self.open[cell] -= 1
            self.drawn[cell] += literal > 0
        found, joined = self._of_degree(first) + self._of_degree(second), None
        if literal > 0 and 0 not in found and self._may_join(first, second):
            one, other = self.mate[first], self.mate[second]
            joined = (one, other, self.label[one], self.label[other])
            self.mate[one], self.mate[other] = other, one
            self.label[one] = self.label[other] = self.label[one] or self.label[other]
            found += self._of_ends(one, other) + self._of_ends(other, one)
        elif literal > 0:
            found.append(0)
        self.trail.append((literal, joined))
        return found

    def back_to(self, length: int) -> None:
        """Take back all literals behind the first `length`."""
        while len(self.trail) > length:
            literal, joined = self.trail.pop()
            first, second = self.links[abs(literal) - 1]
            if joined is not None:
                one, other, self.label[one], self.label[other] = joined
                self.mate[one], self.mate[other] = first, second
            self.value[literal] = self.value[-literal] = 0
            for cell in (first, second):
                self.open[cell] += 1
                self.drawn[cell] -= literal > 0

    def _of_degree(self, cell: int) -> list[int]:
        """Lemma 1 at a cell."""
        drawn, left = self.drawn[cell], self.open[cell]
        most = 1 if self.cells[cell] > 0 else 2
        least = most if self.cells[cell] > 0 or self.fill or drawn else 0
        if drawn > most or drawn + left < least:
            return [0]
        sign = -1 if drawn == most or (least == 0 and left == 1) else 1 if drawn + left == least else 0
        return [sign * link for link, _ in self.around[cell] if sign and not self.value[link]]

    def _may_join(self, first: int, second: int) -> bool:
        """Lemmas 2 and 3 for a link just drawn."""
        one, other = self.mate[first], self.mate[second]
        if one == second or (self.label[one] and self.label[other] and self.label[one] != self.label[other]):
            return False
        side = {*self.run(first, second)} if not self.touch else {}
        near = (pair for cell in self.run(second, first) for pair in self.around[cell]) if side else ()
        return not any(end in side for link, end in near if self.value[link] <= 0)

    def _of_ends(self, here: int, there: int) -> list[int]:
        """Lemma 2 ahead: the open links from an end of a fragment that would close a loop or join two numbers."""
        number = self.label[here]
        ahead = (pair for pair in self.around[here] if not self.value[pair[0]] and self.drawn[pair[1]] < 2)
        return [-link for link, end in ahead if end == there or (number and self.label[end] not in (0, number))]

    def run(self, cell: int, before: int) -> Iterator[int]:
        """The cells of a fragment from one on, away from another."""
        while True:
            yield cell
            ahead = [end for link, end in self.around[cell] if self.value[link] == 1 and end != before]
            if not ahead:
                return
            cell, before = ahead[0], cell


class ClauseSet:
    """Clauses over a board's links, each watched at two literals that are not false."""

    def __init__(self, board: BoardFacts) -> None:
        self.board = board
        self.watched: dict[int, list[list[int]]] = {}
        self.refuted = not self._consistent(board.at_start())

    def follows(self, clause: list[int]) -> bool:
        """Whether supposing all literals of a clause false leads to a contradiction."""
        known = len(self.board.trail)
        contradiction = self.refuted or not self._consistent([-literal for literal in clause])
        self.board.back_to(known)
        return contradiction

    def add(self, clause: list[int]) -> None:
        """Take a clause as true from now on."""
        if self.refuted or any(self.board.value[literal] > 0 for literal in clause):
            return
        free = [literal for literal in clause if not self.board.value[literal]]
        if len(free) > 1:
            for literal in free[:2]:
                self.watched.setdefault(literal, []).append(free)
        elif not free or not self._consistent(free):
            self.refuted = True

    def _consistent(self, queue: Iterable[int]) -> bool:
        """Take literals as true and all that follows from them; False at a contradiction."""
        waiting, value = list(queue), self.board.value
        for literal in waiting:  # which grows
            if value[literal] < 0:
                return False
            if not value[literal]:
                found = self.board.settle(literal)
                if 0 in found:
                    return False
                waiting += found + self._of_clauses(-literal)
        return True

    def _of_clauses(self, false: int) -> list[int]:
        """What the clauses that watch a literal say now that it is false."""
        found, value = [], self.board.value
        for clause in self.watched.pop(false, ()):
            if clause[0] == false:
                clause[0], clause[1] = clause[1], clause[0]
            if value[clause[0]] <= 0:
                other = next((at for at in range(2, len(clause)) if value[clause[at]] >= 0), 0)
                if other:
                    clause[1], clause[other] = clause[other], clause[1]
                else:
                    found.append(clause[0])
            self.watched.setdefault(clause[1], []).append(clause)
        return found


def _paths(board: BoardFacts, solution: list[int], lines: _Lines) -> dict[int, list[int]]:
    """The tracks of each number's path; raises NoProof where a lemma says no: of a whole board these are the rules."""
    off = {*range(1, len(board.links) + 1)} - {*solution}
    if 0 in board.at_start() or any(0 in board.settle(link) for link in [*solution, *(-link for link in off)]):
        raise lines.wrong("the links of the solution break a rule: degree, loop, two numbers joined, or touching")
    ends = [cell for cell, content in enumerate(board.cells) if content > 0]
    paths = {board.cells[end]: [*board.run(end, -1)] for end in reversed(ends)}
    board.back_to(0)
    return paths


class _Lines:
    """The lines of a certificate, one after the other; knows where it stands, and checks the hash first."""

    def __init__(self, text: str) -> None:
        body = text[: text.rfind("sha256 ")] if "sha256 " in text else text
        self.size, self.lines = len(text), body.split("\n")[:-1]
        self.number = len(self.lines) + 1
        if not (text.isascii() and body[-1:] in "\n" and signed(body) == text):
            raise self.wrong("the hash of the lines above is not here: they were altered, or lines are missing")
        self.number = 0

    def wrong(self, problem: str) -> NoProof:
        return NoProof(f"line {self.number}: {problem}.")

    def take(self, pattern: str) -> tuple[str, ...]:
        """The groups of the next line; raises NoProof where it is not of this form."""
        self.number += 1
        match = fullmatch(pattern, "".join(self.lines[self.number - 1 : self.number]))
        if match is None:
            raise self.wrong(f"a line of the form '{pattern}' is expected")
        return match.groups()

    def laid(self) -> dict[str, str]:
        """The lines `key: value`, of which there may be none."""
        found: dict[str, str] = {}
        while ":" in "".join(self.lines[self.number : self.number + 1]):
            key, value = self.take("([a-z]+): ?(.*)")
            if key in found or not fullmatch(LAID.get(key, "(?!)"), value):
                raise self.wrong(f"how a board is laid say the lines {', '.join(LAID)}, each once")
            found[key] = value
        return found

    def rows(self, width: int, height: int, layers: int) -> list[str]:
        """The tokens of all rows."""
        found: list[str] = []
        for row in range(height * layers):
            if row and row % height == 0:
                self.take("---")
            found += self.take(f"({TOKEN}(?: +{TOKEN}){{{width - 1}}})")[0].split()
        return found

    def literals(self, pattern: str, most: int) -> list[int]:
        """The numbers of links in a line of this form, each once."""
        found = [int(token) for token in self.take(pattern)[0].split()]
        if any(abs(literal) > most for literal in found) or len({*map(abs, found)}) != len(found):
            raise self.wrong(f"links are numbers from 1 to {most}, each once")
        return found
