"""Pictures from users: bombs, broken pictures and other files give one line each, whichever option takes them."""

import struct
import zlib
from io import BytesIO

import pytest

from numlink.render import images
from tests.cli import assert_one_line_error
from tests.cli import numlink as run

pillow = pytest.importorskip("PIL.Image")

SVG = '<svg xmlns="http://www.w3.org/2000/svg" {}>{}</svg>'


def png_claiming(width, height):
    """A complete PNG of a few bytes that claims to have so many pixels."""
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(b"\0" * 100)), (b"IEND", b""))
    packed = [struct.pack(">I", len(data)) + kind + data for kind, data in chunks]
    sums = [struct.pack(">I", zlib.crc32(kind + data)) for kind, data in chunks]
    return b"\x89PNG\r\n\x1a\n" + b"".join(part for pair in zip(packed, sums, strict=True) for part in pair)


def saved(form):
    """A picture of noise, so that its file is long enough to be cut."""
    file = BytesIO()
    pillow.effect_noise((64, 64), 90).save(file, form)
    return file.getvalue()


BROKEN = {
    "bomb.png": (png_claiming(60_000, 60_000), "more than 50,000,000 pixels"),
    "warned.png": (png_claiming(10_000, 10_000), "more than 50,000,000 pixels"),
    "unwarned.png": (png_claiming(8_000, 8_000), "more than 50,000,000 pixels"),
    "short.png": (png_claiming(400, 400), "damaged picture"),
    "cut.png": (saved("PNG")[:900], "damaged picture"),
    "cut.jpg": (saved("JPEG")[:900], "damaged picture"),
    "cut.gif": (saved("GIF")[:900], "damaged picture"),
    "header.png": (saved("PNG")[:20], "header.png is"),
    "wrong.png": (saved("PNG")[:60] + b"\xff" * 40 + saved("PNG")[100:], "damaged picture"),
    "text.png": (b"1 . 1\n", "can't be read as a picture"),
    "script.png": (b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n", "can't be read as a picture"),
    "empty.png": (b"", "is empty"),
}
"""Files by name, and the message about each."""


@pytest.mark.parametrize("option", ["--shape", "--cover", "--logo"])
def test_a_bad_picture_is_one_line(option, tmp_path, capsys, monkeypatch):
    """It names the file and a remedy, before any work is done."""
    monkeypatch.chdir(tmp_path)
    if option != "--shape":
        pytest.importorskip("reportlab")
    command = ["new", "8", "--shape"] if option == "--shape" else ["book", "--count", "1", "-o", "out.pdf", option]
    (tmp_path / "folder.png").mkdir()
    for name, (content, words) in BROKEN.items():
        (tmp_path / name).write_bytes(content)
        done = run(*command, name, capsys=capsys)
        assert_one_line_error(done, words)
        assert name in done.err
        assert "<" not in done.err, "no object's repr"
        assert "Give" in done.err or "Make it smaller" in done.err or "give another" in done.err
    for name in ("folder.png", "none.png"):
        assert_one_line_error(run(*command, name, capsys=capsys), f"cannot read {name}: ")
    assert not (tmp_path / "out.pdf").exists()


@pytest.mark.parametrize("form", images.FORMATS)
def test_no_damage_raises_anything_else(form):
    """Each format that is read, truncated and with changed bytes: a picture, or one sentence."""
    whole = saved(form)
    assert images.decoded(whole, "whole").size == (64, 64)
    told = []
    for place in range(0, len(whole), len(whole) // 40):
        for data in (whole[:place], whole[:place] + bytes([whole[place] ^ 0xFF]) + whole[place + 1 :]):
            try:
                assert images.decoded(data, "x").size[0] > 0
            except images.InputError as error:
                told.append(str(error))
    assert told
    assert not any("\n" in words or "<" in words for words in told)


def test_an_endless_file_is_given_up(monkeypatch, tmp_path):
    monkeypatch.setattr(images, "MOST_BYTES", 2_000_000)
    (tmp_path / "long.png").write_bytes(bytes(2_000_001))
    with pytest.raises(images.InputError, match="larger than 2 MB"):
        images.read_image(tmp_path / "long.png")


PATTERN = (
    '<defs><pattern id="p" width="1e7" height="1e7" patternUnits="userSpaceOnUse"><rect width="9" height="9"/>'
    '</pattern></defs><rect width="1e7" height="1e7" fill="url(#p)"/>'
)

BROKEN_SVG = {
    "huge.svg": (SVG.format('width="1e9" height="1e9"', ""), "leaves 0 connected cells"),
    "endless.svg": (SVG.format('width="1e39" height="1e39"', ""), "can't be drawn as SVG"),
    "negative.svg": (SVG.format('width="-5" height="3"', ""), "can't be drawn as SVG"),
    "cut.svg": (SVG.format("", "<rect")[:-7], "can't be drawn as SVG"),
    "text.svg": ("1 . 1\n", "can't be drawn as SVG"),
    "empty.svg": ("", "is empty"),
    "bomb.svg": (SVG.format('width="10" height="10"', PATTERN), "bomb.svg takes more than 2 GB"),
}


def test_a_bad_svg_is_one_line(tmp_path, capsys, monkeypatch):
    """Even one that crashes the process that draws it."""
    pytest.importorskip("resvg_py")
    monkeypatch.chdir(tmp_path)
    for name, (content, words) in BROKEN_SVG.items():
        (tmp_path / name).write_text(content)
        done = run("new", "8", "--shape", name, capsys=capsys)
        assert_one_line_error(done, words)
        assert name in done.err


def test_an_svg_that_takes_long_is_given_up(tmp_path, monkeypatch):
    pytest.importorskip("resvg_py")
    monkeypatch.setattr(images, "SVG_SECONDS", 0.2)
    nested = "".join(
        f'<g id="a{depth}">{f"<use href={chr(34)}#a{depth - 1}{chr(34)}/>" * 10}</g>' for depth in range(1, 6)
    )
    path = tmp_path / "nested.svg"
    path.write_text(SVG.format('viewBox="0 0 5 5"', f'<g id="a0"><rect width="1" height="1"/></g>{nested}'))
    with pytest.raises(images.InputError, match=r"nested.svg takes more than 2 GB or 0.2 seconds"):
        images.drawn_svg(path, 100)
