"""Settings of a host, read from host.toml: games, name, colours, pictures, language, addresses.

    name = "Cotadrez"                      # of the page; default: Asedio
    games = ["cotadrez"]                   # default: all
    language = "es"                        # before a visitor has chosen; default: the browser's
    address = "https://example.org/cotadrez/"  # lasting address; invitations and previews name it
    relays = ["wss://relay.example.org"]   # default: those of index.html
    contact = "you@example.org"
    icon = "icon.svg"                      # square SVG, or square PNG of 512 pixels or more
    cover = "cover.png"                    # PNG of 630 x 500 for itch.io; default: drawn
    [description]                          # one sentence each, for previews
    es = "…"
    en = "…"
    [colours]                              # of the day theme
    paper = "#f3ead7"
    accent = "#9c2a1f"
    [night]                                # colours of the night theme
    paper = "#1f1812"
    accent = "#e8b765"
    [[links]]                              # at the foot of home, at most 8
    url = "https://example.org/"
    es = "La web del autor"
    en = "The author's site"

Paths are relative to the file. A bad value raises BadSettings with a sentence that names it.
"""

from __future__ import annotations

import argparse
import re
import struct
import tomllib
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from engine.dev.common import plain
from engine.games import REGISTRY

DEFAULT_NAME = "Asedio"
LANGUAGES = ("es", "en")
MOST_NAME, MOST_DESCRIPTION, MOST_LINKS = 40, 200, 8
# Of static/css/theme.css; paper and accent can be replaced.
DAY = {"ink": "#2b2118", "ink-soft": "#6b5a48", "paper": "#f3ead7", "surface": "#faf4e6",
       "accent": "#9c2a1f"}  # fmt: skip
NIGHT = {"ink": "#f0e4cc", "ink-soft": "#bfad92", "paper": "#1f1812", "surface": "#2a2119",
         "accent": "#e8b765"}  # fmt: skip
CONTRAST = 4.5  # of text, WCAG 2.2 AA
ICON_PIXELS = 512
COVER_SIZE = (630, 500)  # of itch.io
_COLOUR = re.compile(r"#[0-9a-f]{6}")
_RELAY = re.compile(  # as in static/boot.js
    r"(?:wss://[a-z0-9](?:[a-z0-9.-]{0,120}[a-z0-9])?|ws://(?:localhost|127\.0\.0\.1))"
    r"(?::\d{1,5})?(?:/[A-Za-z0-9._~/-]{0,80})?|/[A-Za-z0-9._~-][A-Za-z0-9._~/-]{0,79}"
)
_ADDRESS = re.compile(r"https://[a-z0-9.-]+(?::\d{1,5})?(?:/[A-Za-z0-9._~%/-]*)?")
_LINK = re.compile(r"(?:https?://|mailto:)[^\s<>\"']{1,300}")


class BadSettings(ValueError):
    """A setting that cannot be used; the text says which and why."""


@dataclass(frozen=True)
class Link:
    """A link at the foot of home, with its words in each language."""

    url: str
    words: Mapping[str, str]


@dataclass(frozen=True)
class HostSettings:
    """Checked settings. Empty values mean the default; `relays` None means index.html's."""

    name: str = DEFAULT_NAME
    games: tuple[str, ...] = REGISTRY
    language: str = ""
    address: str = ""
    relays: tuple[str, ...] | None = None
    contact: str = ""
    description: Mapping[str, str] = field(default_factory=dict)
    colours: Mapping[str, str] = field(default_factory=dict)
    night: Mapping[str, str] = field(default_factory=dict)
    links: tuple[Link, ...] = ()
    icon: Path | None = None
    cover: Path | None = None

    @property
    def own(self) -> bool:
        """Whether the sources differ from the project's, so that a copy of them is built."""
        return (self.name, self.games, self.links) != (DEFAULT_NAME, REGISTRY, ())

    @property
    def paper(self) -> str:
        return self.colours.get("paper", DAY["paper"])

    @property
    def night_paper(self) -> str:
        return self.night.get("paper", NIGHT["paper"])

    @property
    def slug(self) -> str:
        """The name in plain letters, for file names."""
        letters = unicodedata.normalize("NFKD", self.name).encode("ascii", "ignore").decode()
        return re.sub(r"[^a-z0-9]+", "-", letters.lower()).strip("-") or "page"


def read_settings(path: Path | None, games: Sequence[str] = (), name: str = "") -> HostSettings:
    """Return the settings of a file, or the default ones without a file. `games` and `name`, if
    given, replace those of the file. Raises BadSettings."""
    raw, folder = _parsed(path), Path() if path is None else path.parent
    if games:
        raw["games"] = list(games)
    if name:
        raw["name"] = name
    unknown = sorted(set(raw) - set(_READERS))
    if unknown:
        raise BadSettings(f"unknown setting: {_shown(unknown[0])} (known: {', '.join(_READERS)})")
    found = {key: _READERS[key](value, folder) for key, value in raw.items()}
    settings = replace(HostSettings(), **found)
    if settings.name == DEFAULT_NAME and len(settings.games) == 1:
        settings = replace(settings, name=_title(settings.games[0]))
    _legible(settings)
    return settings


def _parsed(path: Path | None) -> dict[str, Any]:
    if path is None:
        return {}
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except RecursionError:
        raise BadSettings(f"{path} cannot be read: brackets within too many brackets") from None
    except (OSError, ValueError) as why:  # of the file, its letters, its TOML, the size of a number
        raise BadSettings(f"{path} cannot be read: {plain(str(why))}") from None


def _title(game: str) -> str:
    from engine.games import game_info

    return game_info(game).title


# -- one reader per setting ------------------------------------------------------------------

_KINDS = {
    bool: "true or false",
    int: "a number",
    float: "a number",
    list: "a list",
    dict: "a table",
}
_MOST_SHOWN = 80


def _shown(value: object) -> str:
    """Return a value as a refusal quotes it: a text in one short line, of others the kind."""
    if not isinstance(value, str):
        return "nothing" if value is None else _KINDS.get(type(value), "a date")
    return plain(value) if len(value) <= _MOST_SHOWN else plain(value[:_MOST_SHOWN]) + "…"


def _line(value: object, what: str, most: int) -> str:
    """Return a text of one line. Raises BadSettings."""
    if not isinstance(value, str) or not value.strip() or not value.isprintable():
        raise BadSettings(f"{what} must be a text of one line")
    if len(value) > most:
        raise BadSettings(f"{what} has {len(value)} characters; at most {most} are allowed")
    return value.strip()


def _name(value: object, folder: Path) -> str:
    name = _line(value, "name", MOST_NAME)
    if any(sign in name for sign in '<>"\\{}`$'):
        raise BadSettings('name must not contain any of < > " \\ { } ` $')
    return name


def _games(value: object, folder: Path) -> tuple[str, ...]:
    if not isinstance(value, list) or not value:
        raise BadSettings("games must be a list of at least one game")
    for one in value:
        if one not in REGISTRY:
            raise BadSettings(f"unknown game: {_shown(one)} (known: {', '.join(REGISTRY)})")
    return tuple(dict.fromkeys(value))


def _language(value: object, folder: Path) -> str:
    if value not in LANGUAGES:
        raise BadSettings(f"unknown language: {_shown(value)} (known: {', '.join(LANGUAGES)})")
    return str(value)


def _address(value: object, folder: Path) -> str:
    if not isinstance(value, str) or not _ADDRESS.fullmatch(value):
        raise BadSettings(f"address must be like https://example.org/game/, not {_shown(value)}")
    return value.removesuffix("/") + "/"


def _relays(value: object, folder: Path) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise BadSettings("relays must be a list of addresses")
    for one in value:
        if not isinstance(one, str) or not _RELAY.fullmatch(one):
            raise BadSettings(
                f"a relay must be like wss://relay.example.org or /relay, not {_shown(one)}"
            )
    return tuple(value)


def _contact(value: object, folder: Path) -> str:
    return _line(value, "contact", 200)


def _words(value: Mapping[str, object], what: str, most: int) -> dict[str, str]:
    """Return a text per language. Raises BadSettings if one is missing."""
    return {lang: _line(value.get(lang), f"{what}.{lang}", most) for lang in LANGUAGES}


def _description(value: object, folder: Path) -> dict[str, str]:
    if not isinstance(value, dict):
        raise BadSettings("description must be a table with es and en")
    return _words(value, "description", MOST_DESCRIPTION)


def _colours(value: object, folder: Path) -> dict[str, str]:
    return _palette(value, "colours")


def _night(value: object, folder: Path) -> dict[str, str]:
    return _palette(value, "night")


def _palette(value: object, what: str) -> dict[str, str]:
    """Return the colours of a theme. Raises BadSettings."""
    if not isinstance(value, dict):
        raise BadSettings(f"{what} must be a table")
    for name, colour in value.items():
        if name not in ("paper", "accent"):
            raise BadSettings(f"unknown colour: {_shown(name)} (known: paper, accent)")
        if not isinstance(colour, str) or not _COLOUR.fullmatch(colour.lower()):
            raise BadSettings(f"{what}.{name} must be like #f3ead7, not {_shown(colour)}")
    return {name: colour.lower() for name, colour in value.items()}


def _links(value: object, folder: Path) -> tuple[Link, ...]:
    if not isinstance(value, list) or len(value) > MOST_LINKS:
        raise BadSettings(f"links must be a list of at most {MOST_LINKS}")
    found = []
    for one in value:
        url = one.get("url") if isinstance(one, dict) else None
        if not isinstance(url, str) or not _LINK.fullmatch(url):
            raise BadSettings(f"a link needs a url like https://example.org/, not {_shown(url)}")
        found.append(Link(url, _words(one, "links", 80)))
    return tuple(found)


def _file(value: object, folder: Path, what: str) -> Path:
    path = folder / value if isinstance(value, str) else None
    try:
        found = path is not None and path.is_file()
    except (OSError, ValueError):  # a name that no file can have
        found = False
    if path is None or not found:
        raise BadSettings(f"{what}: there is no file {_shown(value)}")
    return path


def _icon(value: object, folder: Path) -> Path:
    path = _file(value, folder, "icon")
    if path.suffix == ".svg":
        if b"<svg" not in path.read_bytes():
            raise BadSettings(f"icon: {path.name} is no SVG")
        return path
    width, height = png_size(path, "icon")
    if width != height or width < ICON_PIXELS:
        raise BadSettings(
            f"icon: {path.name} has {width} x {height} pixels;"
            f" it must be square, {ICON_PIXELS} pixels or more"
        )
    return path


def _cover(value: object, folder: Path) -> Path:
    path = _file(value, folder, "cover")
    if (size := png_size(path, "cover")) != COVER_SIZE:
        raise BadSettings(f"cover: {path.name} has {size[0]} x {size[1]} pixels, not 630 x 500")
    return path


def png_size(path: Path, what: str) -> tuple[int, int]:
    """Return width and height of a PNG. Raises BadSettings for any other file."""
    head = path.read_bytes()[:24]
    if len(head) < 24 or not head.startswith(b"\x89PNG\r\n\x1a\n"):
        raise BadSettings(f"{what}: {path.name} is no PNG")
    width, height = struct.unpack(">II", head[16:24])
    return width, height


_READERS: dict[str, Callable[[Any, Path], Any]] = {
    "name": _name, "games": _games, "language": _language, "address": _address, "relays": _relays,
    "contact": _contact, "description": _description, "colours": _colours, "night": _night,
    "links": _links, "icon": _icon, "cover": _cover,
}  # fmt: skip


# -- contrast --------------------------------------------------------------------------------


def _luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, as WCAG defines it."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _legible(settings: HostSettings) -> None:
    """Raise BadSettings if text would be hard to read in these colours."""
    for what, own, usual in (("colours", settings.colours, DAY), ("night", settings.night, NIGHT)):
        theme = {**usual, **own}
        for name, front, back in (
            ("paper", "ink", "paper"),
            ("paper", "ink-soft", "paper"),
            ("accent", "accent", "paper"),
            ("accent", "accent", "surface"),
        ):
            if name in own and (found := contrast(theme[front], theme[back])) < CONTRAST:
                raise BadSettings(
                    f"{what}.{name}: {theme[front]} on {theme[back]} has a contrast of"
                    f" {found:.1f}; text needs {CONTRAST}"
                )


# -- command line ----------------------------------------------------------------------------


def add_settings(parser: argparse.ArgumentParser) -> None:
    """Add --host, --games and --name."""
    parser.add_argument("--host", type=Path, help="settings of the host, such as host.toml")
    parser.add_argument("--games", nargs="*", default=[], help="only these games")
    parser.add_argument("--name", default="", help="name of the page")
    parser.add_argument("--staged", action="store_true", help=argparse.SUPPRESS)


def settings_of(args: argparse.Namespace) -> HostSettings:
    """Return the settings that the command line names. Raises BadSettings."""
    return read_settings(args.host, args.games, args.name)
