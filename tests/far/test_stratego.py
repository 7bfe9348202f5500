"""Stratego between two devices: what is committed to, opened, and proved at the end."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine.core.contract import SPECTATOR
from engine.core.errors import BadLink
from engine.core.options import Options
from engine.far.bytes import ByteWriter
from engine.far.closed import salt
from engine.far.letter import (
    Closed,
    EventsLetter,
    Leaves,
    Letter,
    LetterPart,
    OwnCopy,
    Parent,
    Shown,
    WordLetter,
)
from engine.far.terms import MAX_LONG_WORD, MAX_WORD, SeatLink, open_invitation, open_seat_link
from engine.match import codec
from engine.match.match import Match, MatchConfig
from tests.far.armies import BLUE, RED, armed, cell, fight, go, placing, resign, rules, settle, step
from tests.far.devices import Device, met
from tests.far.tables import Pair, played
from ui.far.relays.manual_mail import open_link, pack_link


def kinds(letter: Letter) -> list[type]:
    return [type(part) for part in letter.parts]


def pieces(me: Device) -> str:
    """Return the position text as a device knows it."""
    return me.course.match.state.to_text().split()[0]


# -- set-up ----------------------------------------------------------------------------------------


def test_a_set_up_is_one_leaf_for_each_home_cell() -> None:
    ana, blas = armed()
    mine = next(one for one in ana.log.chain(0) if one.leaves)
    assert kinds(mine) == [EventsLetter, Closed, Leaves, OwnCopy] and len(mine.leaves) == 40
    assert mine.parts[0] == EventsLetter(0, (("ready",),))
    assert len({*mine.leaves}) == 40  # equal types have different leaves
    assert pieces(blas).count("r?") == 8 and pieces(blas).count("b?") == 0
    assert pieces(ana).count("b?") == 8


def test_letters_of_all_set_ups_have_the_same_size() -> None:
    other = "Fa1 Bb1 Sc1 Md1 9e1 3f1 2a2 2a4"
    sizes = {len(next(one for one in armed(red)[0].log.chain(0) if one.leaves).data)
             for red in (RED, other)}  # fmt: skip
    assert len(sizes) == 1


def test_nothing_sent_or_held_tells_a_type_before_it_is_shown() -> None:
    ana, blas = armed()
    for move, answer in (("e4-e5", "e7-e6"), ("c4-c3", "c7-c8")):
        go(ana, blas, move), go(blas, ana, answer)
    sent = b"".join(one.data for one in ana.log.chain(0))
    for put in placing(ana, RED):
        if put[0] == "put":
            assert ByteWriter().value(put).done() not in sent
    assert ana.keys.seed not in sent
    for n, _ in enumerate(ana.log.chain(0)):
        assert salt(ana.keys.seed, ana.terms.id, n) not in sent
    assert pieces(blas).count("r?") == 8


def test_links_hold_the_largest_set_up() -> None:
    board = {"cols": 16, "rows": 16, "home": 7, "lakes": [], "void": []}
    army = {"F": 1, "B": 30, "2": 40, "9": 40}
    ana, blas = met("stratego", board=board, army=army)
    rng = Random(2)
    zones = rules(ana.course.match).zones
    for me, other in ((ana, blas), (blas, ana)):
        puts = tuple(("put", kind) for kind in zones[me.seat].random(rng))
        letter = me.decide((*puts, ("ready",)))
        assert other.take(letter) == ["new"] and not other.course.refused
    link = SeatLink(ana.terms, 0, ana.keys, "Ana", tuple(ana.course.own.values()))
    assert len(link.word) < MAX_LONG_WORD / 2
    assert open_seat_link(link.word) == link
    word = pack_link(ana.terms.id, [letter])
    assert MAX_WORD < len(word) < MAX_LONG_WORD and open_link(word).letters == (letter.data,)
    assert pack_link(ana.terms.id, [letter] * 3) == ""


# -- fights ----------------------------------------------------------------------------------------


def test_a_fight_opens_two_leaves_and_no_more() -> None:
    ana, blas = armed()
    first, second = fight((ana, blas), "a4xa7")
    assert kinds(first) == kinds(second) == [EventsLetter, Shown]
    told = first.parts[0]
    assert isinstance(told, EventsLetter) and told.actions[1] == ("show", ("type", 4))
    eva = Device(ana.terms, SPECTATOR, "Eva")
    eva.take(*ana.log.order())
    for one in (ana, blas, eva):
        assert not one.course.refused and "bM!" in pieces(one)
        assert one.course.match.state.current_player() == 1
    assert pieces(eva).count("?") == 14


def test_the_answer_may_ride_on_the_next_decision() -> None:
    ana, blas = armed()
    go(ana, blas, "a4xa7", "show")
    letter = go(blas, ana, "show", "e7-e6")
    assert kinds(letter) == [EventsLetter, Shown]
    assert not ana.course.refused and ana.course.match.state.current_player() == 0


def test_a_known_piece_is_not_opened_again() -> None:
    ana, blas = armed()
    fight((ana, blas), "a4xa7")
    go(blas, ana, "a7-a6"), go(ana, blas, "e4-e5")
    go(blas, ana, "a6-a5"), go(ana, blas, "b4-a4")
    first, second = fight((blas, ana), "a5xa4")
    assert first.openings == [] and len(second.openings) == 1
    assert not ana.course.refused and not blas.course.refused


def test_with_desertion_nothing_is_opened_before_the_answer() -> None:
    ana, blas = armed(desertion=True)
    attack = go(ana, blas, "a4xa7")
    assert kinds(attack) == [EventsLetter] and blas.course.match.state.frame() == "answer"
    left = go(blas, ana, "desert")
    assert kinds(left) == [EventsLetter] and "M" not in pieces(ana).replace("rM", "")
    go(blas, ana, "e7-e6")
    assert not ana.course.refused and not blas.course.refused
    ana, blas = armed(desertion=True)
    go(ana, blas, "a4xa7"), go(blas, ana, "stand")
    assert len(go(ana, blas, "show").openings) == len(go(blas, ana, "show").openings) == 1


def test_moves_can_be_taken_back_but_not_what_was_shown() -> None:
    ana, blas = armed()
    go(ana, blas, "e4-e5")
    count = ana.course.event_count
    assert ana.course.may_offer("back", count - 1) and not ana.course.may_offer("back", count - 2)
    go(blas, ana, "e7-e6"), fight((ana, blas), "a4xa7")
    count = ana.course.event_count
    assert not any(ana.course.may_offer("back", one) for one in range(count))
    go(blas, ana, "e6-e7")
    assert ana.course.may_offer("back", count) and not ana.course.may_offer("back", count - 1)


def test_two_devices_of_a_seat_may_both_answer_by_themselves() -> None:
    """Their letters differ in their dates alone: nothing is open, and the game goes on."""
    ana, blas = armed()
    phone = Device(blas.terms, 1, "Blas")
    phone.course.own.update(blas.course.own)
    phone.take(*blas.log.order())
    attack = go(ana, blas, "a4xa7", "show")
    phone.take(attack)
    phone.at += 5_000
    answers = [one.decide((("show",),)) for one in (blas, phone)]
    for device in (ana, blas, phone):
        for letter in answers:
            device.log.receive(letter.data)
        device.course.follow(device.log)
        assert len(device.log.forks) == 1 and not device.log.open_forks
        assert device.course.match.state.current_player() == 1 and not device.course.refused


# -- choices that may change a secret --------------------------------------------------------------


COURAGE: Options = {"promotion_courage": {"types": "all"}, "rescue_rear": 2}


def test_a_silent_choice_is_committed_to_anew_and_only_the_newest_leaf_is_opened() -> None:
    ana, blas = armed(**COURAGE)
    letter = go(ana, blas, "j4-j10", "decline", "decline")  # forced: no miner was captured
    told = letter.parts[0]
    assert isinstance(told, EventsLetter) and told.actions[1:] == (("closed",), ("decline",))
    assert kinds(letter) == [EventsLetter, Closed, Leaves, OwnCopy] and len(letter.leaves) == 1
    go(blas, ana, "e7-e6")
    first = go(ana, blas, "j10xi10", "show")
    assert [(one.n, one.leaf) for one in first.openings] == [(letter.n, 0)]
    assert not blas.course.refused


def test_a_rescued_piece_is_committed_to_and_shown_later() -> None:
    red = "Fa1 Bb1 Sc4 Mb4 9j4 3f4 2a4 2e4"
    ana, blas = armed(red, "Fa10 Bi9 Sc7 Ma7 9e7 3f7 2b7 2i7", rescue_rear=2)
    fight((ana, blas), "e4xe7")  # the scout is lost
    go(blas, ana, "b7-b6")
    for up, away in (("j4-j5", "b6-b5"), ("j5-j6", "b5-b6"), ("j6-j7", "c7-c8"),
                     ("j7-j8", "b6-b5"), ("j8-j9", "c8-c7")):  # fmt: skip
        go(ana, blas, up), go(blas, ana, away)
    free = cell(ana, "e4")
    back = ana.decide((("move", cell(ana, "j9"), cell(ana, "j10")), ("back", 4, free)))
    blas.take(back)
    assert len(back.leaves) == 1 and kinds(back) == [EventsLetter, Closed, Leaves, OwnCopy]
    assert pieces(blas).count("r?") == 8
    go(blas, ana, "f7-f6")
    shown = go(ana, blas, "e4xe7", "show")
    assert [(one.n, one.leaf) for one in shown.openings] == [(back.n, 0)]
    go(blas, ana, "show")
    resign(ana, blas)
    settle((ana, blas))
    assert not blas.course.refused and blas.course.story.whole and blas.course.failed is None


# -- seats and invitations -------------------------------------------------------------------------


def test_a_table_has_two_seats_although_the_game_knows_four_armies() -> None:
    ana, blas = armed()
    assert len(ana.course.names) == 2
    third = replace(ana.log.chain(0)[-1], seat=2, parents=(Parent(2, 2, bytes(16)),))
    assert blas.log.receive(third.data).why == "seat"


def test_a_game_that_has_begun_at_one_device_cannot_go_on_far_away() -> None:
    """Its pieces are not committed to."""
    ana, _ = armed()
    match = Match(MatchConfig("stratego", {"army": "barrage8"}))
    for army, me in ((RED, 0), (BLUE, 1)):
        for action in placing(Device(ana.terms, me, "Eva"), army):
            match.play(action)
    terms = replace(ana.terms, past=codec.encode(match))
    with pytest.raises(BadLink):
        open_invitation(terms.word)
    assert open_invitation(ana.terms.word) == ana.terms


# -- the end ---------------------------------------------------------------------------------------


def test_after_a_resignation_both_open_everything_and_hold_the_truth() -> None:
    ana, blas = armed()
    fight((ana, blas), "a4xa7")
    resign(blas, ana)
    for one in (ana, blas):
        assert one.course.over and not one.course.story.whole
        assert "?" in pieces(one)
    settle((ana, blas))
    eva = Device(ana.terms, SPECTATOR, "Eva")
    eva.take(*ana.log.order())
    for one in (ana, blas, eva):
        assert one.course.story.whole and one.course.failed is None and "?" not in pieces(one)
        assert one.course.events == ana.course.events


def test_the_flag_ends_the_game_for_everybody() -> None:
    ana, blas = armed(blue="Mj9 Bi9 Sc7 Fa7 9e7 3f7 2b7 2i7")
    fight((ana, blas), "a4xa7")
    assert ana.course.over and blas.course.over
    settle((ana, blas))
    assert [one.outcome.reason for one in (ana, blas)] == ["flag"] * 2


def test_a_resignation_that_crosses_an_attack_counts_after_the_fight() -> None:
    ana, blas = armed()
    attack = ana.decide((step(ana, "a4xa7"), ("show",)))
    given_up = blas.decide((("resign", 1),))
    ana.take(given_up), blas.take(attack)
    assert not blas.course.over and blas.course.match.state.frame() == "show2"
    go(blas, ana, "show")
    settle((ana, blas))
    for one in (ana, blas):
        assert one.course.story.whole and one.outcome.winner == 0
        assert not one.course.refused and one.course.failed is None


LONELY: Options = {"army": {"F": 1, "2": 1}, "hills": ["a6", "j5"]}


def lonely() -> Pair:
    """Return a game in which Red's last scout has fallen to one on a hill."""
    ana, blas = armed("2a4 Fb1", "2a7 Fj9", **LONELY)
    go(ana, blas, "a4-a5"), go(blas, ana, "a7-a6")
    fight((ana, blas), "a5xa6")
    return ana, blas


def test_an_end_that_only_its_owner_sees_is_said_and_proved() -> None:
    ana, blas = lonely()
    assert ana.ended() and not blas.ended() and not ana.course.over
    blas.take(ana.write(WordLetter("over", ana.course.event_count)))
    assert blas.course.over and not blas.course.story.whole
    settle((ana, blas))
    for one in (ana, blas):
        assert one.outcome.reason == "elim"
        assert not one.course.refused and one.course.failed is None


def test_a_move_that_crosses_the_end_is_dropped() -> None:
    ana, blas = lonely()
    over = ana.write(WordLetter("over", ana.course.event_count))
    move = blas.decide((("move", cell(blas, "a6"), cell(blas, "a7")),))
    ana.take(move), blas.take(over)
    assert ana.course.over and blas.course.over
    settle((ana, blas))
    assert ana.course.events == blas.course.events
    assert ana.course.events[-1].action[0] == "show"
    assert blas.outcome.winner == 1


def forced(me: Device, *parts: LetterPart) -> Letter:
    """Return a letter of a changed program, which does not look at the rules."""
    return me.write(*parts)


def test_a_side_that_conceals_its_end_has_lost_all_the_same() -> None:
    """Red's flag moves on although it cannot; the truth ends with the last fight."""
    ana, blas = lonely()
    go(blas, ana, "a6-a7")
    blas.take(forced(ana, EventsLetter(ana.course.event_count, (step(ana, "b1-b2"),))))
    resign(blas, ana)
    while due := ana.course.story.to_open(0):
        blas.take(ana.write(*(ana.course.own[n] for n in due)))
    blas.write(*blas.course.own.values())
    assert blas.course.story.whole and blas.course.failed is None
    assert blas.outcome.winner == 1


def test_two_last_pieces_that_fall_together_end_in_a_draw() -> None:
    ana, blas = armed("2a4 Fb1", "2a7 Fj9", army={"F": 1, "2": 1})
    go(ana, blas, "a4xa7", "show")
    go(blas, ana, "show", "out")  # Blue, to move, cannot
    settle((ana, blas))
    for one in (ana, blas):
        assert one.outcome.reason == "both_elim"


@pytest.mark.parametrize(
    ("seed", "options"),
    [
        (1, {"army": "barrage8", "max_actions": 120}),
        (2, {"army": "barrage8", "desertion": True, "max_actions": 60, **COURAGE}),
        (3, {"board": "hex10", "army": "barrage8", "grenades": True, "max_actions": 60}),
        pytest.param(4, {}, marks=pytest.mark.soak),
        pytest.param(5, {"promotion_merit": {"types": "all"}, **COURAGE}, marks=pytest.mark.soak),
    ],
)
def test_whole_random_games_end_proved_on_both_devices(seed: int, options: dict[str, Any]) -> None:
    ana, blas = played("stratego", seed, **options)
    for one in (ana, blas):
        assert one.course.over and one.course.story.whole and one.course.failed is None
        assert not one.course.refused
    assert ana.course.events == blas.course.events
