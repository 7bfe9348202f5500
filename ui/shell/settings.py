"""Settings of this person, stored as one JSON object that static/boot.js reads early."""

from __future__ import annotations

import time
from dataclasses import dataclass, fields, replace

from ui.saves.entries import dump, parse, set_aside
from ui.saves.storage import Storage
from ui.words.i18n import LANGUAGES, best_language

KEY = "asedio:settings"

CHOICES: dict[str, tuple[str, ...]] = {
    "lang": LANGUAGES,
    "theme": ("auto", "day", "night", "contrast"),
    "pieces": ("figures", "source", "letters", "contrast"),
    "board": ("game", "slate", "linen"),
    "motion": ("auto", "none"),
    "pace": ("slow", "normal", "fast"),
    "resigns": ("on", "off"),
    "ponders": ("on", "off"),
    "warn": ("first", "on", "off"),
    "remarks": ("on", "off"),
    "confirm": ("never", "far", "always"),
    "premove": ("on", "off"),
    "passes": ("on", "off"),
    "facing": ("turn", "keep"),
    "coordinates": ("on", "off"),
    "reach": ("on", "off"),
    "threats": ("on", "off"),
    "letters": ("own", "international"),
    "keys": ("on", "off"),
    "log": ("words", "notation"),
    "guide": ("on", "off"),
    "sound": ("off", "on"),
    "haptics": ("on", "off"),
    "turns": ("off", "on", "ask"),
}

# The groups of the settings dialog, in order; each setting is in exactly one.
GROUPS: dict[str, tuple[str, ...]] = {
    "look": ("theme", "pieces", "board", "coordinates"),
    "words": ("lang", "log", "letters", "guide", "keys"),
    "computer": ("pace", "resigns", "ponders", "warn", "remarks"),
    "play": (
        "confirm",
        "premove",
        "passes",
        "reach",
        "threats",
        "facing",
        "motion",
        "sound",
        "haptics",
        "turns",
    ),
}


@dataclass(frozen=True, slots=True)
class Settings:
    """Immutable settings; the value of each field is one of CHOICES[name]."""

    lang: str = LANGUAGES[0]
    theme: str = "auto"
    pieces: str = "figures"
    board: str = "game"
    motion: str = "auto"
    pace: str = "normal"
    resigns: str = "on"  # whether a strong computer resigns lost games
    ponders: str = "on"  # whether the computer thinks while others decide
    warn: str = "first"  # where a move that loses much is warned of: in the first games
    remarks: str = "on"  # whether the computer's characters speak during a game
    confirm: str = "far"  # where a move is shown before it is played
    premove: str = "on"  # whether a move can be chosen while others decide
    passes: str = "on"  # whether a turn with nothing left to decide ends by itself
    facing: str = "turn"  # whether the board turns when people share a device
    coordinates: str = "on"
    reach: str = "on"
    threats: str = "on"  # whether own pieces that can be attacked are marked
    letters: str = "own"  # of pieces in notation
    keys: str = "on"  # single letters as commands at the table
    log: str = "words"
    guide: str = "on"  # in the first games of each kind
    sound: str = "off"
    haptics: str = "on"  # on phones that can vibrate
    turns: str = "ask"  # whether relays are asked on opening whose turn it is in far games

    def with_value(self, name: str, value: str) -> Settings:
        """Return a changed copy; an unknown name or value changes nothing."""
        if value not in CHOICES.get(name, ()):
            return self
        return replace(self, **{name: value})

    def attributes(self) -> dict[str, str]:
        """Return the settings that style sheets use, as attributes of `<html>`."""
        return {
            "lang": self.lang,
            "data-theme": self.theme,
            "data-pieces": self.pieces,
            "data-board": self.board,
            "data-motion": self.motion,
            "data-pace": self.pace,
            "data-coordinates": self.coordinates,
        }


def load_settings(storage: Storage, page_lang: str | None = None) -> Settings:
    """Return the stored settings; the default language is that of the page."""
    return reread(storage, Settings(lang=best_language(page_lang)))


def reread(storage: Storage, settings: Settings) -> Settings:
    """Return `settings` with what is stored now.

    An entry with unreadable values is set aside, not lost, and replaced by what was readable.
    """
    raw = storage.get(KEY)
    if raw is None:
        return settings
    stored = parse(raw)
    found = stored if isinstance(stored, dict) else {}
    names = [field.name for field in fields(Settings) if field.name in found]
    for name in names:
        settings = settings.with_value(name, str(found[name]))
    good = {name: value for name, value in found.items() if name not in names}
    good |= {name: found[name] for name in names if getattr(settings, name) == found[name]}
    if good != stored:
        set_aside(storage, KEY, int(time.time() * 1000))
        storage.set(KEY, dump(good))
    return settings


def keep_setting(storage: Storage, name: str, value: str) -> None:
    """Change one stored setting; the others stay as they are stored now, whoever wrote them."""
    reread(storage, Settings())  # sets aside what cannot be read
    found = parse(storage.get(KEY) or "{}")
    if value in CHOICES.get(name, ()) and found.get(name) != value:
        storage.set(KEY, dump({**found, name: value}))
