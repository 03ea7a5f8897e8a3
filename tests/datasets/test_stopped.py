"""A stopped run keeps and reports what it made, whenever it stops; continuing it does not make that again."""

import random
import signal
import threading
from pathlib import Path

import pytest

import numlink.datasets
from numlink.commands.progress import Progress
from numlink.datasets.codecs import make_piece
from numlink.datasets.folder import Folder
from numlink.datasets.make import make_dataset
from numlink.datasets.manifest import MANIFEST
from numlink.datasets.plan import ShardFormat
from numlink.datasets.queries import KEYS, shards_open
from tests.cli import numlink as run
from tests.plans import files_of, plan_of
from tests.stops import AtCall
from tests.tools import amount

pytest.importorskip("pyarrow")
pytest.importorskip("duckdb")


class Stopping:
    """Makes pieces of a few rows; Ctrl-C (or `error`) stops it at a given piece."""

    def __init__(self, monkeypatch, pieces, error=KeyboardInterrupt):
        self.left, self.rows, self.error = pieces, 0, error
        monkeypatch.setattr("numlink.datasets.plan.PIECE_WORK", 20_000)
        monkeypatch.setattr("numlink.datasets.run.CROWDED", 0)  # duplicates are replaced piece by piece, too
        monkeypatch.setattr("numlink.datasets.run.make_piece", self)

    def __call__(self, *arguments):
        self.left -= 1
        if self.left == 0:
            raise self.error
        found = make_piece(*arguments)
        self.rows += found.made
        return found


def stop(target, monkeypatch, pieces, **plan):
    """The rows made before the stop and the message about it; None without a stop."""
    said = []
    stopping = Stopping(monkeypatch, pieces)
    try:
        make_dataset(str(target), plan_of(**plan), workers=1, note=said.append)
    except KeyboardInterrupt:
        return stopping.rows, said
    return stopping.rows, None


@pytest.mark.parametrize("format", ["parquet", "jsonl"])
def test_ctrl_c_before_the_first_whole_shard_keeps_what_is_made(format, tmp_path, monkeypatch):
    plan = {"format": format, "shard-size": 100}
    made, said = stop(tmp_path / "d", monkeypatch, 9, **plan)
    assert made > 10
    room, *said = said
    assert "there are only about 34 puzzles of 4x4" in room
    assert said == [f"stopped, {made} of 60 puzzles are kept. Resume with: numlink batch --resume {tmp_path / 'd'}"]
    more, said = stop(tmp_path / "d", monkeypatch, 4, **plan)
    assert said == [
        f"stopped, {made + more} of 60 puzzles are kept. Resume with: numlink batch --resume {tmp_path / 'd'}"
    ]
    states = []
    counted = Stopping(monkeypatch, 0)
    make_dataset(str(tmp_path / "d"), workers=1, on_progress=states.append)
    assert states[-1].found == made + more
    assert min(state.done for state in states if state.words == "made") == made + more
    make_dataset(str(tmp_path / "whole"), plan_of(**plan), workers=1)
    assert files_of(tmp_path / "d") == files_of(tmp_path / "whole")
    assert counted.rows > 0


@pytest.mark.sampled
def test_stopped_at_any_piece_nothing_changes(small, tmp_path, monkeypatch):
    """Stopped at every third (or sixth) piece, again and again, while making puzzles and replacing duplicates."""
    stops = replaced = 0
    said = []
    while said is not None:
        rows, said = stop(tmp_path / "d", monkeypatch, amount(6, 3))
        stops += said is not None
        replaced += rows
        assert stops < 100, "it does not come further"
    assert stops > 5
    assert replaced > 60
    assert files_of(tmp_path / "d") == files_of(small)


ROOM = Path(numlink.datasets.__file__).parent


def stopped_at_call(number, target):
    """The message about the stop, and its place; (None, place) if the run came to its end."""
    said, stop = [], AtCall(number, ROOM)
    plan = None if (target / MANIFEST).exists() else plan_of()
    try:
        with stop:
            make_dataset(str(target), plan, workers=1, note=said.append)
    except KeyboardInterrupt:
        return said[-1] if said else "", stop.place
    return None, stop.place


A_STOP_MAY_LEAVE_A_FILE_OPEN = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
"""For a stop between opening a file and entering its `with`."""


@A_STOP_MAY_LEAVE_A_FILE_OPEN
def test_a_stop_is_reported_wherever_it_happens(tmp_path):
    """Before the lock, between manifest and first piece, at the end: the user always reads how to continue."""
    told = set()
    for number in (*range(10, 300, 3), 1000, 2000, 3000):
        target = tmp_path / str(number)
        said, place = stopped_at_call(number, target)
        if said is None:  # from Python 3.12 on comprehensions are not calls, so a run has fewer calls
            assert number >= 2000
            continue
        begun = (target / MANIFEST).exists()
        go_on = f"kept. Resume with: numlink batch --resume {target}" if begun else "Run the same command again."
        assert said.startswith("stopped"), place
        assert said.endswith(go_on), place
        told.add(said.replace(str(target), "D"))
    assert len(told) >= 3


@A_STOP_MAY_LEAVE_A_FILE_OPEN
@pytest.mark.sampled
def test_stopped_at_any_call_nothing_changes(small, tmp_path):
    chance, stops, turn = random.Random(1), 0, 0
    # Python may drop a stop (AtCall) and end a turn early, so turns continue until there are enough stops
    while turn < amount(1, 3) or stops <= amount(2, 8):
        target, said = tmp_path / str(turn), ""
        while said is not None:
            said, place = stopped_at_call(int(50 * 1.1 ** chance.randrange(60)), target)
            assert said is None or said.startswith("stopped"), place
            stops += said is not None
            assert stops < 300, "it does not come further"
        assert files_of(target) == files_of(small)
        turn += 1
        assert turn < 20, "stops are dropped"


@pytest.fixture
def heeded():
    """Ctrl-C as a terminal's: a run in the background ignores it, and would wait for the query for ever."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("heeded")
def test_ctrl_c_within_a_query_raises_keyboard_interrupt(small):
    """DuckDB notices the signal itself and raises an error of its own kind."""
    import duckdb

    many = "SELECT count(*) FROM range(1000000) a, range(1000000) b WHERE a.range * b.range % 7 = 3"
    with shards_open(Folder(str(small)), ShardFormat.PARQUET, [], KEYS) as rows:
        timer = threading.Timer(0.2, signal.raise_signal, [signal.SIGINT])
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            rows.execute(many)
    assert not issubclass(duckdb.Error, RuntimeError), "then an error of a query would be taken for Ctrl-C"


def test_made_puzzles_are_kept_whatever_ends_the_run(tmp_path, monkeypatch):
    """A lost worker, a full disk at another file: not only Ctrl-C."""
    stopping = Stopping(monkeypatch, 5, RuntimeError)
    with pytest.raises(RuntimeError):
        make_dataset(str(tmp_path / "d"), plan_of(), workers=1)
    states = []
    Stopping(monkeypatch, 0)
    make_dataset(str(tmp_path / "d"), workers=1, on_progress=states.append)
    assert states[-1].found == stopping.rows > 0


def test_a_partial_shard_that_is_damaged_is_made_again(small, tmp_path, monkeypatch):
    damages = {"cut": lambda content: content[:-20], "flipped": lambda content: content[:300] + b"?" + content[301:]}
    for name, damage in damages.items():
        target = tmp_path / name
        stop(target, monkeypatch, 5)
        partial = max(target.glob("*.parquet"))
        partial.write_bytes(damage(partial.read_bytes()))
        Stopping(monkeypatch, 0)
        make_dataset(str(target), workers=1)
        assert files_of(target) == files_of(small)


def test_sigterm_stops_a_run_as_ctrl_c_does(tmp_path, monkeypatch, capsys):
    """SIGTERM is what `docker stop` and a cluster send first."""
    stopping = Stopping(monkeypatch, 0)

    def make(*arguments):
        if stopping.rows >= 20:
            signal.raise_signal(signal.SIGTERM)
        return stopping(*arguments)

    monkeypatch.setattr("numlink.datasets.run.make_piece", make)
    before = signal.getsignal(signal.SIGTERM)
    options = ("--count", 60, "--sizes", "4x3,4,5", "--seed", 5, "--shard-size", 100, "--workers", 1, "--no-rating")
    found = run("batch", *options, "-o", tmp_path / "d", capsys=capsys)
    assert found.code == 130
    assert f"stopped, {stopping.rows} of 60 puzzles are kept." in found.err
    assert signal.getsignal(signal.SIGTERM) == before


def test_the_time_left_is_estimated_from_made_puzzles_only(monkeypatch, capsys):
    """80 000 rows are read in two seconds, then 100 made in ten: 19 900 more take half an hour, not two seconds."""
    now = [0.0]
    monkeypatch.setattr("numlink.commands.progress.monotonic", lambda: now[0])
    with Progress("made", asked=True) as progress:
        for second in range(3):
            now[0] = second
            progress.update(40_000 * second, 100_000, found=40_000 * second)
        now[0] = 12.0
        progress.update(80_100, 100_000, found=80_000)
    assert capsys.readouterr().err.splitlines() == [
        "numlink: made: 80,100 of 100,000 (80,000 found, 100 made), 10 a second, 0:33:10 left"
    ]
