"""Local clauses for any graph: what follows around a triangle and a square of links where no path touches itself.

    a ── b      A path that does not touch itself cannot use all but one link of a cycle: its two ends on the cycle
    │    ¦      would be joined by the last link, which it does not use (and using it would close a ring).
    c ── d      Squares with a diagonal need no clauses of their own: those of their triangles say more.

The clauses hold wherever touching is forbidden.  They also hold for *canonical* linkings, which on a graph that is no
rectangle are linkings without touching.  Where cells may stay empty, a path that touches can be shortened along the
link, which leaves a track empty.  Hence:

- a board has a linking if and only if it has a canonical one
- it has exactly one linking, and that one covers, if and only if it has exactly one canonical linking and that covers
  (a second linking would touch; shortened, it would be a second canonical one, which does not cover)

`canonical_squares` adds spikes and flips for rectangles, `canonical_graph` the like of them for other boards.
"""

from __future__ import annotations

from array import array


def cycle_clauses(links: array[int], labels: array[int]) -> array[int]:
    """Clauses that every solution without touching satisfies, for `Search.add_clauses`: size, literals, size, ...

    `links`: two tracks a link, no two links between the same tracks.  `labels`: by track its number or 0.  The clauses
    are necessary, not sufficient: `Search(touching=False)` refuses the rest.
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
    """For each link of a cycle append the clause that not all its other links are on."""
    for skipped in cycle:
        clauses.append(len(cycle) - 1)
        clauses.extend(2 * link + 1 for link in cycle if link != skipped)
