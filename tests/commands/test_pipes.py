"""Pipes: the first puzzle is answered before the second is written, and nothing else differs from a file."""

import json
import os
import re
import signal
import threading
from contextlib import contextmanager

import pytest

import numlink
from numlink import ParseError, formats, parallel
from numlink.commands.targets import UntilStopped
from numlink.formats.streaming import IncomingText, streamed
from tests.cli import assert_one_line_error, start
from tests.cli import numlink as run_numlink
from tests.formats.test_line_ends import TEXTS, items
from tests.work import calls_of

FIRST, SECOND = "name: first\n1 . 1\n2 . 2\n", "name: second\n1 1\n2 2\n"
IN_PLAIN = (FIRST + "\n", SECOND + "\n")
IN_JSON = tuple(numlink.dumps(numlink.parse(text), "json") for text in IN_PLAIN)
READERS = [
    "solve", "solve --limit 2", "count", "prove", "rate --unsorted", "heat", "explain", "sample --seed 1", "repair",
    "convert", "solve --workers 2", "rate --unsorted --workers 2", "sample --seed 1 --workers 2", "show", "check",
    "check --workers 2",
]  # fmt: skip
WRITERS = [
    "solve", "solve --limit 1", "solve --workers 2", "sample --seed 1", "sample --seed 1 --workers 2", "repair", "show",
    "convert", "convert --to thomasahle",
]  # fmt: skip
"""Commands that write puzzles for other commands, with a blank line between two."""
PATIENCE = 60
"""Seconds after which a program without an answer is killed, so that the test fails instead of hanging."""


@contextmanager
def running(*words):
    """A program with pipes as input and output."""
    with start(*words) as program:
        watch = threading.Timer(PATIENCE, program.kill)
        watch.start()
        try:
            yield program
        finally:
            watch.cancel()
            program.kill()


def write(program, text):
    program.stdin.write(text)
    program.stdin.flush()


@pytest.mark.table(4)
@pytest.mark.parametrize("written", [IN_JSON, IN_PLAIN], ids=["json", "plain"])
@pytest.mark.parametrize("command", READERS)
def test_the_first_answer_comes_before_the_second_puzzle_is_written(command, written):
    with running(*command.split(), "--json") as program:
        for number, text in enumerate(written, start=1):
            write(program, text)
            answer = json.loads(program.stdout.readline() or "{}")
            assert answer.get("puzzle", number) == number
            assert answer.get("name", answer.get("title")) in ("first", "second", "easy")
        program.stdin.close()
        assert program.wait() == 0


@pytest.mark.table(3)
@pytest.mark.parametrize("command", WRITERS)
def test_the_line_that_ends_a_written_puzzle_comes_before_the_next_one_is_known(command):
    """Otherwise a program that reads the puzzles would wait. There is no blank line after the last puzzle."""
    with running(*command.split()) as program:
        write(program, IN_PLAIN[0])
        assert "\n" in iter(program.stdout.readline, "")
        write(program, SECOND)
        program.stdin.close()
        rest = program.stdout.read()
        assert rest.strip()
        assert not rest.endswith("\n\n")


@pytest.mark.parametrize("command", [*WRITERS, "sample --seed 1 --count 3"])
def test_output_is_the_same_to_a_pipe_and_to_a_file(command, tmp_path, capsys):
    (tmp_path / "levels.txt").write_text("".join(IN_PLAIN))
    asked = [*command.split(), tmp_path / "levels.txt"]
    said = run_numlink(*asked, capsys=capsys)
    ending = "thomasahle" if "thomasahle" in command else "txt"
    run_numlink(*asked, "-o", tmp_path / f"out.{ending}", capsys=capsys)
    assert (tmp_path / f"out.{ending}").read_text() == said.out


THREE = "1 . 1\n2 . 2\n3 . 3\n" + "".join(f"path {row + 1}: ({row},0) ({row},1) ({row},2)\n" for row in range(3))
LINES_OF_FORMATS = {
    name: numlink.dumps(numlink.parse(THREE), name)
    for name in formats.names(written=True)
    if formats.format_named(name).read_lines is not None
}


@pytest.mark.table(2)
@pytest.mark.parametrize("name", LINES_OF_FORMATS)
def test_other_formats_are_streamed_with_from(name):
    ended = LINES_OF_FORMATS[name].removesuffix(formats.format_named(name).footer) + "\n"
    with running("convert", "--from", name, "--json") as program:
        for _ in range(2):
            write(program, ended)
            assert json.loads(program.stdout.readline() or "{}").get("cells") == [[1, 0, 1], [2, 0, 2], [3, 0, 3]]


def test_formats_without_lookahead_are_streamed():
    """Exceptions: thomasahle, adc and lab may have a solution after a puzzle; the others have no line that ends one."""
    whole = {
        name for name in formats.names(written=True) if formats.format_named(name).read and name not in LINES_OF_FORMATS
    }
    assert whole == {"thomasahle", "adc", "lab", "houston", "janko", "pzprv3"}


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_samples_are_written_as_they_are_drawn(options):
    with running("sample", "--seed", "1", "--count", 10**15, *options) as program:
        program.stdin.write(FIRST)
        program.stdin.close()
        assert len([program.stdout.readline() for _ in range(20)][-1]) > 1


def test_samples_are_the_same_with_any_number_of_workers(capsys):
    asked = ("sample", "--seed", 1, "--count", 20, "--rules", "free")
    board = "1 . . 2\n. . . .\n1 . . 2\n"
    one, two = (run_numlink(*asked, *more, stdin=board, capsys=capsys) for more in ((), ("--workers", 2)))
    assert one == two
    assert one.out.count("path 1: ") == 20


def test_puzzles_pass_through_several_programs_as_they_are_made():
    """`new` ends each puzzle with an empty line, so a reader need not wait for the next puzzle."""
    with running("new", "5", "--seed", "1", "--count", "1000000") as maker, running("solve", "-", "--pick", "1") as one:
        write(one, "".join(iter(maker.stdout.readline, "\n")) + "\n")
        assert one.stdout.readline() == "rules: cover\n"
        assert one.wait() == 0  # though its input has not ended


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes of Unix")
def test_a_named_pipe_is_read_as_it_comes(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with running("count", pipe) as program, open(pipe, "w") as file:
        for text in IN_PLAIN:
            file.write(text)
            file.flush()
            assert program.stdout.readline() == "1\n"


@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_keeps_what_was_answered_while_the_next_puzzle_is_awaited(workers, tmp_path):
    with running("solve", "-o", tmp_path / "solved.json", "--workers", workers) as program:
        write(program, IN_JSON[0])
        write(program, IN_JSON[1])
        assert "puzzle 1 (first): exactly one solution" in program.stderr.readline()
        assert "puzzle 2 (second): exactly one solution" in program.stderr.readline()  # the first one is kept by now
        program.send_signal(signal.SIGINT)
        assert program.wait() == 130
        assert re.search(r"stopped; (1 puzzle is|2 puzzles are) kept in ", program.stderr.read())
    kept = numlink.load(tmp_path / "solved.json")
    assert (kept[0].name, kept[0].solution is None) == ("first", False)


@pytest.mark.parametrize(
    ("text", "place"), [(FIRST, "first"), (FIRST + "\n", "puzzle 1 (first)"), (IN_JSON[0], "puzzle 1 (first)")]
)
def test_an_only_puzzle_is_called_by_its_number_unless_the_pipe_ends_with_it(text, place):
    """Whether another one follows is unknown when it is answered; the message does not depend on timing."""
    with running("prove") as program:
        assert program.communicate(text)[0].startswith(f"{place}: exactly one solution")


LINES = [
    '{"cells":[[1,0,1]],"name":"a"}', "", "{", '{"cells":[[1,0]]}', "[1]", '{"cells":1}', '{"cells":[[1,1,2,2]]}', "x",
]  # fmt: skip
BLOCKS = [
    "1 . 1\n2 . 2\n",
    "; a comment\n1 . 1\n",
    "name: a\n",
    "1 q\n",
    "101\n202\n",
    "1 1\npath 1: (0,0) (0,1)\n",
    "\n",
]
MADE = [
    *(
        (name, f"{one}{between}{two}")
        for name, one in LINES_OF_FORMATS.items()
        for between in ("", "\n", "x\n", "\nx\n\n")
        for two in ("", one, "1 q\n", one.rstrip("\n"))
    ),
    *(("json", f"{one}\n{two}\n{three}") for one in LINES for two in LINES for three in LINES[:3]),
    *(("plain", f"{one}\n{two}{three}") for one in BLOCKS for two in BLOCKS for three in BLOCKS),
    ("plain", "https://a\n1 . 1\n"),
    ("json", '{\n"cells": [[1, 1]]\n}\n'),
    ("json", '[{"cells": [[1, 1]]}]'),
    *TEXTS,
]


def coming(text):
    return IncomingText(text.encode().splitlines(keepends=True), "standard input", slow=True)


def whole(text, name):
    try:
        return [*formats.guess(text)[1]] if name is None else [*formats.iterate(text, name)]
    except ParseError as error:
        return [error]


def told(found):
    return [(str(one), one.line, one.column) if isinstance(one, ParseError) else one for one in found]


@pytest.mark.parametrize("named", [True, False], ids=["--from", "told from the content"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_stream_reads_like_a_file(named, end):
    """The same puzzles and messages with the same lines and columns, unless the text is read to its end first."""
    came = 0
    for name, text in MADE:
        asked, sent = name if named else None, text.replace("\n", end)
        text_that_comes = coming(sent)
        found = streamed(text_that_comes, asked)
        if found is None:
            assert text_that_comes.whole() == sent
        else:
            came += 1
            assert told(found) == told(whole(sent, asked)), sent
            assert text_that_comes.ended
    assert came > 100


def test_no_more_is_read_than_the_next_puzzle_needs():
    taken = 0

    def lines(text):
        nonlocal taken
        for line in text.encode().splitlines(keepends=True):
            taken += 1
            yield line

    found = streamed(IncomingText(lines("".join(IN_JSON) * 3), "a pipe", slow=True))
    assert [taken for _ in found] == [1, 2, 3, 4, 5, 6]
    taken = 0
    found = streamed(IncomingText(lines("".join(IN_PLAIN) * 2), "a pipe", slow=True))
    assert [taken for _ in found] == [4, 8, 12, 16]


@pytest.mark.parametrize("written", [IN_JSON, IN_PLAIN], ids=["json", "plain"])
def test_reading_takes_time_linear_in_the_input(written):
    def read(number):
        assert len([*streamed(coming("".join(written) * number))]) == 2 * number

    assert calls_of(lambda: read(400)) < 2.1 * calls_of(lambda: read(200))


def test_bytes_that_are_not_text_end_the_stream_and_lose_no_answer():
    first, second = (text.encode() for text in IN_JSON)
    *found, last = streamed(IncomingText([b"\xef\xbb\xbf" + first, second, b"\xff\n", first], "a pipe", slow=True))
    assert found == numlink.parse("".join(IN_JSON))
    assert str(last) == f"a pipe is not UTF-8 text (byte {len(first + second)}). Give a text of puzzles."
    with pytest.raises(ParseError, match=r"a pipe is not UTF-8 text \(byte 1\)"):
        streamed(IncomingText([b"\n", b"\xff\x00\n"], "a pipe", slow=True))


def test_a_result_does_not_wait_for_the_next_task():
    given = threading.Event()

    def tasks():
        yield -1
        assert given.wait(PATIENCE)
        yield -2
        raise OSError("the pipe broke")

    found = parallel.map(abs, tasks(), workers=2, as_they_come=True)
    assert next(found) == 1
    given.set()
    assert next(found) == 2
    with pytest.raises(OSError, match="the pipe broke"):
        next(found)


def test_incoming_tasks_are_taken_as_needed():
    taken = []
    found = parallel.map(abs, (taken.append(number) or number for number in range(1_000)), workers=2, as_they_come=True)
    assert [next(found) for _ in range(5)] == [0, 1, 2, 3, 4]
    assert len(taken) < 20
    found.close()
    assert len(taken) < 20


def test_quiet_holds_in_the_thread_that_reads(tmp_path, capsys):
    for name in ("a.flowfree", "b.flowfree"):
        (tmp_path / name).write_text("2,0,1,2;0,1;2,3\n")
    files = [tmp_path / "a.flowfree", tmp_path / "b.flowfree"]
    for command in ("solve", "check"):
        assert "read as format flowfree" in run_numlink(command, "--workers", 2, *files, capsys=capsys).err
        assert run_numlink(command, "--workers", 2, "--quiet", *files, capsys=capsys).err == ""


@pytest.mark.parametrize("command", ["solve - -", "check - - --workers 2", "export - --exclude -"])
def test_standard_input_asked_for_twice_is_refused(command, capsys):
    run = run_numlink(*command.split(), stdin=FIRST, capsys=capsys)
    assert_one_line_error(run, "standard input ('-') is named twice")


def test_all_line_ends_are_read_alike():
    assert all(items(text, name) == told(whole(text, name)) for name, text in TEXTS)


@pytest.fixture
def heeded():
    """Ctrl-C as a terminal's: a run in the background ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    assert signal.signal(signal.SIGINT, before) is signal.default_int_handler, "the handler is not as it was"


@pytest.mark.usefixtures("heeded")
def test_ctrl_c_while_a_part_is_written_waits_for_the_next_one(capsys):
    """Raised there, it would end the writer and lose the parts known by then."""
    known = UntilStopped("abcd")
    taken = []
    for part in known:
        if part == "b":
            signal.raise_signal(signal.SIGINT)
        taken.append(part)
    assert (taken, known.number, known.stopped) == (["a", "b"], 2, True)
    with pytest.raises(KeyboardInterrupt):
        known.end("letters.txt", "letter")
    assert capsys.readouterr().err == "numlink: stopped; 2 letters are kept in letters.txt.\n"


@pytest.mark.usefixtures("heeded")
def test_ctrl_c_twice_while_a_part_is_written_ends_at_once():
    taken = []

    def write():
        for part in UntilStopped("abcd"):
            taken.append(part)
            signal.raise_signal(signal.SIGINT)
            signal.raise_signal(signal.SIGINT)
            taken.append("not reached")

    with pytest.raises(KeyboardInterrupt):
        write()
    assert taken == ["a"]


@pytest.mark.usefixtures("heeded")
@pytest.mark.parametrize("before", [0, 2])
def test_ctrl_c_while_a_part_is_made_keeps_the_parts_before(before):
    def parts():
        yield from range(before)
        signal.raise_signal(signal.SIGINT)
        yield "not reached"

    known = UntilStopped(parts())
    if before:
        assert ([*known], known.stopped) == ([0, 1], True)
    else:
        with pytest.raises(KeyboardInterrupt):
            list(known)
