"""PNG and GIF, read back by Pillow: sizes, colours at known places, frames."""

import sys
from io import BytesIO

import pytest

from numlink import InputError, MissingExtra, Puzzle, generate_classic
from numlink.render import picture_named
from numlink.render.drawing import MARGIN, draw
from numlink.render.gif import frames
from numlink.render.picture import Motion, Options
from numlink.render.raster import image
from numlink.render.scene import compose
from numlink.render.theme import GREY_PATH, GROUND, HUES, PAPER, THEMES, TILE, TILE_BLOCK, Mode

Image = pytest.importorskip("PIL.Image")

PUZZLE = generate_classic(7, seed=3)
SOLUTION = PUZZLE.solution


def rgb(colour):
    return tuple(int(colour[start : start + 2], 16) for start in (1, 3, 5))


def at(picture, scale, cell, width, *, right=0.5, down=0.5):
    """The pixel at a share of a cell."""
    row, column = divmod(cell, width)
    return picture.convert("RGB").getpixel((int((column + right + MARGIN) * scale), int((row + down + MARGIN) * scale)))


@pytest.mark.parametrize("scale", [1, 10, 48, 33.3])
def test_size_of_a_png(scale):
    content = picture_named("png")([PUZZLE], Options(scale=scale))
    picture = Image.open(BytesIO(content))
    assert picture.size == (round(7.5 * scale), round(7.5 * scale))


@pytest.mark.parametrize("mode", [Mode.LIGHT, Mode.DARK])
def test_colours_of_a_png(mode):
    scale = 40
    content = picture_named("png")([PUZZLE], Options(theme="colour", solved=True, scale=scale, mode=mode))
    picture = Image.open(BytesIO(content))
    for cell in PUZZLE.solids():
        assert at(picture, scale, cell, 7) == rgb(TILE_BLOCK.under(mode))
    for number, path in enumerate(SOLUTION.paths, start=1):
        for cell in path[1:-1]:
            assert at(picture, scale, cell, 7) == rgb(HUES[number - 1])
        for cell in path:
            assert at(picture, scale, cell, 7, right=0.1, down=0.1) == rgb(THEMES["colour"].wash(number).under(mode))
    assert picture.getpixel((1, 1)) == rgb(GROUND.under(mode))


@pytest.mark.parametrize(("theme", "number"), [("numbers", 8), ("colour", 88), ("numbers", 999), ("colour", 12345)])
def test_labels_stay_in_their_discs(theme, number):
    """Only paper, or the tile, lies between disc and cell border."""
    scale = 100
    picture = image(draw(compose(Puzzle(1, 2, (number, number)), theme=theme)), scale=scale)
    inside = {
        picture.getpixel((round((0.5 + MARGIN + dx / 100) * scale), round((0.5 + MARGIN + dy / 100) * scale)))
        for dx in range(-45, 46)
        for dy in range(-45, 46)
        if 41**2 < dx * dx + dy * dy < 45**2
    }
    assert inside == {rgb(PAPER.light if theme == "numbers" else TILE.light)}


def test_a_board_too_large_for_pixels():
    with pytest.raises(InputError, match=r"too large to draw. Give scale=\d+ or less, or write svg"):
        picture_named("png")([PUZZLE], Options(scale=5000))
    assert picture_named("png")([generate_classic(200, seed=1)], Options(scale=2)).startswith(b"\x89PNG")


def test_large_boards_get_smaller_cells():
    content = picture_named("png")([generate_classic(100, 20, seed=1)], Options())
    assert Image.open(BytesIO(content)).size == (4000, round(20.5 * 4000 / 100.5))


def test_frames_of_a_gif():
    content = picture_named("gif")([PUZZLE], Options(scale=20))
    gif = Image.open(BytesIO(content))
    links = sum(len(path) for path in SOLUTION.paths)
    # Pillow merges equal frames, such as those between two paths
    assert links - PUZZLE.pairs < gif.n_frames <= links + 2
    assert gif.info["loop"] == 0
    middle = SOLUTION.paths[-1][1] if len(SOLUTION.paths[-1]) > 2 else SOLUTION.paths[0][1]
    gif.seek(0)
    assert at(gif, 20, middle, 7) == rgb(PAPER.light)
    gif.seek(gif.n_frames - 1)
    assert at(gif, 20, middle, 7) == rgb(GREY_PATH.light)


def test_the_last_frame_is_the_still_picture():
    moving = draw(compose(PUZZLE, SOLUTION), animated=True)
    still = image(draw(compose(PUZZLE, SOLUTION)), scale=20)
    last = frames(moving, scale=20)[-1].convert("RGB")
    far = [(a, b) for a, b in zip(still.tobytes(), last.tobytes(), strict=True) if abs(a - b) > 24]
    assert last.size == still.size
    assert not far


def test_union_find_as_a_gif():
    content = picture_named("gif")([PUZZLE], Options(motion=Motion.GROWTH, theme="colour", scale=20))
    gif = Image.open(BytesIO(content))
    steps = sum(len(path) for path in SOLUTION.paths)
    assert gif.n_frames >= steps
    assert gif.width > gif.height


def test_too_many_frames():
    big = generate_classic(60, seed=1)
    with pytest.raises(InputError, match=r"too much for a gif. Give scale=\d+ or less"):
        picture_named("gif")([big], Options(scale=60))


def test_a_gif_needs_a_solution():
    with pytest.raises(InputError, match="without a solution"):
        picture_named("gif")([PUZZLE.with_solution(None)], Options())


@pytest.mark.parametrize("kind", ["png", "gif"])
def test_without_pillow(kind, monkeypatch):
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(MissingExtra, match=r"pip install 'numlink\[png\]'"):
        picture_named(kind)([PUZZLE], Options())


@pytest.mark.parametrize("kind", ["svg", "png", "gif"])
def test_a_picture_holds_one_puzzle(kind):
    with pytest.raises(InputError, match=f"{kind} holds one puzzle, not 2. Choose one with `numlink show --pick N`"):
        picture_named(kind)([PUZZLE, PUZZLE], Options())
