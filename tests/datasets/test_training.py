"""Datasets for PyTorch: reads are counted, never timed; PyTorch itself is a stub where it is not installed."""

import importlib.util
import pickle
import random
import sys
from types import ModuleType, SimpleNamespace

import numpy as np
import pytest

import numlink
from numlink import InputError
from numlink.datasets import training
from numlink.datasets.folder import Folder
from numlink.datasets.make import make_dataset
from numlink.datasets.training import PuzzleMap, PuzzleStream, board_arrays
from tests.plans import plan_of


@pytest.fixture
def reads(monkeypatch):
    """The files that are read, in order."""
    found = []
    real = Folder.read
    monkeypatch.setattr(Folder, "read", lambda folder, name: (found.append(name), real(folder, name))[1])
    return found


def test_any_order_reads_each_shard_once(small, reads):
    data = PuzzleMap(str(small), transform=lambda puzzle: puzzle)
    reads.clear()
    places = list(range(len(data)))
    random.Random(1).shuffle(places)
    found = {place: data[place] for place in places}
    assert [found[place] for place in sorted(found)] == list(numlink.Dataset(str(small)))
    assert sorted(reads[: len(data.data.shards)]) == sorted(data.data.names)
    assert len(set(data.data.names)) > 5
    with pytest.raises(IndexError):
        data[len(data)]


def test_a_row_asks_a_shard_for_each_column_once(small, monkeypatch):
    """Arrow searches all names for a column, so an open shard does not use the table."""
    data = numlink.Dataset(str(small))
    first = data[0]
    kept = next(iter(data._kept.values()))
    monkeypatch.setattr(kept, "table", None)
    assert data[0] == first
    assert data[1].solution is not None


def test_arrays_are_of_one_shape_and_tell_the_solution(small):
    data = PuzzleMap(str(small))
    for place in (0, 20, 59):
        puzzle = data.data[place]
        found = data[place]
        assert {name: array.shape for name, array in found.items()} == {"cells": (5, 5), "labels": (5, 5)}
        inside = np.s_[: puzzle.height, : puzzle.width]
        assert (found["cells"][inside] == puzzle.to_numpy()).all()
        assert (found["labels"][inside] == puzzle.solution.to_numpy()).all()
        assert (found["labels"] == -100).sum() == 25 - puzzle.width * puzzle.height
    assert (board_arrays(numlink.Puzzle(2, 1, (1, 1)), 1, 2)["labels"] == -100).all()


def test_a_stream_gives_every_puzzle_once_in_an_order_of_its_own(small):
    whole = [puzzle.recipe for puzzle in numlink.Dataset(str(small))]

    def recipes(**options):
        return PuzzleStream(str(small), transform=lambda puzzle: puzzle.recipe, **options)

    assert list(recipes()) == whole
    stream = recipes(shuffle=4)
    first, second = list(stream), list(stream)
    assert first != second != whole
    assert sorted(first) == sorted(second) == sorted(whole)
    assert list(recipes(shuffle=4)) == first
    parts = [recipe for part in range(3) for recipe in recipes(shuffle=4, part=(part, 3))]
    assert sorted(parts) == sorted(whole)
    for part in ((3, 3), (-1, 2)):
        with pytest.raises(InputError, match="for the first of four"):
            recipes(part=part)


def test_a_copy_in_another_process_has_the_order_of_the_epoch_that_was_set(small):
    stream = PuzzleStream(str(small), transform=_recipe, shuffle=4)
    here = [list(stream) for _ in range(3)]
    for epoch in (2, 0):
        stream.set_epoch(epoch)
        assert list(pickle.loads(pickle.dumps(stream))) == here[epoch]
    assert here[0] != here[2]


def _recipe(puzzle):
    return puzzle.recipe


def test_pickling_a_dataset_sends_its_location_not_its_shards(small):
    data = PuzzleMap(str(small))
    _ = data[0]
    told = pickle.dumps(data)
    assert len(told) < 1000
    assert (pickle.loads(told)[7]["cells"] == data[7]["cells"]).all()


def test_an_unfinished_dataset_goes_to_another_process_too(tmp_path):
    def stop(state):
        if state.words == "made" and state.done:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        make_dataset(str(tmp_path / "d"), plan_of(), workers=1, on_progress=stop)
    data = PuzzleMap(numlink.Dataset(str(tmp_path / "d"), unfinished=True), transform=_recipe)
    assert pickle.loads(pickle.dumps(data))[0] == data[0]


def test_with_pytorch_they_are_its_datasets_and_workers_share_the_puzzles(small, monkeypatch):
    """A stub replaces PyTorch."""
    torch, utils, data = ModuleType("torch"), ModuleType("torch.utils"), ModuleType("torch.utils.data")
    data.Dataset, data.IterableDataset = type("Dataset", (), {}), type("IterableDataset", (), {})
    now = SimpleNamespace(id=0, num_workers=2)
    data.get_worker_info = lambda: now
    for name, module in (("torch", torch), ("torch.utils", utils), ("torch.utils.data", data)):
        monkeypatch.setitem(sys.modules, name, module)
    found_again = importlib.util.find_spec(training.__name__)
    loaded = importlib.util.module_from_spec(found_again)  # a second copy, as other tests use the classes of the first
    found_again.loader.exec_module(loaded)
    assert issubclass(loaded.PuzzleMap, data.Dataset)
    assert issubclass(loaded.PuzzleStream, data.IterableDataset)
    found = []
    for now.id in range(2):
        found.append(list(loaded.PuzzleStream(str(small), transform=lambda puzzle: puzzle.recipe)))
    assert not {*found[0]} & {*found[1]}
    assert sorted(found[0] + found[1]) == sorted(puzzle.recipe for puzzle in numlink.Dataset(str(small)))
