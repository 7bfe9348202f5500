"""What may be taken back at a table, and by whom."""

from __future__ import annotations

from engine.core.contract import TABLE_VERBS
from engine.match.match import Match
from ui.agreed import Agreed
from ui.answers import only_answer
from ui.seating import Seating


class Takeback:
    """Of one match: among people who share a device the last decision, among computers what the
    person decided last, at a far table what has not gone out in a letter yet."""

    def __init__(self, match: Match, seating: Seating, agreed: Agreed) -> None:
        self._match, self._seating, self._agreed = match, seating, agreed

    def count(self) -> int:
        """How many events are taken back together; 0: none may be."""
        match, seating = self._match, self._seating
        if seating.shared:
            return joined(match, seating.secrets())
        if self._agreed.mine is not None:
            return unsent(match, self._agreed.mine)
        return own(match, seating.seated, seating.secrets()) if seating.seated >= 0 else 0

    def player(self) -> int | None:
        """Who may do so; None: nobody."""
        count, seated = self.count(), self._seating.seated
        if not self._seating.shared:
            return seated if count else None
        actor = self._match.events[-count].actor if count else None
        return None if actor != seated and self._seating.secrets() else actor


def joined(match: Match, secrets: bool) -> int:
    """How many events an undo takes back together: the last decision of a person and the single
    answers after it. 0 when one of them may not be taken back."""
    count, total = 1, len(match.events)
    while count < total and only_answer(match, total - count, secrets) is not None:
        count += 1
    return count if all(_plain(match, index) for index in range(total - count, total)) else 0


def own(match: Match, person: int, secrets: bool) -> int:
    """How many events the person among computers may take back together: his last one and what
    they answered. 0 when one of them was chance, or told him something new."""
    for count, event in enumerate(reversed(match.events), 1):
        at = len(match.events) - count
        known = event.actor >= 0 and match.game.redact(match.state_at(at), event, person) == event
        if not known or event.action[0] in TABLE_VERBS:
            return 0
        if event.actor == person and only_answer(match, at, secrets) is None:
            return count
    return 0


def unsent(match: Match, mine: int) -> int:
    """How many events may be taken back alone: what has gone out in a letter, by both only."""
    if match.state.current_player() != mine:
        return 0
    return int(match.events[-1].actor == mine and match.can_undo(mine))


def _plain(match: Match, index: int) -> bool:
    """Whether an event was a player's decision that told him nothing new."""
    event = match.events[index]
    if event.actor < 0 or event.action[0] in TABLE_VERBS:
        return False
    return match.game.redact(match.state_at(index), event, event.actor) == event
