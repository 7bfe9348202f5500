"""Draw the app icon, a keep with an open gate, as SVG and PNG.

It consists of rectangles on a grid of 64, so any multiple of 64 pixels is sharp. The figure stays
inside the middle four fifths, which no launcher crops.
"""

import struct
import zlib

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


def _grid() -> list[bytearray]:
    rows = [bytearray(3 * GRID) for _ in range(GRID)]
    for x, y, w, h, colour in SHAPES:
        for row in rows[y : y + h]:
            row[3 * x : 3 * (x + w)] = bytes.fromhex(colour[1:]) * w
    return rows


def _chunk(kind: bytes, data: bytes) -> bytes:
    body = kind + data
    return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))


def png(size: int) -> bytes:
    """Return a square PNG of `size` pixels. Raises ValueError if that is no multiple of 64."""
    times, left = divmod(size, GRID)
    if left or not times:
        raise ValueError(f"{size} is no multiple of {GRID}")
    lines = bytearray()
    for row in _grid():
        wide = b"".join(bytes(row[i : i + 3]) * times for i in range(0, len(row), 3))
        lines += (b"\0" + wide) * times
    head = struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)
    return b"".join(
        (
            b"\x89PNG\r\n\x1a\n",
            _chunk(b"IHDR", head),
            _chunk(b"IDAT", zlib.compress(bytes(lines), 9)),
            _chunk(b"IEND", b""),
        )
    )
