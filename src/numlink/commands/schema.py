"""`numlink schema`: the JSON Schema of everything that numlink writes as JSON."""

from __future__ import annotations

import json
from importlib import import_module
from typing import Any

import click

from numlink.commands.options import common
from numlink.commands.report import in_columns
from numlink.errors import InputError
from numlink.schemas import DIALECT, Schema, schema_of

ADDRESS = "urn:numlink:schema:{}"

PLACE, PUZZLE = "commands.report:PlaceObject", "formats.json_lines:PuzzleObject"
"""Types that several answers share, as module:name: a type is imported only when its schema is printed."""

ANSWERS: dict[str, tuple[str, ...]] = {
    "puzzle": ("a puzzle: new, classic, convert, sample, repair, dataset show", PLACE, PUZZLE),
    "verdict": ("solve, prove", PLACE, "exact.verdict:VerdictObject"),
    "solutions": ("solve --limit", PLACE, "commands.solve:SolutionsObject"),
    "count": ("count", PLACE, "commands.count:CountObject"),
    "heat": ("heat", PLACE, "commands.heat:HeatObject"),
    "census": ("census", "commands.census:CensusObject"),
    "check": ("check: a board at fault", PLACE, "commands.lint:FindingObject"),
    "check-verdict": ("check: a board with the verdict on it", PLACE, "commands.lint:JudgedObject"),
    "check-unreadable": ("check: what cannot be read", PLACE, "commands.lint:UnreadableObject"),
    "marked": ("check --answers", PLACE, "commands.check_answers:Marked"),
    "leaderboard-head": ("the first line of check --answers", "commands.check_answers:HeadObject"),
    "leaderboard-answer": ("the other lines of check --answers", "commands.check_answers:AnswerObject"),
    "lab": ("check --lab", "commands.lab_report:LabObject"),
    "rating": ("rate", PLACE, "commands.rate:RatedObject"),
    "explanation": ("explain", PLACE, "commands.explain:ExplanationObject"),
    "hint": ("a hint: the page of serve, POST /api/hint", "game.hints:Hint"),
    "verified": ("verify-certificate", "commands.verify_certificate:VerifiedObject"),
    "format": ("formats", "commands.formats:FormatObject"),
    "printed": ("book", "commands.book:PrintedObject"),
    "playable": ("export", "commands.export:PlayableObject"),
    "dataset-entry": ("a puzzle of a dataset in JSON lines", PUZZLE, "datasets.rows:entry_type"),
    "dataset-row": ("dataset show --columns", "datasets.rows:row_type"),
    "dataset-check": ("dataset check", "datasets.check:Checked"),
    "dataset-stats": ("dataset stats", "datasets.statistics:StatisticsObject"),
    "dataset-text": ("dataset export", "datasets.texts:TextObject"),
    "manifest": ("_manifest.json of a dataset", "datasets.manifest:ManifestObject"),
    "error": ("in place of an answer: what is wrong with a puzzle", "commands.report:ErrorObject"),
}
"""Name of a schema -> what it describes (all that numlink writes as JSON, and the file of `check --answers`), then the
types ("module:name") whose keys it combines."""

NOTES = {"puzzle": str, "leaderboard-head": Any, "leaderboard-answer": Any}
"""Name of a schema that allows any other key -> the type of such a key's value."""


@click.command("schema")
@click.argument("answer", metavar="[NAME]", required=False)
@common("quiet")
def command(answer: str | None) -> None:
    """Print a JSON Schema of numlink's output; without NAME, list the names.

    Later versions keep the keys that a schema requires, and may add others.
    """
    if answer is None:
        click.echo("".join(in_columns([(name, words) for name, (words, *_) in ANSWERS.items()])), nl=False)
        return
    if answer not in ANSWERS:
        raise InputError(f"there is no schema {answer[:40]!r}. Use one of {', '.join(ANSWERS)}.")
    click.echo(json.dumps(schema(answer), indent=1))


def schema(name: str) -> Schema:
    """The schema with this name, one of ANSWERS.

    >>> sorted(schema("error")["properties"])
    ['error', 'file', 'name', 'puzzle']
    """
    words, *kinds = ANSWERS[name]
    parts = [schema_of(_type(kind)) for kind in kinds]
    found: Schema = {
        "$schema": DIALECT,
        "$id": ADDRESS.format(name),
        "title": name,
        "description": words,
        "type": "object",
        "properties": {key: value for part in parts for key, value in part["properties"].items()},
        "required": [*dict.fromkeys(key for part in parts for key in part["required"])],
    }
    return found | {"additionalProperties": schema_of(NOTES[name])} if name in NOTES else found


def _type(kind: str) -> Any:
    module, _, name = kind.partition(":")
    found = getattr(import_module(f"numlink.{module}"), name)
    return found() if name.endswith("_type") else found
