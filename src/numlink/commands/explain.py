"""`numlink explain`: the solution in numbered steps."""

from __future__ import annotations

import click

from numlink.commands.common import (
    STANDARD,
    from_option,
    json_option,
    output_option,
    read_items,
    rules_option,
    source_argument,
    worst,
    write_file,
)
from numlink.deduce import Assume
from numlink.errors import InputError, NumlinkError
from numlink.explaining import Explanation, explain
from numlink.explaining_page import page, sheet
from numlink.puzzle import Puzzle, Rules
from numlink.verdict import Answer

_CODES = {Answer.UNIQUE: 0, Answer.MULTIPLE: 1, Answer.NONE: 1, Answer.UNKNOWN: 3}


@click.command("explain", short_help="Solve a puzzle aloud, step by step.")
@source_argument
@from_option
@rules_option
@click.option(
    "--assume",
    type=click.Choice([assume.value for assume in Assume]),
    default=Assume.NOTHING.value,
    help="What may be taken for granted, and is then checked: nothing, one solution (unique), "
    "or one linking even with blanks (strict).",
)
@json_option
@output_option
def command(
    source: str, from_format: str | None, rules: Rules | None, assume: str, as_json: bool, output: str | None
) -> int:
    """Solve a puzzle aloud: numbered steps in words, each with the board as it stands then.

    Where no rule helps, the step says so and shows the shortest contradiction that trying finds.  -o FILE.html
    writes a page to step through, -o FILE.svg a sheet of all steps.  Exit code 1: no solution, or more than one;
    3: neither the steps nor the solver, in its 30 seconds, can tell.  With --assume strict: 1 where that is false.
    """
    ending = "" if output in (None, STANDARD) else str(output).rpartition(".")[2].lower()
    if output not in (None, STANDARD) and ending not in ("html", "svg", "txt"):
        raise InputError(f"{output}: an explanation is written as .html, .svg or .txt. Choose one of these endings.")
    codes, told = [], []
    for item in read_items(source, from_format):
        try:
            if not isinstance(item, Puzzle):
                raise item
            explanation = explain(item, rules, assume=Assume(assume))
        except NumlinkError as error:
            click.echo(f"numlink: {error}", err=True)
            codes.append(2)
            continue
        told.append(explanation)
        codes.append(_CODES[explanation.answer])
        if output in (None, STANDARD):
            click.echo(_json(explanation) if as_json else f"{explanation}\n" if len(told) > 1 else str(explanation))
    if output not in (None, STANDARD) and told:
        _write(told, str(output), ending)
    return worst(codes)


def _json(explanation: Explanation) -> str:
    import json

    frames = [
        {"title": frame.title, "tier": frame.tier, "sentences": list(frame.sentences), "chain": list(frame.chain)}
        for frame in explanation.frames
    ]
    return json.dumps(
        {
            "solved": explanation.solved,
            "verdict": explanation.answer.value,
            "rules": explanation.puzzle.rules.name,
            "claim": "strict" if explanation.assume is Assume.STRICT else "unique",
            "assume": explanation.assume.value,
            "guesses": explanation.guesses,
            "remark": explanation.remark,
            "steps": frames,
        }
    )


def _write(told: list[Explanation], output: str, ending: str) -> None:
    """One explanation to one file; of several only the first would fit."""
    if len(told) > 1 and ending != "txt":
        raise InputError(f"{output} holds one explanation, the input has {len(told)} puzzles. Give one puzzle.")
    text = {"html": page, "svg": sheet}[ending](told[0]) if ending != "txt" else "\n\n".join(map(str, told)) + "\n"
    write_file(output, text.encode())
