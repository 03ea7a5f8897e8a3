"""The manifest of a dataset as a value; a bad one raises InputError that names the key.

All but checksums, versions and the dataset's end follows from its plan, and is checked.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Annotated, Any, NotRequired, TypedDict

from numlink.datasets.plan import Plan, plan_from
from numlink.errors import InputError
from numlink.model.layout import sides_in_words
from numlink.model.words import json_fault
from numlink.version import DATASET_VERSION

MANIFEST, CONFIGURATION, LOCK = "_manifest.json", "_batch.toml", "_lock"
"""The names of numlink's own files in a dataset's folder; readers of Parquet skip names that begin with `_`."""

DIGEST = "sha256"


class ShardObject(TypedDict):
    name: str
    rows: int
    bytes: int
    sha256: str


class DryObject(TypedDict):
    """The index that ran dry, with its size and, if one was asked for, its grade."""

    index: int
    size: str
    grade: NotRequired[str]


class ManifestObject(TypedDict):
    """The JSON object of a manifest."""

    dataset: Annotated[int, "the version of its files and columns"]
    run: str
    complete: bool
    options: dict[str, Any]
    versions: dict[str, str]
    count: NotRequired[int]
    dry: NotRequired[DryObject | None]
    shards: NotRequired[list[ShardObject]]
    sha256: NotRequired[Annotated[str, "of all that the manifest says beside"]]


@dataclass(frozen=True, slots=True)
class WrittenShard:
    """A shard as it was written: its name, its rows and bytes, and their SHA-256 in hexadecimal."""

    name: str
    rows: int
    bytes: int
    sha256: str

    def to_json(self) -> ShardObject:
        return {"name": self.name, "rows": self.rows, "bytes": self.bytes, "sha256": self.sha256}


@dataclass(frozen=True, slots=True)
class Manifest:
    """The manifest of a dataset that is `complete` or in progress.

    `run` is the id of its run, `count` the number of its puzzles (None: not known; less than `plan.count` if a size ran
    dry), `shards` the first known ones, of which the last may have fewer rows than it will have.
    """

    plan: Plan
    run: str
    versions: dict[str, str]
    complete: bool = False
    count: int | None = None
    shards: tuple[WrittenShard, ...] = ()

    @property
    def dry(self) -> DryObject | None:
        if self.count is None or self.count >= self.plan.count:
            return None
        width, height = self.plan.size(self.count)
        grade = self.plan.grade(self.count)
        found: DryObject = {"index": self.count, "size": sides_in_words(width, height, self.plan.wishes[0].tiling)}
        return {**found, "grade": str(grade)} if grade else found

    @property
    def what_ran_dry(self) -> str | None:
        """What ran dry: `4x4`, `hard 4x4`; None if nothing did."""
        return self.dry and " ".join([*filter(None, [self.dry.get("grade")]), self.dry["size"]])

    def to_json(self) -> ManifestObject:
        found: ManifestObject = {
            "dataset": DATASET_VERSION,
            "run": self.run,
            "complete": self.complete,
            "options": self.plan.options(),
            "versions": self.versions,
        }
        if self.count is not None:
            found["count"] = self.count
            found["dry"] = self.dry
        if self.complete or self.shards:
            found["shards"] = [entry.to_json() for entry in self.shards]
        return found

    def to_bytes(self) -> bytes:
        return sealed(self.to_json())


def sealed(found: Mapping[str, Any]) -> bytes:
    """The bytes of a manifest with its digest, by which a later edit is noticed."""
    whole = {key: value for key, value in found.items() if key != DIGEST} | {DIGEST: _digest(found)}
    return json.dumps(whole, indent=1).encode() + b"\n"


def _digest(found: Mapping[str, Any]) -> str:
    """The SHA-256 in hexadecimal of all keys but the digest; blanks and line ends do not matter."""
    said = {key: value for key, value in found.items() if key != DIGEST}
    return sha256(json.dumps(said, separators=(",", ":")).encode()).hexdigest()


def manifest_from(content: bytes) -> Manifest:
    """The manifest in these bytes; raises InputError for any other bytes."""
    found = _object(content)
    _require_version(found.get("dataset"))
    _require(type(found["complete"]) is bool, "complete", "true or false", found["complete"])
    is_run = isinstance(found["run"], str) and re.fullmatch("[0-9a-f]{1,64}", found["run"])
    _require(bool(is_run), "run", "hexadecimal digits", found["run"])
    versions = found.get("versions")
    are_versions = isinstance(versions, dict) and all(_is_word(word) for pair in versions.items() for word in pair)
    _require(are_versions, "versions", "an object of texts", versions)
    _require(isinstance(found["options"], dict), "options", "an object", found["options"])
    try:
        plan = plan_from(found["options"])
    except InputError as error:
        raise InputError(f"its options are bad: {error}") from None
    read = Manifest(plan, found["run"], dict(versions or {}), found["complete"], _count(found, plan))
    read = replace(read, shards=_entries(found.get("shards", None if read.complete else []), read))
    _require(found.get("dry") == read.dry, "dry", json.dumps(read.dry), found.get("dry"))
    _require_seal(found)
    return read


def _require_seal(found: dict[str, Any]) -> None:
    if DIGEST not in found:
        raise InputError(f"it does not have its own digest ({DIGEST}).")
    if found[DIGEST] != _digest(found):
        raise InputError(f"it was changed after it was written: its digest ({DIGEST}) differs.")


def _object(content: bytes) -> dict[str, Any]:
    try:
        found = json.loads(content.decode())
    except UnicodeDecodeError as error:
        raise InputError(f"it is not UTF-8 text (byte {error.start}).") from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"it is not JSON: {json_fault(error)}.") from None
    if not isinstance(found, dict) or not {"run", "options", "complete"} <= set(found):
        raise InputError("it is not a manifest of numlink.")
    return found


def _require_version(number: Any) -> None:
    if type(number) is int and number > DATASET_VERSION:
        raise InputError(f"it is of version {number}, which this numlink does not know. Use the one that wrote it.")
    is_ours = type(number) is int and number == DATASET_VERSION
    _require(is_ours, "dataset", f"{DATASET_VERSION} in {MANIFEST}", number)


def _count(found: dict[str, Any], plan: Plan) -> int | None:
    count = found.get("count")
    if count is None and not found["complete"]:
        return None
    is_count = type(count) is int and 0 <= count <= plan.count
    _require(is_count, "count", f"a whole number from 0 to {plan.count}", count)
    return int(count or 0)


def _entries(found: Any, manifest: Manifest) -> tuple[WrittenShard, ...]:
    _require(isinstance(found, list), "shards", "a list", found)
    plan = manifest.plan
    end = plan.count if manifest.count is None else manifest.count
    most = -(-end // plan.shard_size)
    if len(found) > most or (manifest.complete and len(found) < most):
        raise InputError(f"shards must be {most:,} in number, not {len(found):,}.")
    return tuple(_entry(entry, shard, end, manifest) for shard, entry in enumerate(found))


def _entry(found: Any, shard: int, end: int, manifest: Manifest) -> WrittenShard:
    where = f"shards[{shard}]"
    _require(isinstance(found, dict), where, "an object", found)
    name, plan = manifest.plan.shard_name(shard), manifest.plan
    rows = min(end, (shard + 1) * plan.shard_size) - shard * plan.shard_size
    there, size, checksum = found.get("rows"), found.get("bytes"), found.get("sha256")
    _require(found.get("name") == name, f"{where}.name", json.dumps(name), found.get("name"))
    is_full = type(there) is int and (there == rows or (not manifest.complete and 0 < there < rows))
    _require(is_full, f"{where}.rows", str(rows), there)
    _require(type(size) is int and size >= 0, f"{where}.bytes", "a whole number from 0", size)
    is_sum = isinstance(checksum, str) and re.fullmatch("[0-9a-f]{64}", checksum)
    _require(bool(is_sum), f"{where}.sha256", "64 hexadecimal digits", checksum)
    return WrittenShard(name, there, size, checksum)


def _is_word(value: Any) -> bool:
    return isinstance(value, str) and len(value) < 100 and value.isprintable()


def _require(holds: bool, where: str, wanted: str, found: Any) -> None:
    if not holds:
        raise InputError(f"{where} must be {wanted}, not {shortened(found)}.")


def shortened(value: Any) -> str:
    """A value as messages show it: on one line, at most 40 characters."""
    if isinstance(value, dict | list) and value:  # a value may be nested deeper than repr can follow
        return "an object" if isinstance(value, dict) else "a list"
    text = ascii(value)
    return text if len(text) <= 40 else f"{text[:37]}..."
