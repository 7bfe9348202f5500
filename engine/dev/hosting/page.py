"""What a host's settings make of index.html: head tags for previews and search, addresses, colours;
and the small pages beside it, one per game and one for an address that does not exist."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from html import escape
from pathlib import Path

from engine.dev.hosting.settings import DAY, LANGUAGES, NIGHT, HostSettings
from engine.games import game_info, game_text

PREVIEWS = "previews/"
LOCALES = {"es": "es_ES", "en": "en_GB"}
SOURCE_LANGUAGE = "es"  # of index.html and of the games' sources


def language(settings: HostSettings) -> str:
    """Return the language of texts that stand in the bundle only once."""
    return settings.language or SOURCE_LANGUAGE


def game_words(game: str, lang: str) -> Mapping[str, str]:
    """Return the texts of a game in one language, by key; a game whose catalogue has no title is
    called as its info says, and one without a tagline has an empty one."""
    found: dict[str, str] = json.loads(game_text(game, f"locale/{lang}.json") or "{}")
    return {"title": game_info(game).title, "tagline": "", **found}


def page_words(root: Path, lang: str) -> Mapping[str, str]:
    """Return the texts of the page itself in one language, by key."""
    found: dict[str, str] = json.loads((root / f"ui/locale/main.{lang}.json").read_text("utf-8"))
    return found


def description(root: Path, settings: HostSettings, lang: str) -> str:
    """Return the sentence that describes the page in previews and searches."""
    if lang in settings.description:
        return settings.description[lang]
    words = page_words(root, lang)
    if len(settings.games) == 1:
        first = game_words(settings.games[0], lang)["tagline"]
    else:
        first = f"{words['home.headline']}."
    return f"{first} {words['home.quiet']}"


def _meta(name: str, content: str, kind: str = "name") -> str:
    return f'  <meta {kind}="{name}" content="{escape(content)}">\n'


def tags(settings: HostSettings, title: str, text: str, picture: str, place: str = "") -> str:
    """Return description and preview tags. `place`: path of the page below the address; `picture`:
    path of its picture. Without an address there is no canonical one, and the picture is
    relative."""
    lang, base = language(settings), settings.address
    alternate = next(one for one in LANGUAGES if one != lang)
    found = [_meta("description", text)]
    if base:
        found.append(f'  <link rel="canonical" href="{base}{place}">\n')
        found.append(_meta("og:url", base + place, "property"))
    found += [
        _meta(f"og:{name}", content, "property")
        for name, content in (
            ("type", "website"),
            ("site_name", settings.name),
            ("title", title),
            ("description", text),
            ("image", (base or "./") + picture),
            ("image:width", "1200"),
            ("image:height", "630"),
            ("image:alt", title),
            ("locale", LOCALES[lang]),
            ("locale:alternate", LOCALES[alternate]),
        )
    ]
    found.append(_meta("twitter:card", "summary_large_image"))
    return "".join(found)


def dressed(page: str, root: Path, settings: HostSettings) -> str:
    """Return index.html with a host's settings: name, language, tags, addresses, colours."""
    lang = language(settings)
    text = description(root, settings, lang)
    picture = f"{PREVIEWS}{settings.games[0] if len(settings.games) == 1 else 'home'}.png"
    head = tags(settings, settings.name, text, picture)
    for scheme, colour in (("light", settings.paper), ("dark", settings.night_paper)):
        media = f"(prefers-color-scheme: {scheme})"
        head += f'  <meta name="theme-color" media="{media}" content="{colour}">\n'
    head += _meta("asedio-language", settings.language) if settings.language else ""
    if len(settings.games) == 1:
        head += _meta("asedio-first", settings.games[0])
    title = f"  <title>{escape(settings.name)}</title>\n"
    page = page.replace("  <title>Asedio</title>\n", title + head)
    page = page.replace('<html lang="es"', f'<html lang="{lang}"', 1)
    named = {"address": settings.address, "contact": settings.contact}
    if settings.relays is not None:
        named["relays"] = " ".join(settings.relays)
    for name, value in named.items():
        if value or name == "relays":
            page = _filled(page, name, value)
    return page.replace("</head>", f"{_colours(settings)}</head>", 1)


def _filled(page: str, name: str, value: str) -> str:
    """Return the page with the value of one of its own meta tags. Raises ValueError without it."""
    line = re.compile(rf'(<meta name="asedio-{name}" content=")[^"]*(">)')
    page, count = line.subn(lambda found: found[1] + escape(value) + found[2], page)
    if count != 1:
        raise ValueError(f"index.html has no line for asedio-{name}")
    return page


def _colours(settings: HostSettings) -> str:
    """Return a style sheet with the host's colours by day and by night; empty without any."""
    own = [*dict.fromkeys((*settings.colours, *settings.night))]
    if not own:
        return ""
    pairs = {
        name: (settings.colours.get(name, DAY[name]), settings.night.get(name, NIGHT[name]))
        for name in own
    }
    said = "; ".join(f"--{name}: light-dark({day}, {dark})" for name, (day, dark) in pairs.items())
    return f'<style>\n:root:not([data-theme="contrast"]) {{ {said} }}\n</style>\n'


# -- small pages -----------------------------------------------------------------------------

_SMALL = """<!doctype html>
<html lang="{lang}">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>{title}</title>
{head}  <style>
    body {{ margin: 0; min-height: 100vh; display: grid; place-content: center; gap: 12px;
      padding: 24px; box-sizing: border-box; background: {paper}; color: {ink};
      font: 20px/1.4 "Alegreya Sans", system-ui, sans-serif; }}
    h1, p {{ margin: 0; max-width: 32em; }}
    pre {{ max-width: 640px; overflow: auto; font-size: 14px; white-space: pre-wrap;
      overflow-wrap: anywhere; }}
    iframe {{ display: block; }}
    h1 {{ font: 700 34px/1.2 Alegreya, Georgia, serif; }}
    a {{ color: inherit; display: inline-block; padding: 10px 0; }}
    @media (prefers-color-scheme: dark) {{ body {{ background: {night}; color: #f0e4cc; }} }}
  </style>
</head>
<body>
{body}
</body>
</html>
"""


def small_page(settings: HostSettings, title: str, head: str, body: str) -> str:
    """Return a page without the program, in the host's colours."""
    return _SMALL.format(
        lang=language(settings), title=escape(title), head=head, body=body,
        paper=settings.paper, ink=DAY["ink"], night=settings.night_paper,
    )  # fmt: skip


def game_page(settings: HostSettings, game: str) -> str:
    """Return the page of one game: its own preview for messengers, then its table."""
    words = game_words(game, language(settings))
    title = f"{words['title']} · {settings.name}"
    head = tags(settings, title, words["tagline"], f"{PREVIEWS}{game}.png", f"{game}.html")
    goal = f"./#new={game}"
    script = f'location.replace("./" + (location.hash || "#new={game}"))'
    head += f"  <script>{script}</script>\n"
    body = f"<h1>{escape(words['title'])}</h1>\n<p>{escape(words['tagline'])}</p>\n"
    body += f'<p><a href="{goal}">{escape(settings.name)}</a></p>'
    return small_page(settings, title, head, body)


NOT_FOUND = {
    "es": ("Esta página no existe", "Puede que el enlace esté incompleto.", "Ir a {name}"),
    "en": ("This page does not exist", "The link may be incomplete.", "Go to {name}"),
}
# The page is shown at any depth; its folder is the nearest one above that has version.json.
_UP = """(async () => {
  for (let up = "./", level = 0; level < 8; level += 1) {
    const found = await fetch(`${up}version.json`, { method: "HEAD" }).catch(() => null);
    if (found?.ok) {
      document.querySelectorAll("a").forEach((one) => one.setAttribute("href", up));
      return;
    }
    up = up === "./" ? "../" : `${up}../`;
  }
})();"""


def not_found_page(settings: HostSettings) -> str:
    """Return 404.html, in the host's language first. Its link leads to the address, or without one
    to the folder that it finds above."""
    first = language(settings)
    order = sorted(LANGUAGES, key=lambda lang: lang != first)
    body = "\n".join(
        f'<div lang="{lang}">\n<h1>{NOT_FOUND[lang][0]}</h1>\n<p>{NOT_FOUND[lang][1]}</p>\n'
        f'<p><a href="{settings.address or "./"}">'
        f"{NOT_FOUND[lang][2].format(name=escape(settings.name))}</a></p>\n</div>"
        for lang in order
    )
    if not settings.address:
        body += f"\n<script>{_UP}</script>"
    title = f"{NOT_FOUND[first][0]} · {settings.name}"
    return small_page(settings, title, '  <meta name="robots" content="noindex">\n', body)
