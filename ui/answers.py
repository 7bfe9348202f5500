"""Single answers: what the table plays by itself because nobody has a choice about it."""

from __future__ import annotations

from engine.core.contract import CHANCE, TABLE_VERBS, Action
from engine.match.match import Match


def only_answer(match: Match, count: int, secrets: bool) -> Action | None:
    """The answer the table gives by itself after the first `count` events; None: somebody is
    asked, or nobody.

    It is the only legal one, to a question in the middle of a turn: a turn is begun by its player,
    who has seen what came before, and whoever is playing passes on himself, when he is content.
    Where secrets are about (`secrets`) the question must be one that everybody sees. Never where
    chance follows: dice that have fallen cannot be taken back.
    """
    state = match.state if count == len(match.events) else match.state_at(count)
    if not count or state.current_player() < 0 or (secrets and state.is_private()):
        return None
    options = state.legal_actions()
    if len(options) != 1 or match.state_at(count - 1).turn_index() != state.turn_index():
        return None
    if match.game.arrangement(state) is not None:
        return None
    after = state.clone()
    after.apply(options[0])
    decider, following = state.current_player(), after.current_player()
    passed_on = match.events[count - 1].actor == decider and following != decider
    return None if passed_on or following == CHANCE else options[0]


def joined(match: Match, secrets: bool) -> int:
    """How many events an undo takes back together: the last decision of a person and the single
    answers after it. 0 when one of them may not be taken back."""
    count, total = 1, len(match.events)
    while count < total and only_answer(match, total - count, secrets) is not None:
        count += 1
    return count if all(_plain(match, index) for index in range(total - count, total)) else 0


def takeback(match: Match, person: int, secrets: bool) -> int:
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


def _plain(match: Match, index: int) -> bool:
    """Whether an event was a player's decision that told him nothing new."""
    event = match.events[index]
    if event.actor < 0 or event.action[0] in TABLE_VERBS:
        return False
    return match.game.redact(match.state_at(index), event, event.actor) == event
