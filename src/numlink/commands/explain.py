"""`numlink explain`: the solution in numbered steps."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Annotated, TypedDict

import click

from numlink.commands.options import STANDARD, common, option
from numlink.commands.progress import Progress
from numlink.commands.report import ONE_SOLUTION, apart
from numlink.commands.sources import StreamOptions, reads_puzzles
from numlink.commands.targets import write_lines
from numlink.errors import InputError
from numlink.exact.verdict import Answer
from numlink.files import write_file
from numlink.formats.json_lines import RulesWord
from numlink.model.rules import Claim
from numlink.reasoning.explain import explain
from numlink.reasoning.explanation import Explanation
from numlink.reasoning.grade import Reading
from numlink.reasoning.page import page, sheet
from numlink.reasoning.rules import Assume

_PICTURES = {"html": page, "svg": sheet}  # ending of the output -> the function that draws an explanation


@click.command("explain")
@reads_puzzles
@option(
    "--assume", type=click.Choice([assume.value for assume in Assume]), default=Assume.NOTHING.value,
    help="What the steps may assume, which is checked at the end: nothing, unique, or strict (unique even if cells may "
    "stay empty). Default: nothing.",
)  # fmt: skip
@common("reading", "rules", "budget", "workers", "progress")
def command(stream: StreamOptions, assume: str, reading: str, progress_asked: bool | None) -> None:
    """Explain how to solve a puzzle: numbered steps in words, each with its reason and the board after it.

    Where no rule helps, the step shows the shortest contradiction found by trying.  -o FILE.html writes a page to step
    through, -o FILE.svg a sheet with all steps.  Exit code 1: the puzzle isn't unique, or --assume strict is false; 3:
    time ran out (without --budget, the solver's 30 seconds).
    """
    output, as_json = stream.output, stream.as_json
    ending = "" if output in (None, STANDARD) else str(output).rpartition(".")[2].lower()
    if ending and ending not in ("html", "svg", "txt", "json"):
        raise InputError(
            f"{output}: an explanation is written as .html, .svg, .txt or .json. Choose one of these extensions."
        )
    if as_json and ending in _PICTURES:
        raise InputError(f"--json writes no .{ending} file. Leave it out, or use .json.")
    as_json = as_json or ending == "json"
    report = stream.report
    with Progress("steps explained", asked=progress_asked) as progress:
        tick = progress.tick if stream.workers == 1 else None  # other processes cannot report their steps
        answers = stream.answers(partial(explain, assume=assume, reading=reading, tick=tick))
        if ending in _PICTURES:
            _draw((found for _, found in report.found(answers, _code)), str(output), ending)
        else:
            found = report.lines(answers, _object, as_json=as_json, code=_code)
            write_lines(found if as_json else apart(found), output)


def _code(found: Explanation) -> int:
    return ONE_SOLUTION[found.answer]


class StepObject(TypedDict):
    """A step of an explanation."""

    title: str
    rules: list[str]
    tier: int
    sentences: list[str]
    chain: list[str]


class ExplanationObject(TypedDict):
    """A puzzle solved step by step."""

    solved: bool
    verdict: Annotated[str, Answer]
    rules: RulesWord
    claim: Annotated[str, Claim]
    assume: Annotated[str, Assume]
    reading: Annotated[str, Reading]
    guesses: int
    remark: str | None
    steps: list[StepObject]


def _object(explanation: Explanation) -> ExplanationObject:
    frames: list[StepObject] = [
        {
            "title": frame.title,
            "rules": [rule.name for rule in frame.rules],
            "tier": frame.tier,
            "sentences": list(frame.sentences),
            "chain": list(frame.chain),
        }
        for frame in explanation.frames
    ]
    return {
        "solved": explanation.solved,
        "verdict": explanation.answer.value,
        "rules": explanation.puzzle.rules.name,
        "claim": "strict" if explanation.assume is Assume.STRICT else "unique",
        "assume": explanation.assume.value,
        "reading": explanation.reading.value,
        "guesses": explanation.guesses,
        "remark": explanation.remark,
        "steps": frames,
    }


def _draw(found: Iterator[Explanation], output: str, ending: str) -> None:
    """Write the explanation to a file; nothing without one, InputError for several."""
    first = next(found, None)
    if first is None:
        return
    if next(found, None) is not None:
        raise InputError(
            f"{output} holds one explanation, but the input has several puzzles. Choose one with --pick, or use .txt."
        )
    write_file(output, _PICTURES[ending](first).encode())
