"""Pictures that were once misread without an error, or examined for long."""

import random
from dataclasses import replace

import pytest

pytest.importorskip("numpy")
pytest.importorskip("PIL")

import numpy as np
from PIL import Image, ImageDraw, ImageOps

from numlink import Grid, Puzzle, UnclearPicture, generate, parse, pictures
from numlink.making.shapes import shaped
from numlink.pictures import reading, signs
from numlink.render.picture import Options
from numlink.render.theme import Mode
from tests.pictures import families, ours
from tests.pictures.apps import Board, screenshot, spoiled


def shown(text: str, look: str, **traits) -> tuple[Puzzle, Image.Image]:
    """A board, and a small screenshot of it in one of the LOOKS."""
    rng = random.Random(look)
    puzzle, app = parse(text)[0], families.LOOKS[look](rng)
    app = replace(app, letters=False, numbers=False, **traits)
    return puzzle, screenshot(Board(puzzle), app, rng, (480, 800))


def test_a_bridge_that_is_a_faint_filled_overpass_is_seen():
    """Its rails are nearly a mixture of the colours of the ground and the overpass."""
    _, image = shown("1 . 2 .\n. . . .\n. . . .\n1 . 2 .", "light", ground="#ffffff", line="#aaaab9", line_width=0.015)
    seen = pictures.read(spoiled(image))
    (x, y), side, pen = seen.centres[5], seen.pitch, ImageDraw.Draw(image)
    box = (x - 0.25 * side, y - 0.5 * side, x + 0.25 * side, y + 0.5 * side)
    pen.rectangle(box, fill="#e1e1e6", outline="#c8c8d2", width=4)
    for way in (-1, 1):
        for down in (-0.25 * side, 0.25 * side):
            pen.line((x + way * 0.5 * side, y + down, x + way * 0.27 * side, y + down), fill="#c8c8d2", width=4)
    assert pictures.read(spoiled(image)).puzzle.layout.bridges == {5}


def test_a_missing_tile_is_a_hole_even_if_a_frame_is_next_to_the_board():
    """The frame covers half of the ground next to two sides of the board."""
    text = "1 . 2 . .\n. X . . .\n. . . . .\n3 . . . 3\n. . . . .\n1 . 2 . ."
    puzzle, image = shown(text, "tiles", ground="#f0f3fa", tile="#dee4ee", gap=0.08)
    seen = pictures.read(spoiled(image))
    room = round(0.62 * seen.pitch)
    left, right = (round(seen.centres[cell][0] + way * room) for cell, way in ((0, -1), (4, 1)))
    framed = ImageOps.expand(image.crop((left, 0, right, image.height)), (200, 0), "#19191c")
    assert pictures.read(spoiled(framed)).puzzle == puzzle


def test_only_few_cells_of_noise_are_examined(monkeypatch):
    """Its lattices have thousands of cells, which take a second for each 2 000."""
    noise = np.random.default_rng(1).integers(0, 256, (100, 70, 3), dtype=np.uint8)
    image = Image.fromarray(noise).resize((560, 800), Image.Resampling.BILINEAR)
    examined = []
    monkeypatch.setattr(reading, "seen_board", lambda _, lattice: examined.append(lattice.framed.size))
    with pytest.raises(UnclearPicture):
        pictures.read(spoiled(image))
    assert 0 < sum(examined) <= 2_000


@pytest.mark.parametrize(("size", "seed"), [(7, 0), (8, 5)])
def test_blocks_may_be_most_cells_without_dots(size, seed):
    """The ground is that of cells with dots or paths, whose tints agree on it."""
    puzzle = generate(grid=shaped(Grid(size, size), "triangle"), seed=seed)
    for solved in (False, True):
        data = ours.drawn(puzzle, Options(theme="colour", solved=solved, scale=40))
        assert pictures.read(data).puzzle.cells == puzzle.cells


@pytest.mark.parametrize(("kind", "size", "seed", "scale"), [("hexagons", (6, 8), 1, 24), ("hexagon", (9, 9), 1, 20)])
def test_a_side_that_a_line_crosses_has_no_wall(kind, size, seed, scale):
    """In small pictures the line covers the places where walls are looked for."""
    puzzle = ours.puzzle_of(kind, size, seed)
    data = ours.drawn(puzzle, Options(theme="colour", mode=Mode.DARK, solved=True, scale=scale))
    assert pictures.read(data).puzzle.layout == puzzle.layout


def test_signs_that_could_exchange_labels_are_in_doubt():
    """5, 5, 6, 6, 8, 8 as once seen in large cells: each of the likeliest labels was taken twice, but three wrongly."""
    table = [[0.81, 0.83, 0.76], [0.85, 0.78, 0.82], [0.7, 0.879, 0.88]]
    table += [[0.83, 0.89, 0.86], [0.82, 0.8, 0.86], [0.6, 0.6, 0.9]]
    assert signs._twice_each(np.array(table)) is None
    clear = np.repeat(np.eye(3), 2, axis=0)
    assert signs._twice_each(clear).tolist() == [0, 0, 1, 1, 2, 2]


def test_a_single_block_among_tinted_paths_is_kept():
    """Most cells have the tint of their path: only plain ones show the ground."""
    puzzle = ours.puzzle_of("hexagons, blocks", (7, 5), 2)
    data = ours.drawn(puzzle, Options(theme="colour-letters", mode=Mode.DARK, solved=True, scale=36))
    assert pictures.read(data).puzzle.solids() == puzzle.solids()
