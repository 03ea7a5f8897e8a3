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
