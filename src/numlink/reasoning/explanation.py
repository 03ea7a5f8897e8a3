"""Explanations and positions as characters, for the terminal.

1━━━┐ · 2     ─ │ drawn   ━ ┃ drawn in this step   × ruled out in this step   · still open   blank: off
"""

from __future__ import annotations

from numlink.model.grid import SOLID
from numlink.model.puzzle import Puzzle
from numlink.reasoning.deduce import OFF, ON, OPEN
from numlink.reasoning.explain import Explanation, Frame

_GLYPHS = {0: "∙", 1: "╶", 2: "╷", 3: "┌", 4: "╴", 5: "─", 6: "┐", 8: "╵", 9: "└", 10: "│", 12: "┘"}
"""By mask of drawn directions: 1 east, 2 south, 4 west, 8 north."""

LEGEND = "━ ┃ drawn now   ─ │ drawn before   × ruled out now   · still open   nothing: ruled out before"


def told(explanation: Explanation) -> str:
    """The whole explanation as text."""
    puzzle = explanation.puzzle
    start = bytes(len(puzzle.grid.links()))
    parts = [f"{explanation.opening} {LEGEND}", "", picture(puzzle, start, start), ""]
    for number, frame in enumerate(explanation.frames, start=1):
        parts += [told_frame(puzzle, frame, number), ""]
    if explanation.end is not None:
        parts += [explanation.end_title, _indented(picture(puzzle, explanation.end, explanation.end)), ""]
    parts.append(explanation.ending)
    return "\n".join(parts)


def told_frame(puzzle: Puzzle, frame: Frame, number: int) -> str:
    """One numbered step: title, sentences, the tried chain, the board."""
    lines = [f"{number}. {frame.title}"]
    lines += [f"   {sentence}" for sentence in frame.sentences[:1]]
    if frame.chain:
        lines += [f"     - {sentence}" for sentence in frame.chain]
    lines += [f"   {sentence}" for sentence in frame.sentences[1:]]
    if frame.tried_states is not None and frame.chain:
        lines += ["   The try:", _indented(picture(puzzle, frame.before, frame.tried_states)), "   So:"]
    lines.append(_indented(picture(puzzle, frame.before, frame.after)))
    return "\n".join(lines)


def _indented(text: str) -> str:
    return "\n".join(f"   {line}".rstrip() for line in text.splitlines())


def picture(puzzle: Puzzle, before: bytes, after: bytes) -> str:
    """The board with the links of `after`, those that `before` did not have yet marked."""
    numbers = {pair: link for link, pair in enumerate(puzzle.grid.links())}
    box = max(1, len(str(max(puzzle.cells))))
    masks = [0] * len(puzzle.cells)
    for (one, other), link in numbers.items():
        if after[link] == ON:
            masks[one] |= 1 if other == one + 1 else 2
            masks[other] |= 4 if other == one + 1 else 8
    lines = []
    for row in range(puzzle.height):
        line, below = "", ""
        for column in range(puzzle.width):
            cell = row * puzzle.width + column
            content = puzzle.cells[cell]
            glyph = "█" * box if content == SOLID else str(content) if content else _GLYPHS.get(masks[cell], "╳")
            fill = "─" if not content and masks[cell] & 1 else " "
            line += glyph.ljust(box, fill if content != SOLID else "█")
            if column < puzzle.width - 1:
                line += _mark(before, after, numbers.get((cell, cell + 1)), "───", "━━━", " · ")
            down = numbers.get((cell, cell + puzzle.width))
            below += _mark(before, after, down, "│", "┃", "·").ljust(box + 3)
        lines += [line.rstrip(), below.rstrip()]
    return "\n".join(lines[:-1])


def _mark(before: bytes, after: bytes, link: int | None, old: str, new: str, still: str) -> str:
    """One link as characters."""
    if link is None or (after[link] == OFF and before[link] == OFF):
        return " " * len(old)
    if after[link] == OPEN:
        return still
    if after[link] == OFF:
        return "×".center(len(old))
    return old if before[link] == ON else new
