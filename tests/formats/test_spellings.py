"""Concatenated outputs, boards as other people type them, and errors that name the format to try."""

from random import Random

import pytest

import numlink
from numlink import FREE, InputError, ParseError, Puzzle, formats, parse
from tests.cli import assert_one_line_error
from tests.cli import numlink as run_numlink
from tests.formats.notations import board

ROWS = [(1, 0, 0, 0, 2), (0, -1, 0, 3, 0), (2, 0, 1, 3, 0)]


@pytest.fixture
def run(capsys):
    return lambda *arguments, **options: run_numlink(*arguments, capsys=capsys, **options)


def test_outputs_can_be_concatenated(run):
    made = [run("new", "5", "--seed", seed, "--solution").out for seed in range(10)]
    together = "".join(made)
    assert "\n\n" not in together
    assert parse(together) == [numlink.generate(5, seed=seed) for seed in range(10)]
    result = run("count", stdin=together)
    assert (result.code, result.out) == (0, "1\n" * 10)


def test_a_header_after_a_board_begins_the_next_puzzle():
    items = list(
        formats.iterate(
            "1 1\nname: b\n2 a\nname: c\n; a comment\n\n; another\n3 3\npath 3: (0,0) (0,1)\nname: d\n4 4\n"
        )
    )
    assert [getattr(item, "name", None) for item in items] == [None, None, None, None, "d"]
    assert [isinstance(item, ParseError) for item in items] == [False, True, True, False, False]
    assert items[1].line == 3


def lines(empty, solid, between):
    tokens = {0: empty, -1: solid}
    return "\n".join(between.join(tokens.get(cell, str(cell)) for cell in row) for row in ROWS) + "\n"


@pytest.mark.parametrize(
    "text",
    [
        lines(".", "X", ""),
        lines(".", "#", ""),
        lines("", "X", ","),
        lines("0", "X", ","),
        lines(".", "X", " , "),
        "rules: cover\nname: typed\n" + lines(".", "X", ""),
        "; a comment\n" + lines(".", "X", ""),
        lines(".", "X", "").replace("\n", "\r\n"),
    ],
)
def test_other_spellings_of_a_board(text):
    for name in (None, "plain"):
        [puzzle] = parse(text, name)
        assert puzzle.rows() == ROWS
    assert formats.guess(text).format.name == ("plain" if "rules" in text else "grid")


def test_grids_of_numbers_with_0_for_empty():
    assert parse("1 0 0 1\n2 0 10 2\n0 0 10 0\n")[0].rows() == [(1, 0, 0, 1), (2, 0, 10, 2), (0, 0, 10, 0)]
    assert len(parse("1 0 1\n2 0 2\n\n1 . 1\nname: x\n1..1\n", "plain")) == 3


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("12\n12\n", [(12,), (12,)]),  # two cells with twelve, as ever
        ("1\n.\n1\n", [(1,), (0,), (1,)]),
    ],
)
def test_plain_text_is_still_read_as_plain_text(text, rows):
    assert parse(text)[0].rows() == rows


@pytest.mark.parametrize("text", ["1 0 . 1\n", "1..2\n1..\n", "1,2\n1,,2\n", "1..a\n", "5,0,1,2;0,1\n5,0,1,2;3,4\n"])
def test_ambiguous_texts_are_not_guessed(text):
    try:
        guess = formats.guess(text)
    except ParseError:
        return
    assert guess.format.name != "grid"
    assert isinstance(next(guess.items), ParseError)


def test_spellings_agree():
    """A board is the same as plain text, without blanks and with commas."""
    stream = Random("spellings")
    for _ in range(200):
        rows = board(stream, blocks=True, longest=6)
        if max(map(max, rows)) > 9 or not any(0 in row for row in rows):
            continue
        spelt = {0: ".", -1: "X"}
        packed = "\n".join("".join(spelt.get(cell, str(cell)) for cell in row) for row in rows)
        commas = "\n".join(",".join({0: "", -1: "X"}.get(cell, str(cell)) for cell in row) for row in rows)
        plain = parse("\n".join(" ".join(spelt.get(cell, str(cell)) for cell in row) for row in rows))
        assert parse(packed, "plain") == parse(commas, "plain") == plain


@pytest.mark.parametrize("text", ["3 2\n1 0 1\n0 0 0\n0 0\n", "2\n3\n1 - 1\n- - -\n", "3 2\n1 _ 1\n_ _ _\n"])
def test_formats_that_look_alike_are_read_as_grids(text):
    assert [puzzle.rows() for puzzle in parse(text)] == [[(1, 0, 1), (0, 0, 0)]]


@pytest.mark.parametrize(
    "key", ["bridges", "bridge", "Rules", "wall", "layer", "Wrap", "width", "kind", "rows", "cells", "Seed"]
)
def test_a_header_in_another_spelling_is_an_error_not_a_note(key):
    text = f"rules: free\n{key}: 1\n. 1 .\n2 . 2\n. 1 .\n"
    with pytest.raises(ParseError, match=f"'{key}' is not a header of plain text") as caught:
        parse(text)
    assert caught.value.line == 2
    assert parse(text.replace(key, "author"))[0].notes == {"author": "1"}
    written = formats.write(Puzzle(3, 1, (1, 0, 1), notes={key: "x"}), "plain")
    assert "left out" in written.notes[0]


def test_messages_of_the_library_speak_of_arguments(run):
    with pytest.raises(numlink.CannotHold, match="lossy=True to renumber"):
        numlink.dumps(Puzzle(3, 1, (3, 3, 0)), "adc")
    assert_one_line_error(run("convert", "--to", "adc", stdin="3 3 .\n"), "--lossy to renumber")
    with pytest.raises(ParseError, match="format="):
        parse("what is this\n")
    assert_one_line_error(run("count", stdin="what is this\n"), "name the format with --from")


def test_load_reads_what_save_writes(tmp_path):
    puzzles = [numlink.generate(5, seed=1), numlink.generate(6, seed=1)]
    for name in ("a.txt", "a.json"):
        assert numlink.save(puzzles, tmp_path / name) == ()
        assert numlink.load(tmp_path / name) == puzzles
    notes = numlink.save(puzzles[0].with_rules(FREE), tmp_path / "a.board", "imos")
    assert any("solution" in note for note in notes)
    with pytest.raises(InputError, match="is not a known format"):
        numlink.save(puzzles, tmp_path / "a.board")
    with pytest.raises(numlink.CannotHold):
        numlink.save(Puzzle(3, 1, (1, -1, 1)), tmp_path / "b.txt", "imos")
    assert not (tmp_path / "b.txt").exists()


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("3 2\n___\n11_\n", [(0, 0, 0), (1, 1, 0)]),
        ("7 1\n22***11\n", [(2, 2, 0, 0, 0, 1, 1)]),
        ("2 4\n22\n3*\n3*\n11\n", [(2, 2), (3, 0), (3, 0), (1, 1)]),
    ],
)
def test_a_character_for_empty_cells_is_not_a_path(text, rows):
    """The empty cells are neighbours like those of a path; `--from thomasahle` takes them for one."""
    assert parse(text)[0].rows() == rows
    assert parse(text, "thomasahle")[0].pairs == parse(text)[0].pairs + 1
