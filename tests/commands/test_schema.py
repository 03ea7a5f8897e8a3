"""Every answer in JSON has a schema, made from the types of the answers; tests/cli.py checks runs against them."""

import json
import re
from pathlib import Path
from typing import Annotated, NotRequired, TypedDict

import pytest

import numlink
from numlink.commands.schema import ANSWERS, schema
from numlink.schemas import schema_of
from tests.cli import DECLARED, assert_one_line_error, closed, first_problem
from tests.cli import numlink as run

pytest.importorskip("jsonschema")
from jsonschema import Draft202012Validator

DOCS = Path(__file__).parents[2] / "docs"


def test_every_schema_is_valid_and_is_printed(capsys):
    listed = run("schema", capsys=capsys).out
    for name in ANSWERS:
        found = run("schema", name, capsys=capsys)
        assert found.code == 0
        Draft202012Validator.check_schema(json.loads(found.out))
        assert json.loads(found.out) == schema(name)
        assert f"\n{name} " in f"\n{listed}"
    assert_one_line_error(run("schema", "verdikt", capsys=capsys), "there is no schema 'verdikt'", "verdict, ")


def test_the_shipped_schemas_are_those_that_are_printed():
    assert {path.stem for path in (DOCS / "schemas").glob("*.json")} == set(ANSWERS)
    for name in ANSWERS:
        assert json.loads((DOCS / "schemas" / f"{name}.json").read_text()) == schema(name), (
            f"numlink schema {name} > docs/schemas/{name}.json"
        )


def test_every_command_that_writes_json_says_by_which_schemas():
    """A new command with --json must be in the table, and every schema must belong to a command or be listed here."""
    sources = (Path(numlink.__file__).parent / "commands").glob("*.py")
    writing = {
        path.stem.replace("_", "-") for path in sources if re.search(r'(?m)^@common\(.*"json"', path.read_text())
    }
    assert writing - {name.split()[0] for name in DECLARED} == set()
    of_no_command = {"hint", "dataset-entry", "dataset-text", "manifest", "leaderboard-head", "leaderboard-answer"}
    assert set(ANSWERS) - {name for names in DECLARED.values() for name in names} == of_no_command


def test_a_missing_or_extra_key_of_a_verdict_is_found():
    puzzle = numlink.Puzzle.from_rows([[1, 1], [0, 0]])
    answer = json.loads(json.dumps(numlink.prove(puzzle).to_json()))
    assert first_problem("verdict", answer) is None
    assert "required" in first_problem("verdict", {key: value for key, value in answer.items() if key != "reason"})
    assert "unexpected" in first_problem("verdict", answer | {"extra": 1})
    assert "is not one of" in first_problem("verdict", answer | {"verdict": "perhaps"})
    assert "is not of type" in first_problem("verdict", answer | {"seconds": "1"})


@pytest.mark.parametrize("format", ["parquet", "jsonl"])
def test_datasets_are_declared(format, tmp_path):
    from numlink.datasets.make import make_dataset
    from numlink.datasets.texts import TextFormat, exercise
    from tests.plans import plan_of

    make_dataset(str(tmp_path / "d"), plan_of(format=format, count=4, rating=format == "jsonl"), workers=1)
    assert first_problem("manifest", json.loads((tmp_path / "d" / "_manifest.json").read_text())) is None
    data = numlink.Dataset(str(tmp_path / "d"))
    for row in data.rows():
        assert first_problem("dataset-row", row) is None
        told = exercise(data.puzzle(row), reasoning=False).written(TextFormat.CHAT)
        assert first_problem("dataset-text", json.loads(told)) is None
    for path in (tmp_path / "d").glob("0*.jsonl"):
        for line in path.read_text().splitlines():
            assert first_problem("dataset-entry", json.loads(line)) is None


def test_hints_are_declared():
    from numlink.web.jobs import advise

    puzzle = numlink.generate(4, seed=1)
    assert first_problem("hint", json.loads(json.dumps(advise(puzzle, [], 5.0)))) is None


class Inner(TypedDict):
    """A part."""

    word: Annotated[str, ("a", "b"), "one of two"]


class Outer(TypedDict):
    """A whole."""

    parts: list[Inner]
    more: NotRequired[tuple[int, float] | None]


def test_schemas_of_types():
    inner = {
        "type": "object",
        "properties": {"word": {"type": "string", "enum": ["a", "b"], "description": "one of two"}},
        "required": ["word"],
    }
    assert schema_of(Outer)["properties"]["parts"] == {"type": "array", "items": inner}
    assert schema_of(Outer)["required"] == ["parts"]
    strict = Draft202012Validator(closed(schema_of(Outer)))
    assert strict.is_valid({"parts": [{"word": "a"}], "more": [1, 2.5]})
    assert strict.is_valid({"parts": [], "more": None})
    for wrong in ({}, {"parts": [{"word": "c"}]}, {"parts": [], "more": [1]}, {"parts": [{"word": "a", "x": 1}]}):
        assert not strict.is_valid(wrong)
