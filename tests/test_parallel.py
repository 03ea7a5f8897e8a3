"""Work on several cores: the same answers in the same order; a bad puzzle stops no other; Ctrl-C ends all at once."""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from functools import partial
from itertools import count as endless
from pathlib import Path

import pytest

from numlink import BudgetEnded, InputError, Puzzle, count, dumps, generate_classic, parallel, prove
from tests.boards import hard_board
from tests.cli import numlink

PUZZLES = [generate_classic(6, seed=seed).with_solution(None) for seed in range(12)]
BAD = Puzzle(2, 1, (1, 2))


def answers(workers, tasks=PUZZLES):
    return [(verdict.answer, verdict.solution) for verdict in parallel.map(prove, tasks, workers=workers)]


def test_the_same_answers_in_the_same_order():
    assert answers(2) == answers(1)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_bad_puzzle_ends_no_other(workers):
    found = list(parallel.map(count, [PUZZLES[0], BAD, PUZZLES[1]], workers=workers))
    assert isinstance(found[1], InputError)
    assert [found[0], found[2]] == [count(PUZZLES[0]), count(PUZZLES[1])]
    hard = hard_board()
    assert isinstance(next(parallel.map(partial(count, budget=0.01), [hard], workers=workers)), BudgetEnded)


def test_endless_tasks_are_taken_as_needed():
    found = parallel.map(abs, endless(), workers=2)
    assert [next(found) for _ in range(5)] == [0, 1, 2, 3, 4]
    found.close()


def test_wrong_arguments_are_refused():
    with pytest.raises(InputError, match="from 1 to 1000, not 0"):
        parallel.map(prove, PUZZLES, workers=0)


def test_a_lost_worker_is_reported():
    with pytest.raises(InputError, match="a worker process was lost"):
        list(parallel.map(os._exit, [1], workers=2))


def dies_while_handing_on(task):
    """Kill this worker when half of its result is in the pipe."""
    from multiprocessing.connection import Connection

    def half(self, data, *_):
        os.write(self.fileno(), bytes(data)[: len(data) // 2])
        os.kill(os.getpid(), signal.SIGKILL)

    Connection._send = half
    return task


def test_a_worker_lost_while_it_sends_a_result_is_reported():
    with pytest.raises(InputError, match="a worker process was lost"):
        list(parallel.map(dies_while_handing_on, PUZZLES, workers=2))


def stays_while_handing_on(target):
    """Stop this worker when half of its result is in the pipe, and make a file to say so."""
    from multiprocessing.connection import Connection

    def half(self, data, *_):
        os.write(self.fileno(), bytes(data)[: len(data) // 2])
        Path(target).touch()
        time.sleep(60)

    Connection._send = half
    return "a result " * 100


def interrupted_while_a_worker_hands_on(target):
    """Send Ctrl-C at that moment; run in its own process, which must end."""
    with suppress(KeyboardInterrupt), parallel.pool(2) as crew:
        crew.executor.submit(stays_while_handing_on, target)
        while not Path(target).exists():
            time.sleep(0.01)
        raise KeyboardInterrupt


def test_ctrl_c_ends_everything_while_a_worker_sends_a_result(tmp_path):
    """Otherwise the executor waits forever for the other half, and the program's exit for the executor."""
    code = f"from tests.test_parallel import *; interrupted_while_a_worker_hands_on({str(tmp_path / 'half')!r})"
    root = Path(__file__).parents[1]
    assert subprocess.run([sys.executable, "-c", code], cwd=root, timeout=40, check=False).returncode == 0


COMMANDS = [
    ("solve", "--json"),
    ("solve",),
    ("count",),
    ("check",),
    ("prove",),
    ("rate", "--json", "--unsorted"),
    ("explain",),
]


@pytest.mark.table(3)
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_output_of_commands_does_not_depend_on_the_number_of_workers(command, capsys):
    stream = dumps([PUZZLES[0], BAD, *PUZZLES[1:3]])

    def told(workers):
        done = numlink(*command, "--workers", workers, stdin=stream, capsys=capsys)
        return done.code, without_seconds(done.out), without_seconds(done.err)

    assert told(2) == told(1)


def without_seconds(text):
    import re

    return re.sub(r'"seconds": ?[0-9.e-]+|[0-9.]+ s\b', "", text)


def test_puzzles_are_the_same_with_any_number_of_workers(capsys):
    """4x4 has few different puzzles: some are replaced by the puzzle of the next free seed."""
    arguments = ("new", 4, "--count", 12, "--seed", 1)
    alone, several = (numlink(*arguments, "--workers", workers, capsys=capsys) for workers in (1, 2))
    assert alone.code == several.code == 0
    assert alone.out == several.out
    arguments = ("new", 20, "--count", 3, "--seed", 1, "--budget", 0.001)
    alone, several = (numlink(*arguments, "--workers", workers, capsys=capsys) for workers in (1, 2))
    assert (alone.code, alone.out) == (several.code, several.out) == (3, "")


def test_books_are_the_same_with_any_number_of_workers(tmp_path, capsys):
    """Books of new puzzles, with few different ones of 4x4, and from a stream with a bad puzzle."""
    pytest.importorskip("reportlab")
    stream = dumps([PUZZLES[0], BAD, *PUZZLES[:3]])
    for arguments in (("--count", 9, "--sizes", "4", "--seed", 1, "--date", "2026-11-22"), ("--date", "2026-11-22")):
        told = []
        for workers in (1, 2):
            target = tmp_path / f"{workers}.pdf"
            given = "" if "--count" in arguments else stream
            done = numlink("book", *arguments, "--workers", workers, "-o", target, stdin=given, capsys=capsys)
            told.append((done.code, without_seconds(done.err).replace(str(target), ""), target.read_bytes()))
        assert told[0] == told[1]


SLOW = """
import numlink, signal, time
from numlink import parallel
signal.signal(signal.SIGINT, signal.default_int_handler)  # what a shell starts with & inherits it ignored
list(parallel.map(time.sleep, [600, 600], workers=2))
"""


def test_an_interrupt_of_the_caller_ends_all_workers(tmp_path):
    script = tmp_path / "slow.py"
    script.write_text(f"if __name__ == '__main__':\n{''.join('    ' + line for line in SLOW.splitlines(True))}")
    running = subprocess.Popen([sys.executable, script], stderr=subprocess.PIPE, text=True)
    while len(children(running.pid)) < 2:
        time.sleep(0.05)
    workers = children(running.pid)
    running.send_signal(signal.SIGINT)
    assert "KeyboardInterrupt" in running.communicate(timeout=60)[1]
    assert running.returncode != 0
    for _ in range(200):
        if not any(map(alive, workers)):
            break
        time.sleep(0.05)
    else:
        pytest.fail("a worker sleeps on")


def alive(process):
    try:
        with open(f"/proc/{process}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def children(process):
    try:
        with open(f"/proc/{process}/task/{process}/children") as file:
            return file.read().split()
    except FileNotFoundError:
        pytest.skip("needs /proc")
