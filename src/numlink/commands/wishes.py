"""The options for the wishes about new puzzles, beside their board; every command that makes puzzles has them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import click

from numlink.commands.board_options import board_in
from numlink.commands.messages import say
from numlink.commands.options import Decorated, wish_option
from numlink.commands.sources import file_name
from numlink.errors import InputError
from numlink.making.wishes import WISHES, Difficulty, difficulty_of, symmetry_fields, symmetry_wished, symmetry_word
from numlink.model.kinds.tiling import Tiling
from numlink.model.layout import sides_in_words, size_in_words

if TYPE_CHECKING:
    from numlink.making.recipe import Spec

READ = ("style", "effort", "misleading")
"""The options that each give the field of a Spec with the option's name, read from the text alone."""

WISH_OPTIONS = ("symmetry", *READ, "clues")
"""The parameters that `wish_options` adds, as they are passed to a command."""


def wish_options(
    function: Decorated,
    *,
    style: str = "app; magazine with --claim strict, few pairs or rules other than cover; lab with --symmetry, --clues "
    "or over 225 cells",
    several: bool = False,
) -> Decorated:
    """`--symmetry`, `--style`, `--effort`, `--misleading`, `--clues`; each is None if it is not given.

    `style` tells the default of --style, for the help.  With `several` there is `--pairs` too, and symmetry, pairs and
    style are texts, which may list values that take turns.
    """
    function = click.option("--clues", metavar=WISHES["clues"].metavar, help=WISHES["clues"].help)(function)
    for key in reversed(READ):
        of_style = key == "style"
        more = f" Default: {style}." if of_style else ""
        function = wish_option(key, more=more, several=several and of_style)(function)
    if several:
        return wish_option("symmetry", several=True)(wish_option("pairs", several=True)(function))
    wish = WISHES["symmetry"]
    return click.option("--symmetry", callback=_symmetry, metavar=wish.metavar, help=wish.help)(function)


def _symmetry(_: click.Context, __: click.Parameter, text: str | None) -> Any:
    return None if text is None else symmetry_wished(text)


def wished(options: dict[str, Any], size: tuple[int, int], tiling: Tiling | None = None) -> dict[str, Any]:
    """The fields of a Spec of this size, on this tiling if there is one, from the options that were given."""
    found = {key: options[key] for key in READ if options[key] is not None}
    if options["symmetry"] is not None:
        found |= symmetry_fields(options["symmetry"])
    if options["clues"] is not None:
        found["clues"] = clues_in(options["clues"], size, tiling)
    return found


def size_of_clues(path: str) -> tuple[int, int]:
    """The size of the board in a file of clues."""
    board = board_in(path)
    return board.width, board.height


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
    return None if options["clues"] is None else size_of_clues(options["clues"])


def clues_in(path: str, size: tuple[int, int], tiling: Tiling | None = None) -> tuple[int, ...]:
    """The cells that are not empty on the board in a file; raises InputError if it has another size or no such cell."""
    board = board_in(path)
    if (board.width, board.height) != size:
        raise InputError(
            f"the clues are a board of {size_in_words(board)}, the puzzle of {sides_in_words(*size, tiling)}. "
            "Give both the same."
        )
    found = tuple(cell for cell, content in enumerate(board.cells) if content)
    if not found:
        raise InputError(f"{file_name(path)} marks no cell. Mark those where numbers may stand with X.")
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
    """Raise InputError for a spec that no puzzle can fulfil; say on stderr which grades the search may not find."""
    from numlink.making.offers import doubts
    from numlink.making.possible import require_possible

    specs = [*specs]
    for spec in specs:
        require_possible(spec)
    for words in doubts(specs):
        say(words)
