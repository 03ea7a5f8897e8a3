"""The game in a terminal: a Textual front end over play.py; the board is a widget of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import ClassVar, Protocol

from numlink.errors import InputError, MissingExtra
from numlink.game.hints import Hint, HintKind
from numlink.game.state import Game, State
from numlink.model.puzzle import Puzzle
from numlink.model.words import where

try:
    from textual import events, work
    from textual.app import App, ComposeResult
    from textual.binding import Binding
    from textual.screen import ModalScreen
    from textual.widgets import Footer, Static
except ModuleNotFoundError as error:  # pragma: no cover - without the extra
    raise MissingExtra("playing in a terminal", "terminal") from error

from numlink.terminal.board import Board

HELP = """\
[b]Join every pair of equal numbers with a path[/b] ({rules}).

  arrows, h j k l     move the cursor
  Shift+arrows, HJKL  draw from the cursor
  Space, Enter        pencil down, pencil up; Esc: never mind
  mouse               drag to draw, right button cuts a path
  x, Delete           erase the path under the cursor
  X                   erase everything
  u, r                undo, redo
  i                   hint: what to take back, or what is forced and why
  c                   check: can this drawing still be completed?
  p, P                reveal the path under the cursor, reveal all
  a                   letters instead of numbers
  n                   next puzzle
  q                   save and quit

Draw over a path to cut it, back along your own to retract it.
"""


class Advisor(Protocol):
    """What the face asks for while it is played; each call may take seconds and runs beside the screen."""

    def hint(self, state: State) -> Hint:
        """What to do next."""

    def check(self, state: State) -> Hint:
        """Whether the drawing can be completed."""

    def reveal(self, state: State, number: int | None) -> tuple[str, ...]:
        """The moves that draw one path, or all."""

    def next_puzzle(self) -> Puzzle:
        """Another puzzle."""


class Help(ModalScreen[None]):
    """The keys; any key closes it."""

    DEFAULT_CSS = """
    Help { align: center middle; }
    Help > Static { width: auto; height: auto; max-width: 100%; max-height: 100%; padding: 0 2; border: round $accent;
        background: $surface; }
    """

    def __init__(self, rules: str) -> None:
        super().__init__()
        self.rules = rules

    def compose(self) -> ComposeResult:
        yield Static(HELP.format(rules=self.rules))

    def on_key(self, event: events.Key) -> None:
        event.stop()
        self.dismiss()

    def on_click(self) -> None:
        self.dismiss()


class Player(App[Game]):
    """The whole game; its result is the Game as it was left.

    `keep` is called with the game after every move, so that nothing is lost however it ends.
    """

    TITLE = "numlink"
    ENABLE_COMMAND_PALETTE = False
    CSS = """
    #state { height: 1; padding: 0 1; background: $boost; text-style: bold; }
    #message { height: auto; max-height: 4; padding: 0 1; }
    Board { height: 1fr; width: 1fr; background: $background; }
    """
    BINDINGS: ClassVar = [
        Binding("u,ctrl+z", "undo", "undo", key_display="u"),
        Binding("r,ctrl+y", "redo", "redo", key_display="r"),
        Binding("i", "hint", "hint"),
        Binding("c", "check", "check"),
        Binding("x,delete,backspace", "erase", "erase", key_display="x"),
        Binding("X", "clear", "clear all", show=False),
        Binding("p", "reveal(False)", "reveal", show=False),
        Binding("P", "reveal(True)", "reveal all", show=False),
        Binding("a", "letters", "letters", show=False),
        Binding("n", "next", "next"),
        Binding("question_mark", "help", "help", key_display="?"),
        Binding("q,ctrl+c", "leave", "quit", key_display="q"),
    ]

    def __init__(self, game: Game, advisor: Advisor, keep: Callable[[Game], None]) -> None:
        super().__init__()
        self.game = game
        self.advisor = advisor
        self.keep = keep
        self.board = Board(self._play)
        self.state_line = Static(id="state", markup=False)
        self.message_line = Static(id="message", markup=False)
        self.message = "Join equal numbers. Space puts the pencil down, ? is help."

    def compose(self) -> ComposeResult:
        yield self.state_line
        yield self.board
        yield self.message_line
        yield Footer()

    def on_mount(self) -> None:
        self.board.show_state(self.game.state)
        self.board.focus()
        self.set_interval(1, self._tick)
        self._show()

    # --------------------------------------------------------------------------------------------------- moves

    def on_board_looked(self) -> None:
        self._show()

    def _play(self, *moves: str, message: str = "") -> None:
        try:
            game = self.game.play(*moves)
        except InputError as error:
            self._say(str(error))
            return
        self._become(game, message)

    def _become(self, game: Game, message: str = "") -> None:
        self.game = game
        self.board.show_state(game.state)
        try:
            self.keep(game)
        except InputError as error:
            message = str(error)
        status = game.state.status()
        if status.solved:
            message = f"Solved in {clock(game.seconds)} with {_count(len(game.moves), 'move')}. n is the next puzzle."
        elif status.faults:
            message = f"All joined, but {status.faults[0]}"
        self._say(message)

    def action_undo(self) -> None:
        """Take the last move back."""
        self._become(self.game.undo(), "" if self.game.moves else "Nothing to undo.")

    def action_redo(self) -> None:
        """Play again what was undone last."""
        self._become(self.game.redo(), "" if self.game.undone else "Nothing to redo.")

    def action_erase(self) -> None:
        """Take back the path under the cursor."""
        number = self.game.state.number_at(self.board.look.cursor)
        if number:
            self._play(f"erase {number}")

    def action_clear(self) -> None:
        """Take everything back."""
        self._play("clear", message="Cleared; u brings it back.")

    def action_letters(self) -> None:
        """Letters or numbers."""
        self.board.change(letters=not self.board.look.letters)

    def action_help(self) -> None:
        """Show the keys."""
        self.push_screen(Help(f"rules: {self.game.puzzle.rules}"))

    def action_leave(self) -> None:
        """Save and quit."""
        self.exit(self.game)

    # -------------------------------------------------------------------------------------------------- advice

    def action_hint(self) -> None:
        """Ask what to do next."""
        self._say("Thinking …")
        self._advise(self.game.state, self.advisor.hint)

    def action_check(self) -> None:
        """Ask whether the drawing can be completed."""
        self._say("Thinking …")
        self._advise(self.game.state, self.advisor.check)

    @work(thread=True, exclusive=True)
    def _advise(self, state: State, ask: Callable[[State], Hint]) -> None:
        told = ask(state)
        self.call_from_thread(self._tell, state, told)

    def _tell(self, state: State, told: Hint) -> None:
        if state != self.game.state:
            return  # the player went on: the answer is about another drawing
        self.board.change(marked=frozenset(told.cells), cursor=told.cells[-1] if told.cells else self.board.look.cursor)
        self._say(told.sentence)
        if told.kind is HintKind.TAKE_BACK:
            self.bell()

    def action_reveal(self, everything: bool) -> None:
        """Draw the path under the cursor, or all."""
        number = None if everything else self.game.state.number_at(self.board.look.cursor)
        if number == 0:
            self._say("No path under the cursor: move it to a number.")
            return
        self._say("Thinking …")
        self._reveal(self.game.state, number)

    @work(thread=True, exclusive=True)
    def _reveal(self, state: State, number: int | None) -> None:
        try:
            moves = self.advisor.reveal(state, number)
            problem = "" if moves else "This board has no solution."
        except Exception as error:  # whatever it is, the game goes on and says so
            moves, problem = (), str(error)
        self.call_from_thread(self._revealed, state, moves, problem)

    def _revealed(self, state: State, moves: tuple[str, ...], problem: str) -> None:
        if state == self.game.state:
            self._play(*moves, message=problem or "Revealed; u takes it back.")

    def action_next(self) -> None:
        """Another puzzle."""
        self._say("Making a puzzle …")
        self._next()

    @work(thread=True, exclusive=True)
    def _next(self) -> None:
        try:
            game = Game.start(self.advisor.next_puzzle())
        except Exception as error:
            self.call_from_thread(self._say, str(error))
            return
        self.call_from_thread(self._become, game, "A new puzzle.")

    # ------------------------------------------------------------------------------------------------- the lines

    def _tick(self) -> None:
        if not self.game.state.status().solved:
            self.game = replace(self.game, seconds=self.game.seconds + 1)
            self._show()

    def _say(self, message: str) -> None:
        self.message = message
        self._show()

    def _show(self) -> None:
        game, status = self.game, self.game.state.status()
        puzzle = game.puzzle
        parts = [
            f"{puzzle.width}x{puzzle.height} {puzzle.rules}",
            f"{status.complete}/{status.pairs} paths",
            f"{status.empty} empty",
            _count(len(game.moves), "move"),
            clock(game.seconds),
        ]
        drawing = "✎ " if self.board.look.trail else ""
        parts.append(drawing + where(puzzle.width, self.board.look.cursor))
        self.state_line.update("  ".join(parts))
        self.message_line.update(self.message)


def clock(seconds: int) -> str:
    """Seconds as a clock: 2:05, 1:02:05."""
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def _count(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def play_in_terminal(game: Game, advisor: Advisor, keep: Callable[[Game], None]) -> Game:
    """Play until the player leaves; the game as it then is."""
    return Player(game, advisor, keep).run() or game
