"""The wishes that a generated puzzle can meet, defined here only: for callers, in a Spec, and in texts.

Wishes     symmetry: ... | SymmetryWord    generate(8, symmetry="rotate")         a keyword that mypy checks
Wished     symmetry: PathSymmetry          Spec(...).symmetry                     the value that was made of it
WISHES     "symmetry": Wish(...)           numlink new --symmetry rotate          option, help, words to complete
                                           numlink 1 8x8 seed=5 symmetry=rotate   the words of a recipe

A new wish is a line in each of the three and its use; its kind of value, if it is a new one, is in `wish_values`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from difflib import get_close_matches
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias, TypedDict, TypeVar

from numlink.making import wish_values as values
from numlink.making.option_groups import OptionGroup
from numlink.making.wish_values import (
    ClueSymmetry,
    Difficulty,
    DifficultyWord,
    Frequency,
    FrequencyWord,
    Misleading,
    MisleadingWord,
    Pairs,
    PathSymmetry,
    Solids,
    SolidsWord,
    Style,
    StyleWord,
    SymmetryWord,
    WrapWord,
)
from numlink.model.arguments import Word, member
from numlink.model.grid import Grid
from numlink.model.kinds.names import Kind, KindWord
from numlink.model.kinds.tiling import Tiling, tiling_of
from numlink.model.layout import PLAIN, Layout, Wrap
from numlink.model.rules import COVER, EVERY_RULES, RULES_IN_WORDS, Claim, ClaimLike, Rules, RulesLike
from numlink.version import GENERATOR_VERSION

if TYPE_CHECKING:
    from numlink.reasoning.grade import Grade

Value = TypeVar("Value")
OneOrSeveral: TypeAlias = Value | Sequence[Value]  # a value, or several that puzzles take in turn

Function = TypeVar("Function", bound=Callable[..., Any])


class _Common(TypedDict, total=False):
    """The wishes that mean the same for one puzzle and for a dataset."""

    rules: RulesLike | None
    claim: ClaimLike | None
    solids: Solids | SolidsWord | int
    min_length: int
    board: Kind | KindWord
    tiling: Tiling | None
    wrap: Wrap | WrapWord
    layers: int
    vias: Iterable[int] | None
    walls: Frequency | FrequencyWord | int | Iterable[tuple[int, int]]
    bridges: Frequency | FrequencyWord | int | Iterable[int]
    effort: tuple[float | None, float | None] | None
    misleading: Misleading | MisleadingWord
    clues: Iterable[int]


class Wishes(_Common, total=False):
    """The wishes for one puzzle, as keywords; `generate` describes them."""

    pairs: Pairs | int | None
    mask: Iterable[int]
    symmetry: ClueSymmetry | PathSymmetry | SymmetryWord | None
    difficulty: Difficulty | DifficultyWord | Grade
    style: Style | StyleWord | None


class DatasetWishes(_Common, total=False):
    """The wishes for the puzzles of a dataset, as keywords; if several are given, puzzles take them in turn."""

    symmetry: OneOrSeveral[ClueSymmetry | PathSymmetry | SymmetryWord]
    style: OneOrSeveral[Style | StyleWord]
    pairs: Pairs | int | list[Pairs | int] | None
    difficulty: Difficulty | Grade | str | Iterable[Grade | str] | None


@dataclass(frozen=True, slots=True)
class Wished:
    """Size, seed and wishes as values; a member of an enum can be given as its word.

    `mask` are the cells that are always solid, `clues` those that may have numbers (empty: all), `symmetry` is
    that of paths, `clue_symmetry` that of numbers. Raises InputError for a value that is not allowed.
    """

    GENERATOR: ClassVar[str] = "numlink"  # the first word of the recipe

    width: int
    height: int
    seed: int
    rules: Rules = COVER
    _: KW_ONLY
    claim: Claim = Claim.UNIQUE
    solids: Solids | int = Solids.NONE
    pairs: Pairs | None = None
    min_length: int = 3
    mask: tuple[int, ...] = ()
    symmetry: PathSymmetry = PathSymmetry.NONE
    difficulty: Difficulty = Difficulty.ANY
    board: Kind = Kind.SQUARE
    tiling: Tiling | None = None
    wrap: Wrap = Wrap.NONE
    layers: int = 1
    vias: tuple[int, ...] | None = None
    walls: Frequency | int | values.WallCells = Frequency.NONE
    bridges: Frequency | int | tuple[int, ...] = Frequency.NONE
    style: Style = Style.LAB
    clue_symmetry: ClueSymmetry = ClueSymmetry.NONE
    clues: tuple[int, ...] = ()
    effort: values.Efforts | None = None
    misleading: Misleading = Misleading.ANY

    def __post_init__(self) -> None:
        for name, wish in NAMED.items():
            value = getattr(self, name)
            if value is not wish.default:  # a default is taken as it is, which halves the time
                object.__setattr__(self, name, wish.take(value))

    @property
    def grid(self) -> Grid:
        """The board without solids, walls and bridges drawn at random; raises InputError if the wishes make none."""
        layout = Layout(
            kind=self.board,
            tiling=self.tiling,
            wrap=self.wrap,
            walls=frozenset(self.walls if isinstance(self.walls, tuple) else ()),
            bridges=frozenset(self.bridges if isinstance(self.bridges, tuple) else ()),
            layers=self.layers,
            vias=None if self.vias is None else frozenset(self.vias),
        )
        return Grid(self.width, self.height, frozenset(self.mask), PLAIN if layout.plain else layout)

    @property
    def recipe(self) -> str:
        """The line that makes this puzzle again; wishes that are the default are left out.

        >>> Wished(12, 8, 5, pairs=(8, 10)).recipe
        'numlink 1 12x8 seed=5 pairs=8..10'
        """
        words = [f"{self.GENERATOR} {GENERATOR_VERSION} {self.width}x{self.height} seed={self.seed}"]
        values = ((wish, getattr(self, name)) for name, wish in NAMED.items())
        return " ".join(
            [*words, *(f"{wish.key}={wish.write(value)}" for wish, value in values if value != wish.default)]
        )


@dataclass(frozen=True, slots=True)
class Wish:
    """One wish: its `key` in recipes and options, its `default`, and how its values are read and written.

    `take` turns an argument into a value, `read` the text of a recipe, `write` a value into that text; InputError if
    wrong.  The other fields are those of the command line's option.
    """

    key: str
    default: Any
    take: Callable[[Any], Any]
    read: Callable[[str], Any]
    write: Callable[[Any], str] = str
    metavar: str = ""
    help: str = ""
    words: tuple[str, ...] = ()
    group: OptionGroup = OptionGroup.EVERYDAY

    @property
    def attribute(self) -> str:
        return self.key.replace("-", "_")


def _one_of(
    key: str, kind: type[Word], name: str, *, metavar: str = "WORD", words: Iterable[str] = (), **option: Any
) -> Wish:
    def read(value: object) -> Word:
        return member(kind, value, name, any_case=True)

    return Wish(key, next(iter(kind)), read, read, metavar=metavar, words=(*words,) or (*kind,), **option)


_wrap_of = partial(member, Wrap, what="wrap")

_CELLS: dict[str, Any] = {
    "take": values.cells_of, "read": values.read_mask,
    "write": lambda cells: f"{sum(1 << cell for cell in cells):x}",
}  # fmt: skip

_TABLE = (
    Wish("rules", COVER, Rules.of, Rules.named, metavar="NAME", words=tuple(rules.name for rules in EVERY_RULES),
         help=f"{RULES_IN_WORDS} Default: cover."),
    Wish("claim", Claim.UNIQUE, Claim.of, Claim.of, metavar="CLAIM", words=tuple(Claim), group=OptionGroup.PROOF,
         help="unique: one solution under the rules. strict: one solution even if cells may stay empty. "
         "Default: unique."),
    Wish("solids", Solids.NONE, values.solids_of, values.read_solids, metavar="WORD|N", words=tuple(Solids),
         group=OptionGroup.BOARD,
         help="Blocks, which no path enters: none, few, any (cells left over by random paths, as in the lab "
         "program) or a number. Default: none."),
    Wish("pairs", None, values.pairs_of, values.read_pairs, lambda pairs: f"{pairs[0]}..{pairs[1]}", metavar="MIN..MAX",
         help="Number of pairs, like 8 or 8..10. Default: by size."),
    Wish("min-length", 3, values.length_of, values.read_whole, metavar="L", group=OptionGroup.PUZZLE,
         help="Shortest path allowed, in cells. Default: 3."),
    _one_of("symmetry", PathSymmetry, "symmetry", words=(*ClueSymmetry, *values.PATHS), group=OptionGroup.STYLE,
         help="Symmetry of the cells with numbers: rotate (half turn), quarter (quarter turn), mirror (left and right) "
         "or flip (top and bottom); or of the whole solution: paths (half turn) or paths-mirror (left and right). "
         "Default: none."),
    Wish("difficulty", Difficulty.ANY, values.difficulty_of, values.difficulty_of, metavar="GRADE",
         words=tuple(Difficulty), help="easy, medium, hard, expert or extreme (or 1 to 5). Default: any."),
    Wish("mask", (), **_CELLS, metavar="FILE", group=OptionGroup.BOARD,
         help="Use the size, blocks, walls, bridges and layers of the board in FILE ('-': standard input)."),
    Wish("board", Kind.SQUARE, values.kind_of, values.kind_of, lambda kind: str(kind.value), metavar="WORD|FILE",
         words=tuple(kind.value for kind in Kind), group=OptionGroup.BOARD,
         help="Shape of the cells: square (4 neighbours), diagonal (squares with 8 neighbours), hex (6) or triangle "
         "(3); or a FILE of polygons (.json or .svg), which are neighbours if they share a side. Default: square."),
    Wish("tiling", None, lambda given: None if given is None else tiling_of(given), Tiling.from_json,
         lambda tiling: tiling.text),
    Wish("wrap", Wrap.NONE, _wrap_of, _wrap_of, lambda wrap: str(wrap.value), metavar="WORD",
         words=tuple(wrap.value for wrap in Wrap), group=OptionGroup.BOARD,
         help="Wraparound: rows (each row's ends are neighbours), columns, or both. Default: none."),
    Wish("layers", 1, values.layers_of, values.read_whole, metavar="N", group=OptionGroup.BOARD,
         help="Number of layers, one above another. Paths change layer at any cell, or only at --vias. Default: 1."),
    Wish("vias", None, lambda given: None if given is None else values.cells_of(given), values.read_vias,
         lambda vias: ",".join(map(str, vias)) or "none", metavar="CELLS", group=OptionGroup.BOARD,
         help="Cells where paths may change layer, as (row,column) from 0: '(0,1) (2,2)'. Default: all."),
    Wish("walls", Frequency.NONE, values.walls_of, values.read_walls, values.write_walls, metavar="WORD|N|FILE",
         words=tuple(Frequency), group=OptionGroup.BOARD,
         help="Walls between cells: none, few, many or a number; pairs of cells as (row,column) from 0: '(0,1)|(0,2)'; "
         "or a FILE whose board has walls. Default: none."),
    Wish("bridges", Frequency.NONE, values.bridges_of, values.read_bridges, values.write_bridges, metavar="WORD|N|FILE",
         words=tuple(Frequency), group=OptionGroup.BOARD,
         help="Bridges, where two paths cross: none, few, many or a number; cells as (row,column) from 0: '(1,2)'; "
         "or a FILE whose board has bridges. Default: none."),
    _one_of("style", Style, "style",
         help="app, magazine (long paths) or lab."),
    Wish("effort", None, values.efforts_of, values.read_effort, values.write_effort, metavar="A..B",
         group=OptionGroup.STYLE,
         help="Solving effort, like 0.5..2, 2.. or ..0.1 (`numlink rate --json` shows it). A 9x9 is easy below 0.08, "
         "extreme from 2. Default: any."),
    _one_of("misleading", Misleading, "word for how a board misleads", group=OptionGroup.STYLE,
         help="How misleading the puzzle is: plain (hardly), sly (somewhat) or devious (very). Default: any."),
    _one_of("clue-symmetry", ClueSymmetry, "symmetry of clues", metavar=""),
    Wish("clues", (), **_CELLS, metavar="FILE", group=OptionGroup.STYLE,
         help="Put numbers only in cells that the board in FILE marks with X or a number ('-': standard input)."),
)  # fmt: skip

WISHES = {wish.key: wish for wish in _TABLE}  # the wishes by key, in the order in which a recipe lists them
NAMED = {wish.attribute: wish for wish in _TABLE}  # the wishes by the name of their argument and field


def layout_fields(layout: Layout) -> dict[str, Any]:
    """The fields of `Wished` for a board with this layout."""
    return {
        "board": layout.kind,
        "tiling": layout.tiling,
        "wrap": layout.wrap,
        "layers": layout.layers,
        "vias": layout.vias,
        "walls": tuple(layout.walls) or Frequency.NONE,
        "bridges": tuple(layout.bridges) or Frequency.NONE,
    }


def fields_of(wishes: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of `Wished` for keywords; those that are None are left out.

    Raises InputError for a value that is not allowed.
    """
    found: dict[str, Any] = {}
    for name, value in wishes.items():
        if value is not None and name == "symmetry":
            found |= values.symmetry_fields(values.symmetry_wished(value))
        elif value is not None:
            found[name] = NAMED[name].take(value)
    return found


def require_keywords(function: Callable[..., Any], kind: type, wishes: Iterable[str]) -> None:
    """Raise TypeError, as Python does, for a keyword that is not in `kind`, the wishes of `function`."""
    for name in wishes:
        if name not in kind.__annotations__:
            near = get_close_matches(name, inspect.signature(function).parameters, n=1)
            meant = f". Did you mean {near[0]}?" if near else ""
            raise TypeError(f"{function.__name__}() got an unexpected keyword argument {name!r}{meant}")


def spelled_out(kind: type) -> Callable[[Function], Function]:
    """Let `inspect.signature` and `help` show the keywords of `kind` for `**wishes`; None is the usual value."""

    def spell(function: Function) -> Function:
        shown = inspect.signature(function)
        own = [one for one in shown.parameters.values() if one.kind is not inspect.Parameter.VAR_KEYWORD]
        for name, reference in kind.__annotations__.items():
            annotation = reference.__forward_arg__
            default = None if annotation.endswith("| None") else NAMED[name].default
            own.append(inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation))
        function.__signature__ = shown.replace(parameters=own)  # type: ignore[attr-defined]
        return function

    return spell
