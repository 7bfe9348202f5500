"""Lines of a certificate about claims, ends on time and measures."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from engine.core.steps import finish
from engine.far.certificate import certify
from engine.far.certificate_times import measures_of
from engine.far.dates import MOST_AHEAD
from engine.far.letter import Says, WordLetter
from engine.far.tablefile import to_text
from engine.far.timing import Measure
from engine.match.clock import MINUTE
from tests.far.devices import Device
from tests.far.test_answered_claims import mate, mating
from tests.far.test_certificate import checked, lines
from tests.far.test_timing import CLOCK, LATE, agree, claim, dated, end, move, sat


def told(device: Device, measures: object = None) -> tuple[str, set[str], str]:
    """Return status, keys and text of a device's certificate."""
    found = checked(finish(certify(device.log, measures)))
    return found.status, {one.message.key for one in found.checks}, lines(found)


def test_an_unanswered_claim_and_its_end_have_their_lines() -> None:
    ana, _ = sat()
    claim(ana, LATE)
    end(ana, LATE + CLOCK.patience)
    status, keys, text = told(ana)
    assert status == "valid" and {"certificate.claim.counts", "certificate.end.lost"} <= keys
    assert "Result 1-0" in text


def test_a_claim_too_early_is_shown_and_does_not_count() -> None:
    ana, _ = sat()
    claim(ana, MINUTE)
    status, keys, _ = told(ana)
    assert status == "valid so far" and "certificate.claim.early" in keys


def test_a_game_broken_off_is_shown_with_both_letters() -> None:
    ana, blas = sat()
    asked = claim(ana, LATE)
    last = end(ana, LATE + CLOCK.patience)
    held = move(blas, MINUTE)
    ana.take(held), blas.take(asked, last)
    found = checked(finish(certify(ana.log)))
    told_ = {one.message.key for one in found.checks}
    assert found.status == "valid" and {"certificate.broken", "certificate.end.broken"} <= told_
    assert found.checks[-1].message.params["result"] == "* broken off"


def test_an_end_after_the_mate_is_shown_and_changes_nothing() -> None:
    won, other, action = mating(0)
    claim(other, LATE + MINUTE), end(other, LATE + MINUTE + CLOCK.patience)
    mate(won, action, MINUTE)
    agree(won, other)
    found = checked(finish(certify(won.log)))
    told_ = [one.message.key for one in found.checks]
    assert found.status == "valid" and "certificate.end.answered" in told_
    assert "certificate.won" in told_


def test_a_denial_and_how_a_win_by_silence_was_taken_have_their_lines() -> None:
    ana, blas = sat()
    blas.take(claim(ana, LATE))
    ana.take(dated(blas, LATE, WordLetter("time-no", MINUTE)))
    blas.take(claim(ana, 2 * LATE), end(ana, 2 * LATE + CLOCK.patience))
    for how in ("silent", "accepted"):
        told_ = [one.message.key for one in checked(finish(certify(ana.log))).checks]
        assert "certificate.claim.denied" in told_ and f"certificate.end.{how}" in told_
        ana.take(dated(blas, 2 * LATE + CLOCK.patience, WordLetter("time", 1)))


def test_measures_are_one_devices_word_and_name_the_turns_that_do_not_fit() -> None:
    ana, blas = sat()
    letter = move(blas, MINUTE)
    ana.take(letter)
    start = ana.at
    found = {letter.digest: Measure(start + 50 * MINUTE, start + 51 * MINUTE, 0)}
    status, keys, text = told(ana, measures_of(0, found, ana.log.order()))
    assert (
        status == "valid so far" and {"certificate.measures.doubt", "certificate.measures"} <= keys
    )
    assert "0:01:00" in text


@pytest.mark.parametrize(
    "value",
    [
        None, 1, [], {}, {"seat": 0}, {"seat": 2, "letters": []}, {"seat": 0, "letters": [1]},
        {"seat": 0, "letters": [[0, 1, 2]]}, {"seat": 0, "letters": [[99, 1, 2, 3]]},
        {"seat": 0, "letters": [[0, -1, 2, 3]]}, {"seat": 0, "letters": [[0, 1, 2, 1 << 60]]},
        {"seat": 0, "letters": [[0, 1, 2, 3]] * 2}, {"seat": 0, "letters": [], "more": 1},
    ],
)  # fmt: skip
def test_measures_that_cannot_be_are_refused(value: object) -> None:
    ana, _ = sat()
    found = json.loads(finish(certify(ana.log)))
    failure = checked(json.dumps({**found, "measures": value})).failure
    assert failure is not None and failure.message.key == "certificate.bad.measures"


def test_a_letter_dated_far_ahead_of_those_it_names_is_named() -> None:
    ana, blas = sat()
    letter = move(blas, MINUTE)
    ana.take(letter)
    text = finish(certify(ana.log))
    for ahead, bad in ((MOST_AHEAD, ""), (MOST_AHEAD + 1, "certificate.bad.ahead")):
        late = replace(letter, at=ana.log.chain(0)[-1].at + ahead)
        word = to_text(late.write(blas.crypto, blas.keys.secret).data)
        found = checked(text.replace(to_text(letter.data), word)).failure
        assert (found.message.key if found else "") == bad


@pytest.mark.parametrize("plies", [1, 2])
def test_the_lines_name_the_letters_and_the_side_that_denies(plies: int) -> None:
    ana, blas = sat(plies=plies)[:: 1 if plies == 1 else -1]
    late = LATE + 5_000
    asked = claim(ana, late)
    blas.take(asked)
    count = ana.course.event_count
    ana.take(dated(blas, late + 1, WordLetter("time-no", MINUTE)))
    again = 2 * late + MINUTE
    claim(ana, again)
    held = move(blas, late + 2)
    assert ana.course.event_count == count
    end(ana, again + CLOCK.patience)
    ana.take(held)
    found = checked(finish(certify(ana.log)))
    said = {one.message.key: one.message.params for one in found.checks}
    assert str(said["certificate.claim.denied"]["side"]) != str(
        said["certificate.claim.counts"]["side"]
    )
    broken = said["certificate.end.broken"]
    assert broken["answer"] == held.n + 1
    assert broken["other"] == said["certificate.claim.denied"]["side"]


def test_measures_of_joins_and_letters_read_by_hand_are_accepted() -> None:
    """The first letter has number 0; without mail read before there is a 0, too. The lag may be
    negative."""
    ana, blas = sat()
    ana.take(move(blas, MINUTE))
    dated(ana, MINUTE, Says("a letter more"))
    text, counts = finish(certify(ana.log)), [len(ana.log.chain(seat)) for seat in (0, 1)]
    assert counts[0] > counts[1]
    for seat, count in ((0, counts[1]), (1, counts[0])):
        for n in (count - 1, count):
            found = {**json.loads(text), "measures": {"seat": seat, "letters": [[n, 1, 2, 3]]}}
            assert (checked(json.dumps(found)).failure is None) == (n < count)
    most, count = (1 << 48) - 1, counts[1]
    for row, good in (
        ([0, 0, 0, 0], True), ([count - 1, 0, most, -most], True), ([count, 0, 0, 0], False),
        ([0, most + 1, 0, 0], False), ([0, 0, -1, 0], False), ([-1, 0, 0, 0], False),
        ([0, 0, 0, -most - 1], False), ([0, 0, 0], False), ([True, 0, 0, 0], False),
    ):  # fmt: skip
        found = {**json.loads(text), "measures": {"seat": 0, "letters": [row]}}
        assert (checked(json.dumps(found)).failure is None) == good, row


def test_a_doubtful_turn_says_when_it_came() -> None:
    ana, blas = sat()
    letter = move(blas, MINUTE)
    ana.take(letter)
    start = ana.at
    for arrived, lag, came in ((51 * MINUTE, MINUTE, "0:51:00"), (-MINUTE, 0, "0:00:00")):
        found = {letter.digest: Measure(0, start + arrived, lag)}
        if arrived > 0:
            found = {letter.digest: Measure(start + 50 * MINUTE, start + arrived, lag)}
        _, _, text = told(ana, measures_of(0, found, ana.log.order()))
        assert f"it came after {came}" in text
