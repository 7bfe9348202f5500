"""Relay addresses: their syntax, and which ones this device uses.

    asedio:relays     {"chosen": [...] or null, "known": [...]}

`chosen`: the user's replacement for the host's list. `known`: relays of all tables opened here;
static/boot.js adds them to the content security policy.

A relay of the page's own origin is named by its path: `/relay`. It works over plain http, too, and
whatever name this device knows the host by.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ui.saves.entries import PREFIX, dump, parse
from ui.saves.storage import SafeStorage

KEY = f"{PREFIX}relays"
MOST = 4  # relays of one table
MOST_KNOWN = 40
USED = 2  # relays that a new table takes of the host's list
# Host, optional port and path; ws:// (no TLS) only on this machine.
ADDRESS = re.compile(
    r"(wss://[a-z0-9](?:[a-z0-9.-]{0,120}[a-z0-9])?|ws://(?:localhost|127\.0\.0\.1))"
    r"(:\d{1,5})?(/[A-Za-z0-9._~/-]{0,80})?"
    r"|/[A-Za-z0-9._~-][A-Za-z0-9._~/-]{0,79}"
)

# Relays of this machine or network, which browsers keep frames of other sites from.
NEAR = re.compile(
    r"wss?://(localhost|(127|10)\.\d+\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\."
    r"|[a-z0-9.-]+\.local)(?![a-z.])"
)


def clean_relays(found: Any) -> tuple[str, ...]:
    """Return the valid addresses in `found` without duplicates, at most MOST."""
    texts = [one.strip().rstrip("/") for one in found if isinstance(one, str)]
    return tuple(dict.fromkeys(one for one in texts if ADDRESS.fullmatch(one)))[:MOST]


def write_via(relays: Sequence[str]) -> str:
    return ",".join(one.removeprefix("wss://") for one in relays)


def kept_from(relay: str, framed: bool) -> bool:
    """Return whether the browser may keep this page from a relay because another site frames it."""
    return framed and NEAR.match(relay) is not None


def relay_name(t: Callable[..., str], relay: str) -> str:
    """Return a relay's name for people. `t`: translation of the page's words."""
    return t("far.relays.own") if relay.startswith("/") else relay.removeprefix("wss://")


def typed_relays(text: str, own: str = "") -> tuple[tuple[str, ...], list[str]]:
    """Parse relays typed by a person, separated by space or commas: (the first MOST valid ones, all
    invalid ones).

    `own`: what precedes the path of a relay of the page's own origin (`FarTools.own`).
    """
    words = [one for one in re.split(r"[\s,]+", text.strip()) if one]
    whole = [_whole(one, own) for one in words]
    bad = [one for one, full in zip(words, whole, strict=True) if not clean_relays([full])]
    return clean_relays(whole), bad


def has_too_many(text: str, own: str = "") -> bool:
    """Return whether more relays were typed than a table has."""
    words = re.split(r"[\s,]+", text)
    return len({clean_relays([_whole(one, own)]) for one in words if one}) > MOST


def _whole(word: str, own: str) -> str:
    """Return a typed relay as it is stored: with its scheme, or as a path of the own origin."""
    if own and word.startswith(f"{own}/"):
        return word.removeprefix(own)
    return word if "://" in word or word.startswith("/") else f"wss://{word}"


class Relays:
    """Relay settings of this device."""

    def __init__(self, storage: SafeStorage) -> None:
        self._storage = storage

    def _read(self) -> dict[str, Any]:
        raw = self._storage.get(KEY)
        found = parse(raw) if raw is not None else None
        return found if isinstance(found, dict) else {}

    def chosen(self, usual: Sequence[str]) -> tuple[str, ...]:
        """Return the relays for a new table: the user's choice, else `usual`, the host's list."""
        found = self._read().get("chosen")
        return clean_relays(usual if not isinstance(found, list) else found)

    def choose(self, relays: Sequence[str]) -> None:
        self._write(list(relays), self._known())

    def know(self, relays: Iterable[str]) -> None:
        """Remember relays, so that the page may connect to them after its next load."""
        chosen = self._read().get("chosen")
        known = list(dict.fromkeys([*self._known(), *relays]))[-MOST_KNOWN:]
        if known != self._known():
            self._write(chosen if isinstance(chosen, list) else None, known)

    def _known(self) -> list[str]:
        found = self._read().get("known")
        return [one for one in found if isinstance(one, str)] if isinstance(found, list) else []

    def _write(self, chosen: list[str] | None, known: list[str]) -> None:
        self._storage.set(KEY, dump({"chosen": chosen, "known": known}))
