"""Pictures as SVG: small, readable by screen readers, light and dark, still or animated.

Ids, classes and the order of elements do not change between versions, so that a page can style or script a picture:

    svg.numlink.<theme>.<mode>
      title, desc
      .paper .grid .solid          the board            #<id>-n3.n3   everything of pair 3, in it
      .frame                       its border             .path .stripe .end .ring .label

The style sheet holds what all parts of a role share, attributes hold the rest; converters without full CSS understand
both.  An animation is plain CSS: it plays once, and not at all for readers who prefer less motion, or in print.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby, pairwise
from typing import Literal
from zlib import crc32

from numlink.model.arguments import flag, instance, member, text
from numlink.model.puzzle import Puzzle, Solution
from numlink.render.drawing import Area, Disc, Drawing, Label, Layer, Line, Part, Rectangle, Shape, draw
from numlink.render.geometry import Point
from numlink.render.picture import Motion, Options, require_scale, the_only
from numlink.render.scene import compose
from numlink.render.theme import Mode, Paint, ThemeWord, Tint

UNIT = 40  # SVG user units per cell: makes most coordinates whole numbers, and fonts large enough for browsers
STEP_SECONDS = 0.12  # seconds per step of drawing a solution
GROWTH_SECONDS = 0.4  # seconds per step of growth: enough to read the caption of a union
Declarations = dict[str, str | Tint]  # CSS properties; a Tint becomes the colour of the picture's mode


def svg(
    puzzle: Puzzle,
    solution: Solution | None = None,
    *,
    theme: ThemeWord = "numbers",
    mode: Literal["light", "dark", "auto"] = "auto",
    scale: float = UNIT,
    animated: bool = False,
    title: str = "",
) -> str:
    """A picture of a puzzle as SVG text, with the paths of `solution` if one is given.

    `theme` is `numbers` or `letters` (black and white), `colour` or `colour-letters` (safe for colour blindness);
    `mode` `auto` follows the reader's light or dark screen; `scale` is pixels a cell; `animated` draws the paths
    one after the other; `title` is what a screen reader says ('': the puzzle's name, else its size). Raises InputError
    for unknown names, a scale out of range and a solution that does not fit. O(cells).

    >>> svg(Puzzle(2, 1, (1, 1)))[:64]
    '<svg xmlns="http://www.w3.org/2000/svg" class="numlink numbers a'
    """
    text(title, "a title")
    animated = flag(animated, "animated")
    if solution is not None:
        instance(solution, Solution, "a solution")
    chosen = member(Mode, mode, "mode")
    return write(draw(compose(puzzle, solution, theme=theme, title=title), animated=animated), chosen, scale)


def write(drawing: Drawing, mode: Mode = Mode.AUTO, scale: float = UNIT, *, step_seconds: float = STEP_SECONDS) -> str:
    """A drawing as SVG text, `scale` pixels per cell; animated if it has steps.  InputError for a bad scale."""
    require_scale(scale)
    theme = drawing.scene.theme.name
    selector = f".numlink.{theme}.{mode.value}"
    shared = _shared(drawing.layers)
    name = _name(drawing, mode)
    body = "".join(_layer(layer, shared, mode, name) for layer in drawing.layers)
    box = " ".join(_number(value) for value in (drawing.left, drawing.top, drawing.width, drawing.height))
    width, height = (f"{round(side * scale, 2):g}" for side in (drawing.width, drawing.height))
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="numlink {theme} {mode.value}" id="{name}" '
        f'viewBox="{box}" width="{width}" height="{height}" role="img" aria-labelledby="{name}-title {name}-desc" '
        'font-family="Arial,Helvetica,sans-serif" font-weight="700" text-anchor="middle" '
        'stroke-linecap="round" stroke-linejoin="round">\n'
        f'<title id="{name}-title">{escape(drawing.scene.title)}</title>\n'
        f'<desc id="{name}-desc">{escape(drawing.scene.description)}</desc>\n'
    )
    style = "".join(_rules(selector, shared, mode))
    if drawing.steps:
        style += _motion(selector, step_seconds)
    return f"{head}<style>{style}</style>\n{body}</svg>\n"


def _name(drawing: Drawing, mode: Mode) -> str:
    """An id for the picture on its page: a hash of board, paths, theme, mode, heat and number of steps."""
    scene = drawing.scene
    facts = (scene.width, scene.height, scene.solids, scene.endpoints, scene.paths, scene.theme.name)
    beyond: tuple[object, ...] = () if scene.plain else (scene.grid.layout,)
    beyond += tuple(part for part in drawing.parts() if part.role.startswith("heat"))
    return f"numlink-{crc32(repr(((*facts, *beyond), mode.value, drawing.steps)).encode()):08x}"


def escape(text: str) -> str:
    """Text for XML: mark-up escaped, characters that XML cannot hold replaced."""
    text = re.sub("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "\ufffd", text)
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def style_sheet(paints: Mapping[str, Paint]) -> str:
    """CSS rules for the paint of each class, for pages that make their own drawings from `elements`."""
    return "".join(_rules("", {role: _declarations(paint) for role, paint in paints.items()}, Mode.LIGHT))


def _declarations(paint: Paint) -> Declarations:
    found: Declarations = {"fill": paint.fill or "none"}
    if paint.stroke is not None:
        found |= {"stroke": paint.stroke, "stroke-width": _number(paint.width)}
    if paint.dash:
        found["stroke-dasharray"] = " ".join(map(_number, paint.dash))
    return found


def _shared(layers: Iterable[Layer]) -> dict[str, Declarations]:
    """For each role the properties that all its parts have in common."""
    shared: dict[str, Declarations] = {}
    for layer in layers:
        for part in layer.parts:
            own = _declarations(part.paint)
            known = shared.setdefault(part.role, own)
            shared[part.role] = {key: value for key, value in known.items() if own.get(key) == value}
    return shared


def _rules(selector: str, shared: dict[str, Declarations], mode: Mode) -> Iterator[str]:
    """The style sheet; in mode AUTO followed by the colours for dark screens."""
    for role, declarations in shared.items():
        css = ";".join(f"{key}:{_value(value, mode)}" for key, value in declarations.items())
        if css:
            yield f"{selector} .{role}{{{css}}}".lstrip()
    if mode is Mode.AUTO:
        yield "@media (prefers-color-scheme:dark){"
        for role, declarations in shared.items():
            dark = {key: value for key, value in declarations.items() if isinstance(value, Tint)}
            css = ";".join(f"{key}:{tint.dark}" for key, tint in dark.items() if tint.dark != tint.light)
            if css:
                yield f"{selector} .{role}{{{css}}}".lstrip()
        yield "}"


def _motion(selector: str, step_seconds: float) -> str:
    """The CSS of the animation.

    A part sets --s, the step at which it appears, and --n, the number of steps it grows, or --u, the step at which it
    disappears.
    """
    unit = f"{step_seconds:g}s"
    return (
        "@keyframes numlink-grow{to{stroke-dashoffset:0}}"
        "@keyframes numlink-show{to{visibility:visible}}@keyframes numlink-hide{to{visibility:hidden}}"
        # half a step more than needed, because the round end of a hidden line would show as a dot
        f"{selector} .grows{{stroke-dasharray:var(--n) calc(var(--n) + 1);stroke-dashoffset:calc(var(--n) + .5);"
        f"animation:numlink-grow calc(var(--n)*{unit}) linear calc(var(--s)*{unit}) forwards}}"
        f"{selector} .late{{visibility:hidden;animation:numlink-show 0s calc(var(--s)*{unit}) forwards}}"
        f"{selector} .leaves{{visibility:hidden;animation:numlink-show 0s calc(var(--s)*{unit}) forwards,"
        f"numlink-hide 0s calc(var(--u)*{unit}) forwards}}"
        f"@media print,(prefers-reduced-motion:reduce){{{selector} .grows{{animation:none;stroke-dasharray:none}}"
        f"{selector} .late{{animation:none;visibility:visible}}{selector} .leaves{{animation:none}}}}"
    )


def _value(value: str | Tint, mode: Mode) -> str:
    return value.under(mode) if isinstance(value, Tint) else value


def _layer(layer: Layer, shared: dict[str, Declarations], mode: Mode, name: str) -> str:
    """The SVG of a layer; for a pair, a group with the pair's id and class."""
    parts = "".join(_part(part, shared[part.role], mode) for part in layer.parts)
    if layer.number is None:
        return parts
    return f'<g id="{name}-n{layer.number}" class="n{layer.number}">{parts}</g>\n'


def _part(part: Part, shared: Declarations, mode: Mode) -> str:
    """The SVG of a part; properties that its role does not share become attributes."""
    own = {key: value for key, value in _declarations(part.paint).items() if key not in shared}
    attributes = "".join(f' {key}="{_value(value, mode)}"' for key, value in own.items())
    classes, extra = part.role, ""
    if part.grows:
        steps = max(len(shape.points) - 1 for shape in part.shapes if isinstance(shape, Line))
        classes, extra = f"{part.role} grows", f' pathLength="{steps}" style="--s:{part.since};--n:{steps}"'
    elif part.until is not None:
        classes, extra = f"{part.role} leaves", f' style="--s:{part.since};--u:{part.until}"'
    elif part.since:
        classes, extra = f"{part.role} late", f' style="--s:{part.since}"'
    attributes = f' class="{classes}"{attributes}{extra}'
    return "".join(elements(part.shapes, attributes)) + (
        "\n" if part.role in ("paper", "tile", "grid", "solid") else ""
    )


def elements(shapes: tuple[Shape, ...], attributes: str) -> Iterator[str]:
    """The SVG elements of shapes, each with `attributes`; lines, polygons and several rectangles make one path."""
    lines = [_line(shape.points) for shape in shapes if isinstance(shape, Line)]
    lines += [f"{_line(shape.points)}z" for shape in shapes if isinstance(shape, Area)]
    boxes = [shape for shape in shapes if isinstance(shape, Rectangle)]
    if len(boxes) == 1:
        box = boxes[0]
        values = zip(("x", "y", "width", "height"), (box.x, box.y, box.width, box.height), strict=True)
        yield f"<rect{attributes} " + " ".join(f'{key}="{_number(value)}"' for key, value in values) + "/>"
    elif boxes:
        lines += [
            f"M{_number(box.x)} {_number(box.y)}h{_number(box.width)}v{_number(box.height)}h{_number(-box.width)}z"
            for box in boxes
        ]
    if lines:
        yield f'<path{attributes} d="{"".join(lines)}"/>'
    for shape in shapes:
        if isinstance(shape, Disc):
            yield f'<circle{attributes} cx="{_number(shape.x)}" cy="{_number(shape.y)}" r="{_number(shape.radius)}"/>'
        elif isinstance(shape, Label):
            # computed, because half of the converters ignore dominant-baseline
            baseline = _number(shape.y + 0.355 * shape.size)
            anchor = ' text-anchor="start"' if shape.left else ""
            place = f'x="{_number(shape.x)}" y="{baseline}" font-size="{_number(shape.size)}"'
            yield f"<text{attributes}{anchor} {place}>{escape(shape.text)}</text>"


def _line(points: tuple[Point, ...]) -> str:
    """The path data of a line; consecutive equal steps are joined into one."""
    steps = ((to_x - x, to_y - y) for (x, y), (to_x, to_y) in pairwise(points))
    runs = ((len([*run]), *step) for step, run in groupby(steps))
    start = " ".join(map(_number, points[0]))
    return f"M{start}" + "".join(_run(count * right, count * down) for count, right, down in runs)


def _run(right: float, down: float) -> str:
    """The path command for a straight line by this offset, in widths of a cell."""
    if not down:
        return f"h{_number(right)}" if right else ""
    return f"l{_number(right)} {_number(down)}" if right else f"v{_number(down)}"


def _number(cells: float) -> str:
    """A length in widths of a cell as SVG user units, with two decimals at most."""
    return f"{round(cells * UNIT, 2) + 0.0:.2f}".rstrip("0").rstrip(".")


def picture(puzzles: list[Puzzle], options: Options) -> bytes:
    puzzle = the_only(puzzles, "svg")
    seconds = GROWTH_SECONDS if options.motion is Motion.GROWTH else STEP_SECONDS
    return write(options.drawing(puzzle), options.mode, options.scale or UNIT, step_seconds=seconds).encode()
