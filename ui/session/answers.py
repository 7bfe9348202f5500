"""Single answers: what the table plays by itself because nobody has a choice about it."""

from __future__ import annotations

from engine.core.contract import CHANCE, Action
from engine.match.match import Match
from ui.session.agreed import Agreed
from ui.session.seating import Seating
from ui.session.writer import Writer


class Answers:
    """What the table of one match plays by itself."""

    def __init__(self, match: Match, writer: Writer, seating: Seating, agreed: Agreed) -> None:
        self._match, self._writer = match, writer
        self._seating, self._agreed = seating, agreed

    def play(self) -> None:
        """Plays what nobody has a choice about: nobody is asked to take the device for it."""
        while (action := self._given()) is not None:
            self._writer.play(action)

    def _given(self) -> Action | None:
        state = self._match.state
        if self._agreed.mine not in (None, state.current_player()):
            return None
        action = state.automatic()
        return action or only_answer(self._match, len(self._match.events), self._seating.secrets())


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
