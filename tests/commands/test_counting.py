"""`sample`, `heat` and `census`: exact counting on the command line."""

import json
from collections import Counter
from fractions import Fraction
from xml.etree import ElementTree

import pytest

from numlink import FREE, Puzzle, census, check, generate_classic, heat, parse, sample
from numlink.exact.count import samples
from numlink.render.picture import draw_heat
from numlink.render.scene import compose
from numlink.render.theme import INK
from tests.boards import KINDS, random_solved
from tests.cli import assert_one_line_error
from tests.cli import numlink as run

CORNER = "1 . . .\n. . . .\n. . . .\n1 . . .\n"
UNSOLVABLE = "1 2\n2 1\n"


@pytest.fixture(autouse=True)
def captured(capsys):
    """The capture of a test, for `told`."""
    captured.capsys = capsys


def told(*arguments, stdin=CORNER):
    return run(*arguments, stdin=stdin, capsys=captured.capsys)


def test_samples_are_solutions_and_the_same_for_the_same_seed():
    first, again = (told("sample", "--seed", 1, "--count", 20, "--json").out for _ in range(2))
    assert first == again
    drawn = parse(first)
    assert len(drawn) == 20
    assert len({puzzle.solution for puzzle in drawn}) > 3
    assert all(check(puzzle, puzzle.solution) == [] for puzzle in drawn)
    assert drawn[0].solution == sample(drawn[0], seed=1)
    assert parse(told("sample", "--seed", 1, "--rules", "free").out)[0].rules == FREE


def test_samples_are_uniform():
    """8 covers, 4 000 draws: each 500 times, within five standard deviations."""
    found = Counter(samples(parse(CORNER)[0], 4_000, seed=3))
    assert len(found) == 8
    assert all(abs(times - 500) < 5 * 21 for times in found.values())


def test_heat_gives_exact_shares():
    lines = told("heat").out.splitlines()
    assert lines[0] == "8 solutions under cover"
    shares = {tuple(line.split("  ")[0].split(" ")): Fraction(line.split("  ")[1]) for line in lines[1:]}
    expected = heat(parse(CORNER)[0])
    assert sum(shares.values()) == sum(expected.values()) == 15
    answer = json.loads(told("heat", "--json").out)
    assert answer["count"] == "8"
    assert answer["rules"] == "cover"
    assert [Fraction(share) for *_, share in answer["links"]] == list(shares.values())


def test_a_heat_map_is_a_picture_of_one_puzzle(tmp_path):
    target = tmp_path / "heat.svg"
    assert told("heat", "-o", target).code == 0
    root = ElementTree.fromstring(target.read_text())
    roles = {element.get("class") for element in root.iter()}
    assert any(role and role.startswith("heat") for role in roles)
    assert_one_line_error(told("heat", "-o", tmp_path / "two.svg", stdin=f"{CORNER}\n{CORNER}"), "--pick")
    assert not (tmp_path / "two.svg").exists()


@pytest.mark.parametrize("kind", KINDS)
def test_every_used_link_within_a_layer_is_drawn_once(kind):
    from random import Random

    puzzle = random_solved(Random(f"heat {kind}"), kind, most=4)
    shares = heat(puzzle)
    drawing = draw_heat(compose(puzzle), shares)
    parts = [part for part in drawing.parts() if part.role.startswith("heat")]
    plane = puzzle.grid.plane
    flat = {link: share for link, share in shares.items() if share and link[0] // plane == link[1] // plane}
    wrapping = sum(len(list(stubs)) > 1 for stubs in map(lines_of(puzzle), flat))
    assert sum(len(part.shapes) for part in parts) == len(flat) + wrapping
    assert any(part.paint.stroke == INK for part in parts) == any(share == 1 for share in flat.values())
    widths = [part.paint.width for part in parts]
    assert widths == sorted(widths)


def lines_of(puzzle):
    from numlink.render.geometry import Geometry

    geometry = Geometry(puzzle.grid)
    return lambda link: [piece for piece in geometry.pieces(link) if len(piece.points) > 1]


@pytest.mark.parametrize("command", ["sample", "heat"])
def test_no_solution_exits_with_1(command):
    done = told(command, "--json", stdin=f"{UNSOLVABLE}\n{CORNER}")
    assert done.code == 1
    assert "puzzle 1: the puzzle has no solution under the rules cover" in done.err
    assert told(command, "--budget", 0.001, stdin=str_of(generate_classic(18, seed=1))).code == 3


def str_of(puzzle):
    return "\n".join(" ".join("X" if cell < 0 else str(cell or ".") for cell in row) for row in puzzle.rows())


def test_the_census_of_a_board():
    assert (
        told("census", "3").out
        == "242 ways to draw paths, under cover\n1 path: 20\n2 paths: 100\n3 paths: 102\n4 paths: 20\n"
    )
    answer = json.loads(told("census", "4x3", "--rules", "free", "--json").out)
    assert [int(count) for count in answer["counts"]] == list(census(4, 3, FREE))
    assert int(answer["count"]) == sum(census(4, 3, FREE))


def test_the_census_takes_every_kind_of_board(tmp_path):
    mask = tmp_path / "mask.txt"
    mask.write_text("X . .\n. . .\n. . .\n")
    found = told("census", "--mask", mask).out.splitlines()
    assert found[0] == f"{sum(census(3, 3, solids=[0]))} ways to draw paths, under cover"
    assert told("census", "3", "--board", "hex").code == 0
    assert_one_line_error(told("census", "5", "--bridges", "few"), "'few'", "--mask")
    assert told("census", "40").code == 3


def test_shares_of_a_board_with_one_solution_are_all_certain():
    assert set(heat(Puzzle(3, 1, (1, 0, 1))).values()) == {1}
