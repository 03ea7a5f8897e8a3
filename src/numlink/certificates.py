"""Checks a certificate of exactly one solution.  One file of plain Python that imports nothing of numlink.

A certificate is text:

    numlink certificate 1
    rules cover                      or no-touch, free, free-no-touch
    board 3 2                        width and height, then the rows: . empty, X solid, a number
    1 . 2
    1 . 2
    solution 1 2 5 7                 the links of the solution
    clauses 1                        so many clauses, each closed by 0
    -1 4 0
    0                                the last one is empty
    sha256 ...                       of all that stands above

Links are numbered from 1 in scan order: cell by cell, row after row, first the link to the right, then the one down,
where both cells are open.  In a clause k says that link k is drawn, -k that it is not; the clause, that one is so.

What is checked: the solution keeps the rules.  Then some *other* solution is supposed.  It lacks one of the solution's
links, for a path between two ends that has all links of another path between them is that path.  Each clause must
follow from the board and the clauses before it by *reverse unit propagation* (Goldberg and Novikov 2003): suppose all
its literals false, draw and rule out what must be, and meet a contradiction.  What must be are the lemmas of
`BoardFacts`, which hold for every solution, and clauses with one literal left.  The empty clause at the end: nothing is
left.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from re import fullmatch

MAGIC = "numlink certificate 1"
RULES = {"cover": (True, True), "no-touch": (True, False), "free": (False, True), "free-no-touch": (False, False)}
"""By name whether cells must be filled and whether a path may touch itself."""


class NoProof(ValueError):
    """A certificate that proves nothing; the message says which line is wrong and how."""


@dataclass(frozen=True, slots=True)
class Certified:
    """What was checked: the board, under which rules, and how much there was to do."""

    width: int
    height: int
    rules: str
    cells: tuple[int, ...]
    paths: dict[int, list[int]]
    clauses: int
    propagations: int

    def __str__(self) -> str:
        return (
            f"verified: the board of {self.width}x{self.height} has exactly one solution under {self.rules}; "
            f"{self.clauses:,} clauses, {self.propagations:,} links propagated"
        )


def verify_certificate(text: str) -> Certified:
    """Check a certificate from its first line to its last; raises NoProof where anything does not hold.

    Time: for each clause, what the propagation of its literals takes; memory: the clauses.
    """
    lines = _Lines(text)
    lines.take(MAGIC)
    rules = lines.take("rules (.+)")[0]
    if rules not in RULES:
        raise lines.wrong(f"rules are {', '.join(RULES)}")
    width, height = map(int, lines.take("board ([1-9][0-9]{0,3}) ([1-9][0-9]{0,3})"))
    cells = [_content(token, lines) for _ in range(height) for token in lines.row(width)]
    ends: dict[int, list[int]] = {}
    for cell, content in enumerate(cells):
        if content > 0:
            ends.setdefault(content, []).append(cell)
    if any(len(found) != 2 for found in ends.values()):
        raise lines.wrong("every number stands on the board twice")
    fill, touch = RULES[rules]
    board = BoardFacts(width, height, cells, fill=fill, touch=touch)
    solution = lines.numbers("solution", 1, len(board.links))
    paths = _paths(board, ends, solution, lines)
    clauses = ClauseSet(board)
    clauses.add([-link for link in solution])
    count = int(lines.take("clauses ([1-9][0-9]{0,11})")[0])
    clause = [0]
    for _ in range(count):
        clause = lines.clause(len(board.links))
        if not clauses.follows(clause):
            raise lines.wrong("this clause does not follow from the board and the clauses before it")
        clauses.add(clause)
    if clause or not clauses.refuted:
        raise lines.wrong("the last clause is not empty: there may be another solution")
    lines.close()
    return Certified(width, height, rules, tuple(cells), paths, count, board.propagations)


def signed(body: str) -> str:
    """A certificate's lines with the line that says their hash."""
    return f"{body}sha256 {sha256(body.encode()).hexdigest()}\n"


def scan_links(width: int, height: int, cells: list[int]) -> list[tuple[int, int]]:
    """The links of a board in scan order.

    >>> scan_links(2, 2, [1, 0, 1, -1])
    [(0, 1), (0, 2)]
    """
    found = []
    for cell in range(width * height):
        right = cell + 1 if (cell + 1) % width else -1
        down = cell + width if cell + width < width * height else -1
        found += [(cell, other) for other in (right, down) if other >= 0 and cells[cell] >= 0 and cells[other] >= 0]
    return found


class BoardFacts:
    """What is drawn and ruled out, and all that follows from it by the lemmas; every step can be taken back.

    1. An endpoint has one link; every other open cell two, or none where cells may stay empty.
    2. Drawn links never close a loop, and never join two numbers.
    3. Where touching is forbidden, two cells of one path that lie side by side have the link between them drawn.

    `value[link]`: 0 open, 1 drawn, -1 ruled out.  A *fragment* is a run of drawn links; `mate` of each of its two ends
    is the other end, `label` the number it holds, 0 for none.
    """

    def __init__(self, width: int, height: int, cells: list[int], *, fill: bool, touch: bool) -> None:
        self.cells, self.fill, self.touch = cells, fill, touch
        self.links = scan_links(width, height, cells)
        self.value = [0] * (len(self.links) + 1)
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
        link = abs(literal)
        first, second = self.links[link - 1]
        self.propagations += 1
        self.value[link] = 1 if literal > 0 else -1
        for cell in (first, second):
            self.open[cell] -= 1
            self.drawn[cell] += literal > 0
        found = self._of_degree(first) + self._of_degree(second)
        joined = None
        if literal > 0 and 0 not in found:
            one, other = self.mate[first], self.mate[second]
            if self._may_join(first, second):
                joined = (one, other, self.label[one], self.label[other])
                self.mate[one], self.mate[other] = other, one
                self.label[one] = self.label[other] = self.label[one] or self.label[other]
                found += self._of_ends(one, other) + self._of_ends(other, one)
            else:
                found.append(0)
        self.trail.append((literal, joined))
        return found

    def back_to(self, length: int) -> None:
        """Take back all literals but the first so many."""
        while len(self.trail) > length:
            literal, joined = self.trail.pop()
            first, second = self.links[abs(literal) - 1]
            if joined is not None:
                one, other, self.label[one], self.label[other] = joined
                self.mate[one], self.mate[other] = first, second
            self.value[abs(literal)] = 0
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
        if drawn == most or (least == 0 and left == 1):
            return [-link for link, _ in self.around[cell] if not self.value[link]]
        if drawn + left == least:
            return [link for link, _ in self.around[cell] if not self.value[link]]
        return []

    def _may_join(self, first: int, second: int) -> bool:
        """Lemmas 2 and 3 for a link just drawn."""
        one, other = self.mate[first], self.mate[second]
        if one == second or (self.label[one] and self.label[other] and self.label[one] != self.label[other]):
            return False
        return self.touch or not self._touch(first, second)

    def _of_ends(self, here: int, there: int) -> list[int]:
        """Lemma 2 ahead: the open links from an end of a fragment that would close a loop or join two numbers."""
        found = []
        for link, end in self.around[here]:
            if not self.value[link] and self.drawn[end] < 2:
                differ = self.label[end] and self.label[here] and self.label[end] != self.label[here]
                if end == there or differ:
                    found.append(-link)
        return found

    def _touch(self, first: int, second: int) -> bool:
        """Whether the fragments on the two sides of a link just drawn lie side by side anywhere else."""
        side = {*self._side(first, second)}
        others = [cell for there in self._side(second, first) for link, cell in self.around[there]
                  if self.value[link] != 1]  # fmt: skip
        return any(cell in side for cell in others)

    def _side(self, cell: int, before: int) -> Iterator[int]:
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
        if self.refuted:
            return True
        known = len(self.board.trail)
        contradiction = not self._consistent([-literal for literal in clause])
        self.board.back_to(known)
        return contradiction

    def add(self, clause: list[int]) -> None:
        """Take a clause as true from now on."""
        if self.refuted or any(self._value(literal) > 0 for literal in clause):
            return
        free = [literal for literal in clause if not self._value(literal)]
        if len(free) > 1:
            for literal in free[:2]:
                self.watched.setdefault(literal, []).append(free)
        elif not free or not self._consistent(free):
            self.refuted = True

    def _value(self, literal: int) -> int:
        value = self.board.value[abs(literal)]
        return value if literal > 0 else -value

    def _consistent(self, queue: Iterable[int]) -> bool:
        """Take literals as true and all that follows from them; False at a contradiction."""
        waiting = list(queue)
        if 0 in waiting:
            return False
        for literal in waiting:  # which grows
            if self._value(literal) < 0:
                return False
            if not self._value(literal):
                found = self.board.settle(literal)
                if 0 in found:
                    return False
                waiting += found
                waiting += self._of_clauses(-literal)
        return True

    def _of_clauses(self, false: int) -> list[int]:
        """What the clauses that watch a literal say now that it is false."""
        found, kept = [], []
        for clause in self.watched.get(false, ()):
            if clause[0] == false:
                clause[0], clause[1] = clause[1], clause[0]
            if self._value(clause[0]) <= 0:
                other = next((at for at in range(2, len(clause)) if self._value(clause[at]) >= 0), 0)
                if other:
                    clause[1], clause[other] = clause[other], clause[1]
                    self.watched.setdefault(clause[1], []).append(clause)
                    continue
                found.append(clause[0])
            kept.append(clause)
        self.watched[false] = kept
        return found


def _paths(board: BoardFacts, ends: dict[int, list[int]], solution: list[int], lines: _Lines) -> dict[int, list[int]]:
    """The path of each number; raises NoProof where the links of the solution break a rule."""
    used = {*solution}
    around = {cell: [(link, end) for link, end in near if link in used] for cell, near in enumerate(board.around)}
    paths = {}
    for number, (start, goal) in ends.items():
        path, before = [start], -1
        while path[-1] != goal or len(path) == 1:
            ahead = [end for _, end in around[path[-1]] if end != before]
            if len(ahead) != 1 or len(path) > len(board.cells):
                raise lines.wrong(f"the links of the solution do not join the two ends of number {number}")
            before = path[-1]
            path.append(ahead[0])
        if len(around[goal]) != 1:
            raise lines.wrong(f"the path of number {number} goes on behind its end")
        paths[number] = path
    on_paths = [cell for path in paths.values() for cell in path]
    if len(on_paths) != len({*on_paths}) or sum(len(path) - 1 for path in paths.values()) != len(used):
        raise lines.wrong("the links of the solution cross, or lie on no path")
    if board.fill and len(on_paths) != sum(content >= 0 for content in board.cells):
        raise lines.wrong("the solution leaves a cell empty")
    for path in paths.values() if not board.touch else ():
        inside = {*path}
        if sum(end in inside for cell in path for _, end in board.around[cell]) != 2 * (len(path) - 1):
            raise lines.wrong("a path of the solution touches itself")
    return paths


def _content(token: str, lines: _Lines) -> int:
    if token in (".", "X"):
        return 0 if token == "." else -1
    if not fullmatch("[1-9][0-9]{0,8}", token):
        raise lines.wrong("a cell is ., X or a number")
    return int(token)


class _Lines:
    """The lines of a certificate, one after the other; knows where it stands, and checks the hash first."""

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        self.number = 0
        body, closed, end = text.rpartition("sha256 ")
        if not closed or signed(body) != body + closed + end:
            self.number = len(self.lines)
            raise self.wrong("the hash is not that of the lines above: they were altered, or lines are missing")

    def wrong(self, problem: str) -> NoProof:
        return NoProof(f"line {self.number}: {problem}.")

    def next(self) -> str:
        self.number += 1
        return self.lines[self.number - 1] if self.number <= len(self.lines) else ""

    def take(self, pattern: str) -> tuple[str, ...]:
        """The groups of the next line; raises NoProof where it is not of this form."""
        match = fullmatch(pattern, self.next())
        if match is None:
            raise self.wrong(f"a line of the form '{pattern}' is expected")
        return match.groups()

    def row(self, width: int) -> list[str]:
        tokens = self.next().split()
        if len(tokens) != width:
            raise self.wrong(f"a row of {width} cells is expected")
        return tokens

    def numbers(self, word: str, least: int, most: int) -> list[int]:
        """The integers behind a word, each once, their sizes within bounds."""
        first, *found = (self.next() or " ").split(" ")
        if first != word or not all(fullmatch("-?[0-9]{1,9}", token) for token in found):
            raise self.wrong(f"{word or 'a line'} and whole numbers are expected")
        numbers = [int(token) for token in found]
        if any(not least <= abs(number) <= most for number in numbers) or len({*map(abs, numbers)}) != len(numbers):
            raise self.wrong(f"links are numbers from 1 to {most}, each once")
        return numbers

    def clause(self, most: int) -> list[int]:
        """The literals of a line that 0 closes."""
        line = self.next()
        if not fullmatch("(-?[1-9][0-9]{0,8} )*0", line):
            raise self.wrong("a clause is links, drawn or with a minus, closed by 0")
        literals = [int(token) for token in line.split()[:-1]]
        if any(abs(literal) > most for literal in literals):
            raise self.wrong(f"links are numbers from 1 to {most}")
        return literals

    def close(self) -> None:
        self.take("sha256 [0-9a-f]{64}")
        if self.next() or self.number != len(self.lines):
            raise self.wrong("nothing may stand behind the hash")
