"""The static player: as the server hands it out, and as one file that opens from disk.

static/ is served as it is, without comments and indentation: plain ES modules, nothing built.  For `export` the
same modules are laid one after the other into one inline script, each in a function of its own, its imports taken from
the ones before; the page then names the hash of that script as the only one it may run.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from importlib.resources import files
from typing import TYPE_CHECKING

from numlink.game.texts import LANGUAGES, page_texts
from numlink.model.puzzle import Puzzle
from numlink.web.grades import grade_of
from numlink.web.kinds import page_object
from numlink.web.palette import palette_css
from numlink.web.squeeze import bare, bare_style

if TYPE_CHECKING:
    from fastapi import FastAPI
    from starlette.requests import Request
    from starlette.responses import Response

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}

ROUTES = {"/": "index.html", "/docs": "docs.html"}

LATER = re.compile(r'\bimport\("\./(\w+)\.js"\)')
TABLE = re.compile(r'\btable\("\./(\w+\.json)"\)')
IMPORT = re.compile(r'^import \{([^}]*)\} from "\./(\w+)\.js";\n', re.MULTILINE)
LEFT_OVER = re.compile(r"^\s*import\b[^\n]*|\bimport\s*\([^\n]*|^export\b[^\n]*", re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function\*?|class|const|let) (\w+))", re.MULTILINE)


SERVED = re.compile(r"<!-- served -->.*?<!-- /served -->\n?", re.DOTALL)
"""Parts of the page that ask a server, and are left out of an exported one."""
ALONE = {"making.js": "export class Maker {\noffer() {}\n}\n", "daily.js": "export class Calendar {}\n"}
"""Per script behind those parts the text that takes its place in an exported page."""
NAME = re.compile(r"[\w-]+")


def static_files() -> dict[str, str]:
    """The files of the player by name: scripts and the style sheet squeezed, the texts."""
    found = source_files()
    return found | {name: bare(text) for name, text in found.items() if name.endswith(".js")}


def source_files() -> dict[str, str]:
    """The files of the player by name: scripts as they are written, the style sheet squeezed, the texts."""
    folder = files("numlink.web") / "static"
    found = {entry.name: entry.read_text(encoding="utf-8") for entry in folder.iterdir() if entry.is_file()}
    texts = {
        f"text_{language}.json": json.dumps(page_texts(language), ensure_ascii=False, separators=(",", ":"))
        for language in LANGUAGES
    }
    return found | texts | {"style.css": bare_style(palette_css() + found["style.css"])}


def add_pages(app: FastAPI, pack: Iterable[tuple[Puzzle, bool]] = ()) -> None:
    """Serve the player: a fixed list of files, so that no path can lead elsewhere; `pack` as for `export_page`."""
    from starlette.responses import Response
    from starlette.routing import Route

    files = static_files()
    if data := _data(pack):
        block = f'<script type="application/json" id="puzzles" data-served>{data}</script>\n'
        files["index.html"] = files["index.html"].replace("</body>", block + "</body>")
    contents = {name: text.encode() for name, text in files.items()}
    served = {f"/{name}": name for name in contents if name not in ROUTES.values()} | ROUTES

    def page(name: str) -> Callable[[Request], Awaitable[Response]]:
        body = contents[name]
        tag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
        headers = {"etag": tag, "cache-control": "no-cache"}
        media_type = TYPES["." + name.rsplit(".", 1)[-1]]

        async def answer(request: Request) -> Response:
            if request.headers.get("if-none-match") == tag:
                return Response(status_code=304, headers=headers)
            return Response(body, media_type=media_type, headers=headers)

        return answer

    app.router.routes.extend(Route(path, page(name)) for path, name in served.items())


def bundle(modules: Mapping[str, str], start: str) -> str:
    """ES modules as one script: `start` and all it imports, each once, before whoever imports it.

    Only what the player's own modules use is understood: named imports from `./name.js` on one line, `import()` of such
    a name, which then is no later than the others, `table()` of a JSON file, exports in front of a declaration, and
    `await` in `start`.  Raises ValueError with the module and the line for anything else.
    """
    order: list[str] = []

    def visit(name: str) -> None:
        if name not in order:
            for wanted, needed in IMPORT.findall(modules[f"{name}.js"]):
                visit(needed)
                exported = EXPORT.findall(modules[f"{needed}.js"])
                for word in (part.split(" as ")[0].strip() for part in wanted.split(",")):
                    if word not in exported:
                        raise ValueError(f"{name}.js imports {word}, which {needed}.js does not export")
            for needed in LATER.findall(modules[f"{name}.js"]):
                visit(needed)
            order.append(name)

    visit(start)
    return "\n".join(_wrapped(name, modules, last=name == start) for name in order)


def _wrapped(name: str, modules: Mapping[str, str], *, last: bool) -> str:
    source = TABLE.sub(lambda match: f"Promise.resolve({modules[match[1]]})", modules[f"{name}.js"])
    names = EXPORT.findall(source)
    body = IMPORT.sub(lambda match: f"const {{{match[1].replace(' as ', ': ')}}} = module_{match[2]};\n", source)
    body = LATER.sub(r"Promise.resolve(module_\1)", EXPORT.sub("", body))
    if unread := LEFT_OVER.search(body):
        raise ValueError(f"{name}.js: the bundler does not understand {unread[0].strip()!r}")
    if last:
        return f"(async () => {{\n{body}\n}})();"
    return f"const module_{name} = (() => {{\n{body}\nreturn {{ {', '.join(names)} }};\n}})();"


def export_page(puzzles: Iterable[tuple[Puzzle, bool]]) -> str:
    """The player with `puzzles` as one HTML file that needs nothing else; the flag says: proven to have one solution.

    A hint in it leans on the stored solution, and only where that is the only one.
    """
    contents = _alone(source_files())
    contents |= {name: bare(text, spaces=True) + "\n" for name, text in contents.items() if name.endswith(".js")}
    script = bare(f'"use strict";\n{bundle(contents, "main")}')
    style = contents["style.css"]
    policy = (
        f"default-src 'none'; script-src {_hash(script)}; style-src {_hash(style)}; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
    page = contents["index.html"]
    head, _, rest = page.partition("<!-- assets -->")
    _, _, rest = rest.partition("<!-- /assets -->")
    icon = base64.b64encode(contents["icon.svg"].encode()).decode()
    assets = (
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        f'<link rel="icon" href="data:image/svg+xml;base64,{icon}">\n'
        f"<style>{style}</style>\n"
    )
    scripts = f'<script type="application/json" id="puzzles">{_data(puzzles)}</script>\n<script>{script}</script>\n'
    return head + assets + rest.replace("</body>", scripts + "</body>")


def _alone(contents: dict[str, str]) -> dict[str, str]:
    """The files without what only a server gives: New and Daily, their dialogs, and texts that nothing else says."""
    page = contents["index.html"]
    kept = contents | ALONE | {"index.html": SERVED.sub("", page)}
    gone = " ".join([*SERVED.findall(page), *(contents[name] for name in ALONE)])
    left = set(NAME.findall(" ".join(text for name, text in kept.items() if name.endswith((".js", ".html")))))
    unsaid = set(NAME.findall(gone)) - left
    for language in LANGUAGES:
        texts = {name: text for name, text in page_texts(language).items() if name not in unsaid}
        kept[f"text_{language}.json"] = json.dumps(texts, ensure_ascii=False, separators=(",", ":"))
    return kept


def _data(puzzles: Iterable[tuple[Puzzle, bool]]) -> str:
    """The puzzles and their grades as JSON for the page; '' where there are no puzzles.

    `<` is escaped so that no name of a puzzle can end the element.
    """
    data = [
        {**page_object(puzzle), "unique": unique, **(grade_of(puzzle, proven=True) if unique else {})}
        for puzzle, unique in puzzles
    ]
    return json.dumps(data, separators=(",", ":")).replace("<", "\\u003c") if data else ""


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
