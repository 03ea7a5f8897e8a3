"""Opens the bytes of a picture as an RGB image, within bounds on bytes and pixels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from numlink.errors import InputError, optional

if TYPE_CHECKING:
    from PIL import Image

MOST_BYTES = 30_000_000
"""The largest picture, in bytes: a screenshot of a tablet saved without loss has under 10 MB."""

LARGEST_SIDE = 12_000
"""The longest side of a picture, in pixels: an A4 page at 600 dpi has 7 016."""

SMALLEST_SIDE = 24
"""The shortest side of a picture, in pixels: a board of three cells needs 8 pixels a cell."""

COARSE, FINE = 1_300_000, 2_900_000
"""The most pixels that are examined: at first, and if no board was found.  Larger pictures are shrunk; a phone's screen
has 1 to 3.7 million pixels."""


def open_picture(data: bytes, name: str) -> Image.Image:
    """The picture in `data` as RGB: upright, on white if it is transparent; the first frame of an animation.

    Raises InputError if the data is damaged or no picture, has too many bytes, or too many or too few pixels a side;
    MissingExtra without Pillow and numpy.
    """
    with optional("reading a board from a picture", "pictures"):
        import numpy  # noqa: F401 - imported here, so that the error is the same whichever of the two is missing
        from PIL import Image, ImageOps
    from numlink.render.images import decoded

    if len(data) > MOST_BYTES:
        raise InputError(f"{name} is larger than {MOST_BYTES // 1_000_000} MB. Use a smaller picture.")
    picture = decoded(data, name)
    if max(picture.size) > LARGEST_SIDE or min(picture.size) < SMALLEST_SIDE:
        width, height = picture.size
        raise InputError(
            f"{name} is {width}x{height} pixels, but each side must have {SMALLEST_SIDE} to {LARGEST_SIDE:,}. "
            "Scale or crop it."
        )
    ImageOps.exif_transpose(picture, in_place=True)
    if picture.has_transparency_data:
        ground = Image.new("RGB", picture.size, "white")
        ground.paste(picture, mask=picture.convert("RGBA"))
        return ground
    if picture.mode.startswith("I;16") or picture.mode in ("I", "F"):
        picture = picture.convert("I").point(lambda value: value / 256).convert("L")
    return picture.convert("RGB")
