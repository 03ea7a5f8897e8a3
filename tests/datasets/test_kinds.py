"""Datasets of boards beyond the rectangle: their plans, columns and files, and that nothing of a board is lost."""

import pytest

import numlink
from numlink import Grid, Layout
from numlink.commands.collection import fingerprint
from numlink.datasets.make import make_dataset
from numlink.datasets.plan import options_from_toml, plan_from
from numlink.datasets.reader import Dataset
from numlink.datasets.wish_turns import options_of
from numlink.errors import InputError
from tests.cli import assert_one_line_error
from tests.cli import numlink as run
from tests.plans import files_of

LAID = {
    "hex": {"board": "hex", "sizes": "4,5x4", "walls": "few"},
    "triangle": {"board": "triangle", "sizes": "6,5x4"},
    "torus": {"wrap": "both", "sizes": "5x4", "bridges": 1},
    "layers": {"layers": 2, "vias": "1,6,11", "sizes": "4x3", "walls": "0-1"},
    "diagonal": {"board": "diagonal", "sizes": "5", "walls": "few", "bridges": 1},
    "shapes": {"mask": "41,0", "sizes": "5,4"},
}
FORMATS = ("parquet", "jsonl")


def plan_of(kind, **changes):
    return plan_from({"count": 8, "seed": 3, "rating": False, "shard-size": 5} | LAID[kind] | changes)


def kind_of(puzzle):
    return {"kind": puzzle.layout.kind.value, "wrap": puzzle.layout.wrap.value, "layers": puzzle.layout.layers}


@pytest.mark.parametrize("kind", LAID)
def test_a_plan_of_boards_reads_back_what_it_writes(kind):
    plan = plan_of(kind)
    assert plan_from(plan.options()) == plan
    assert plan_from(options_from_toml(plan.to_toml())) == plan
    assert plan.run != plan_from({"count": 8, "seed": 3, "rating": False, "sizes": LAID[kind]["sizes"]}).run


@pytest.mark.table(4)
@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("kind", LAID)
def test_the_columns_say_the_kind_and_the_boards_come_back(tmp_path, kind, format):
    target = str(tmp_path / "made")
    plan = plan_of(kind, format=format)
    make_dataset(target, plan, workers=1)
    data = Dataset(target)
    found = list(data)
    for index, (row, puzzle) in enumerate(zip(data.rows(), found, strict=True)):
        again = numlink.from_recipe(puzzle.recipe)
        assert (again, again.solution) == (puzzle, puzzle.solution)
        assert data[index] == puzzle
        assert {name: row[name] for name in ("kind", "wrap", "layers")} == kind_of(puzzle)
        assert set(map(tuple, row["walls"])) == puzzle.layout.walls
        assert set(row["bridges"]) == puzzle.layout.bridges
        assert (None if row["vias"] is None else {*row["vias"]}) == puzzle.layout.vias
    assert len({puzzle.canonical() for puzzle in found}) == len(found) == 8
    asked = f"kind = '{kind_of(found[0])['kind']}' and layers = {kind_of(found[0])['layers']}"
    assert data.count(asked) == 8
    assert data.count("kind = 'octagon'") == 0


def test_two_runs_and_both_formats_and_the_iterator_make_the_same_boards(tmp_path):
    for name in ("one", "two"):
        make_dataset(str(tmp_path / name), plan_of("torus"), workers=1)
    assert files_of(tmp_path / "one") == files_of(tmp_path / "two")
    made = list(numlink.batch(8, "5x4", seed=3, rating=False, wrap="both", bridges=1))
    assert made == list(Dataset(str(tmp_path / "one")))
    hearts = Grid(5, 4, frozenset((0, 4)), Layout(wrap="columns"))
    assert {puzzle.grid for puzzle in numlink.batch(2, seed=1, rating=False, grid=hearts)} == {hearts}
    with pytest.raises(InputError, match="the grid sets the size"):
        numlink.batch(2, "5", seed=1, grid=hearts)


def test_check_proves_every_puzzle_of_a_dataset_of_bridges(tmp_path, capsys):
    options = ("--count", 6, "--sizes", "5", "--bridges", 1, "--seed", 2, "--workers", 1, "-o", tmp_path / "d")
    assert run("batch", *options, capsys=capsys).code == 0
    found = run("dataset", "check", tmp_path / "d", "--all", "--workers", 1, capsys=capsys)
    assert found.code == 0
    assert found.out == "6 puzzles in 1 shard, 6 proven again: no faults\n"


def test_shapes_files_and_positions_become_masks_and_cells(tmp_path, capsys):
    (tmp_path / "board.txt").write_text("layers: 2\n. . . .\n. . . .\n. X . .\n---\n. . . .\n. . . .\n. . . .\n")
    same = ("--count", 2, "--seed", 1, "--no-rating", "--workers", 1)
    mask = ("--mask", tmp_path / "board.txt", "--vias", "(1,1) (2,3)", "--walls", "few")
    assert run("batch", *same, *mask, "-o", tmp_path / "a", capsys=capsys).code == 0
    plan = Dataset(str(tmp_path / "a")).plan
    assert options_of(plan.wishes, plan.masks) == {"layers": 2, "vias": "5,11", "walls": "few", "mask": "200"}
    assert run("batch", *same, "--sizes", "6,7", "--shape", "diamond", "-o", tmp_path / "b", capsys=capsys).code == 0
    plan = Dataset(str(tmp_path / "b")).plan
    assert options_of(plan.wishes, plan.masks) == {"mask": "ce1000873,1df1c101071f7"}
    own = ("--config", tmp_path / "b" / "_batch.toml", "-o", tmp_path / "c", "--workers", 1)
    assert run("batch", *own, capsys=capsys).code == 0
    assert files_of(tmp_path / "b") == files_of(tmp_path / "c")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--board", "hex", "--wrap", "rows"), "a hexagonal board does not wrap"),
        (("--sizes", "5,6", "--bridges", 40), "40 bridges on a board where"),
        (("--vias", "(0,1)"), "vias connect layers, but this board has one"),
        (("--layers", 2, "--vias", "(9,9)"), "lies outside the board"),
        (("--layers", 2, "--vias", "here"), "vias must be cells like '(0,1) (2,2)'"),
        (("--walls", "nowhere.txt"), "there is no file 'nowhere.txt'"),
        (("--shape", "foo"), "'foo' is not a shape"),
    ],
)
def test_impossible_boards_are_refused_at_once(tmp_path, capsys, options, words):
    found = run("batch", "--count", 3, "--seed", 1, *options, "-o", tmp_path / "d", capsys=capsys)
    assert_one_line_error(found, words)
    assert not (tmp_path / "d").exists()


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("mask = 7", "mask must be text, not 7"),
        ('mask = "1f,2f"', "there are 2 masks for 1 size"),
        ('walls = ["few"]', "walls must be text"),
        ('layers = "two"', "'two' is not a whole number"),
        ("board = true", "is not a known kind of board"),
        ("bridges = -1", "bridges must be a number from 0"),
    ],
)
def test_the_file_of_a_bad_board_in_a_configuration_is_named(tmp_path, capsys, line, words):
    (tmp_path / "c.toml").write_text(f"count = 2\nseed = 1\n{line}\n")
    found = run("batch", "--config", tmp_path / "c.toml", "-o", tmp_path / "d", capsys=capsys)
    assert_one_line_error(found, "c.toml:", words)


def test_a_row_with_an_impossible_board_is_damage(tmp_path):
    make_dataset(str(tmp_path), plan_of("torus", format="jsonl", count=2), workers=1)
    from numlink.datasets.codecs import codec
    from numlink.datasets.plan import ShardFormat
    from numlink.datasets.rows import DamagedShard

    shard = files_of(tmp_path)["00000.jsonl"].replace(b'"wrap":"both"', b'"wrap":"sideways"')
    with pytest.raises(
        DamagedShard, match="has a bad line 1: it has a bad board: 'wrap': 'sideways' is not a known wrap"
    ):
        list(codec(ShardFormat.JSONL).read(shard).rows())


@pytest.mark.table(2)
@pytest.mark.parametrize("kind", LAID)
def test_puzzles_of_a_dataset_are_left_out_whatever_their_kind(tmp_path, kind, capsys):
    """Boards are recognised by the hash in the dataset's rows, however they are rotated and numbered."""
    target = tmp_path / "made"
    make_dataset(str(target), plan_of(kind, format="jsonl", count=4), workers=1)
    for row, puzzle in zip(Dataset(str(target)).rows(), Dataset(str(target)), strict=True):
        for copy in (puzzle, puzzle.transformed(puzzle.grid.symmetries()[1]), puzzle.renumbered()):
            assert fingerprint(copy) == row["hash"]
    stream = numlink.dumps([*Dataset(str(target))], "plain")
    done = run("export", "--exclude", target, "-o", tmp_path / "page.html", stdin=stream, capsys=capsys)
    assert done.code == 2
    assert done.err.count(f"is one of {target}") == 4
