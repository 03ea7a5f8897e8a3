"""The manifest of a dataset."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import Annotated, Any, NotRequired, TypedDict, cast

from numlink.datasets.plan import Plan, plan_from
from numlink.errors import InputError, quoted
from numlink.model.layout import sides_in_words
from numlink.model.words import json_fault
from numlink.version import DATASET_VERSION

MANIFEST, CONFIGURATION, LOCK = "_manifest.json", "_batch.toml", "_lock"
"""The names of files in a dataset's folder other than shards; readers of Parquet skip names that begin with `_`."""

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
    sha256: NotRequired[Annotated[str, "of all other keys"]]


@dataclass(frozen=True, slots=True)
class WrittenShard:
    """A shard as it was written: its name, its numbers of rows and bytes, and its SHA-256 in hexadecimal."""

    name: str
    rows: int
    bytes: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """The manifest of a dataset that is `complete` or in progress.

    `run` is the id of its run, `count` the number of its puzzles (None: not known; less than `plan.count` if a size ran
    dry), `shards` the first known shards, the last of which may still lack rows.
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
            found["shards"] = [cast(ShardObject, asdict(entry)) for entry in self.shards]
        return found

    def to_bytes(self) -> bytes:
        return sealed(self.to_json())


def sealed(found: Mapping[str, Any]) -> bytes:
    """The bytes of a manifest with a digest that reveals later edits."""
    whole = {key: value for key, value in found.items() if key != DIGEST} | {DIGEST: _digest(found)}
    return json.dumps(whole, indent=1).encode() + b"\n"


def _digest(found: Mapping[str, Any]) -> str:
    """The SHA-256, in hexadecimal, of all keys but the digest, whatever the blanks and line ends."""
    content = {key: value for key, value in found.items() if key != DIGEST}
    return sha256(json.dumps(content, separators=(",", ":")).encode()).hexdigest()


def manifest_from(content: bytes) -> Manifest:
    """The manifest in these bytes; raises InputError if it is damaged, edited or not a manifest of numlink."""
    found = _object(content)
    version = found["dataset"]
    if version != DATASET_VERSION:
        raise InputError(f"it has version {quoted(version)}, but this numlink supports {DATASET_VERSION}.")
    if DIGEST not in found:
        raise InputError(f"it lacks its own digest ({DIGEST}).")
    if found[DIGEST] != _digest(found):
        raise InputError(f"it was changed after it was written: its digest ({DIGEST}) differs.")
    try:
        plan = plan_from(found["options"])
        shards = tuple(
            WrittenShard(**entry | {"name": plan.shard_name(place)})  # never a name that leads elsewhere
            for place, entry in enumerate(found.get("shards", ()))
        )
        return Manifest(plan, found["run"], found["versions"], found["complete"], found.get("count"), shards)
    except InputError as error:
        raise InputError(f"its options are bad: {error}") from None
    except (AttributeError, KeyError, TypeError):
        raise InputError("it is not a manifest of numlink.") from None


def _object(content: bytes) -> dict[str, Any]:
    try:
        found = json.loads(content.decode())
    except UnicodeDecodeError as error:
        raise InputError(f"it is not UTF-8 text (byte {error.start}).") from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"it is not JSON: {json_fault(error)}.") from None
    if not isinstance(found, dict) or "dataset" not in found:
        raise InputError("it is not a manifest of numlink.")
    return found
