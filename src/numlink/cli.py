"""The command line: finds the subcommand, and turns every error into one line and an exit code.

0    yes, or done            2    bad input or usage        130    Ctrl-C
1    no (not unique, ...)    3    the budget ended
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from importlib import import_module
from itertools import groupby
from typing import TYPE_CHECKING

import click

from numlink.commands.listed import commands
from numlink.commands.messages import Exit, complain, show_seen
from numlink.errors import InputError, NumlinkError, Unanswered, UnclearPicture, shortened

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

FIRST_PAGE = """\
numlink makes, solves, proves, plays and prints Numberlink puzzles
(also known as Arukone and Flow Free).

Five things to try:

  numlink new 8                             a puzzle with exactly one solution
  numlink new 8 | numlink solve             make one and solve it
  numlink solve screenshot.png              solve a puzzle from a picture
  numlink serve                             play and edit in your browser
  numlink book --count 12 -o puzzles.pdf    print a book

numlink --help lists all commands; numlink COMMAND --help explains one.
"""
"""What `numlink` prints without arguments."""

TOO_LONG = re.compile(r"'[+-]?[0-9]{20,}' is not a valid integer( range)?")
"""What Click says about a number with more digits than `int` accepts."""


class LazyGroup(click.Group):
    """A group that imports a command only when it is used."""

    def list_commands(self, context: click.Context) -> list[str]:
        return list(commands())

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name not in commands():
            return None
        from numlink.commands.help import epilog

        command = import_module(f"numlink.commands.{name.replace('-', '_')}").command
        assert isinstance(command, click.Command)
        command.short_help, command.epilog = commands()[name].line, epilog(name)
        if context.resilient_parsing:  # a shell asks for completions
            from numlink.commands.completion import with_words

            return with_words(command)
        return command

    def resolve_command(
        self, context: click.Context, arguments: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that `arguments` begin with; InputError for an unknown word names the most similar commands."""
        if not context.resilient_parsing and arguments[0] not in commands() and not arguments[0].startswith("-"):
            from difflib import get_close_matches

            near = " or ".join(map(repr, get_close_matches(arguments[0], commands(), n=2)))
            mean = f" Did you mean {near}?" if near else " 'numlink help' lists them all."
            raise InputError(f"there is no command {arguments[0][:40]!r}.{mean}")
        return super().resolve_command(context, arguments)

    def shell_complete(self, context: click.Context, incomplete: str) -> list[CompletionItem]:
        """Completions of `incomplete`: the commands that begin with it, from the table, then what Click finds."""
        from click.shell_completion import CompletionItem

        found = [CompletionItem(name, help=its.line) for name, its in commands().items() if name.startswith(incomplete)]
        return found + click.Command.shell_complete(self, context, incomplete)

    def collect_usage_pieces(self, context: click.Context) -> list[str]:
        return ["[--version]", "[--help]", "COMMAND", "[ARGS]..."]

    def format_options(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands alone: the usage line names both options, and the list then fits on a screen."""
        self.format_commands(context, formatter)

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands by heading; Click's own method would import every command."""
        longest = max(map(len, commands()))
        for title, listed in groupby(commands().items(), key=lambda item: item[1].heading):
            with formatter.section(title):
                formatter.write_dl([(name.ljust(longest), found.line) for name, found in listed])


def _print_version(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        from numlink.engine import compiled
        from numlink.version import __version__

        core = "compiled" if compiled() else "uncompiled: slow, install a C compiler and reinstall"
        click.echo(f"numlink {__version__} (core {core})")
        context.exit(Exit.YES)


@click.group(cls=LazyGroup, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version", is_flag=True, expose_value=False, is_eager=True, callback=_print_version,
    help="Show the version and whether the core is compiled.",
)  # fmt: skip
@click.pass_context
def numlink(context: click.Context) -> None:
    """Make, solve, prove, play and print Numberlink puzzles (Arukone, Flow Free).

    Puzzles are read from a file, a picture, a URL or standard input (-).  Exit codes: 0 yes or done, 1 no, 2 bad
    input, 3 budget ended, 130 interrupted.
    """
    if context.invoked_subcommand is None:
        click.echo(FIRST_PAGE, nl=False)
        return
    from numlink.engine import compiled

    if not compiled():
        click.echo("numlink: the core is not compiled: 50 times slower. Install a C compiler and reinstall.", err=True)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code; bad input never ends in a traceback."""
    try:
        if sys.stdout is None:
            raise InputError("standard output is closed. Leave it open, or redirect it to a file.")
        # not click's own main(): it would end a closed pipe with exit code 1
        with numlink.make_context("numlink", list(sys.argv[1:] if arguments is None else arguments)) as context:
            code = numlink.invoke(context)
        sys.stdout.flush()
        return int(code or Exit.YES)
    except click.exceptions.Exit as done:
        return int(done.exit_code)
    except click.UsageError as error:
        return _complain(_usage_error(error), Exit.BAD_INPUT)
    except click.ClickException as error:
        return _complain(error.format_message(), Exit.BAD_INPUT)
    except (click.Abort, KeyboardInterrupt):
        return Exit.INTERRUPTED
    except UnclearPicture as error:
        complain(str(error))
        show_seen(error)
        return Exit.BAD_INPUT
    except NumlinkError as error:
        return _complain(str(error), Exit.BUDGET_ENDED if isinstance(error, Unanswered) else Exit.BAD_INPUT)
    except BrokenPipeError:  # as in `numlink ... | head`; what Python flushes at exit goes to /dev/null
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return Exit.YES
    except (MemoryError, UnicodeEncodeError, OSError) as error:
        return _complain(_system_error(error), Exit.BAD_INPUT)


def _system_error(error: MemoryError | UnicodeEncodeError | OSError) -> str:
    """The message for an error of the system, which no command foresees."""
    if isinstance(error, MemoryError):
        return "not enough memory for this. Try a smaller board or fewer puzzles."
    if isinstance(error, UnicodeEncodeError):  # an argument that is not UTF-8
        near = str(error.object)[max(0, error.start - 20) : error.start + 20]
        return f"{near!r} has a character that isn't valid text. Use UTF-8."
    return f"cannot write: {error.strerror or error}."


def _usage_error(error: click.UsageError) -> str:
    """A usage error of Click as one line that names the help command."""
    command = error.ctx.command_path if error.ctx else "numlink"
    message = TOO_LONG.sub("a number of so many digits is too large", error.format_message().rstrip("."))
    message = message.replace("a valid integer range", "a whole number").replace("a valid float range", "a number")
    stop = "" if message.endswith("?") else "."
    return f"{message}{stop} See '{command} --help'."


def _complain(message: str, code: int) -> int:
    complain(shortened(message))
    return code


def run() -> None:
    """The console script; it runs no command if a shell asks for completions by setting `_NUMLINK_COMPLETE`."""
    if instruction := os.environ.get("_NUMLINK_COMPLETE"):
        from numlink.commands.completion import answer

        sys.exit(answer(numlink, instruction))
    sys.exit(main())
