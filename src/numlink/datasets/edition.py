"""The shapes that a dataset's folder has had: the names of numlink's own files in it, and how a row holds its rating.

Edition 1 was made before numlink 0.1.0: its files stood in the way of those who read the folder as a Parquet dataset,
and the figures behind a grade were a text of JSON in one column.  It is read, gone on with and extended as it is.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from numlink.reasoning.grade import Grade


@dataclass(frozen=True, slots=True)
class Edition:
    """A shape; `number` is what the manifest says under `dataset`, `packed` whether figures stand in one column.

    `sealed`: the manifest holds its own digest.
    """

    number: int
    manifest: str
    configuration: str
    lock: str
    packed: bool = False
    sealed: bool = True


NEW = Edition(2, "_manifest.json", "_batch.toml", "_lock")
"""What readers of Parquet datasets skip begins with `_`."""

OLD = Edition(1, "manifest.json", "batch.toml", ".lock", packed=True, sealed=False)

EDITIONS = (NEW, OLD)


def edition_among(names: Collection[str]) -> Edition:
    """The edition of the folder that holds these files; that of new ones where none is there."""
    return next((edition for edition in EDITIONS if edition.manifest in names), NEW)


def packed(row: dict[str, Any], figures: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """The figures of a row, (name, column) each, as the object of edition 1; nothing where it has no grade."""
    if row["grade"] is None:
        return {}
    number = int(Grade[row["grade"].upper()])
    found = {"grade": row["grade"], "number": number, "rules": row["rules"], "verdict": "unique"}
    return found | {name: row[column] for name, column in figures} | {"remark": None}


def unpacked(text: Any, figures: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """The figures' columns from such an object or its text, all None where there is none; ValueError for a bad one."""
    try:
        found = json.loads(text) if isinstance(text, str) else text
    except RecursionError:
        raise ValueError("nested too deeply") from None
    if found is None:
        found = {}
    if not isinstance(found, dict):
        raise ValueError("no object")
    return {column: found.get(name) for name, column in figures}
