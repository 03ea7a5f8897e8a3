"""Puzzles as text for language models: a prompt, step-by-step reasons, the solution, and the split."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial
from itertools import groupby, islice
from operator import itemgetter
from typing import Annotated, NotRequired, TypedDict

from numlink import parallel
from numlink.datasets.codecs import codec
from numlink.datasets.folder import Folder
from numlink.datasets.manifest import WrittenShard
from numlink.datasets.plan import ShardFormat
from numlink.datasets.reader import Dataset, puzzle_in, require_place
from numlink.datasets.rows import PUZZLE, canonical_hash
from numlink.errors import InputError, raising
from numlink.formats import dumps
from numlink.model.arguments import natural
from numlink.model.layout import Wrap
from numlink.model.puzzle import Puzzle
from numlink.model.rules import COVER
from numlink.model.words import written
from numlink.reasoning.explain import explain
from numlink.reasoning.explanation import Explanation
from numlink.reasoning.grade import Reading

SHARES = (80, 10, 10)  # the shares, in percent, of the splits TRAIN, VALIDATION and TEST
REASONED = 100  # rows per task with reasons: a second of work
COPIED = 5_000  # rows per task without reasons: a shard
END = "<|end|>"  # the line after each puzzle of a text file


class Split(Enum):
    """The purpose of a board in training."""

    TRAIN = "train"
    VALIDATION = "validation"
    TEST = "test"


class TextFormat(Enum):
    """CHAT: one JSON object with `messages` per line; TEXT: plain text."""

    CHAT = "jsonl-chat"
    TEXT = "text"


class MessageObject(TypedDict):
    role: Annotated[str, ("user", "assistant")]
    content: str


class TextObject(TypedDict):
    """One puzzle for a language model."""

    messages: list[MessageObject]
    split: Annotated[str, Split]
    board: Annotated[str, "32 hexadecimal digits, the same for all symmetric copies"]
    grade: NotRequired[str]


@dataclass(frozen=True, slots=True)
class Exercise:
    """One puzzle in words; `reasoning` is None without reasons."""

    prompt: str
    reasoning: str | None
    answer: str
    split: Split
    board: str  # 32 hexadecimal digits, the same for all symmetric copies of the board under all rules
    grade: str | None

    def written(self, format: TextFormat) -> str:
        """The exercise as text in a format, ending with a line break."""
        reply = self.answer if self.reasoning is None else f"{self.reasoning}\n\n{self.answer}"
        if format is TextFormat.TEXT:
            return f"{self.prompt}\n\n{reply}\n{END}\n"
        found: TextObject = {
            "messages": [{"role": "user", "content": self.prompt}, {"role": "assistant", "content": reply}],
            "split": self.split.value,
            "board": self.board,
        }
        if self.grade is not None:
            found["grade"] = self.grade
        return json.dumps(found, ensure_ascii=False) + "\n"


def split_of(puzzle: Puzzle, shares: tuple[int, int, int] = SHARES) -> Split:
    """The split of a puzzle and of all its symmetric copies, under any rules; `shares` are percentages.

    >>> board = Puzzle(3, 2, (1, 0, 1, 2, 0, 2))
    >>> split_of(board) is split_of(board.transformed(board.grid.symmetries()[1]))
    True
    """
    return _split_at(_board(puzzle), shares)


def _board(puzzle: Puzzle) -> str:
    return canonical_hash(puzzle.with_rules(COVER))


def _split_at(board: str, shares: tuple[int, int, int]) -> Split:
    place = int(board, 16) % 100
    return Split.TRAIN if place < shares[0] else Split.VALIDATION if place < sum(shares[:2]) else Split.TEST


def parse_shares(text: str) -> tuple[int, int, int]:
    """The three percentages of a text like `80,10,10`; raises InputError unless their sum is 100."""
    shares = [natural(word.strip()) for word in text.split(",")]
    found = tuple(share for share in shares if share is not None)
    if len(shares) != 3 or len(found) != 3 or sum(found) != 100:
        raise InputError(f"shares must be three whole numbers that add up to 100, like 80,10,10, not {text[:40]!r}.")
    return found


def exercise(puzzle: Puzzle, *, reasoning: bool = True, shares: tuple[int, int, int] = SHARES) -> Exercise | None:
    """A solved puzzle (else InputError) in words; with `reasoning`, None if reasons alone do not solve it."""
    if puzzle.solution is None:
        raise InputError("an exercise needs a puzzle with its solution. Solve it first: puzzle.with_solution(...).")
    steps = None
    if reasoning:
        explanation = explain(puzzle, reading=Reading.RULES)
        if not explanation.solved or explanation.solution != puzzle.solution:
            return None
        steps = reasons(explanation)
    bare = replace(puzzle, solution=None, name=None, seed=None, recipe=None, notes={})
    board = dumps([bare]).strip()
    answer = "\n".join(
        f"path {number}: {' '.join(map(written, path))}"
        for number, path in enumerate(puzzle.solution.positions(), start=1)
        if path
    )
    name = _board(puzzle)
    prompt = f"{rules_in_words(puzzle)}\n\n{board}"
    return Exercise(prompt, steps, answer, _split_at(name, shares), name, puzzle.notes.get("grade"))


LINES = re.compile(r"\b(row|column|layer)(s?) ([0-9]+)(?:( to | and )([0-9]+)\b)?", re.I)
"""Finds rows, columns and layers, which count from 1, in a sentence."""

CELL = re.compile(r"\b(?:layer ([0-9]+), )?row ([0-9]+), column ([0-9]+)\b", re.I)  # finds a cell in such a sentence

PICTURED = re.compile(r",? \((?:× |all )?in the picture\)|, as the picture shows")
"""Finds words that refer to the picture of a step."""


def reasons(explanation: Explanation) -> str:
    """The steps of an explanation, a paragraph each, without drawings; rows and columns count from 0, as in answers.

    >>> from numlink import Puzzle, explain
    >>> print(reasons(explain(Puzzle.from_rows([[1, 0, 0], [1, 2, 2]]), reading="rules")).splitlines()[0])
    1. Forced links
    """
    paragraphs = []
    for number, frame in enumerate(explanation.frames, start=1):
        first, rest = frame.sentences[:1], frame.sentences[1:]
        paragraphs.append("\n".join([f"{number}. {frame.title}", *first, *(f"- {one}" for one in frame.chain), *rest]))
    words = PICTURED.sub("", "\n\n".join([*paragraphs, explanation.ending]))
    return CELL.sub(lambda found: f"({','.join(filter(None, found.groups()))})", LINES.sub(_from_0, words))


def _from_0(found: re.Match[str]) -> str:
    last = "" if found[5] is None else f"{found[4]}{int(found[5]) - 1}"
    return f"{found[1]}{found[2]} {int(found[3]) - 1}{last}"


def rules_in_words(puzzle: Puzzle) -> str:
    rules, layout = puzzle.rules, puzzle.layout
    sentences = [
        "Solve this Numberlink puzzle. Join the two cells of each number by a path from cell to neighbouring cell"
        + f"{layout.pattern.sentence}.",
        "No two paths share a cell, and no path runs through a cell with a number or through X.",
        "Every other cell must be on a path." if rules.fill else "Cells may stay empty.",
    ]
    if not rules.touch:
        sentences.append("No path touches itself: two cells of one path are neighbours only if one follows the other.")
    if layout.pattern.straight is not None:
        sentences.append("Cells that meet at a corner are neighbours too, and two paths may cross between four cells.")
    if layout.wrap is not Wrap.NONE:
        ends = {Wrap.ROWS: "rows", Wrap.COLUMNS: "columns", Wrap.BOTH: "rows and columns"}[layout.wrap]
        sentences.append(f"The board wraps: the first and the last cell of its {ends} are neighbours.")
    if layout.walls:
        sentences.append("A wall between two cells cannot be crossed.")
    if layout.bridges:
        sentences.append("A cell with + is a bridge: one path crosses it straight across and another straight down.")
    if layout.layers > 1:
        where = "at the vias" if layout.vias is not None else "wherever cells lie on top of each other"
        sentences.append(f"The board has {layout.layers} layers, one below the other, connected {where}.")
    place = "(layer,row,column)" if layout.layers > 1 else "(row,column)"
    sentences.append(
        f"Answer with one line for each number, 'path 1: ...', with the cells of its path in order as {place}, "
        "rows and columns counted from 0."
    )
    return " ".join(sentences)


@dataclass(frozen=True, slots=True)
class TextOrder:
    """How to write each puzzle, and which: the first `limit` of those in `split` that meet `condition` (SQL)."""

    format: TextFormat = TextFormat.CHAT
    split: Split | None = None
    shares: tuple[int, int, int] = SHARES
    reasoning: bool = True
    condition: str | None = None
    limit: int | None = None


TextTask = tuple[WrittenShard, int, Sequence[int]]
"""Rows of a shard: (the shard, the index of its first row in the dataset, the places of the rows in it)."""


def exported(data: Dataset, order: TextOrder, *, workers: int = 1) -> Iterator[list[str | None]]:
    """The texts of a dataset, some at a time, in the order of puzzles; None for one that reasons alone do not solve.

    Raises InputError for a bad condition or shard.
    """
    if order.limit == 0:
        return
    left = order.limit or len(data)
    pieces = _pieces(data, order.condition, min(left, REASONED if order.reasoning else COPIED))
    texts = partial(_texts, data.folder.target, data.plan.format, order)
    for found in raising(parallel.map(texts, pieces, workers=workers)):
        found = found[:left]
        yield found
        left -= len(found)
        if left == 0:
            return


def _pieces(data: Dataset, condition: str | None, most: int) -> Iterator[TextTask]:
    """The rows that meet a condition, in order, at most `most` of one shard at a time."""
    wanted: Iterable[tuple[int, Iterable[int]]]
    if condition is None:
        wanted = ((shard, range(entry.rows)) for shard, entry in enumerate(data.shards))
    else:
        by_shard = groupby(data.places_where(condition), key=itemgetter(0))
        wanted = ((shard, map(itemgetter(1), found)) for shard, found in by_shard)
    for shard, places in wanted:
        first = data.numbers[shard] * data.plan.shard_size
        waiting = iter(places)
        while some := tuple(islice(waiting, most)):
            yield data.shards[shard], first, some


def _texts(target: str, format: ShardFormat, order: TextOrder, task: TextTask) -> list[str | None]:
    folder, (entry, first, places) = Folder(target), task
    shard = folder.shard(entry, codec(format))
    found: list[str | None] = []
    with folder.reading(entry.name):
        for place, row in zip(places, shard.several(places, PUZZLE), strict=True):
            require_place(row, first + place)
            puzzle = puzzle_in(folder, entry.name, row)
            if order.split is None or split_of(puzzle, order.shares) is order.split:
                made = exercise(puzzle, reasoning=order.reasoning, shares=order.shares)
                found.append(None if made is None else made.written(order.format))
    return found
