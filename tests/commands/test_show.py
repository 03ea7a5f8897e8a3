"""`numlink show`, and pictures as the target of -o."""

import errno
import fcntl
import json
import os
import pty
import re
import struct
import subprocess
import sys
import termios
import xml.etree.ElementTree as ElementTree
from html.parser import HTMLParser
from pathlib import Path

import pytest

import numlink
from numlink import generate_classic
from numlink.model.characters import boxed
from numlink.render.html import page
from numlink.render.picture import Options
from tests.cli import assert_one_line_error
from tests.cli import numlink as run

ROOT = Path(__file__).parents[2]
PUZZLE = generate_classic(5, seed=3)
TEXT = numlink.dumps(PUZZLE)
BARE = "1 . 1\n2 . 2\n"
TWO = "1 1\n\n2 . 2\n"


def on_terminal(*arguments, stdin="", columns=80, **environment):
    """Run as a program whose standard output is a terminal; returns (exit code, what the terminal shows, stderr)."""
    outer, inner = pty.openpty()
    fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    settings = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "COLUMNS", "COLORTERM")}
    program = subprocess.Popen(
        [sys.executable, "-m", "numlink", "show", *arguments],
        stdin=subprocess.PIPE,
        stdout=inner,
        stderr=subprocess.PIPE,
        env={**settings, "TERM": "xterm-256color", **environment},
    )
    os.close(inner)
    program.stdin.write(stdin.encode())
    program.stdin.close()
    shown = b""
    while True:
        try:
            piece = os.read(outer, 65536)
        except OSError:  # the other end is closed
            break
        if not piece:
            break
        shown += piece
    os.close(outer)
    complaints = program.stderr.read().decode()
    program.stderr.close()
    return program.wait(), shown.decode().replace("\r\n", "\n"), complaints


def without_colour(text):
    return re.sub("\x1b\\[[0-9;]*m", "", text)


def test_a_pipe_gets_plain_text_that_every_command_reads(capsys):
    shown = run("show", stdin=TEXT, capsys=capsys)
    assert (shown.code, shown.out, shown.err) == (0, TEXT, "")


def test_a_terminal_gets_boxes_in_colour():
    code, shown, complaints = on_terminal(stdin=TEXT)
    assert (code, complaints) == (0, "")
    assert "\x1b[1;38;5;" in shown
    assert without_colour(shown) == boxed(PUZZLE.rows()) + "\n"


@pytest.mark.parametrize(("arguments", "environment"), [(["--color", "never"], {}), ([], {"NO_COLOR": "1"})])
def test_a_terminal_without_colour(arguments, environment):
    code, shown, _ = on_terminal(*arguments, stdin=TEXT, **environment)
    assert (code, shown) == (0, boxed(PUZZLE.rows()) + "\n")


def test_colour_into_a_pipe_when_asked(capsys):
    assert "\x1b[" not in run("show", "--to", "unicode", stdin=TEXT, capsys=capsys).out
    assert "\x1b[" in run("show", "--to", "unicode", "--color", "always", stdin=TEXT, capsys=capsys).out


def test_boxes_that_do_not_fit_give_way_to_pipes():
    code, shown, _ = on_terminal(stdin=TEXT, columns=25)
    assert code == 0
    assert shown.startswith("┌───────────┐\n")


def test_a_board_too_wide_for_the_terminal_says_so():
    code, shown, complaints = on_terminal(stdin=TEXT, columns=10)
    assert (code, shown) == (2, "")
    assert complaints == (
        "numlink: the board of 5x5 is 13 columns wide, the terminal has 10. "
        "Make a picture with -o board.svg, or scroll: --to unicode | less -S.\n"
    )
    code, shown, complaints = on_terminal("--to", "boxes", stdin=TEXT, columns=10)
    assert code == 0
    assert "+----+" in shown
    assert "is 30 columns wide" in complaints


def test_pixels_are_not_for_a_terminal():
    pytest.importorskip("PIL")
    code, shown, complaints = on_terminal("--to", "png", stdin=TEXT)
    assert (code, shown) == (2, "")
    assert "Name a file with -o" in complaints


def test_the_solution_in_pipes(capsys):
    shown = run("show", "--to", "unicode", "--solution", stdin=TEXT, capsys=capsys)
    assert shown.out.splitlines()[1] == "│ ╭───╮ 2─2 │"
    assert run("show", "--to", "boxes", "--solution", stdin=TEXT, capsys=capsys).out == (
        boxed(PUZZLE.filled(PUZZLE.solution)) + "\n"
    )


@pytest.mark.parametrize("ending", ["svg", "png", "gif", "html", "pdf"])
def test_every_kind_of_picture(ending, tmp_path, capsys):
    pytest.importorskip({"png": "PIL", "gif": "PIL", "pdf": "reportlab"}.get(ending, "json"))
    target = tmp_path / f"board.{ending.upper()}"
    assert run("show", "-o", target, stdin=TEXT, capsys=capsys).code == 0
    begins = {"svg": b"<svg", "png": b"\x89PNG", "gif": b"GIF89a", "html": b"<!doctype html>", "pdf": b"%PDF-"}
    assert target.read_bytes().startswith(begins[ending])
    assert [path.name for path in tmp_path.iterdir()] == [target.name]


@pytest.mark.parametrize("ending", ["svg", "html"])
def test_to_standard_output(ending, capfdbinary):
    from tests.cli import start

    done = start("show", "--to", ending, "--theme", "colour")
    out, err = done.communicate(TEXT)
    assert (done.returncode, err) == (0, "")
    assert "<svg" in out
    assert 'class="numlink colour auto"' in out


def test_options_reach_the_picture(tmp_path, capsys):
    target = tmp_path / "x.svg"
    arguments = ["--theme", "letters", "--mode", "dark", "--scale", "10", "--solution"]
    assert run("show", *arguments, "-o", target, stdin=TEXT, capsys=capsys).code == 0
    root = ElementTree.parse(target).getroot()
    assert root.get("class") == "numlink letters dark"
    assert root.get("width") == "55"
    assert len(root.findall(".//*[@class='path']")) == PUZZLE.pairs


def test_growth_follows_the_recipe(tmp_path, capsys):
    """The lab program's own order and direction, recomputed from the seed; not for an edited board."""
    target = tmp_path / "x.svg"
    first = run("classic", "5", "--seed", "3", capsys=capsys).out.splitlines()[3].split()[2:4]
    assert run("show", "--animate", "growth", "-o", target, stdin=TEXT, capsys=capsys).code == 0
    assert f">set_union({first[0]}, {first[1]}): equal ranks" in target.read_text()
    edited = TEXT.replace("2 2", "9 9").replace("path 2", "path 9")
    assert run("show", "--animate", "growth", "-o", target, stdin=edited, capsys=capsys).code == 0


def test_pick_shows_one_puzzle_of_several(tmp_path, capsys):
    assert run("show", "--pick", "2", stdin=TWO, capsys=capsys).out == "rules: cover\n2 . 2\n"
    refused = run("show", "-o", tmp_path / "x.svg", stdin=TWO, capsys=capsys)
    assert_one_line_error(refused, "svg holds one puzzle, not 2", "--pick N")
    assert_one_line_error(run("show", "--pick", "3", stdin=TWO, capsys=capsys), "no puzzle 3: the input has only 2")
    assert list(tmp_path.iterdir()) == []


def test_a_stream_goes_on_after_a_bad_board(capsys):
    shown = run("show", "--to", "boxes", stdin="1 1\n\n1 ? 1\n\n2 . 2\n", capsys=capsys)
    assert shown.code == 2
    assert shown.out.count("+----+----+\n") == 4
    assert "line 3, column 3" in shown.err


@pytest.mark.parametrize(
    ("arguments", "stdin", "words"),
    [
        (["-o", "board.bmp"], TEXT, ["the extension of board.bmp is not a known format", ".svg", ".pdf"]),
        (["-o", "no/such/folder/x.svg"], TEXT, ["cannot write no/such/folder/x.svg", "Choose another file"]),
        (["-o", "/"], TEXT, ["is not a known format"]),
        (["--to", "bmp"], TEXT, ["'bmp' is not a known format", "unicode"]),
        (["-o", "x.svg"], "", ["the text is empty"]),
        (["-o", "x.svg"], "; nothing\n", []),
        (["-o", "x.svg", "--theme", "neon"], TEXT, ["neon"]),
        (["-o", "x.svg", "--scale", "0"], TEXT, ["scale"]),
        (["-o", "x.svg", "--pick", "0"], TEXT, ["pick"]),
        (["no-such-file.txt"], "", ["cannot read no-such-file.txt"]),
    ],
)
def test_bad_targets_give_one_line_and_leave_no_file(arguments, stdin, words, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert_one_line_error(run("show", *arguments, stdin=stdin, capsys=capsys), *words)
    assert list(tmp_path.iterdir()) == []


def test_a_picture_that_fails_leaves_the_old_one(tmp_path, monkeypatch, capsys):
    target = tmp_path / "x.svg"
    target.write_text("old")

    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    assert_one_line_error(run("show", "-o", target, stdin=TEXT, capsys=capsys), "No space left")
    assert target.read_text() == "old"
    assert len(list(tmp_path.iterdir())) == 1


def test_a_pipe_is_written_to_and_a_link_followed(tmp_path, capsys):
    fifo = tmp_path / "pipe.svg"
    os.mkfifo(fifo)
    reader = subprocess.Popen(["cat", fifo], stdout=subprocess.PIPE, text=True)
    assert run("show", "-o", fifo, stdin=TEXT, capsys=capsys).code == 0
    assert reader.communicate()[0].startswith("<svg")
    assert fifo.is_fifo()
    (tmp_path / "real.svg").write_text("")
    (tmp_path / "link.svg").symlink_to("real.svg")
    assert run("show", "-o", tmp_path / "link.svg", stdin=TEXT, capsys=capsys).code == 0
    assert (tmp_path / "link.svg").is_symlink()
    assert (tmp_path / "real.svg").read_text().startswith("<svg")


def test_the_lab_program_writes_pictures_too(tmp_path, capsys):
    target = tmp_path / "x.svg"
    assert run("classic", "5", "--seed", "3", "-o", target, capsys=capsys).code == 0
    assert target.read_text() == numlink.svg(PUZZLE)


def test_the_solver_draws_its_paths(tmp_path, capsys):
    target = tmp_path / "x.svg"
    assert run("solve", "-o", target, stdin=BARE, capsys=capsys).code == 0
    solved = numlink.parse("1 . 1\n2 . 2\npath 1: (0,0) (0,1) (0,2)\npath 2: (1,0) (1,1) (1,2)\n")[0]
    assert target.read_text() == numlink.svg(solved, solved.solution)


def test_convert_draws_too(tmp_path, capsys):
    target = tmp_path / "x.svg"
    assert run("convert", "-", target, stdin=TEXT, capsys=capsys).code == 0
    assert target.read_text() == numlink.svg(PUZZLE)
    done = run("convert", "-", target, "--to", "json", stdin=TEXT, capsys=capsys)
    assert done.code == 0
    assert json.loads(target.read_text())["width"] == 5
    page = tmp_path / "x.html"
    done = run("convert", "-", page, stdin="1 1\n\n1 ? 1\n", capsys=capsys)
    assert done.code == 2
    assert "puzzle 2: line 3" in done.err
    assert page.read_text().count("<svg") == 1


def test_losses_of_a_format_are_reported(capsys):
    shown = run("show", "--to", "thomasahle", stdin="rules: free\n1 . 1\n", capsys=capsys)
    assert shown.code == 0
    assert "thomasahle" in shown.err


def test_json_wins_over_the_ending(tmp_path, capsys):
    target = tmp_path / "x.svg"
    assert run("classic", "5", "--seed", "3", "--json", "-o", target, capsys=capsys).code == 0
    assert json.loads(target.read_text())["width"] == 5


class Balanced(HTMLParser):
    """Fails at the first end tag that does not close the last open one."""

    VOID = ("meta",)

    def __init__(self):
        super().__init__()
        self.open = []

    def handle_starttag(self, tag, attributes):
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_startendtag(self, tag, attributes):
        pass


def test_a_page_is_well_formed_and_folds_answers():
    named = generate_classic(7, seed=1)
    text = page([PUZZLE, named, numlink.parse(BARE)[0]], Options(theme="colour"))
    parser = Balanced()
    parser.feed(text)
    assert parser.open == []
    assert text.count("<details>") == 2
    assert len(re.findall(r'id="(numlink-[0-9a-f]{8})"', text)) == len(
        set(re.findall(r'id="(numlink-[0-9a-f]{8})"', text))
    )
    assert "<h1>3 Numberlink puzzles</h1>" in text
    assert "<details>" not in page([PUZZLE], Options(solved=True))


@pytest.mark.thorough
def test_commands_make_the_pictures_of_the_documents(tmp_path):
    """SVG byte for byte; pixels depend on the version of Pillow, so other pictures only have to be made."""
    pytest.importorskip("PIL")
    subprocess.run([sys.executable, ROOT / "docs" / "make_pictures.py", tmp_path], check=True)
    made = sorted(path.name for path in tmp_path.iterdir())
    kept = ROOT / "docs" / "pictures"
    assert made == sorted(path.name for path in kept.iterdir())
    for name in made:
        if name.endswith(".svg"):
            assert (tmp_path / name).read_text() == (kept / name).read_text(), name


def test_a_puzzle_without_a_solution_is_solved_to_draw_it(tmp_path, capsys):
    drawn = "┌───────┐\n│ 1───1 │\n│ 2───2 │\n└───────┘\n"
    assert run("show", "--to", "unicode", "--solution", stdin=BARE, capsys=capsys).out == drawn
    for words in (["--solution", "-o", "x.svg"], ["--animate", "solution", "-o", "x.gif"]):
        assert run("show", *words[:-1], tmp_path / words[-1], stdin=BARE, capsys=capsys).code == 0
    impossible = run("show", "--to", "unicode", "--solution", stdin="1 2\n2 1\n\n" + BARE, capsys=capsys)
    assert (impossible.code, impossible.out) == (1, drawn)
    assert "puzzle 1: there is no solution to draw under cover" in impossible.err
