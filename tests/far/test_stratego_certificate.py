"""Certificates of Stratego: every piece of both boards, from its commitment to its opening."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from engine.core.steps import finish
from engine.dev import verify
from engine.far.certificate import Certificate, certify, examine
from engine.far.letter import EventsLetter, WordLetter
from engine.match.clock import DAY
from tests.far.armies import armed, fight, go, resign, settle, step
from tests.far.devices import Curve, Device
from tests.far.tables import file_of


def certificate(me: Device) -> Certificate:
    return finish(examine(finish(certify(me.log)), Curve()))


def keys(found: Certificate) -> list[str]:
    return [check.message.key for check in found.checks]


def test_every_piece_has_a_line_from_set_up_to_end(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pair = armed()
    fight(pair, "a4xa7")
    resign(pair[1], pair[0])
    settle(pair)
    found = certificate(pair[0])
    assert found.status == "valid" and found.failure is None
    assert keys(found).count("certificate.leaf.shown") == 2
    assert keys(found).count("certificate.leaf") == 14
    path = tmp_path / "game.json"
    path.write_text(file_of(pair), encoding="utf-8")
    assert verify.run(argparse.Namespace(files=[str(path)], pure=False)) == 0
    said = capsys.readouterr().out
    assert "Red: Scout that was set up on a4." in said and "Flag that was set up on h10" in said


def test_what_is_not_opened_yet_is_no_proof() -> None:
    pair = armed()
    fight(pair, "a4xa7")
    resign(pair[1], pair[0])
    found = certificate(pair[0])
    assert found.status == "valid so far"
    assert keys(found).count("certificate.leaves") == 2
    assert "certificate.unproved.closed" in [message.key for message in found.unproved]


def test_a_promotion_that_nobody_saw_has_lines_of_its_own() -> None:
    ana, blas = pair = armed(promotion_courage={"types": "all"})
    go(ana, blas, "j4-j10", "decline")
    resign(blas, ana)
    settle(pair)
    found = certificate(blas)
    assert found.status == "valid" and keys(found).count("certificate.leaf") == 17


def test_a_board_that_is_not_proved_is_named_and_loses() -> None:
    ana, blas = armed()
    parts = (EventsLetter(4, (step(ana, "b1-b2"),)),)  # the bomb
    blas.take(ana.log.next_letter(0, parts, ana.at).write(ana.crypto, ana.keys.secret))
    blas.write(EventsLetter(5, (("resign", 1),)))
    blas.write(blas.course.own[1])
    ana.log.receive(blas.log.order()[-1].data)
    for letter in blas.log.order():
        ana.log.receive(letter.data)
    opened = ana.log.next_letter(0, (ana.course.own[1],), ana.at)
    blas.take(opened.write(ana.crypto, ana.keys.secret))
    found = certificate(blas)
    assert found.status == "valid" and found.failure is None
    assert "certificate.board.false" in keys(found) and "certificate.won.board" in keys(found)
    named = next(one for one in found.checks if one.message.key == "certificate.board.false")
    assert str(named.message.params["side"].key) == "side.red"  # type: ignore[union-attr]


def test_a_win_whose_winner_has_not_opened_is_not_yet_proved() -> None:
    """A letter of his cures it at any time; what the loser has not opened is only listed."""
    ana, blas = armed()
    resign(blas, ana)
    found = certificate(ana)
    assert found.status == "valid so far" and found.failure is None
    assert {"certificate.not_proved", "certificate.won"} <= {*keys(found)}
    ana.at += 400 * DAY
    blas.take(ana.write(ana.course.own[min(ana.course.own)]))
    found = certificate(blas)
    assert found.status == "valid" and "certificate.not_proved" not in keys(found)
    assert "certificate.unproved.closed" in {one.key for one in found.unproved}


def test_who_says_that_it_can_no_longer_move_gives_the_game_away() -> None:
    ana, blas = armed()
    blas.take(ana.write(WordLetter("over", ana.course.event_count)))
    ana.take(blas.write(blas.course.own[min(blas.course.own)]))
    found = certificate(blas)
    assert found.status == "valid" and "certificate.won.over" in keys(found)
    assert found.checks[-1].message.params["result"] == "0-1 over"


def test_a_word_that_the_game_is_over_is_shown() -> None:
    ana, blas = pair = armed("2a4 Fb1", "2a7 Fj9", army={"F": 1, "2": 1}, hills=["a6", "j5"])
    go(ana, blas, "a4-a5"), go(blas, ana, "a7-a6")
    fight(pair, "a5xa6")
    settle(pair)
    found = certificate(ana)
    assert found.status == "valid" and "certificate.over" in keys(found)
