"""Answers to a player: a hint, a check, a path.  Terminal and server ask here, each with its own time limit.

Every answer starts from one question: can these links be completed to a solution (`Complete` in hints.py)?  If the only
solution is known and proven, comparing with that solution answers the question; otherwise the search engine does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from numlink.exact.budget import Budget
from numlink.exact.complete import Completer, Completion
from numlink.game.hints import Complete, Hint, check_drawing, hint, reveal
from numlink.game.state import State
from numlink.model.arguments import instance
from numlink.model.grid import Link
from numlink.model.puzzle import Puzzle, Solution, require_puzzle

Stopped: TypeAlias = Callable[[], bool]
"""Returns True once nobody waits for the answer any more; the search calls this function every few milliseconds."""

SECONDS_TO_THINK = 5.0  # seconds that one answer may take, unless `Advisor(seconds=)` says otherwise


class Advisor:
    """Answers one player's questions about one puzzle: hints, whether the drawing can be finished, paths to show.

    What the search learnt for one answer speeds up the next.  `only_solution` is a solution that is proven to be the
    only one: answers then compare the drawing with this solution.  An answer takes at most about `seconds`.  If that
    was too short, or `stopped()` became True, the hint is of the kind UNKNOWN.  An Advisor belongs to one thread.
    Raises InputError if `puzzle` is no Puzzle; the first question raises IllegalPuzzle if a number does not occur
    exactly twice.

    >>> from numlink import Advisor, Puzzle, State
    >>> puzzle = Puzzle.from_rows([[1, 0, 1]])
    >>> Advisor(puzzle).hint(State.start(puzzle)).moves
    ('draw 0,0 0,1',)
    """

    def __init__(
        self, puzzle: Puzzle, *, only_solution: Solution | None = None, seconds: float = SECONDS_TO_THINK
    ) -> None:
        self.puzzle = require_puzzle(puzzle)
        self.seconds = seconds
        Budget(seconds)  # raises InputError if `seconds` is not a valid number of seconds
        if only_solution is not None:
            instance(only_solution, Solution, "a solution")
        self._known = None if only_solution is None else compare_with(only_solution)
        self._completer: Completer | None = None

    def hint(self, state: State, *, stopped: Stopped | None = None) -> Hint:
        """A Hint on what to do next: what to take back, or which link to draw and why."""
        return hint(instance(state, State, "a drawing"), self._complete(stopped))

    def check(self, state: State, *, stopped: Stopped | None = None) -> Hint:
        """Tell whether the drawing can be completed: a Hint of any kind but LINK; TAKE_BACK says what to take back."""
        return check_drawing(instance(state, State, "a drawing"), self._complete(stopped))

    def reveal(self, state: State, number: int | None, *, stopped: Stopped | None = None) -> tuple[str, ...]:
        """The moves that draw the path of `number`, or all (None); () without a solution.

        Raises BudgetEnded if time ran out, and InputError for a number that is not on the board.
        """
        return reveal(instance(state, State, "a drawing"), self._complete(stopped), number)

    def _complete(self, stopped: Stopped | None) -> Complete:
        """The function that tells what can be completed, with a new time limit of `seconds`."""
        if self._known is not None:
            return self._known
        if self._completer is None:
            self._completer = Completer(self.puzzle)
        self._completer.renew(Budget(self.seconds, stopped=stopped))
        return self._completer.complete


def compare_with(only_solution: Solution) -> Complete:
    """A `Complete` for a puzzle whose only solution is known: links can be completed if this solution has them all."""
    right = only_solution.links()

    def complete(links: Sequence[Link], without: Link | None = None) -> Completion:
        wrong = next((link for link in links if link not in right), None)
        if wrong is not None:
            return Completion(None, frozenset({wrong}))
        return Completion(None if without in right else only_solution)

    return complete
