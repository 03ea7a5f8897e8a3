"""A plot with two logarithmic axes, as plain SVG."""

from math import ceil, floor, log10

WIDTH, HEIGHT, LEFT, BOTTOM, MARGIN = 720, 440, 70, 50, 30


def log_log(points, title):
    """Points (x, y) joined by lines, decades marked, each point with its value."""
    xs, ys = [log10(x) for x, _ in points], [log10(y) for _, y in points]
    x0, x1, y0, y1 = floor(min(xs)), ceil(max(xs)), floor(min(ys)), ceil(max(ys))

    def place(x, y):
        across = LEFT + (x - x0) / (x1 - x0) * (WIDTH - LEFT - MARGIN)
        return across, HEIGHT - BOTTOM - (y - y0) / (y1 - y0) * (HEIGHT - BOTTOM - 2 * MARGIN)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
        'font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        f'<text x="{LEFT}" y="20" font-size="10">{title}</text>',
    ]
    for x in range(x0, x1 + 1):
        across, top = place(x, y1)
        parts.append(f'<path d="M{across:.1f} {top:.1f}V{HEIGHT - BOTTOM}" stroke="#ddd"/>')
        parts.append(f'<text x="{across:.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{10**x:,}</text>')
    for y in range(y0, y1 + 1):
        _, down = place(x0, y)
        parts.append(f'<path d="M{LEFT} {down:.1f}H{WIDTH - MARGIN}" stroke="#ddd"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{down + 4:.1f}" text-anchor="end">{10.0**y:g} s</text>')
    spots = [place(x, y) for x, y in zip(xs, ys, strict=True)]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)
    parts.append(f'<polyline points="{line}" fill="none" stroke="#1f5fa8" stroke-width="2"/>')
    for (x, y), (_, seconds) in zip(spots, points, strict=True):
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="#1f5fa8"/>')
        parts.append(f'<text x="{x + 6:.1f}" y="{y + 14:.1f}">{seconds:.3g} s</text>')
    return "\n".join([*parts, "</svg>", ""])


COLOURS = ("#1f5fa8", "#c44e00", "#2a8a4a", "#7a4fa3", "#555555", "#b8860b")
"""Told apart by people with any colour sight; dashes tell them apart too."""

DASHES = ("", "8 3", "2 3", "8 3 2 3", "4 4", "1 4")


def _round_step(most, parts=5):
    """1, 2 or 5 times a power of ten, about `parts` of which are `most`."""
    power = 10 ** floor(log10(most / parts))
    return next(power * times for times in (1, 2, 5, 10) if power * times * parts >= most)


def curves(panels, across, up, most):
    """Panels side by side, title to {name: points (x, y)}; `across` and `up` name the axes, y goes from 0 to `most`."""
    wide, high, top, left = 420, 400, 50, 50
    legend = 18 * max(map(len, panels.values()))
    down = high - BOTTOM
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide * len(panels)} {high + legend}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{wide * len(panels)}" height="{high + legend}" fill="white"/>',
    ]
    for place, (title, lines) in enumerate(panels.items()):
        start, end = place * wide + left, (place + 1) * wide - MARGIN
        step = _round_step(max(x for points in lines.values() for x, _ in points))
        last = step * ceil(max(x for points in lines.values() for x, _ in points) / step)
        parts.append(f'<text x="{start}" y="22" font-size="14">{title}</text>')
        parts.append(f'<text x="{start}" y="{top - 10}" fill="#444">{up}</text>')
        parts.append(f'<text x="{end}" y="{down + 34}" text-anchor="end" fill="#444">{across}</text>')
        for mark in range(0, most + 1, most // 4):
            y = down - mark / most * (down - top)
            parts.append(f'<path d="M{start} {y:.1f}H{end}" stroke="#ddd"/>')
            parts.append(f'<text x="{start - 6}" y="{y + 4:.1f}" text-anchor="end">{mark}</text>')
        for mark in range(0, last + 1, step):
            x = start + mark / last * (end - start)
            parts.append(f'<path d="M{x:.1f} {down}v5" stroke="#888"/>')
            parts.append(f'<text x="{x:.1f}" y="{down + 18}" text-anchor="middle">{mark:,}</text>')
        for line, (name, points) in enumerate(lines.items()):
            look = f'stroke="{COLOURS[line]}" stroke-width="2.5" stroke-dasharray="{DASHES[line]}"'
            spots = " ".join(
                f"{start + x / last * (end - start):.1f},{down - y / most * (down - top):.1f}" for x, y in points
            )
            parts.append(f'<polyline points="{spots}" fill="none" {look}/>')
            y = high + 18 * line
            parts.append(f'<path d="M{start} {y - 4}h40" {look}/><text x="{start + 48}" y="{y}">{name}</text>')
    return "\n".join([*parts, "</svg>", ""])


def learning_curves(found):
    """The curves of results/ppo.json, a panel a size."""
    panels = {}
    for name, one in found.items():
        size, _, what = name.partition(", ")
        lines = panels.setdefault(f"{size}, 200 boards never seen", {})
        lines[what] = [(seconds, solved) for _, seconds, solved in one["curve"]]
    return curves(panels, "processor seconds of training", "solved", 200)
