"""Forced answers that the table plays itself, and decisions that it leaves to the players."""

from __future__ import annotations

from random import Random

import pytest

from engine.core.contract import CHANCE, Action
from engine.games import REGISTRY, load_game
from engine.match import chance
from engine.match.match import Match, MatchConfig
from tests.fixtures.present import present
from tests.games.cotadrez.table import ctn
from tests.games.twocities.board import position
from tests.ui.fakes import match_of
from ui.saves.storage import MemoryStorage
from ui.saves.store import Store
from ui.session.answers import only_answer
from ui.session.session import Session

# Worked case 18 without the Light Cavalry: the hidden King has one exit, d8.
SIEGE = ctn(
    "Ra1 Hd7 Le7 Ta10 Ej7 Dg4 Eb9", "Hj5", res=("", "RHH"), counters="20.5.0"
)  # fmt: skip


def table(game: str, start: str | None, seats: tuple[int, ...] = ()) -> tuple[Session, Store]:
    store = Store(MemoryStorage())
    options = {"water": "lagos"} if game == "cotadrez" else {}
    config = MatchConfig(game, options, ("Ana", "Blas"), start)
    key = store.new_game(config)
    if seats:
        store.save_table(key, {"seats": list(seats)})
    return Session(Match(config, chance.seeded(1)), store, key), store


def test_4_21_a_king_with_one_exit_is_moved_there_at_once_and_logged() -> None:
    session, store = table("cotadrez", SIEGE)
    session.play([("siege", 0)])
    assert [event.action[0] for event in match_of(session).events] == ["siege", "save"]
    assert [event.actor for event in match_of(session).events] == [0, 1]
    saved = present(store.load(session.key))
    assert saved.events == match_of(session).events
    assert session.decider == 1 and match_of(session).state.frame() == "turn"
    assert session.log()[-1].text == "rRd8 <-ASEDIO (LHr HHm)"


def test_undo_takes_back_a_forced_answer_with_the_decision_before_it() -> None:
    session, store = table("cotadrez", SIEGE)
    before = match_of(session).state.key()
    session.play([("siege", 0)])
    assert session.undoable().player == 0
    session.undo()
    assert match_of(session).state.key() == before and not match_of(session).events
    saved = present(store.load(session.key))
    assert not saved.events
    assert session.undoable().player is None


def test_undo_against_the_computer_takes_back_its_forced_answer_too() -> None:
    session, _ = table("cotadrez", SIEGE, seats=(0, 3))
    before = match_of(session).state.key()
    session.play([("siege", 0)])
    assert session.awaited == 1 and match_of(session).state.frame() == "turn"
    session.undo()
    assert match_of(session).state.key() == before and not match_of(session).events


def test_undo_after_an_own_forced_answer_takes_back_the_own_decision() -> None:
    """Undo takes back Blas's move, the computer's siege and the King that the table placed."""
    start = ctn(
        "Ra1 Hd7 Le7 Ta10 Ej7 Dg4 Eb9", "Hj5", side="N", res=("", "RHH"), counters="19.4.0"
    )  # fmt: skip
    session, _ = table("cotadrez", start, seats=(3, 0))
    before = match_of(session).state.key()
    session.play([("step", *_squares("j5", "i5"))])
    session.play([("siege", 0)])
    assert len(match_of(session).events) == 3
    session.undo()
    assert match_of(session).state.key() == before


def test_a_real_choice_is_left_to_the_player() -> None:
    session, _ = table("cotadrez", SIEGE.replace("/1E8/", "/10/"))
    session.play([("siege", 0)])
    assert match_of(session).state.frame() == "exchange" and session.decider == 1
    assert len(match_of(session).events) == 1


def test_the_table_never_plays_the_first_action_of_a_turn() -> None:
    session, _ = table("andarraya", "7k/8/5K2/8/8/8/8/6Q1 w - - 20 11")
    session.play([session.game.parse_action(match_of(session).state, "Kf7")])
    assert len(match_of(session).options_now()) == 1 and len(match_of(session).events) == 1


def test_r11_the_table_never_ends_a_turn_for_the_player() -> None:
    session, _ = table("rilatria", "9/1h7/9/9/9/9/9/7H1/9 1 L 6.3.1.0.0 6.4.4.0.0 - 0 1")
    hero = next(a for a in match_of(session).options_now() if a[0] == "move")
    session.play([hero])
    assert session.decider == 0 and match_of(session).state.legal_actions() == [("end",)]


def test_a_move_can_be_taken_back_before_the_dice_are_rolled() -> None:
    start = position("Pd4", "Pd6") + " Ah,2s,4h/As,3s,4c - - 5.0.0.0 card"
    session, _ = table("twocities", start)
    session.reveal()
    session.play([("play", _card("Ah"))])
    move = next(a for a in match_of(session).options_now() if _lands(a, "d5"))
    session.play([move])
    assert match_of(session).state.frame() == "melee" and len(match_of(session).options_now()) == 1
    session.undo()
    assert match_of(session).events[-1].action[0] == "play"


def test_the_defender_is_not_asked_while_the_attacker_can_undo() -> None:
    """The cavalry may evade. There is only one target, but the attacker may still undo the move."""
    start = position("Pd4", "Cd6") + " Ah,2s,4h/As,3s,4c - - 5.0.0.0 card"
    session, _ = table("twocities", start)
    session.reveal()
    session.play([("play", _card("Ah"))])
    session.play([next(a for a in match_of(session).options_now() if _lands(a, "d5"))])
    assert match_of(session).state.frame() == "melee" and session.undoable().player == 0


@pytest.mark.parametrize("game", REGISTRY)
def test_forced_answers_are_public_and_never_lead_to_chance(game: str) -> None:
    """In random games: never in a set-up, never in secret, never before dice or cards."""
    match = Match(MatchConfig(game), chance.seeded(3), load_game(game)({}))
    match.begin()
    rng = Random(3)
    for _ in range(250):
        if match.over:
            break
        state = match.state
        key = state.key()
        secrets = any(state.observation(v).key() != key for v in range(len(match.game.sides)))
        action = only_answer(match, len(match.events), secrets)
        if action is not None:
            assert state.legal_actions() == [action]
            assert not (secrets and state.is_private())
            assert match.game.arrangement(state) is None
            after = state.clone()
            after.apply(action)
            assert after.current_player() != CHANCE
            same = match.events[-1].actor == state.current_player()
            assert not same or after.current_player() == state.current_player()
        match.play(rng.choice(match.options_now()))
    assert match.events


def _squares(*names: str) -> tuple[int, ...]:
    from engine.games.cotadrez.rules.pieces import INDEX

    return tuple(INDEX[name] for name in names)


def _card(code: str) -> int:
    from engine.games.twocities.rules.cards import NUMBER

    return NUMBER[code]


def _lands(action: Action, square: str) -> bool:
    from engine.games.twocities.rules.pieces import INDEX

    return bool(action[0] == "move" and action[2] == INDEX[square])
