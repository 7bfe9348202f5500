"""The set-up as a free arrangement of pieces until `ready`.

A draft is a tuple of (type name, cell name). Nothing is logged before the player ends the set-up.
"""

from __future__ import annotations

import json
import pkgutil
import re
from functools import lru_cache
from random import Random

from engine.core.contract import Action, Arrangement, Draft, NamedSetup
from engine.core.texts import Message
from engine.games.stratego.rules.pieces import (
    GLYPHS,
    KINDS,
    TYPES,
    identity_of,
    kind_of,
    owner_of,
    piece_of,
)
from engine.games.stratego.rules.placing import EMPTY, OPEN
from engine.games.stratego.rules.state import StrategoState
from engine.games.stratego.table import compose
from engine.games.stratego.table.scene import build, kind_target, tray_items
from engine.games.stratego.text.letters import read_letters
from engine.games.stratego.text.tokens import laid_text, read_laid

SETUP_FORM = re.compile(r"[FBS2-9M#]+(?:/[FBS2-9M#]+)+|[A-Y_]{100}")


def arrangement(state: StrategoState, draft: Draft = ()) -> Arrangement | None:
    """Return the arrangement with a draft (Game.arrangement). Parts of the draft that do not fit
    are ignored; outside the viewer's own placing it only holds the next action."""
    if state.result is not None or not state.setting_up:
        return None
    side = state.turn
    if state.asked != "place" or state.placed != 0:
        legal = state.legal_actions()
        rest: tuple[Action, ...] = (legal[0],) if len(legal) == 1 else ()
        return Arrangement(side, build(state, side, ()), (), {}, "", (), rest)
    laid = read_draft(state, draft)
    shown = _with(state, laid)
    names = state.game.tables.grid.names
    home = state.game.tables.homes[side]
    free = frozenset(names[c] for c, kind in zip(home, laid, strict=True) if kind == OPEN)
    problems = _problems(state, laid)
    actions = [("put", EMPTY if kind == OPEN else kind) for kind in laid]
    return Arrangement(
        side=side,
        scene=build(shown, side, ()),
        tray=tray_items(state, side, laid),
        allowed={kind_target(kind): free for kind in TYPES if state.game.tables.army[kind]},
        ready="",
        problems=problems,
        actions=() if problems else (*actions, ("ready",)),
        shown=shown,
    )


def read_draft(state: StrategoState, draft: Draft) -> list[int]:
    """Return the part of a draft that fits home zone and army, in set-up order; OPEN for the
    rest."""
    tables = state.game.tables
    place = {tables.grid.names[c]: n for n, c in enumerate(tables.homes[state.turn])}
    laid = [OPEN] * len(place)
    left = list(tables.army)
    for glyph, name in draft:
        kind = KINDS.get(glyph, 0)
        if kind and left[kind] and laid[place.get(name, 0)] == OPEN and name in place:
            laid[place[name]] = kind
            left[kind] -= 1
    return laid


def write_draft(state: StrategoState, laid: list[int]) -> Draft:
    names = state.game.tables.grid.names
    home = state.game.tables.homes[state.turn]
    return tuple(
        (GLYPHS[kind], names[cell]) for cell, kind in zip(home, laid, strict=True) if kind > 0
    )


def _with(state: StrategoState, laid: list[int]) -> StrategoState:
    """Return the state with the draft on the board."""
    shown = state.clone()
    for cell, kind in zip(state.game.tables.homes[state.turn], laid, strict=True):
        if kind > 0:
            shown.board[cell] = piece_of(state.turn, kind)
            shown.ids[cell] = identity_of(cell)
    return shown


def _problems(state: StrategoState, laid: list[int]) -> tuple[Message, ...]:
    zone = state.game.zones[state.turn]
    missing = sum(max(n, 0) for n in zone.hand(laid)[1:])
    if missing:
        return (Message("arrange.missing", "2.1", n=missing),)
    done = [EMPTY if kind == OPEN else kind for kind in laid]
    if not zone.reachable(done):
        return (Message("arrange.first_move", "2.2"),)
    return ()


def random_draft(state: StrategoState, rng: Random, draft: Draft = ()) -> Draft:
    """Return a random completion of the draft; a complete one is replaced (Game.random_draft). It
    follows the page's advice (`guide.place`)."""
    zone = state.game.zones[state.turn]
    laid = read_draft(state, draft)
    if not any(zone.hand(laid)[1:]):
        laid = []
    return write_draft(state, compose.whole(state, rng, laid))


def mirror_draft(state: StrategoState, draft: Draft) -> Draft:
    """Return the draft with left and right swapped, line by line, also one of another side
    (Game.mirror_draft)."""
    tables = state.game.tables
    names = tables.grid.names
    kinds = {name: KINDS.get(glyph, 0) for glyph, name in draft}
    made = [s for s, home in enumerate(tables.homes) if any(names[c] in kinds for c in home)]
    source = tables.layout.lines[tables.seats[made[0] if made else state.turn]]
    own = tables.layout.lines[tables.seats[state.turn]]
    out = []
    for line, mine in zip(source, own, strict=True):
        for cell, target in zip(reversed(line), mine, strict=True):
            if cell >= 0 and target >= 0 and kinds.get(names[cell]):
                out.append((GLYPHS[kinds[names[cell]]], names[target]))
    return write_draft(state, read_draft(state, tuple(out)))


def setup_ahead(state: StrategoState, player: int) -> StrategoState | None:
    """Return the position in which a player may set up while another one does (Game.setup_ahead).
    Nothing of the other's set-up is in it."""
    if state.result is not None or not state.setting_up or state.asked != "place":
        return None
    if player <= state.turn:
        return None
    ahead = StrategoState(state.game)
    ahead.turn = player
    return ahead


# -- the library and set-up strings --------------------------------------------------------------


@lru_cache(maxsize=1)
def _library() -> dict[str, str]:
    """Return the library's set-ups by name, in set-up notation."""
    data = pkgutil.get_data(__package__ or "", "setups.json")
    found: dict[str, str] = json.loads(data or b"{}")["sets"]
    return found


def setups(state: StrategoState) -> tuple[NamedSetup, ...]:
    """Return the library's set-ups that fit home zone and army and have a first move
    (Game.setups)."""
    if state.asked != "place":
        return ()
    read = ((name, read_setup(state, text)) for name, text in _library().items())
    return tuple(NamedSetup(name, draft) for name, draft in read if draft is not None)


def setup_text(state: StrategoState, draft: Draft) -> str:
    """Return the draft in set-up notation (Game.setup_text)."""
    return laid_text(state.game, state.turn, read_draft(state, draft))


def is_setup_text(text: str) -> bool:
    """Return whether a text has a form of set-ups, legal or not (Game.is_setup_text)."""
    return bool(SETUP_FORM.fullmatch(text.strip()))


def _laid_of_letters(state: StrategoState, text: str) -> list[int] | None:
    """Return the types in set-up order of one's own pieces in a hundred letters; None if the text
    is none or leaves a home square empty."""
    board, side = StrategoState(state.game), state.turn
    if not read_letters(board, text):
        return None
    own = [board.board[cell] for cell in state.game.tables.homes[side]]
    if any(not piece or owner_of(piece) != side for piece in own):
        return None
    return [kind_of(piece) for piece in own]


def read_setup(state: StrategoState, text: str) -> Draft | None:
    """Return the draft of a complete, legal set-up; None for any other text (Game.read_setup)."""
    laid = read_laid(state.game, state.turn, text.strip()) or _laid_of_letters(state, text.strip())
    if laid is None or not state.game.zones[state.turn].complete(laid):
        return None
    return write_draft(state, laid)
