"""The table of promises: every command and public function, by what it answers on every sort of board.

A promise is one line of PROMISES (functions) or COMMANDS (the command line); it is crossed with all rule sets, KINDS of
boards and SORTS of boards.  Each cell of the table is an answer that the judge and a brute-force count agree with, or
a refusal that says what and why.  A new command, rule or kind is one line more; a command or public name that has no
line, and is not among NOT_ABOUT_BOARDS, fails the tests.

    sort       unique   several   none   illegal                empty            large
    board      small, of the kind, as the brute force counts it  without a number  as large as its kind is counted
"""

from __future__ import annotations

from tests.promises.answers import ANSWERS
from tests.promises.cases import SORTS, Case, case_of
from tests.promises.commands import ANSWERED
from tests.promises.faces import FACES, PLAYED, SERVED
from tests.promises.making import MAKERS, MAKING

PROMISES = [*ANSWERS, *MAKERS, *FACES, *SERVED]
COMMANDS = [*ANSWERED, *MAKING, *PLAYED]

NOT_ABOUT_BOARDS = {
    "formats": "lists the formats; each is crossed with all kinds in tests/formats",
    "help": "says what a command does (tests/commands/test_help.py)",
    "schema": "prints the schema of an answer, to which every answer here is held (tests/cli.py)",
    "completion": "prints lines for a shell (tests/commands/test_start.py)",
}
"""Commands without a line, and why."""

__all__ = ["COMMANDS", "NOT_ABOUT_BOARDS", "PROMISES", "SORTS", "Case", "case_of"]
