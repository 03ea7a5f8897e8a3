"""The options for wishes about new puzzles, and for their boards: kind, shape, walls, layers."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import click

from numlink import formats
from numlink.commands.messages import say
from numlink.commands.options import SEVERAL, STANDARD, Decorated, option, wish_option
from numlink.commands.sources import file_name, file_text, puzzles_of
from numlink.errors import InputError, ParseError
from numlink.formats.layout_builder import with_part
from numlink.making.option_groups import OptionGroup
from numlink.making.recipe import Spec, fields_on
from numlink.making.wish_values import (
    Difficulty,
    Frequency,
    difficulty_of,
    kind_of,
    symmetry_fields,
    symmetry_wished,
    symmetry_word,
)
from numlink.making.wishes import WISHES
from numlink.model.arguments import natural
from numlink.model.grid import Grid
from numlink.model.kinds.names import Kind
from numlink.model.kinds.tiling import Tiling
from numlink.model.layout import Layout, sides_in_words, size_in_words
from numlink.model.puzzle import Puzzle
from numlink.model.words import counted

VIA = re.compile(r"\([0-9]{1,9},[0-9]{1,9}(?:,[0-9]{1,9})?\)")

BOARDS = "numlink.boards"  # the key under which Click's context keeps the boards read from files

OBSTACLES = ("walls", "bridges")  # options that are a word, a number, cells, or a file with a board that has them
EXAMPLES = {"walls": "(0,1)|(0,2) (1,1)|(1,2)", "bridges": "(1,2) (3,4)", "vias": "(0,1) (2,2)"}
"""Option -> an example of cells, for messages."""

IN_FILES = {"walls": "a line such as 'walls: (0,1)|(0,2)'", "bridges": "a + where two paths cross"}
"""Option -> how a board in a file shows walls or bridges, for messages."""

PARSED = ("board", "wrap", "layers")
"""The options of boards whose values are wishes; the others are texts until the size is known."""

BOARD_OPTIONS = (*PARSED, "vias", "bridges", "walls", "mask", "shape")
"""The options that `board_options` adds, by the names of their parameters."""

READ = ("style", "effort", "misleading")
"""The options that set the field of a Spec of the same name, and need nothing but their text."""

WISH_OPTIONS = ("symmetry", *READ, "clues")  # the other wishes for new puzzles, by the names of their parameters


def wishes(*keys: str, style: str = "usually app", several: bool = False) -> Callable[[Decorated], Decorated]:
    """An option for each of these wishes, None if it is not given; `style` names the default of --style.

    With `several`, the wishes in SEVERAL are texts that may list values.
    """
    readers: dict[str, Callable[[str], Any]] = {"board": board_asked, "symmetry": symmetry_wished}
    readers |= dict.fromkeys(("vias", "bridges", "walls", "mask", "clues"), str)

    def add(function: Decorated) -> Decorated:
        for key in reversed(keys):
            more = f" Default: {style}." if key == "style" else ""
            turns = several and key in SEVERAL
            function = wish_option(key, more=more, several=turns, read=readers.get(key))(function)
        return function

    return add


def board_options(function: Decorated) -> Decorated:
    """The options of BOARD_OPTIONS, each None if it is not given."""
    shape = (
        "Shape of the board: hexagon, diamond, disc, ring, cross, heart, star, triangle, or a picture FILE, whose dark "
        "part is the board."
    )
    function = option("--shape", metavar="WORD|FILE", help=shape, group=OptionGroup.BOARD)(function)
    return wishes(*BOARD_OPTIONS[:-1])(function)


def board_asked(text: str) -> Kind | Tiling:
    """The kind of board that a word names, or the polygons in a file; raises InputError for anything else."""
    if text in {kind.value for kind in Kind} or not (Path(text).suffix or text == STANDARD):
        return kind_of(text)
    from numlink.formats.polygon_files import read_tiling  # only now, with the reader of XML

    try:
        return read_tiling(file_text(text))
    except ParseError:
        raise
    except InputError as error:
        raise InputError(f"{file_name(text)}: {error}") from None


def board_of(options: dict[str, Any], size: tuple[int, int] | None) -> tuple[tuple[int, int], dict[str, Any]]:
    """((width, height) of the board, the fields of a Spec that these options set).

    `size` None: that of the mask or the polygons, else 9x9.  Raises InputError for bad or contradictory options.
    """
    wished = {key: options[key] for key in PARSED if options[key] is not None}
    mask = None if options["mask"] is None else board_in(options["mask"])
    if mask is not None:
        if size is not None and size != (mask.width, mask.height):
            raise InputError(f"the mask is {size_in_words(mask)}, not {size[0]}x{size[1]}. Leave out the size.")
        size = mask.width, mask.height
    size = _size_of_tiling(wished, size, mask)
    width, height = size or (9, 9)
    if options["vias"] is not None:
        layers = wished.get("layers") or (1 if mask is None else mask.layout.layers)
        wished["vias"] = _vias(options["vias"], width, height, layers)
    for key in OBSTACLES:
        if options[key] is not None:
            wished[key] = _obstacles(key, options[key], width, height, wished)
    fields = wished if mask is None else fields_on(mask.grid, wished)
    if options["shape"] is not None:
        from numlink.making.shapes import shaped

        fields = fields | {"mask": tuple(shaped(Spec(width, height, 0, **fields).grid, options["shape"]).solids)}
    return (width, height), fields


def _size_of_tiling(
    wished: dict[str, Any], size: tuple[int, int] | None, mask: Puzzle | None
) -> tuple[int, int] | None:
    """The size of the polygons of `--board FILE`, whose key in `wished` becomes tiling instead of board; without
    polygons, `size`, which is that of the mask if there is one."""
    tiling = wished.get("board")
    if not isinstance(tiling, Tiling):
        return size
    if size is not None and size != tiling.size:
        polygons = counted(len(tiling.polygons), "polygon")
        if mask is not None:
            raise InputError(f"the board has {polygons}, but the mask is {size_in_words(mask)}. Use one of the two.")
        raise InputError(f"the board has {polygons}, which set its size. Leave out {size[0]}x{size[1]}.")
    wished["tiling"] = wished.pop("board")
    return tiling.size


def board_in(path: str) -> Puzzle:
    """The only board in a file, which a command reads only once, even if several options name it: it may be a pipe."""
    context = click.get_current_context(silent=True)
    known: dict[str, Puzzle] = {} if context is None else context.meta.setdefault(BOARDS, {})
    if path not in known:
        known[path] = _only_board(path)
    return known[path]


def _only_board(path: str) -> Puzzle:
    found = [*islice(puzzles_of(partial(formats.iterate, file_text(path)), file_name(path)), 2)]
    if not found:
        raise InputError(f"no board found in {file_name(path)}. Give one whose blocks are X.")
    if len(found) > 1:
        raise InputError(f"{file_name(path)} contains several boards. Give a file with that one.")
    return found[0]


def _obstacles(key: str, text: str, width: int, height: int, wished: dict[str, Any]) -> object:
    """Walls or bridges from an option's text: a word, a number, cells, or a file with a board of the same size, kind,
    wrap and layers, whose walls or bridges are used."""
    if text in set(Frequency) or natural(text) is not None:
        return WISHES[key].read(text)
    own = {name: wished[name] for name in ("board", "tiling", "wrap", "layers") if name in wished}
    layout = Spec(width, height, 0, **own).grid.layout
    if text.lstrip().startswith("("):
        return _cells_of(key, text, width, height, layout)
    if text != STANDARD and not os.path.exists(text):
        raise InputError(
            f"{key} are {', '.join(Frequency)}, a number, cells like '{EXAMPLES[key]}' or a file with a board, and "
            f"there is no file {text[:60]!r}."
        )
    found = board_in(text)
    name = file_name(text)
    for what, theirs, ours in (
        ("size", size_in_words(found), sides_in_words(width, height, layout.tiling)),
        ("kind", found.layout.kind.value, layout.kind.value),
        ("wrap", found.layout.wrap.value, layout.wrap.value),
        ("number of layers", found.layout.layers, layout.layers),
    ):
        if theirs != ours:
            raise InputError(
                f"{name} has {key} for another board: its {what} is {theirs}, not {ours}. Make them the same."
            )
    cells: frozenset[Any] = found.layout.walls if key == "walls" else found.layout.bridges
    if not cells:
        raise InputError(f"{name} has no {key}. Give a board with {IN_FILES[key]}.")
    return tuple(cells)


def _vias(text: str, width: int, height: int, layers: int) -> tuple[int, ...]:
    """The cells of vias written as in plain text: (row,column) through all layers, or (layer,row,column); () for the
    word none."""
    return () if text.strip() == "none" else _cells_of("vias", text, width, height, Layout(layers=layers))


def _cells_of(key: str, text: str, width: int, height: int, layout: Layout) -> tuple[Any, ...]:
    """The walls (pairs of cells), bridges or vias (cells), according to `key`, in a text like EXAMPLES."""
    one = rf"{VIA.pattern}\|{VIA.pattern}" if key == "walls" else VIA.pattern
    if not re.fullmatch(rf"({one}\s*)+", text.strip()):
        raise InputError(f"{key} must be cells like '{EXAMPLES[key]}', row then column from 0, not {text[:40]!r}.")
    positions = [tuple(map(int, re.findall("[0-9]+", found[0]))) for found in VIA.finditer(text)]
    value = zip(positions[::2], positions[1::2], strict=True) if key == "walls" else positions
    return tuple(getattr(with_part(Grid(width, height, layout=layout), key, value).layout, key))


def wished(options: dict[str, Any], size: tuple[int, int] | None) -> tuple[tuple[int, int], dict[str, Any]]:
    """What `board_of` returns, with the fields of wishes; `size` None is the size of the board of --clues, if any."""
    size, layout = board_of(options, size or own_size(options))
    found = {key: options[key] for key in READ if options[key] is not None}
    if options["symmetry"] is not None:
        found |= symmetry_fields(options["symmetry"])
    if options["clues"] is not None:
        found["clues"] = clues_in(options["clues"], size, layout.get("tiling"))
    return size, found | layout


def grades_in(text: str) -> list[Difficulty]:
    """The grades of a list like `easy,hard..extreme`, in its order; `any` is allowed too.

    >>> [str(grade) for grade in grades_in("any,easy..hard")]
    ['any', 'easy', 'medium', 'hard']
    """
    from numlink.datasets.plan import parse_grades  # only for the commands that make puzzles

    words = text.lower().split(",")
    found = [(Difficulty.ANY,) if word.strip() == Difficulty.ANY else parse_grades(word) for word in words]
    return [difficulty_of(grade) for grades in found for grade in grades]


def own_size(options: dict[str, Any]) -> tuple[int, int] | None:
    """The size of the board of `--clues`; None without it."""
    if options["clues"] is None:
        return None
    board = board_in(options["clues"])
    return board.width, board.height


def clues_in(path: str, size: tuple[int, int], tiling: Tiling | None = None) -> tuple[int, ...]:
    """The cells that are not empty on the board in a file; InputError if it has another size or no such cell."""
    board = board_in(path)
    if (board.width, board.height) != size:
        raise InputError(
            f"the clues are {size_in_words(board)}, the puzzle is {sides_in_words(*size, tiling)}. Make them the same."
        )
    found = tuple(cell for cell, content in enumerate(board.cells) if content)
    if not found:
        raise InputError(f"{file_name(path)} marks no cell. Mark the cells where numbers may go with X.")
    return found


def words_of(options: dict[str, Any]) -> list[str]:
    """The options that were given, as they are typed: `--effort 2..5`."""
    found = {key: WISHES[key].write(options[key]) for key in READ if options[key] is not None}
    if options["symmetry"] is not None:
        found["symmetry"] = symmetry_word(options["symmetry"])
    if options["clues"] is not None:
        found["clues"] = options["clues"]
    return [f"--{key} {found[key]}" for key in WISH_OPTIONS if key in found]


def require_wishes(specs: Iterable[Spec]) -> None:
    """Raise InputError for a spec that no puzzle can meet; say on stderr which grades the search may not find."""
    from numlink.making.available_grades import doubts
    from numlink.making.feasibility import require_possible

    specs = [*specs]
    for spec in specs:
        require_possible(spec)
    for words in doubts(specs):
        say(words)
