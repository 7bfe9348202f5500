"""Why did you play that? The button beside the computer's last move, and its answer."""

from __future__ import annotations

from tests.fixtures.says import says
from tests.fixtures.targets import aim
from tests.ui.fakes import FakeTable
from tests.ui.test_computers import set_up
from tests.ui.test_opponent import FakeEngine, move, slots, table
from ui.table.screen import TableScreen


def answered(seats: tuple[int, ...] = (0, 3), start: str | None = None) -> FakeTable:
    """A table at which the computer has answered the first legal move."""
    screen, engine = table(seats, start, "andarraya")
    move(screen)
    screen.go_on()
    reply(screen, engine)
    return screen


def reply(screen: TableScreen, engine: FakeEngine) -> None:
    """Let the computer play its move."""
    for _ in range(4):
        engine.finish()
    screen.go_on()


def test_the_computers_last_move_can_be_asked_about() -> None:
    screen = answered()
    assert screen.session.count == 2 and "act:why" in slots(screen)
    screen.press(aim("act:why"))
    said = screen.table.state.notice
    assert said is not None and screen.table.voice.message(said) in screen.slots()["notice"]
    assert said.key in ("played.none", "played.told")


def test_a_threat_is_told_with_its_piece_and_square() -> None:
    screen, _ = table((0, 3), "k7/1pp5/8/2q5/8/8/8/4K2R w - - 0 1", "andarraya")
    screen.session.play([screen.session.game.parse_action(screen.session.observation(), "e1d2")])
    screen.session.play([screen.session.game.parse_action(screen.session.observation(), "c5h5")])
    screen.press(aim("act:why"))
    assert screen.table.state.notice is not None
    words = screen.table.voice.message(screen.table.state.notice)
    threat = says("played.threatens").partition("{")[0]
    assert threat in words and "h1" in words


def test_nothing_is_offered_before_a_move_of_the_computer_and_between_people() -> None:
    screen, _ = table((0, 3), None, "andarraya")
    assert "act:why" not in slots(screen)
    people, _ = table((0, 0), None, "andarraya")
    move(people)
    assert "act:why" not in slots(people)
    people.press(aim("act:why"))
    assert people.table.state.notice is None


def test_the_answer_is_gone_with_ones_own_move() -> None:
    screen = answered()
    move(screen)
    assert "act:why" not in slots(screen)


def test_a_set_up_is_no_move_to_be_asked_about() -> None:
    screen, engine = table((0, 3), game_id="stratego")
    set_up(screen, engine)
    assert screen.session.log()[-1].actor == 1 and "act:why" not in slots(screen)
