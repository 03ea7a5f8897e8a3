"""`numlink schema`: the JSON Schema of everything that numlink writes as JSON."""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import click

from numlink.commands.options import common
from numlink.commands.report import in_columns
from numlink.errors import InputError
from numlink.schemas import DIALECT, Schema, schema_of

ADDRESS = "urn:numlink:schema:{}"


@dataclass(frozen=True, slots=True)
class Declared:
    """A JSON answer: its description, the types ("module:name") whose keys it has together, and the type of the values
    of all other keys (`notes`; None: they are not described)."""

    words: str
    kinds: tuple[str, ...]
    notes: Any = None


PLACE = "commands.report:PlaceObject"
"""The type of the keys of a place, as module and name: the types are imported when a schema is asked for."""

ANSWERS = {
    "puzzle": Declared(
        "a puzzle: new, classic, convert, sample, repair, dataset show", (PLACE, "formats.json_lines:PuzzleObject"), str
    ),
    "verdict": Declared("solve, prove", (PLACE, "exact.verdict:VerdictObject")),
    "solutions": Declared("solve --limit", (PLACE, "commands.solve:SolutionsObject")),
    "count": Declared("count", (PLACE, "commands.count:CountObject")),
    "heat": Declared("heat", (PLACE, "commands.heat:HeatObject")),
    "census": Declared("census", ("commands.census:CensusObject",)),
    "check": Declared("check: a board at fault", (PLACE, "commands.lint:FindingObject")),
    "check-verdict": Declared("check: a board with the verdict on it", (PLACE, "commands.lint:JudgedObject")),
    "check-unreadable": Declared("check: what cannot be read", (PLACE, "commands.lint:UnreadableObject")),
    "marked": Declared("check --answers", (PLACE, "commands.check_answers:Marked")),
    "leaderboard-head": Declared("the first line of check --answers", ("commands.check_answers:HeadObject",), Any),
    "leaderboard-answer": Declared("the other lines of check --answers", ("commands.check_answers:AnswerObject",), Any),
    "lab": Declared("check --lab", ("commands.lab_report:LabObject",)),
    "rating": Declared("rate", (PLACE, "commands.rate:RatedObject")),
    "explanation": Declared("explain", (PLACE, "commands.explain:ExplanationObject")),
    "hint": Declared("a hint: the page of serve, POST /api/hint", ("game.hints:Hint",)),
    "verified": Declared("verify-certificate", ("commands.verify_certificate:VerifiedObject",)),
    "format": Declared("formats", ("commands.formats:FormatObject",)),
    "printed": Declared("book", ("commands.book:PrintedObject",)),
    "playable": Declared("export", ("commands.export:PlayableObject",)),
    "dataset-entry": Declared(
        "a puzzle of a dataset in JSON lines", ("formats.json_lines:PuzzleObject", "datasets.rows:entry_type")
    ),
    "dataset-row": Declared("dataset show --columns", ("datasets.rows:row_type",)),
    "dataset-check": Declared("dataset check", ("datasets.check:Checked",)),
    "dataset-stats": Declared("dataset stats", ("datasets.statistics:StatisticsObject",)),
    "dataset-text": Declared("dataset export", ("datasets.texts:TextObject",)),
    "manifest": Declared("_manifest.json of a dataset", ("datasets.manifest:ManifestObject",)),
    "error": Declared("in place of an answer: what is wrong with a puzzle", ("commands.report:ErrorObject",)),
}
"""Name of a schema -> what it describes: everything that numlink writes as JSON, and the file of `check --answers`."""


@click.command("schema")
@click.argument("answer", metavar="[NAME]", required=False)
@common("quiet")
def command(answer: str | None) -> None:
    """Print a JSON Schema of numlink's output; without NAME, list the names.

    Later versions keep the keys that a schema requires, and may add others.
    """
    if answer is None:
        click.echo("".join(in_columns([(name, known.words) for name, known in ANSWERS.items()])), nl=False)
        return
    if answer not in ANSWERS:
        raise InputError(f"there is no schema {answer[:40]!r}. There are: {', '.join(ANSWERS)}.")
    click.echo(json.dumps(schema(answer), indent=1))


def schema(name: str) -> Schema:
    """The schema with a name of ANSWERS.

    >>> sorted(schema("error")["properties"])
    ['error', 'file', 'name', 'puzzle']
    """
    answer = ANSWERS[name]
    parts = [schema_of(_type(kind)) for kind in answer.kinds]
    found: Schema = {
        "$schema": DIALECT,
        "$id": ADDRESS.format(name),
        "title": name,
        "description": answer.words,
        "type": "object",
        "properties": {key: value for part in parts for key, value in part["properties"].items()},
        "required": [*dict.fromkeys(key for part in parts for key in part["required"])],
    }
    return found if answer.notes is None else found | {"additionalProperties": schema_of(answer.notes)}


def _type(kind: str) -> Any:
    module, _, name = kind.partition(":")
    found = getattr(import_module(f"numlink.{module}"), name)
    return found() if name.endswith("_type") else found
