"""Screenshots of apps and our own pictures are read; what shows no board is refused."""

import io
import math
import random
from dataclasses import replace
from importlib.resources import files
from itertools import product

import pytest

pytest.importorskip("numpy")
pytest.importorskip("PIL")

import numpy as np
from PIL import Image, ImageDraw, ImageFont, ImageOps

from numlink import FREE, InputError, Puzzle, UnclearPicture, generate, parse, pictures
from numlink.exact.solve import solvable
from numlink.pictures import signs
from numlink.pictures.board import seen_board
from numlink.pictures.lattice import SQUARES, CellLattice
from numlink.pictures.overlay import draw_solution
from numlink.pictures.patches import SIDE
from numlink.render.picture import Options
from numlink.render.theme import THEMES, Mode
from tests.pictures import families, honeycombs, ours, random_looks
from tests.pictures.apps import Board, board, screenshot, spoiled
from tests.tools import amount


def read(data: bytes, *, solvable=None) -> Puzzle | None:
    """The board of a picture; None if it is refused."""
    try:
        return pictures.read(data, solvable=solvable).puzzle
    except UnclearPicture:
        return None


@pytest.mark.sampled
@pytest.mark.table(18)
@pytest.mark.parametrize("kind", ["plain", "played", "solved", "holes", "walls", "bridges"])
@pytest.mark.parametrize("family", [*families.LOOKS, *families.HELD_OUT])
def test_screenshots_are_read_or_refused_and_never_misread(family, kind):
    """bench/pictures.py measures how many of thousands are read."""
    *_, shot = families.shots(family, amount(1, 2), seed=1, kind=kind)  # the last one: CI runs both amounts
    found = read(shot.data)
    assert found is None or (found.cells, found.layout) == (shot.board.puzzle.cells, shot.board.puzzle.layout)


def test_plain_screenshots_are_read():
    shots = [shot for family in ("dark", "light", "tiles", "framed") for shot in families.shots(family, 3, seed=2)]
    right = sum(read(shot.data) == shot.board.puzzle for shot in shots)
    assert right >= len(shots) - 1


def test_a_board_may_touch_the_edges_of_its_picture():
    rng = random.Random(5)
    app = families.dark(rng)
    found = board(rng, 7, 7, 5)
    image = screenshot(found, app, rng, (720, 1280))
    uncropped = pictures.read(spoiled(image))
    half = uncropped.pitch / 2
    (x, y), (right, bottom) = uncropped.centres[0], uncropped.centres[-1]
    cropped = image.crop((round(x - half), round(y - half), round(right + half), round(bottom + half)))
    assert pictures.read(spoiled(cropped)).puzzle == found.puzzle


@pytest.mark.sampled
@pytest.mark.parametrize("played", ["none", "some", "all"])
def test_looks_that_share_nothing_with_the_others_are_never_misread(played):
    right = 0
    count = amount(3, 40)
    for shot in random_looks.pictures(count, seed=3, played=played):
        found = read(shot.data, solvable=solvable)  # as commands read it
        right += found is not None
        assert found is None or ours.renumbered(found) == ours.renumbered(shot.board.puzzle), shot.traits
    assert right >= 0.6 * count


@pytest.mark.sampled
def test_our_own_pictures_are_read_and_never_misread():
    count = amount(20, 200)
    right = 0
    for shot in ours.pictures_of(count, seed=11):
        found = read(shot.data)
        right += found is not None
        assert found is None or (found.cells, found.layout) == (shot.puzzle.cells, shot.puzzle.layout), shot.how
    assert right >= 0.95 * count


@pytest.mark.parametrize("kind", ["bridges", "rows wrap", "columns wrap", "both wrap", "blocks", "many walls"])
def test_solved_pictures_of_other_boards_are_read(kind):
    """Lines hide bridges and lead over the rim."""
    for theme in ("colour", "letters"):
        puzzle = ours.puzzle_of(kind, (7, 5), 1)
        data = ours.drawn(puzzle, Options(theme=theme, solved=True, scale=60))
        assert ours.renumbered(pictures.read(data).puzzle) == ours.renumbered(puzzle)


@pytest.mark.parametrize(
    ("kind", "size", "seed", "look"),
    [
        ("both wrap", (7, 5), 0, {"theme": "colour", "scale": 20}),  # an empty row at the rim has the faintest lines
        ("blocks", (9, 9), 2, {"theme": "colour", "scale": 36, "solved": True}),  # lines look like large hexagons
        ("walls and bridges", (4, 4), 0, {"theme": "numbers", "scale": 20}),  # few cells are framed
        ("both wrap", (11, 11), 0, {"theme": "colour", "scale": 37, "solved": True}),  # a ring is seen in the 13th pair
    ],
)
def test_pictures_that_were_once_refused_are_read(kind, size, seed, look):
    puzzle = ours.puzzle_of(kind, size, seed)
    found = pictures.read(ours.drawn(puzzle, Options(**{"mode": Mode.LIGHT} | look))).puzzle
    assert (found.cells, found.layout) == (puzzle.cells, puzzle.layout)


@pytest.mark.parametrize("solved", [False, True])
def test_a_wall_over_the_rim_hides_the_mark_of_a_wrap(solved):
    """The first two rows have walls there."""
    puzzle = generate(5, 5, wrap="rows", walls=[(0, 4), (5, 9)], seed=1)
    data = ours.drawn(puzzle, Options(theme="letters", solved=solved, scale=36))
    assert pictures.read(data).puzzle.layout == puzzle.layout


def test_a_row_of_walls_is_not_taken_for_a_grid_line():
    puzzle = ours.puzzle_of("many walls", (4, 4), 1)
    data = ours.drawn(puzzle, Options(theme="colour-letters", mode=Mode.DARK, scale=72))
    assert pictures.read(data).puzzle.layout == puzzle.layout


def share_read(name, drawn):
    """The share of the pictures that are read, none with other walls; `drawn(rng)` gives a board and its picture."""
    right, count = 0, amount(2, 60)
    for number in range(count):
        shown, data = drawn(random.Random(f"{name}/{number}"))
        found = read(data)
        right += found is not None
        assert found is None or found.layout == shown.puzzle.layout, number
    return right / count


@pytest.mark.sampled
def test_walls_between_tinted_cells_are_never_lost():
    """Tints are close to the colour of walls, which apps draw in that of thin lines."""

    def drawn(rng):
        line = rng.choice(("#50503c", "#5c4a29", "#3c3c78", "#782828", "#282828"))
        app = replace(families.dark(rng), glow=False, line=line, rim=line, line_width=0.015, rim_width=0.11, tint=0.3)
        shown = board(rng, 6, 6, 4, walls=7)
        quality = rng.choice((None, 60, 85))
        return shown, spoiled(screenshot(shown, app, rng, (720, 1280), played=1.0), quality=quality)

    assert share_read("tinted", drawn) >= 0.7


@pytest.mark.sampled
def test_walls_of_nearly_the_colour_of_tiles_are_never_lost():
    """They differ less from the tiles than the gaps do, which they cover, and may be no wider."""

    def drawn(rng):
        gap, tile, wall = rng.choice(
            [("#1e2228", "#cdd7e1", "#fafafa"), ("#34495e", "#e6d7c3", "#ffffff"), ("#f0f0f0", "#3c4450", "#000000")]
        )
        app = replace(families.tiles(rng), ground=gap, tile=tile, rim=wall, rim_width=rng.uniform(0.08, 0.14))
        app = replace(app, gap=rng.uniform(0.03, 0.09), dots=families.dots(rng, families.FLAT, tile))
        shown = board(rng, 6, 6, 4, walls=6)
        return shown, spoiled(screenshot(shown, app, rng, (480, 800), played=rng.choice((0, 0.6, 1))), quality=70)

    assert share_read("covered", drawn) >= 0.8


def test_a_line_that_breaks_off_is_in_doubt():
    rng = random.Random(3)
    shown = board(rng, 6, 6, 4)
    image = screenshot(shown, families.framed(rng), rng, (720, 1280), played=1.0)
    seen = pictures.read(spoiled(image))
    path = max(shown.lines, key=len)
    x, y = seen.centres[path[len(path) // 2]]
    half = 0.46 * seen.pitch
    ImageDraw.Draw(image).rectangle((x - half, y - half, x + half, y + half), fill="black")
    with pytest.raises(UnclearPicture, match="breaks off"):
        pictures.read(spoiled(image))


def test_the_error_names_cells_that_cannot_be_read():
    data = ours.drawn(ours.puzzle_of("triangles", (5, 5), 1), Options(theme="letters", scale=48))
    with pytest.raises(
        UnclearPicture, match="no board found in the picture, though it seems to show hexagonal or triangular cells"
    ):
        pictures.read(data)


@pytest.mark.sampled
@pytest.mark.parametrize("kind", ours.REFUSED)
def test_other_boards_are_refused_in_every_theme(kind):
    looks = [*product(THEMES, (False, True))]
    for theme, solved in random.Random(kind).sample(looks, amount(3, len(looks))):
        data = ours.drawn(ours.puzzle_of(kind, (6, 5), 1), Options(theme=theme, solved=solved, scale=36))
        assert read(data) is None


@pytest.mark.sampled
@pytest.mark.parametrize("played", ["none", "some", "all"])
def test_boards_of_hexagons_are_never_misread(played):
    right = 0
    count = amount(4, 40)
    for shot in honeycombs.shots(count, seed=3, played=played):
        found = read(shot.data)
        right += found is not None
        assert found is None or honeycombs.same_board(found, shot.puzzle), shot.how
    assert right >= 0.6 * count


def test_a_part_of_a_board_of_hexagons_is_refused():
    data = ours.drawn(ours.puzzle_of("hexagons", (7, 7), 1), Options(theme="numbers", scale=48))
    image = Image.open(io.BytesIO(data))
    for box in ((0, 0, image.width, image.height * 2 // 3), (image.width // 3, 0, image.width, image.height)):
        assert read(encoded(image.crop(box))) is None


@pytest.mark.parametrize(
    ("drawn", "box"), [("hex/71/none/1", (231, 0, 1080, 1920)), ("hex/72/none/5", (0, 0, 578, 1519))]
)
def test_cells_that_the_edge_cuts_off_show_that_a_board_goes_on(drawn, box):
    """The other cells alone would be a board with two ends of each colour."""
    shot = honeycombs.shot(random.Random(drawn), "none")
    assert read(encoded(Image.open(io.BytesIO(shot.data)).crop(box))) is None


@pytest.mark.parametrize("box", [(0, 0, 345, 420), (0, 87, 420, 420)])
def test_squares_that_the_edge_cuts_off_show_that_a_board_goes_on(box):
    """The other cells alone would be a board with two ends of each number."""
    puzzle = parse(". . . . .\n1 . . 2 .\n. . . . .\n. . . . .\n1 . . 2 .")[0]
    with pytest.raises(UnclearPicture, match="the board continues beyond these cells"):
        pictures.read(encoded(printed(puzzle, 60, "NumlinkSans-Regular.ttf").crop(box)))


def test_bars_next_to_hexagons_are_no_cells_beyond_them():
    """Lines of further cells would begin at corners of the board's cells."""
    puzzle = parse("board: hex\n1 . 2 .\n. . . .\n. . . .\n1 . 2 .")[0]
    image = Image.open(io.BytesIO(ours.drawn(puzzle, Options(theme="colour", scale=48)))).convert("RGB")
    seen = pictures.read(encoded(image))
    image = ImageOps.expand(image, 60, image.getpixel((0, 0)))
    low, high = (60 + pick(y for _, y in seen.centres) for pick in (min, max))
    pen = ImageDraw.Draw(image)
    for y in (low - seen.pitch, high + seen.pitch):
        pen.rectangle((40, y - 3, image.width - 40, y + 3), fill="#3c9664")
    assert pictures.read(encoded(image)).puzzle == puzzle


@pytest.mark.parametrize("corners", [4, 10])
def test_dots_may_be_diamonds_or_stars(corners):
    puzzle = parse("1 . 2 . .\n. . . 3 .\n. 1 . . .\n. . 3 . 2")[0]
    image = printed(puzzle, 60, None)
    pen = ImageDraw.Draw(image)
    for place, number in enumerate(puzzle.cells):
        if number > 0:
            y, x = ((1.5 + part) * 60 for part in divmod(place, puzzle.width))
            turns = [2 * math.pi * turn / corners for turn in range(corners)]
            far = [24 if corners < 10 or turn % 2 == 0 else 11 for turn in range(corners)]
            points = [(x + r * math.sin(turn), y - r * math.cos(turn)) for r, turn in zip(far, turns, strict=True)]
            pen.polygon(points, fill=families.FLAT[number])
    assert pictures.read(encoded(image)).puzzle == puzzle


@pytest.mark.parametrize("cell", [60, 24])
def test_bold_numbers_that_fill_the_middles_of_cells_are_read(cell):
    puzzle = parse("1 . 2 . 3\n. . . . .\n. . . . .\n1 . 2 . 3\n. . . . .")[0]
    assert pictures.read(encoded(printed(puzzle, cell, "NumlinkSans-Bold.ttf"))).puzzle == puzzle


def test_the_squares_of_a_checkerboard_need_no_lines():
    puzzle = parse("1 . 2 . .\n. . . 3 .\n. 1 . . .\n. . 3 . 2\n. . . . .")[0]
    image = Image.new("RGB", (420, 420), "#faf8ef")
    pen = ImageDraw.Draw(image)
    for place, number in enumerate(puzzle.cells):
        row, column = divmod(place, puzzle.width)
        x, y = 60 * (column + 1), 60 * (row + 1)
        pen.rectangle((x, y, x + 59, y + 59), fill=("#ebe9e2", "#dad9d3")[(row + column) % 2])
        if number > 0:
            pen.ellipse((x + 10, y + 10, x + 49, y + 49), fill=families.FLAT[number])
    assert pictures.read(encoded(image)).puzzle == puzzle
    with pytest.raises(UnclearPicture, match="the board continues beyond these cells"):
        pictures.read(encoded(image.crop((0, 0, 420, 336))))


def printed(puzzle, cell, typeface):
    """A page with a board of thin lines in a thick frame; without a typeface, the cells are empty."""
    image = Image.new("RGB", (cell * (puzzle.width + 2), cell * (puzzle.height + 2)), "white")
    pen = ImageDraw.Draw(image)
    font = ImageFont.truetype(str(files("numlink.render") / "fonts" / typeface), 0.7 * cell) if typeface else None
    for place, number in enumerate(puzzle.cells):
        y, x = ((1 + part) * cell for part in divmod(place, puzzle.width))
        pen.rectangle((x, y, x + cell, y + cell), outline="#465a8c")
        if number > 0 and font:
            pen.text((x + cell / 2, y + cell / 2), str(number), fill="#1e3ca0", anchor="mm", font=font)
    pen.rectangle((cell - 2, cell - 2, image.width - cell + 2, image.height - cell + 2), outline="#465a8c", width=4)
    return image


def test_a_lattice_on_an_empty_picture_has_no_board():
    """It once ended in a traceback, as no cell has ink."""
    lattice = CellLattice(SQUARES, 20, 20, 20, 20, *np.ones((2, 3, 3), dtype=bool))
    assert seen_board(Image.new("RGB", (100, 100), "white"), lattice) is None


def test_signs_of_few_pixels_are_not_read_as_numbers():
    """They once ended in a traceback, as nothing is left of a digit that is drawn so small."""
    patches = np.zeros((2, SIDE, SIDE, 3), dtype=np.float32)
    patches[:, 15:25, 18:22] = 255
    written = signs.signs_in(patches, np.zeros((2, 3)), 0.4)
    assert signs.read_signs(written, 4) is None


def test_the_centres_of_hexagons_lie_in_their_cells():
    puzzle = ours.puzzle_of("hexagon", (7, 7), 1)
    data = ours.drawn(puzzle, Options(theme="colour", scale=48))
    seen = pictures.read(data)
    ends = [cell for cell, number in enumerate(puzzle.cells) if number > 0]
    colours = [seen.colours[seen.puzzle.cells[cell] - 1] for cell in ends]
    for cell, colour in zip(ends, colours, strict=True):
        x, y = seen.centres[cell]
        spot = seen.picture.getpixel((round(x), round(y - 0.8 * seen.radius)))
        assert sum(abs(a - b) for a, b in zip(spot, colour, strict=True)) < 30


@pytest.mark.parametrize("mode", [Mode.LIGHT, Mode.DARK])
@pytest.mark.parametrize("theme", THEMES)
def test_our_own_pictures_are_read_in_every_theme(theme, mode):
    puzzle = generate(8, 7, seed=2)
    for solved in (False, True):
        data = ours.drawn(puzzle, Options(theme=theme, mode=mode, solved=solved, scale=40))
        found = pictures.read(data)
        assert found.puzzle.cells == puzzle.cells
        assert found.seen.startswith("8x7, ")


def test_the_solution_is_drawn_on_the_picture():
    rng = random.Random(9)
    shown = board(rng, 6, 6, 4)
    from numlink import Solution

    seen = pictures.read(spoiled(screenshot(shown, families.dark(rng), rng, (720, 1280))))
    paths = [None] * len(shown.lines)
    for path in shown.lines:
        paths[seen.puzzle.cells[path[0]] - 1] = path
    drawn = Image.open(io.BytesIO(draw_solution(seen, Solution(6, 6, tuple(paths)), "solved.png")))
    assert drawn.size == seen.picture.size
    for number, path in enumerate(paths):
        for cell in path:
            x, y = seen.centres[cell]
            spot = drawn.getpixel((round(x), round(y)))
            assert sum(abs(a - b) for a, b in zip(spot, seen.colours[number], strict=True)) < 60 or cell in path[:1]
    with pytest.raises(InputError, match=r"can't be drawn to solved\.svg"):
        draw_solution(seen, Solution(6, 6, tuple(paths)), "solved.svg")


def encoded(image, kind="PNG", **options):
    data = io.BytesIO()
    image.save(data, kind, **options)
    return data.getvalue()


def plain_board():
    rng = random.Random(3)
    shown = board(rng, 5, 5, 3)
    return shown.puzzle, screenshot(shown, families.dark(rng), rng, (540, 960))


def test_a_board_is_read_in_every_format_and_mode():
    puzzle, image = plain_board()
    turned = image.transpose(Image.Transpose.ROTATE_270)
    exif = Image.Exif()
    exif[0x0112] = 8  # viewers turn it upright by a quarter
    files = [
        encoded(image, "WEBP", lossless=True),
        encoded(image.convert("CMYK"), "JPEG", quality=95),
        encoded(image.convert("RGBA")),
        encoded(image.quantize(64)),
        encoded(image.quantize(64), "GIF", save_all=True, append_images=[Image.new("P", image.size)]),
        encoded(turned, "JPEG", quality=95, exif=exif),
    ]
    for data in files:
        assert pictures.read(data).puzzle == puzzle


def damaged():
    _, image = plain_board()
    whole = encoded(image)
    bomb = encoded(Image.new("1", (20_000, 20_000)))
    yield whole[: len(whole) // 2]
    yield whole[:40]
    yield whole[:8] + b"\xff" * 500
    yield encoded(image, "JPEG")[:900]
    yield b"RIFF\0\0\0\0WEBP" + b"x" * 50
    yield b"GIF89a"
    yield bomb
    yield encoded(Image.new("RGB", (13_000, 30)))
    yield encoded(Image.new("RGB", (5, 5)))


def test_damaged_pictures_give_an_error_of_one_line():
    for data in damaged():
        with pytest.raises(InputError) as caught:
            pictures.read(data, name="shot.png")
        assert "\n" not in str(caught.value)
        assert "shot.png" in str(caught.value)


def pictures_without_a_board():
    rng = random.Random(4)
    yield Image.new("RGB", (600, 900), "white")
    noise = Image.new("RGB", (300, 300))
    noise.putdata([tuple(rng.randrange(256) for _ in range(3)) for _ in range(90_000)])
    yield noise
    menu = Image.new("RGB", (600, 800), "black")  # a menu of levels: a number in each tile
    pen = ImageDraw.Draw(menu)
    for index in range(30):
        x, y = 20 + 112 * (index % 5), 60 + 112 * (index // 5)
        pen.rectangle((x, y, x + 100, y + 100), fill="#304060")
        pen.text((x + 50, y + 50), str(index + 1), fill="white", anchor="mm", font_size=40)
    yield menu
    matching = Image.new("RGB", (640, 640), "#202020")  # another game: a round piece in every cell
    pen = ImageDraw.Draw(matching)
    for row in range(8):
        for column in range(8):
            x, y = 80 * column, 80 * row
            pen.rectangle((x, y, x + 80, y + 80), outline="#606060", width=2)
            pen.ellipse((x + 10, y + 10, x + 70, y + 70), fill=families.FLAT[rng.randrange(6)])
    yield matching
    _, image = plain_board()
    pen = ImageDraw.Draw(image)
    pen.rectangle((90, 300, 450, 700), fill="#101010", outline="white", width=4)
    pen.text((270, 420), "Perfect!", fill="white", anchor="mm", font_size=60)
    yield image


def test_pictures_without_a_board_are_refused():
    for image in pictures_without_a_board():
        with pytest.raises(UnclearPicture):
            pictures.read(encoded(image))


def test_a_board_without_a_solution_was_misread():
    puzzle, image = plain_board()
    with pytest.raises(UnclearPicture, match="no solution") as caught:
        pictures.read(encoded(image), solvable=lambda _: False)
    assert caught.value.board == puzzle
    assert pictures.read(encoded(image), solvable=lambda _: None).puzzle == puzzle
    free = pictures.read(encoded(image), solvable=lambda board: board.rules is FREE)
    assert free.puzzle == puzzle
    assert free.seen.endswith(", solvable only if cells may stay empty")


def test_a_bridge_of_two_arcs_with_short_rails_is_seen():
    puzzle, image = plain_board()
    seen = pictures.read(encoded(image))
    cell = next(cell for cell in (6, 7, 8, 11, 12, 13, 16, 17, 18) if puzzle.cells[cell] == 0)
    (x, y), side, pen = seen.centres[cell], seen.pitch, ImageDraw.Draw(image)
    for way, turns in ((-1, (300, 60)), (1, (120, 240))):
        middle, half = x + way * 0.62 * side, 0.36 * side
        pen.arc((middle - half, y - 0.45 * side, middle + half, y + 0.45 * side), *turns, "#9090a0", 4)
        for down in (-0.26 * side, 0.26 * side):
            pen.line((x + way * 0.5 * side, y + down, x + way * 0.26 * side, y + down), "#9090a0", 4)
    assert pictures.read(encoded(image)).puzzle.layout.bridges == {cell}


def test_columns_at_the_rim_that_are_only_texture_are_reported():
    puzzle = parse(". 1 2 .\n. . . .\n. . . .\n. 1 2 .")[0]
    rng = random.Random(3)
    image = screenshot(Board(puzzle), families.dark(rng), rng, (540, 960))
    with pytest.raises(UnclearPicture, match="only without its outer rows or columns") as caught:
        pictures.read(encoded(image), solvable=lambda board: board.width == 2 or board.rules is FREE)
    assert caught.value.board == puzzle


def test_the_error_carries_the_board_to_be_corrected():
    error = UnclearPicture("unclear", parse("1 . 1")[0])
    import pickle

    assert pickle.loads(pickle.dumps(error)).board == error.board
