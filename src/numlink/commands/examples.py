"""What every `--help` ends with, and the man page too: command lines to start from; a test runs them all."""

from __future__ import annotations

EXAMPLES = {
    "new": (
        ("numlink new", "a 9x9 puzzle with exactly one solution"),
        ("numlink new 12x8 --seed 7", "12 wide, 8 high; seed 7 gives it again for ever"),
        ("numlink new 7 --difficulty hard --count 3 -o hard.txt", "three hard ones into a file"),
        ("numlink new 9 --style magazine --symmetry rotate", "long winding paths, numbers symmetric by a half turn"),
        ("numlink new 7 --seed 1 -o board.svg", "as a picture"),
    ),
    "classic": (
        ("numlink classic 7", "the lab program's output: trace, puzzle, solution"),
        ("numlink classic 7 --simple --quiet", "X, '.' and numbers; no trace"),
        ("numlink classic 7 --count 20 --seed 1 -o boards.txt", "twenty boards, seeds 1 to 20"),
    ),
    "solve": (
        ("numlink new | numlink solve", "the solution, and whether it is the only one"),
        ("numlink solve puzzles.txt --limit 10", "up to ten solutions of each"),
        ("numlink solve puzzles.txt --rules free", "where cells may stay empty"),
    ),
    "prove": (
        ("numlink prove puzzles.txt", "whether each has exactly one solution"),
        ("numlink prove puzzles.txt --pick 1 --certificate proof.txt", "and why, for anybody to check"),
    ),
    "verify-certificate": (
        (
            "numlink new 9 --seed 1 | numlink prove --certificate proof.txt && numlink verify-certificate proof.txt",
            "written, and checked by code that shares nothing with the engines",
        ),
    ),
    "count": (
        ("numlink count puzzles.txt", "how many solutions each has"),
        ("numlink count puzzles.txt --rules free", "and if cells may stay empty"),
    ),
    "sample": (
        ("numlink sample puzzles.txt --seed 1", "a random solution of each, all with the same chance"),
        ("numlink sample puzzles.txt --pick 1 --count 5 --json", "five of the first one"),
    ),
    "heat": (
        ("numlink heat puzzles.txt", "for each link the share of solutions that use it"),
        ("numlink heat puzzles.txt --pick 1 -o heat.svg", "drawn on the board"),
    ),
    "census": (
        ("numlink census 5", "covers of 5x5 by number of paths"),
        ("numlink census 4 --board hex --rules free", "on hexagons, where cells may stay empty"),
    ),
    "check": (
        ("numlink check puzzles.txt", "legal, unique, no two the same?"),
        ("numlink check puzzles.txt --show", "draws two solutions where there are several"),
        ("numlink check --lab boards.txt", "judged as the lab assignment does"),
        ("numlink check --lab outputs", "a class: a folder of what programs printed, as a table"),
        ("numlink check --lab --run './lab {n}'", "a program, run with several n"),
    ),
    "convert": (
        ("numlink convert puzzles.txt puzzles.json", "by the files' endings"),
        ("numlink convert puzzles.txt --to penpa", "links for the penpa-edit site"),
    ),
    "formats": (("numlink formats", "what can be read and written, and what each can hold"),),
    "show": (
        ("numlink show puzzles.txt", "boxes and colour on a terminal"),
        ("numlink show puzzles.txt --pick 1 --solution -o solved.svg", "the first one, solved, as a picture"),
        ("numlink show puzzles.txt --pick 1 --animate solution -o solving.gif", "its paths being drawn"),
        (
            "numlink classic 7 --seed 2015 --json | numlink show --animate growth --theme colour -o growth.gif",
            "union-find growing the paths of the lab program",
        ),
    ),
    "book": (
        ("numlink book puzzles.txt -o book.pdf", "the puzzles of a file, with their solutions at the end"),
        ("numlink book --count 6 --sizes 5,6 --difficulty easy,medium --seed 1 -o book.pdf", "six made on the spot"),
        (
            "numlink book --count 4 --sizes 7 --effort 1..4 --seed 1 -o book.pdf",
            "some that take this much looking around",
        ),
        ("numlink book puzzles.txt --each eps -o pictures", "a file a puzzle, for your own pages"),
        (
            "numlink book --count 4 --sizes 5 --seed 9 --paper 6x9in --bleed 3 --gutter 8 -o book.pdf",
            "at a print shop's trim size, with bleed and gutter",
        ),
    ),
    "repair": (("numlink repair boards.txt", "adds few pairs, until there is one solution only"),),
    "play": (
        ("numlink play", "a fresh 9x9"),
        ("numlink play 7 --difficulty easy", "an easy 7x7"),
        ("numlink play 8 --board hex --misleading sly", "hexagons that mislead a little"),
        ("numlink play puzzles.txt", "those of a file"),
    ),
    "serve": (("numlink serve", "the game and the editor at http://127.0.0.1:8000"),),
    "export": (("numlink export puzzles.txt -o play.html", "one file to put on a site or send by mail"),),
    "batch": (
        ("numlink batch --count 100 --sizes 5..7 --seed 1 --format jsonl -o data", "a hundred, no two the same"),
        (
            "numlink batch --count 20 --sizes 6 --style app --effort ..2 --seed 1 --format jsonl -o light",
            "twenty as in the app, none of which takes much effort",
        ),
    ),
    "dataset": (
        ("numlink dataset stats data", "how many of which size and grade"),
        (
            "numlink dataset export data --split train -o train.jsonl",
            "prompts, reasons and solutions for language models",
        ),
        ("numlink dataset check data", "every hash, and a sample proven once more"),
    ),
    "explain": (("numlink explain puzzles.txt", "every step in words"),),
    "rate": (
        ("numlink rate puzzles.txt", "a grade for each"),
        ("numlink rate puzzles.txt --json", "with the figures behind it"),
    ),
    "help": (
        ("numlink help new", "the same as numlink new --help"),
        ("numlink help --man > numlink.1", "all of it as a man page"),
    ),
    "schema": (
        ("numlink schema", "the answers that have one"),
        ("numlink schema verdict", "what solve and prove write with --json"),
    ),
    "completion": (
        ('eval "$(numlink completion bash)"', "in ~/.bashrc"),
        ('eval "$(numlink completion zsh)"', "in ~/.zshrc"),
        ("numlink completion fish > ~/.config/fish/completions/numlink.fish", "once"),
    ),
}
"""By command: what to type, and what that does."""


def epilog(name: str) -> str:
    """The examples of a command as Click prints them: lines as they stand, each command over what it does."""
    lines = [line for typed, words in EXAMPLES[name] for line in (f"  {typed}", f"      {words}")]
    return "\b\nExamples:\n" + "\n".join(lines)
