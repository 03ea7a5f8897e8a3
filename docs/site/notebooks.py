"""The notebooks of docs/notebooks as pages: their words, and their code as it stands, without what it shows."""

from __future__ import annotations

import json
from pathlib import Path


def pages(root: Path) -> dict[str, str | bytes]:
    """Each page by its name in the site; the notebook itself lies beside it."""
    return {f"notebooks/{path.stem}.md": _page(path) for path in sorted((root / "docs" / "notebooks").glob("*.ipynb"))}


def _page(path: Path) -> str:
    parts = [_cell(cell) for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]]
    parts.insert(1, f"Open [the notebook]({path.name}) in Jupyter or an editor; the tests run it.")
    return "\n\n".join(parts) + "\n"


def _cell(cell: dict[str, list[str] | str]) -> str:
    text = "".join(cell["source"])
    return text if cell["cell_type"] == "markdown" else f"```python\n{text}\n```"
