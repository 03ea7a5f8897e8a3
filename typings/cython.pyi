"""What the names of Cython mean to mypy where it reads the engine: plain numbers; `int[::1]` is anything."""

from builtins import bool as _bool
from builtins import float as _float
from builtins import int as _int
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, TypeAlias

from typing_extensions import TypeVar

_Decorated = TypeVar("_Decorated")
_View = TypeVar("_View", default=_int)

int: TypeAlias = _int | _View  # noqa: A001
uint: TypeAlias = _int | _View
uchar: TypeAlias = _int | _View
schar: TypeAlias = _int | _View
longlong: TypeAlias = _int | _View
ulonglong: TypeAlias = _int | _View
Py_ssize_t: TypeAlias = _int
bint: TypeAlias = _bool
double: TypeAlias = _float
void: TypeAlias = None

compiled: _bool
gil: AbstractContextManager[None]
nogil: AbstractContextManager[None]

def cclass(decorated: _Decorated, /) -> _Decorated: ...
def cfunc(decorated: _Decorated, /) -> _Decorated: ...
def final(decorated: _Decorated, /) -> _Decorated: ...
def exceptval(*, check: _bool) -> Callable[[_Decorated], _Decorated]: ...
def declare(kind: object, value: Any, /) -> Any: ...
def cast(kind: object, value: Any, /) -> Any: ...
def address(place: object, /) -> object: ...
