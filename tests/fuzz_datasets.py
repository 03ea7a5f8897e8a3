"""Fuzzes datasets: damages every file of a folder in many ways, then runs all commands that read one.

    python tests/fuzz_datasets.py --minutes 10            one failing folder is kept and named
    python tests/fuzz_datasets.py --seconds 30 --seed 3   the same folders every time

Every command ends with exit code 0, 1 or 2 and never with a traceback; with 2 it says one line.  Where the manifest is
as it was, a damaged shard is named, and `batch --resume` brings the folder back byte for byte.
"""

import argparse
import contextlib
import io
import json
import random
import shutil
import sys
import tempfile
import time
from hashlib import sha256
from pathlib import Path

from numlink.cli import main
from numlink.datasets.make import make_dataset
from numlink.datasets.manifest import CONFIGURATION, MANIFEST, sealed
from numlink.datasets.plan import plan_from

HOSTILE = [
    None, True, False, 0, 1, -1, 2**31, 2**63, 10**30, 1.5, float("nan"), "", "x", "0", "00000.parquet", "../../x",
    "a\nb", "\ud800", "cover", [], {}, [{}], [None], [1, 2], [[]], [[[1, 2]]], {"a": {}}, [-1] * 20, "9" * 5000,
]  # fmt: skip
"""Values in the place of others."""

DEEP = b"[" * 100_000

NOTES = ("numlink: seed ", "resumed with", "missing or damaged: made again.")
"""Messages that may come before an error."""


def originals(folder):
    """A whole dataset of each format."""
    made = []
    for name in ("parquet", "jsonl"):
        options = {"count": 14, "sizes": "4x3,4", "seed": 3, "shard-size": 5, "rating": True, "format": name}
        target = Path(folder) / name
        make_dataset(str(target), plan_from(options), workers=1)
        made.append(target)
    return made


def files_of(target):
    return {path.name: path.read_bytes() for path in Path(target).iterdir() if path.is_file()}


class Damage:
    """Damages a folder; the same seed does the same."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def folder(self, target):
        """Damage one file or two; (what was done, whether the manifest is as it was)."""
        words, intact = [], True
        for _ in range(self.random.choice((1, 1, 1, 2))):
            path = self.random.choice(sorted(path for path in target.iterdir()))
            if not path.is_file():
                continue
            kind = self.random.choice([self.bytes, self.structure, self.replaced])
            words.append(f"{path.name}: {kind.__name__}")
            kind(path, target)
            intact = intact and path.name != MANIFEST
            if path.is_file() and path.suffix in (".parquet", ".jsonl") and self.random.random() < 0.3:
                words.append("signed")
                intact = intact and not self.signed(path, target)
        return words, intact

    def bytes(self, path, _):
        """A few bytes flipped, cut out, put in or doubled; often near the end, where Parquet has its footer."""
        content = bytearray(path.read_bytes())
        for _ in range(self.random.randrange(1, 4)):
            near = self.random.random() < 0.5
            first = (
                max(0, len(content) - self.random.randrange(1, 400))
                if near
                else self.random.randrange(len(content) + 1)
            )
            kind = self.random.randrange(5)
            if kind == 0 and first < len(content):
                content[first] ^= 1 << self.random.randrange(8)
            elif kind == 1:
                del content[first : first + self.random.choice((1, 5, 100))]
            elif kind == 2:
                content[first:first] = self.random.randbytes(self.random.choice((1, 5, 100)))
            elif kind == 3:
                del content[first:]
            else:
                content += content[first:]
        path.write_bytes(content)

    def structure(self, path, _):
        """A value of the JSON or TOML in it changed."""
        if path.suffix == ".parquet":
            return self.bytes(path, None)
        text = path.read_text(errors="replace")  # it may be damaged already
        lines = [text] if path.suffix == ".json" else text.splitlines()
        place = self.random.randrange(len(lines)) if lines else 0
        if path.suffix == ".toml":
            key = lines[place].partition(" = ")[0]
            lines[place] = f"{key} = {json.dumps(self.random.choice(HOSTILE))}"
        elif lines:
            lines[place] = self.changed(lines[place])
        return path.write_text("\n".join(lines) + "\n", errors="surrogatepass")

    def changed(self, text):
        """JSON with one value replaced, removed or swapped."""
        try:
            tree = json.loads(text)
        except (ValueError, RecursionError):
            return text
        places = []

        def walk(node):
            for key in node if isinstance(node, dict) else range(len(node)):
                places.append((node, key))
                if isinstance(node[key], dict | list):
                    walk(node[key])

        if not isinstance(tree, dict | list) or not tree:
            return json.dumps(self.random.choice(HOSTILE))
        walk(tree)
        node, key = self.random.choice(places)
        kind = self.random.randrange(5)
        if kind == 0:
            del node[key]
        elif kind == 1:
            other, there = self.random.choice(places)
            node[key] = json.loads(json.dumps(other[there]))
        else:
            node[key] = self.random.choice(HOSTILE)
        return json.dumps(tree, separators=(",", ":"))

    def replaced(self, path, target):
        """Something else under the file's name."""
        content = path.read_bytes()
        others = [other.read_bytes() for other in target.iterdir() if other.is_file() and other != path]
        kind = self.random.randrange(9)
        if kind == 8:
            path.unlink()
            path.mkdir()
            return
        choices = [
            lambda: self.random.choice(others),
            lambda: content.decode("latin-1").encode("utf-16"),
            lambda: b"null\n" + content,
            lambda: DEEP,
            lambda: b"",
            lambda: self.random.randbytes(300),
            lambda: b"\n" * 50,
            lambda: b'{"a":' * 50_000,
        ]
        path.write_bytes(choices[kind]())

    def signed(self, path, target):
        """Make the manifest agree with a damaged shard, to test what comes after the checksums."""
        manifest = target / MANIFEST
        content = path.read_bytes()
        try:
            found = json.loads(manifest.read_text())
            entry = next(entry for entry in found["shards"] if entry["name"] == path.name)
            entry |= {"sha256": sha256(content).hexdigest(), "bytes": len(content)}
            manifest.write_bytes(sealed(found))
        except (OSError, ValueError, LookupError, TypeError, StopIteration, RecursionError):
            return False
        return True


def commands(target):
    """The commands that read a dataset; the last one repairs it."""
    return [
        ("dataset", "check", target, "--workers", "1", "--sample", "3"),
        ("dataset", "check", target, "--all", "--json", "--workers", "1"),
        ("dataset", "stats", target),
        ("dataset", "show", target, "--limit", "99", "--json"),
        ("dataset", "show", target, "--where", "pairs > 2 and looks >= 0", "--columns"),
        ("batch", "--config", f"{target}/{CONFIGURATION}", "-o", target, "--workers", "1"),
        ("batch", "--resume", target, "--workers", "1"),
    ]


def run(arguments):
    """(exit code, standard output, lines on standard error)"""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(list(map(str, arguments)))
    return code, out.getvalue(), err.getvalue().splitlines()


def exercise(target, whole, intact):
    """Run all commands on a damaged folder; raise AssertionError for a fault."""
    there = files_of(target)
    damaged = [name for name, content in whole.items() if there.get(name) != content and not name.startswith("_")]
    for arguments in commands(target):
        code, _, lines = run(arguments)
        what = (arguments, code, lines)
        assert code in (0, 1, 2), what
        assert all(line.startswith("numlink: ") and len(line) < 2000 for line in lines), what
        if code == 2:
            assert len([line for line in lines if not any(note in line for note in NOTES)]) == 1, what
        if intact and damaged and arguments[0] == "dataset":
            expected = 1 if arguments[1] == "check" else 2
            assert code == expected, what
            if code == 2:
                assert any(name in lines[-1] for name in damaged), what
    if intact and code == 0:
        assert files_of(target) == whole, damaged
    if intact and not any((target / name).is_dir() for name in whole):
        assert code == 0, what


def run_random(seconds, seed, folder, most=10**9):
    """Test damaged folders until the time is over; returns how many."""
    sources = [(source, files_of(source)) for source in originals(folder)]
    damage = Damage(seed)
    end = time.monotonic() + seconds
    tried = 0
    while time.monotonic() < end and tried < most:
        source, whole = sources[tried % len(sources)]
        target = Path(folder) / "damaged"
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(source, target)
        words, intact = damage.folder(target)
        kept = Path(folder) / "last"
        shutil.rmtree(kept, ignore_errors=True)
        shutil.copytree(target, kept)
        try:
            exercise(target, whole, intact)
        except BaseException:
            print(f"seed {seed}, folder {tried}: {words}; kept in {kept}", file=sys.stderr)
            raise
        tried += 1
    return tried


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=float, default=0)
    parser.add_argument("--seconds", type=float, default=0)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    place = tempfile.mkdtemp(prefix="fuzz-datasets-")
    print(run_random(wanted.minutes * 60 + wanted.seconds or 60, wanted.seed, place), "folders, no faults")
    shutil.rmtree(place)
