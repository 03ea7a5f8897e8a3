"""Fuzzes every reader: random bytes, damaged valid texts, texts put together from each format's own words.

    python -m tests.fuzz_formats --minutes 10           every format, coverage-guided where atheris is installed
    python -m tests.fuzz_formats --seconds 5 --seed 3   without coverage, the same inputs every time

Nothing but Puzzles and ParseErrors may come out of a reader, within work and memory in
proportion to it; what was read must be written again, in JSON and in its own format, or be refused in words.  The
run prints a failing input whole and exits with code 1.
"""

import argparse
import base64
import gc
import random
import subprocess
import sys
import time
import tracemalloc
import types
import zlib
from functools import partial

from numlink import CannotHold, ParseError, Puzzle, Solution, formats, parse
from tests.work import calls_of

FREE_CALLS, CALLS_A_CHARACTER = 2_000_000, 2_000
FREE_BYTES = 96_000_000
BYTES_A_CHARACTER = 2_000

WORDS = {
    "plain": "1 2 . X # ¬ ¶ ¶¶ rules:¬free¶ name:¬a¶ path¬1:¬ (0,0) (0,1) ;",
    "json": '{ } [ ] , : "cells" "paths" "rules" "free" 0 -1 1 1e9 true null',
    "thomasahle": "3¬2 2¬2 0¬0 ¶ #¬solution¶ #¬puzzle¶ # 1.1 222 A . ¬ 9999¬9999",
    "mzucker": "R.R ... G ¶ ¶¶ A 1 ¬ é",
    "houston": "1¬2¬2 0¬3¬3 ¶ (0,¬0) (1,¬1) ( , ) ¬ Touching¬forbidden¶ Nodes¬7¶ 99999",
    "adc": "SIZE¬3X2 SIZE¬2X2X1 ¶ LINE_NUM¬1 LINE#1¬ (0,0) - (1,1) VIA#a 01,01,01 0, LAYER¬1",
    "puzzlink": "https://puzz.link/p? numlin/ arukone/ e/ 3/ 2/ 1g1 z g -10 $00000 . % ¶ problem= ._ / "
    "type=editor& v:x/ 9999/",
    "link": "http://x/#p= #edit= 3x2. cover. free-no-touch. 1-2 12 a z X - . ¶ 9999x9999. é %20",
    "pzprv3": "pzprv3 ¶ / numlin arukone passallcell 3 2 1¬.¬1¬ .¬.¬.¬ 1¬1¬ 0¬0¬0¬ -1¬ A¬ - http://x/p.html? _ "
    '<puzzle¬type="numberlink"> <size¬row="2"¬col="3"/> <board> <number¬r="1"¬c="1"¬n="1"/> </board> <answer> '
    '<arow¬row="1"> <h/> <n6/> <s¬n="2"/> </arow> </answer> </puzzle> <!--',
    "penpa": "m=edit&p= m=solve&p= A Z = %2B ¶ https://x/#",
    "janko": "[begin]¶ [problem]¶ [solution]¶ [moves]¶ [end]¶ problem¶ 1¬-¬1¶ e¬ew¬w¶ - s n author¬x¶ ¬ ¶",
    "flowfree": "3,0,1,1 3:2+B,0,1,1 ; 0,1,2 , : | +B ¶ 9999,0,1,0 ,,4",
    "imos": "3¬2 0¬0 ¶ 1¬0¬1 0¬0¬0 9999¬9999 ¬ x",
    "ddnumlin": "3¬2 2¬,¬3 ¶ 1¬.¬1 .¬.¬. junk ¬ 0",
    "copris": "2¶ 3¶ 1¬-¬1¶ -¬-¬-¶ 99999¶ ¬ x",
    "grid": '1,0,1 [[0,1],[1,0]] { } ( ) | +--+ _ . # A B red ¬ ¶ " 5¬7 5x7 <tr> <td> </tr> {|¶|-¶ `` 🔴 & : = size',
    "lab": "+++¬The¬puzzle¶ +++¬The¬solution¶ +----+----+¶ |¬¬1¬|¬¬1¬|¶ |XXXX|¬¬¬¬|¶ 1¬1¶ | + - ¶",
}
"""Words of each format's texts, combined at random; ¬ is a blank and ¶ a line end."""


GRIDS = [
    "A _ A\nB _ B\n",
    "[[1, 0, 1], [2, 0, 2]]",
    "<table><tr><td>1</td><td></td></tr><tr><td></td><td>1</td></tr></table>",
    '{"width": 3, "height": 2, "a": [[0, 0], [1, 2]]}',
    "2 3\n1 0 1 2 0 2\n",
    "size 2 3\nred 0,0 1,2\n",
    "| |A|B|\n|-|-|-|\n|A| |B|\n",
    "  1 2\n 1 # #\n1 # 2\n",
]
"""Texts that the reader of grids reads."""


ODD = ["²", "٣", "9" * 4_301, "1e999", "nan"]
"""Words that look like numbers: digits that `int` refuses, more digits than `int` takes, not a float."""


def words(name):
    """The words of a format."""
    return [word.replace("¬", " ").replace("¶", "\n") for word in WORDS[name].split(" ")]


def sample_puzzles():
    """Boards that together use every feature of the formats."""
    straight = Solution(3, 2, ((0, 1, 2), (3, 4, 5)))
    return [
        Puzzle(3, 2, (1, 0, 1, 2, 0, 2), solution=straight, name="two", notes={"author": "me"}),
        Puzzle(3, 3, (1, 0, 1, *[0] * 6)),
        Puzzle(3, 3, (1, 0, 1, *[0] * 6), solution=Solution(3, 3, ((0, 3, 6, 7, 8, 5, 2),))),
        Puzzle(3, 1, (1, -1, 1)),
        Puzzle(4, 4, (300, 300, 7, 7, *[0] * 12)),
        Puzzle(1, 1, (0,)),
    ]


def seeds():
    """(format, text) of valid texts."""
    found = [("grid", text) for text in GRIDS]
    for name in formats.names(written=True):
        for puzzle in sample_puzzles():
            try:
                found.append((name, formats.write(puzzle, name, lossy=True).text))
            except CannotHold:
                continue
    return found


class Mutator:
    """Makes texts from a seeded generator; the same seed makes the same texts."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.seeds = seeds()

    def text(self):
        """(format, text) of the next input."""
        name, text = self.random.choice(self.seeds)
        kind = self.random.randrange(10)
        if kind == 0:
            text = self.random.randbytes(self.random.randrange(200)).decode("utf-8", "replace")
        elif kind <= 3:
            text = "".join(self.random.choices(words(name), k=self.random.randrange(1, 60)))
        else:
            for _ in range(self.random.randrange(1, 6)):
                text = self.damaged(name, text)
        if name == "penpa" and self.random.random() < 0.7:
            text = self.damaged_inside(name)
        if self.random.random() < 0.02:
            text = text * self.random.choice((50, 500))
        return name, text[:200_000]

    def damaged(self, name, text):
        """A text with one thing cut out, doubled, replaced or put in."""
        first = self.random.randrange(len(text) + 1)
        last = min(len(text), first + self.random.choice((1, 1, 1, 2, 5, 20)))
        kind = self.random.randrange(7)
        if kind == 0:
            return text[:first] + text[last:]
        if kind == 1:
            return text[:last] + text[first:]
        if kind == 2:
            return text[:first] + self.random.choice([*words(name), *ODD]) + text[first:]
        if kind == 3:
            return text[:first] + self.random.choice("0123456789.,-:;()[]{}#/|+ \n\r\t\x00\x0b\u2028é") + text[last:]
        if kind == 4:
            return (
                text[:first] + str(self.random.choice((0, 1, 2**31, 2**63, 10**30, 999_999, 1_000_001))) + text[last:]
            )
        if kind == 5:
            lines = text.split("\n")
            self.random.shuffle(lines)
            return "\n".join(lines)
        return text[:first]

    def damaged_inside(self, name):
        """A penpa URL whose unpacked text was damaged."""
        _, url = self.random.choice([seed for seed in self.seeds if seed[0] == name])
        text = zlib.decompress(base64.b64decode(url.partition("&p=")[2]), -15).decode()
        for _ in range(self.random.randrange(1, 4)):
            text = self.damaged(name, text)
        packer = zlib.compressobj(9, zlib.DEFLATED, -15)
        return (
            url.partition("&p=")[0] + "&p=" + base64.b64encode(packer.compress(text.encode()) + packer.flush()).decode()
        )


def exercise(name, text):
    """Read a text as one format and as whatever it is recognised as; raise AssertionError for a fault."""
    for chosen in (name, None):
        try:
            items = list(formats.iterate(text, chosen))
        except ParseError:
            continue
        assert all(isinstance(item, Puzzle | ParseError) for item in items)
        for item in items[:5]:
            if isinstance(item, Puzzle):
                written_again(item, name)


def written_again(puzzle, name):
    """What was read can be written and read again, or is refused in words."""
    assert parse(formats.write(puzzle, "json").text) == [puzzle]
    try:
        text = formats.write(puzzle, name if name in formats.names(written=True) else "plain").text
    except CannotHold:
        return
    (found,) = parse(text, name if name in formats.names(written=True) else "plain")
    assert found.cells == puzzle.cells, text


def run_random(seed, going_on):
    """Inputs from a seeded generator while `going_on(tried)`; returns how many were tried.

    Memory is measured for every sixteenth input, work for another sixteenth.
    """
    mutator = Mutator(seed)
    tried = 0
    while going_on(tried):
        name, text = mutator.text()
        measured = tried % 16 == 0
        if measured:
            tracemalloc.start()
        try:
            if tried % 16 == 8:
                calls = calls_of(partial(exercise, name, text))
                assert calls < FREE_CALLS + CALLS_A_CHARACTER * len(text), f"{calls:,} calls, {len(text)} characters"
            else:
                exercise(name, text)
            if measured:
                _, peak = tracemalloc.get_traced_memory()
                assert peak < FREE_BYTES + BYTES_A_CHARACTER * len(text), f"{peak:,} bytes for {len(text)} characters"
        except BaseException:
            print(f"format {name}, seed {seed}, input {tried}: {text!r}", file=sys.stderr)
            raise
        finally:
            if measured:
                tracemalloc.stop()
        tried += 1
    return tried


def run_guided(seconds, folder):
    """Coverage-guided inputs through atheris in this process; ends the process."""
    import atheris

    names = formats.names(written=True)
    for name in names:
        formats.format_named(name)
    for function in gc.get_objects():  # methods, too; instrumenting works in place
        if isinstance(function, types.FunctionType) and str(function.__module__).startswith("numlink.formats"):
            atheris.instrument_func(function)

    def one(data):
        if len(data) > 1:
            exercise(names[data[0] % len(names)], data[1:].decode("utf-8", "replace"))

    for number, (name, text) in enumerate(seeds()):
        with open(f"{folder}/{number}", "wb") as file:
            file.write(bytes([names.index(name)]) + text.encode())
    atheris.Setup([sys.argv[0], f"-max_total_time={int(seconds)}", "-max_len=3000", "-timeout=10", folder], one)
    atheris.Fuzz()


def main():
    parser = argparse.ArgumentParser(description="Fuzz every reader of numlink.")
    parser.add_argument("--minutes", type=float, default=0)
    parser.add_argument("--seconds", type=float, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--guided", metavar="FOLDER", help="coverage-guided only, corpus in FOLDER (needs atheris)")
    options = parser.parse_args()
    seconds = options.minutes * 60 + options.seconds or 10
    if options.guided:
        run_guided(seconds, options.guided)
        return
    try:
        import atheris  # noqa: F401

        guided = options.minutes > 0
    except ImportError:
        guided = False
    if guided:
        import tempfile

        with tempfile.TemporaryDirectory() as folder:
            command = [sys.executable, "-m", "tests.fuzz_formats", "--guided", folder, "--seconds", str(seconds / 2)]
            if subprocess.run(command, check=False).returncode != 0:
                sys.exit(1)
        seconds /= 2
    end = time.monotonic() + seconds
    print(f"{run_random(options.seed, lambda _: time.monotonic() < end):,} inputs, no fault")


if __name__ == "__main__":
    main()
