"""The player: as static files for the server, and as one HTML file that opens from disk.

The server sends the files of static/ unchanged, gzipped (app.py): plain ES modules, no build step.  For `export` these
modules become one inline script: a function for each module, which returns its exports, after the modules that it
imports.  The page's security policy allows only this script, by its hash.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from functools import partial
from importlib.resources import files
from typing import TYPE_CHECKING

from numlink.game.texts import LANGUAGES, page_texts
from numlink.model.puzzle import Puzzle
from numlink.render.theme import GROUND, HUES, LOOKS, PATH, THEMES, TILE, TILE_BLOCK, TILE_INK, WASH, Mode
from numlink.web.grades import grade_of
from numlink.web.kinds import page_object

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

TABLE = re.compile(r'\btable\("\./(\w+\.json)"\)')
IMPORT = re.compile(r'^import \{([^}]*)\} from "\./(\w+)\.js";\n', re.MULTILINE)
LEFT_OVER = re.compile(r"^\s*import\b[^\n]*|\bimport\s*\([^\n]*|^export\b[^\n]*", re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function\*?|class|const|let) (\w+))", re.MULTILINE)

TYPE_COMMENTS = re.compile(r"/\*\*.*?\*/", re.DOTALL)
"""Comments with types, where `import()` names modules but loads nothing."""

THEME = THEMES["colour"]
SURFACES = {"ground": GROUND, "tile": TILE, "ink": TILE_INK, "block": TILE_BLOCK}
"""The names of colours in style.css and board.css."""


def static_files() -> dict[str, str]:
    """Name -> content of the player's files: those of static/ (icons.svg becomes part of the page), the palette, and
    the texts of each language.

    The service worker gets the names of all files that a page needs."""
    folder = files("numlink.web") / "static"
    found = {entry.name: entry.read_text(encoding="utf-8") for entry in folder.iterdir() if entry.is_file()}
    write = partial(json.dumps, ensure_ascii=False, separators=(",", ":"))
    texts = {f"text_{language}.json": write(page_texts(language)) for language in LANGUAGES}
    page = found["index.html"].replace("<!-- icons -->", found.pop("icons.svg"))
    found |= texts | {"index.html": page, "style.css": palette_css() + found["style.css"]}
    kept = sorted({*found} - {"index.html", "sw.js"})
    return found | {"sw.js": found["sw.js"].replace("[]", write(["./", *kept]), 1)}


def palette_css() -> str:
    """The colours of the board in light and dark as CSS, made from render/theme.py.

    Each pair has a class `hue0` to `hue11` for its colour and the text on it, and a class `look0` to `look4` for its
    stripe (`look0`: none).
    """
    rules = [f":root {{ --path: {PATH}; --wash: {WASH}; }}"]
    for mode, dark in ((Mode.LIGHT, ""), (Mode.DARK, '[data-theme="dark"]')):
        named = " ".join(f"--{name}: {tint.under(mode)};" for name, tint in SURFACES.items())
        rules.append(f":root{dark} {{ {named} }}")
    for index, hue in enumerate(HUES):
        ink = THEME.text(index + 1).fill
        assert ink is not None
        rules.append(f".hue{index} {{ --hue: {hue}; --ink-on: {ink.light}; }}")
    for index in range(1, LOOKS // len(HUES)):
        stripe = THEME.stripe(index * len(HUES) + 1)
        assert stripe is not None
        assert stripe.stroke is not None
        dash = f" stroke-dasharray: {' '.join(map(str, stripe.dash))};" if stripe.dash else ""
        rules.append(f".look{index} .stripe {{ stroke: {stripe.stroke.light};{dash} }}")
    return "\n".join(rules) + "\n"


def add_pages(app: FastAPI, pack: Iterable[tuple[Puzzle, bool]] = ()) -> None:
    """Serve the player: a fixed list of files, so that no path reaches any other; `pack` as for `export_page`."""
    from starlette.responses import Response
    from starlette.routing import Route

    files = static_files()
    if data := _data(pack):
        block = f'<script type="application/json" id="puzzles" data-served>{data}</script>\n'
        files["index.html"] = files["index.html"].replace("</body>", block + "</body>")

    async def answer(name: str, body: bytes, request: Request) -> Response:
        headers = {"etag": f'"{hashlib.sha256(body).hexdigest()[:20]}"', "cache-control": "no-cache"}
        if request.headers.get("if-none-match") == headers["etag"]:
            return Response(status_code=304, headers=headers)
        return Response(body, media_type=TYPES["." + name.rsplit(".", 1)[-1]], headers=headers)

    for name, text in files.items():
        app.router.routes.append(Route(f"/{name.removesuffix('index.html')}", partial(answer, name, text.encode())))


def bundle(modules: Mapping[str, str], start: str) -> str:
    """ES modules as one script: `start` and all modules that it imports, each once and before those that import it.

    Supports only what the player's modules use: named imports from `./name.js` on one line, `table()` of a JSON
    file, exports in front of a declaration, and `await` in `start`.  Raises ValueError, which names the module and the
    line or name, for any other import or export.
    """
    modules = {name: TYPE_COMMENTS.sub("", text) for name, text in modules.items()}
    order: list[str] = []

    def visit(name: str) -> None:
        if name not in order:
            for wanted, needed in IMPORT.findall(modules[f"{name}.js"]):
                visit(needed)
                exported = EXPORT.findall(modules[f"{needed}.js"])
                for word in (part.split(" as ")[0].strip() for part in wanted.split(",")):
                    if word not in exported:
                        raise ValueError(f"{name}.js imports {word}, which {needed}.js does not export")
            order.append(name)

    visit(start)
    return "\n".join(_wrapped(name, modules, last=name == start) for name in order)


def _wrapped(name: str, modules: Mapping[str, str], *, last: bool) -> str:
    source = TABLE.sub(lambda match: f"Promise.resolve({modules[match[1]]})", modules[f"{name}.js"])
    names = EXPORT.findall(source)
    body = IMPORT.sub(lambda match: f"const {{{match[1].replace(' as ', ': ')}}} = module_{match[2]};\n", source)
    body = EXPORT.sub("", body)
    if unread := LEFT_OVER.search(body):
        raise ValueError(f"{name}.js: the bundler does not understand {unread[0].strip()!r}")
    if last:
        return f"(async () => {{\n{body}\n}})();"
    return f"const module_{name} = (() => {{\n{body}\nreturn {{ {', '.join(names)} }};\n}})();"


def export_page(puzzles: Iterable[tuple[Puzzle, bool]]) -> str:
    """The player with `puzzles` as one HTML file that needs no other file and no server.

    The flag of a puzzle says that it is proven to have one solution: only then do hints use the stored solution.
    """
    contents = static_files()
    script = f'"use strict";\n{bundle(contents, "main")}'
    style = contents["style.css"] + contents["board.css"]
    policy = (
        f"default-src 'none'; script-src {script_hash(script)}; style-src {script_hash(style)}; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
    head, rest = re.split(r"<!-- assets -->.*<!-- /assets -->", contents["index.html"], flags=re.DOTALL)
    icon = base64.b64encode(contents["icon.svg"].encode()).decode()
    assets = (
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        f'<link rel="icon" href="data:image/svg+xml;base64,{icon}">\n'
        f"<style>{style}</style>\n"
    )
    scripts = f'<script type="application/json" id="puzzles">{_data(puzzles)}</script>\n<script>{script}</script>\n'
    return head + assets + rest.replace("</body>", scripts + "</body>")


def _data(puzzles: Iterable[tuple[Puzzle, bool]]) -> str:
    """Puzzles and their grades as JSON for the page, without `<`, which could end the element; '' without puzzles."""
    data = [
        {**page_object(puzzle), "unique": unique, **(grade_of(puzzle, proven=True) if unique else {})}
        for puzzle, unique in puzzles
    ]
    return json.dumps(data, separators=(",", ":")).replace("<", "\\u003c") if data else ""


def script_hash(text: str) -> str:
    """The hash of a script or style in a security policy."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
