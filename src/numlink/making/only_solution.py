"""The proof that the known solution of a board is its only one: a short walk near it, then its backbone.

A walk ends easy boards within some hundred conflicts and soon finds other solutions, but on a hard board a few of its
questions take nearly all the time.  The backbone (`engine.search.uniqueness`) has no such questions, but takes some
thousand conflicts in any case (notes/repair).
"""

from __future__ import annotations

from array import array

from numlink.engine.search.search import Search, Status
from numlink.engine.search.uniqueness import Backbone, Walk

A_SHORT_WALK = 1_000
"""Conflicts of the walk, after which the backbone goes on with all that was learned (notes/repair)."""

KEPT_ACTIVITY = 0.85
"""What is left of activities after a conflict."""


class OnlySolution:
    """The proof that `model` (1 on, 0 off, by link) is the only solution of `search`, in slices."""

    def __init__(self, search: Search, model: array[int]) -> None:
        search.fade_faster(KEPT_ACTIVITY)
        self._search, self._model = search, model
        self._proof: Walk | Backbone = Walk(search, model, near=True)

    def run(self, conflicts: int = 1000, propagations: int = 100_000) -> Status:
        """Go on: REFUTED, `model` is the only solution; SATISFIED, the search's model is another; PAUSED, run again.

        After SATISFIED add a clause to the search that `model` satisfies and the other solution does not.
        """
        status = self._proof.run(conflicts, propagations)
        if status is Status.PAUSED and isinstance(self._proof, Walk) and self._search.conflicts >= A_SHORT_WALK:
            self._proof.close()
            self._proof = Backbone(self._search, self._model)
        return status
