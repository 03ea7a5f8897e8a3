"""`numlink help`, the man page (troff with the macros of man(7)) from the same words, and the examples in both.

A test runs every example.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Iterator

import click

from numlink.commands.options import common, option, option_records
from numlink.errors import InputError
from numlink.version import RELEASED, __version__


def _listed(text: str) -> dict[str, list[tuple[str, str]]]:
    """Command -> its examples, each (command line, what it does); a line belongs to the command that it names last."""
    found: dict[str, list[tuple[str, str]]] = {}
    for line in text.replace("\n  #", "  #").strip().split("\n"):
        typed, _, words = line.partition("  # ")
        found.setdefault(re.findall(r"numlink ([\w-]+)", typed)[-1], []).append((typed, words))
    return found


EXAMPLES = _listed("""
numlink new  # a 9x9 puzzle with exactly one solution
numlink new 12x8 --seed 7  # 12 wide, 8 high; seed 7 always gives this puzzle
numlink new 7 --difficulty hard --count 3 -o hard.txt  # three hard puzzles in a file
numlink new 9 --style magazine --symmetry rotate  # long, winding paths, and numbers placed with half-turn symmetry
numlink new 7 --seed 1 -o board.svg  # a puzzle as a picture
numlink classic 7  # the lab program's output: trace, puzzle, solution
numlink classic 7 --simple --quiet  # X, '.' and numbers; no trace
numlink classic 7 --count 20 --seed 1 -o boards.txt  # twenty boards, seeds 1 to 20
numlink new | numlink solve  # the solution, and whether it is the only one
numlink solve puzzles.txt --limit 10  # up to ten solutions of each
numlink solve puzzles.txt --rules free  # solutions in which cells may stay empty
numlink prove puzzles.txt  # whether each has exactly one solution
numlink prove puzzles.txt --pick 1 --certificate proof.txt  # the same, with a proof that anybody can check
numlink new 9 --seed 1 | numlink prove --certificate proof.txt && numlink verify-certificate proof.txt
  # write a proof, and check it with code that shares nothing with the engines
numlink count puzzles.txt  # how many solutions each has
numlink count puzzles.txt --rules free  # how many if cells may stay empty
numlink sample puzzles.txt --seed 1  # a random solution of each, all equally likely
numlink sample puzzles.txt --pick 1 --count 5 --json  # five solutions of the first puzzle
numlink heat puzzles.txt  # how often neighbours are linked over all solutions
numlink heat puzzles.txt --pick 1 -o heat.svg  # the same for the first puzzle, drawn on its board
numlink census 5  # how many covers 5x5 has, by number of paths
numlink census 4 --board hex --rules free  # the same on hexagons, if cells may stay empty
numlink check puzzles.txt  # is each legal and unique, are no two the same?
numlink check puzzles.txt --show  # the same, drawing two solutions of each puzzle that has several
numlink check --lab boards.txt  # could the lab assignment's program have printed it?
numlink check --lab outputs  # a table for a folder of outputs, such as a class's
numlink check --lab --run './lab {n}'  # run a program for several n and judge its output
numlink convert puzzles.txt puzzles.json  # text to JSON, as the file extensions say
numlink convert puzzles.txt --to penpa  # links for the penpa-edit site
numlink formats  # what can be read and written, and what each can hold
numlink show puzzles.txt  # boxes and colour on a terminal
numlink show puzzles.txt --pick 1 --solution -o solved.svg  # the first puzzle, solved, as a picture
numlink show puzzles.txt --pick 1 --animate solution -o solving.gif  # an animation of its paths
numlink classic 7 --seed 2015 --json | numlink show --animate growth --theme colour -o growth.gif
  # an animation of how the lab program's union-find grows the paths
numlink book puzzles.txt -o book.pdf  # the puzzles of a file, with their solutions at the end
numlink book --count 6 --sizes 5,6 --difficulty easy,medium --seed 1 -o book.pdf  # six new puzzles
numlink book --count 4 --sizes 7 --effort 0.1..0.3 --seed 1 -o book.pdf  # four new puzzles of medium effort
numlink book puzzles.txt --each eps -o pictures  # a picture file for each puzzle, for your own pages
numlink book --count 4 --sizes 5 --seed 9 --paper 6x9in --bleed 3 --gutter 8 -o book.pdf
  # at a print shop's trim size, with bleed and gutter
numlink repair boards.txt  # add pairs to each board until it has one solution
numlink play  # a new 9x9
numlink play 7 --difficulty easy  # an easy 7x7
numlink play 8 --board hex --misleading sly  # hexagons, somewhat misleading
numlink play puzzles.txt  # the puzzles of a file
numlink serve  # the game and the editor at http://127.0.0.1:8000
numlink export puzzles.txt -o play.html  # one file to put on a website or send by email
numlink batch --count 100 --sizes 5..7 --seed 1 --format jsonl -o data  # 100 puzzles, no two the same
numlink batch --count 20 --sizes 6 --style app --effort ..0.3 --seed 1 --format jsonl -o light
  # 20 puzzles in the style of the app, with an effort up to 0.3
numlink dataset stats data  # how many puzzles of each size and grade
numlink dataset export data --split train -o train.jsonl  # prompts, reasoning and solutions for language models
numlink dataset check data  # check every hash, and prove a sample again
numlink explain puzzles.txt  # every step of the solution in words
numlink rate puzzles.txt  # a line for each: stars, grade, hardest idea, time
numlink rate puzzles.txt --json  # the grades with all figures behind them
numlink help new  # the same as numlink new --help
numlink help --man > numlink.1  # the help of all commands as a man page
numlink schema  # the names of all schemas
numlink schema verdict  # what solve and prove write with --json
eval "$(numlink completion bash)"  # add this line to ~/.bashrc
eval "$(numlink completion zsh)"  # add this line to ~/.zshrc
numlink completion fish > ~/.config/fish/completions/numlink.fish  # run this once
""")
"""Command -> its examples, each (command line, what it does)."""


@click.command("help")
@click.argument("names", metavar="[COMMAND]...", nargs=-1)
@option("--man", is_flag=True, help="Write a man page (troff).")
@common("quiet")
@click.pass_context
def command(context: click.Context, names: tuple[str, ...], man: bool) -> None:
    """Show the help of numlink or one of its commands, or with --man, the man page of one or all."""
    assert context.parent is not None
    asked = context.parent
    for name in names:
        group = asked.command
        found = group.get_command(asked, name) if isinstance(group, click.Group) else None
        if found is None:
            known = ", ".join(group.list_commands(asked)) if isinstance(group, click.Group) else "none"
            raise InputError(f"{asked.command_path} has no command {name[:40]!r}. It has: {known}.")
        asked = click.Context(found, info_name=name, parent=asked)
    if man:
        click.echo(manual_page(list(asked_contexts(asked)) if not names else [asked]), nl=False)
    else:
        click.echo(asked.get_help())


def asked_contexts(context: click.Context) -> Iterator[click.Context]:
    """A command's context, then those of its subcommands in the order of their list."""
    yield context
    group = context.command
    if isinstance(group, click.Group):
        for name in group.list_commands(context):
            below = group.get_command(context, name)
            assert below is not None
            yield from asked_contexts(click.Context(below, info_name=name, parent=context))


def manual_page(contexts: Iterable[click.Context]) -> str:
    """The man page of the first command; the other commands are sections of it."""
    first, *others = contexts
    title = first.command_path.replace(" ", "-").upper()
    lines = [f'.TH "{title}" "1" "{RELEASED}" "numlink {__version__}" "numlink"', ".SH NAME"]
    lines.append(_escaped(f"{first.command_path.replace(' ', '-')} - {_summary(first.command)}"))
    lines += [".SH SYNOPSIS", *_synopsis(first), ".SH DESCRIPTION", *_description(first)]
    lines += [".SH OPTIONS", *_options(first), *_examples(first, ".SH")]
    for context in others:
        name = context.command_path
        lines += [f'.SH "{name.upper()}"', *_synopsis(context), ".PP", *_description(context)]
        lines += [*_options(context), *_examples(context, ".PP")]
    return "\n".join(lines) + "\n"


def _summary(command: click.Command) -> str:
    return (command.short_help or (command.help or "").partition("\n")[0]).rstrip(".")


def _synopsis(context: click.Context) -> Iterator[str]:
    yield f".B {_escaped(context.command_path)}"
    yield _escaped(" ".join(context.command.collect_usage_pieces(context)))


def _description(context: click.Context) -> Iterator[str]:
    paragraphs = inspect.cleandoc(context.command.help or "").split("\n\n")
    for number, paragraph in enumerate(paragraphs):
        if number:
            yield ".PP"
        yield _escaped(" ".join(paragraph.split()))


def _options(context: click.Context) -> Iterator[str]:
    groups = [*option_records(context)]
    for title, records in groups:
        if len(groups) > 1:
            yield f".SS {title}"
        for names, words in records:
            yield from (".TP", f".B {_escaped(names)}", _escaped(words))


def _examples(context: click.Context, heading: str) -> Iterator[str]:
    """The command's examples; their lines are kept."""
    title, _, lines = (context.command.epilog or "").removeprefix("\b\n").partition("\n")
    if lines:
        yield f"{heading} {title.rstrip(':').upper()}" if heading == ".SH" else f"{heading}\n{title}"
        yield from (".nf", *map(_escaped, lines.split("\n")), ".fi")


def _escaped(text: str) -> str:
    """Text escaped so that troff prints it unchanged: no line begins a request, hyphens can be copied."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{text}" if text.startswith((".", "'")) else text


def epilog(name: str) -> str:
    """The examples of a command as text for Click, which keeps its lines: each command line above what it does."""
    lines = [line for typed, words in EXAMPLES[name] for line in (f"  {typed}", f"      {words}")]
    return "\b\nExamples:\n" + "\n".join(lines)
