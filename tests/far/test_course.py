"""The course of a game from letters: only legal changes, equal on every device."""

from __future__ import annotations

import pytest

from engine.far.agreement import Offer
from engine.far.letter import EventsLetter, LetterPart, WordLetter
from tests.far.devices import Device, met
from tests.far.test_log import play


def refused(me: Device, other: Device, *parts: LetterPart) -> str:
    """Return why a genuine letter was refused; empty if accepted. Checks that it changed
    nothing."""
    before = other.course.match.state.key(), len(other.course.match.events)
    letter = me.write(*parts)
    assert other.take(letter) == ["new"]
    assert (other.course.match.state.key(), len(other.course.match.events)) == before
    assert me.course.match.events == other.course.match.events
    return other.course.refused.get(letter.digest, "")


def test_illegal_letters_are_refused_and_change_nothing() -> None:
    ana, blas = met()
    play(ana, blas, 2)
    mine = ana.course.match.options_now()[0]
    assert refused(blas, ana, EventsLetter(2, (mine,))) == "turn"
    assert refused(ana, blas, EventsLetter(2, (("move", 0, 63),))) == "illegal"
    assert refused(ana, blas, EventsLetter(2, (("nonsense", (1, ("x",)), ""),))) == "illegal"
    assert refused(ana, blas, EventsLetter(7, (mine,))) == "stale"
    assert refused(ana, blas, EventsLetter(2, (mine, mine))) == "turn"  # two actions in one turn
    assert refused(ana, blas, EventsLetter(2, (("resign", 1),))) == "illegal"  # in the other's name
    assert refused(ana, blas, EventsLetter(2, (("draw",),))) == "illegal"  # without the other
    assert refused(ana, blas, EventsLetter(2, (("time", 1),))) == "illegal"
    play(ana, blas, 3)  # the game goes on
    assert len(blas.course.match.events) == 5


def test_an_old_letter_cannot_be_replayed() -> None:
    ana, blas = met()
    letters = play(ana, blas, 6)
    for letter in letters:
        assert blas.log.receive(letter.data).what == "known"


def test_a_decision_has_to_name_the_one_that_it_answers() -> None:
    """Else one move could be written ahead and count as the answer to whatever the other plays."""
    ana, blas = met()
    before = blas.log.heads()
    play(ana, blas, 1)
    answer = EventsLetter(1, (blas.course.match.options_now()[0],))
    ahead = blas.log.next_letter(1, (answer,), blas.at, before)
    letter = ahead.write(blas.crypto, blas.keys.secret)
    for device in (ana, blas):
        device.take(letter)
        assert device.course.refused == {letter.digest: "stale"}
        assert device.course.event_count == 1


def test_a_draw_needs_both_players_and_a_confirmation() -> None:
    ana, blas = met()
    play(ana, blas, 3)
    blas.take(ana.write(WordLetter("draw?", 3)))
    assert ana.course.agreements.offer == blas.course.agreements.offer == Offer("draw", 0, 3)
    ana.take(ana.write(WordLetter("draw", 3)))  # accepts her own offer
    assert not ana.course.match.over
    blas.take(*ana.log.lacks(blas.log.heads()))
    ana.take(blas.write(WordLetter("draw", 3)))
    ana.take(blas.write(WordLetter("draw!", 3)))  # confirms what he has not offered
    assert not ana.course.match.over and not blas.course.match.over
    blas.take(*ana.log.lacks(blas.log.heads()), ana.write(WordLetter("draw!", 3)))
    assert ana.course.match.over and blas.outcome.score == "1/2-1/2"


def test_a_move_declines_an_offer() -> None:
    ana, blas = met()
    play(ana, blas, 1)
    blas.take(ana.write(WordLetter("draw?", 1)))
    play(ana, blas, 1)
    assert ana.course.agreements.offer is None and blas.course.agreements.offer is None
    assert refused(blas, ana, WordLetter("draw", 1)) == "" and not ana.course.match.over


def test_an_offer_can_be_declined_and_repeated() -> None:
    ana, blas = met()
    play(ana, blas, 2)
    blas.take(ana.write(WordLetter("draw?", 2)))
    ana.take(blas.write(WordLetter("draw-no", 2)))
    assert ana.course.agreements.offer is None and ana.course.agreements.declined == Offer(
        "draw", 0, 2
    )
    blas.take(ana.write(WordLetter("draw?", 2)))
    assert (
        blas.course.agreements.offer == Offer("draw", 0, 2)
        and blas.course.agreements.declined is None
    )


def test_a_takeback_needs_both_and_play_continues_from_there() -> None:
    ana, blas = met()
    play(ana, blas, 6)
    kept = list(ana.course.match.events[:4])
    blas.take(ana.write(WordLetter("back?", 4)))
    ana.take(blas.write(WordLetter("back", 4)))
    assert len(ana.course.match.events) == 6
    blas.take(ana.write(WordLetter("back!", 4)))
    assert ana.course.match.events == blas.course.match.events == kept
    play(ana, blas, 40, seed=9)
    assert ana.course.match.events == blas.course.match.events
    assert not ana.course.refused and not blas.course.refused


@pytest.mark.parametrize("number", [6, 7, 4000])
def test_a_takeback_to_a_future_point_is_ignored(number: int) -> None:
    ana, blas = met()
    play(ana, blas, 6)
    assert (
        refused(ana, blas, WordLetter("back?", number)) == ""
        and blas.course.agreements.offer is None
    )


def test_a_player_can_resign_out_of_turn() -> None:
    ana, blas = met()
    play(ana, blas, 3)  # Blas is to decide
    blas.take(ana.write(EventsLetter(3, (("resign", 0),))))
    assert blas.course.match.over and blas.outcome.winner == 1


def test_simultaneous_resignations_give_one_result() -> None:
    ana, blas = met()
    play(ana, blas, 2)
    one = ana.write(EventsLetter(2, (("resign", 0),)))
    other = blas.write(EventsLetter(2, (("resign", 1),)))
    ana.take(other)
    blas.take(one)
    assert ana.course.match.outcome() == blas.course.match.outcome()
    assert ana.course.match.events == blas.course.match.events


def test_a_rematch_can_be_offered_only_after_the_end() -> None:
    ana, blas = met()
    assert refused(ana, blas, WordLetter("again", 0, b"too early")) == "word"
    blas.take(ana.write(EventsLetter(0, (("resign", 0),))))
    ana.take(blas.write(WordLetter("again", 0, b"an invitation")))
    assert ana.course.again == {1: b"an invitation"}
