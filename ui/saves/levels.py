"""Level of the computer last chosen for each game, stored under `asedio:level:<game>`: a number,
or ADAPTS for the one that follows from the last result (`ui.saves.opponents.adapted_level`)."""

from __future__ import annotations

from ui.saves.storage import Storage
from ui.words.names import COMPUTERS

PREFIX = "asedio:level:"
ADAPTS = "adapts"
USUAL = 2  # of 5: the first that punishes what is left hanging


def level_of(storage: Storage, game_id: str) -> int:
    """Return the level last chosen for a game; the usual one without a readable entry."""
    raw = storage.get(PREFIX + game_id)
    known = {str(computer): computer for computer in COMPUTERS}
    return known.get(raw or "", USUAL)


def keep_level(storage: Storage, game_id: str, level: int) -> None:
    """Store a level, if it is one and not stored yet."""
    if level in COMPUTERS and storage.get(PREFIX + game_id) != str(level):
        storage.set(PREFIX + game_id, str(level))


def adapts(storage: Storage, game_id: str) -> bool:
    """Return whether the level was left to the last results."""
    return storage.get(PREFIX + game_id) == ADAPTS


def keep_adapting(storage: Storage, game_id: str) -> None:
    """Leave the level to the last results from now on."""
    storage.set(PREFIX + game_id, ADAPTS)
