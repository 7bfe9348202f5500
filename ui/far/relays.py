"""Addresses of relays: how they are written, and which ones this device uses.

    asedio:relays     {"chosen": [...] or null, "known": [...]}

`chosen`: what the person has put in place of the host's own list. `known`: every relay of a table
that was opened here, so that the security policy lets the page speak to it (static/boot.js).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from ui.saves.entries import PREFIX, dump, parse
from ui.saves.storage import SafeStorage

KEY = f"{PREFIX}relays"
MOST = 4  # of one table
MOST_KNOWN = 40
# A host, with a port and a path perhaps; without TLS on this machine only.
ADDRESS = re.compile(
    r"(wss://[a-z0-9](?:[a-z0-9.-]{0,120}[a-z0-9])?|ws://(?:localhost|127\.0\.0\.1))"
    r"(:\d{1,5})?(/[A-Za-z0-9._~/-]{0,80})?"
)


def clean_relays(found: Any) -> tuple[str, ...]:
    """The addresses among these that can be one, each once; at most MOST."""
    texts = [one.strip().rstrip("/") for one in found if isinstance(one, str)]
    return tuple(dict.fromkeys(one for one in texts if ADDRESS.fullmatch(one)))[:MOST]


def read_via(text: str) -> tuple[str, ...]:
    """The relays in an invitation's address: separated by commas, without `wss://`."""
    words = [one for one in text.split(",") if one]
    return clean_relays(one if "://" in one else f"wss://{one}" for one in words)


def write_via(relays: Sequence[str]) -> str:
    return ",".join(one.removeprefix("wss://") for one in relays)


def typed_relays(text: str) -> tuple[tuple[str, ...], list[str]]:
    """Relays as a person types them, one a line or with commas, and what is none."""
    words = [one for one in re.split(r"[\s,]+", text.strip()) if one]
    whole = [one if "://" in one else f"wss://{one}" for one in words]
    good = clean_relays(whole)
    bad = [one for one, full in zip(words, whole, strict=True) if full.rstrip("/") not in good]
    return good, bad


class Relays:
    """Those of this device."""

    def __init__(self, storage: SafeStorage) -> None:
        self._storage = storage

    def _read(self) -> dict[str, Any]:
        raw = self._storage.get(KEY)
        found = parse(raw) if raw is not None else None
        return found if isinstance(found, dict) else {}

    def chosen(self, usual: Sequence[str]) -> tuple[str, ...]:
        """What a new table uses; `usual`: the host's list."""
        found = self._read().get("chosen")
        return clean_relays(usual if not isinstance(found, list) else found)

    def choose(self, relays: Sequence[str]) -> None:
        self._write(list(relays), self._known())

    def know(self, relays: Iterable[str]) -> None:
        """The page is going to speak to these."""
        chosen = self._read().get("chosen")
        known = list(dict.fromkeys([*self._known(), *relays]))[-MOST_KNOWN:]
        if known != self._known():
            self._write(chosen if isinstance(chosen, list) else None, known)

    def _known(self) -> list[str]:
        found = self._read().get("known")
        return [one for one in found if isinstance(one, str)] if isinstance(found, list) else []

    def _write(self, chosen: list[str] | None, known: list[str]) -> None:
        self._storage.set(KEY, dump({"chosen": chosen, "known": known}))
