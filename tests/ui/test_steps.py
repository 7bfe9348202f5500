"""Stepping through a game turn by turn; a step that leads nowhere is disabled."""

from __future__ import annotations

from tests.ui.fakes import STEPS, play, table
from ui.session.steps import back, can_go_back, forward

ENDS = [3, 4, 6]


def test_back_from_the_current_position_leads_before_the_last_turn() -> None:
    assert back(ENDS, None) == 4 and back(ENDS, 6) == 4 and back(ENDS, 4) == 3
    assert back(ENDS, 3) == 0 and can_go_back(ENDS, 3)


def test_there_is_no_step_back_before_the_first_turn() -> None:
    assert not can_go_back(ENDS, 0) and back(ENDS, 0) == 0
    assert not can_go_back([], None) and back([], None) is None


def test_unseen_events_after_the_last_turn_are_no_step() -> None:
    assert back([2, 4], None) == 2  # although there may be a fifth event


def test_the_last_step_forward_leads_to_the_current_position() -> None:
    assert (forward(ENDS, 0), forward(ENDS, 3), forward(ENDS, 4)) == (3, 4, None)
    assert forward(ENDS, 6) is None and forward([], None) is None


def buttons(head: str) -> list[bool]:
    """Tell which of first, previous, next and last are enabled."""
    arrows = [part for part in head.split("<button")[1:] if "icon-button" in part]
    return ["disabled" not in part for part in arrows]


def test_a_button_is_enabled_only_if_its_step_leads_somewhere() -> None:
    screen = table(STEPS)
    assert buttons(screen.rest()["log-head"]) == [False] * 4
    play(screen, "act:log-prev")
    assert screen.session.live
    play(screen, "sq:d7", "sq:c7")
    assert screen.session.log(), "a turn was played"
    assert buttons(screen.rest()["log-head"]) == [True, True, False, False]
    play(screen, "act:log-prev")
    assert buttons(screen.rest()["log-head"]) == [False, False, True, True]
    play(screen, "act:log-next")
    assert screen.session.live
