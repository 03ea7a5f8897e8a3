"""Pictures of puzzles.  Each kind of picture file has a module with a function `picture`."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from numlink.errors import unknown_name

if TYPE_CHECKING:
    from numlink.model.puzzle import Puzzle
    from numlink.render.picture import Options

    Picture: TypeAlias = Callable[[list[Puzzle], Options], bytes]  # makes the file that shows these puzzles

_HOMES = {
    "svg": ("numlink.render.svg", (".svg",)),
    "png": ("numlink.render.raster", (".png",)),
    "gif": ("numlink.render.gif", (".gif",)),
    "html": ("numlink.render.html", (".html", ".htm")),
    "eps": ("numlink.render.eps", (".eps",)),
    "pdf": ("numlink.render.book.book", (".pdf",)),
}
"""Kind of picture -> its module, loaded when first needed, and the file endings that choose it."""


def names() -> list[str]:
    """The names of all kinds of pictures."""
    return list(_HOMES)


def endings() -> list[str]:
    """The file endings that choose a kind of picture."""
    return [ending for _, known in _HOMES.values() for ending in known]


def picture_named(name: str) -> Picture:
    """The function that draws this kind of picture; raises InputError for an unknown one."""
    if name not in _HOMES:
        raise unknown_name("kind of picture", name, _HOMES)
    picture: Picture = import_module(_HOMES[name][0]).picture
    return picture


def picture_for_file(path: str | Path) -> Picture | None:
    """The function that draws the kind of picture that the ending of a file name stands for, or None."""
    ending = Path(path).suffix.lower()
    return next((picture_named(name) for name, (_, known) in _HOMES.items() if ending in known), None)
