"""The rules of human reasoning by name, the variants in which the engine reports them, and where each is sound.

The engine knows rules and variants as integers and writes them into its record (`engine/deduction`, `note`).  This file
names them; a test compares both.  The rules come from a study of what solvers and players have written; the docstrings
in engine/deduction say why each is sound.
"""

from __future__ import annotations

from enum import Enum

from numlink.errors import InputError, quoted
from numlink.model.rules import COVER, EVERY_RULES, FREE_NO_TOUCH, NO_TOUCH, Rules

_NO_TOUCHING = (NO_TOUCH, FREE_NO_TOUCH)
_FILLING = (COVER, NO_TOUCH)


class Assume(Enum):
    """What deductions may assume; only with NOTHING are they a proof.

    UNIQUE: the puzzle has exactly one solution.  STRICT: it has exactly one linking even if cells may stay empty, and
    this linking covers the board; then no path touches itself (S1), so N1 to N5 hold under all rules.
    """

    NOTHING = "nothing"
    UNIQUE = "unique"
    STRICT = "strict"


def assume_named(word: Assume | str) -> Assume:
    """The Assume given as itself or by its word; raises InputError for any other word."""
    try:
        return Assume(word)
    except ValueError:
        words = ", ".join(str(each.value) for each in Assume)
        raise InputError(f"{quoted(word)} is not a known assumption. Use one of {words}.") from None


class Rule(Enum):
    """A rule of reasoning by its name in the study; the value is the engine's code.

    `title` is the study's name in words, `spoken` a title for players, `tier` its difficulty (0 local, 1 label domains,
    2 regions and cuts, 3 no touching, 4 colours and uniqueness, 5 look-ahead), `validity` the rules of the game under
    which it is sound.  `deduce` uses all rules except L1, which `explain` and `rate` use when no other rule helps.

    >>> Rule.A5.title, Rule.A5.tier, CODED[5]
    ('label domains', 1, <Rule.A5: 5>)
    """

    title: str
    spoken: str
    tier: int
    validity: tuple[Rules, ...]

    A1 = 1, "forced degree", "Forced links", 0, EVERY_RULES
    A2 = 2, "different numbers", "Different numbers stay apart", 0, EVERY_RULES
    A3 = 3, "no loop", "No loop", 0, EVERY_RULES
    A4 = 4, "early completion", "Not too soon", 0, EVERY_RULES
    A5 = 5, "label domains", "Where a number can go", 1, EVERY_RULES
    A6 = 6, "stranded", "Nothing may be cut off", 2, EVERY_RULES
    A7 = 7, "cuts and parity", "Count the ways out", 2, EVERY_RULES
    A8 = 8, "bottleneck", "A bottleneck", 2, EVERY_RULES
    A9 = 9, "colour parity", "Count the cells of a checkerboard", 4, _FILLING
    A10 = 10, "planarity", "Paths cannot cross", 2, EVERY_RULES
    A11 = 19, "pairs of ways", "Forced links", 0, EVERY_RULES
    N1 = 11, "no three sides of a square", "No third side of a square", 3, _NO_TOUCHING
    N2 = 12, "no touch", "A path never touches itself", 3, _NO_TOUCHING
    N3 = 13, "spike", "A turn repeats along its diagonal", 3, _NO_TOUCHING
    N4 = 14, "terminal exits", "A turn repeats up to an end", 3, _NO_TOUCHING
    N5 = 15, "spike crossing", "A turn repeats up to a line", 3, _NO_TOUCHING
    U1 = 16, "parallel flip", "Two stretches could be swapped", 4, (COVER,)
    U2 = 17, "window re-routing", "Lines could run another way", 4, (COVER,)
    L1 = 18, "look-ahead", "One link ahead", 5, EVERY_RULES

    def __new__(cls, code: int, title: str, spoken: str, tier: int, validity: tuple[Rules, ...]) -> Rule:
        self = object.__new__(cls)
        self._value_ = code
        self.title, self.spoken, self.tier, self.validity = title, spoken, tier, validity
        return self

    def __str__(self) -> str:
        return self.name

    @property
    def assumes_uniqueness(self) -> bool:
        """Whether the rule assumes that there is one solution, so that it cannot be used to prove that."""
        return self in (Rule.U1, Rule.U2)

    def usable(self, rules: Rules, assume: Assume) -> bool:
        """Whether the rule may be used under these rules of the game and this assumption."""
        if self.assumes_uniqueness:
            return assume is Assume.UNIQUE and rules in self.validity
        return rules in self.validity or assume is Assume.STRICT


CODED = {rule.value: rule for rule in Rule}  # the rules by the engine's code
SEEN_AT_ONCE = tuple(rule for rule in Rule if rule.tier < 5)  # the rules that `deduce` uses: all but look-ahead
WRONG = True  # marks variants that are contradictions


class Variant(Enum):
    """A variant of a rule, with its own kind of sentence: (code of the rule, number of the variant).

    The comment after each variant lists its facts, at most three, as the engine notes them: a cell as its track, a
    number as the engine's label, a box as its first and last cell.  WRONG marks variants that are contradictions and
    conclude nothing.  Other variants conclude nothing if they contradict a conclusion of the same round.
    """

    always_wrong: bool  # whether it is marked WRONG

    CELL_FINISHED = 1, 1  # cell, 0, open links
    CELL_FORCED = 1, 2  # cell, links it needs, open links
    CELL_STARVED = 1, 3, WRONG  # cell, links it needs, open links
    CELL_CROWDED = 1, 4, WRONG  # cell
    CELL_DEAD_END = 1, 5  # cell
    NUMBERS_JOINED = 2, 1  # cell, cell
    LOOP_CLOSED = 3, 1  # cell, cell
    NEIGHBOUR_STARVED = 4, 1  # label, end cell, neighbour

    LINK_UNREACHED = 5, 1  # cell, cell
    LINK_NEEDED = 5, 2  # label, cell, cell
    NUMBER_BLOCKED = 5, 3, WRONG  # label
    CELL_UNREACHED = 5, 4, WRONG  # cell

    ENDS_APART = 6, 1, WRONG  # label, end cell, end cell
    PART_UNUSABLE = 6, 2, WRONG  # cell
    PART_EMPTY = 6, 3  # cell
    LINK_CUTS_OFF = 6, 4  # cell, cell, label or 0
    SHUT_IN = 6, 5, WRONG  # label of a number that is cut off, 0 if cells are shut in

    BRIDGE = 7, 1  # cell, cell behind it, whether the number of line ends there is odd
    CUT_CELL = 7, 2  # cell, parts beside it with an odd number of line ends, its links into this part
    PART_ODD = 7, 3, WRONG  # cell
    CUT_CELL_OVERUSED = 7, 4, WRONG  # cell
    BOX_LAST_WAY = 7, 11  # box
    BOX_EVERY_WAY = 7, 12  # box, numbers that must get out
    BOX_ODD = 7, 15, WRONG  # box
    BOX_TOO_FEW_WAYS = 7, 16, WRONG  # box, numbers that must get out

    LINE_EVERY_PLACE = 8, 1  # family of lines and line (see Terrain), numbers that must cross
    LINE_NO_RETURN = 8, 2  # family, line, open end
    LINE_TOO_FEW_PLACES = 8, 3, WRONG  # family, line, numbers that must cross
    LINE_PLACE_BLOCKED = 8, 4, WRONG  # family, line, numbers that must cross

    SIDE_BALANCED = 9, 2  # cell, lines that cross there
    PART_UNBALANCED = 9, 3, WRONG  # cell
    BOX_BLACK_OUT = 9, 11  # box, surplus of black
    BOX_WHITE_OUT = 9, 12  # box, surplus of black
    BOX_UNBALANCED = 9, 15, WRONG  # box

    LINK_CROSSES = 10, 1  # cell, label, label
    ENDS_CROSSWISE = 10, 2, WRONG  # label, label

    WAY_ALONE = 19, 1  # cell
    WAY_SHARED = 19, 2  # cell
    NO_TWO_WAYS = 19, 3, WRONG  # cell

    SQUARE_THIRD_SIDE = 11, 1  # first and last cell of the square
    SQUARE_CLOSED = 11, 2, WRONG  # first and last cell of the square
    RING_ALMOST = 11, 3  # place in the terrain's list of rings, links of the ring
    RING_COMPLETE = 11, 4, WRONG  # place in the terrain's list of rings, links of the ring
    PIECES_TOUCH = 12, 1  # cell, cell
    NEIGHBOURS_LINKED = 12, 2  # cell, cell, label
    PIECE_BESIDE_NUMBER = 12, 3  # cell, cell, label
    PATH_TOUCHES = 12, 4, WRONG  # cell, cell
    SPIKE_WAY_OUT = 13, 1  # cell, cell that blocks
    SPIKE_WAY_LEFT = 13, 2  # cell, cell that blocks
    SPIKE_NO_WAY = 13, 3, WRONG  # cell, cell that blocks
    EXIT_WAY_OUT = 14, 1  # cell, cell that blocks
    EXIT_WAY_LEFT = 14, 2  # cell, cell that blocks
    EXIT_NO_WAY = 14, 3, WRONG  # cell, cell that blocks
    CROSSING_WAY_OUT = 15, 1  # cell, cell that blocks
    CROSSING_WAY_LEFT = 15, 2  # cell, cell that blocks
    CROSSING_NO_WAY = 15, 3, WRONG  # cell, cell that blocks

    STRETCHES_SWAPPED = 16, 1  # cell, cell, cell beside
    WINDOW_REROUTED = 17, 1  # box

    def __new__(cls, code: int, number: int, always_wrong: bool = False) -> Variant:
        self = object.__new__(cls)
        self._value_ = code, number
        self.always_wrong = always_wrong
        return self

    @property
    def rule(self) -> Rule:
        return CODED[self.value[0]]


NOTED = {variant.value: variant for variant in Variant}  # the variants by (code of the rule, number of the variant)
