"""`numlink check`: is it a legal puzzle, is it unique under its own rules, and what about the others."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import click

from numlink.commands.common import (
    budget_option,
    each_item,
    from_option,
    json_option,
    output_option,
    rules_option,
    source_argument,
    worst,
    write_text,
)
from numlink.errors import ParseError
from numlink.judge import Fault, check
from numlink.puzzle import EVERY_RULES, Puzzle, Rules
from numlink.solver import prove
from numlink.verdict import Answer, Verdict

OTHER_RULES_BUDGET = 5.0
"""Seconds for each line that is only information, unless --budget says otherwise."""


@dataclass(frozen=True, slots=True)
class Report:
    """What is known about one puzzle: its faults, the verdict under its rules, and the others for information."""

    puzzle: Puzzle
    faults: list[Fault]
    verdict: Verdict | None
    others: list[Verdict]

    @property
    def code(self) -> int:
        """Exit code: 0 legal and unique, 1 not, 3 not known."""
        if self.faults or self.verdict is None:
            return 1
        return {Answer.UNIQUE: 0, Answer.UNKNOWN: 3}.get(self.verdict.verdict, 1)


@click.command("check")
@source_argument
@from_option
@rules_option
@budget_option
@json_option
@output_option
def command(
    source: str, from_format: str | None, rules: Rules | None, budget: float | None, as_json: bool, output: str | None
) -> int:
    """Check puzzles: legal, and with exactly one solution under their own rules?

    Lines about other rules, and about the strict claim, are information.  Exit code 1: a fault, no solution or
    several; 3: the budget ended before it was known.
    """
    codes, lines = [0], []
    for number, item in enumerate(each_item(source, from_format), start=1):
        if isinstance(item, ParseError):
            click.echo(f"numlink: puzzle {number}: {item}", err=True)
            codes.append(2)
            continue
        report = examine(item.with_rules(rules), budget)
        codes.append(report.code)
        lines += [json.dumps(_object(number, report))] if as_json else _lines(number, report)
    write_text("".join(line + "\n" for line in lines), output)
    return worst(codes)


def examine(puzzle: Puzzle, budget: float | None) -> Report:
    """Faults first; a legal puzzle is proved under its own rules, then under the others and for the strict claim."""
    faults = check(puzzle, puzzle.solution)
    if check(puzzle):
        return Report(puzzle, faults, None, [])
    verdict = prove(puzzle, budget=budget)
    spare = OTHER_RULES_BUDGET if budget is None else budget
    others = [prove(puzzle, rules=rules, budget=spare) for rules in EVERY_RULES if rules != puzzle.rules]
    return Report(puzzle, faults, verdict, [*others, prove(puzzle, claim="strict", budget=spare)])


def _lines(number: int, report: Report) -> list[str]:
    puzzle = report.puzzle
    title = f"puzzle {number}" + (f" ({puzzle.name})" if puzzle.name else "")
    about = f"{puzzle.width}x{puzzle.height}, {puzzle.pairs} pairs, rules {puzzle.rules}"
    lines = [f"{title}: {about}"]
    lines += [f"  fault: {fault}" for fault in report.faults]
    if report.verdict is not None:
        lines.append(f"  {report.verdict}")
        lines += [f"  (for information: {other})" for other in report.others]
    return lines


def _object(number: int, report: Report) -> dict[str, Any]:
    found: dict[str, Any] = {
        "puzzle": number,
        "name": report.puzzle.name,
        "rules": report.puzzle.rules.name,
        "legal": not check(report.puzzle),
        "faults": [
            {"code": fault.code.value, "cells": [list(cell) for cell in fault.cells], "message": fault.message}
            for fault in report.faults
        ],
    }
    if report.verdict is not None:
        found.update(report.verdict.to_json())
        found["others"] = [other.to_json() for other in report.others]
    return found
