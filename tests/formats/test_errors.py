"""What readers and writers refuse: positioned errors, features without room, texts out of proportion."""

import base64
import contextlib
import json
import re
import tracemalloc
import zlib
from functools import partial
from pathlib import Path

import pytest

from numlink import FREE, CannotHold, ParseError, Puzzle, Rules, Solution, formats, parse
from tests.cli import numlink as run_numlink
from tests.fuzz_formats import words
from tests.tools import amount
from tests.work import calls_of

CASES = [
    json.loads(line) for line in (Path(__file__).parents[1] / "golden/format_errors.jsonl").read_text().splitlines()
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['format']}: {case['text']}"[:50])
def test_positioned_error(case):
    """An error says where, what was found, what was expected, and what to do."""
    with pytest.raises(ParseError) as caught:
        parse(case["text"], case["format"])
    assert str(caught.value) == case["message"]
    assert caught.value.line > 0


def test_every_reader_has_a_positioned_error():
    assert {case["format"] for case in CASES} == {*formats.names(written=True)}


@pytest.mark.parametrize("key", ["width", "cols", "columns", "height", "rows", "size"])
def test_json_whose_cells_have_another_size_than_it_states_is_refused(key):
    """Also in the words of other programs; a list of rows, or a size that fits either way, is no contradiction."""
    cells = [[1, 0, 0, 1], [2, 0, 0, 2]]
    fitting = {"size": [4, [4, 2], [2, 4], 8]}.get(key, [2 if key in ("height", "rows") else 4])
    for value in fitting:
        assert parse(json.dumps({key: value, "cells": cells}))[0].height == 2
    for value in [3, [4, 3]] if key == "size" else [3]:
        with pytest.raises(ParseError, match=f"'{key}' is .* Make them agree"):
            parse(json.dumps({key: value, "cells": cells}))


STRAIGHT = Puzzle(3, 2, (1, 0, 1, 2, 0, 2), solution=Solution(3, 2, ((0, 1, 2), (3, 4, 5))))
FOREIGN = {
    "mzucker": "R.R\nG.G\nB.B\n",
    "pzprv3 in a URL": "http://pzv.jp/p.html?pzprv3/numlin/2/3/1_._1_/2_._2_/1_1_/1_1_/0_0_0_/",
    "pzprv3 in an escaped URL": "\nhttp://pzv.jp/p.html?pzprv3/numlin/2/3/1%20.%201%20/2%20.%202%20/\n",
    "puzzlink of kanpen": "http://www.kanpen.net/numberlink.html?problem=2/3/1_._1_/2_._2_/",
    "plain with headers": "rules: free\nwrap: rows\nlayers: 2\n1 . 1\n2 . 2\n---\n. 3 3\n. 4 4\n",
}
"""Texts that numlink reads but would write differently; the first word is the format."""
QUOTED = re.compile(r"found '([^']*\u2603[^']*?)(?:\.\.\.)?'")


@pytest.mark.parametrize("kind", dict.fromkeys([*formats.names(written=True), *FOREIGN]))
def test_the_column_of_an_error_is_where_the_quoted_text_begins(kind):
    """Each digit and letter in turn becomes a character that no format knows; messages that quote it are checked."""
    name = kind.split()[0]
    text = FOREIGN.get(kind) or formats.write(STRAIGHT, name, lossy=True).text
    told = []
    for at in [at for at, sign in enumerate(text) if sign.isalnum() and text[at - 1] != "%"]:
        try:
            parse(text[:at] + "\u2603" + text[at + 1 :], name)
        except ParseError as error:
            quoted = QUOTED.match(error.problem)
            if quoted and error.column:
                place = text.rfind("\n", 0, at) + error.column + quoted[1].index("\u2603")
                told.append(((error.line, place), (text.count("\n", 0, at) + 1, at), str(error)))
    assert [each for each in told if each[0] != each[1]] == []
    # these name other places, do not quote, or (mzucker) take an unknown character for an empty cell
    assert told or name in ("json", "link", "penpa", "lab", "mzucker")


@pytest.mark.parametrize("name", ["plain", "json", "thomasahle", "puzzlink", "pzprv3", "penpa", "janko", "imos"])
def test_numbers_once_and_three_times_are_values(name):
    puzzle = Puzzle(3, 2, (1, 2, 2, 0, 2, 0))
    (found,) = parse(formats.write(puzzle, name).text, name)
    assert found.cells == puzzle.cells


# ---- refusals -------------------------------------------------------------------------------------------------

SOLID = Puzzle(3, 1, (1, -1, 1))


@pytest.mark.parametrize(
    "name", [name for name in formats.names(written=True) if not formats.format_named(name).solids]
)
def test_solid_cells_are_refused(name):
    with pytest.raises(CannotHold, match=r"cannot store the block at row 1, column 2.*Use plain"):
        formats.write(SOLID, name)


@pytest.mark.parametrize(
    ("name", "puzzle", "message"),
    [
        ("houston", Puzzle(3, 1, (1, 0, 0)), "number 1, which occurs 1 times .at row 1, column 1"),
        ("adc", Puzzle(3, 1, (1, 1, 1)), "number 1, which occurs 3 times"),
        ("mzucker", Puzzle(3, 2, (0,) * 6), "a board of 3x2: its boards are square"),
        ("mzucker", Puzzle(15, 15, (0,) * 225), "a board of 15x15: its boards are 3x3 to 14x14"),
        ("mzucker", Puzzle(6, 6, tuple(cell // 2 + 1 for cell in range(36))), "number 17 at row 6, column 3: it has"),
        ("thomasahle", Puzzle(2, 93, tuple(cell // 2 + 1 for cell in range(186))), "number 93 at row 93, column 1"),
        ("flowfree", Puzzle(2, 1, (1, 1)), "comes without a solution.*numlink solve"),
        ("flowfree", Puzzle(3, 1, (1, 1, 0), solution=Solution(3, 1, ((0, 1, 2),))), "path 1 does not run"),
    ],
)
def test_refusals_name_the_feature_and_the_way_out(name, puzzle, message):
    with pytest.raises(CannotHold, match=message):
        formats.write(puzzle, name)


@pytest.mark.parametrize("name", ["thomasahle", "mzucker", "houston", "adc"])
def test_gaps_between_numbers_are_refused_or_renumbered(name):
    puzzle = Puzzle(4, 4, (3, 3, 7, 7, *[0] * 12))
    with pytest.raises(CannotHold, match=r"cannot keep number 7 at row 1, column 3 without a 1.*lossy=True"):
        formats.write(puzzle, name)
    written = formats.write(puzzle, name, lossy=True)
    assert parse(written.text, name)[0].cells == (1, 1, 2, 2, *[0] * 12)
    assert any("renumber" in note for note in written.notes)


TOUCHING = Puzzle(2, 2, (1, 0, 1, 0), solution=Solution(2, 2, ((0, 1, 3, 2),)))


@pytest.mark.parametrize("name", ["adc", "thomasahle", "lab"])
def test_touching_paths_are_refused_or_dropped(name):
    with pytest.raises(CannotHold, match=r"cannot store this solution.*Use plain or json, or lossy=True to omit"):
        formats.write(TOUCHING, name)
    written = formats.write(TOUCHING, name, lossy=True)
    assert parse(written.text, name)[0].solution is None
    assert any("omit the solution" in note for note in written.notes)


def test_adc_answers_need_two_columns():
    with pytest.raises(CannotHold, match="two columns"):
        formats.write(Puzzle(1, 2, (1, 1), solution=Solution(1, 2, ((0, 1),))), "adc")


@pytest.mark.table(24)
@pytest.mark.parametrize("paths", [((0, 2),), ((0, 1, 5),), ((0, 1, 2), (1,)), ((0, 99),), ((0, -1),), ((), (0, 1))])
@pytest.mark.parametrize("name", formats.names(written=True))
def test_a_wrong_solution_is_kept_or_refused_never_changed(name, paths):
    puzzle = Puzzle(3, 3, (1, 0, 1, *[0] * 6), solution=Solution(3, 3, paths))
    try:
        text = formats.write(puzzle, name).text
    except CannotHold:
        return
    (found,) = parse(text, name)
    kept = {number: path for number, path in enumerate(found.solution.paths) if path} if found.solution else None
    assert kept in (None, {number: path for number, path in enumerate(puzzle.solution.paths) if path})
    assert kept is not None or not formats.format_named(name).solutions


@pytest.mark.parametrize("text", ['{"cells":[[1,1]],"name":"\\ud800"}', '{"cells":[[1,1]],"\\udfff":"a"}'])
def test_half_characters_are_refused(text):
    with pytest.raises(ParseError, match="surrogate"):
        parse(text)


@pytest.mark.parametrize("name", formats.names(written=True))
def test_half_characters_are_not_written(name):
    with pytest.raises(CannotHold, match="surrogate"):
        formats.write(Puzzle(3, 3, (0,) * 9, name="\ud800"), name)


def test_rules_and_metadata_are_noted():
    rules = Rules.named("free-no-touch")
    puzzle = Puzzle(3, 3, (1, 1, *[0] * 7), rules, name="n", seed=3, recipe="r", notes={"a": "b"})
    written = formats.write([puzzle, puzzle], "mzucker")
    assert written.notes == (
        "mzucker cannot express the rules free-no-touch; the file will mean cover (2 puzzles).",
        "mzucker cannot store the name, the seed, the recipe and the notes: left out (2 puzzles).",
        "mzucker files hold one puzzle; other programs read only the first of these 2.",
    )
    assert formats.write(puzzle, "plain").notes == formats.write(puzzle, "json").notes == ()


# ---- bounds ---------------------------------------------------------------------------------------------------

BOMBS = {
    "plain": "1 1\npath 1000000: (0,0)\n\n",
    "houston": "0 999 999\n",
    "adc": "SIZE 999X999\nLINE_NUM 0\n",
    "flowfree": "999,0,1,0\n",
    "puzzlink": "https://puzz.link/p?numlin/4999/4999/z\n",
    "thomasahle": "4999 4999\n",
    "imos": "4999 4999\n",
    "pzprv3": "pzprv3/numlin/999/999/\n",
    "janko": "[problem]\n1000000 1000000\n[solution]\ne w\n[end]\n",
    "lab": "+++ The puzzle\n1 1\n+++ The solution\n999999 999999\n",
}
"""Texts that claim far more than they hold, each to be repeated."""


@pytest.mark.table(3)
@pytest.mark.sampled
@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.thorough if name == "plain" else ()) for name in BOMBS],  # a million paths
)
def test_memory_stays_in_proportion(name):
    tracemalloc.start()
    try:
        items = list(formats.iterate(BOMBS[name] * amount(20, 2_000), name))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert any(isinstance(item, ParseError) for item in items)
    assert peak < 80_000_000, peak


@pytest.mark.table(2)
@pytest.mark.parametrize("name", formats.names(written=True))
def test_work_stays_in_proportion(name):
    """Each word of a format repeated, on one line and on many: ten times the text takes ten times the calls."""
    for word in words(name):
        for unit in (word, word + " ", word + "\n"):
            few, many = (calls_of(partial(read, unit * (length // len(unit)), name)) for length in (400, 4_000))
            assert many < 1_000 + 10 * few, (unit, few, many)


def read(text, name):
    """Read to the end or the first error, as this format and as the recognised one."""
    with contextlib.suppress(ParseError):
        list(formats.iterate(text, name))
        list(formats.iterate(text))


def test_penpa_does_not_unpack_bombs():
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = packer.compress(b"a" * 50_000_000) + packer.flush()
    with pytest.raises(ParseError, match="unpacks to more than"):
        parse("https://x/#m=edit&p=" + base64.b64encode(data).decode())


@pytest.mark.parametrize("text", ["1000x1000.cover.1.wallsW", "100x100.cover.1.layers100.wallsW"])
def test_a_short_link_to_a_large_board_takes_no_memory(text):
    tracemalloc.start()
    try:
        with pytest.raises(ParseError, match="is cut off"):
            formats.parse(f"https://example.org/#p={text}", "link")
        assert tracemalloc.get_traced_memory()[1] < 5_000_000
    finally:
        tracemalloc.stop()


def test_numbers_that_no_code_of_puzzlink_holds_are_refused():
    from numlink.formats.puzzlink import CODES, encode

    most = CODES["$"][1] + 16**5 - 1
    cells = [0] * (1150 * 1000)
    cells[0] = cells[-1] = most
    text = formats.write(Puzzle(1150, 1000, tuple(cells), FREE), "puzzlink").text
    assert formats.parse(text, "puzzlink")[0].cells[0] == most
    cells[0] = cells[-1] = most + 1
    with pytest.raises(CannotHold, match="five digits"):
        formats.write(Puzzle(1150, 1000, tuple(cells), FREE), "puzzlink")
    assert encode((1, 1)) == "11"


def test_schemes_in_capitals_are_addresses(capsys):
    assert run_numlink("show", "HTTPS://puzz.link/p?numlin/3/1/1g1", capsys=capsys).code == 0
