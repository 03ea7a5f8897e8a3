"""One deduction: as the engine notes it, and as a step in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from numlink.model.rules import Rules
from numlink.reasoning.rules import Rule, Variant

_ABOUT = {Variant.LINK_NEEDED: slice(0, 1), Variant.LINK_CROSSES: slice(1, 3), Variant.LINK_CUTS_OFF: slice(2, 3)}
"""Which facts name the numbers that a variant speaks of, where it is often said of many links at once."""

Conclusion = tuple[tuple[int, bool], ...]
"""Pairs (link, drawn); empty where the position contradicts itself."""


@dataclass(frozen=True, slots=True)
class Note:
    """What the engine noted: which variant of a rule, its three facts (see Variant), and what it concludes."""

    variant: Variant
    facts: tuple[int, int, int]
    conclusion: Conclusion

    @property
    def draws(self) -> bool:
        """Whether it draws a link."""
        return any(drawn for _, drawn in self.conclusion)


def notes(record: Sequence[int]) -> Iterator[Note]:
    """The engine's record, written by Deduction.write_header, one deduction after the other.

    Layout: rule, variant, a, b, c, n, then n times 2 * link + (1 if off).
    """
    at = 0
    while at < len(record):
        code, variant, a, b, c, count = record[at : at + 6]
        found = record[at + 6 : at + 6 + count]
        yield Note(Variant((code, variant)), (a, b, c), tuple((entry >> 1, entry & 1 == 0) for entry in found))
        at += 6 + count


@dataclass(frozen=True, slots=True)
class Step:
    """One deduction: by `rule`, looking at `cells` and `links`, the links of `conclusion` are drawn or not.

    Cells and links are numbers of the puzzle's grid (links in scan order); `conclusion` holds pairs (link, drawn) and
    is empty where the position contradicts itself.  `sentence` says it in words, rows and columns counted from 1.
    `note` is what the engine noted, None for what was not read from its record.
    """

    rule: Rule
    cells: tuple[int, ...]
    links: tuple[int, ...]
    conclusion: Conclusion
    sentence: str
    note: Note | None = None

    @property
    def tier(self) -> int:
        """The tier of its rule."""
        return self.rule.tier

    @property
    def validity(self) -> tuple[Rules, ...]:
        """The rules of the game under which it holds."""
        return self.rule.validity

    @property
    def is_contradiction(self) -> bool:
        """Whether it says that the position has no solution."""
        return not self.conclusion

    @property
    def draws(self) -> bool:
        """Whether it draws a link."""
        return any(drawn for _, drawn in self.conclusion)

    def tells_the_same(self, other: Step) -> bool:
        """Whether both say the same of the same numbers, each about another link: a run along a wall, a route."""
        if self.note is None or other.note is None or self.note.variant is not other.note.variant:
            return False
        about = _ABOUT.get(self.note.variant)
        return about is not None and self.note.facts[about] == other.note.facts[about]

    def __str__(self) -> str:
        return f"{self.rule}: {self.sentence}"


def drawn_cells(links: Sequence[tuple[int, int]], steps: Iterable[Step]) -> set[int]:
    """The cells of all links that steps draw."""
    return {cell for step in steps for link, drawn in step.conclusion if drawn for cell in links[link]}
