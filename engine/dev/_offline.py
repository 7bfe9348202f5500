"""Files that make the release bundle installable: manifest, icons, service worker."""

import base64
import hashlib
import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from engine.dev._pack import fingerprint
from engine.dev.hosting.extras import ICONS, PNG_SIZES, TALL
from engine.dev.hosting.page import PREVIEWS, game_words, language
from engine.dev.hosting.pictures import NARROW, PREVIEW
from engine.dev.hosting.settings import HostSettings

# Files that the page reads.
OPENS = {"application/json": [".json", ".asedio"], "text/plain": [".txt", ".pgn"]}
PRESET = re.compile(r"^( *)const BUILD = null;.*$", re.MULTILINE)


def filled(text: str, build: dict[str, Any]) -> str:
    """Return a script with `build` inserted at its BUILD line. Raises ValueError if it has none."""
    line = f"const BUILD = {json.dumps(build)};"
    result, count = PRESET.subn(lambda found: found[1] + line, text)
    if count != 1:
        raise ValueError("the script has no line for BUILD")
    return result


def manifest(settings: HostSettings, text: str, lang: str = "") -> dict[str, Any]:
    """Return the web app manifest in a language, by default that of the bundle; `text` describes
    the page. Its addresses are relative, so it works in any folder."""
    lang = lang or language(settings)
    icons: list[dict[str, str]] = [
        {"src": f"./{ICONS}asedio.svg", "sizes": "any", "type": "image/svg+xml"}
    ]
    for size in PNG_SIZES:
        one = {"src": f"./{ICONS}asedio-{size}.png", "sizes": f"{size}x{size}", "type": "image/png"}
        icons += [one, {**one, "purpose": "maskable"}]
    return {
        "id": "./",
        "name": settings.name,
        "short_name": settings.name,
        "description": text,
        "lang": lang,
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": settings.paper,
        "theme_color": settings.paper,
        "categories": ["games"],
        "icons": icons,
        "shortcuts": [_shortcut(game, lang) for game in settings.games],
        "screenshots": _screenshots(settings, lang),
        "file_handlers": [{"action": "./", "accept": OPENS}],
        "launch_handler": {"client_mode": "navigate-existing"},
    }


def _screenshots(settings: HostSettings, lang: str) -> list[dict[str, str]]:
    """Return the pictures that a browser shows when it offers to install the page."""
    found = []
    named = [(game, PREVIEW, "wide") for game in settings.games] + [(TALL, NARROW, "narrow")]
    for name, (width, height), form in named:
        words = game_words(name, lang) if form == "wide" else {}
        found.append(
            {
                "src": f"./{PREVIEWS}{name}.png",
                "sizes": f"{width}x{height}",
                "type": "image/png",
                "form_factor": form,
                "label": words.get("title", settings.name),
            }
        )
    return found


def _shortcut(game: str, lang: str) -> dict[str, Any]:
    words = game_words(game, lang)
    icon = {"src": f"./{ICONS}asedio-192.png", "sizes": "192x192", "type": "image/png"}
    return {
        "name": words["title"],
        "description": words["tagline"],
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
        "scripts": [name for name, _ in at_once if name.endswith("/unzstd.js")],
        "files": [[name, integrity(data)] for name, data in at_once],
        "later": [[name, integrity(data)] for name, data in then],
    }
    return filled(text, build)


def _contents(site: Path, names: Iterable[str]) -> list[tuple[str, bytes]]:
    return [(name, (site / name).read_bytes()) for name in sorted(names)]
