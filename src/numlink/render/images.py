"""Opens pictures of users, with limits on bytes and pixels; anything wrong becomes an InputError.

A file of a few kilobytes may claim to be millions of pixels wide, be truncated, or not be a picture at all.  Decoders
then raise a dozen kinds of errors.  The decoder of SVG can even end the process (a pattern 10 000 000 wide asks for
petabytes), so SVG is drawn in a separate process.
"""

from __future__ import annotations

import subprocess
import sys
import warnings
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from numlink.errors import InputError, MissingExtra, Unreadable, optional
from numlink.files import unreadable

if TYPE_CHECKING:
    from PIL import Image

FORMATS = ("PNG", "JPEG", "GIF", "BMP", "WEBP", "TIFF")  # no others: EPS, for one, would start Ghostscript
MOST_BYTES = 100_000_000  # of a picture's file; the limit also ends the reading of a device or an endless pipe
MOST_PIXELS = 50_000_000  # of a picture: an A4 page at 600 dpi has 35 million; with four bytes each they take 200 MB
SVG_SECONDS = 20  # seconds that drawing an SVG may take; drawing one of a megabyte takes 0.1 s
SVG_MEMORY = 2_000_000_000  # bytes that the process drawing an SVG may have, if the system can set a limit
NO_SVG = 3  # the exit code of that process if its input is no SVG

DRAW_SVG = f"""
import sys
try:
    import resource
    resource.setrlimit(resource.RLIMIT_AS, ({SVG_MEMORY}, {SVG_MEMORY}))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
except (ImportError, OSError, ValueError):
    pass
import resvg_py
text = sys.stdin.buffer.read().decode("utf-8", "replace")
side = int(sys.argv[1])
try:
    drawn = resvg_py.svg_to_bytes(svg_string=text, width=side, height=side)
except ValueError as error:
    print((str(error).splitlines() or [""])[0], file=sys.stderr)
    sys.exit({NO_SVG})
sys.stdout.buffer.write(bytes(drawn))
"""
"""The program that draws an SVG from its input; its argument is the longest side in pixels.

Both sides are limited: with the width alone, the height of a long thin drawing could need all memory.
"""


def image_bytes(path: str | Path) -> bytes:
    """The bytes of a picture's file; raises Unreadable if it cannot be read, is empty or has more than MOST_BYTES."""
    try:
        with open(path, "rb") as file:
            data = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:  # ValueError: a zero byte in the name
        raise unreadable(path, error) from None
    if not data:
        raise Unreadable(f"{Path(path).name} is empty, so it isn't a picture. Give a PNG or JPEG file.")
    if len(data) > MOST_BYTES:
        raise Unreadable(f"{Path(path).name} is larger than {MOST_BYTES // 1_000_000} MB. Give a smaller picture.")
    return data


def decoded(data: bytes, path: str | Path) -> Image.Image:
    """The picture in `data`, which was read from `path`; the first frame of an animation.

    Raises Unreadable if it has more than MOST_PIXELS or cannot be decoded to its end, MissingExtra without Pillow.
    """
    with optional("reading a picture", "png"):
        from PIL import Image, UnidentifiedImageError
    name = Path(path).name
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Pillow warns of large pictures, refused below, and of odd EXIF data
            picture = Image.open(BytesIO(data), formats=FORMATS)
            if picture.width * picture.height > MOST_PIXELS:
                raise Image.DecompressionBombError
            picture.load()
            return picture
    except Image.DecompressionBombError:
        raise Unreadable(f"{name} has more than {MOST_PIXELS:,} pixels. Make it smaller.") from None
    except UnidentifiedImageError:
        raise Unreadable(f"{name} can't be read as a picture. Give a PNG or JPEG file.") from None
    except Exception as error:  # decoders raise anything: OSError, SyntaxError, ValueError, struct.error, ...
        reason = " ".join(str(error).split()).rstrip(".") or type(error).__name__
        raise Unreadable(
            f"{name} is a damaged picture: {reason[:100]}. Save it again, as PNG or JPEG, or give another."
        ) from None


def read_image(path: str | Path) -> Image.Image:
    """The picture in a file; raises InputError as `image_bytes` and `decoded` do."""
    return decoded(image_bytes(path), path)


def drawn_svg(path: str | Path, side: int) -> Image.Image:
    """An SVG as a picture whose longer side has `side` pixels.

    Raises InputError if the file cannot be read, is no SVG, or needs too much memory or time; MissingExtra without
    resvg.
    """
    if find_spec("resvg_py") is None:
        raise MissingExtra("reading an SVG", "svg")
    data, name = image_bytes(path), Path(path).name
    costly = f"drawing {name} takes more than {SVG_MEMORY // 1_000_000_000} GB or {SVG_SECONDS} seconds"
    instead = "Simplify it, or give a PNG."
    try:
        drawn = subprocess.run(
            [sys.executable, "-P", "-c", DRAW_SVG, str(side)], input=data, capture_output=True, timeout=SVG_SECONDS
        )
    except subprocess.TimeoutExpired:
        raise InputError(f"{costly}. {instead}") from None
    if drawn.returncode == NO_SVG:
        reason = drawn.stderr.decode(errors="replace").strip().rstrip(".")[:100] or "it cannot be drawn"
        raise InputError(f"{name} can't be drawn as SVG: {reason}. Correct it, or give a PNG.")
    if drawn.returncode:
        raise InputError(f"{costly}, or crashes the renderer. {instead}")
    return decoded(drawn.stdout, path)
