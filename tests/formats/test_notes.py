"""Notes: whatever a key or a value holds, no part of it becomes a header of a board."""

import json
import re
from itertools import product
from random import Random

import pytest

from numlink import CannotHold, InputError, Layout, Puzzle, Solution, dumps, parse
from numlink.formats import format_named, names, write
from tests.cli import numlink as run

HOSTILE_KEYS = [
    "wrap: rows;", "walls: (0,0)|(0,1);", "rules: free\nx", "a b", "a:", ":", "", " a", "a ", "1", "1 . 1", "; x", "é",
    "path 1: (0,0)", "---", "-a", "_a", "a\u2028", "a.b", "a;b", "\n1 1", "{", "a\r",
]  # fmt: skip
SIGNS = "ab1-_:;. \n\r\t()|,+X#{}\"'\\é\u2028"
BOARD = (1, 0, 1, 2, 0, 2)
WRITABLE = [name for name in names() if format_named(name).read and format_named(name).write]


@pytest.mark.parametrize("key", HOSTILE_KEYS)
def test_a_key_that_is_not_a_word_is_refused(key):
    with pytest.raises(InputError, match="a note's key must be a word"):
        Puzzle(3, 2, BOARD, notes={key: "x"})
    text = json.dumps({"cells": [[1, 0, 1], [2, 0, 2]], key: "x"})
    with pytest.raises(InputError, match="a note's key must be a word"):
        parse(text, "json")


def test_the_command_line_reports_a_key_that_is_not_a_word(capsys):
    done = run("convert", "-", "--to", "plain", stdin='{"cells": [[1,0,1]], "wrap: rows;": "x"}', capsys=capsys)
    assert (done.code, done.out) == (2, "")
    assert "'wrap: rows;'" in done.err


@pytest.mark.parametrize("notes", [3, {"a": 3}, {3: "a"}, [("a", "b")]])
def test_notes_are_a_mapping_of_texts(notes):
    with pytest.raises(InputError, match="note"):
        Puzzle(3, 2, BOARD, notes=notes)


def test_a_note_that_would_describe_the_board_is_left_out_and_reported():
    """`board` is a key of plain text and `kind` of JSON: as notes, neither may change the board."""
    puzzle = Puzzle(3, 2, BOARD, notes={"board": "hex", "kind": "hex", "wrap": "rows"})
    for kind in ("plain", "json"):
        written = write([puzzle], kind)
        (again,) = parse(written.text, kind)
        assert again == puzzle
        assert "cannot store a note 'wrap'" in "".join(written.notes)


def test_keys_with_digits_are_kept():
    puzzle = Puzzle(3, 2, BOARD, notes={"part2": "a", "x_1-b": "c"})
    for kind in ("plain", "json"):
        assert parse(dumps([puzzle], kind), kind)[0].notes == puzzle.notes


@pytest.mark.parametrize("name", [name for name in WRITABLE if "name" in format_named(name).keeps])
def test_a_plain_name_and_a_plain_note_are_kept(name):
    """By every format that claims to, without a message about a loss."""
    written = write([Puzzle(3, 2, BOARD, name="The gate", notes={"author": "A B"})], name)
    (found,) = parse(written.text, name)
    assert found.name == "The gate"
    if "notes" in format_named(name).keeps:
        assert found.notes == {"author": "A B"}
        assert not [note for note in written.notes if "no room" in note]


OWN_WORDS = [
    "name", "title", "rules", "seed", "recipe", "board", "kind", "tiling", "wrap", "layers", "vias", "walls", "bridges",
    "width", "height", "cells", "paths", "solution", "problem", "moves", "begin", "end", "puzzle", "size", "rows",
    "cols", "author", "solver", "source", "info", "level", "pack", "lines", "path",
]  # fmt: skip
"""Words with a meaning in a format."""


@pytest.mark.parametrize("name", [name for name in WRITABLE if {"name", "notes"} & {*format_named(name).keeps}])
@pytest.mark.parametrize("named", ["y", None])
def test_a_note_whose_key_the_format_uses_stays_a_note_or_is_reported(name, named):
    kept = format_named(name).keeps
    solution = Solution(3, 2, ((0, 1, 2), (3, 4, 5)))
    for key, value in product(OWN_WORDS, ["x", "7"]):
        puzzle = Puzzle(3, 2, BOARD, format_named(name).rules, solution, name=named, notes={key: value})
        written = write([puzzle], name)
        (again,) = parse(written.text, name)
        assert (again.cells, again.layout, again.rules) == (puzzle.cells, puzzle.layout, puzzle.rules), key
        assert (again.name, again.seed, again.recipe) == (named if "name" in kept else None, None, None), key
        assert again.notes.get(key) == value or "note" in " ".join(written.notes), (key, written)
        assert {*again.notes} <= {key, "level"}, key  # flowfree numbers its levels


@pytest.mark.parametrize("name", WRITABLE)
def test_no_format_reads_a_note_or_a_name_as_part_of_the_board(name):
    """Random texts under random keys: the same board is read back, with each text or a message about it."""
    stream = Random(name)
    for _ in range(60):
        texts = ["".join(stream.choices(SIGNS, k=stream.randint(1, 8))) for _ in range(3)]
        keys = [
            stream.choice(["author", "level", "pack", "wrap", "walls", "a", "cells", "title", "seed"]) for _ in "12"
        ]
        puzzle = Puzzle(3, 2, BOARD, name=texts[0], notes=dict(zip(keys, texts[1:], strict=False)), layout=Layout())
        try:
            written = write([puzzle], name)
        except CannotHold:
            continue
        (again,) = parse(written.text, name)
        assert (again.cells, again.layout) == (puzzle.cells, puzzle.layout), written
        if name in ("json", "plain"):
            assert (again.rules, again.seed) == (puzzle.rules, None), written
            assert again.name == puzzle.name or "cannot store this name" in "".join(written.notes), written
            lost = [key for key, value in puzzle.notes.items() if again.notes.get(key) != value]
            assert all(re.search(rf"this {key}:|note '{key}'", "".join(written.notes)) for key in lost), written
