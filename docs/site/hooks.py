"""What MkDocs asks while it builds the site: the pages that are made, and documents from outside docs/."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

import gallery
import notebooks
import playground
import reference
import rule_pages
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parents[2]

OUTSIDE = {
    "bench/README.md": "bench.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    **{f"bench/notes/{note.name}": f"notes/{note.name}" for note in (ROOT / "bench/notes").glob("*.md")},
}
"""Documents outside docs/, and the pages they become."""

LINK = re.compile(r"(?<!!)\[([^\]]+)\]\(((?!https?:|#|mailto:)[^)\s#]*)(#[^)]*)?\)")


def on_files(files: Files, config: Any) -> Files:
    """Add the pages that are made."""
    made: dict[str, str | bytes] = {
        page: _linked((ROOT / source).read_text(encoding="utf-8"), ROOT / source) for source, page in OUTSIDE.items()
    }
    for picture in (ROOT / "bench").glob("plots/*.svg"):
        made[f"plots/{picture.name}"] = picture.read_bytes()
    for pages in (
        reference.pages(),
        rule_pages.pages(ROOT),
        notebooks.pages(ROOT),
        gallery.pages(),
        playground.files(ROOT),
    ):
        made |= pages
    for name, content in made.items():
        files.append(File.generated(config, name, content=content))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Links that lead out of docs/, what only the site shows, and the tables of bench/README.md that a page names."""
    markdown = re.sub(r"<!-- site: (.+?) -->", r"\1", markdown)
    markdown = re.sub(r"<!-- bench: (.+) -->", lambda match: _bench_table(match[1]), markdown)
    source = page.file.abs_src_path
    return _linked(markdown, Path(source)) if source and str(ROOT) in source else markdown


def on_page_content(html: str, **_: Any) -> str:
    """Tables as GitHub shows them: a corner that heads nothing is no heading, and `\\|` in code is a bar."""
    html = re.sub(r"<th( style=[^>]*)?></th>", "<td></td>", html)
    return re.sub(r"<td>.*?</td>", lambda cell: cell[0].replace(r"\|", "|"), html, flags=re.DOTALL)


def on_post_page(output: str, **_: Any) -> str:
    """Material's search dialog, named for screen readers."""
    return output.replace(
        'data-md-component="search" role="dialog"', 'data-md-component="search" role="dialog" aria-label="Search"'
    )


def _linked(markdown: str, document: Path) -> str:
    """Links from the document's place in the tree to those of the site; to what the site lacks, the words alone."""

    def replaced(match: re.Match[str]) -> str:
        words, target, anchor = match[1], match[2], match[3] or ""
        aimed = (document.parent / target).resolve()
        try:
            place = aimed.relative_to(ROOT).as_posix()
        except ValueError:
            return match[0]
        if place in OUTSIDE:
            page = OUTSIDE[place]
        elif place.startswith("docs/") and aimed.exists():
            page = place.removeprefix("docs/").replace(".ipynb", ".md")
        elif place == "README.md":
            page = "index.md"
        elif not aimed.exists():
            return match[0]  # a page that is made, or a fault that MkDocs tells
        else:
            return words
        return f"[{words}]({above}{page}{anchor})"

    own = document.relative_to(ROOT).as_posix()
    above = "../" * OUTSIDE.get(own, own.removeprefix("docs/")).count("/")
    return LINK.sub(replaced, markdown).replace("](../../docs/images/", "](../images/")


def _bench_table(section: str) -> str:
    """The first table of a section of bench/README.md."""
    text = (ROOT / "bench/README.md").read_text(encoding="utf-8")
    part = text.split(f"\n## {section}", 1)[1].split("\n## ", 1)[0]
    table = re.search(r"(?:^\|.*\n)+", part, re.MULTILINE)
    if table is None:
        raise ValueError(f"bench/README.md has no table under {section!r}")
    return table[0]
