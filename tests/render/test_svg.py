"""SVG pictures: golden files, well-formedness, colours, labels inside their cells, animation.

`python -m tests.render.test_svg` writes the golden files anew; look at them before you commit them.
"""

import re
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest

import numlink
from numlink import Grid, InputError, Puzzle, Solution, generate_classic, svg
from numlink.making.classic import grow, grown_paths
from numlink.render.growth_animation import draw_growth
from numlink.render.scene import compose
from numlink.render.svg import UNIT, write
from numlink.render.theme import GROUND, HUES, LOOKS, PAPER, THEMES, contrast, letters

GOLDEN = Path(__file__).parents[1] / "golden" / "svg"
SPACE = "{http://www.w3.org/2000/svg}"

SMALL = generate_classic(5, seed=3)
MIDDLE = generate_classic(9, seed=2)
WIDE = generate_classic(15, 10, seed=4)
LARGE = generate_classic(40, seed=1)
LONG_NUMBERS = Puzzle(4, 2, (999, 1000, 12345, 0, 999, 1000, 12345, -1))


def growth():
    puzzle = generate_classic(6, seed=7)
    return write(draw_growth(compose(puzzle, theme="colour"), list(grown_paths(grow(Grid(6, 6), seed=7)))))


CASES = {
    "5x5": lambda: svg(SMALL),
    "5x5-solved": lambda: svg(SMALL, SMALL.solution),
    "9x9-colour-solved": lambda: svg(MIDDLE, MIDDLE.solution, theme="colour"),
    "9x9-letters-dark": lambda: svg(MIDDLE, theme="letters", mode="dark"),
    "9x9-animated": lambda: svg(MIDDLE, MIDDLE.solution, theme="colour", animated=True),
    "15x10-colour-dark-solved": lambda: svg(WIDE, WIDE.solution, theme="colour", mode="dark"),
    "40x40": lambda: svg(LARGE, mode="light"),
    "long-numbers": lambda: svg(LONG_NUMBERS, theme="colour"),
    "6x6-growth": growth,
}


@pytest.mark.parametrize("name", CASES)
def test_golden(name):
    assert CASES[name]() == (GOLDEN / f"{name}.svg").read_text()


@pytest.mark.parametrize("name", CASES)
def test_svg_is_well_formed_and_has_words_for_screen_readers(name):
    root = ElementTree.fromstring(CASES[name]())
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    assert root.get("role") == "img"
    labelled = (root.get("aria-labelledby") or "").split()
    words = [element.text for element in root if element.get("id") in labelled]
    assert len(words) == 2
    assert all(words)


@pytest.mark.parametrize("name", [name for name in CASES if "growth" not in name])
def test_labels_stay_inside_their_cells(name):
    """A bold sans serif digit is at most 0.6 of the font size wide (DejaVu 0.7), a letter at most 0.95."""
    root = ElementTree.fromstring(CASES[name]())
    labels = list(root.iter(f"{SPACE}text"))
    assert labels
    for label in labels:
        size = float(label.get("font-size"))
        widest = 0.95 if label.text.isalpha() else 0.7
        middle = (float(label.get("x")) % UNIT, float(label.get("y")) % UNIT)
        assert middle[0] == UNIT / 2
        assert len(label.text) * widest * size <= UNIT
        assert UNIT / 2 < middle[1] < UNIT / 2 + 0.4 * size


def test_every_pair_has_its_own_group_with_both_labels():
    root = ElementTree.fromstring(svg(MIDDLE, MIDDLE.solution))
    for number, path in enumerate(MIDDLE.solution.paths, start=1):
        group = root.find(f".//{SPACE}g[@class='n{number}']")
        assert [text.text for text in group.iter(f"{SPACE}text")] == [str(number)] * 2
        x, y = map(float, re.match(r"M([\d.]+) ([\d.]+)", group.find(f"{SPACE}path").get("d")).groups())
        assert (y // UNIT, x // UNIT) == divmod(path[0], MIDDLE.width)


def test_a_path_visits_the_middle_of_its_cells():
    picture = svg(Puzzle(3, 2, (1, 0, 0, 0, 0, 1)), Solution(3, 2, ((0, 3, 4, 5),)))
    assert 'd="M20 20v40h80"' in picture


def test_solid_cells_are_drawn_where_they_are():
    assert 'class="solid" x="40" y="0" width="80" height="40"' in svg(Puzzle(4, 1, (1, -1, -1, 1)))
    assert "solid" not in svg(Puzzle(2, 1, (1, 1))).replace("Solid", "")


def test_a_hostile_name_is_only_a_name():
    puzzle = replace(SMALL, name='</title><script>"&\x00\ud800')
    root = ElementTree.fromstring(svg(puzzle))
    assert root.find(f"{SPACE}title").text == '</title><script>"&��'


def test_modes():
    assert "prefers-color-scheme" in svg(SMALL)
    assert "prefers-color-scheme" not in svg(SMALL, mode="dark")
    assert PAPER.dark in svg(SMALL, mode="dark")
    assert PAPER.dark not in svg(SMALL, mode="light")


def test_two_pictures_on_a_page_do_not_share_ids():
    first, second = (set(re.findall(r'id="([^"]+)"', svg(puzzle))) for puzzle in (SMALL, MIDDLE))
    assert not first & second
    assert svg(SMALL) == svg(SMALL)


def test_impossible_pictures_are_refused():
    with pytest.raises(InputError, match="'neon' is not a known theme"):
        svg(SMALL, theme="neon")
    with pytest.raises(InputError, match="'dim' is not a known mode"):
        svg(SMALL, mode="dim")
    with pytest.raises(InputError, match="positive number of pixels"):
        svg(SMALL, scale=0)
    with pytest.raises(InputError, match="Give the solution of this puzzle"):
        svg(SMALL, MIDDLE.solution)
    with pytest.raises(InputError, match="lies outside the board"):
        svg(Puzzle(2, 1, (1, 1)), Solution(2, 1, ((0, 7),)))


def test_wrong_boards_and_solutions_are_drawn_anyway():
    for puzzle in (Puzzle(1, 1, (0,)), Puzzle(1, 1, (-1,)), Puzzle(3, 1, (5, 5, 5)), Puzzle(2, 1, (1, 0))):
        ElementTree.fromstring(svg(puzzle))
    jumping = Solution(3, 3, ((0, 8), (), (4,)))
    ElementTree.fromstring(svg(Puzzle(3, 3, (1, 0, 0, 0, 3, 0, 0, 0, 1)), jumping, theme="colour", animated=True))


def test_a_notebook_shows_the_puzzle():
    assert SMALL._repr_svg_() == svg(SMALL, theme="colour")
    assert numlink.svg is svg


def test_svg_files_are_small():
    assert len(svg(SMALL)) < 3000
    assert len(svg(MIDDLE, MIDDLE.solution)) < 6000


# Colours


def _linear(colour):
    values = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    return [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in values]


NORMAL = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
# Full dichromacy in linear RGB; source: Machado, Oliveira, Fernandes, IEEE TVCG 15(6), 2009
PROTANOPIA = ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998))
DEUTERANOPIA = ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881))


def _lab(colour, matrix):
    red, green, blue = (
        max(0.0, sum(weight * part for weight, part in zip(row, _linear(colour), strict=True))) for row in matrix
    )
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    x, y, z = (value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116 for value in (x, y, z))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("matrix", [NORMAL, PROTANOPIA, DEUTERANOPIA], ids=["normal", "protanopia", "deuteranopia"])
def test_hues_stay_apart_for_the_colour_blind(matrix):
    """A difference of 10 (CIE 1976) is seen at a glance."""
    for first, second in combinations(HUES, 2):
        difference = sum((a - b) ** 2 for a, b in zip(_lab(first, matrix), _lab(second, matrix), strict=True)) ** 0.5
        assert difference > 10, (first, second, difference)


def test_labels_are_readable_on_every_disc():
    theme = THEMES["colour"]
    for number in range(1, len(HUES) + 1):
        ink = theme.text(number).fill.light
        assert contrast(ink, theme.hue(number)) >= 3  # large bold text, WCAG 2.1


def test_hues_stand_out_in_the_dark():
    """3 is what WCAG asks of graphics; on white the yellow cannot have it, which is why labels are always there."""
    assert min(contrast(hue, GROUND.dark) for hue in HUES) >= 3


def test_many_pairs_look_different():
    theme = THEMES["colour"]
    looks = {(theme.hue(number), theme.stripe(number)) for number in range(1, LOOKS + 1)}
    assert len(looks) == LOOKS == 60


def test_letters():
    assert [letters(number) for number in (1, 26, 27, 52, 53, 702, 703)] == ["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]


# Animation


def test_an_animation_draws_path_after_path():
    picture = svg(MIDDLE, MIDDLE.solution, animated=True)
    growing = [(int(since), int(steps)) for since, steps in re.findall(r'style="--s:(\d+);--n:(\d+)"', picture)]
    assert len(growing) == MIDDLE.pairs
    assert all(begin + steps < after for (begin, steps), (after, _) in zip(growing, growing[1:], strict=False))
    assert "prefers-reduced-motion" in picture


def test_growth_has_a_caption_for_every_union():
    """Captions: one per path, one per union, the start and two at the end."""
    paths = list(grown_paths(grow(Grid(6, 6), seed=7)))
    picture = growth()
    captions = re.findall(r'class="caption[^>]*>([^<]*)<', picture)
    unions = [caption for caption in captions if caption.startswith("set_union")]
    assert len(unions) == sum(len(path) - 1 for path in paths)
    assert len(captions) == 3 + len(paths) + len(unions)
    root, new = (f"({cell // 6},{cell % 6})" for cell in paths[0][:2])
    assert unions[0] == f"set_union({root}, {new}): equal ranks, {root} becomes rank 1; 35 sets"
    assert unions[-1].endswith(f"; {36 - len(unions)} sets")


def test_a_growing_picture_of_a_large_board_is_refused():
    with pytest.raises(InputError, match="at most 400 can be followed"):
        draw_growth(compose(LARGE), LARGE.solution.paths)


if __name__ == "__main__":
    GOLDEN.mkdir(parents=True, exist_ok=True)
    for name, make in CASES.items():
        (GOLDEN / f"{name}.svg").write_text(make())
