"""Random screenshots in the looks of several families of apps."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from tests.pictures.apps import BOLD, EARTH, FLAT, NEON, OLD, SOFT, App, Board, board, screenshot, spoiled

PHONES = ((720, 1280), (720, 1480), (800, 1280), (1080, 1920), (1080, 2400), (1179, 2556), (750, 1334), (1440, 2560))
TABLETS = ((1536, 2048), (1392, 1994), (1200, 1920))


def dots(rng: random.Random, palette: tuple[str, ...], ground: str) -> tuple[str, ...]:
    """The colours of a palette that are not close to the ground's, in random order."""
    away_from = [int(ground[at : at + 2], 16) for at in (1, 3, 5)]

    def differs(colour: str) -> bool:
        parts = [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
        return sum((one - other) ** 2 for one, other in zip(parts, away_from, strict=True)) > 80**2

    chosen = [colour for colour in palette if differs(colour)]
    rng.shuffle(chosen)
    return tuple(chosen)


def dark(rng: random.Random) -> App:
    line = rng.choice(
        ("#6b6b3a", "#406a42", "#7f6442", "#3f6588", "#555555", "#303030", "#8a8a8a", "#4a2a2a", "#5a3f66")
    )
    return App(
        "dark",
        "#000000",
        line,
        dots(rng, rng.choice((BOLD, OLD)), "#000000"),
        line_width=rng.uniform(0.012, 0.04),
        dot=rng.uniform(0.6, 0.74),
        path=rng.uniform(0.3, 0.42),
        glow=rng.random() < 0.6,
        letters=rng.random() < 0.25,
    )


def framed(rng: random.Random) -> App:
    app = dark(rng)
    rim = rng.choice(("#f09a90", "#b0e0b0", "#c0c0ff", "#ffffff"))
    return replace(app, name="framed", rim=rim, rim_width=rng.uniform(0.04, 0.07), line_width=rng.uniform(0.01, 0.02))


def light(rng: random.Random) -> App:
    ground = rng.choice(("#ffffff", "#fafafa", "#f2efe6", "#eef3f8", "#fffbe8"))
    line = rng.choice(("#d0d0d0", "#c0c8d0", "#b8b0a0", "#e0e0e0", "#909090", "#404040"))
    return App(
        "light",
        ground,
        line,
        dots(rng, rng.choice((FLAT, BOLD)), ground),
        line_width=rng.uniform(0.012, 0.04),
        dot=rng.uniform(0.55, 0.8),
        path=rng.uniform(0.25, 0.45),
        tint=rng.choice((0, 0.2, 0.35)),
        letters=rng.random() < 0.3,
        numbers=False,
    )


def tiles(rng: random.Random) -> App:
    ground, tile = rng.choice(
        (("#f6f4ef", "#ebe6de"), ("#10131a", "#242a35"), ("#ffffff", "#e8eaf0"), ("#1b1b1f", "#2e2e36"))
    )
    return App(
        "tiles",
        ground,
        ground,
        dots(rng, rng.choice((FLAT, BOLD, SOFT)), tile),
        tile=tile,
        gap=rng.uniform(0.04, 0.09),
        corner=rng.choice((0.0, 0.06, 0.12)),
        dot=rng.uniform(0.62, 0.74),
        path=rng.uniform(0.26, 0.36),
        numbers=rng.random() < 0.5,
        tint=rng.choice((0.15, 0.25)),
    )


def rounded(rng: random.Random) -> App:
    ground = rng.choice(("#202030", "#302020", "#182818", "#101820"))
    return App(
        "rounded",
        ground,
        rng.choice(("#404058", "#585858", "#34465a")),
        dots(rng, rng.choice((SOFT, NEON, FLAT)), ground),
        line_width=rng.uniform(0.015, 0.05),
        dot=rng.uniform(0.5, 0.78),
        dot_rim=rng.choice((None, "#000000", "#ffffff")),
        shade=rng.uniform(0.2, 1.0),
        path=rng.uniform(0.25, 0.36),
        tint=0.2,
    )


def blue(rng: random.Random) -> App:
    ground = rng.choice(("#1c3a5e", "#24506e", "#3b2a5a", "#26442e"))
    return App(
        "blue",
        ground,
        mixed_line(rng, ground),
        dots(rng, rng.choice((NEON, BOLD, SOFT)), ground),
        line_width=rng.uniform(0.012, 0.04),
        dot=rng.uniform(0.6, 0.8),
        path=rng.uniform(0.3, 0.4),
        tint=rng.choice((0, 0.3)),
        page="#0c1c30",
    )


def brightness(colour: str) -> int:
    return sum(int(colour[at : at + 2], 16) for at in (1, 3, 5))


def mixed_line(rng: random.Random, ground: str) -> str:
    from tests.pictures.apps import mixed

    return mixed(rng.choice(("#ffffff", "#000000")), ground, rng.uniform(0.1, 0.4))


# ------------------------------------------------------------------ held out: measured only when all else was settled


def wood(rng: random.Random) -> App:
    ground = rng.choice(("#d9b68a", "#c89f6d", "#e6cfa8"))
    return App(
        "wood",
        ground,
        rng.choice(("#8a6236", "#a57c4f", "#6e4b26")),
        dots(rng, EARTH, ground),
        line_width=rng.uniform(0.015, 0.04),
        rim="#5c3c1a",
        rim_width=0.06,
        dot=rng.uniform(0.55, 0.75),
        dot_rim="#3a2410",
        shade=rng.uniform(0, 0.5),
        path=rng.uniform(0.25, 0.4),
        tint=0,
        page="#70502c",
    )


def checker(rng: random.Random) -> App:
    ground, other, line = rng.choice((("#f4f4f4", "#e8e8ee", "#d2d2da"), ("#20242c", "#282e38", "#3a424e")))
    return App(
        "checker",
        ground,
        line,
        dots(rng, rng.choice((FLAT, SOFT)), ground),
        checker=other,
        line_width=rng.uniform(0.012, 0.03),
        dot=rng.uniform(0.56, 0.78),
        letters=rng.random() < 0.4,
        path=rng.uniform(0.28, 0.4),
        tint=rng.choice((0, 0.3)),
    )


def neon(rng: random.Random) -> App:
    return App(
        "neon",
        "#07060f",
        rng.choice(("#2a2350", "#1e3a4a", "#4a2350", "#10501e")),
        dots(rng, NEON, "#07060f"),
        line_width=rng.uniform(0.02, 0.05),
        rim="#7050ff",
        rim_width=0.05,
        dot=rng.uniform(0.52, 0.7),
        shade=rng.uniform(0.3, 1),
        path=rng.uniform(0.2, 0.33),
        glow=True,
        tint=0.15,
    )


LOOKS: dict[str, Callable[[random.Random], App]] = {
    look.__name__: look for look in (dark, framed, light, tiles, rounded, blue)
}
HELD_OUT: dict[str, Callable[[random.Random], App]] = {look.__name__: look for look in (wood, checker, neon)}


@dataclass(frozen=True, slots=True)
class Shot:
    """A picture as bytes, the board it shows, and words for how it was made."""

    data: bytes
    board: Board
    how: str


def shots(family: str, count: int, seed: int, *, kind: str = "plain") -> Iterator[Shot]:
    """Random pictures in the look of a family.  `kind`: plain, played, solved, holes, walls, bridges."""
    look = (LOOKS | HELD_OUT)[family]
    for number in range(count):
        rng = random.Random(f"{family}/{kind}/{seed}/{number}")
        app = look(rng)
        if kind in ("holes", "walls"):  # apps that have these draw visible outlines
            rim = "#ffd0c0" if brightness(app.ground) < 380 else "#503020"
            app = replace(app, rim=app.rim or rim, rim_width=max(0.05, app.rim_width))
        width = rng.randint(4, 15)
        height = width if rng.random() < 0.7 else max(4, min(18, width + rng.randint(-3, 4)))
        pairs = rng.randint(2, min(len(app.dots), max(2, width * height // 9)))
        found = board(
            rng,
            width,
            height,
            pairs,
            holes=rng.randint(2, 8) if kind == "holes" else 0,
            walls=rng.randint(1, width) if kind == "walls" else 0,
            bridges=rng.randint(1, 3) if kind == "bridges" else 0,
        )
        played = {"played": rng.uniform(0.2, 0.9), "solved": 1.0}.get(kind, 0.0)
        size = rng.choice(PHONES if rng.random() < 0.8 else TABLETS)
        image = screenshot(found, app, rng, size, played=played)
        least = 22 * width / size[0]  # cells are at least 22 pixels wide
        scale = rng.choice((1.0, 1.0, 0.5, rng.uniform(least, 1.0))) if least < 1 else 1.0
        quality = None if rng.random() < 0.4 else rng.randint(50, 95)
        blur = rng.choice((0, 0, 0, rng.uniform(0.3, 0.8)))
        how = f"{width}x{height} {size[0]}x{size[1]} x{scale:.2f} q{quality} blur{blur:.1f} dot{app.dot:.2f}"
        yield Shot(spoiled(image, scale=max(scale, least), blur=blur, quality=quality), found, how)
