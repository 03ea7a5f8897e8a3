"""`numlink explain`: the solution in numbered steps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import click

from numlink.commands.options import STANDARD, from_option, json_option, output_option, rules_option, source_argument
from numlink.commands.report import worst
from numlink.commands.sources import each_numbered
from numlink.commands.targets import write_lines
from numlink.errors import InputError, NumlinkError
from numlink.exact.verdict import Answer
from numlink.files import write_file
from numlink.model.rules import Rules
from numlink.reasoning.deduce import Assume
from numlink.reasoning.explain import Explanation, explain
from numlink.reasoning.page import page, sheet

_CODES = {Answer.UNIQUE: 0, Answer.MULTIPLE: 1, Answer.NONE: 1, Answer.UNKNOWN: 3}

_PICTURES = {"html": page, "svg": sheet}


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
    if ending and ending not in ("html", "svg", "txt", "json"):
        raise InputError(
            f"{output}: an explanation is written as .html, .svg, .txt or .json. Choose one of these endings."
        )
    if as_json and ending in _PICTURES:
        raise InputError(f"--json writes no .{ending} file. Leave it out, or use .json.")
    as_json = as_json or ending == "json"
    codes: list[int] = []
    told = _explained(source, from_format, rules, Assume(assume), codes)
    if ending in _PICTURES:
        _draw(told, str(output), ending)
    else:
        write_lines(_lines(told, as_json=as_json), output)
    return worst(codes)


def _explained(
    source: str, from_format: str | None, rules: Rules | None, assume: Assume, codes: list[int]
) -> Iterator[Explanation]:
    """The explanations of a source's puzzles, each leaving its exit code; the others are told on stderr."""
    for number, puzzle in each_numbered(source, from_format, codes):
        try:
            explanation = explain(puzzle, rules, assume=assume)
        except NumlinkError as error:
            click.echo(f"numlink: {f'puzzle {number}: ' if number > 1 else ''}{error}", err=True)
            codes.append(2)
            continue
        codes.append(_CODES[explanation.answer])
        yield explanation


def _lines(told: Iterable[Explanation], *, as_json: bool) -> Iterator[str]:
    """Each explanation as text, or as a line of JSON; an empty line stands between texts."""
    for index, explanation in enumerate(told):
        if index and not as_json:
            yield "\n"
        yield f"{_json(explanation) if as_json else explanation}\n"


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


def _draw(told: Iterator[Explanation], output: str, ending: str) -> None:
    """The explanation into one file, where there is one; raises InputError at a second one."""
    first = next(told, None)
    if first is None:
        return
    if next(told, None) is not None:
        raise InputError(
            f"{output} holds one explanation, the input has several puzzles. Give one puzzle, or use .txt."
        )
    write_file(output, _PICTURES[ending](first).encode())
