"""Help of the command line: examples that run, completion, suggestions, help by name and as a man page."""

import os
import re
import shutil
import subprocess
import sys
from datetime import date
from pathlib import Path

import click
import pytest
from click import Context
from click.shell_completion import BashComplete

import numlink
from numlink import InputError
from numlink.cli import numlink as group
from numlink.commands.completion import takes_a_list, words_of
from numlink.commands.listed import commands
from numlink.commands.options import GroupedOption
from numlink.making.option_groups import OptionGroup
from numlink.version import RELEASED
from tests.cli import numlink as run_numlink
from tests.tools import needed

PROGRAM = f"{sys.executable} -m numlink"
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(numlink.__file__).parent.parent)}

NOT_RUN = r"numlink (play|serve)|.*zsh"
"""They wait for a person, or need a shell that may be missing."""

TYPED = [pytest.param(typed, id=typed[:60]) for listed in commands().values() for typed, _ in listed.examples]


def test_every_command_has_examples():
    for name, listed in commands().items():
        assert listed.examples
        assert all(re.findall(r"numlink ([\w-]+)", typed)[-1] == name for typed, _ in listed.examples)


@pytest.fixture(scope="module")
def desk(tmp_path_factory):
    """A folder with the files that the examples name."""
    folder = tmp_path_factory.mktemp("desk")
    numlink.save([numlink.generate(5, seed=seed) for seed in range(2)], folder / "puzzles.txt")
    numlink.save([numlink.generate_classic(6, seed=1)], folder / "boards.txt")
    proof = [*PROGRAM.split(), "prove", "puzzles.txt", "--pick", "1", "--certificate", "proof.txt"]
    subprocess.run(proof, cwd=folder, env=ENVIRONMENT, check=True, capture_output=True)
    subprocess.run(
        [*PROGRAM.split(), "batch", "--count", "5", "--sizes", "5", "--seed", "1", "--format", "jsonl", "-o", "data"],
        cwd=folder, env=ENVIRONMENT, check=True, capture_output=True,
    )  # fmt: skip
    (folder / "outputs").mkdir()
    shutil.copy(folder / "boards.txt", folder / "outputs" / "alice.txt")
    (folder / "lab").write_text(f"#!/bin/sh\nexec {PROGRAM} classic $1\n")
    (folder / "lab").chmod(0o755)
    return folder


@pytest.mark.table(8)
@pytest.mark.parametrize("typed", [each for each in TYPED if not re.match(NOT_RUN, each.values[0])])
def test_examples_of_help_run(typed, desk, tmp_path):
    shutil.copytree(desk, tmp_path / "desk")
    if typed.startswith("numlink batch"):
        shutil.rmtree(tmp_path / "desk" / "data")
    script = re.sub(r"\bnumlink (?=[a-z]+\b)(?!fish)", f"{PROGRAM} ", typed).replace("~/.config/fish/completions/", "")
    done = subprocess.run(
        ["bash", "-c", script], cwd=tmp_path / "desk", env=ENVIRONMENT, capture_output=True, text=True, check=False
    )
    assert done.returncode in (0, 1), done.stderr
    assert "Traceback" not in done.stderr


def test_help_shows_examples_and_help_by_name(capsys):
    long = run_numlink("count", "--help", capsys=capsys).out
    assert "numlink count puzzles.txt --rules free\n" in long
    assert run_numlink("help", "count", capsys=capsys).out == long
    assert run_numlink("help", capsys=capsys).out == run_numlink("--help", capsys=capsys).out
    assert "Usage: numlink dataset stats" in run_numlink("help", "dataset", "stats", capsys=capsys).out
    lost = run_numlink("help", "nothing", capsys=capsys)
    assert (lost.code, lost.err[:44]) == (2, "numlink: numlink has no command 'nothing'. U")


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        (["solv"], "there is no command 'solv'. Did you mean 'solve'?"),
        (["qqqqqq"], "there is no command 'qqqqqq'. 'numlink help' lists them all."),
        (["solve", "--jsno"], "No such option '--jsno'. Did you mean '--json'? See 'numlink solve --help'."),
    ],
)
def test_did_you_mean(typed, told, capsys):
    result = run_numlink(*typed, capsys=capsys)
    assert (result.code, result.err) == (2, f"numlink: {told}\n")


def completions(*words):
    """What bash is offered for the last word."""
    environment = {
        **ENVIRONMENT,
        "_NUMLINK_COMPLETE": "bash_complete",
        "COMP_WORDS": " ".join(["numlink", *words]),
        "COMP_CWORD": str(len(words)),
    }
    done = subprocess.run(PROGRAM.split(), env=environment, capture_output=True, text=True, check=True)
    return [line.partition(",")[2] or line for line in done.stdout.splitlines()]


def test_commands_options_words_and_files_are_completed():
    assert completions("so") == ["solve"]
    assert completions("new", "--difficulty", "medium,ex") == ["medium,expert", "medium,extreme"]
    assert completions("solve", "pu") == ["pu"]  # type "file": the shell goes on


def offered(command, *typed):
    """What Click offers for the last word, in this process."""
    shell = BashComplete(group, {}, "numlink", "_NUMLINK_COMPLETE")
    return [item.value for item in shell.get_completions([command, *typed[:-1]], typed[-1])]


def test_words_are_completed_in_lists_and_beside_files():
    assert offered("dataset", "s") == ["show", "stats"]
    assert offered("solve", "--ru") == ["--rules"]
    assert offered("solve", "--rules", "free") == ["free", "free-no-touch"]
    assert offered("new", "--style", "m") == ["magazine"]
    assert offered("new", "--walls", "") == ["", "none", "few", "many"]  # "": the shell adds files
    assert offered("convert", "--to", "pn") == []
    assert offered("show", "--to", "pn") == ["png"]
    assert offered("help", "cl") == ["classic"]


PARAMETERS = [
    (f"{name} {parameter.opts[-1]}", parameter)
    for name in commands()
    for parameter in group.get_command(Context(group), name).params
]


@pytest.mark.parametrize(
    "parameter",
    [
        pytest.param(parameter, id=name)
        for name, parameter in PARAMETERS
        if {"WORD", "NAME", "CLAIM", "GRADE", "GRADES", "FORMAT", "COMMAND"}
        & {*re.findall("[A-Z]+", parameter.metavar or "")}
    ],
)
def test_every_option_of_words_completes_words_that_it_takes(parameter):
    words = words_of(parameter)
    assert len(words) > 1
    if parameter.callback is not None:
        for word in words:
            parameter.callback(Context(group), parameter, word)
        with pytest.raises(InputError):
            parameter.callback(Context(group), parameter, "no such word")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_gets_its_script(shell, capsys):
    script = run_numlink("completion", shell, capsys=capsys).out
    assert f"_NUMLINK_COMPLETE={shell}_complete" in script


@pytest.fixture
def at_a_shell(tmp_path):
    """Runs lines of a shell in which the program is `numlink`; returns what they print."""
    program = tmp_path / "numlink"
    program.write_text(f'#!/bin/sh\nexec {PROGRAM} "$@"\n')
    program.chmod(0o755)
    environment = {**ENVIRONMENT, "PATH": f"{tmp_path}:{os.environ['PATH']}", "HOME": str(tmp_path)}

    def run(*command):
        done = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, check=True)
        assert done.stderr == ""
        return done.stdout.splitlines()

    return run


def test_bash_completes_with_the_script(at_a_shell):
    ask = 'eval "$(numlink completion bash)"; COMP_WORDS=(numlink cou); COMP_CWORD=1; _numlink_completion numlink'
    told = at_a_shell("bash", "-c", f'{ask}; echo "${{COMPREPLY[*]}}"; complete -p numlink')
    assert told == ["count", "complete -o nosort -F _numlink_completion numlink"]


def test_zsh_takes_the_script_though_nothing_called_compinit(at_a_shell):
    zsh = needed("zsh", remedy="apt-get install zsh")
    told = at_a_shell(zsh, "-f", "-c", 'eval "$(numlink completion zsh)"; print $_comps[numlink]')
    assert told == ["_numlink_completion"]


def test_fish_completes_words_and_descriptions_with_commas(at_a_shell):
    fish = needed("fish", remedy="apt-get install fish")
    asked = ("numlink ne", "numlink new --difficulty easy,ha")
    lines = ["source (numlink completion fish | psub)", *(f"complete -C '{line}'" for line in asked)]
    told = at_a_shell(fish, "-c", "; ".join(lines))
    assert told == ["new\tGenerate puzzles with a proven unique solution.", "easy,hard"]


def test_the_man_page_has_every_command_and_troff_accepts_it(capsys):
    page = run_numlink("help", "--man", capsys=capsys).out
    assert all(f'.SH "NUMLINK {name.upper()}"' in page for name in commands())
    groff = needed("groff", remedy="apt-get install groff")
    done = subprocess.run([groff, "-man", "-ww", "-Tutf8"], input=page, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert "numlink dataset stats" in re.sub(r"\x1b\[[0-9;]*m|.\x08", "", done.stdout)


def test_a_man_page_has_a_date(capsys):
    """The valid date of the release is the third word of its first line, as man(7) requires."""
    for asked in ((), ("prove",)):
        page = run_numlink("help", *asked, "--man", capsys=capsys).out
        day = re.match(r'\.TH "[A-Z-]+" "1" "(\d{4}-\d\d-\d\d)" "numlink ', page)
        assert day is not None
        assert date.fromisoformat(day[1]) == date.fromisoformat(RELEASED)


LISTS = {name: parameter for name, parameter in PARAMETERS if takes_a_list(parameter)}


@pytest.mark.parametrize("name", [name for name, parameter in LISTS.items() if words_of(parameter)])
def test_every_option_that_takes_a_list_completes_its_second_word(name):
    first, *others = words_of(LISTS[name])
    assert offered(*name.split(), f"{first},") == [f"{first},{other}" for other in others]
    if LISTS[name].callback is not None:
        LISTS[name].callback(Context(group), LISTS[name], f"{first},{others[0]}")


def test_options_that_take_a_list_are_marked_as_lists():
    """Options whose values take turns or are separated by commas say so in their metavar, which completion uses."""
    assert {"batch --style", "batch --symmetry", "batch --difficulty", "new --difficulty"} <= LISTS.keys()
    for name, parameter in PARAMETERS:
        words = getattr(parameter, "help", None) or ""
        if re.search(r"in turn\b|take turns", words):
            assert takes_a_list(parameter), name
        several = ",".join(words_of(parameter)[:2])
        if "," in several and not takes_a_list(parameter) and parameter.callback is not None:
            with pytest.raises(InputError):
                parameter.callback(Context(group), parameter, several)


def test_styles_are_completed_after_a_comma():
    assert offered("batch", "--style", "lab,") == ["lab,app", "lab,magazine"]
    assert offered("batch", "--symmetry", "none,pa") == ["none,paths", "none,paths-mirror"]


def test_numlink_alone_and_its_help_fit_on_a_screen(capsys):
    """80 columns: 24 lines for what to try first, 45 for all commands, in groups."""
    for arguments, most in (((), 24), (("--help",), 45)):
        lines = run_numlink(*arguments, capsys=capsys).out.splitlines()
        assert len(lines) <= most
        assert max(map(len, lines)) <= 80
    listed = run_numlink("--help", capsys=capsys).out
    headings = list(dict.fromkeys(each.heading for each in commands().values()))
    assert re.findall(r"^  ([a-z-]+)  ", listed, re.MULTILINE) == list(commands())
    assert re.findall(r"^(\w.*):$", listed, re.MULTILINE) == headings


def test_the_first_page_names_existing_commands(capsys):
    named = re.findall(r"numlink ([a-z]+)", run_numlink(capsys=capsys).out)
    assert {*named} - {"makes"} <= {*commands()}


GROUPED = ["new", "book", "batch", "solve"]


@pytest.mark.parametrize("name", GROUPED)
def test_everyday_options_come_first_and_every_option_is_in_a_group(name, capsys):
    text = run_numlink(name, "--help", capsys=capsys).out
    listed = re.findall(r"^(\w[\w ]*):$", text, re.MULTILINE)
    assert listed == [title for title in OptionGroup if title in listed]
    assert listed[0] == OptionGroup.EVERYDAY
    for parameter in group.get_command(Context(group), name).params:
        assert isinstance(parameter, click.Argument | GroupedOption), parameter.name


@pytest.mark.parametrize("name", GROUPED)
def test_the_everyday_options_fit_on_a_screen(name, capsys):
    lines = run_numlink(name, "--help", capsys=capsys).out.splitlines()
    start = lines.index(f"{OptionGroup.EVERYDAY}:")
    assert sum(map(bool, lines[2:start])) <= 5
    end = lines.index("", start)
    assert end <= 24
    assert max(map(len, lines[:end])) <= 80
    assert 4 <= sum(line.startswith("  -") for line in lines[start:end]) <= 12


def test_the_man_page_has_the_same_groups(capsys):
    page = run_numlink("help", "new", "--man", capsys=capsys).out
    told = run_numlink("new", "--help", capsys=capsys).out
    assert re.findall(r"^\.SS (.*)$", page, re.MULTILINE) == re.findall(r"^(\w[\w ]*):$", told, re.MULTILINE)
