"""`race` on any graph: the race is between orders of its tracks instead of symmetric copies of a rectangle.

Orders are first compared by estimated cost (`EliminationOrder.cost`, from the width of their frontier); only the few that look
nearly as cheap as the cheapest are swept, and these race by counted states.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from numlink.engine.frontier.directions import Race
from numlink.engine.frontier.elimination_order import EliminationOrder, LinkSweep
from numlink.engine.frontier.graph import GraphFrontier
from numlink.engine.frontier.graph_no_touch import GraphFrontierNoTouch
from numlink.engine.frontier.sweep import FULL, Sweep
from numlink.engine.guard import OneThread

MOST_ORDERS = 4
"""How many orders are swept, at most."""
AS_GOOD = 8.0
"""An order is swept only if its estimated cost is at most this many times that of the cheapest order."""


class GraphRace(Race):
    """Counts the solutions on a graph by the cheapest of several orders; calls and results as for Race.

    `content` is what is on each track (0 empty, -1 closed, k an endpoint), `links` two tracks a link, `orders` lists of
    all tracks that are not closed.  Orders with a frontier of more than `widest` tracks are left out; if none is left,
    the status is FULL from the start.  `fixed` holds a state for each link: 1 on, -1 off, 0 neither.
    """

    def __init__(
        self,
        content: Sequence[int],
        links: Sequence[int],
        orders: Iterable[Sequence[int]],
        *,
        fill: bool = True,
        touch: bool = True,
        fixed: Sequence[int] | None = None,
        keep: bool = False,
        saturate: bool = False,
        widest: int = 26,
        cap: int = 20_000_000,
        cap_bytes: int = 3_000_000_000,
    ) -> None:
        OneThread.__init__(self)
        self._content = content
        self._along: type[LinkSweep] = GraphFrontier if touch else GraphFrontierNoTouch
        self._options = {"fill": fill, "cap": cap, "links": fixed}
        eliminations = sorted((EliminationOrder(content, links, order) for order in orders), key=lambda each: each.cost)
        best = eliminations[0].cost if eliminations else 0.0
        fit = [each for each in eliminations if each.width <= widest and each.cost <= AS_GOOD * best]
        self.copies = fit[:MOST_ORDERS]  # type: ignore[assignment]
        self._line_up(keep=keep, saturate=saturate, cap_bytes=cap_bytes)
        if not self.copies:
            self.status = FULL

    def _sweep(self, copy: object, *, keep: bool) -> Sweep:
        share = self._cap_bytes // (2 if keep else len(self.copies))
        return self._along(
            copy, self._content, keep=keep, saturate=self._saturate and not keep, cap_bytes=share, **self._options
        )
