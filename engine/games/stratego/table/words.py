"""Sentences: whose decision it is, what a fight showed, counters."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.contract import UNKNOWN, Event
from engine.core.texts import Message, over_prompt, player_name
from engine.games.stratego.rules.combat import BOTH, WINS
from engine.games.stratego.rules.pieces import GLYPHS, HIDDEN, TRUTH
from engine.games.stratego.rules.state import StrategoState
from engine.games.stratego.text.notation import notes_of

QUIET_WARNING = 40


def type_name(kind: int) -> Message:
    known = 0 < kind < HIDDEN
    return Message(f"type.{GLYPHS[kind]}" if known else "type.unknown")


def army_name(side: int) -> Message:
    return Message(f"army.{side}")


def prompt(state: StrategoState, viewer: int) -> Message:
    """Contract: Game.prompt. That somebody is blocked only he himself can know (S46)."""
    if state.result is not None:
        return over_prompt(state.result.winner, state.result.reason)
    decider = state.current_player()
    who = player_name(decider)
    if state.asked == "turn":
        if viewer == decider and state.viewer in (TRUTH, viewer) and state.announces():
            return Message(f"prompt.{state.legal_actions()[0][0]}", who=who)
        return Message("prompt.turn", who=who)
    if state.asked == "place" and state.placed == state.game.zones[state.turn].size:
        return Message("prompt.ready" if viewer == decider else "prompt.place", who=who)
    return Message(f"prompt.{state.asked}", who=who)


def status(state: StrategoState, viewer: int, last: Sequence[Event]) -> list[Message]:
    """What just happened, and what the counters say."""
    out = _news(state, last)
    if state.result is not None or state.setting_up:
        return out
    game = state.game
    for side, count in enumerate(state.skips):
        if count:
            out.append(Message("status.skips", "5.27", who=player_name(side), n=count))
    if game.price:
        for side, points in enumerate(state.pts):
            out.append(Message("status.points", "5.26", who=player_name(side), n=points))
    limit = game.quiet_limit
    if limit and limit - state.quiet <= min(QUIET_WARNING, limit // 2):
        out.append(Message("status.quiet", "4.5", n=max(limit - state.quiet, 0)))
    return out


def _news(state: StrategoState, last: Sequence[Event]) -> list[Message]:
    """Fights and desertions among the last events, with what was shown of them."""
    out: list[Message] = []
    for event in last:
        fight = notes_of(event.action).get("fight")
        if fight:
            outcome = fight[0]
            key = "both" if outcome == BOTH else "attacker" if outcome == WINS else "defender"
            a, d = (HIDDEN if kind == UNKNOWN else kind for kind in fight[1:3])
            out.append(
                Message(
                    f"news.{key}",
                    "3.12",
                    attacker=type_name(a),
                    defender=type_name(d),
                )
            )
        elif event.action[0] == "desert":
            out.append(Message("news.desert", "5.28", who=player_name(event.actor)))
        elif event.action[0] in ("out", "resign"):
            side = event.action[1] if event.action[0] == "resign" else event.actor
            out.append(Message("news.out", "4.4", who=player_name(side)))
        for side in notes_of(event.action).get("gone", ()):
            out.append(Message("news.out", "4.1", who=player_name(side)))
    return out
