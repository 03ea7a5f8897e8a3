"""`numlink verify-certificate`: checks a certificate of one solution with code that shares nothing with the engines."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, NotRequired, TypedDict

import click

from numlink.certificates import NoProof, verify_certificate
from numlink.commands.messages import Exit, complain
from numlink.commands.options import STANDARD, common
from numlink.commands.sources import source_text
from numlink.commands.targets import report_as_json, write_lines
from numlink.errors import InputError
from numlink.formats import read_decoded
from numlink.formats.json_lines import RulesWord, json_line


class VerifiedObject(TypedDict):
    """A certificate that holds."""

    verified: Annotated[bool, (True,)]
    rules: RulesWord
    width: int
    height: int
    laid: NotRequired[Annotated[dict[str, str], "the layout's headers, if the board is not a plain rectangle"]]
    clauses: int
    propagations: int


@click.command("verify-certificate")
@click.argument("source", metavar="FILE", default=STANDARD)
@common("quiet", "json", "report")
def command(source: str, as_json: bool, output: str | None) -> int:
    """Verify a certificate from `numlink prove --certificate`, and print what it proves.

    Exit code 1: it proves nothing; a line on stderr says why.
    """
    as_json = report_as_json(output, as_json=as_json)
    try:
        found = verify_certificate(source_text(source) if source == STANDARD else _text(source))
    except NoProof as refused:
        complain(f"{Path(source).name}: {refused}" if source != STANDARD else str(refused))
        return Exit.NO
    verified: VerifiedObject = {
        "verified": True,
        "rules": found.rules,
        "width": found.width,
        "height": found.height,
        "clauses": found.clauses,
        "propagations": found.propagations,
    }
    if found.laid:
        verified["laid"] = found.laid
    write_lines([json_line(verified) if as_json else f"{found}\n"], output)
    return Exit.YES


def _text(source: str) -> str:
    """A file's text; if `prove --as drat` wrote two other files of this name, the InputError names them."""
    clauses, proof = (f"{source}{ending}" for ending in (".cnf", ".drat"))
    if not os.path.exists(source) and os.path.exists(clauses) and os.path.exists(proof):
        raise InputError(
            f"{source} was written as {Path(clauses).name} and {Path(proof).name}, which other programs check: "
            f"drat-trim {clauses} {proof}. To use this command, write it without --as drat."
        )
    return read_decoded(source).text
