"""The gallery: pictures made by the commands that stand over them, when the site is built."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

SHOWN = (
    ("A puzzle and its solution", "numlink new 9 --seed 3 -o puzzle.svg"),
    ("", "numlink new 9 --seed 3 | numlink solve --quiet | numlink show --solution --theme colour -o solved.svg"),
    ("Letters instead of numbers", "numlink new 8 --seed 5 | numlink show --theme letters -o letters.svg"),
    (
        "Paths with a symmetry",
        "numlink new 9 --seed 2 --symmetry paths | numlink solve | numlink show --solution --theme color -o turn.svg",
    ),
    ("Hard", "numlink new 8 --seed 4 --difficulty hard | numlink show -o hard.svg"),
    (
        "The lab program's board",
        "numlink classic 12 --seed 2015 --json | numlink show --solution --theme colour -o lab.svg",
    ),
    (
        "Union-find growing a board",
        "numlink classic 9 --seed 2015 --json | numlink show --animate growth --theme colour -o growth.svg",
    ),
    (
        "A solution being drawn",
        "numlink new --seed 6 | numlink solve --quiet | numlink show --animate solution --theme colour -o path.svg",
    ),
)
"""(title, command that writes the picture); no title: it belongs to the one before."""


def pages() -> dict[str, str | bytes]:
    """The page and its pictures by name in the site; a command that fails ends the build."""
    lines = ["# Gallery", "", "Each picture is made by the command above it, every time this site is built.", ""]
    found: dict[str, str | bytes] = {}
    program = f"{shlex.quote(sys.executable)} -m numlink "
    with TemporaryDirectory() as folder:
        for title, command in SHOWN:
            script = re.sub(r"(^|\| )numlink ", rf"\1{program}", command)
            subprocess.run(["bash", "-o", "pipefail", "-c", script], cwd=folder, check=True)
            name = command.rpartition(" ")[2]
            found[f"gallery/{name}"] = (Path(folder) / name).read_bytes()
            lines += [f"## {title}", ""] if title else []
            lines += ["```sh", command, "```", "", f"![{title or name}](gallery/{name}){{ width=420 }}", ""]
    return found | {"gallery.md": "\n".join(lines)}
