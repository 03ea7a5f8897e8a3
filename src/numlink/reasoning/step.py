"""One deduction, as the engine notes it (Note) and as a step with a sentence (Step)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from numlink.reasoning.rules import NOTED, Rule, Variant

_ABOUT = {Variant.LINK_NEEDED: slice(0, 1), Variant.LINK_CROSSES: slice(1, 3), Variant.LINK_CUTS_OFF: slice(2, 3)}
"""For variants that often hold for many links at once: which of their facts are labels of numbers."""

Conclusion = tuple[tuple[int, bool], ...]
"""Pairs (link, True if it is drawn, False if it is ruled out); empty for a contradiction."""


@dataclass(frozen=True, slots=True)
class Note:
    """A deduction as the engine notes it: the variant of a rule, its three facts (see Variant), and its conclusion."""

    variant: Variant
    facts: tuple[int, int, int]
    conclusion: Conclusion


def notes(record: Sequence[int]) -> Iterator[Note]:
    """The deductions in the engine's record (see Deduction.write_header).

    Each is: rule, variant, three facts, n, then n decided links, each as 2 * link, plus 1 if it is ruled out.
    """
    at = 0
    while at < len(record):
        code, variant, a, b, c, count = record[at : at + 6]
        found = record[at + 6 : at + 6 + count]
        yield Note(NOTED[code, variant], (a, b, c), tuple((entry >> 1, entry & 1 == 0) for entry in found))
        at += 6 + count


@dataclass(frozen=True, slots=True)
class Step:
    """One deduction: `rule` looks at `cells` and `links` and decides the links of `conclusion`.

    Cells are indices, links are indices of `grid.links()`.  `conclusion` holds pairs (link, whether it is drawn) and is
    empty for a contradiction.  `sentence` is the deduction in words, with rows and columns from 1.  `note` is the
    engine's note, if there is one.
    """

    rule: Rule
    cells: tuple[int, ...]
    links: tuple[int, ...]
    conclusion: Conclusion
    sentence: str
    note: Note | None = None

    @property
    def tier(self) -> int:
        return self.rule.tier

    @property
    def variant(self) -> Variant | None:
        return self.note.variant if self.note else None

    @property
    def facts(self) -> tuple[int, ...]:
        return self.note.facts if self.note else ()

    @property
    def is_contradiction(self) -> bool:
        """Whether the step says that the position has no solution."""
        return not self.conclusion

    @property
    def draws(self) -> bool:
        return any(drawn for _, drawn in self.conclusion)

    def can_share_sentence_with(self, other: Step) -> bool:
        """Whether both are about the same numbers by the same variant, which is one of _ABOUT."""
        about = _ABOUT.get(self.variant) if self.variant else None
        return about is not None and self.variant is other.variant and self.facts[about] == other.facts[about]

    def __str__(self) -> str:
        return f"{self.rule}: {self.sentence}"


def drawn_cells(links: Sequence[tuple[int, int]], steps: Iterable[Step]) -> set[int]:
    """The cells of all links that steps draw; `links` has the two cells of each link."""
    return {cell for step in steps for link, drawn in step.conclusion if drawn for cell in links[link]}
