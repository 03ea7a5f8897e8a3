"""Derives JSON Schemas from the types that declare JSON output.

    class CountObject(TypedDict):                             the writer's literal, which mypy checks key by key
        count: Annotated[str, "decimal digits"]     ──>       {"type": "object", "properties": {"count": ...}, ...}

`Annotated` adds what types cannot say: a string is a description; an enum or a tuple lists the allowed words.
"""

from __future__ import annotations

from dataclasses import is_dataclass
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

DIALECT = "https://json-schema.org/draft/2020-12/schema"

Schema = dict[str, Any]

PLAIN: dict[Any, Schema] = {
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    float: {"type": "number"},
    str: {"type": "string"},
    NoneType: {"type": "null"},
    Any: {},
    dict: {"type": "object"},
}
"""The schemas of types without parts."""


def schema_of(kind: Any) -> Schema:
    """The schema of a TypedDict, dataclass, enum, list, dict, tuple, union, type of PLAIN, or `Annotated` of these.

    >>> schema_of(list[int] | None)
    {'anyOf': [{'type': 'array', 'items': {'type': 'integer'}}, {'type': 'null'}]}
    """
    if is_typeddict(kind) or is_dataclass(kind):
        return _object(kind)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return PLAIN[str] | _keyword(kind)
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        found = schema_of(parts[0])
        for annotation in parts[1:]:
            found = found | _keyword(annotation)
        return found
    if origin is list or parts[1:] == (...,):
        return {"type": "array", "items": schema_of(parts[0])}
    if origin is dict:
        return {"type": "object", "additionalProperties": schema_of(parts[1])}
    if origin is tuple:
        items = [schema_of(part) for part in parts]
        return {"type": "array", "prefixItems": items, "minItems": len(items), "maxItems": len(items)}
    if origin in (Union, UnionType):
        return {"anyOf": [schema_of(part) for part in parts]}
    return dict(PLAIN[kind])


def _keyword(annotation: Any) -> Schema:
    """The keyword that one annotation adds: a description, or the allowed words."""
    if isinstance(annotation, str):
        return {"description": annotation}
    if isinstance(annotation, tuple):
        return {"enum": list(annotation)}
    assert issubclass(annotation, Enum), annotation
    return {"enum": [member.value for member in annotation]}


def _object(kind: Any) -> Schema:
    """The schema of a TypedDict or a dataclass; it allows other keys, as a later version may add some."""
    properties: Schema = {}
    required = []
    for name, declared in get_type_hints(kind, include_extras=True).items():
        if get_origin(declared) is NotRequired:
            (declared,) = get_args(declared)
        else:
            required.append(name)
        properties[name] = schema_of(declared)
    return {"type": "object", "properties": properties, "required": required}
