"""Offers that were answered in this browser and are not made again: `asedio:asked:<name>`."""

from __future__ import annotations

from ui.saves.storage import Storage

PREFIX = "asedio:asked:"


def was_asked(storage: Storage, name: str) -> bool:
    return storage.get(PREFIX + name) is not None


def keep_asked(storage: Storage, name: str) -> None:
    storage.set(PREFIX + name, "1")
