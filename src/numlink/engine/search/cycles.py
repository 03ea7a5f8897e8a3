"""Local clauses for any graph: what not touching means around a triangle and a square of links.

    a ── b      Of a cycle of links a path that does not touch itself cannot use all but one: its two ends on the
    │    ¦      cycle would be joined by the last link, which it does not use (and using it would close a loop).
    c ── d      Squares with a diagonal need no clauses of their own, their triangles say more.

They hold wherever touching is forbidden, and also for *canonical* linkings, which on a graph that is no rectangle are
those without touching: cells may stay empty there, so a path that touches is shortened along the link, which leaves a
track empty.  Hence a board has a linking if and only if it has a canonical one, and exactly one linking which covers
if and only if it has exactly one canonical linking and that one covers (a second linking would touch, and shortened it
would be a canonical one that does not cover).  What `no_touch` adds for rectangles, spikes and flips, needs the plane.
"""

from __future__ import annotations

from array import array


def cycle_clauses(links: array[int], labels: array[int]) -> array[int]:
    """Clauses that every solution without touching satisfies, for `Search.add_clauses` (size, literals, ...).

    `links`: two tracks a link, no two links between the same tracks.  `labels`: per track its number or 0.  Necessary,
    not sufficient: `Search(touching=False)` does the rest.
    """
    around: list[dict[int, int]] = [{} for _ in labels]
    for link in range(len(links) // 2):
        first, second = links[2 * link], links[2 * link + 1]
        around[first][second] = around[second][first] = link
    clauses = array("i")
    for here, beside in enumerate(around):
        later = sorted(track for track in beside if track > here)
        for index, one in enumerate(later):
            if labels[here] and labels[here] == labels[one]:
                clauses.extend((1, 2 * beside[one]))
            for other in later[index + 1 :]:
                if other in around[one]:
                    exclude(clauses, (beside[one], around[one][other], beside[other]))
                    continue
                for far in around[one]:
                    if far > here and far in around[other] and far not in beside:
                        exclude(clauses, (beside[one], around[one][far], around[other][far], beside[other]))
    return clauses


def exclude(clauses: array[int], cycle: tuple[int, ...]) -> None:
    """Of the links of a cycle no path uses all but one."""
    for skipped in cycle:
        clauses.append(len(cycle) - 1)
        clauses.extend(2 * link + 1 for link in cycle if link != skipped)
