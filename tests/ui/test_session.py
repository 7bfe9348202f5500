"""Session on one device: events are stored before they are shown, and secrets stay hidden."""

from __future__ import annotations

from random import Random

import pytest

from engine.core.contract import Event
from engine.core.errors import IllegalAction
from engine.match import chance
from engine.match.match import Match, MatchConfig
from tests.fixtures.present import present
from tests.ui.fakes import match_of
from ui.saves.storage import MemoryStorage
from ui.saves.store import Store
from ui.session.session import Session

OPEN = "9r/10/1p8/3H6/10/10/5D4/10/10/R9 S S e2f3,e8f9 - - - - - 8.0.0"


class Spy(Store):
    """Store that records the session's revision whenever an event is stored."""

    def __init__(self) -> None:
        super().__init__(MemoryStorage())
        self.session: Session | None = None
        self.versions: list[int] = []

    def append(self, game_id: str, index: int, event: Event) -> bool:
        stored = super().append(game_id, index, event)
        if self.session is not None:
            self.versions.append(self.session.revision.number)
        return stored


def seated(start: str | None = None, store: Store | None = None) -> Session:
    store = store or Store(MemoryStorage())
    config = MatchConfig("cotadrez", {"water": "lagos"}, ("Ana", "Blas"), start)
    key = store.new_game(config)
    return Session(Match(config, chance.seeded(1)), store, key)


def deploy(session: Session, seed: int = 1) -> None:
    game, seen = session.game, session.observation()
    plan = present(game.arrangement(seen, game.random_draft(seen, Random(seed))))
    session.play(plan.actions, setup=True)


def test_there_is_no_curtain_before_there_is_a_secret() -> None:
    session = seated()
    assert session.curtain is None and session.viewer == 0


def test_the_curtain_falls_after_the_first_deployment_and_rises_for_the_second() -> None:
    session = seated()
    deploy(session)
    assert session.curtain == 1
    with pytest.raises(IllegalAction):
        session.scene()
    with pytest.raises(IllegalAction):
        session.log()
    with pytest.raises(IllegalAction):
        session.drafting.draft()
    session.reveal()
    assert session.curtain is None and session.viewer == 1
    assert session.scene().pieces == ()


def test_after_both_deployments_the_player_to_move_is_the_viewer() -> None:
    session = seated()
    deploy(session)
    session.reveal()
    deploy(session, 2)
    assert session.curtain is None and session.viewer == 0
    sides = {piece.side for piece in session.scene().pieces}
    assert sides == {0, 1}


def test_a_reload_during_a_hidden_set_up_shows_the_curtain_first() -> None:
    store = Store(MemoryStorage())
    session = seated(store=store)
    session.drafting.keep((("fortress", "e2"),))
    again = Session(Match(match_of(session).config), store, session.key)
    assert again.curtain == 0
    again.reveal()
    assert again.drafting.draft() == (("fortress", "e2"),)


def test_every_event_is_stored_before_the_table_changes() -> None:
    store = Spy()
    session = seated(OPEN, store)
    store.session = session
    before = session.revision.number
    session.play([next(a for a in match_of(session).options_now() if a[0] == "step")])
    assert store.versions == [before] and session.revision.number > before
    saved = present(store.load(session.key))
    assert saved.events == match_of(session).events


def test_actions_accepted_before_a_refusal_stay_and_are_stored() -> None:
    store = Store(MemoryStorage())
    session = seated(OPEN, store)
    good = next(a for a in match_of(session).options_now() if a[0] == "step")
    with pytest.raises(IllegalAction):
        session.play([good, ("step", 55, 56)])
    saved = present(store.load(session.key))
    assert saved.events == match_of(session).events
    assert len(saved.events) == 1


def test_a_finished_set_up_leaves_no_draft_behind() -> None:
    store = Store(MemoryStorage())
    session = seated(store=store)
    session.drafting.keep((("fortress", "e2"),))
    deploy(session)
    assert store.load_draft(session.key, 0) == ()


def test_undo_removes_the_event_from_the_store() -> None:
    store = Store(MemoryStorage())
    session = seated(OPEN, store)
    key = match_of(session).state.key()
    session.play([next(a for a in match_of(session).options_now() if a[0] == "step")])
    assert session.undoable().player == 0
    session.undo()
    assert match_of(session).state.key() == key
    saved = present(store.load(session.key))
    assert saved.events == []
    assert session.undoable().player is None
    with pytest.raises(IllegalAction):
        session.undo()


def test_nothing_can_be_taken_back_across_the_curtain() -> None:
    session = seated()
    deploy(session)
    assert session.undoable().player is None
    session.reveal()
    assert session.undoable().player is None


def test_an_earlier_position_can_be_shown_without_leaving_the_game() -> None:
    session = seated(OPEN)
    before = session.scene()
    session.play([next(a for a in match_of(session).options_now() if a[0] == "step")])
    session.look(0)
    assert not session.live and session.scene().pieces == before.pieces
    session.look(1)
    assert session.live
    session.look(0)
    session.play([match_of(session).options_now()[0]])
    assert session.live


def test_the_log_has_one_set_up_turn_for_each_deployment() -> None:
    session = seated()
    deploy(session)
    session.reveal()
    deploy(session, 2)
    turns = session.log()
    assert [turn.actor for turn in turns if turn.setup] == [0, 1]
    assert not [turn for turn in turns if not turn.setup and turn.actor >= 0]


def test_the_log_follows_play_and_undo() -> None:
    session = seated(OPEN)
    session.play([next(a for a in match_of(session).options_now() if a[0] == "step")])
    assert len(session.log()) == 1 and session.log()[0].end == 1
    session.undo()
    assert session.log() == []


def test_after_an_undo_the_log_is_that_of_a_fresh_session() -> None:
    session = seated(OPEN)
    rng = Random(3)
    for _ in range(30):
        session.play([rng.choice(match_of(session).options_now())])
        session.log()
        if session.undoable().player is not None and rng.random() < 0.4:
            session.undo()
            fresh = Session(match_of(session), session.store, session.key)
            assert session.log() == fresh.log()


def test_resigning_ends_the_game_and_stores_the_result() -> None:
    store = Store(MemoryStorage())
    session = seated(OPEN, store)
    assert session.can_resign(0) and session.can_draw()
    session.resign(0)
    assert match_of(session).over and store.games()[0].result == "0-1"
    assert session.curtain is None


def test_the_board_stays_turned_after_a_reload() -> None:
    store = Store(MemoryStorage())
    session = seated(OPEN, store)
    session.flip()
    assert Session(Match(match_of(session).config), store, session.key).flipped
