"""EPS: outlines against the font's own metrics and another reader, pictures against the same board as PNG."""

import re
import subprocess
from dataclasses import replace
from xml.etree import ElementTree

import pytest

pytest.importorskip("fontTools", reason="an EPS picture needs fontTools: pip install 'numlink[eps]'")

from numlink import InputError, generate
from numlink.render import picture_named
from numlink.render.drawing import Label
from numlink.render.eps import eps, outlines
from numlink.render.gif import frames
from numlink.render.picture import Motion, Options
from numlink.render.raster import image
from numlink.render.svg import write as svg_text
from tests.tools import needed

SOLVED = Options(theme="colour", solved=True, scale=20)


def test_the_same_board_gives_the_same_text():
    puzzle = generate(7, seed=1)
    text = picture_named("eps")([puzzle], SOLVED)
    assert text == picture_named("eps")([puzzle], SOLVED)
    assert text.isascii()
    assert b"%%BoundingBox: 0 0 150 150\n" in text
    assert b"font" not in text.lower()


CONTROLS = "".join(map(chr, [*range(32), *range(127, 160), 0x2028, 0x2029, 0xFEFF, 0xD800]))


def test_no_character_of_a_name_ends_a_comment_or_a_tag():
    puzzle = generate(4, seed=1)
    for letter in CONTROLS:
        named = replace(puzzle, name=f"a{letter}showpage")
        drawn = picture_named("eps")([named], SOLVED)
        assert [line for line in re.split(b"[\r\n\f]", drawn) if b"showpage" in line] == [b"%%Title: a showpage"], (
            letter
        )
        assert drawn.count(b"\n") == len(re.split(b"[\r\n\f\0]", drawn)) - 1
        for kind in ("svg", "html"):
            text = picture_named(kind)([named], SOLVED).decode()
            assert not re.search("[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]", text)
            if kind == "svg":
                ElementTree.fromstring(text)


@pytest.mark.parametrize("scale", [0, -5, -0.0, float("nan"), float("inf"), 1e9, True, "3"])
def test_every_kind_of_picture_refuses_a_scale_without_meaning(scale):
    with pytest.raises(InputError, match="positive number of pixels"):
        Options(scale=scale)
    for draws in (svg_text, eps, image, frames):
        with pytest.raises(InputError, match="positive number of pixels"):
            draws(replace(SOLVED, motion=Motion.SOLUTION).drawing(generate(4, seed=1)), scale=scale)


def contours(text, *, left=True):
    """The contours of a label at (0, 0), font size 1: for each stroke its points, y counted upwards."""
    words = outlines(Label(0, -0.355, text, 1, left)).removeprefix("newpath ")
    strokes = [re.findall(r"(-?[0-9][-0-9. e]*) [mlc]", contour) for contour in words.split("z")[:-1]]
    numbers = [[[float(number) for number in stroke.split()] for stroke in contour] for contour in strokes]
    return [[[(x, -y) for x, y in batched(stroke)] for stroke in contour] for contour in numbers]


def batched(numbers):
    return zip(numbers[::2], numbers[1::2], strict=True)


def test_outlines_are_as_wide_as_reportlab_says():
    pytest.importorskip("reportlab")
    from reportlab.pdfbase.pdfmetrics import stringWidth

    from numlink.render.pdf import fonts

    name = fonts().bold
    for letter in "0123456789ABCXYZ":
        (x, _), (centred, _) = (contours(letter, left=left)[0][0][0] for left in (True, False))
        assert 2 * (x - centred) == pytest.approx(stringWidth(letter, name, 1000) / 1000, abs=0.001)


def test_holes_and_heights_of_digits():
    """0, 4, 6 and 9 have a hole, 8 has two; all stand on the line and reach the height of a capital."""
    holes = {digit: len(contours(digit)) - 1 for digit in "0123456789"}
    assert holes == {"0": 1, "1": 0, "2": 0, "3": 0, "4": 1, "5": 0, "6": 1, "7": 0, "8": 2, "9": 1}
    for digit in holes:
        ends = [point for contour in contours(digit) for stroke in contour for point in stroke[-1:]]
        assert -0.03 < min(y for _, y in ends) < 0.02
        assert 0.66 < max(y for _, y in ends) < 0.75


def test_contours_are_closed():
    for contour in contours("8"):
        assert len(contour[0]) == 1
        assert {len(stroke) for stroke in contour} == {1, 3}
        assert contour[-1][-1] == contour[0][0]


def test_it_looks_like_the_png(tmp_path):
    needed("gs", remedy="apt-get install ghostscript")
    pil = pytest.importorskip("PIL.Image")
    puzzle = generate(9, 7, seed=2)
    (tmp_path / "board.eps").write_bytes(picture_named("eps")([puzzle], SOLVED))
    (tmp_path / "board.png").write_bytes(picture_named("png")([puzzle], SOLVED))
    command = "gs -q -dBATCH -dNOPAUSE -dEPSCrop -sDEVICE=png16m -r72 -dGraphicsAlphaBits=4 -sOutputFile=drawn.png"
    subprocess.run([*command.split(), "board.eps"], cwd=tmp_path, check=True)
    with pil.open(tmp_path / "drawn.png") as drawn, pil.open(tmp_path / "board.png") as wanted:
        assert drawn.size == wanted.size
        pairs = zip(drawn.convert("RGB").tobytes(), wanted.convert("RGB").tobytes(), strict=True)
        assert sum(abs(one - other) for one, other in pairs) / len(wanted.convert("RGB").tobytes()) < 6
