"""The output of `check --lab`: a report, a table, CSV or JSON about each source or program."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Annotated

from numlink.commands.messages import Exit, complain
from numlink.commands.report import Place, PlaceObject, error_object, in_columns
from numlink.errors import Fault, FaultObject, InputError
from numlink.formats.json_lines import json_line
from numlink.making.lab.partition import LabPart, part_of
from numlink.making.lab.verdict import LabVerdict, Numbering
from numlink.model.words import counted

SHOWN_FAULTS = 12
"""The most faults that are printed for a board; a program that goes wrong once often goes wrong in many cells."""
COLUMNS = (LabPart.BOARD, LabPart.SETS, LabPart.PATHS, LabPart.NUMBERS, LabPart.PRINT)
"""The parts of the assignment that have a column in the table."""
WORDS = {True: "ok", False: "no", None: "?"}
"""Whether a part passed -> its word in the table; None: the output does not show it."""


class LabFaultObject(FaultObject):
    """A fault and the part of the assignment it belongs to."""

    part: int


class LabObject(PlaceObject):
    """A board, or a program as a whole, judged by the lab assignment."""

    lab: bool
    faults: list[LabFaultObject]
    parts: Annotated[dict[str, bool | None], "whether each part passed; null: the output does not show it"]
    numbering: str | None
    random: Annotated[bool | None, "of a program that was run; null: it was not judged"]
    notes: list[str]


@dataclass(slots=True)
class LabRow:
    """All findings about one file or program.

    `boards` has the verdict on each board with its place; `error` says why the source could not be read or run;
    `random` says whether the randomness of a program passed (None: not judged).
    """

    name: str
    boards: list[tuple[Place, LabVerdict]] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)  # the faults of the program as a whole
    random: bool | None = None
    notes: list[str] = field(default_factory=list)
    error: InputError | None = None

    @property
    def verdicts(self) -> list[LabVerdict]:
        return [verdict for _, verdict in self.boards]

    @property
    def code(self) -> Exit:
        if self.error is not None:
            return Exit.BAD_INPUT
        return Exit.NO if self.faults or any(verdict.faults for verdict in self.verdicts) else Exit.YES

    def passed(self, part: LabPart) -> bool | None:
        """Whether a part passed on all boards that show it and in the program as a whole; None if nothing shows it."""
        found = {verdict.passed(part) for verdict in [*self.verdicts, LabVerdict((*self.faults,))]}
        return False if False in found else True if True in found else None

    @property
    def first_fault(self) -> str:
        """The first fault, or the error, as a sentence; "" if there is none."""
        for place, verdict in self.boards:
            if verdict.faults:
                where = f"{place.name}: " if place.name else f"board {place.number}: " if len(self.boards) > 1 else ""
                return where + str(verdict.faults[0])
        return str(self.error) if self.error else str(self.faults[0]) if self.faults else ""


def at_length(row: LabRow) -> Iterator[str]:
    """The report on a single source: a line for each board, with its notes and its faults."""
    for place, verdict in row.boards:
        yield f"{place}: {'not ' if verdict.faults else ''}as the lab assignment requires\n"
        yield from (f"  {note}\n" for note in verdict.notes)
        if verdict.numbering is Numbering.CREATION:
            yield f"  numbered {verdict.numbering.value}\n"
        for fault in islice(verdict.faults, SHOWN_FAULTS):
            yield f"  fault: {fault} (Part {part_of(fault).value})\n"
        if len(verdict.faults) > SHOWN_FAULTS:
            yield f"  and {counted(len(verdict.faults) - SHOWN_FAULTS, 'more fault')} (--json lists all)\n"
    for fault in row.faults:
        yield f"fault: {fault}\n"


def _table(rows: Sequence[LabRow], *, random: bool) -> Iterator[list[str]]:
    """The headings, then for each file its name, the number of boards, a word for each part and the first fault."""
    heads = ["file", "boards", *(f"part {part.value}" for part in COLUMNS), *(["random"] if random else [])]
    yield [*heads, "first fault"]
    for row in rows:
        words = [WORDS[row.passed(part)] for part in COLUMNS] + ([WORDS[row.random]] if random else [])
        yield [row.name, str(len(row.boards)), *words, row.first_fault]


def as_table(rows: Sequence[LabRow], *, random: bool) -> Iterator[str]:
    """Aligned columns: a line of headings and one for each file, with its first fault at the end; then a summary."""
    yield from in_columns([*_table(rows, random=random)])
    good = sum(row.code == Exit.YES for row in rows)
    yield f"{counted(len(rows), 'program')}: {good} as the lab assignment requires\n"


def as_csv(rows: Sequence[LabRow], *, random: bool) -> str:
    """The table as CSV, with columns for the numbering and the notes."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    heads, *table = _table(rows, random=random)
    writer.writerow([*heads, "numbering", "notes"])
    for cells, row in zip(table, rows, strict=True):
        numberings = {verdict.numbering.value for verdict in row.verdicts if verdict.numbering}
        notes = dict.fromkeys([*(note for verdict in row.verdicts for note in verdict.notes), *row.notes])
        writer.writerow([*cells, "; ".join(sorted(numberings)), "; ".join(notes)])
    return text.getvalue()


def json_lines(row: LabRow, *, several: bool) -> Iterator[str]:
    """A JSON line for each board, and one for the program if anything is known about it; errors go to stderr."""
    about: PlaceObject = {"file": row.name} if several else {}
    for place, verdict in row.boards:
        yield json_line(_object({**about, **place.to_json()}, verdict, verdict.numbering, None))
    if row.error is not None:
        complain(str(row.error))
        yield json_line({**about, **error_object(Place(), row.error)})
    elif row.faults or not row.boards or row.random is not None:
        yield json_line(_object(about, row, None, row.random))


def _object(
    about: PlaceObject, judged: LabRow | LabVerdict, numbering: Numbering | None, random: bool | None
) -> LabObject:
    return {
        **about,
        "lab": not judged.faults,
        "faults": [{**fault.to_json(), "part": part_of(fault).value} for fault in judged.faults],
        "parts": {str(part.value): judged.passed(part) for part in COLUMNS},
        "numbering": numbering.value if numbering else None,
        "random": random,
        "notes": [*judged.notes],
    }
