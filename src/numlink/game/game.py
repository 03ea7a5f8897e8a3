"""A puzzle being played: its moves so far, what is undone, the help taken; saved as a puzzle file with comments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from numlink import formats
from numlink.errors import CannotHold, InputError, ParseError
from numlink.game.state import State
from numlink.model.arguments import flag
from numlink.model.judge import check
from numlink.model.puzzle import Puzzle, Solution

SAVED_GAME = "; numlink game 1"
PLAYED, UNDONE, SECONDS = ";> ", ";< ", ";seconds "
HINTS, REVEALED, PROVEN = ";hints ", ";revealed ", ";proven"


@dataclass(frozen=True, slots=True)
class Game:
    """A puzzle being played: the moves so far with the state after each, and those undone.  Immutable.

    `states[0]` is the empty drawing, `states[i]` the one after `moves[i - 1]`.  `undone` is what redo would play,
    next one last.  `seconds` is the time played, as a face measured it; `hints` counts those asked for, and `revealed`
    names the numbers whose paths were shown: what is revealed is not solved, whatever is undone later.
    `proven` says that the puzzle comes with its solution and that this one is proven to be the only one.

    >>> game = Game.start(Puzzle(3, 1, (1, 0, 1))).play("draw 0,0 0,1").undo()
    >>> game.state.strands, game.redo().state.strands
    ((), ((0, 1),))
    """

    states: tuple[State, ...]
    moves: tuple[str, ...] = ()
    undone: tuple[str, ...] = ()
    seconds: int = field(default=0, compare=False)
    hints: int = field(default=0, compare=False)
    revealed: frozenset[int] = frozenset()
    proven: bool = False

    @classmethod
    def start(cls, puzzle: Puzzle, *, proven: bool = False) -> Game:
        """A new game; raises IllegalPuzzle where a number does not occur exactly twice."""
        return cls((State.start(puzzle),), proven=flag(proven, "proven") and puzzle.solution is not None)

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle being played."""
        return self.states[0].puzzle

    @property
    def state(self) -> State:
        """The drawing now."""
        return self.states[-1]

    @property
    def solved(self) -> bool:
        """Whether the drawing is a solution and the player's own."""
        return self.state.progress().solved and not self.revealed

    @property
    def only_solution(self) -> Solution | None:
        """The solution where it is proven to be the only one; a stored one that breaks the rules counts as none."""
        solution = self.puzzle.solution
        return solution if self.proven and solution is not None and not check(self.puzzle, solution) else None

    def play(self, *moves: str) -> Game:
        """The game after `moves`; those that change nothing are not remembered."""
        game = self
        for move in moves:
            state = game.state.play(move)
            if state != game.state:
                game = replace(game, states=(*game.states, state), moves=(*game.moves, move), undone=())
        return game

    def undo(self) -> Game:
        """The game before its last move; itself where there is none."""
        if not self.moves:
            return self
        return replace(self, states=self.states[:-1], moves=self.moves[:-1], undone=(*self.undone, self.moves[-1]))

    def redo(self) -> Game:
        """The game with the move undone last played again; itself where there is none."""
        if not self.undone:
            return self
        move = self.undone[-1]
        return replace(
            self,
            states=(*self.states, self.state.play(move)),
            moves=(*self.moves, move),
            undone=self.undone[:-1],
        )

    def reveal(self, number: int | None, *moves: str) -> Game:
        """The game after moves that draw what the player asked to see: the path of `number`, or (None) all."""
        shown = self.state.ends if number is None else (number,)
        return replace(self.play(*moves), revealed=self.revealed.union(shown))

    def replay(self) -> Iterator[tuple[str, State]]:
        """Every move with the state after it, in order."""
        return zip(self.moves, self.states[1:], strict=True)

    def save(self) -> str:
        """The game as text: a puzzle file that every command reads, the moves in its comments."""
        try:
            board = formats.dumps(self.puzzle)
        except CannotHold:  # a name or note that plain text has no room for; the game does not need it
            board = formats.dumps(replace(self.puzzle, name=None, notes={}))
        lines = [SAVED_GAME, board.rstrip("\n"), f"{SECONDS}{self.seconds}"]
        lines += [f"{HINTS}{self.hints}"] if self.hints else []
        lines += [REVEALED + " ".join(map(str, sorted(self.revealed)))] if self.revealed else []
        lines += [PROVEN] if self.proven else []
        lines += [PLAYED + move for move in self.moves]
        lines += [UNDONE + move for move in self.undone]
        return "\n".join(lines) + "\n"

    @classmethod
    def load(cls, text: str) -> Game:
        """The game of a saved text, or a new one of the first puzzle in it.

        Raises ParseError where the text or a move in it cannot be read, IllegalPuzzle for a board nobody can play.
        """
        game = cls.start(formats.parse(text)[0])
        if not text.startswith(SAVED_GAME):
            return game
        undone: list[str] = []
        for number, line in enumerate(text.splitlines(), start=1):
            try:
                if line.startswith(PLAYED):
                    game = game.play(line.removeprefix(PLAYED))
                elif line.startswith(UNDONE):
                    undone.append(line.removeprefix(UNDONE))
                elif line.startswith(SECONDS):
                    game = replace(game, seconds=sum(_counts(line.removeprefix(SECONDS))))
                elif line.startswith(HINTS):
                    game = replace(game, hints=sum(_counts(line.removeprefix(HINTS))))
                elif line.startswith(REVEALED):
                    game = replace(game, revealed=frozenset(_counts(line.removeprefix(REVEALED))))
                elif line == PROVEN:
                    game = replace(game, proven=True)
            except InputError as error:
                raise ParseError(f"this move cannot be made: {error}", line=number) from None
        return replace(game, undone=tuple(_playable(game.state, undone)))


def _counts(text: str) -> list[int]:
    """The numbers of a line, none where somebody has written something else into it."""
    return [int(word) for word in text.split() if word.isascii() and word.isdigit() and len(word) < 10]


def _playable(state: State, undone: Sequence[str]) -> Sequence[str]:
    """`undone` if it can be played from here, last one first, else nothing: redo must never fail."""
    try:
        for move in reversed(undone):
            state = state.play(move)
    except InputError:
        return ()
    return undone
