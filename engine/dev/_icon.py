"""Draw the app icon, a keep with an open gate, as SVG.

It consists of rectangles on a grid of 64, so any multiple of 64 pixels is sharp. The figure stays
inside the middle four fifths, which no launcher crops.
"""

GRID = 64
Rect = tuple[int, int, int, int, str]  # x, y, width, height, colour

NIGHT, STONE, SHADE, GATE, GOLD = "#2b2118", "#f3ead7", "#d9c39a", "#9c2a1f", "#e7b24a"
SHAPES: tuple[Rect, ...] = (
    (0, 0, 64, 64, NIGHT),
    *((x, 12, 6, 8, STONE) for x in (16, 29, 42)),  # merlons
    (16, 18, 32, 7, STONE),
    (16, 25, 32, 2, SHADE),
    (19, 27, 26, 21, STONE),
    (41, 27, 4, 21, SHADE),
    (15, 48, 34, 5, STONE),
    (15, 53, 34, 2, SHADE),
    (29, 34, 6, 1, GATE),
    (28, 35, 8, 1, GATE),
    (27, 36, 10, 12, GATE),
    (31, 36, 2, 12, GOLD),
)


def svg() -> str:
    """Return the icon as an SVG file."""
    shapes = "".join(
        f'<rect x="{x}" y="{y}" width="{w}" height="{h}" fill="{colour}"/>'
        for x, y, w, h, colour in SHAPES
    )
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {GRID} {GRID}"'
    return f'{head} shape-rendering="crispEdges">{shapes}</svg>\n'
