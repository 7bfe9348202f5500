"""Files that hosts, crawlers and browsers look for beside index.html.

    _headers, .nojekyll, 404.html, robots.txt, sitemap.xml, favicon.ico, previews/, a page per game

None is needed to play, and a host may leave some out: the service worker stores none of them but
the games' pages.
"""

from __future__ import annotations

import hashlib
import shutil
import struct
from collections.abc import Sequence
from pathlib import Path

from engine.dev._icon import svg
from engine.dev.hosting.examples import examples_page
from engine.dev.hosting.page import (
    PREVIEWS,
    description,
    game_page,
    game_words,
    language,
    not_found_page,
)
from engine.dev.hosting.pictures import (
    NARROW,
    PREVIEW,
    Boards,
    PictureJob,
    draw,
    icon_svg,
    poster,
)
from engine.dev.hosting.settings import HostSettings

HEADERS, NO_JEKYLL, NOT_FOUND = "_headers", ".nojekyll", "404.html"
ROBOTS, SITEMAP, FAVICON = "robots.txt", "sitemap.xml", "favicon.ico"
EMBED, EXAMPLES = "embed.js", "embed.html"
ICONS = "static/icons/"
PNG_SIZES = (192, 512)
FAVICON_PIXELS = 64
# Only for hosts, crawlers and other pages; never stored on the device.
FOR_HOSTS = (HEADERS, NO_JEKYLL, NOT_FOUND, ROBOTS, SITEMAP, FAVICON, EMBED, EXAMPLES)
HOME, TALL = "home", "tall"  # previews of the whole page


def for_hosts(name: str) -> bool:
    """Say whether a file of the bundle is for hosts and crawlers only."""
    return name in FOR_HOSTS or name.startswith(PREVIEWS)


# -- pictures --------------------------------------------------------------------------------


def write_pictures(root: Path, new: Path, settings: HostSettings) -> None:
    """Write icons, favicon and previews. A picture is drawn once per content and kept in
    dist/pictures."""
    (new / ICONS).mkdir(parents=True, exist_ok=True)
    (new / PREVIEWS).mkdir(exist_ok=True)
    drawing = svg() if settings.icon is None else icon_svg(settings.icon)
    (new / ICONS / "asedio.svg").write_text(drawing, encoding="utf-8")
    sizes = (FAVICON_PIXELS, *PNG_SIZES)
    icons = [PictureJob(drawing, size, _icon_file(new, size)) for size in sizes]
    _draw_kept(root, [*_previews(root, new, settings), *icons])
    small = _icon_file(new, FAVICON_PIXELS)
    (new / FAVICON).write_bytes(favicon(small.read_bytes(), FAVICON_PIXELS))
    small.unlink()


def _icon_file(new: Path, size: int) -> Path:
    return new / ICONS / f"asedio-{size}.png"


def _previews(root: Path, new: Path, settings: HostSettings) -> list[PictureJob]:
    """Return the previews to draw: one per game, and one wide and one tall of the whole page."""
    boards, lang = Boards(root, settings), language(settings)
    found = []
    for game in settings.games:
        words = game_words(game, lang)
        found.append((game, poster(boards, PREVIEW, [game], words["title"], words["tagline"])))
    line = description(root, settings, lang)
    if len(settings.games) > 1:
        found.append((HOME, poster(boards, PREVIEW, settings.games, settings.name, line)))
    drawn = [PictureJob(one, PREVIEW[0], new / PREVIEWS / f"{name}.png") for name, one in found]
    tall = poster(boards, NARROW, settings.games, settings.name, line)
    return [*drawn, PictureJob(tall, NARROW[0], new / PREVIEWS / f"{TALL}.png")]


def _draw_kept(root: Path, wanted: Sequence[PictureJob]) -> None:
    """Draw what dist/pictures does not hold, and copy all from there."""
    folder = root / "dist" / "pictures"
    folder.mkdir(parents=True, exist_ok=True)
    kept = {
        one: folder / f"{hashlib.sha256(f'{one.width} {one.svg}'.encode()).hexdigest()[:24]}.png"
        for one in wanted
    }
    missing = [one._replace(out=path) for one, path in kept.items() if not path.is_file()]
    if missing:
        draw(root, missing)
    for one, path in kept.items():
        shutil.copyfile(path, one.out)


def favicon(picture: bytes, size: int) -> bytes:
    """Return an .ico file that holds one PNG of `size` pixels."""
    head = struct.pack("<HHH", 0, 1, 1)
    entry = struct.pack("<BBBBHHII", size, size, 0, 0, 1, 32, len(picture), 22)
    return head + entry + picture


# -- texts -----------------------------------------------------------------------------------


def write_pages(root: Path, new: Path, settings: HostSettings) -> None:
    """Write 404.html, what other pages need to show boards, and where there are several games, a
    page for each."""
    shutil.copyfile(root / "static" / EMBED, new / EMBED)
    (new / EXAMPLES).write_text(examples_page(settings), encoding="utf-8")
    (new / NOT_FOUND).write_text(not_found_page(settings), encoding="utf-8")
    if len(settings.games) > 1:
        for game in settings.games:
            (new / f"{game}.html").write_text(game_page(settings, game), encoding="utf-8")


def write_hints(new: Path, settings: HostSettings, folders: Sequence[str]) -> None:
    """Write what only hosts and crawlers read. `folders`: those named after their content."""
    (new / NO_JEKYLL).write_bytes(b"")
    (new / HEADERS).write_text(headers(folders), encoding="utf-8")
    (new / ROBOTS).write_text(robots(settings), encoding="utf-8")
    if settings.address:
        (new / SITEMAP).write_text(sitemap(settings), encoding="utf-8")


def headers(folders: Sequence[str]) -> str:
    """Return `_headers`, as Netlify and Cloudflare Pages read it: folders named after their content
    never change, and what names them is asked for again on every visit."""
    fresh = ("/", "/index.html", "/sw.js", "/version.json", "/static/boot.js")
    lines = ["/*", "  X-Content-Type-Options: nosniff"]
    for path in fresh:
        lines += [path, "  Cache-Control: no-cache"]
    for folder in folders:
        lines += [f"/{folder}*", "  Cache-Control: public, max-age=31536000, immutable"]
    return "\n".join(lines) + "\n"


def robots(settings: HostSettings) -> str:
    """Return robots.txt; it names the sitemap if there is an address."""
    more = f"Sitemap: {settings.address}{SITEMAP}\n" if settings.address else ""
    return f"User-agent: *\nAllow: /\n{more}"


def sitemap(settings: HostSettings) -> str:
    """Return the sitemap: the page and the page of each game, if there are several."""
    pages = [f"{game}.html" for game in settings.games] if len(settings.games) > 1 else []
    rows = "".join(f"  <url><loc>{settings.address}{one}</loc></url>\n" for one in ("", *pages))
    kind = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<urlset {kind}>\n{rows}</urlset>\n'
