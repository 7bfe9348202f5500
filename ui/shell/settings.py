"""Settings of this person, stored as one JSON object that static/boot.js reads early."""

from __future__ import annotations

import json
import time
from dataclasses import asdict, dataclass, fields, replace

from ui.saves.entries import parse, set_aside
from ui.saves.storage import Storage
from ui.words.i18n import LANGUAGES, best_language

KEY = "asedio:settings"

CHOICES: dict[str, tuple[str, ...]] = {
    "lang": LANGUAGES,
    "theme": ("auto", "day", "night", "contrast"),
    "pieces": ("figures", "source", "letters", "contrast"),
    "motion": ("auto", "none"),
    "pace": ("slow", "normal", "fast"),
    "resigns": ("on", "off"),
    "ponders": ("on", "off"),
    "confirm": ("never", "far", "always"),
    "premove": ("on", "off"),
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
}


@dataclass(frozen=True, slots=True)
class Settings:
    """Immutable settings; the value of each field is one of CHOICES[name]."""

    lang: str = LANGUAGES[0]
    theme: str = "auto"
    pieces: str = "figures"
    motion: str = "auto"
    pace: str = "normal"
    resigns: str = "on"  # whether a strong computer resigns lost games
    ponders: str = "on"  # whether the computer thinks while others decide
    confirm: str = "far"  # where a move is shown before it is played
    premove: str = "on"  # whether a move can be chosen while others decide
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
            "data-motion": self.motion,
            "data-coordinates": self.coordinates,
        }


def load_settings(storage: Storage, page_lang: str | None = None) -> Settings:
    """Return the stored settings; the default language is that of the page.

    An entry with unreadable values is set aside, not lost, and replaced by what was readable.
    """
    settings = Settings(lang=best_language(page_lang))
    raw = storage.get(KEY)
    if raw is None:
        return settings
    stored = parse(raw)
    found = stored if isinstance(stored, dict) else {}
    names = [one.name for one in fields(Settings) if one.name in found]
    for name in names:
        settings = settings.with_value(name, str(found[name]))
    if found is not stored or any(getattr(settings, name) != found[name] for name in names):
        set_aside(storage, KEY, int(time.time() * 1000))
        save_settings(storage, settings)
    return settings


def save_settings(storage: Storage, settings: Settings) -> None:
    storage.set(KEY, json.dumps(asdict(settings), separators=(",", ":")))
