"""`numlink prove`: whether a puzzle has exactly one solution, and the proof as a certificate."""

from __future__ import annotations

from functools import partial

import click

from numlink.commands.messages import say
from numlink.commands.options import STANDARD, common, option, wish_option, writable
from numlink.commands.report import ONE_SOLUTION, Place, with_cost
from numlink.commands.sources import StreamOptions, reports_on_puzzles
from numlink.commands.targets import write_text
from numlink.errors import InputError
from numlink.exact.budget import Budget
from numlink.exact.prove import prove
from numlink.exact.verdict import Answer, Verdict
from numlink.files import write_file
from numlink.model.judge import right_solution
from numlink.model.puzzle import Puzzle
from numlink.model.rules import Claim


@click.command("prove")
@reports_on_puzzles
@wish_option("claim")
@option(
    "--certificate", callback=writable, metavar="OUT",
    help="Write the proof of one puzzle to OUT, for `numlink verify-certificate`.",
)  # fmt: skip
@option(
    "--as", "form", type=click.Choice(["text", "drat"]),
    help="Certificate format: text (default), or drat, which writes OUT.cnf and OUT.drat for drat-trim.",
)  # fmt: skip
@common("rules", "budget", "workers")
def command(stream: StreamOptions, claim: Claim | None, certificate: str | None, form: str | None) -> int | None:
    """Decide whether each puzzle has exactly one solution, and print the verdict.

    A certificate holds the solution and every step of the proof that there is no other, so that others can check it
    without trusting numlink.  Exit code 1: no solution, or several; 3: time ran out.
    """
    if certificate is None and form is not None:
        raise InputError("--as sets a certificate's format. Add --certificate OUT.")
    if certificate is None:
        answers = stream.answers(partial(prove, claim=claim or Claim.UNIQUE))
        stream.write(answers, Verdict.to_json, text=_line, code=_code)
        return None
    if claim is Claim.STRICT:
        raise InputError(
            "a certificate proves the claim unique. Leave out --claim strict; to prove that no other way to "
            "connect the pairs exists, even with empty cells, use --rules free instead."
        )
    if stream.as_json or stream.output is not None:
        raise InputError("with --certificate the verdict goes to stderr. Leave out --json and -o.")
    if form == "drat" and certificate == STANDARD:
        raise InputError("--as drat writes two files. Name them with --certificate OUT.")
    puzzles = [puzzle for _, puzzle in stream.report.legal(stream.entries())]
    if len(puzzles) > 1:
        raise InputError(f"a certificate covers one puzzle, not {len(puzzles)}. Choose one with --pick N.")
    if stream.report.code or not puzzles:
        return None
    return _certified(puzzles[0], certificate, stream, drat=form == "drat")


def _certified(puzzle: Puzzle, target: str, stream: StreamOptions, *, drat: bool) -> int:
    """Prove a puzzle and, if it has one solution, write its certificate; returns the exit code."""
    clock, rules = Budget(stream.budget), stream.rules
    verdict = prove(puzzle, right_solution(puzzle, rules), rules, budget=clock)
    say(with_cost(verdict))
    if verdict.answer is Answer.UNIQUE and drat:
        from numlink.exact.drat import plain_clauses

        found = plain_clauses(puzzle, verdict, rules=rules, budget=clock, tell=say)
        write_file(f"{target}.cnf", found.cnf.encode())
        write_file(f"{target}.drat", found.drat.encode())
    elif verdict.answer is Answer.UNIQUE:
        from numlink.exact.certificate import certificate_of

        write_text(certificate_of(puzzle, verdict, rules=rules, budget=clock), target)
    return _code(verdict)


def _line(place: Place, found: Verdict) -> str:
    return f"{place.before(f'{found} ({found.effort})')}\n"


def _code(found: Verdict) -> int:
    return ONE_SOLUTION[found.answer.value]
