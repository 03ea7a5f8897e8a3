"""Pictures of puzzles: one scene, many back ends, in a registry like that of the formats."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from numlink.errors import InputError

if TYPE_CHECKING:
    from numlink.render.picture import Options, Picture

_HOMES = {
    "svg": ("numlink.render.svg", (".svg",)),
    "png": ("numlink.render.raster", (".png",)),
    "gif": ("numlink.render.gif", (".gif",)),
    "html": ("numlink.render.html", (".html", ".htm")),
    "eps": ("numlink.render.eps", (".eps",)),
    "pdf": ("numlink.render.book.book", (".pdf",)),
}
"""Per kind of picture its module, which is loaded when a picture is drawn, and the file endings that choose it."""


def names() -> list[str]:
    """The names of all kinds of pictures."""
    return list(_HOMES)


def endings() -> list[str]:
    """The file endings that choose a kind of picture."""
    return [ending for _, known in _HOMES.values() for ending in known]


def picture_named(name: str) -> Picture:
    """The kind of picture with this name; raises InputError for an unknown one."""
    if name not in _HOMES:
        raise InputError(f"{name!r} names no kind of picture. Use one of {', '.join(_HOMES)}.")
    picture: Picture = import_module(_HOMES[name][0]).PICTURE
    return picture


def picture_for_file(path: str | Path) -> Picture | None:
    """The kind of picture that the ending of a file name stands for, if any."""
    ending = Path(path).suffix.lower()
    return next((picture_named(name) for name, (_, known) in _HOMES.items() if ending in known), None)


def default_options(*, solved: bool = False) -> Options:
    """How pictures are drawn when nobody says: black and white."""
    from numlink.render.picture import Options

    return Options(solved=solved)
