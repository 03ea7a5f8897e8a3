"""The examples at the end of every `--help` and in the man page: command lines to try; a test runs them all."""

from __future__ import annotations

EXAMPLES = {
    "new": (
        ("numlink new", "a 9x9 puzzle with exactly one solution"),
        ("numlink new 12x8 --seed 7", "12 wide, 8 high; seed 7 gives it again for ever"),
        ("numlink new 7 --difficulty hard --count 3 -o hard.txt", "three hard puzzles in a file"),
        ("numlink new 9 --style magazine --symmetry rotate", "long winding paths, numbers symmetric by a half turn"),
        ("numlink new 7 --seed 1 -o board.svg", "a puzzle as a picture"),
    ),
    "classic": (
        ("numlink classic 7", "the lab program's output: trace, puzzle, solution"),
        ("numlink classic 7 --simple --quiet", "X, '.' and numbers; no trace"),
        ("numlink classic 7 --count 20 --seed 1 -o boards.txt", "twenty boards, seeds 1 to 20"),
    ),
    "solve": (
        ("numlink new | numlink solve", "the solution, and whether it is the only one"),
        ("numlink solve puzzles.txt --limit 10", "up to ten solutions of each"),
        ("numlink solve puzzles.txt --rules free", "solutions in which cells may stay empty"),
    ),
    "prove": (
        ("numlink prove puzzles.txt", "whether each has exactly one solution"),
        ("numlink prove puzzles.txt --pick 1 --certificate proof.txt", "and the proof, which anybody can check"),
    ),
    "verify-certificate": (
        (
            "numlink new 9 --seed 1 | numlink prove --certificate proof.txt && numlink verify-certificate proof.txt",
            "write a proof, and check it by code that shares nothing with the engines",
        ),
    ),
    "count": (
        ("numlink count puzzles.txt", "how many solutions each has"),
        ("numlink count puzzles.txt --rules free", "how many if cells may stay empty"),
    ),
    "sample": (
        ("numlink sample puzzles.txt --seed 1", "a random solution of each, all with the same chance"),
        ("numlink sample puzzles.txt --pick 1 --count 5 --json", "five solutions of the first puzzle"),
    ),
    "heat": (
        ("numlink heat puzzles.txt", "for each link the share of solutions that use it"),
        ("numlink heat puzzles.txt --pick 1 -o heat.svg", "the shares of the first puzzle, drawn on its board"),
    ),
    "census": (
        ("numlink census 5", "how many covers 5x5 has, by number of paths"),
        ("numlink census 4 --board hex --rules free", "the same on hexagons, if cells may stay empty"),
    ),
    "check": (
        ("numlink check puzzles.txt", "is each legal and unique, are no two the same?"),
        ("numlink check puzzles.txt --show", "the same, with two solutions of each that has several"),
        ("numlink check --lab boards.txt", "could the lab assignment's program have printed it?"),
        ("numlink check --lab outputs", "a folder of outputs, such as those of a class, as a table"),
        ("numlink check --lab --run './lab {n}'", "run a program with several n and judge what it prints"),
    ),
    "convert": (
        ("numlink convert puzzles.txt puzzles.json", "text to JSON, by the files' endings"),
        ("numlink convert puzzles.txt --to penpa", "links for the penpa-edit site"),
    ),
    "formats": (("numlink formats", "what can be read and written, and what each can hold"),),
    "show": (
        ("numlink show puzzles.txt", "boxes and colour on a terminal"),
        (
            "numlink show puzzles.txt --pick 1 --solution -o solved.svg",
            "the first puzzle, solved, as a picture",
        ),
        ("numlink show puzzles.txt --pick 1 --animate solution -o solving.gif", "an animation of its paths"),
        (
            "numlink classic 7 --seed 2015 --json | numlink show --animate growth --theme colour -o growth.gif",
            "an animation of how the lab program's union-find grows the paths",
        ),
    ),
    "book": (
        ("numlink book puzzles.txt -o book.pdf", "the puzzles of a file, with their solutions at the end"),
        ("numlink book --count 6 --sizes 5,6 --difficulty easy,medium --seed 1 -o book.pdf", "six new puzzles"),
        (
            "numlink book --count 4 --sizes 7 --effort 0.1..0.3 --seed 1 -o book.pdf",
            "four new puzzles of medium effort",
        ),
        ("numlink book puzzles.txt --each eps -o pictures", "a picture file for each puzzle, for your own pages"),
        (
            "numlink book --count 4 --sizes 5 --seed 9 --paper 6x9in --bleed 3 --gutter 8 -o book.pdf",
            "at a print shop's trim size, with bleed and gutter",
        ),
    ),
    "repair": (("numlink repair boards.txt", "add pairs to each board until it has one solution"),),
    "play": (
        ("numlink play", "a new 9x9"),
        ("numlink play 7 --difficulty easy", "an easy 7x7"),
        ("numlink play 8 --board hex --misleading sly", "hexagons that mislead a little"),
        ("numlink play puzzles.txt", "the puzzles of a file"),
    ),
    "serve": (("numlink serve", "the game and the editor at http://127.0.0.1:8000"),),
    "export": (("numlink export puzzles.txt -o play.html", "one file to put on a site or send by mail"),),
    "batch": (
        ("numlink batch --count 100 --sizes 5..7 --seed 1 --format jsonl -o data", "100 puzzles, no two the same"),
        (
            "numlink batch --count 20 --sizes 6 --style app --effort ..0.3 --seed 1 --format jsonl -o light",
            "20 puzzles in the style of the app, with an effort up to 0.3",
        ),
    ),
    "dataset": (
        ("numlink dataset stats data", "how many puzzles of each size and grade"),
        (
            "numlink dataset export data --split train -o train.jsonl",
            "prompts, reasons and solutions for language models",
        ),
        ("numlink dataset check data", "check every hash, and prove a sample again"),
    ),
    "explain": (("numlink explain puzzles.txt", "every step of the solution in words"),),
    "rate": (
        ("numlink rate puzzles.txt", "a line for each: stars, grade, hardest idea, time"),
        ("numlink rate puzzles.txt --json", "the grades with all figures behind them"),
    ),
    "help": (
        ("numlink help new", "the same as numlink new --help"),
        ("numlink help --man > numlink.1", "the help of all commands as a man page"),
    ),
    "schema": (
        ("numlink schema", "the names of all schemas"),
        ("numlink schema verdict", "what solve and prove write with --json"),
    ),
    "completion": (
        ('eval "$(numlink completion bash)"', "put this line into ~/.bashrc"),
        ('eval "$(numlink completion zsh)"', "put this line into ~/.zshrc"),
        ("numlink completion fish > ~/.config/fish/completions/numlink.fish", "type this once"),
    ),
}
"""Command -> its examples, each (command line, what it does)."""


def epilog(name: str) -> str:
    """The examples of a command as text for Click, which keeps its lines: each command line above what it does."""
    lines = [line for typed, words in EXAMPLES[name] for line in (f"  {typed}", f"      {words}")]
    return "\b\nExamples:\n" + "\n".join(lines)
