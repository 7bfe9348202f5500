"""Build positions from lists of units as the rules write them: `Ra1 Cb7`, `Rj10 Lb6`."""

from __future__ import annotations

from engine.games.cotadrez.game import Cotadrez
from engine.games.cotadrez.rules.pieces import INDEX, RABBLE, by_column
from engine.games.cotadrez.rules.state import CotadrezState
from engine.games.cotadrez.text.notation import rabble_turns, turn_words
from tests.games.answers import game_of


def ctn(
    south: str,
    north: str,
    mountains: str = "",
    *,
    side: str = "S",
    forts: str = "e2f3,e8f9",
    res: tuple[str, str] = ("", ""),
    dun: tuple[str, str] = ("", ""),
    counters: str = "8.0.0",
) -> str:
    """Return the CTN position text of units like `Ra1`; `res` and `dun` give South first."""
    at = {unit[1:]: unit[0] for unit in south.split()}
    at |= {unit[1:]: unit[0].lower() for unit in north.split()}
    rows = []
    for row in range(10, 0, -1):
        text, empty = "", 0
        for column in "abcdefghij":
            letter = at.get(f"{column}{row}")
            if letter is None:
                empty += 1
                continue
            text += (str(empty) if empty else "") + letter
            empty = 0
        rows.append(text + (str(empty) if empty else ""))
    hills = ",".join(sorted(mountains.split(), key=lambda name: by_column(INDEX[name]))) or "-"
    stores = [store or "-" for store in (*res, *dun)]
    return " ".join(["/".join(rows), side, "S", forts, hills, *stores, counters])


def state(text: str, **options: str) -> CotadrezState:
    """Read a position; the default map is that of the worked positions (sheet, section 8)."""
    return Cotadrez({"water": "lagos", **options}).state_from_text(text)


def turns(position: CotadrezState, unit: str = "") -> set[str]:
    """Return the complete turns, with every origin written, that begin with `unit`."""
    found = set()
    for action in position.legal_actions():
        if action[0] in ("siege", "pass"):
            found.add(action[0])
            continue
        if action[0] == "reinforce":
            found.add(turn_words(position, (action,), True))
            continue
        if position.board[action[1]] & 15 == RABBLE:
            continue
        found.add(turn_words(position, (action,), True))
    found |= {turn_words(position, turn, True) for turn in rabble_turns(position)}
    return {text for text in found if text.startswith(unit)}


def decisions(position: CotadrezState, prefix: str = "") -> set[str]:
    """Return the texts of the legal actions that begin with `prefix`."""
    game = game_of(position)
    texts = {game.action_text(position, a) for a in position.legal_actions()}
    return {text for text in texts if text.startswith(prefix)}
