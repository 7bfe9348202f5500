"""What itch.io asks for beside the zip: a cover, five screenshots, a text in each language."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from engine.dev.browser import LAUNCH_FLAGS, require_chromium
from engine.dev.hosting.page import description, game_words, language
from engine.dev.hosting.pictures import COVER, Boards, PictureJob, draw, poster
from engine.dev.hosting.settings import LANGUAGES, HostSettings
from engine.dev.serve import serving

COVER_FILE = "cover.png"
SCREEN = {"width": 1280, "height": 800}
READY = "html[data-boot=ready]"
WAIT_MS = 90_000
SETTLE_MS = 1_500  # for fonts, sprites and the first paint


class Shot(NamedTuple):
    """A screenshot: the address's fragment and the system's colour scheme."""

    fragment: str
    scheme: str = "light"


def shots(settings: HostSettings) -> list[Shot]:
    """Return the five screenshots: of one game its table by day and night, lesson and rules; of
    several, home and a table of each of the first."""
    games = settings.games
    if len(games) == 1:
        game = games[0]
        return [
            Shot(f"#puzzle={game}&n=1"), Shot(f"#learn={game}"),
            Shot(f"#puzzle={game}&n=2", "dark"), Shot(f"#rules={game}"), Shot("#home"),
        ]  # fmt: skip
    tables = [Shot(f"#puzzle={game}&n={number}") for number in (1, 2, 3, 4) for game in games]
    return [Shot("#home"), *tables][:5]


def write_shop(root: Path, site: Path, target: Path, settings: HostSettings) -> list[str]:
    """Write cover, screenshots and texts into a folder; return the names of the files. Raises
    BrowserMissing without a Chromium."""
    target.mkdir(parents=True, exist_ok=True)
    for old in [*target.glob("*.png"), *target.glob("*.md")]:
        old.unlink()
    if settings.cover is not None:
        (target / COVER_FILE).write_bytes(settings.cover.read_bytes())
    else:
        line = description(root, settings, language(settings)).partition(". ")[0] + "."
        svg = poster(Boards(root, settings), COVER, settings.games, settings.name, line)
        draw(root, [PictureJob(svg, COVER[0], target / COVER_FILE)])
    photograph(site, target, settings)
    for lang in LANGUAGES:
        (target / f"page.{lang}.md").write_text(page_text(root, settings, lang), encoding="utf-8")
    return sorted(path.name for path in target.iterdir())


def photograph(site: Path, target: Path, settings: HostSettings) -> None:
    """Write the screenshots, each of a fresh profile in the host's language."""
    program = require_chromium()
    sync_playwright: Any = importlib.import_module("playwright.sync_api").sync_playwright
    with serving(site) as port, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program, args=list(LAUNCH_FLAGS))
        for number, shot in enumerate(shots(settings), 1):
            profile = browser.new_context(
                viewport=SCREEN, locale=language(settings), color_scheme=shot.scheme,
                reduced_motion="reduce", service_workers="block",
            )  # fmt: skip
            page = profile.new_page()
            page.goto(f"http://localhost:{port}/{shot.fragment}")
            page.wait_for_selector(READY, timeout=WAIT_MS)
            page.wait_for_timeout(SETTLE_MS)
            page.screenshot(path=str(target / f"screenshot-{number}.png"))
            profile.close()
        browser.close()


# -- text ------------------------------------------------------------------------------------

TEXT = {
    "es": """# {name}

{intro}

{games}

## Qué ofrece

* Juega contra el ordenador, en cinco niveles, con alguien en el mismo dispositivo o en línea.
* Lecciones para empezar y ejercicios para practicar.
* Las reglas completas, siempre a mano: si una jugada no vale, la página dice por qué.
* Guarda las partidas, repásalas jugada a jugada y compártelas con un enlace.
* Con ratón, con el dedo o con el teclado; apto para lectores de pantalla.
* En español y en inglés. Sin cuenta, sin anuncios y sin seguimiento.

## Cómo se juega

Elige una pieza y después la casilla. La página marca las jugadas posibles. Con el botón de ayuda
puedes mirar qué hace cada pieza.
{links}""",
    "en": """# {name}

{intro}

{games}

## What it offers

* Play the computer at five levels, a friend on the same device, or a friend online.
* Lessons to start with and exercises for practice.
* The complete rules at hand: if a move is not allowed, the page says why.
* Save your games, replay them move by move and share them with a link.
* Play with mouse, touch or keyboard; works with screen readers.
* In English and Spanish. No account, no ads, no tracking.

## How to play

Choose a piece, then the square. The page marks the possible moves. The help button shows what each
piece does.
{links}""",
}


def _line(words: Mapping[str, str]) -> str:
    """Return the line about one of several games."""
    facts = f" ({words['facts']})" if "facts" in words else ""
    return f"* **{words['title']}**{facts}: {words['tagline']}"


def page_text(root: Path, settings: HostSettings, lang: str) -> str:
    """Return the text of the project's page on itch.io, in Markdown."""
    lines = [_line(game_words(game, lang)) for game in settings.games]
    if len(settings.games) == 1:  # the introduction has its sentence
        lines = [game_words(settings.games[0], lang).get("facts", "")]
    links = "".join(f"\n* [{link.words[lang]}]({link.url})" for link in settings.links)
    text = TEXT[lang].format(
        name=settings.name,
        intro=description(root, settings, lang),
        games="\n".join(lines),
        links=f"{links}\n" if links else "",
    )
    return text
