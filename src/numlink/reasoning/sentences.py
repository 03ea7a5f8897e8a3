"""One short sentence for every variant of every rule, with a place and a reason.

SENTENCES maps each variant to a function of (context, note) that returns its sentence and the tracks it is about; if
the sentence only names facts, `_text` makes the function.  `note.facts` are those that Variant lists.  Sentences
begin in lower case and end with a full stop.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import product

from numlink.model.words import capital, spelled
from numlink.reasoning.rules import Rule, Variant
from numlink.reasoning.sentence_context import SentenceContext
from numlink.reasoning.step import Note

SentenceAndTracks = tuple[str, tuple[int, ...]]  # the sentence, and the cells or tracks it is about
SentenceMaker = Callable[[SentenceContext, Note], SentenceAndTracks]  # a function that makes the sentence for a note

_STOPS = {"SPIKE": "{} cannot turn like that", "EXIT": "{} then has no exit", "CROSSING": "a line crosses at {}"}
_ENDS = {
    "WAY_OUT": "a turn at {} would repeat along its diagonal",
    "WAY_LEFT": "{} goes the other way: a turn would repeat along its diagonal",
    "NO_WAY": "{} has no way left: a turn would repeat along its diagonal",
}

TURNS = {Variant[f"{stop}_{end}"]: (reason, end) for (stop, reason), end in product(_STOPS.items(), _ENDS)}
"""For every variant about a turn: why the turn cannot be repeated (with a blank for the blocker), and what follows, as
a key of _ENDS.  The facts of these variants are the cell of the turn and the blocker."""

MANY_TURNS = 3  # this many turns with the same consequence, or more, share a sentence; the picture shows them all

SAYS_OPPOSITE = (Variant.WAY_ALONE, Variant.WAY_SHARED, *TURNS)
"""Variants whose function makes another sentence if the note contradicts a conclusion of its round."""


def sentence_of(context: SentenceContext, note: Note) -> SentenceAndTracks:
    """The sentence for a note of the engine, and the cells it is about; the engine must still be in that position."""
    words, tracks = SENTENCES[note.variant](context, note)
    if not (note.conclusion or note.variant.always_wrong or note.variant in SAYS_OPPOSITE):
        words = f"{words.removesuffix('.')}; another rule says the opposite."
    return words, tuple(dict.fromkeys(context.cell_of[track] for track in tracks))


# ------------------------------------------------------------------------------------------ tier 0: one cell


def _finished(context: SentenceContext, note: Note) -> SentenceAndTracks:
    cell = note.facts[0]
    full = "its one link" if context.content(cell) > 0 else "both its links"
    return f"{context.at(cell)} already has {full}.", (cell,)


def _forced(context: SentenceContext, note: Note) -> SentenceAndTracks:
    cell, wants, left = note.facts
    if context.is_bridge(cell):
        return f"{context.at(cell)} must be crossed {context.crossing(cell)}, as every way over it is used.", (cell,)
    more = "" if context.engine.position.summary(cell)[2] == 0 else "more "
    verb = "is" if wants == 1 else "are"
    needs, ways = spelled(wants, f"{more}link"), spelled(left, "way")
    return f"{context.at(cell)} needs {needs} and only {ways} {verb} left.", (cell,)


def _starved(context: SentenceContext, note: Note) -> SentenceAndTracks:
    cell, wants, left = note.facts
    if context.is_bridge(cell):
        return f"{context.at(cell)} cannot be crossed {context.crossing(cell)} any more.", (cell,)
    return f"{context.at(cell)} needs {spelled(wants, 'more link')} but has {spelled(left, 'way')} left.", (cell,)


def _dead_end(context: SentenceContext, note: Note) -> SentenceAndTracks:
    on_bridge, else_ = "cannot be crossed {crossing0}: one way is closed", "is a dead end, so it stays empty"
    return _text(f"{{at0}} {on_bridge if context.is_bridge(note.facts[0]) else else_}.", 0)(context, note)


def _way_on(context: SentenceContext, note: Note) -> SentenceAndTracks:
    """A11: a link at a cell is drawn, or ruled out because a line that came along it could not go on."""
    cell = note.facts[0]
    if not note.conclusion:  # a contradiction: in the same round another rule says the opposite
        return f"every way through {context.at(cell)} would join two numbers or close a loop.", (cell,)
    words, (one, other) = _link(context, note)
    if note.variant is Variant.WAY_SHARED:
        return f"{words} are linked: other ways join two numbers or close a loop.", (cell,)
    beyond = context.at(other if one == cell else one)
    return f"a line from {beyond} could not continue at {context.at(cell)}.", (cell,)


def _link(context: SentenceContext, note: Note) -> SentenceAndTracks:
    """The first link of a conclusion, in words, and its cells."""
    one, other = context.track_links[note.conclusion[0][0]]
    return context.pair(one, other), (one, other)


# ------------------------------------------------------------------------------------------ tier 1: label domains


def _unreached_link(context: SentenceContext, note: Note) -> SentenceAndTracks:
    one, other, _ = note.facts
    here, there = context.domain(one), context.domain(other)
    place, beyond = context.at(one), context.at(other)
    if here == there or "no number" in (here, there):
        return f"no number can run along {context.pair(one, other)}.", (one, other)
    return f"no number that can reach {place} can also reach {beyond}.", (one, other)


def _blocked(context: SentenceContext, note: Note) -> SentenceAndTracks:
    label = note.facts[0]
    return f"{context.number(label)} has no way left to its partner.", context.own_ends(label)


# ------------------------------------------------------------------------------------------ tier 2: regions and cuts


def _cuts_off(context: SentenceContext, note: Note) -> SentenceAndTracks:
    lost = "cut {number2} off from its partner" if note.facts[2] else "close off cells that no number can reach"
    return _text(f"linking {{pair01}} would {lost}.", 0, 1)(context, note)


def _shut_in(context: SentenceContext, note: Note) -> SentenceAndTracks:
    label = note.facts[0]
    if label:
        return f"{context.number(label)} is cut off from its partner.", context.own_ends(label)
    return "some cells are closed off, and no number can reach them.", ()


def _bridge(context: SentenceContext, note: Note) -> SentenceAndTracks:
    odd, even = "odd, so the only link there is drawn", "even, so a line going in could not come back"
    return _text(f"the number of ends beyond {{at1}} is {odd if note.facts[2] else even}.", 0, 1)(context, note)


def _cut_cell(context: SentenceContext, note: Note) -> SentenceAndTracks:
    cell, _, links = note.facts
    ways = {0: "no link leads in", 1: "one link leads in", 2: "both its links lead in"}[links]
    part = f"only {context.at(cell)} connects a part of the board to the rest"
    return f"{part}; by the number of ends there, {ways}.", (cell,)


def _last_way(context: SentenceContext, note: Note) -> SentenceAndTracks:
    place, cells = _box(context, note)
    kind = "must be used" if any(drawn for _, drawn in note.conclusion) else "stays unused"
    return f"by the number of ends inside {place}, the last way out {kind}.", cells


def _box(context: SentenceContext, note: Note) -> SentenceAndTracks:
    """A noted box, in words, and its cells; for rules that count, those of all layers."""
    first, last, _ = note.facts
    through = note.variant.rule in (Rule.A7, Rule.A9)
    return context.box_name(first, last, through=through), context.box(first, last, through=through)


def _line(context: SentenceContext, note: Note) -> SentenceAndTracks:
    """A noted line, in words, and its cells."""
    cells = context.line(*note.facts[:2])
    return context.line_name(cells), cells


def _balanced_side(context: SentenceContext, note: Note) -> SentenceAndTracks:
    cell, lines, _ = note.facts
    ways = {0: "no line leads", 1: "one line leads", 2: "two lines lead"}.get(lines, f"{lines} lines lead")
    return f"by the number of black and white cells, {ways} from {context.at(cell)} into the part next to it.", (cell,)


def _surplus(colour: str) -> SentenceMaker:
    """Sentences about a box with too many cells of `colour` or, without a surplus, with no usable way out."""

    def make(context: SentenceContext, note: Note) -> SentenceAndTracks:
        place, cells = _box(context, note)
        black = (colour == "black") == bool(note.facts[2])  # without a surplus: the colour whose ways out are ruled out
        like = context.grid.where(context.coloured(cells, black=black))
        if note.facts[2]:
            words = f"in {place} too many cells have the checkerboard colour of {like}: every way out starts there."
        else:
            words = (
                f"the two checkerboard colours in {place} need equally many links outward, but only the colour of "
                f"{like} has open ways: none is used."
            )
        return words, cells

    return make


# ------------------------------------------------------------------------------------------ tier 3: no touching


def _ring_sentence(context: SentenceContext, note: Note) -> SentenceAndTracks:
    place, cells = _ring(context, note)
    last, most = ("a second", "two") if len(cells) == 3 else ("a third", "three")
    if note.variant is Variant.RING_ALMOST:
        return f"{last} link of {place} would make a path touch itself.", cells
    return f"{most} links of {place} are drawn: the path touches itself.", cells


def _ring(context: SentenceContext, note: Note) -> SentenceAndTracks:
    """A noted ring, in words, and its cells; a square is named by its corners, any other ring by one cell."""
    at, length, _ = note.facts
    cells = context.ring(at, length)
    if cells == context.box(min(cells), max(cells)):
        return f"the square at {context.box_name(min(cells), max(cells))}", cells
    return f"the ring of {spelled(len(cells), 'cell')} at {context.at(cells[0])}", cells


# ------------------------------------------------------------------------------------------ tier 3: turns

# A turn of a path that may not touch itself forces the same turn in the next cell along its diagonal, and so on (rules
# N3 to N5).  So a cell where the turn cannot be repeated, the blocker, makes the first turn impossible.


def turn_sentence(context: SentenceContext, note: Note) -> SentenceAndTracks:
    cell, blocker, _ = note.facts
    reason, end = TURNS[note.variant]
    if not note.conclusion:  # a contradiction: in the same round another rule says the opposite
        end = "NO_WAY"
    place, why = context.at(cell), reason.format(context.at(blocker))
    return f"{_ENDS[end].format(place)}, but {why}.", (cell, blocker)


def can_share_sentence(one: Note, other: Note) -> bool:
    """Whether two turns have the same consequence and can share a sentence; contradictions never do."""
    if not one.conclusion or not other.conclusion:
        return False
    return one.variant in TURNS and other.variant in TURNS and TURNS[one.variant][1] == TURNS[other.variant][1]


def turns_sentence(context: SentenceContext, turns: Sequence[Note]) -> str:
    """One sentence for many turns that are alike; it names the first turn and its blocker."""
    first, blocker = map(context.at, turns[0].facts[:2])
    turns_there = f"{spelled(len(turns), 'turn')} cannot repeat along their diagonals as they must"
    return capital(f"{turns_there}: the one at {first} is stopped at {blocker} (all in the picture).")


# ------------------------------------------------------------------------------------------ what only names facts


def _text(text: str, *about: int, place: SentenceMaker | None = None) -> SentenceMaker:
    """A function that makes the sentence `text`, about the tracks in the facts `about` or those that `place` finds.

    In the text, `{at0}` stands for the words of SentenceContext.at for fact 0, `{pair01}` for those of `pair` for two,
    `{link}` for the first link of the conclusion, `{place}` for the words of `place`, `{many}` for fact 2 as a number.
    """

    def make(context: SentenceContext, note: Note) -> SentenceAndTracks:
        def filled(found: re.Match[str]) -> str:
            if found[1] == "many":
                return spelled(note.facts[2], "number")
            if not found[2]:
                return named if found[1] == "place" else _link(context, note)[0]
            return str(getattr(context, found[1])(*(note.facts[int(fact)] for fact in found[2])))

        named, tracks = place(context, note) if place else ("", tuple(note.facts[fact] for fact in about))
        return re.sub("{([a-z_]+)([0-9]*)}", filled, text), tracks

    return make


SENTENCES: dict[Variant, SentenceMaker] = {
    Variant.CELL_FINISHED: _finished,
    Variant.CELL_FORCED: _forced,
    Variant.CELL_STARVED: _starved,
    Variant.CELL_CROWDED: _text("too many links meet at {at0}.", 0),
    Variant.CELL_DEAD_END: _dead_end,
    Variant.NUMBERS_JOINED: _text("linking {pair01} would join {label_at0} to {label_at1}.", 0, 1),
    Variant.LOOP_CLOSED: _text("linking {pair01} would close a loop.", 0, 1),
    Variant.NEIGHBOUR_STARVED: _text("joining {number0} to {number0} here would leave {at2} too few ways.", 1, 2),
    Variant.WAY_ALONE: _way_on,
    Variant.WAY_SHARED: _way_on,
    Variant.NO_TWO_WAYS: _text("any two ways through {at0} would join two numbers or close a loop.", 0),
    Variant.LINK_UNREACHED: _unreached_link,
    Variant.LINK_NEEDED: _text("every way left for {number0} runs along {pair12}{needed_beside012}.", 1, 2),
    Variant.NUMBER_BLOCKED: _blocked,
    Variant.CELL_UNREACHED: _text("no number can reach {at0} any more.", 0),
    Variant.ENDS_APART: _text("the two ends of {number0} are cut off from each other.", 1, 2),
    Variant.PART_UNUSABLE: _text("no number can finish in the part around {at0}.", 0),
    Variant.PART_EMPTY: _text("no number can finish in the part around {at0}, so it stays empty.", 0),
    Variant.LINK_CUTS_OFF: _cuts_off,
    Variant.SHUT_IN: _shut_in,
    Variant.BRIDGE: _bridge,
    Variant.CUT_CELL: _cut_cell,
    Variant.PART_ODD: _text("an odd number of line ends is closed off around {at0}.", 0),
    Variant.CUT_CELL_OVERUSED: _text("{at0} would have to serve too many parts of the board at once.", 0),
    Variant.BOX_LAST_WAY: _last_way,
    Variant.BOX_EVERY_WAY: _text("{many} must leave {place}, and exactly that many ways lead out.", place=_box),
    Variant.BOX_ODD: _text("an odd number of lines would end inside {place}.", place=_box),
    Variant.BOX_TOO_FEW_WAYS: _text("{many} must leave {place}, but not enough ways lead out.", place=_box),
    Variant.LINE_EVERY_PLACE: _text("{many} must cross {place}, and all places left there are needed.", place=_line),
    Variant.LINE_NO_RETURN: _text(
        "{place} is full: a line that crosses it from {at2} could not come back.", place=_line
    ),
    Variant.LINE_TOO_FEW_PLACES: _text("{many} must cross {place}, but too few places are left.", place=_line),
    Variant.LINE_PLACE_BLOCKED: _text(
        "{many} must cross {place}, but not all places left there can be crossed.", place=_line
    ),
    Variant.SIDE_BALANCED: _balanced_side,
    Variant.PART_UNBALANCED: _text("the part around {at0} has too many cells of one checkerboard colour.", 0),
    Variant.BOX_BLACK_OUT: _surplus("black"),
    Variant.BOX_WHITE_OUT: _surplus("white"),
    Variant.BOX_UNBALANCED: _text(
        "in {place} one checkerboard colour has more cells than lines can balance.", place=_box
    ),
    Variant.LINK_CROSSES: _text("linking {place} would make {number1} and {number2} cross.", place=_link),
    Variant.ENDS_CROSSWISE: _text(
        "{number0} and {number1} alternate around one area; their paths would have to cross."
    ),
    Variant.SQUARE_THIRD_SIDE: _text(
        "a third side of the square at {place} would make a path touch itself.", place=_box
    ),
    Variant.SQUARE_CLOSED: _text(
        "three sides of the square at {place} are drawn: the path touches itself.", place=_box
    ),
    Variant.RING_ALMOST: _ring_sentence,
    Variant.RING_COMPLETE: _ring_sentence,
    Variant.PIECES_TOUCH: _text("two lines joined at {pair01} would touch elsewhere.", 0, 1),
    Variant.NEIGHBOURS_LINKED: _text("{pair01} both belong to {number2}, so they are linked.", 0, 1),
    Variant.PIECE_BESIDE_NUMBER: _text("the line at {at0} already touches {number2}: it may not join it.", 0, 1),
    Variant.PATH_TOUCHES: _text("one path touches itself at {pair01}.", 0, 1),
    **dict.fromkeys(TURNS, turn_sentence),
    Variant.STRETCHES_SWAPPED: _text(
        "swapping a path from {at0} to {at1} with its neighbour would give a second solution.", 0, 1, 2
    ),
    Variant.WINDOW_REROUTED: _text("with {link} linked, {place} would have a second solution.", place=_box),
}
"""For each variant, the function that makes its sentence."""
