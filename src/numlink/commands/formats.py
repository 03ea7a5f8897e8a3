"""`numlink formats`: the formats and what each can hold."""

from __future__ import annotations

from typing import Annotated, TypedDict

import click

from numlink import formats
from numlink.commands.options import common
from numlink.formats.base import Format
from numlink.formats.json_lines import RulesWord, json_line


@click.command("formats")
@common("quiet", "json")
def command(as_json: bool) -> None:
    """List the formats and what each can hold."""
    found = [formats.format_named(name) for name in formats.names()]
    if as_json:
        for listed in (*map(format_object, found), PICTURES_OBJECT):
            click.echo(json_line(listed), nl=False)
        return
    for each in found:
        click.echo(_paragraph(each))
    click.echo(PICTURES)


class FormatObject(TypedDict):
    """What a format can hold."""

    name: str
    summary: str
    holds: str
    reads: bool
    writes: bool
    recognised: bool
    rules: Annotated[RulesWord, "the rules of a file that does not name any"]
    says_rules: list[RulesWord]
    solids: bool
    solutions: bool
    endings: list[str]


PICTURES_OBJECT: FormatObject = {
    "name": "picture",
    "summary": "screenshots, printed pages and numlink's own pictures: PNG, JPEG, WebP and GIF",
    "holds": "boards of squares with a grid and dots or numbers",
    "reads": True,
    "writes": False,
    "recognised": True,
    "rules": "cover",
    "says_rules": [],
    "solids": True,
    "solutions": False,
    "endings": [".png", ".jpg", ".jpeg", ".webp", ".gif"],
}
"""What pictures can hold; they are bytes, which no Format reads."""

PICTURES = f"""{PICTURES_OBJECT["name"]:<12}{PICTURES_OBJECT["summary"]}
{"":12}holds {PICTURES_OBJECT["holds"]}
{"":12}rules cover; detected; needs the extra 'pictures'; show and solve draw them with -o FILE.png"""


def format_object(format: Format) -> FormatObject:
    """A format as a JSON object."""
    return {
        "name": format.name,
        "summary": format.summary,
        "holds": format.holds,
        "reads": format.read is not None,
        "writes": format.write is not None,
        "recognised": format.recognise is not None or format.write is None,
        "rules": format.rules.name,
        "says_rules": [rules.name for rules in format.says],
        "solids": format.solids,
        "solutions": format.solutions,
        "endings": list(format.endings),
    }


def _paragraph(format: Format) -> str:
    others = [rules.name for rules in format.says if rules != format.rules]
    rules = f"rules {format.rules}" + (f", or as the text says: {', '.join(others)}" if others else "")
    how = "detected" if format.recognise is not None else f"read only with --from {format.name}"
    how = "tried where no other format fits; read only" if format.write is None else how
    endings = f"; files {', '.join(format.endings)}" if format.endings else ""
    return f"{format.name:<12}{format.summary}\n{'':12}holds {format.holds}\n{'':12}{rules}; {how}{endings}"
