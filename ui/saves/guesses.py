"""Guesses about unknown pieces: marks of a player's own, stored with the game and sent to nobody.

asedio:guess:<game>:<player>   JSON object: id of a piece → sign
"""

from __future__ import annotations

import json

from engine.core.jsontext import BadJson, read_json
from engine.core.texts import plain_name
from ui.saves.storage import Storage

GUESS = "asedio:guess:"
MOST = 200  # guesses of a player in one game
LONGEST = 3  # characters of a sign


def guesses_on(storage: Storage, game: str, player: int) -> dict[str, str]:
    """Return a player's guesses by piece. What cannot be read counts as no guess."""
    try:
        found = read_json(storage.get(f"{GUESS}{game}:{player}") or "{}")
    except BadJson:
        return {}
    pairs = found.items() if isinstance(found, dict) else ()
    read = {piece: short_sign(sign) for piece, sign in pairs if isinstance(sign, str)}
    return {piece: sign for piece, sign in list(read.items())[:MOST] if sign}


def keep_guess(storage: Storage, game: str, player: int, piece: str, sign: str) -> None:
    """Store the guess about one piece and leave the others as they are; "" removes it."""
    found = guesses_on(storage, game, player)
    found.pop(piece, None)
    if (sign := short_sign(sign)) and len(found) < MOST:
        found[piece] = sign
    key = f"{GUESS}{game}:{player}"
    if found:
        storage.set(key, json.dumps(found))
    else:
        storage.remove(key)


def short_sign(sign: str) -> str:
    """Return a typed sign as it is drawn: one line of at most LONGEST characters."""
    return plain_name(sign)[:LONGEST].strip()
