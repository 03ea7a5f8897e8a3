"""Text for language models: exercises that judge themselves, answers good and bad, splits without leaks."""

import json
import random
import re
from dataclasses import replace
from itertools import chain

import pytest

import numlink
from numlink import FREE, NO_TOUCH, InputError, Puzzle, judge_text
from numlink.commands.targets import write_lines
from numlink.datasets.codecs import codec
from numlink.datasets.folder import Folder
from numlink.datasets.plan import ShardFormat
from numlink.datasets.texts import Split, TextFormat, TextOrder, exercise, exported, parse_shares, split_of
from tests.cli import assert_one_line_error
from tests.cli import numlink as run

KINDS = [
    {"size": 5},
    {"size": 4, "layers": 2},
    {"size": 5, "board": "hex"},
    {"size": 5, "bridges": "few"},
    {"size": 5, "wrap": "both"},
]


def puzzle_of(size, seed=3, **wishes):
    return numlink.generate(size, seed=seed, **wishes)


@pytest.mark.parametrize("options", KINDS, ids=str)
def test_an_exercise_has_the_board_the_reasons_and_a_right_answer(options):
    puzzle = puzzle_of(**options)
    found = exercise(puzzle)
    board = numlink.parse(found.prompt.partition("\n\n")[2])
    assert [found.prompt.count("path 1"), board] == [1, [puzzle]]
    assert board[0].solution is None
    assert judge_text(puzzle, found.answer)
    assert "1. " in found.reasoning
    assert judge_text(puzzle, found.written(TextFormat.TEXT)).solution == puzzle.solution
    said = json.loads(found.written(TextFormat.CHAT))["messages"]
    assert [part["role"] for part in said] == ["user", "assistant"]
    assert said[0]["content"] == found.prompt
    assert judge_text(puzzle, said[1]["content"])
    assert not judge_text(puzzle, said[0]["content"])


@pytest.mark.parametrize("options", KINDS, ids=str)
def test_an_answer_with_one_place_changed_is_wrong(options):
    """Each cell left out, and each cell moved to another place."""
    puzzle = puzzle_of(**options)
    chance = random.Random(1)
    places = [place for path in puzzle.solution.positions() for place in path]
    lines = exercise(puzzle, reasoning=False).answer
    for place in places:
        word = f"({','.join(map(str, place))})"
        other = chance.choice([one for one in places if one != place])
        assert not judge_text(puzzle, lines.replace(word, "", 1))
        assert not judge_text(puzzle, lines.replace(word, f"({','.join(map(str, other))})", 1))


@pytest.mark.parametrize(
    ("answer", "remark"),
    [
        ("", "the answer is empty"),
        ("\u00a0\n", "the answer is empty"),
        ("I cannot solve it.", "no line like 'path 1"),
        ("path 1: none", r"no cells like \(0,0\) \(0,1\) after 'path 1'"),
        ("So (0,0) (0,1) (0,2).", "cells but does not say which path they belong to"),
        ("path 1: (0,0) (0,1,2)", r"\(0,1,2\), which is not a cell: cells are \(row,column\)"),
        ("path 1: (1,1) (2,1)", "outside the board, which has rows from 0 to 1, columns from 0 to 2"),
        ("path 3: (0,0) (0,1)", "a path 3, but the board has no such number"),
        ("path 1: (0,0) (0,3)", r"goes to \(0,3\), which lies outside"),
        ("path 1: (0,0) (0,1) (0,2) (9999999999999999999999,0)", "lies outside"),
        ("path 1: (0,0,0) (0,0,1)", r"goes to \(0,0,0\)"),
        ("path 9999999999: (0,0)", "a path with a number of ten digits or more, but the board has no such number"),
    ],
)
def test_unreadable_answers_get_an_explanation(answer, remark):
    found = judge_text(Puzzle(3, 2, (1, 0, 1, 2, 0, 2)), answer)
    assert not found
    assert found.solution is None
    with pytest.raises(AssertionError, match=remark):
        raise AssertionError(found.remark)


def test_the_range_of_places_with_layers_is_stated():
    puzzle = numlink.generate(3, seed=1, layers=2)
    assert "has layers from 0 to 1, rows from 0 to 2, columns from" in judge_text(puzzle, "path 1: (2,0,0)").remark


def test_any_solution_under_the_puzzles_own_rules_is_right():
    """The last line of a number counts; other words, spaces, capitals and directions do not matter."""
    board = Puzzle(3, 2, (1, 0, 1, 0, 0, 0))
    round_about = "Path 1 : ( 0, 2 ),(1,2) (1,1)(1,0) (0,0)"
    assert not judge_text(board, round_about)
    assert judge_text(board.with_rules(FREE), round_about)
    assert judge_text(board.with_rules(FREE), f"path 1: (0,0)\nno: {round_about}.")
    assert not judge_text(board.with_rules(FREE), f"{round_about}\npath 1: (0,0)")
    assert judge_text(board.with_rules(NO_TOUCH), round_about).faults
    with pytest.raises(InputError):
        judge_text(Puzzle(2, 1, (1, 0)), "")


def test_copies_of_a_board_are_in_one_split():
    """Turned, flipped, renumbered, under other rules; and all three parts get about their share."""
    counts = dict.fromkeys(Split, 0)
    for seed in range(150):
        puzzle = numlink.generate_classic(5, seed=seed)
        copies = [puzzle.transformed(symmetry) for symmetry in puzzle.grid.symmetries()]
        copies += [copies[3].renumbered(), puzzle.with_rules(FREE)]
        parts = {split_of(copy, (50, 25, 25)) for copy in copies}
        assert len(parts) == 1
        counts[parts.pop()] += 1
    assert 55 <= counts[Split.TRAIN] <= 95
    assert min(counts.values()) >= 20


def test_a_puzzle_that_reasons_do_not_solve_is_not_an_exercise():
    """With two solutions, reasons cannot lead to one."""
    puzzle = Puzzle.from_rows([[1, 0, 0], [0, 0, 0], [0, 0, 1]])
    puzzle = puzzle.with_solution(numlink.solve(puzzle).solution)
    assert exercise(puzzle) is None
    assert exercise(puzzle, reasoning=False) is not None
    with pytest.raises(InputError, match="an exercise needs"):
        exercise(puzzle.with_solution(None))


def test_shares_must_add_up_to_100():
    assert parse_shares("70, 20,10") == (70, 20, 10)
    for text in ("", "80,20", "80,10,11", "80,-10,30", "a,b,c"):
        with pytest.raises(InputError, match="add up to 100"):
            parse_shares(text)


def test_export_of_a_dataset(small, tmp_path, capsys):
    data = numlink.Dataset(str(small))
    whole = run("dataset", "export", small, "--no-reasoning", capsys=capsys)
    assert whole.code == 0
    lines = list(map(json.loads, whole.out.splitlines()))
    assert len(lines) == len(data)
    for puzzle, line in zip(data, lines, strict=True):
        assert judge_text(puzzle, line["messages"][1]["content"])
        assert line["split"] == split_of(puzzle).value
    parts = []
    for split in Split:
        found = run("dataset", "export", small, "--no-reasoning", "--split", split.value, capsys=capsys)
        parts += found.out.splitlines()
    assert sorted(parts) == sorted(whole.out.splitlines())
    text = tmp_path / "texts.txt"
    found = run("dataset", "export", small, "--format", "text", "--limit", 3, "-o", text, capsys=capsys)
    told = text.read_text().split("<|end|>\n")
    assert len(told) == 4 - found.err.count("left out")
    assert "1. " in told[0]
    assert run("dataset", "export", small, "--limit", 0, capsys=capsys).code == 1
    assert_one_line_error(run("dataset", "export", small, "--shares", "1,2,3", capsys=capsys), "add up to 100")


def test_an_export_is_written_as_it_is_made(tmp_path):
    """A file of 10^7 exercises is never held in memory: each part is on the disk before the next is made."""
    target = tmp_path / "text.jsonl"

    def lines():
        for number in range(4):
            if number == 3:
                (unfinished,) = tmp_path.iterdir()
                assert unfinished.stat().st_size >= 2_000_000
                assert not target.exists()
            yield "x" * 1_000_000 + "\n"

    write_lines(lines(), str(target))
    assert target.stat().st_size == 4_000_004


def joined(parts):
    return [*chain.from_iterable(parts)]


ORDERS = [
    {"sizes": "4..6,5x3"},
    {"sizes": "4..6,5x3", "format": "jsonl"},
    {"sizes": "5", "rules": "no-touch"},
    {"sizes": "5", "wrap": "both"},
    {"sizes": "5", "bridges": "few"},
    {"sizes": "4", "board": "hex"},
    {"sizes": "12", "rating": False},
]
"""Datasets whose rows are written directly as text, and others."""


@pytest.mark.parametrize("options", ORDERS, ids=str)
def test_an_export_writes_each_row_as_its_puzzle_would_be(options, tmp_path):
    """Rows on plain rectangles are written without making puzzles of them: byte for byte what `exercise` writes."""
    if options.get("format") != "jsonl":
        pytest.importorskip("pyarrow")
    puzzles = list(numlink.batch(9, seed=5, shard_size=4, output=str(tmp_path / "data"), **options))
    data = numlink.Dataset(str(tmp_path / "data"))
    for kind in TextFormat:
        wanted = [exercise(puzzle, reasoning=False).written(kind) for puzzle in puzzles]
        assert joined(exported(data, TextOrder(kind, reasoning=False))) == wanted
        some = [joined(exported(data, TextOrder(kind, part, (40, 30, 30), False))) for part in Split]
        texts = [exercise(puzzle, reasoning=False, shares=(40, 30, 30)).written(kind) for puzzle in puzzles]
        assert sorted(joined(some)) == sorted(texts)
    some = exported(data, TextOrder(TextFormat.TEXT, reasoning=False, condition='"index" in (1, 2, 5, 8)', limit=3))
    assert joined(some) == [wanted[1], wanted[2], wanted[5]]


def test_an_export_by_workers_is_in_order(small):
    data = numlink.Dataset(str(small))
    order = TextOrder(reasoning=False)
    assert [*exported(data, order, workers=2)] == [*exported(data, order)]
    assert [len(part) for part in exported(data, replace(order, limit=len(data) - 1))][-1] > 0


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"index": 7}, "has puzzle 7 in place of puzzle 0"),
        ({"paths": [[0, 1, 99]]}, "has no board in puzzle 0: a path leaves the board"),
        ({"cells": [1]}, "has no board in puzzle 0: a board of"),
        ({"cells": [-2] * 16}, "has no board in puzzle 0: a cell holds -2"),
        ({"kind": "round"}, "has no board in puzzle 0"),
    ],
    ids=str,
)
def test_an_export_says_which_row_is_no_board(change, said, tmp_path, monkeypatch):
    """The checksum is right, the row is not: writing rows directly does not pass it on."""
    pytest.importorskip("pyarrow")
    target = str(tmp_path)
    list(numlink.batch(2, 4, seed=5, output=target))
    data = numlink.Dataset(target)
    row, other = data.rows()
    parquet = codec(ShardFormat.PARQUET)
    shard = parquet.read(parquet.join([parquet.pack([row | change, other | {"index": 9}])]))
    monkeypatch.setattr(Folder, "shard", lambda *_: shard)
    with pytest.raises(InputError, match=said):
        list(exported(data, TextOrder(reasoning=False)))


@pytest.mark.parametrize("options", KINDS, ids=str)
def test_reasons_are_sentences_that_count_from_0_as_the_answer_does(options):
    """No drawings, no rule codes, places from 0: where a sentence names a number at a cell, the board has it there."""
    for seed in range(4):
        puzzle = puzzle_of(**options, seed=seed)
        found = exercise(puzzle)
        if found is None:
            continue
        assert found.reasoning.isascii(), [sign for sign in found.reasoning if not sign.isascii()]
        assert len(found.reasoning) < 200 * len(puzzle.cells)
        assert "picture" not in found.reasoning
        named = re.findall(r"[Tt]he ([0-9]+) at \(([0-9,]+)\)", found.reasoning)
        for number, place in named:
            cell = puzzle.grid.cell(*map(int, place.split(",")))
            assert puzzle.cells[cell] == int(number), (number, place)
        for place in re.findall(r"\(([0-9]+(?:,[0-9]+)+)\)", found.reasoning):
            at = [int(part) for part in place.split(",")]
            assert at[-1] < puzzle.width
            assert at[-2] < puzzle.height
        for word, number in re.findall(r"\b(row|column)s? ([0-9]+)", found.reasoning):
            assert int(number) < (puzzle.height if word == "row" else puzzle.width)
        assert not re.search(r"row [0-9]+, column [0-9]", found.reasoning, re.I)
