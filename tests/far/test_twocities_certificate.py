"""Certificates of A Tale of Two Cities: shuffles, keys and hands, and what they say of cheats."""

from __future__ import annotations

import argparse
import json
import re
from pathlib import Path
from random import Random

import pytest

from engine.core.contract import RESIGN
from engine.core.errors import BadLink
from engine.core.steps import finish
from engine.dev import verify
from engine.dev.common import ROOT, catalogue, words
from engine.dev.verify import Ristretto
from engine.dev.walks import random_walk
from engine.far.certificate import Certificate, certify, examine
from engine.far.group import Group
from engine.far.letter import EventsLetter
from engine.far.terms import open_invitation, set_terms
from engine.match import codec
from engine.match.match import Match, MatchConfig
from tests.far.decks import (
    Pair,
    answered,
    chosen,
    cities,
    decided,
    play_on,
    sent,
    settled,
    to_move,
    truth,
)
from tests.far.devices import Curve, Device
from tests.far.groups import ToyGroup
from tests.far.test_deck_course import changed, resigned, to_card, until_pass
from tests.fixtures.says import game_says


def certificate(pair: Pair, group: Group | None = None) -> Certificate:
    group = group or ToyGroup()
    text = finish(certify(pair[0].log, None, group))
    return finish(examine(text, Curve(), group))


def lines(found: Certificate) -> list[str]:
    shown = [f"{one.result} {words('twocities', one.message)}" for one in found.checks]
    return [*shown, *(f"unproved {words('twocities', one)}" for one in found.unproved)]


def played() -> Pair:
    pair = cities(1)
    play_on(pair, Random(1))
    return pair


def test_t40_the_certificate_tells_the_hands_and_the_screen_does_not() -> None:
    pair = played()
    found = certificate(pair)
    told = lines(found)
    assert found.status == "valid"
    drawn = [line for line in told if line.startswith("ok Card ")]
    assert len(drawn) == len(pair[0].course.dealing.order) == 37
    assert "ok Card 1: White gets the card “1 unit on each side”." in told
    assert "ok All 181 events were played again with the true hands." in told
    assert sum(line.endswith("all 4 passes of this side.") for line in told) == 2
    assert "ok Deck 2: 16 cards. Both sides have shuffled it in four passes; 13 were drawn." in told
    for device in pair:
        assert device.course.match.viewer == device.seat
        state = device.course.match.state
        assert state.hands[1 - device.seat] == 0 and state.unknown[1 - device.seat] >= 2


@pytest.mark.parametrize("lang", ["en", "es"])
def test_every_line_is_a_sentence_in_both_languages(lang: str) -> None:
    pair = cities()
    play_on(pair, Random(2), 20)
    for found in (certificate(played()), certificate(pair)):
        catalog = catalogue("twocities", lang)
        for message in [*(one.message for one in found.checks), *found.unproved]:
            text = catalog.text(message)
            assert not re.search(r"[{}]|\w+\.\w+\.\w", text), text
    more = json.loads((ROOT / f"engine/far/locale/certificate.{lang}.json").read_text("utf-8"))
    for why in ("pass", "key", "ahead", "card", "seed"):
        assert f"certificate.why.{why}" in more
    kinds = ("pass", "foreign", "twice", "illegal")
    assert {"certificate.deck.begun", *(f"certificate.guilt.{one}" for one in kinds)} <= more.keys()


def test_an_unfinished_game_proves_no_hands() -> None:
    pair = cities()
    play_on(pair, Random(2), 20)
    found = certificate(pair)
    told = lines(found)
    assert found.status == "valid so far"
    assert not any(line.startswith("ok Card ") for line in told)
    for side in ("White", "Black"):
        line = f"{side}: its hand and its shuffles. It has not revealed its seed."
        assert f"unproved {line}" in told and f"note {line}" in told


def test_a_seat_that_does_not_open_is_named() -> None:
    """The other seat's shuffles are proved; nobody's hand is."""
    me, other = to_card(cities(), Random(3))
    sent(me, other, EventsLetter(me.course.event_count, ((RESIGN, me.seat),)))
    sent(me, other, *me.course.deck_steps())
    told = lines(certificate((me, other)))
    side = ("White", "Black")[other.seat]
    assert f"unproved {side}: its hand and its shuffles. It has not revealed its seed." in told
    assert sum("has revealed the seed" in line for line in told) == 1
    assert not any(line.startswith("ok Card ") for line in told)


@pytest.mark.parametrize("step", [0, 1, 2, 3])
def test_who_shuffled_falsely_is_named_and_has_lost(step: int) -> None:
    """Also when the other one has resigned."""
    cheat, honest, good = until_pass(step)
    sent(cheat, honest, changed(good, {20: ToyGroup().base(5)}))
    resigned(honest, cheat)
    found = certificate((honest, cheat))
    told, side, other = lines(found), *named(cheat)
    assert found.status == "valid" and found.failure is None
    assert (
        f"note {side} shuffled falsely: pass {step + 1} over deck 1 does not follow from its seed."
        in told
    )
    won = game_says("twocities", "certificate.won.cards", side=other, lost=side)
    assert f"ok {won}" in told
    assert not any(line.startswith("ok Card ") for line in told)
    assert sum("all 2 passes of this side" in line for line in told) == 1


def named(cheat: Device) -> tuple[str, str]:
    sides = "White", "Black"
    return sides[cheat.seat], sides[1 - cheat.seat]


def false_discard(pair: Pair) -> tuple[Device, Device, int] | None:
    """Return a player who holds a playable card, the other one, and a card of the hand that he may
    discard as far as others can see; None if there is none now."""
    me, other = to_move(pair)
    state, deck = me.course.match.state, me.course.dealing.decks[-1]
    if state.ask != "card" or len(deck.drawn) == deck.size:
        return None
    if state.observation(-1).legal_actions()[-1][0] != "discard":
        return None
    known = truth(pair).state.observation(other.seat)
    seen = [one for one in known.legal_actions() if one[0] == "discard"]
    mine = [card for _, card in seen if card > 7 and state.hands[me.seat] >> card & 1]
    return (me, other, mine[0]) if mine and state.legal_actions()[0][0] == "play" else None


def test_a_discard_that_the_hand_did_not_allow_is_found_at_the_end() -> None:
    """Nobody sees it before: the other player cannot know the hand."""
    rng, pair = Random(1), cities()
    while (found := false_discard(pair)) is None:
        me, other = to_move(pair)
        decided(me, other, chosen(me, rng))
        settled(pair)
        pair = cities() if pair[0].course.over else pair
    me, other, card = found
    riding, keys = me.course.riding, me.course.dealing.before((("discard", card),))
    other.take(me.write(*riding, *keys, EventsLetter(me.course.event_count, (("discard", card),))))
    assert not other.course.refused and other.course.match.state.discards >> card & 1
    assert not answered(other, me) and other.course.match.state.ask == "card"
    sent(other, me, EventsLetter(other.course.event_count, ((RESIGN, other.seat),)))
    assert answered(other, me)
    other.take(me.write(*me.course.dealing.opening()))
    proved = certificate((other, me))
    assert proved.status == "valid"
    told = {one.message.key: one.message for one in proved.checks}
    number = told["certificate.guilt.illegal"].params["number"]
    assert other.course.events[number - 1].action == ("discard", card)  # type: ignore[operator]
    side, honest = named(me)
    won = game_says("twocities", "certificate.won.cards", side=honest, lost=side)
    assert f"ok {won}" in lines(proved)
    while other.course.judge():
        pass
    assert other.course.failed == me.seat


def test_the_pure_group_verifies_a_whole_deck(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """By the command, in Python alone; two turns and a resignation."""
    group = Ristretto()
    pair = cities(group=group)
    me, other = to_card(pair, Random(3))
    sent(me, other, EventsLetter(me.course.event_count, ((RESIGN, me.seat),)))
    settled(pair)
    path = tmp_path / "game.json"
    path.write_text(finish(certify(me.log, None, group)), "utf-8")
    for pure in (False, True):
        assert verify.run(argparse.Namespace(files=[str(path)], pure=pure)) == 0
        out = capsys.readouterr().out.splitlines()
        assert out[-1] == "valid"
        assert sum("gets the card" in line for line in out) == 6


def test_without_a_group_a_deck_is_not_verified() -> None:
    text = finish(certify(played()[0].log, None, ToyGroup()))
    found = finish(examine(text, Curve()))
    assert found.status == "invalid" and found.failure is not None


def test_a_game_dealt_on_one_device_cannot_go_on_far_away() -> None:
    """Its device has seen both hands. A past of the set-up alone is no such game."""
    match = random_walk(Match(MatchConfig("twocities", {})), Random(1))
    for count, good in ((2, True), (3, False), (20, False)):
        past = codec.encode(match.until(count))
        key = bytes(32)
        terms = set_terms("twocities", {}, 0, key, key, "Ana", key, past=past, mail=key)
        if good:
            assert open_invitation(terms.word) == terms
        else:
            with pytest.raises(BadLink):
                open_invitation(terms.word)
