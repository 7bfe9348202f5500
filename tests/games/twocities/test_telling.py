"""Sentences with which A Tale of Two Cities describes its events, in both languages."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from engine.core.contract import TIME, Action
from engine.core.telling import Telling, lines_of
from engine.core.texts import Message
from engine.dev.common import LANGUAGES, catalogue
from engine.games.twocities.game import TwoCities
from engine.games.twocities.rules.cards import NUMBER, mask_of
from engine.games.twocities.rules.state import TwoCitiesState
from engine.games.twocities.table.phrases import JOINS, SILENT
from tests.fixtures.golden import Golden
from tests.fixtures.told import held_up, spoken, tells
from tests.fixtures.words import play
from tests.games.telling import Case, in_full
from tests.games.twocities.board import case, position
from ui.render import telling as drawing
from ui.render.telling import in_words

GAME = TwoCities()
FIGHT = "play:Ah move:d4-d4"
HOLDS = "{},4h,4d/?,?,? - - 5.0.0.0 card"
PHALANX, RIDERS, RAIN, WRATH = (HOLDS.format(card) for card in ("6s", "Qs", "Ks", "Ts"))
RECRUIT = "Qd,4h,4d/?,?,? - {} 5.0.{}.0 card"
CHARGE = "play:6s move:d4-d4 melee:d5"
OUT = [card for card in NUMBER if card[0] not in "JQK" or card[1] == "s"]
PILE = ",".join(card for card in OUT if card not in ("2c", "3c", "3s", "4h", "4d"))
RESHUFFLED = f"2c,3c/3s,4h,4d {PILE} Jd,Qd,Kd 9.0.3.0 draw"


def at(words: str, white: str, black: str = "", rest: str = "", f: str = "-", h: str = "-") -> Case:
    return Case(position(white, black, f, h, rest), words)


MELEE = f"{FIGHT} melee:d5"
SHOT = f"{FIGHT} shoot:d6"
GUARDED = f"{MELEE} dice:12366"
DODGED = f"{MELEE} evade:yes die:4"

TOLD = {
    "2_10 who draws sees the card": at("card:Ts", "Ld4", rest="4d,4h/?,?,? - - 5.0.0.0 draw"),
    "2_3 a played card tells its effect": at("play:2h", "Ld4"),
    "2_8 a card without effect is discarded": at("play:4h", "Ld4"),
    "2_7 the die of a special card, out": at("play:Js move:d4-d4 | die:2", "Ld4"),
    "2_7 the die of a special card, discarded": at("play:Js move:d4-d4 | die:3", "Ld4"),
    "2_9 a reshuffle of the discards": at("card:Ts", "Ld4", rest=RESHUFFLED),
    "6_1 a reinforcement tells unit, count and card": at(
        "play:Qd | place:d2", "Lc3", rest=HOLDS.format("Qd")
    ),
    "6_3 a second reinforcement costs a unit": at(
        "play:Qd place:d2 remove:c3", "Lc3", rest=RECRUIT.format("Jd", 1)
    ),
    "4_1 a unit moves": at("play:Ah | move:d4-d6", "Ld4"),
    "4_2 a unit stands": at("play:Ah | move:d4-d4", "Ld4"),
    "4_7 a shot": at(f"{FIGHT} | shoot:d6", "Ad4", "Ld6", h="d4"),
    "4_7 holding fire": at(f"{FIGHT} | hold", "Ad4", "Ld6", h="d4"),
    "4_7 a shot with two effects": at(f"{SHOT} | dice:346", "Ad4", "Ld6", h="d4"),
    "4_7 a shot with two hits": at(f"{SHOT} | dice:113", "Ad4", "Ld6", h="d4"),
    "4_7 a shot without effect": at(f"{SHOT} | dice:333", "Ad4", "Ld6", h="d4"),
    "4_4_5_5 a melee tells dice, losses and retreat": at(
        f"{FIGHT} | melee:d5 dice:12366", "Pd4", "Pd5"
    ),
    "5_5 an attack without hits": at(f"{MELEE} | dice:33345", "Pd4", "Pd5"),
    "5_5 a retreat without hits": at(f"{MELEE} | dice:33346", "Pd4", "Pd5"),
    "5_7 a blocked retreat": at(f"{MELEE} | dice:33366", "Pd4", "Pd5:1 Ld6"),
    "5_8 an advance": at(f"{MELEE} | dice:13334", "Pd4", "Pd5:3"),
    "5_7_5_8 a blocked retreat of the last strength": at(
        f"{MELEE} | dice:33346", "Pd4", "Pd5:3 Ld6"
    ),
    "5_2 a unit that could evade": at(f"{FIGHT} | melee:d5", "Pd4", "Cd5"),
    "5_2 standing firm": at(f"{MELEE} | evade:no", "Pd4", "Cd5"),
    "5_2 trying to evade": at(f"{MELEE} | evade:yes", "Pd4", "Cd5"),
    "5_2 an evasion that fails": at(f"{MELEE} evade:yes | die:3", "Pd4", "Cd5"),
    "5_2 an evasion that succeeds": at(f"{MELEE} evade:yes | die:4", "Pd4", "Cd5"),
    "5_2 an attack on a unit that evades": at(f"{DODGED} | dice:136", "Pd4", "Cd5"),
    "5_9 falling back": at(f"{DODGED} dice:136 | fall:2", "Pd4", "Cd5"),
    "5_4 a formation may ignore": at(f"{MELEE} | dice:12366", "Pd4", "Pd5 Pe5"),
    "5_4 a formation ignores a hit": at(f"{GUARDED} | protect:h", "Pd4", "Pd5 Pe5"),
    "5_4 a formation ignores a retreat": at(f"{GUARDED} | protect:r", "Pd4", "Pd5 Pe5"),
    "5_4 the ground protects": at(f"{MELEE} | dice:12333", "Pd4", "Pd5", f="d5"),
    "4_13 hits on a city": at("play:Ah move:d7-d7 melee:d8 | dice:11236", "Pd7"),
    "7_1 the fall of a city": at("play:Ah move:d7-d7 melee:d8 | dice:11222", "Pd7"),
    "a loss on time in the middle of a turn": Case(
        position("Pc4 Pd4", "Pd7"), "play:2h move:c4-c4 | ", actions=((TIME, 0),)
    ),
    # whole turns, for their lines
    "move, attack and result are one line": at(
        "play:Ah move:d4-d5 melee:d6 dice:12366", "Pd4", "Pd6"
    ),
    "an evasion is told in the attacker's line": at(
        f"{MELEE} evade:yes die:5 dice:136 fall:2", "Pd4", "Cd5"
    ),
    "a unit that stands firm in the attacker's line": at(
        f"{MELEE} evade:no dice:13345", "Pd4", "Cd5:2"
    ),
    "a unit that could shoot has nobody in range": at(
        "play:2h move:d2-d3 move:b2-b2", "Ad2 Lb2", "Ld8"
    ),
    "a unit that stays has nobody in range": at("play:Ah move:d2-d2", "Ad2"),
    "a 6 against a city is explained": at("play:Ah move:d7-d7 melee:d8 dice:11236", "Pd7"),
    "a line that begins with a shot": at("play:Ah move:d4-d5 | shoot:d7", "Ad4", "Ld7"),
    "a hidden draw alone": Case(position("Ad2", "Ad7"), "play:4h | card:?", 1),
    "two shots of a unit are one line": at(
        "play:Ks move:d4-d4 shoot:d6 dice:34 shoot:d6 dice:13", "Ad4", "Ld6", RAIN
    ),
    "a pool with a card and ground in a brief line": at(
        f"{CHARGE} dice:123336", "Pd4", "Pd5 Pe5", PHALANX
    ),
    "a shot with a card and a hill in a brief line": at(
        "play:Ts move:d4-d4 shoot:d6 dice:1334", "Ad4", "Ld6", WRATH, h="d4,e5"
    ),
    "a special card in a brief line": at("play:Ts move:d4-d4 die:2", "Ld4", rest=WRATH),
    "a hidden draw joins the last line": Case(position("Ad2", "Ad7"), "play:4h card:?", 1),
}


def lines(telling: Telling) -> list[tuple[str, ...]]:
    """Return the lines of a turn, in full and where there is little room, in both languages."""
    return [
        (*(in_words(line, catalogue("twocities", one).text, tight=tight) for one in LANGUAGES),)
        for tight in (False, True)
        for line in lines_of(telling, tight=tight)
    ]


@pytest.mark.parametrize("name", TOLD)
def test_what_is_told(golden: Golden, name: str) -> None:
    telling = TOLD[name].telling("twocities")
    golden(in_full("twocities", telling))
    golden(lines(telling) or ["no line of its own"])


def told(state: TwoCitiesState, token: str, viewer: int | None = None) -> Telling:
    (reading,) = GAME.read_actions(state, token)
    (action,) = reading.actions
    return tells(GAME, state, action, viewer)


def dealt() -> TwoCitiesState:
    state = GAME.initial_state()
    for action in (("forests", 9, 10), ("hills", 30, 61)):
        state.apply(action)
    return state


def of(verb: str, card: str) -> Action:
    return (verb, NUMBER[card])


def test_6_terrain_is_told(golden: Golden) -> None:
    state = GAME.initial_state()
    golden(spoken(GAME, tells(GAME, state, ("forests", 9, 10))))


def test_2_10_only_the_receiver_is_told_which_card_is_dealt(golden: Golden) -> None:
    own = tells(GAME, dealt(), of("deal", "Ts"), 0)
    golden(spoken(GAME, own))
    for viewer in (1, -1):
        other = tells(GAME, dealt(), of("deal", "Ts"), viewer)
        golden(spoken(GAME, other)[0].es)
        assert held_up(GAME, other[0], "es") == [] and other[0].aside  # told with the third card
    state = dealt()
    for card in ("Ts", "Ah"):
        state.apply(of("deal", card))
    third = tells(GAME, state, of("deal", "3c"), 1)
    golden(spoken(GAME, third)[0].en)
    assert not third[0].aside


def test_2_10_a_drawn_card_is_not_leaked(golden: Golden) -> None:
    state = play(case("Ld4"), "play:4h")
    tellings = {card: tells(GAME, state, of("card", card), 1) for card in ("Ts", "Ah", "3c", "Jd")}
    assert len(set(tellings.values())) == 1
    golden(spoken(GAME, tellings["Ts"])[0].en)
    mine = tells(GAME, case("Ld4", rest="4d,4h/?,?,? - - 5.0.0.0 draw"), of("card", "Ts"), 0)
    golden(spoken(GAME, mine)[0].en)


def test_1_4_sectors_are_named_by_their_files() -> None:
    """“Left sector” would be ambiguous, because Black's left is White's right."""
    for side, left, right in ((0, "a–d", "e–h"), (1, "e–h", "a–d")):
        for code, files in (("Ah", left), ("2c", right)):
            state = case("Ld4 le5")
            hand = mask_of([NUMBER[code]])
            state.side, state.hands = side, (hand, hand)
            played = tells(GAME, state, of("play", code), 1 - side)[0]
            note = played.shown[0].note
            assert files in spoken(GAME, (played,))[0].en
            assert note is not None and files in catalogue("twocities", "en").text(note)


def test_an_answer_in_a_typed_position_is_told_without_the_throw() -> None:
    typed = GAME.state_from_text(play(case("Pd4", "Pd5 Pe5"), GUARDED).to_text())
    assert told(typed, "protect:h")[0].kind == "offer"


def test_the_goal_says_how_many_hits_the_cities_have_left(golden: Golden) -> None:
    words = catalogue("twocities", "es")
    state = case("Ld4 Td1:1", "Td8:3")
    goals = [words.text(GAME.goal(state, viewer)) for viewer in (0, -1)]
    golden(goals)


def test_every_phrase_is_in_both_catalogues() -> None:
    for lang in ("es", "en"):
        words = catalogue("twocities", lang)
        for key in JOINS.keys() - SILENT:
            assert words.has(f"short.{key}"), (lang, key)


def test_5_2_the_evade_question_gives_odds_and_consequence(golden: Golden) -> None:
    state = play(case("Pd4", "Cd5"), FIGHT + " melee:d5")
    scene, words = GAME.scene(state, 1), catalogue("twocities", "en")
    golden([words.text(one) for one in scene.status])
    golden({one.target: words.text(one.label) for one in scene.choices})


def test_cards_of_a_hand_name_their_files() -> None:
    words = catalogue("twocities", "en")
    for side, files in ((0, "a–d"), (1, "e–h")):
        state = case("Ld4", "le5", rest="Ah,4h,4d/2h,4c,4s - - 5.0.0.0 card")
        (hand,) = (area for area in GAME.scene(state, side).areas if area.kind == "hand")
        assert any(files in words.text(item.label) for item in hand.items)


def test_5_4_the_question_what_to_ignore_counts_the_rolled_dice(golden: Golden) -> None:
    golden(words_of(GAME.scene(play(case("Pd4", "Pd5 Pe5"), GUARDED), 1).status))


def words_of(messages: Iterable[Message], lang: str = "en") -> list[str]:
    found = catalogue("twocities", lang)
    return [found.text(one) for one in messages]


def notes(state: TwoCitiesState) -> list[Message]:
    """Return the notes on the cards of White's hand."""
    (hand,) = (area for area in GAME.scene(state, 0).areas if area.kind == "hand")
    return [item.note for item in hand.items if item.note]


def test_6_3_card_and_question_say_that_another_unit_must_leave(golden: Golden) -> None:
    second = case("Lc3", rest=RECRUIT.format("Jd", 1))
    costs = next(note for note in notes(second) if note.key == "brief.mercenary.again")
    asked = play(second, "play:Qd")
    assert GAME.prompt(asked, 0).key == "prompt.place.again"
    owes = GAME.scene(asked, 0).status
    assert GAME.scene(play(asked, "place:d2"), 0).status == owes
    golden(words_of([costs, *owes]))
    for first in (case("Lc3", rest=RECRUIT.format("-", 0)), case("", rest=RECRUIT.format("Jd", 1))):
        assert costs not in notes(first)
        asked = play(first, "play:Qd")
        assert GAME.prompt(asked, 0).key == "prompt.place"
        assert GAME.scene(asked, 0).status[0].key == "status.card"


def test_6_3_the_feed_cites_why_another_unit_leaves() -> None:
    start = case("Lc3", rest=RECRUIT.format("Jd", 1))
    placed = told(play(start, "play:Qd"), "place:d2")[1]
    assert placed.words.clause == "6.3" and placed.short is not None
    assert placed.short.phrases[0].clause == "6.3"


def test_4_6_a_pool_with_a_card_says_how_it_is_made_up(golden: Golden) -> None:
    start = case("Pd4", "Pd5 Pe5", rest=PHALANX)
    state = play(start, CHARGE + " dice:123336")
    hits, made = words_of(GAME.scene(state, 1).status)
    golden([hits, made])
    dodging = play(case("Pd4", "Cd5", rest=PHALANX), CHARGE)
    assert made in words_of(GAME.scene(dodging, 1).status)[0]


def test_dice_without_a_hit_are_drawn_in_a_brief_line() -> None:
    """Regression test: a throw of a card's dice without hits was left out."""
    start = case("Ad4", "Ld6", rest="Ts,4h,4d/?,?,? - - 5.0.0.0 card")
    shots = "play:Ts move:d4-d4 shoot:d6 dice:334"
    telling = Case(start.to_text(), shots).telling("twocities")
    line = lines_of(telling, tight=True)[1]
    assert [one.kind for one in line] == ["shoot", "dice", "pass"]
    assert (
        drawing.lines(line, catalogue("twocities", "en").text, tight=True).count('class="die') == 3
    )


def guards(white: str, black: str, dice: str) -> dict[str, str]:
    state = play(case(white, black), f"{FIGHT} melee:d5 dice:{dice}")
    words = catalogue("twocities", "en").text
    return {one.target[-1]: words(one.label) for one in GAME.scene(state, 1).choices}


@pytest.mark.parametrize(
    ("black", "dice", "answers"),
    [
        ("Pd5 Pe5", "12336", "hr"),
        ("Pd5 Pe5 Ld6", "12336", "hr"),
        ("Pd5:2 Pe5 Ld7", "12366", "hr"),
        ("Pd5 Pe5 Ld7", "33366", "rn"),
    ],
)
def test_5_4_each_answer_says_what_it_leads_to(
    golden: Golden, black: str, dice: str, answers: str
) -> None:
    said = guards("Pd4", black, dice)
    assert sorted(said) == sorted(answers)
    golden(said)


def labels(state: TwoCitiesState, square: str, kind: str) -> list[str]:
    marks = GAME.reach(state, f"sq:{square}")
    return words_of(mark.label for mark in marks if mark.kind == kind and mark.label)


def test_2_3_the_card_in_play_counts_only_for_the_units_it_activates(golden: Golden) -> None:
    state = play(case("Cd4 Aa3", "Af4 Ad8 Tb8", rest=RIDERS), "play:Qs")
    golden(labels(state, "d4", "reach"))
    golden(labels(state, "d4", "attack")[0])
    assert labels(state, "a3", "reach") == [] == labels(state, "f4", "reach")
    golden(labels(state, "f4", "attack"))
    aiming = play(state, "move:d4-d4")
    golden(labels(aiming, "f4", "attack")[0])
    assert aiming.ask == "shoot"


def test_2_3_a_unit_that_gains_only_dice_or_squares_says_so(golden: Golden) -> None:
    stands = play(case("Pd4", "Pd5", rest=PHALANX), "play:6s")
    golden(labels(stands, "d4", "reach"))
    march = play(case("Pd4", rest="Js,4h,4d/?,?,? - - 5.0.0.0 card"), "play:Js")
    golden(labels(march, "d4", "reach"))


def test_3_2_the_question_names_its_decider_and_the_second_shot(golden: Golden) -> None:
    rain = case("Ad4", "Ld6", rest="Ks,4h,4d/?,?,? - - 5.0.0.0 card")
    first = play(rain, "play:Ks move:d4-d4")
    second = play(first, "shoot:d6 dice:34")
    fight = play(case("Pd4", "Pd5"), FIGHT)
    golden(words_of((GAME.prompt(one, 1) for one in (first, second, fight)), "es"))
    for lang in ("en", "es"):
        words = catalogue("twocities", lang)
        assert words.has("prompt.shoot.you") and words.has("prompt.melee.you")
        assert words.has("prompt.shoot.second.you")


def test_4_2_a_unit_that_stays_to_attack_has_no_line_of_its_own() -> None:
    state = play(case("Pd4", "Pd5"), "play:Ah")
    assert lines_of(told(state, "move:d4-d4")) == []


def test_4_4_every_face_is_explained_before_the_last_throw() -> None:
    state = play(case("Pd4", "Pd5"), FIGHT + " melee:d5 dice:33345")
    kinds = [
        area.id for area in GAME.scene(state, 0).areas if area.id in ("faces", "dice", "fight")
    ]
    assert kinds == ["faces", "dice", "fight"]
    (faces,) = (area for area in GAME.scene(state, 0).areas if area.id == "faces")
    shown = [face for item in faces.items for face in range(item.value, item.maximum + 1)]
    assert shown == [1, 2, 3, 4, 5, 6]
