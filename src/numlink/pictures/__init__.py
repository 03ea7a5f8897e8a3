"""Reads boards from pictures: screenshots of apps, printed pages and our own drawings.

*Ground* is the background colour of a cell or a board, *ink* is what differs from it, *ends* are the dots or numbers
that paths join.  Colours are compared by their distance in RGB, which is up to 442 (from black to white).

>>> is_picture(b"\\x89PNG\\r\\n\\x1a\\n..."), is_picture(b"1 . 1")
(True, False)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from numlink.errors import optional

if TYPE_CHECKING:
    from numlink.pictures.reading import ReadPicture, read

__all__ = ["ReadPicture", "is_picture", "read"]

PNG = b"\x89PNG\r\n\x1a\n"
"""The first bytes of a PNG."""

_BEGINNINGS = (PNG, b"\xff\xd8\xff", b"GIF87a", b"GIF89a")
"""The first bytes of PNG, JPEG and GIF; those of WebP are RIFF, four bytes of length, WEBP."""


def is_picture(data: bytes) -> bool:
    """Whether the data starts like a PNG, JPEG, GIF or WebP; its first twelve bytes are enough."""
    return data.startswith(_BEGINNINGS) or (data[:4] == b"RIFF" and data[8:12] == b"WEBP")


def __getattr__(name: str) -> Any:
    """`read` or `ReadPicture`, imported on first use; raises MissingExtra without numpy and Pillow."""
    if name not in __all__:
        raise AttributeError(f"module 'numlink.pictures' has no attribute {name!r}")
    with optional("reading a board from a picture", "pictures"):
        return getattr(import_module("numlink.pictures.reading"), name)
