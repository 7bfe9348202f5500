"""Observations and redacted events: what each viewer knows (rulebook, section 6)."""

from __future__ import annotations

from engine.core.contract import RESIGN, TIME, UNKNOWN, Event
from engine.games.stratego.rules import flow
from engine.games.stratego.rules.combat import ATTACKER_SHOWN, DEFENDER_SHOWN
from engine.games.stratego.rules.pieces import (
    GROUP,
    HIDDEN,
    REVEALED,
    SKILL,
    TRUTH,
    kind_of,
    owner_of,
    piece_of,
)
from engine.games.stratego.rules.position import Known, StrategoPosition

_NEVER_CLOSES = ("put", "ready", "open", "attack", "stand")


def observation(state: Known, viewer: int) -> Known:
    """Return what `viewer` knows; after the end that is everything."""
    new = state.clone()
    if new.result is not None:
        return new
    new.viewer = viewer
    new._legal = None
    if new.setting_up:
        _cover_homes(new, viewer)
    keep = ~0 if new.game.shows_survivor else ~SKILL
    for cell, piece in enumerate(new.board):
        if piece and (side := owner_of(piece)) != viewer:
            if not new.flags[cell] & REVEALED:
                new.board[cell] = piece_of(side, HIDDEN)
            new.flags[cell] &= keep
    for side in range(new.game.players):
        if side != viewer:
            new.lost[side].cover()
            _cover_rescued(new.resc[side])
            new.vac[side] = bytearray(GROUP)
    if new.act:
        _cover_turn(new, state, viewer)
    return new


def _cover_rescued(row: bytearray) -> None:
    """Replace the types of rescued pieces by HIDDEN."""
    total = sum(row)
    row[:] = bytes(GROUP)
    row[HIDDEN] = total


def _cover_homes(new: StrategoPosition, viewer: int) -> None:
    """Empty the homes of other sides that have not opened yet."""
    first = new.turn if new.asked == "open" else 0
    for side in range(first, new.game.players):
        if side != viewer:
            for cell in new.game.tables.homes[side]:
                new.board[cell] = new.flags[cell] = new.entered[cell] = 0
                new.ids[cell] = 0
    if new.asked == "place" and new.turn != viewer:
        new.placed = UNKNOWN


def _cover_turn(new: StrategoPosition, state: StrategoPosition, viewer: int) -> None:
    """Hide the types in the pending fight and promotion that the viewer may not know."""
    if new.fight:
        outcome, a, d, owner, shown = new.fight
        if viewer != new.turn and not shown & ATTACKER_SHOWN:
            a = HIDDEN
        if viewer != owner and not shown & DEFENDER_SHOWN:
            d = HIDDEN
        new.fight = (outcome, a, d, owner, shown)
    target = new.act[1]
    if new.rises and owner_of(new.board[target]) != viewer and not new.flags[target] & REVEALED:
        new.rises = ()


def redact(state: StrategoPosition, event: Event, viewer: int) -> Event | None:
    """Return the event as `viewer` may know it, None for nothing (Game.redact; table of 6.1)."""
    verb = event.action[0]
    own = event.actor == viewer
    if verb == "put":
        return event if own else None
    told = event.action
    if verb == "show":
        told = (verb, *_shown(state, viewer, own))
    elif verb == "open" and not own:
        home = state.game.tables.homes[state.turn]
        told = (verb, ("cells", *sorted(c for c in home if state.board[c])))
    elif not own and verb in ("accept", "decline") and state.asked != "rear":
        told = _answered(state, verb)
    elif verb == "back" and not own:
        told = (verb, UNKNOWN, event.action[2])
    if verb not in _NEVER_CLOSES:
        told = (*told, *_closing(state, event))
    return event if told == event.action else Event(event.actor, told)


def _shown(state: StrategoPosition, viewer: int, own: bool) -> tuple[tuple[object, ...], ...]:
    """Return the notes of a `show`: a type or the fight, as far as the viewer may know it."""
    game = state.game
    origin, target, _ = state.act
    if state.asked == "show1":
        if own or not (game.shows_survivor and game.shows_removed):
            return ()
        return (("type", kind_of(state.board[origin])),)
    outcome, a, d, flag = flow.outcome_of(state)
    shown = flow.shown_by(state, outcome)
    if viewer != state.turn and not shown & ATTACKER_SHOWN:
        a = UNKNOWN
    if viewer != owner_of(state.board[target]) and not shown & DEFENDER_SHOWN:
        d = UNKNOWN
    return (("fight", outcome, a, d, flag),)


def _answered(state: StrategoPosition, verb: str) -> tuple[object, ...]:
    """Return a promotion, or its refusal, as the other sides receive it."""
    target = state.act[1]
    if not state.flags[target] & REVEALED:
        return ("closed",)
    return (verb, ("type", kind_of(state.board[target]) + 1)) if verb == "accept" else (verb,)


def _closing(state: StrategoPosition, event: Event) -> tuple[tuple[object, ...], ...]:
    """Return the notes on sides that go out with this event (4.1, 4.2) and the final position when
    the game ends."""
    after = state.clone()
    after.apply(event.action)
    if after.result is not None:
        return (("final", after.to_text()),) if state.viewer == TRUTH else ()
    if event.action[0] in (RESIGN, TIME, "out"):
        return ()
    gone = sorted(set(state.alive()) - set(after.alive()))
    return (("gone", *gone),) if gone else ()
