"""The table on one device: what is stored before it is seen, and what is not there to be seen."""

from __future__ import annotations

from random import Random

import pytest

from engine.core.errors import IllegalAction
from engine.match import chance
from engine.match.match import Match, MatchConfig
from ui.saves.storage import MemoryStorage
from ui.saves.store import Store
from ui.session.session import Session

OPEN = "9r/10/1p8/3H6/10/10/5D4/10/10/R9 S S e2f3,e8f9 - - - - - 8.0.0"


class Spy(Store):
    """A store that notes how many events the table showed when each was stored."""

    def __init__(self) -> None:
        super().__init__(MemoryStorage())
        self.session: Session | None = None
        self.versions: list[int] = []

    def append(self, game_id, index, event):  # type: ignore[no-untyped-def]
        super().append(game_id, index, event)
        if self.session is not None:
            self.versions.append(self.session.revision.number)


def seated(start: str | None = None, store: Store | None = None) -> Session:
    store = store or Store(MemoryStorage())
    config = MatchConfig("cotadrez", {"water": "lagos"}, ("Ana", "Blas"), start)
    key = store.new_game(config)
    return Session(Match(config, chance.seeded(1)), store, key)


def deploy(session: Session, seed: int = 1) -> None:
    game, seen = session.game, session.observation()
    plan = game.arrangement(seen, game.random_draft(seen, Random(seed)))
    assert plan is not None
    session.play(plan.actions, setup=True)


def test_nobody_is_asked_for_the_device_before_there_is_a_secret():
    session = seated()
    assert session.curtain is None and session.viewer == 0


def test_the_curtain_falls_between_the_deployments_and_rises_for_the_right_person():
    session = seated()
    deploy(session)
    assert session.curtain == 1
    with pytest.raises(IllegalAction):
        session.scene()
    with pytest.raises(IllegalAction):
        session.log()
    with pytest.raises(IllegalAction):
        session.draft()
    session.reveal()
    assert session.curtain is None and session.viewer == 1
    assert session.scene().pieces == ()


def test_after_the_fog_has_lifted_whoever_decides_sits_there():
    session = seated()
    deploy(session)
    session.reveal()
    deploy(session, 2)
    assert session.curtain is None and session.viewer == 0
    sides = {piece.side for piece in session.scene().pieces}
    assert sides == {0, 1}


def test_a_reload_in_the_middle_of_a_secret_shows_the_curtain_first():
    store = Store(MemoryStorage())
    session = seated(store=store)
    session.keep_draft((("fortress", "e2"),))
    again = Session(Match(session._match.config), store, session.key)
    assert again.curtain == 0
    again.reveal()
    assert again.draft() == (("fortress", "e2"),)


def test_every_event_is_stored_before_the_table_changes():
    store = Spy()
    session = seated(OPEN, store)
    store.session = session
    before = session.revision.number
    session.play([next(a for a in session._match.options_now() if a[0] == "step")])
    assert store.versions == [before] and session.revision.number > before
    saved = store.load(session.key)
    assert saved is not None and saved.events == session._match.events


def test_what_was_accepted_before_a_refusal_stands_and_is_stored():
    store = Store(MemoryStorage())
    session = seated(OPEN, store)
    good = next(a for a in session._match.options_now() if a[0] == "step")
    with pytest.raises(IllegalAction):
        session.play([good, ("step", 55, 56)])
    saved = store.load(session.key)
    assert saved is not None and saved.events == session._match.events
    assert len(saved.events) == 1


def test_a_finished_set_up_leaves_no_draft_behind():
    store = Store(MemoryStorage())
    session = seated(store=store)
    session.keep_draft((("fortress", "e2"),))
    deploy(session)
    assert store.load_draft(session.key, 0) == ()


def test_undo_takes_the_event_out_of_the_store():
    store = Store(MemoryStorage())
    session = seated(OPEN, store)
    key = session._match.state.key()
    session.play([next(a for a in session._match.options_now() if a[0] == "step")])
    assert session.undoable().player == 0
    session.undo()
    assert session._match.state.key() == key
    saved = store.load(session.key)
    assert saved is not None and saved.events == []
    assert session.undoable().player is None
    with pytest.raises(IllegalAction):
        session.undo()


def test_nothing_is_taken_back_across_the_curtain():
    session = seated()
    deploy(session)
    assert session.undoable().player is None
    session.reveal()
    assert session.undoable().player is None


def test_an_earlier_position_is_looked_at_without_leaving_the_game():
    session = seated(OPEN)
    before = session.scene()
    session.play([next(a for a in session._match.options_now() if a[0] == "step")])
    session.look(0)
    assert not session.live and session.scene().pieces == before.pieces
    session.look(1)
    assert session.live
    session.look(0)
    session.play([session._match.options_now()[0]])
    assert session.live


def test_the_log_groups_a_deployment_and_numbers_nothing_of_it():
    session = seated()
    deploy(session)
    session.reveal()
    deploy(session, 2)
    turns = session.log()
    assert [turn.actor for turn in turns if turn.setup] == [0, 1]
    assert not [turn for turn in turns if not turn.setup and turn.actor >= 0]


def test_the_log_follows_play_and_undo():
    session = seated(OPEN)
    session.play([next(a for a in session._match.options_now() if a[0] == "step")])
    assert len(session.log()) == 1 and session.log()[0].end == 1
    session.undo()
    assert session.log() == []


def test_after_any_undo_the_log_is_the_one_of_the_shorter_game():
    session = seated(OPEN)
    rng = Random(3)
    for _ in range(30):
        session.play([rng.choice(session._match.options_now())])
        session.log()
        if session.undoable().player is not None and rng.random() < 0.4:
            session.undo()
            fresh = Session(session._match, session.keeper, session.key)
            assert session.log() == fresh.log()


def test_resigning_ends_the_game_and_notes_the_result():
    store = Store(MemoryStorage())
    session = seated(OPEN, store)
    assert session.can_resign(0) and session.can_draw()
    session.resign(0)
    assert session._match.over and store.games()[0].result == "0-1"
    assert session.curtain is None


def test_the_board_stays_turned_after_a_reload():
    store = Store(MemoryStorage())
    session = seated(OPEN, store)
    session.turn()
    assert Session(Match(session._match.config), store, session.key).flipped
