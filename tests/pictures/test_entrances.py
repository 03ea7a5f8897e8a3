"""The ways to hand over a picture: commands, load and the server."""

import dataclasses
import io
import zlib

import pytest

pytest.importorskip("numpy")
pytest.importorskip("PIL")

from PIL import Image, ImageDraw

import numlink
from numlink.formats import picture_files
from tests.cli import numlink as run

BOARD = numlink.parse("1 2 . . 2\n. . . . .\n. 3 . . 3\n. . . . .\n. . . . 1")[0]
PAINTS = ("", "#ff0000", "#00a000", "#2040ff")


def drawn(puzzle=BOARD, cell=40, kind="PNG"):
    """A board as an app draws it, as bytes."""
    picture = Image.new("RGB", (puzzle.width * cell + 40, puzzle.height * cell + 120), "black")
    pen = ImageDraw.Draw(picture)
    for place, content in enumerate(puzzle.cells):
        row, column = divmod(place, puzzle.width)
        x, y = 20 + column * cell, 60 + row * cell
        pen.rectangle((x, y, x + cell, y + cell), outline="#506050", width=2)
        if content > 0:
            pen.ellipse((x + 7, y + 7, x + cell - 7, y + cell - 7), fill=PAINTS[content])
    data = io.BytesIO()
    picture.save(data, kind)
    return data.getvalue()


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "GIF"])
def test_a_picture_is_recognized_by_its_content(tmp_path, kind, capsys):
    path = tmp_path / "board.txt"
    path.write_bytes(drawn(kind=kind))
    assert numlink.load(path) == [BOARD]
    done = run("convert", str(path), capsys=capsys)
    assert done.code == 0
    assert numlink.parse(done.out) == [BOARD]
    assert "seen in board.txt: 5x5, 3 colours, 6 dots" in done.err


def test_a_board_in_doubt_is_an_error_that_shows_it(tmp_path, capsys):
    path = tmp_path / "board.png"
    path.write_bytes(drawn(numlink.parse("1 1 . . .\n. . . 1 .\n. . 1 . .\n. 1 . . .\n. . . . 1")[0]))
    done = run("solve", str(path), capsys=capsys)
    assert (done.code, done.out) == (2, "")
    assert "6 dots look alike" in done.err
    assert ". . . 1 ." in done.err


EVERY_KIND = ["--board hex", "--board triangle", "--board diagonal", "--layers 2", "--walls few", "--bridges few",
              "--wrap both", "--solids few"]  # fmt: skip


@pytest.mark.parametrize("kind", EVERY_KIND)
def test_a_png_that_numlink_draws_carries_its_board(tmp_path, kind, capsys):
    """Every kind of board, bare and solved, with its rules and its numbers; the solution is not in the file."""
    text = run("new", "6", *kind.split(), "--seed", "4", capsys=capsys).out
    [puzzle] = numlink.parse(text)
    puzzle = dataclasses.replace(puzzle, rules=numlink.FREE, seed=None, recipe=None, name="cloud ☁", solution=None)
    board, bare, solved = (str(tmp_path / name) for name in ("board.txt", "bare.png", "solved.png"))
    numlink.formats.save(puzzle, board)
    assert run("show", board, "-o", bare, "--theme", "colour", "--scale", "20", capsys=capsys).code == 0
    assert numlink.load(bare) == [puzzle]
    assert run("solve", bare, "-o", solved, capsys=capsys).code == 0
    assert numlink.load(solved) == [puzzle]


def test_a_picture_that_shows_another_board_than_it_carries_is_in_doubt():
    other = numlink.parse("1 . . . 2\n. . . . .\n. 3 . . 3\n. . . . .\n2 . . . 1")[0]
    carrying = picture_files.with_board(drawn(), [BOARD])
    assert picture_files.read_picture(carrying).puzzle == BOARD
    with pytest.raises(numlink.UnclearPicture, match="shows another") as caught:
        picture_files.read_picture(picture_files.with_board(drawn(other), [BOARD]))
    assert caught.value.board == BOARD
    cells = tuple(BOARD.cells[:24])  # the same cells in rows of another length are another board
    wide, high = (numlink.Puzzle(*size, (*cells[:-1], 1)) for size in ((6, 4), (4, 6)))
    with pytest.raises(numlink.UnclearPicture, match="shows another"):
        picture_files.read_picture(picture_files.with_board(drawn(wide), [high]))


@pytest.mark.parametrize("text", [b"", b"x", b"1 . 2\n1 2", b"\xff\xfe", b"key"])
def test_text_in_a_picture_that_is_no_board_is_ignored(text):
    file = picture_files.with_board(drawn(), [BOARD])
    length = int.from_bytes(file[33:37])
    chunk = b"iTXt" + picture_files.KEYWORD + text
    spoiled = (
        file[:33] + (len(chunk) - 4).to_bytes(4) + chunk + zlib.crc32(chunk).to_bytes(4) + file[33 + 12 + length :]
    )
    assert picture_files.carried_board(spoiled) is None
    assert picture_files.read_picture(spoiled).puzzle == BOARD
    for end in (*range(60), len(file) - 1):
        picture_files.carried_board(file[:end])


def test_a_picture_without_a_board_is_an_error(tmp_path, capsys):
    path = tmp_path / "empty.png"
    Image.new("RGB", (200, 200), "white").save(path)
    done = run("solve", str(path), capsys=capsys)
    assert done.code == 2
    assert "no board found in empty.png" in done.err


def test_a_board_without_a_solution_was_misread_wherever_a_picture_is_read(tmp_path, capsys):
    path = tmp_path / "crossed.png"
    path.write_bytes(drawn(numlink.parse("1 . 2\n. . .\n2 . 1")[0]))
    with pytest.raises(numlink.UnclearPicture, match="no solution"):
        numlink.load(path)
    done = run("convert", str(path), capsys=capsys)
    assert (done.code, "no solution" in done.err) == (2, True)


def test_the_server_reads_a_picture():
    pytest.importorskip("fastapi")
    pytest.importorskip("httpx2")
    from fastapi.testclient import TestClient

    from numlink.web.app import Settings, create_app

    with TestClient(create_app(Settings(workers=1, requests_per_minute=0, largest_picture=300_000))) as client:

        def sent(data, kind="image/png"):
            return client.post("/api/read", content=data, headers={"content-type": kind})

        found = sent(drawn()).json()
        assert found["puzzles"][0]["cells"] == [list(row) for row in BOARD.rows()]
        assert (found["seen"], found["doubt"]) == ("5x5, 3 colours, 6 dots", None)
        doubtful = sent(drawn(numlink.parse("1 1 . . .\n. . . 1 .\n. . 1 . .\n. 1 . . .\n. . . . 1")[0])).json()
        assert "look alike" in doubtful["doubt"]
        assert doubtful["puzzles"][0]["cells"][1] == [0, 0, 0, 1, 0]
        for broken in (b"", b"\x89PNG\r\n\x1a\n", drawn()[:200], b"x" * 1000):
            refused = sent(broken)
            assert refused.status_code == 422
            assert set(refused.json()) == {"error"}
        assert sent(b"\x89PNG\r\n\x1a\n" + bytes(300_000)).status_code == 413
        assert client.post("/api/read", content=b"x" * 250_000).status_code == 413
