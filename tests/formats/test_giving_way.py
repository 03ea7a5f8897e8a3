"""When a format recognised by its rows alone gives way to the reader of grids, and how bytes become text."""

import codecs

import pytest

import numlink
from numlink import ParseError, formats
from numlink.formats.streaming import IncomingText, streamed
from tests.cli import assert_one_line_error
from tests.cli import numlink as run
from tests.work import calls_of

BOARD = "a.b\n...\na.b\n"
NUMBERS = "1 . 2\n. . .\n1 . 2\n"
ROWS = [(1, 0, 2), (0, 0, 0), (1, 0, 2)]
ADDRESS = "https://example.org/puzzles/12?day=3"


def taken(text):
    """The format a text was taken for, and what was read from it."""
    guess = formats.guess(text)
    return guess.format.name, [*guess.items]


@pytest.mark.parametrize(
    "text",
    [
        f"{BOARD}\na = amber\nb = blue\n",  # a legend whose first line has another width than the rows
        f"{BOARD}\na=amber b=blue\n",
        f"{BOARD}\n{ADDRESS}\n",
        f"3 3\n{BOARD}\nby: Ann\n",
        f"{ADDRESS}\n\n{BOARD}",
        f"www.puzz.link/p?slither/3/3\n\n{NUMBERS}",
        f"Puzzle: {ADDRESS}\n\n{BOARD}",
    ],
)
def test_words_and_addresses_beside_a_board_leave_it_readable(text):
    name, [puzzle] = taken(text)
    assert (name, puzzle.rows()) == ("grid", ROWS)


@pytest.mark.parametrize(
    "text",
    [
        f"{NUMBERS}\n1 3 2\n1 3 2\n1 3 2\n",  # without its first row the second would be a board
        f"{BOARD}\naab\na.\n",
        f"{NUMBERS}\n1 . 2\n. . .\n1 . .\n",
        f"{NUMBERS}\nname: lost\n",
        f"Puzzle:\n{NUMBERS}\nSecond:\n{NUMBERS}",
        f"Puzzle:\n{NUMBERS}\nBroken:\n1 3 2\n1 3 2\n1 3 2\n",
        f"{BOARD}\na.b\n..\na.b\n",
    ],
)
def test_a_fault_or_an_error_after_a_board_does_not_vanish(text):
    name, [board, other] = taken(text)
    assert (name, board.rows()) == ("plain" if NUMBERS in text else "mzucker", ROWS)
    assert isinstance(other, ParseError) or numlink.check(other) or other.rows() == ROWS


@pytest.mark.parametrize(
    "text",
    ["a..\ncca\nb.b\n\naaa\ncca\nbbb\n", "Puzzle:\n1 . .\n3 3 1\n2 . 2\n\nSolution:\n1 1 1\n3 3 1\n2 2 2\n"],
)
def test_a_solved_board_after_its_puzzle_is_its_solution(text):
    assert streamed(IncomingText([line.encode() for line in text.splitlines(True)], "a pipe", slow=True)) is None
    name, [puzzle] = taken(text)
    assert (name, puzzle.rows()) == ("grid", [(1, 0, 0), (3, 3, 1), (2, 0, 2)])
    assert [len(path) for path in puzzle.solution.paths] == [4, 3, 2]


def test_check_lists_the_faults_of_plain_boards_in_a_stream(capsys):
    done = run("check", stdin=f"{NUMBERS}\n1 . 2\n. . .\n1 . .\n\n{NUMBERS}", capsys=capsys)
    assert done.code == 1
    assert "2" in done.out


def test_headers_and_from_are_never_overruled():
    text = f"{NUMBERS}\n{ADDRESS}\n"
    assert taken(f"rules: cover\n{text}")[0] == "plain"
    with pytest.raises(ParseError, match="no board after"):
        numlink.parse(text, "plain")


@pytest.mark.parametrize("text", [ADDRESS, "https://puzz.link/p?slither/3/3/x", f"{ADDRESS}\nno board\n"])
def test_an_address_alone_is_refused_as_an_address(text):
    name, [error, *_] = taken(text)
    assert name == "puzzlink"
    assert "expected one of numlin" in str(error)


def test_giving_way_takes_linear_time():
    def read(number):
        text = BOARD + "...\n" * number + "\n" + "a = amber\n" * number
        assert taken(text)[0] == "grid"

    assert calls_of(lambda: read(800)) < 2.2 * calls_of(lambda: read(400))


def test_a_stream_of_a_program_is_not_asked_whether_it_is_a_grid():
    name, items = taken(f"{BOARD}\n" * 150 + "by: Ann\n")
    assert (name, len(items)) == ("mzucker", 151)


# ---- bytes


@pytest.mark.parametrize("mark", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("way", ["file", "pipe"])
def test_utf_16_is_read_after_its_byte_order_mark(mark, way, tmp_path, capsys):
    data = {"utf-16-le": codecs.BOM_UTF16_LE, "utf-16-be": codecs.BOM_UTF16_BE}[mark] + NUMBERS.encode(mark)
    (tmp_path / "board.txt").write_bytes(data)
    source = ["-"] if way == "pipe" else [tmp_path / "board.txt"]
    done = run("convert", *source, stdin=data, capsys=capsys)
    assert (done.code, done.out, done.err) == (0, f"rules: cover\n{NUMBERS}", "")


@pytest.mark.parametrize("way", ["file", "pipe"])
def test_other_bytes_are_read_as_windows_1252_with_a_message(way, tmp_path, capsys):
    data = BOARD.replace(".", "·").encode("cp1252")
    (tmp_path / "board.txt").write_bytes(data)
    source = ["-"] if way == "pipe" else [tmp_path / "board.txt"]
    done = run("convert", *source, stdin=data, capsys=capsys)
    assert (done.code, done.out) == (0, f"rules: cover\n{NUMBERS}")
    assert [line for line in done.err.splitlines() if "1252" in line] == ["numlink: read as Windows-1252 text."]
    assert numlink.load(tmp_path / "board.txt")[0].rows() == ROWS


@pytest.mark.parametrize("data", [b"1 . 1 \xff\x00\n", b"1 . 1 \x81\n", codecs.BOM_UTF16_LE + b"1"])
def test_bytes_that_are_not_text_are_refused(data, tmp_path, capsys):
    (tmp_path / "board.txt").write_bytes(data)
    for source in ("-", tmp_path / "board.txt"):
        done = run("convert", source, stdin=data, capsys=capsys)
        assert_one_line_error(done)
        assert "is not UTF-8 text (byte " in done.err


@pytest.mark.parametrize("data", [b"1 . 1 \xb7\n", "1 . 1\n2 . 2 é\n".encode("cp1252"), NUMBERS.encode("utf-16")])
def test_a_slow_pipe_gives_the_same_text_as_a_file(data):
    parts = [line + b"\n" for line in data.split(b"\n")]
    parts[-1] = parts[-1].removesuffix(b"\n")
    assert IncomingText(parts, "a pipe", slow=True).whole() == formats.decoding.decoded(data, "a pipe").text
