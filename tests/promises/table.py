"""What a line of the table is: a promise of a function, or of a command."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numlink
from numlink import Answer
from numlink.errors import NumlinkError
from tests.promises.cases import Case

SMALL = "solve", "prove", "count", "sample", "heat", "check", "explain", "rate", "repair", "book", "census", "new"
"""Commands that get LARGE_BUDGET on a large board."""


@dataclass(frozen=True)
class Promise:
    """What a public function answers: `ask` it about a case, `holds` says whether the answer is right.

    `no_solution`, `several`, `illegal` and `empty` are the errors of these boards; every other case must be answered.
    Where there is `refuses` it says instead which error is right.
    """

    name: str
    ask: Callable[[Case], Any]
    holds: Callable[[Case, Any], bool]
    no_solution: type[NumlinkError] | None = None
    several: type[NumlinkError] | None = None
    illegal: type[NumlinkError] | None = numlink.IllegalPuzzle
    empty: type[NumlinkError] | None = None
    may: type[NumlinkError] | None = None
    """What it may raise of boards with several solutions beside answering."""
    refuses: Callable[[Case, NumlinkError], bool] | None = None
    names: tuple[str, ...] = ()
    """The public names that the line stands for, beside its own."""

    def keep(self, case: Case) -> None:
        """Ask, and assert that the cell of the table is as it is promised."""
        try:
            found = self.ask(case)
        except NumlinkError as error:
            self.refused(case, error)
            return
        if self.refuses is None:
            assert case.sort != "illegal" or self.illegal is None, f"an illegal board was answered: {found!r:.200}"
            refusal = {Answer.NONE: self.no_solution, Answer.MULTIPLE: self.several}.get(case.answer or Answer.UNIQUE)
            refusal = self.empty if self.empty and case.sort == "empty" else refusal
            assert refusal is None, f"expected {refusal}, got {found!r:.200}"
        assert self.holds(case, found), f"{found!r:.500} is wrong; right is {case.answer} of {case.linkings!r:.300}"

    def refused(self, case: Case, error: NumlinkError) -> None:
        said = str(error)
        assert len(said) > 10, error
        assert "\n" not in said or case.sort == "illegal"
        if self.refuses is not None:
            assert self.refuses(case, error), repr(error)
        elif case.sort == "illegal":
            assert isinstance(error, self.illegal or ()), repr(error)
        elif case.sort == "empty" and self.empty:
            assert isinstance(error, self.empty), repr(error)
        elif case.sort == "large":
            assert isinstance(error, numlink.Unanswered | numlink.NoSolution | numlink.InputError), repr(error)
        else:
            several = self.several or self.may
            wanted = {Answer.NONE: self.no_solution, Answer.MULTIPLE: several}.get(case.answer or Answer.UNIQUE)
            assert isinstance(error, wanted or ()), repr(error)


@dataclass(frozen=True)
class Command:
    """What a command ends with: an exit code for each sort of board, and what is read from its output.

    `none`, `several` and `illegal` are exit codes; 0 everywhere else.  Large boards may also end with 3.  The board is
    standard input and the file {board}; {folder} is empty, {rules} and {size} are the board's.
    """

    words: tuple[str, ...]
    none: int = 0
    several: int = 0
    illegal: int = 2
    holds: Callable[[Case, str], bool] = lambda case, out: True
    left: Callable[[Case, Path], bool] = lambda case, folder: True
    """Whether the files are right that it left in {folder} when it ended with 0."""
    may: int = 0
    """An exit code that boards with several solutions may have, too."""
    ends: Callable[[Case], set[int]] | None = None
    """The exit codes that are right, where the sort does not decide about them."""
    after: tuple[str, ...] = ()
    """The command that must have run before this one."""
    skips: Callable[[Case], bool] = lambda case: False
    around: Callable[[], AbstractContextManager[None]] = nullcontext
    """What stands in for a terminal or a browser while it runs."""

    @property
    def name(self) -> str:
        return " ".join(self.words)

    @property
    def command(self) -> str:
        """What of its words is the name of a command: `solve`, `dataset check`."""
        return " ".join(self.words[: 1 + (self.words[0] == "dataset")])

    def keep(self, case: Case, run: Callable[..., Any], folder: Path) -> None:
        if self.skips(case):
            return
        text = numlink.dumps([case.puzzle], "json")
        (folder / "board.json").write_text(text)
        with self.around():
            for words in filter(None, (self.after, self.words)):
                done = run(*self.filled(words, case, folder), stdin=text)
        said = [line for line in done.err.splitlines() if line.strip()]
        assert "Traceback" not in done.err, done.err
        assert all(line.startswith("numlink: ") or not done.code for line in said), done.err
        assert done.out or said or any(each.name != "board.json" for each in folder.iterdir()), "silence"
        assert done.code in self.codes(case), f"{done.code}, expected {self.codes(case)}: {done.err}"
        if done.code == 2:
            assert said, done.out
        if done.code == 0:
            assert self.left(case, folder), [each.name for each in folder.iterdir()]
        if case.sort != "large" and done.code != 2:
            assert self.holds(case, done.out), f"{done.out!r:.600}; right is {case.answer}"

    def filled(self, words: tuple[str, ...], case: Case, folder: Path) -> list[str]:
        """The words with what stands for the case in its place."""
        size = f"{case.puzzle.width}x{case.puzzle.height}"
        known = {"board": folder / "board.json", "folder": folder, "rules": case.rules, "size": size}
        short = case.sort == "large" and words[0] in SMALL
        return [word.format(**known) for word in words] + (["--budget", str(case.budget)] if short else [])

    def codes(self, case: Case) -> set[int]:
        if self.ends is not None:
            return self.ends(case)
        if case.sort == "illegal":
            return {self.illegal}
        if case.sort == "large":
            return {0, self.none, self.several, self.may, 3}
        wanted = {Answer.NONE: self.none, Answer.MULTIPLE: self.several}.get(case.answer or Answer.UNIQUE, 0)
        return {wanted, self.may} if case.answer is Answer.MULTIPLE else {wanted}
