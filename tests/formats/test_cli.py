"""`numlink convert` and `numlink formats`, and the formats as other commands see them."""

import json
from functools import partial

import pytest

from numlink import InputError, Puzzle, Rules, Solution, formats, parse
from tests.cli import assert_one_line_error, numlink
from tests.work import calls_of

AHLE = "5 4\nC...B\nA.BA.\n...C.\n.....\n"


def test_convert_through_standard_streams(capsys):
    done = numlink("convert", "-", "--to", "janko", stdin=AHLE, capsys=capsys)
    assert done.code == 0
    assert "[problem]\n3 - - - 2\n" in done.out
    assert done.err.splitlines() == [
        "numlink: read as format thomasahle.",
        "numlink: janko cannot express the rules no-touch; the file will mean free.",
    ]


def test_the_address_of_a_file_of_pzpr_needs_no_scheme(capsys):
    done = numlink("convert", "p.html?pzprv3/numlin/1/3/1 . 1 /", capsys=capsys)
    assert (done.code, done.out) == (0, "rules: free\n1 . 1\n")


def test_convert_a_url(capsys):
    done = numlink("convert", "https://puzz.link/p?numlin/3/2/1g12g2", capsys=capsys)
    assert (done.code, done.out) == (0, "rules: free\n1 . 1\n2 . 2\n")
    assert done.err == "numlink: read as format puzzlink.\n"


def test_plain_and_json_are_read_without_a_message(capsys):
    done = numlink("convert", "--json", stdin="1 . 1\n", capsys=capsys)
    assert (done.code, done.err) == (0, "")
    assert json.loads(done.out)["cells"] == [[1, 0, 1]]


@pytest.mark.parametrize(
    "ending", [ending for name in formats.names(written=True) for ending in formats.format_named(name).endings]
)
def test_the_ending_of_the_output_chooses_the_format(ending, tmp_path, capsys):
    source, target = tmp_path / "in.json", tmp_path / f"out{ending}"
    puzzle = Puzzle(3, 3, (1, 0, 1, *[0] * 6), solution=Solution(3, 3, ((0, 1, 2),)))
    source.write_text(formats.dumps(puzzle, "json"))
    arguments = ["convert", source, target, "--lossy"]
    assert numlink(*arguments, capsys=capsys).code == 0
    assert parse(target.read_text(), formats.format_for_file(target).name)[0].cells == puzzle.cells
    first = target.read_text()
    assert numlink("convert", source, "-o", target, "--lossy", capsys=capsys).code == 0
    assert target.read_text() == first


def test_from_is_needed_where_formats_look_alike(capsys):
    text = "3 2\n1 0 1\n0 0 0\n"
    done = numlink("convert", stdin="2\n3\n1 - 1\n- - -\n", capsys=capsys)
    assert (done.out, done.err) == (
        "rules: cover\n1 . 1\n. . .\n",
        "numlink: read as a grid of numbers; '-' is empty.\n",
    )
    done = numlink("convert", "--from", "imos", stdin=text, capsys=capsys)
    assert (done.code, done.out, done.err) == (0, "rules: free\n1 . 1\n. . .\n", "")


def test_many_puzzles_keep_their_order_and_a_bad_one_does_not_stop_them(capsys):
    done = numlink("convert", "--to", "imos", stdin="1 1 .\n\n1 ? 1\n\n1 X 1\n\n1 . 1\n", capsys=capsys)
    assert done.code == 2
    assert done.out == "3 1\n1 1 0\n3 1\n1 0 1\n0 0\n"
    assert done.err.splitlines() == [
        "numlink: puzzle 2: line 3, column 3: found '?'; expected '.', 'X', '#', '+' or a positive integer. "
        "Separate cells with spaces.",
        "numlink: puzzle 3: imos cannot store the block at row 1, column 2. Use plain, json, lab, penpa or flowfree.",
        "numlink: imos cannot express the rules cover; the file will mean free (2 puzzles).",
    ]


def test_refusal_and_lossy(capsys):
    done = numlink("convert", "--to", "adc", stdin="3 3 .\n", capsys=capsys)
    assert_one_line_error(done, "cannot keep number 3 at row 1, column 1", "--lossy to renumber")
    done = numlink("convert", "--to", "adc", "--lossy", stdin="3 3 .\n", capsys=capsys)
    assert (done.code, done.out) == (0, "SIZE 3X1\nLINE_NUM 1\nLINE#1 (0,0)-(1,0)\n")
    assert "used --lossy to renumber" in done.err


def test_nothing_is_written_where_everything_was_refused(tmp_path, capsys):
    target = tmp_path / "out.imos"
    assert numlink("convert", "-", target, stdin="1 X 1\n", capsys=capsys).code == 2
    assert not target.exists()


def test_rules_and_no_solutions(capsys):
    text = "1 1\npath 1: (0,0) (0,1)\n"
    done = numlink("convert", "--rules", "free", "--no-solutions", stdin=text, capsys=capsys)
    assert done.out == "rules: free\n1 1\n"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--to", "nonsense"], ["'nonsense' is not a known format", "thomasahle"]),
        (["--from", "nonsense"], ["'nonsense' is not a known format"]),
        (["--json", "--to", "imos"], ["two formats"]),
        (["-", "a.txt", "-o", "b.txt"], ["two outputs"]),
        (["-", "a.nonsense"], ["is not a known format", ".json"]),
    ],
)
def test_usage_errors(arguments, words, capsys):
    assert_one_line_error(numlink("convert", *arguments, stdin="1 1\n", capsys=capsys), *words)


@pytest.mark.parametrize("target", [(), ("out.txt",)])
@pytest.mark.parametrize("name", sorted({*formats.names()} - {*formats.names(written=True)}))
def test_a_read_only_format_is_refused_as_output(name, target, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    refused = numlink("convert", "-", *target, "--to", name, stdin=AHLE, capsys=capsys)
    assert_one_line_error(refused, f"format {name} can be read but not written. Write another, such as plain or json.")
    for write in (formats.dumps, partial(formats.save, path="out.txt")):
        with pytest.raises(InputError, match="can be read but not written"):
            write([], format=name)
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize("text", ["", "\n\n", "what is this\n", b"\xff\xfe\x00"])
def test_an_input_without_puzzles_is_an_error(text, capsys):
    assert_one_line_error(numlink("convert", stdin=text, capsys=capsys))


def test_formats_lists_them_all(capsys):
    done = numlink("formats", capsys=capsys)
    assert [line.split()[0] for line in done.out.splitlines() if line[0] != " "] == [*formats.names(), "picture"]
    found = [json.loads(line) for line in numlink("formats", "--json", capsys=capsys).out.splitlines()]
    assert [each["name"] for each in found] == [*formats.names(), "picture"]
    assert {each["name"] for each in found if not each["recognised"]} == {"imos", "ddnumlin", "copris"}
    solids = {each["name"] for each in found if each["solids"]}
    assert solids == {"plain", "json", "link", "penpa", "lab", "flowfree", "grid", "picture"}


def test_other_commands_write_every_format_and_report_losses(tmp_path, capsys):
    target = tmp_path / "board.janko"
    done = numlink("classic", "5", "--seed", "1", "--quiet", "-o", target, capsys=capsys)
    if done.code == 0:
        assert "numlink: janko cannot express the rules cover" in done.err
        assert parse(target.read_text())[0].rules == Rules.named("free")
    else:
        assert "block" in done.err


def test_many_levels_are_read_with_little_work():
    """The linter wants 1 000 levels a second: reading a 7x7 board is under 2 000 calls, well below a millisecond."""
    puzzle = Puzzle(7, 7, (1, *[0] * 47, 1), solution=Solution(7, 7, ((0, 1, 2),)))
    for name in ("plain", "json", "flowfree"):
        text = formats.dumps([puzzle.with_solution(Solution(7, 7, ((0, 48),)))] * 1_000, name)
        assert len(parse(text, name)) == 1_000
        assert calls_of(partial(parse, text, name)) < 2_000_000
