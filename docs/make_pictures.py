"""Make the pictures of docs/pictures.md again, by the commands that stand there.

python docs/make_pictures.py [FOLDER]        default: docs/pictures
"""

import re
import shlex
import subprocess
import sys
from pathlib import Path

PAGE = Path(__file__).parent / "pictures.md"


def commands() -> list[str]:
    """The commands of the page that write a picture; its books are none."""
    lines = re.findall(r"^\$ (numlink .* -o .*)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    return [line for line in lines if "numlink book" not in line]


def make(folder: Path) -> None:
    """Run every command in `folder`; the first that fails ends it."""
    folder.mkdir(parents=True, exist_ok=True)
    program = f"{shlex.quote(sys.executable)} -m numlink "
    for command in commands():
        subprocess.run(["bash", "-c", re.sub(r"(^|\| )numlink ", rf"\1{program}", command)], cwd=folder, check=True)


if __name__ == "__main__":
    make(Path(sys.argv[1]) if len(sys.argv) > 1 else PAGE.parent / "pictures")
