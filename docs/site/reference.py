"""The reference of the Python names, from their docstrings, and of the commands, from their help."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from enum import Enum
from importlib import import_module
from itertools import pairwise
from typing import Any

import click

import numlink
from numlink.cli import numlink as group
from numlink.commands.help import asked_contexts

ROOMS = {
    "model": "Puzzles, solutions, rules, boards",
    "formats": "Reading and writing",
    "exact": "Exact answers",
    "making": "Making puzzles",
    "reasoning": "Reasoning and grades",
    "game": "Playing",
    "render": "Pictures",
    "datasets": "Datasets",
    "errors": "Errors",
}
"""The pages, by the room of numlink that the names come from."""


def pages() -> dict[str, str]:
    """Every page of the reference by its name in the site."""
    homes = {name: _room(name) for name in numlink.__all__}
    found = {"commands.md": _commands(), "reference/index.md": _index(homes)}
    for room, title in ROOMS.items():
        names = sorted((name for name in homes if homes[name] == room), key=str.lower)
        parts = [f"# {title}\n", *(part for name in names for part in _entry(name, homes))]
        found[f"reference/{room}.md"] = "\n".join(parts)
    return found


def _room(name: str) -> str:
    home = numlink._HOME_OF[name].split(".")[1]
    return home if home in ROOMS else "model"


def _index(homes: dict[str, str]) -> str:
    lines = [
        "# Python",
        "",
        "All of these are names of `numlink` itself, loaded on first use; nothing else is public.",
        "",
    ]
    for room, title in ROOMS.items():
        lines += [f"## [{title}]({room}.md)", "", "| name | what it is |", "|---|---|"]
        for name in sorted((each for each in homes if homes[each] == room), key=str.lower):
            lines.append(f"| [`{name}`]({room}.md#{name}) | {_first_sentence(name)} |")
        lines.append("")
    return "\n".join(lines)


def _first_sentence(name: str) -> str:
    thing = getattr(numlink, name)
    text = (inspect.getdoc(thing) or "").split("\n\n")[0] if callable(thing) else _said_of_constant(name)
    return " ".join(text.split()).replace("|", "\\|")


def _said_of_constant(name: str) -> str:
    """The text below a constant in its module."""
    for statement, following in pairwise(ast.parse(inspect.getsource(import_module(numlink._HOME_OF[name]))).body):
        if isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) == name:
            match following:
                case ast.Expr(value=ast.Constant(value=str(text))):
                    return text
    raise ValueError(f"{name} has no text below it")


def _entry(name: str, homes: dict[str, str]) -> Iterator[str]:
    thing = getattr(numlink, name)
    yield f"## {name} {{ #{name} }}\n"  # its own anchor: `Count` and `count` are two
    if not callable(thing):
        yield f"```python\n{name} = {thing!r}\n```\n\n{_said_of_constant(name)}\n"
        return
    if not (inspect.isclass(thing) and issubclass(thing, Enum)):
        yield f"```python\n{_signature(name, thing)}\n```\n"
    yield _text(thing, homes)
    if inspect.isclass(thing):
        if issubclass(thing, Enum):
            yield "".join(f"- `{member.name}` = `{member.value!r}`\n" for member in thing) + "\n"
        for inner, value in _members(thing):
            yield f"### {name}.{inner} {{ #{name}.{inner} }}\n"
            if not isinstance(value, property):
                yield f"```python\n{_signature(inner, value)}\n```\n"
            yield _text(value, homes)


def _members(thing: type) -> Iterator[tuple[str, Any]]:
    """Methods and properties that a class defines itself and says something of."""
    for inner in sorted(vars(thing)):
        value = inspect.getattr_static(thing, inner)
        value = value.__func__ if isinstance(value, classmethod | staticmethod) else value
        if inner.startswith("_") or (not isinstance(value, property) and not inspect.isfunction(value)):
            continue
        if inspect.getdoc(value):
            yield inner, value


class _Bare(str):
    """An annotation that prints without quotation marks."""

    def __repr__(self) -> str:
        return str(self)


def _signature(name: str, thing: Any) -> str:
    """As it is called, a parameter a line where it would be long."""
    try:
        signature = inspect.signature(thing)
    except (TypeError, ValueError):
        return name
    given = [
        each.replace(annotation=_Bare(each.annotation)) if isinstance(each.annotation, str) else each
        for each in signature.parameters.values()
    ]
    returned = signature.return_annotation
    signature = signature.replace(
        parameters=given, return_annotation=_Bare(returned) if isinstance(returned, str) else returned
    )
    short = f"{name}{signature}"
    if len(short) <= 100:
        return short
    parts = []
    for parameter in given:
        if parameter.kind is parameter.KEYWORD_ONLY and "*" not in parts:
            parts.append("*")
        parts.append(str(parameter))
    ending = "" if returned is signature.empty else f" -> {returned}"
    return f"{name}(\n" + "".join(f"    {part},\n" for part in parts) + f"){ending}"


def _text(thing: Any, homes: dict[str, str]) -> str:
    """A docstring as Markdown: examples fenced, names of numlink linked to where they stand."""
    lines, inside = [], False
    for line in (inspect.getdoc(thing) or "").replace("``", "`").split("\n"):
        if line.lstrip().startswith(">>>") and not inside:
            inside = True
            lines += ["", "```pycon"]
        elif inside and not line.strip():
            inside = False
            lines += ["```"]
        if inside:
            lines.append(line)
            continue
        if not line.startswith("    "):
            line = re.sub(r"`(\w+)`", lambda match: _link(match[1], homes), line).replace("<", "&lt;")
        lines.append(line)
    return "\n".join([*lines, "```"] if inside else lines) + "\n"


def _link(name: str, homes: dict[str, str]) -> str:
    return f"[`{name}`]({homes[name]}.md#{name})" if name in homes else f"`{name}`"


def _commands() -> str:
    """What `--help` says of every command."""
    parts = ["# Commands\n"]
    for context in asked_contexts(click.Context(group, info_name="numlink", max_content_width=100)):
        parts.append(f"## {context.command_path}\n\n```text\n{context.get_help()}\n```\n")
    return "\n".join(parts)
