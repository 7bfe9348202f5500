"""Files that make the release bundle installable: manifest, icons, service worker."""

import base64
import hashlib
import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from engine.dev._icon import png, svg
from engine.dev._pack import fingerprint
from engine.games import REGISTRY, game_info, game_text

ICONS = "static/icons/"
PNG_SIZES = (192, 512)
PAPER = "#f3ead7"
PRESET = re.compile(r"^( *)const BUILD = null;.*$", re.MULTILINE)


def filled(text: str, build: dict[str, Any]) -> str:
    """Return a script with `build` inserted at its BUILD line. Raises ValueError if it has none."""
    line = f"const BUILD = {json.dumps(build)};"
    result, count = PRESET.subn(lambda found: found[1] + line, text)
    if count != 1:
        raise ValueError("the script has no line for BUILD")
    return result


def write_icons(site: Path) -> None:
    """Write the icon as SVG and in all PNG sizes."""
    folder = site / ICONS
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "asedio.svg").write_text(svg(), encoding="utf-8")
    for size in PNG_SIZES:
        (folder / f"asedio-{size}.png").write_bytes(png(size))


def manifest() -> dict[str, Any]:
    """Return the web app manifest. Its addresses are relative, so it works in any folder."""
    icons: list[dict[str, str]] = [
        {"src": f"./{ICONS}asedio.svg", "sizes": "any", "type": "image/svg+xml"}
    ]
    for size in PNG_SIZES:
        one = {"src": f"./{ICONS}asedio-{size}.png", "sizes": f"{size}x{size}", "type": "image/png"}
        icons += [one, {**one, "purpose": "maskable"}]
    return {
        "id": "./",
        "name": "Asedio",
        "short_name": "Asedio",
        "description": "Juegos de estrategia para dos en un tablero.",
        "lang": "es",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "categories": ["games"],
        "icons": icons,
        "shortcuts": [_shortcut(game) for game in REGISTRY],
    }


def _shortcut(game: str) -> dict[str, Any]:
    words = json.loads(game_text(game, "locale/es.json") or "{}")
    icon = {"src": f"./{ICONS}asedio-192.png", "sizes": "192x192", "type": "image/png"}
    return {
        "name": words.get("title", game_info(game).title),
        "description": words.get("tagline", ""),
        "url": f"./#new={game}",
        "icons": [icon],
    }


def integrity(data: bytes) -> str:
    """Return a subresource integrity hash."""
    return "sha256-" + base64.b64encode(hashlib.sha256(data).digest()).decode()


def service_worker(root: Path, site: Path, kept: Iterable[str], later: Iterable[str] = ()) -> str:
    """Return sw.js with its build data: the files to cache at once (`kept`), those to cache on
    first use (`later`), and a version hashed from both."""
    at_once, then = _contents(site, kept), _contents(site, later)
    text = (root / "static" / "sw.js").read_text("utf-8")
    build = {
        "version": fingerprint([*at_once, *then])[:16],
        "files": [[name, integrity(data)] for name, data in at_once],
        "later": [[name, integrity(data)] for name, data in then],
    }
    return filled(text, build)


def _contents(site: Path, names: Iterable[str]) -> list[tuple[str, bytes]]:
    return [(name, (site / name).read_bytes()) for name in sorted(names)]
