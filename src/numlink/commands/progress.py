"""Shows progress on stderr while a command works: a bar on a terminal, lines in a pipe or file.

    with Progress("puzzles checked", asked=asked) as progress:
        for finding in progress.over(findings):
            ...

A command that counts anything but the items of a loop calls `update` or `tick`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeVar

from numlink.commands.messages import complain

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

Each = TypeVar("Each")

LATER = 1.0  # seconds of work before the bar appears without --progress
LINE_EVERY = 5.0  # seconds between two lines of progress if stderr is not a terminal


class Progress:
    """Shows how much is done; `asked` None: only on a terminal, True: always, False: never.

    `words` say what is counted ("puzzles checked"); `total` is the number at the end, None if it is not known.
    """

    def __init__(self, words: str, *, asked: bool | None = None, total: int | None = None) -> None:
        self._on_terminal = asked is not False and sys.stderr.isatty()
        self._in_lines = bool(asked) and not self._on_terminal
        self._words = words
        self._total = total
        self._done = 0
        self._bar: Bar | None = None
        self._begun = self._line_at = monotonic()
        self._line_done = -1
        self._found = 0
        self._first: tuple[int, float] | None = None
        if asked and self._on_terminal:
            self._begun -= LATER

    @property
    def shown(self) -> bool:
        """Whether progress is shown; if not, a caller need not measure it."""
        return self._on_terminal or self._in_lines

    def tick(self) -> None:
        """Count one more as done."""
        self.update(self._done + 1)

    def update(self, done: int, total: int | None = None, words: str | None = None, found: int = 0) -> None:
        """Set the number of items done, of which `found` were done before this run.  `total` and `words` may change.

        The speed is measured from the last change of `found`, because those items took no time in this run.
        """
        self._done = done
        self._total = self._total if total is None else total
        self._words = words or self._words
        now = monotonic()
        if self._first is None or found != self._found:
            self._found, self._first = found, (done, now)
        if self._on_terminal and now - self._begun >= LATER:
            self._draw()
        elif self._in_lines and now - self._line_at >= LINE_EVERY:
            self._line_at = now
            self._line()

    def over(self, items: Iterable[Each]) -> Iterator[Each]:
        """Yield the items; an item counts as done when the next one is asked for."""
        for item in items:
            yield item
            self.tick()

    def pause(self) -> None:
        """Remove the bar before something is written to the terminal; the next update shows it again."""
        if self._bar is not None:
            self._bar.stop()
            self._bar = None

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.pause()
        if self._in_lines and error is None and self._line_done != self._done:
            self._line()

    def _line(self) -> None:
        self._line_done = self._done
        parts = [f"{self._done:,}" + ("" if self._total is None else f" of {self._total:,}")]
        if self._found:
            parts[0] += f" ({self._found:,} found, {max(0, self._done - self._found):,} made)"
        rate = self._rate()
        if rate >= 1:
            parts.append(f"{rate:,.0f} a second")
        if left := self._left():
            parts.append(left)
        complain(f"{self._words}: {', '.join(parts)}")

    def _left(self) -> str:
        """`0:41:07 left` at the present speed; "" if speed or total are not known."""
        rate = self._rate()
        if not rate or self._total is None or self._total <= self._done:
            return ""
        minutes, seconds = divmod(round((self._total - self._done) / rate), 60)
        return f"{minutes // 60}:{minutes % 60:02}:{seconds:02} left"

    def _rate(self) -> float:
        """Items done per second since the first update or the last change of `found`."""
        if self._first is None:
            return 0.0
        done, begun = self._first
        return max(0, self._done - done) / max(monotonic() - begun, 1e-9)

    def _draw(self) -> None:
        if self._bar is None:
            self._bar = _bar()
            self._task = self._bar.add_task(self._words, total=self._total, left="")
            self._bar.start()
        known: dict[str, Any] = {"total": self._total, "description": self._words, "left": self._left()}
        self._bar.update(self._task, completed=self._done, **known)


def _bar() -> Bar:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    # `_left` tells the time left, because rich would count the work of earlier runs as work of this one
    columns = [TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()]
    columns.append(TextColumn("{task.fields[left]}"))
    # stdout is redirected (its lines go above the bar) only if it is a terminal, never if it is a pipe or file
    console = Console(stderr=True)
    return Progress(*columns, console=console, transient=True, redirect_stdout=sys.stdout.isatty())
