"""Pictures of a bundle, drawn by the build from the games' own boards: previews and covers as PNG.

The boards are the covers of the games (ui/dev/prerender.py). A drawing program knows neither style
sheets nor custom properties, so the day theme's colours take the place of each `var(--…)`.
"""

from __future__ import annotations

import base64
import json
import re
import subprocess
import tempfile
import textwrap
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import NamedTuple

from engine.dev.files import COLOURS, COVERS, MADE, refresh
from engine.dev.hosting.settings import HostSettings
from engine.dev.vendor import VendorError

RESVG = "node_modules/@resvg/resvg-wasm"
FONTS = (
    "node_modules/@fontsource/alegreya/files/alegreya-latin-700-normal.woff",
    "node_modules/@fontsource/alegreya-sans/files/alegreya-sans-latin-400-normal.woff",
)
PREVIEW, COVER, NARROW = (1200, 630), (630, 500), (630, 1120)
_ROOT = re.compile(r"^:root \{(.*?)^\}", re.DOTALL | re.MULTILINE)
_PROPERTY = re.compile(r"(--[\w-]+):\s*(?:light-dark\((#\w+), #\w+\)|([^;]+));")
_VARIABLE = re.compile(r"var\((--[\w-]+)\)")
_USE = re.compile(r'href="\./static/vendor/sprites/[\w-]+\.svg#')
_MIX = re.compile(r"color-mix\(in srgb, (#[0-9a-f]{6}) (\d+)%, (#[0-9a-f]{6})\)")
SVG = "http://www.w3.org/2000/svg"


class PictureJob(NamedTuple):
    """A picture to be drawn: its SVG, its width in pixels and its file."""

    svg: str
    width: int
    out: Path


def draw(root: Path, drawings: Sequence[PictureJob]) -> None:
    """Write the drawings as PNG. Raises VendorError with node's output."""
    job = {
        "resvg": str((root / RESVG).resolve()),
        "fonts": [str(root / font) for font in FONTS],
        "pictures": [{"svg": o.svg, "width": o.width, "out": str(o.out)} for o in drawings],
    }
    with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as file:
        json.dump(job, file)
        file.flush()
        script = Path(__file__).with_name("raster.mjs")
        command = ["node", "--no-warnings", str(script), file.name]
        done = subprocess.run(command, check=False, capture_output=True, text=True)
    if done.returncode != 0:
        raise VendorError(f"the pictures could not be drawn:\n{done.stdout}{done.stderr}")


def _day(rules: str) -> dict[str, str]:
    """Return the custom properties of some rules with their values by day."""
    return {name: day or value for name, day, value in _PROPERTY.findall(rules)}


class Boards:
    """The covers of the games, as parts of a self-contained SVG."""

    def __init__(self, root: Path, settings: HostSettings) -> None:
        self._root, self._settings = root, settings
        refresh(root)
        self._covers, self._colours = (
            (root / MADE / name).read_text("utf-8") for name in (COVERS, COLOURS)
        )
        theme = _ROOT.search((root / "static/css/theme.css").read_text("utf-8"))
        if theme is None:
            raise VendorError("theme.css has no block :root")
        self._theme: dict[str, str] = _day(theme[1]) | {
            f"--{name}": colour for name, colour in settings.colours.items()
        }

    def colours(self, game: str) -> Mapping[str, str]:
        """Return the custom properties of a game's board in the day theme."""
        rule = f':root:not([data-theme="contrast"]) [data-game="{game}"] {{'
        own = self._colours.partition(rule)[2].partition("}")[0]
        return self._theme | _day(own)

    def colour(self, name: str) -> str:
        return self._theme[f"--{name}"]

    def board(self, game: str, x: float, y: float, size: float) -> str:
        """Return a game's cover in a square."""
        symbol = rf'<symbol id="cover-{game}" viewBox="([^"]+)".*?>(.*?)</symbol'
        found = re.search(symbol, self._covers, re.DOTALL)
        if found is None:
            raise VendorError(f"there is no cover of {game}")
        colours = self.colours(game)
        drawn = _VARIABLE.sub(lambda one: colours.get(one[1], "none"), found[2])
        drawn = _MIX.sub(_mixed, drawn)
        drawn = _USE.sub('href="#', drawn)
        place = f'x="{x:g}" y="{y:g}" width="{size:g}" height="{size:g}"'
        fit = 'preserveAspectRatio="xMidYMid slice"'
        return f'<svg {place} viewBox="{found[1]}" {fit}>{drawn}</svg>'

    def symbols(self, games: Sequence[str]) -> str:
        """Return the drawings of the pieces that these boards use."""
        folder = self._root / "static/vendor/sprites"
        files = [folder / f"{game}.svg" for game in games]
        texts = (file.read_text("utf-8") for file in files if file.is_file())
        return "".join(re.sub(r"</?svg[^>]*>", "", text) for text in texts)


def _mixed(found: re.Match[str]) -> str:
    """Return the colour of a `color-mix` of two colours."""
    share = int(found[2]) / 100
    pairs = ((int(found[1][at : at + 2], 16), int(found[3][at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(one * share + other * (1 - share)):02x}" for one, other in pairs)


def poster(
    boards: Boards, size: tuple[int, int], games: Sequence[str], title: str, line: str
) -> str:
    """Return an SVG of a title, a line of text and the boards of up to five games."""
    width, height = size
    games = tuple(games)[:5]
    back = f'<rect width="{width}" height="{height}" fill="{boards.colour("paper")}"/>'
    wide = width > 1.5 * height and len(games) == 1
    if wide:
        shown = boards.board(games[0], width - height, 0, height)
        words = _words(boards, 60, height / 2, width - height - 100, title, line)
    else:
        shown, top = _row(boards, games, width, height)
        words = _words(boards, 40, top + (height - top) / 2, width - 80, title, line)
    head = f'<svg xmlns="{SVG}" viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
    return f"{head}<defs>{boards.symbols(games)}</defs>{back}{shown}{words}</svg>"


def _row(boards: Boards, games: Sequence[str], width: int, height: int) -> tuple[str, float]:
    """Return the boards side by side at the top, and the height they take."""
    if len(games) == 1:
        side = float(min(width, height - 190))
        return boards.board(games[0], (width - side) / 2, 0, side), side
    across = 2 if width < 1.2 * height else len(games)
    gap = 16
    side = (width - gap * (across + 1)) / across
    rows = -(-len(games) // across)
    while rows * (side + gap) > height - 190:
        side *= 0.95
    left = (width - across * side - (across - 1) * gap) / 2
    drawn = [
        boards.board(
            game, left + (at % across) * (side + gap), gap + (at // across) * (side + gap), side
        )
        for at, game in enumerate(games)
    ]
    return "".join(drawn), gap + rows * (side + gap)


def _words(boards: Boards, x: float, middle: float, width: float, title: str, line: str) -> str:
    """Return title and line as SVG text, wrapped to a width and centred on a height."""
    big, small = 72.0, 32.0
    heads = textwrap.wrap(title, max(6, int(width / (big * 0.5)))) or [""]
    if len(heads) > 1 and max(map(len, heads)) * big * 0.5 > width:
        big *= 0.8
    lines = textwrap.wrap(line, max(10, int(width / (small * 0.47))))
    tall = len(heads) * big * 1.05 + len(lines) * small * 1.3
    y = middle - tall / 2
    made = []
    accent, ink = boards.colour("accent"), boards.colour("ink")
    for text in heads:
        y += big * 1.05
        made.append(_text(text, x, y - big * 0.25, big, "Alegreya", 700, accent))
    for text in lines:
        y += small * 1.3
        made.append(_text(text, x, y - small * 0.3, small, "Alegreya Sans", 400, ink))
    return "".join(made)


def _text(
    words: str, x: float, y: float, size: float, family: str, weight: int, colour: str
) -> str:
    style = f'font-family="{family}" font-weight="{weight}" font-size="{size:g}"'
    return f'<text x="{x:g}" y="{y:g}" {style} fill="{colour}">{escape(words)}</text>'


def icon_svg(path: Path) -> str:
    """Return a host's icon as an SVG; a PNG is put into one."""
    if path.suffix == ".svg":
        return path.read_text("utf-8")
    data = base64.b64encode(path.read_bytes()).decode()
    image = f'<image width="512" height="512" href="data:image/png;base64,{data}"/>'
    return f'<svg xmlns="{SVG}" viewBox="0 0 512 512">{image}</svg>\n'
