"""Takebacks at a table: what may be taken back, and the reason if nothing may be."""

from __future__ import annotations

from random import Random

import pytest

from engine.match import chance
from engine.match.match import Match, MatchConfig
from tests.fixtures.present import present
from tests.ui.fakes import match_of
from ui.saves.storage import MemoryStorage
from ui.saves.store import Store
from ui.session.session import Session
from ui.words.names import COMPUTERS

BARRAGE = {"army": "barrage8"}


def seated(
    game: str, seats: tuple[int, ...] = (), options: dict[str, str] | None = None
) -> Session:
    store = Store(MemoryStorage())
    config = MatchConfig(game, dict(options or {}), ("Ana", "Blas"))
    key = store.new_game(config)
    if seats:
        store.save_table(key, {"seats": list(seats)})
    return Session(Match(config, chance.seeded(4)), store, key)


def set_up(session: Session) -> None:
    """Set up both sides at random."""
    for side in range(session.players):
        session.reveal()
        state = match_of(session).state
        seen = state.observation(side)
        draft = session.game.random_draft(seen, Random(side + 1), ())
        plan = present(session.game.arrangement(seen, draft))
        session.play(plan.actions, setup=True)
    session.reveal()


def first_move(session: Session) -> None:
    """Play the first legal move."""
    session.play([next(one for one in match_of(session).options_now() if one[0] == "move")])


def decide(session: Session, rng: Random) -> None:
    """Play random actions of one player until the other one decides or the game is over."""
    player = session.decider
    while session.decider == player:
        session.play([rng.choice(match_of(session).options_now())])


def test_in_stratego_the_computers_answer_cannot_be_taken_back() -> None:
    session = seated("stratego", (0, COMPUTERS[0]), options=BARRAGE)
    set_up(session)
    first_move(session)
    assert session.undoable().player == 0, "as long as it has not been answered"
    first_move(session)
    assert session.decider == 0 and session.undoable().player is None
    refusal = present(session.undoable().refusal())
    assert refusal.key == "undo.answered"


def test_with_dice_the_computers_answer_cannot_be_taken_back() -> None:
    session = seated("rilatria", (0, COMPUTERS[0]))
    set_up(session)
    rng = Random(2)
    for _ in range(30):
        decide(session, rng)
        if session.over:
            break
        last = match_of(session).events[-1]
        found = session.undoable()
        assert not found.events or last.actor == 0
    assert session.count > 20


@pytest.mark.parametrize("game", ["andarraya", "cotadrez"])
def test_without_secrets_and_dice_the_computers_answer_is_taken_back(game: str) -> None:
    session = seated(game, (0, COMPUTERS[0]))
    if game == "cotadrez":
        set_up(session)
    while match_of(session).state.current_player() != 0:
        decide(session, Random(1))
    before = match_of(session).state.key()
    decide(session, Random(3))
    decide(session, Random(3))
    while match_of(session).state.key() != before and session.undoable().player == 0:
        session.undo()
    assert match_of(session).state.key() == before


def test_a_refused_takeback_has_a_reason() -> None:
    fresh = seated("andarraya")
    assert fresh.undoable().why == "nothing"
    fresh.resign(0)
    assert fresh.undoable().why == "ended"
    hidden = seated("stratego", options=BARRAGE)
    set_up(hidden)
    assert hidden.undoable().why in ("revealed", "other", "chance")
    watched = seated("andarraya", (1, 1))
    watched.play([match_of(watched).options_now()[0]])
    assert watched.undoable().why == "nobody"
