"""Clauses over the links of a board, and whether one follows: reverse unit propagation (Goldberg and Novikov 2003).

A clause follows from the board and the clauses before it where taking all its literals as false leads to a
contradiction.  Two things derive further literals: the lemmas, and each clause that has only one literal not false.
"""

from __future__ import annotations

from collections.abc import Iterable

from .lemmas import BoardFacts


class ClauseSet:
    """Clauses over a board's links; `watched`: literal -> the clauses that have it as one of their first two literals,
    which are open, or the other is true.  A clause with one open literal is not kept: that literal is taken as true."""

    def __init__(self, board: BoardFacts) -> None:
        self.board = board
        self.watched: dict[int, list[list[int]]] = {}
        self.refuted = not self._consistent(board.at_start())

    def follows(self, clause: list[int]) -> bool:
        """Whether taking all literals of a clause as false leads to a contradiction."""
        known = len(self.board.trail)
        contradiction = self.refuted or not self._consistent([-literal for literal in clause])
        self.board.back_to(known)
        return contradiction

    def add(self, clause: list[int]) -> None:
        """Take a clause as true from now on."""
        if self.refuted or any(self.board.value[literal] > 0 for literal in clause):
            return
        free = [literal for literal in clause if not self.board.value[literal]]
        if len(free) > 1:
            for literal in free[:2]:
                self.watched.setdefault(literal, []).append(free)
        elif not free or not self._consistent(free):
            self.refuted = True

    def _consistent(self, queue: Iterable[int]) -> bool:
        """Take literals as true, and all that the lemmas and clauses derive from them; False at a contradiction."""
        waiting, value = list(queue), self.board.value
        for literal in waiting:  # `waiting` grows while it is walked
            if value[literal] < 0:
                return False
            if not value[literal]:
                found = self.board.settle(literal)
                if 0 in found:
                    return False
                waiting += found + self._of_clauses(-literal)
        return True

    def _of_clauses(self, false: int) -> list[int]:
        """The literals derived by the clauses that watch `false`, which has just become false.

        A clause with a true watch and one that derives a literal keep their watches; any other watches another literal.
        """
        found, value = [], self.board.value
        for clause in self.watched.pop(false, ()):
            if clause[0] == false:
                clause[0], clause[1] = clause[1], clause[0]
            if value[clause[0]] <= 0:
                other = next((at for at in range(2, len(clause)) if value[clause[at]] >= 0), 0)
                if other:
                    clause[1], clause[other] = clause[other], clause[1]
                else:
                    found.append(clause[0])
            self.watched.setdefault(clause[1], []).append(clause)
        return found
