"""Search for the hues of paths (render/theme.py, HUES): far apart to eyes of every common kind, and from both tiles.

python -m bench.palette [SEED] [SECONDS]        prints the best hues found, in order, and their least distances

Simulated annealing over CIELAB.  Distances are CIEDE2000 (Sharma, Wu and Dalal, 2005); colour vision is simulated
after Machado, Oliveira and Fernandes (2009) at full strength.  What was found and tried: bench/notes/palette.md.
"""

from __future__ import annotations

import sys
import time
from itertools import combinations

import numpy as np

from numlink.render.theme import TILE

COUNT = 12
EYES = np.array(
    [
        [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
    ]
)
"""Usual eyes, and those without red, green and blue cones."""
WANTED = np.array([20.0, 12.0, 12.0, 12.0])
"""The least distance that two hues must have to each of these eyes."""
FROM_TILE = np.array([15.0, 12.0, 12.0, 12.0])
"""The same from the tile."""
LIGHTNESS, CHROMA = (42.0, 78.0), (38.0, 95.0)
"""Ranges of CIELAB: neither as light as the light tile nor as dark as the dark one, and lively."""
XYZ = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
)
WHITE = np.array([0.95047, 1.0, 1.08883])


def rgb_of(lab: np.ndarray) -> np.ndarray:
    """CIELAB -> sRGB, 0 to 1; outside where no screen shows the colour."""
    light = (lab[..., 0] + 16) / 116
    t = np.stack([light + lab[..., 1] / 500, light, light - lab[..., 2] / 200], axis=-1)
    xyz = WHITE * np.where(t > 6 / 29, t**3, 3 * (6 / 29) ** 2 * (t - 4 / 29))
    linear = xyz @ np.linalg.inv(XYZ).T
    return np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * np.abs(linear) ** (1 / 2.4) - 0.055)


def lab_of(rgb: np.ndarray) -> np.ndarray:
    """sRGB, 0 to 1 -> CIELAB to each of EYES; shape (eyes, ..., 3)."""
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    seen = np.clip(np.einsum("eij,...j->e...i", EYES, linear), 0, 1)
    ratio = seen @ XYZ.T / WHITE
    f = np.where(ratio > 216 / 24389, np.cbrt(ratio), (24389 / 27 * ratio + 16) / 116)
    return np.stack([116 * f[..., 1] - 16, 500 * (f[..., 0] - f[..., 1]), 200 * (f[..., 1] - f[..., 2])], axis=-1)


def distance(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """CIEDE2000 between colours in CIELAB; shapes broadcast."""
    (l1, a1, b1), (l2, a2, b2) = np.moveaxis(one, -1, 0), np.moveaxis(other, -1, 0)
    mean = ((np.hypot(a1, b1) + np.hypot(a2, b2)) / 2) ** 7
    stretch = 1.5 - 0.5 * np.sqrt(mean / (mean + 25.0**7))
    c1, c2 = np.hypot(a1 * stretch, b1), np.hypot(a2 * stretch, b2)
    h1, h2 = np.degrees(np.arctan2(b1, a1 * stretch)) % 360, np.degrees(np.arctan2(b2, a2 * stretch)) % 360
    turn = (h2 - h1 + 180) % 360 - 180
    dh = 2 * np.sqrt(c1 * c2) * np.sin(np.radians(turn) / 2)
    lm, cm, hm = (l1 + l2) / 2, (c1 + c2) / 2, (h1 + turn / 2) % 360
    tone = 1 - 0.17 * np.cos(np.radians(hm - 30)) + 0.24 * np.cos(np.radians(2 * hm))
    tone += 0.32 * np.cos(np.radians(3 * hm + 6)) - 0.20 * np.cos(np.radians(4 * hm - 63))
    sl = 1 + 0.015 * (lm - 50) ** 2 / np.sqrt(20 + (lm - 50) ** 2)
    sc, sh = 1 + 0.045 * cm, 1 + 0.015 * cm * tone
    bend = -np.sin(np.radians(60 * np.exp(-(((hm - 275) / 25) ** 2)))) * 2 * np.sqrt(cm**7 / (cm**7 + 25.0**7))
    parts = (l2 - l1) / sl, (c2 - c1) / sc, dh / sh
    return np.sqrt(parts[0] ** 2 + parts[1] ** 2 + parts[2] ** 2 + bend * parts[1] * parts[2])


def parsed(colour: str) -> np.ndarray:
    """`#rrggbb` as sRGB, 0 to 1."""
    return np.array([int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)])


TILES = np.stack([lab_of(parsed(colour)) for colour in (TILE.light, TILE.dark)], axis=1)


def margin(hues: np.ndarray, at: int) -> float:
    """The least of all distances of hue `at` as shares of what is wanted; a soft least, so that all count a little."""
    seen = lab_of(hues)
    others = np.delete(seen, at, axis=1)
    shares = (distance(others, seen[:, at : at + 1]) / WANTED[:, None]).ravel()
    tiles = (distance(TILES, seen[:, at : at + 1]) / FROM_TILE[:, None]).ravel()
    return float(min(shares.min(), tiles.min()))


def search(seed: int, seconds: float) -> tuple[np.ndarray, float]:
    """The hues, (COUNT, 3) in sRGB, and the least share of the distances wanted."""
    random = np.random.default_rng(seed)

    def draw(near: np.ndarray | None = None, step: float = 0.0) -> np.ndarray:
        while True:
            if near is None:
                light, chroma, turn = random.uniform(*LIGHTNESS), random.uniform(*CHROMA), random.uniform(0, 2 * np.pi)
                lab = np.array([light, chroma * np.cos(turn), chroma * np.sin(turn)])
            else:
                lab = near + random.normal(0, step, 3)
            rgb = rgb_of(lab)
            lively = CHROMA[0] <= np.hypot(lab[1], lab[2]) <= CHROMA[1] and LIGHTNESS[0] <= lab[0] <= LIGHTNESS[1]
            if lively and rgb.min() >= 0 and rgb.max() <= 1:
                return np.round(rgb * 255) / 255

    hues = np.stack([draw() for _ in range(COUNT)])
    margins = np.array([margin(hues, at) for at in range(COUNT)])
    best, found = hues.copy(), margins.min()
    began = time.process_time()
    while (gone := (time.process_time() - began) / seconds) < 1:
        at = int(margins.argmin()) if random.random() < 0.4 else int(random.integers(COUNT))
        trial = hues.copy()
        trial[at] = draw() if random.random() < 0.03 else draw(lab_of(hues[at])[0], 14 * (1 - gone) + 0.7)
        after = np.array([margin(trial, each) for each in range(COUNT)])
        gain = after.min() - margins.min() + 0.1 * (after.mean() - margins.mean())
        if gain >= 0 or random.random() < np.exp(gain / (0.03 * (1 - gone) + 1e-6)):
            hues, margins = trial, after
            if margins.min() > found:
                best, found = hues.copy(), margins.min()
    return best, float(found)


def ordered(hues: np.ndarray, first: int = 0) -> np.ndarray:
    """The hues so that the first k are far apart for every k to the eyes that tell them apart worst.

    The first five are the set of five number `first` by their distances; which of the best sets pleases, eyes decide.
    Each later hue is the farthest from those before it.
    """
    seen = lab_of(hues)
    apart = distance(seen[:, :, None], seen[:, None]) + 1e3 * np.eye(COUNT)
    weight = np.array([2.0, 1.0, 1.0, 1.0])[:, None, None]

    def worth(chosen: tuple[int, ...]) -> float:
        return float((apart / weight)[:, chosen][:, :, chosen].min())

    order = [*sorted(combinations(range(COUNT), 5), key=worth, reverse=True)[first]]
    shares = (apart / WANTED[:, None, None]).min(axis=0)
    while len(order) < COUNT:
        least = shares[:, order].min(axis=1)
        least[order] = -1
        order.append(int(least.argmax()))
    return hues[order]


def main(seed: int, seconds: float) -> None:
    """Search, put in order, print."""
    hues, least = search(seed, seconds)
    print("seed", seed, "least share of what is wanted", round(least, 3))
    for first in range(5):
        print(" ".join("#" + "".join(f"{round(part * 255):02x}" for part in hue) for hue in ordered(hues, first)))
    hues = ordered(hues)
    seen = lab_of(hues)
    for name, each, tiles in zip(("usual", "protan", "deutan", "tritan"), seen, TILES, strict=True):
        apart = distance(each[:, None], each[None]) + 1e3 * np.eye(COUNT)
        firsts = [round(float(apart[:k, :k].min()), 1) for k in (3, 5, 7, 9, 12)]
        print(name, "first 3, 5, 7, 9, 12:", firsts, "tile:", round(float(distance(each[:, None], tiles).min()), 1))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1, float(sys.argv[2]) if len(sys.argv) > 2 else 120.0)
