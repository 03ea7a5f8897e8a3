"""What can be reached step by step: cells along links, similar dots, or any other hashable values."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TypeVar

Place = TypeVar("Place", bound=Hashable)


def reached(starts: Iterable[Place], beside: Callable[[Place], Iterable[Place]]) -> list[Place]:
    """The starts and all places that steps lead to from them, nearest first; `beside` gives the places a step away.

    >>> reached([3], lambda place: [place - 2, place // 2] if place > 0 else [])
    [3, 1, -1, 0]
    """
    found = list(dict.fromkeys(starts))
    seen = set(found)
    for place in found:  # `found` grows during the loop
        for other in beside(place):
            if other not in seen:
                seen.add(other)
                found.append(other)
    return found


def line_from(start: Place, beside: Callable[[Place], Iterable[Place]]) -> list[Place]:
    """The places along a line from its end `start`: its other end has one place beside it, those between have two."""
    line = [start]
    while onward := [place for place in beside(line[-1]) if place not in line[-2:-1]]:
        line.append(onward[0])
    return line


def parts(places: Iterable[Place], beside: Callable[[Place], Iterable[Place]]) -> Iterator[list[Place]]:
    """The connected parts of `places`, each beginning with its first place."""
    seen: set[Place] = set()
    for place in places:
        if place not in seen:
            part = reached([place], beside)
            seen.update(part)
            yield part
