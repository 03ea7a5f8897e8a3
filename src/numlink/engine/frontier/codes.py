"""The codes of numbers on a frontier: how many are needed, and which number has which."""

from __future__ import annotations


def live_codes(cells: list[int]) -> tuple[dict[int, int], int]:
    """The index of each number, and how many indices are needed: each takes the smallest that is free while it is open.

    Raises ValueError when a number does not occur exactly twice.
    """
    occurs: dict[int, int] = {}
    index: dict[int, int] = {}
    used: set[int] = set()
    needed = 0
    for number in cells:
        if number <= 0:
            continue
        occurs[number] = occurs.get(number, 0) + 1
        if occurs[number] == 1:
            index[number] = next(free for free in range(len(used) + 1) if free not in used)
            used.add(index[number])
            needed = max(needed, len(used))
        else:
            used.discard(index[number])
    wrong = sorted(number for number, times in occurs.items() if times != 2)
    if wrong:
        raise ValueError(f"number {wrong[0]} occurs {occurs[wrong[0]]} times: every number needs two endpoints")
    return index, needed


def codes_needed(cells: list[int], index: dict[int, int], slots: int) -> int:
    """How many codes are needed so that numbers open at once and pairs never share one: as many as at the worst cell.

    One for each index up to the highest open one, which may stay open while those below it end, and one for each pair
    that can be there: of a closed number, on two slots.
    """
    live: set[int] = set()
    closed = highest = worst = 0
    for number in cells:
        if number <= 0:
            continue
        live ^= {index[number]}
        closed += index[number] not in live
        highest = max(live, default=-1) + 1
        worst = max(worst, highest + min(closed, max(0, slots - len(live)) // 2))
    return worst
