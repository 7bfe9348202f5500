"""Takebacks: which events may be undone, by whom, or why none may."""

from __future__ import annotations

from typing import NamedTuple

from engine.core.contract import TABLE_VERBS
from engine.core.texts import Message
from engine.match.match import Match
from ui.session.agreed import Agreed
from ui.session.answers import only_answer
from ui.session.seating import Seating


class Undo(NamedTuple):
    """Number of events to undo together, and the player who may. 0: none, for reason `why`."""

    events: int = 0
    player: int | None = None
    why: str = ""  # key of the reason, without its prefix `undo.`

    def refusal(self) -> Message | None:
        return None if self.events else Message(f"undo.{self.why}")


def find_undo(match: Match, seating: Seating, agreed: Agreed) -> Undo:
    """Return what the seated player may take back now. If people share the device: the last
    decision. Against computers: the person's last decision. At a far table: decisions not yet sent
    in a letter."""
    seated, mine = seating.seated, agreed.mine
    if not match.events:
        return Undo(why="nothing")
    secrets = seating.secrets()
    if not seating.shared:
        if seated < 0:
            return Undo(why="nobody")
        last = unsent(match, mine) if mine is not None else own(match, seated, secrets)
        return last._replace(player=seated) if last.events else last
    last = joined(match, secrets)
    if last.events and secrets and last.player != seated:
        return Undo(why="other")
    return last


def joined(match: Match, secrets: bool) -> Undo:
    """Find the last decision at a shared device and the forced answers after it; none if one of
    these events must stand."""
    count, total = 1, len(match.events)
    while count < total and only_answer(match, total - count, secrets) is not None:
        count += 1
    for at in range(total - 1, total - count - 1, -1):
        if why := _stays(match, at, match.events[at].actor):
            return Undo(why=why)
    return Undo(count, match.events[-count].actor)


def own(match: Match, person: int, secrets: bool) -> Undo:
    """Find the person's last decision against computers, and their answers to it; none if one of
    these events must stand."""
    for count, event in enumerate(reversed(match.events), 1):
        at = len(match.events) - count
        if why := _stays(match, at, person):
            return Undo(why=why)
        if only_answer(match, at, secrets) is not None:
            continue
        if event.actor == person:
            return Undo(count)
        if _uncertain(match, at, person):
            return Undo(why="answered")
    return Undo(why="nothing")


def unsent(match: Match, mine: int) -> Undo:
    """Find the last event at a far table, if its turn has not been sent: sent ones need consent."""
    if match.state.current_player() != mine or match.events[-1].actor != mine:
        return Undo(why="sent")
    if why := _stays(match, len(match.events) - 1, mine):
        return Undo(why=why)
    return Undo(1)


def _stays(match: Match, at: int, viewer: int) -> str:
    """Return why event `at` must stand: `chance`, `ended` (resignation, agreed draw or time),
    `revealed` (it disclosed something to `viewer`), or "" if it may be undone."""
    event = match.events[at]
    if event.actor < 0:
        return "chance"
    if event.action[0] in TABLE_VERBS:
        return "ended"
    return "" if match.game.redact(match.state_at(at), event, viewer) == event else "revealed"


def _uncertain(match: Match, at: int, person: int) -> bool:
    """Return whether an opponent's answer may have given the person new information: the game has
    chance, or something was hidden from the person then."""
    if match.game.info.has_chance:
        return True
    if not match.game.info.has_secrets:
        return False
    state = match.state_at(at)
    return state.observation(person).key() != state.key()
