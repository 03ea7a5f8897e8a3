"""Progress on stderr while a command works."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from time import monotonic
from typing import TypeVar

Each = TypeVar("Each")


def progress(items: Iterable[Each], words: str, *, asked: bool, total: int | None = None) -> Iterator[Each]:
    """`items` with a progress bar on stderr, on a terminal or when asked, once they take more than a second."""
    if not asked and not sys.stderr.isatty():
        yield from items
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn(words), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    begun = monotonic()
    console = Console(stderr=True)
    # lines of a result go above the bar on a terminal, but stay in their pipe or file
    with Progress(*columns, console=console, transient=not asked, redirect_stdout=sys.stdout.isatty()) as bar:
        task = bar.add_task(words, total=total, visible=asked)
        for item in items:
            yield item
            bar.update(task, advance=1, visible=asked or monotonic() - begun > 1)
