"""The game in a terminal: a Textual application over game/; the board is a widget in board_view.py."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from typing import ClassVar, TypeAlias, TypeVar

from numlink.errors import InputError, MissingExtra, NumlinkError
from numlink.game.advisor import Advisor, Stopped
from numlink.game.game import Game
from numlink.game.hints import Hint, HintKind
from numlink.game.state import State
from numlink.game.texts import Texts, chosen_language
from numlink.model.layout import whole_size_in_words
from numlink.reasoning.grade import LARGEST_GRADED, Grade
from numlink.reasoning.rate import rate
from numlink.render.theme import Mode

try:
    from textual import work
    from textual.app import App, ComposeResult
    from textual.binding import Binding
    from textual.widgets import Footer, Static
    from textual.worker import get_current_worker
except ModuleNotFoundError as error:  # pragma: no cover - without the extra
    raise MissingExtra("playing in a terminal", "terminal") from error

from numlink.terminal.board_view import BoardView
from numlink.terminal.help_screen import Help
from numlink.terminal.view_state import clock, fitted, light_or_dark, spelled

Found = TypeVar("Found")

SECONDS_TO_GRADE = 1.0  # seconds for grading: few, because a hint waits until it ends

PlaceInFile: TypeAlias = Callable[[Game], tuple[int, int] | None]
"""Returns the place of a game's puzzle in its file: (2, 3) is the second of three; None if it has none."""

NextGame: TypeAlias = Callable[[Stopped], Game]
"""Makes another game, which may take seconds; gives up once its argument returns True.  May raise NumlinkError."""

FOOTER = {
    "u,ctrl+z": "undo", "r,ctrl+y": "redo", "i": "hint", "c": "check", "x,delete,backspace": "erase", "n": "next",
    "question_mark": "help", "q": "quit",
}  # fmt: skip
"""Keys in the footer and their actions; the text `undo_key` describes undo there."""
OTHERS = {
    "X": "clear", "p": "reveal", "P": "reveal_all", "a": "letters", "b": "previous", "z": "size", "m": "mark",
    "t": "trial", "T": "drop",
}  # fmt: skip
"""The other keys of the game and their actions."""
NEED_A_BOARD = {*FOOTER.values(), *OTHERS.values()} - {"help", "quit"}


class Player(App[Game]):
    """The application; its result is the Game as the player left it, None if no game had begun.

    `game` is the first game; None: one of `next_game`.  `keep` is called with the game after every move, so
    that no move is lost however the program ends.  `coming` is the name of the puzzle that `next_game` makes first, ''
    if it has none.
    """

    TITLE = "numlink"
    ENABLE_COMMAND_PALETTE = False
    CSS = """
    #state { height: 1; padding: 0 1; background: $boost; text-style: bold; }
    #message { height: auto; max-height: 4; padding: 0 1; }
    BoardView { height: 1fr; width: 1fr; background: $background; }
    """
    BINDINGS: ClassVar = [
        *(Binding(key, action, show=False) for key, action in OTHERS.items()),
        Binding("ctrl+q,ctrl+c", "quit", show=False, priority=True),
    ]

    def __init__(
        self, game: Game | None, next_game: NextGame, keep: Callable[[Game], None], place: PlaceInFile, coming: str = ""
    ) -> None:
        super().__init__()
        self.coming = coming
        self.waited: int | None = None
        """While the first puzzle is made: the seconds that the player has waited for it; else None."""
        self.tried_since: int | None = None
        """While the player tries something out: the number of moves made before; else None."""
        self.texts = Texts(chosen_language(os.environ))
        for key, action in FOOTER.items():
            shown = key.split(",")[0].replace("question_mark", "?")
            self.bind(key, action, description=self.texts(f"{action}_key"), key_display=shown)
        self.begun = game
        self.place = place
        self.before: list[Game] = []
        self.grade = ""
        self.next_game = next_game
        self.keep = keep
        mode = light_or_dark(os.environ)
        if mode is Mode.LIGHT:
            self.theme = "textual-light"
        self.board = BoardView(self._play, None if self.no_color else mode)
        self.state_line = Static(id="state", markup=False)
        self.message_line = Static(id="message", markup=False)
        self.message = self.texts("begin")

    @property
    def game(self) -> Game:
        """The game being played; there is none before a game has begun."""
        assert self.begun is not None
        return self.begun

    def compose(self) -> ComposeResult:
        yield self.state_line
        yield self.board
        yield self.message_line
        yield Footer()

    def on_mount(self) -> None:
        # one thread for all jobs of `_ask`, because an object of the engine belongs to one thread
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(1, thread_name_prefix="thinking"))
        self.board.focus()
        self.set_interval(1, self._tick)
        if self.begun is None:
            self.action_next()
        else:
            self._begin(self.begun, self.message)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether an action is allowed: True; None, which shows its key as disabled, without a board for it yet.

        "next" is also allowed if making the first puzzle failed: it tries again.
        """
        failed = self.begun is None and self.waited is None
        return None if self.begun is None and action in NEED_A_BOARD and not (failed and action == "next") else True

    # --------------------------------------------------------------------------------------------------- moves

    def on_resize(self) -> None:
        """Write the line with the state of the game again, as a narrow screen leaves out parts of it."""
        self._show()

    def on_board_view_cursor_moved(self) -> None:
        self._show()

    def _begin(self, game: Game, message: str) -> None:
        """Show another game, with an advisor for its puzzle."""
        self.advisor = Advisor(game.puzzle, only_solution=game.only_solution)
        self.grade = ""
        self.tried_since = None
        self._become(game, message)
        self._find_grade()

    def _play(self, *moves: str, message: str = "") -> None:
        """Play moves and show the game after them, or say why a move is not allowed."""
        try:
            game = self.game.play(*moves)
        except InputError as error:
            self._say(self._translated(str(error), "nopencil"))
            return
        self._become(game, message)

    def _become(self, game: Game, message: str = "") -> None:
        """Show and save `game`, whose puzzle is the advisor's, and say `message` or something more urgent: that it is
        solved, its faults, or that saving failed.
        """
        self.begun = game
        if self.tried_since is not None and (game.solved or self.tried_since > len(game.moves)):
            self.tried_since = None  # the trial is over: solved, or undone back to before it began
        self.board.show_state(game.state, tried=self._tried(), won=game.solved)
        try:
            self.keep(game)
        except InputError as error:
            message = str(error)
        progress = game.state.progress()
        if game.solved:
            taken = self.texts.counted("moves", len(game.moves))
            taken += self.texts("and") + self.texts.counted("hints", game.hints) if game.hints else ""
            message = self.texts("won", time=clock(game.seconds), taken=taken)
        elif progress.solved:
            message = self.texts("shown")
        elif progress.faults:
            message = self.texts.missing(game.state, self._label)
        self._say(message)

    def action_undo(self) -> None:
        self._become(self.game.undo(), "" if self.game.moves else self.texts("noundo"))

    def action_redo(self) -> None:
        self._become(self.game.redo(), "" if self.game.undone else self.texts("noredo"))

    def _tried(self) -> frozenset[int]:
        """The numbers with a strand that is new since the trial began; none without a trial."""
        if self.tried_since is None:
            return frozenset()
        before = self.game.states[self.tried_since].strands
        changed = [strand for strand in self.game.state.strands if strand not in before]
        return frozenset(self.game.puzzle.cells[strand[0]] for strand in changed)

    def action_trial(self) -> None:
        """Begin to try something out; during a trial, end it and keep its moves."""
        begin = self.tried_since is None
        self.tried_since = len(self.game.moves) if begin else None
        self._become(self.game, self.texts("tryingout" if begin else "kept"))

    def action_drop(self) -> None:
        """End the trial and take back all its moves."""
        since, self.tried_since = self.tried_since, None
        if since is None:
            self._say(self.texts("notrial"))
            return
        game = self.game
        while len(game.moves) > since:
            game = game.undo()
        self._become(game, self.texts("dropped"))

    def action_mark(self) -> None:
        """Unless the pencil is down, let the next arrow key put a × on that side of the cell, or take the × away."""
        if not self.board.view.trail:
            self.board.change(crossing=True)
            self._say(self.texts("markside"))

    def action_erase(self) -> None:
        """Take back everything drawn from both ends of the number under the cursor."""
        number = self.game.state.number_at(self.board.view.cursor)
        if number:
            self._play(f"erase {number}")

    def action_clear(self) -> None:
        self._play("clear", message=self.texts("cleared"))

    def action_letters(self) -> None:
        self.board.change(letters=not self.board.view.letters)

    def action_size(self) -> None:
        """Change to the next size of cells, or say that this board has only one size."""
        if not self.board.resize_cells():
            self._say(self.texts("onesize"))

    def action_help(self) -> None:
        known, special = self.texts("rulesunknown"), []
        if self.begun is not None:
            rules = self.begun.puzzle.rules
            known = self.texts("rulesare", rules=self._translated(str(rules), str(rules)))
            special = self.texts.special(self.begun.puzzle)
        self.push_screen(Help("\n".join([self.texts("helpscreen", rules=known), *special])))

    async def action_quit(self) -> None:
        """End the thread of hints and quit with the game, which was saved after every move.

        It replaces Textual's own action of this name, so that every key that Textual binds to it does the same.
        """
        self.workers.cancel_all()
        self.exit(self.begun)

    # -------------------------------------------------------------------------------------------------- advice

    def action_hint(self) -> None:
        self._ask_about(self.advisor.hint)

    def action_check(self) -> None:
        self._ask_about(self.advisor.check)

    def _ask_about(self, ask: Callable[..., Hint]) -> None:
        """Ask the advisor for a Hint on the drawing, and show the answer."""
        if self.board.view.trail and not self.board.draws_free:
            self.board.action_pencil()  # lifts the pencil, so that the path being drawn counts
        state = self.game.state
        self._say(self.texts("thinking"))
        self._ask(lambda stopped: ask(state, stopped=stopped), lambda hint: self._show_hint(state, hint))

    @work(thread=True, exclusive=True)
    def _ask(self, job: Callable[[Stopped], Found], then: Callable[[Found], None], failed: str = "unknown") -> None:
        """Run a job in the thread of hints, then call `then` with its result.  If it fails, say its error, which is in
        English, or in other languages the text named `failed`.

        A newer job ends this one: `stopped()` becomes True, so the job ends by itself within milliseconds (grading,
        which does not check, at its own time limit), and its result is ignored.
        """
        worker = get_current_worker()
        try:
            report = partial(then, job(lambda: worker.is_cancelled))
        except NumlinkError as error:
            report = partial(self._fail, self._translated(str(error), failed))
        self.call_from_thread(lambda: None if worker.is_cancelled else report())

    def _fail(self, message: str) -> None:
        """Say why a job failed; if it was making the first puzzle, also which key tries again."""
        if self.begun is None:
            self.waited = None
            self.refresh_bindings()
            message = f"{message} {self.texts('tryagain')}"
        self._say(message)

    def _show_hint(self, state: State, hint: Hint) -> None:
        """Show a Hint on `state`, unless the drawing has changed: its sentence, its cells marked, the cursor on the
        last of them.  A hint of the kind LINK counts as taken.
        """
        if state != self.game.state:
            return  # the player has moved on, so the hint is for another drawing
        if hint.kind is HintKind.LINK:
            self.begun = replace(self.game, hints=self.game.hints + 1)
        self.board.change(marked=frozenset(hint.cells), cursor=hint.cells[-1] if hint.cells else self.board.view.cursor)
        short = self.board.view.letters or self.texts.language != "en"
        self._say(self.texts.hint(hint, state.puzzle, self._label) if short else hint.sentence)
        if hint.kind is HintKind.TAKE_BACK:
            self.bell()

    def _label(self, number: int) -> str:
        """The text that stands for a number on the board: the number, or letters."""
        return spelled(number, letters=self.board.view.letters)

    def _translated(self, english: str, name: str) -> str:
        """`english` itself, or in another language the text called `name`."""
        return english if self.texts.language == "en" else self.texts(name)

    def action_reveal(self) -> None:
        """Draw the path of the number whose end or strand is under the cursor; say so if there is neither."""
        number = self.game.state.number_at(self.board.view.cursor)
        if number:
            self._reveal(number)
        else:
            self._say(self.texts("pointfirst"))

    def action_reveal_all(self) -> None:
        self._reveal(None)

    def _reveal(self, number: int | None) -> None:
        """Draw the path of a number, or all paths (None), unless the drawing changes before the advisor answers."""
        state, ask = self.game.state, self.advisor.reveal

        def revealed(moves: tuple[str, ...]) -> None:
            if state == self.game.state and moves:
                self._become(self.game.reveal(number, *moves), self.texts("revealed"))
            elif not moves:
                self._say(self.texts("unsolvable"))

        self._say(self.texts("thinking"))
        self._ask(lambda stopped: ask(state, number, stopped=stopped), revealed)

    def action_next(self) -> None:
        """Make another puzzle and play it."""

        def begin(game: Game) -> None:
            if self.begun is not None:
                self.before.append(self.begun)
            self._begin(game, self.texts("freshback" if self.before else "fresh"))
            self.waited = None
            self.refresh_bindings()

        if self.begun is None:
            self.waited = 0
            self.refresh_bindings()
        self._say(self._making())
        self._ask(self.next_game, begin, "notmade")

    def _making(self) -> str:
        """The message while a puzzle is made; only the first one is named (`coming`)."""
        named = "" if self.begun else self.coming
        return self.texts("makingday", puzzle=named) if named else self.texts("making")

    def action_previous(self) -> None:
        """Go back to the puzzle before, as the player left it."""
        if self.before:
            self._begin(self.before.pop(), self.texts("again"))
        else:
            self._say(self.texts("first"))

    def _find_grade(self) -> None:
        """Grade a board of up to LARGEST_GRADED cells in the thread of hints, and show the grade."""
        puzzle, proven = self.game.puzzle, self.game.only_solution is not None
        if len(puzzle.cells) > LARGEST_GRADED:
            return

        def graded(found: Grade) -> None:
            if puzzle is self.game.puzzle and found is not Grade.NONE:
                self.grade = str(found)
                self._show()

        self._ask(lambda _: rate(puzzle, proven=proven, budget=SECONDS_TO_GRADE).grade, graded)

    # --------------------------------------------------------------------------------- the message and the state

    def _tick(self) -> None:
        """Count one more second of play until the board is solved, or of waiting for the first puzzle."""
        if self.waited is not None:
            self.waited += 1
            self._say(f"{self._making()} {clock(self.waited)}")
        elif self.begun is not None and not self.begun.state.progress().solved:
            self.begun = replace(self.begun, seconds=self.begun.seconds + 1)
            self._show()

    def _say(self, message: str) -> None:
        self.message = message
        self._show()

    def _show(self) -> None:
        """Write the message, and the line with the state of the game."""
        self.message_line.update(self.message)
        if self.begun is None:
            self.state_line.update(self.coming)
            return
        game, progress = self.begun, self.begun.state.progress()
        puzzle = game.puzzle
        place, view = self.place(game), self.board.view
        line = {
            "name": puzzle.name or "",
            "place": "" if place is None else self.texts("of", at=place[0], count=place[1]),
            "board": f"{whole_size_in_words(puzzle)} {self.texts(f'{puzzle.rules} in short')}",
            "grade": self.texts(self.grade),
            "paths": self.texts("paths", complete=progress.complete, pairs=progress.pairs),
            "empty": self.texts("emptycells", count=progress.empty),
            "moves": self.texts.counted("moves", len(game.moves)),
            "time": clock(game.seconds),
            "trial": "" if self.tried_since is None else self.texts("ontrial"),
            "cell": ("✎ " if view.trail else "") + self.texts.where(puzzle, view.cursor),
        }
        self.state_line.update(fitted(line, self.size.width - 2))


def play_in_terminal(
    game: Game | None, next_game: NextGame, keep: Callable[[Game], None], *, place: PlaceInFile, coming: str
) -> Game | None:
    """Play until the player leaves; returns the game as the player left it, None if no game had begun."""
    player = Player(game, next_game, keep, place, coming)
    return player.run() or player.begun
