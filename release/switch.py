"""The switch of the first release: from `git clone` to `pip install numlink`, in all documents at once.

python -m release.switch DAY        DAY: 2026-12-24

Until then nobody can install numlink by its name, so no document says that one can (tests/test_release.py).
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]

OPEN = "not yet released"
"""What CHANGELOG.md says in place of the day."""

INSTALL = re.compile(r"(<!-- install -->\n).*?(<!-- /install -->)", re.DOTALL)
"""What README.md and docs/index.md say about installing; release/published.md is what they say from the release on."""


def documents(root: Path) -> Iterator[Path]:
    """Those that tell how to install numlink or an extra of it."""
    yield root / "README.md"
    yield from sorted((root / "docs").glob("*.md"))
    yield from sorted((root / "docs/notebooks").glob("*.ipynb"))


def published(root: Path) -> bool:
    """Whether the newest version in CHANGELOG.md has a day."""
    newest = re.search(r"^## .*$", (root / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    return newest is not None and OPEN not in newest[0]


def switch(root: Path, day: str) -> None:
    """Write the day, what README.md and docs/index.md begin with, and the extras by numlink's name."""
    changes = root / "CHANGELOG.md"
    changes.write_text(changes.read_text(encoding="utf-8").replace(OPEN, day, 1), encoding="utf-8")
    told = (root / "release/published.md").read_text(encoding="utf-8")
    for path in documents(root):
        text = path.read_text(encoding="utf-8")
        text = INSTALL.sub(lambda match: match[1] + told + match[2], text)
        path.write_text(text.replace("pip install '.[", "pip install 'numlink["), encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 2 or not re.fullmatch(r"\d{4}-\d\d-\d\d", sys.argv[1]):
        sys.exit("usage: python -m release.switch 2026-12-24")
    switch(ROOT, sys.argv[1])
