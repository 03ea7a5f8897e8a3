"""Boards read from pictures: screenshots of apps, printed pages, our own drawings.

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
"""How a PNG begins."""

_BEGINNINGS = (PNG, b"\xff\xd8\xff", b"GIF87a", b"GIF89a")
"""How PNG, JPEG and GIF begin; WebP is RIFF, four bytes of length, WEBP."""


def is_picture(data: bytes) -> bool:
    """Whether bytes begin as a PNG, JPEG, GIF or WebP does; twelve bytes are enough."""
    return data.startswith(_BEGINNINGS) or (data[:4] == b"RIFF" and data[8:12] == b"WEBP")


def __getattr__(name: str) -> Any:
    """`read` and `ReadPicture` on first use: their modules need numpy and Pillow; MissingExtra without them."""
    if name not in __all__:
        raise AttributeError(f"module 'numlink.pictures' has no attribute {name!r}")
    with optional("reading a board from a picture", "pictures"):
        return getattr(import_module("numlink.pictures.reading"), name)
