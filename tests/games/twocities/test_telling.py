"""Sentences with which A Tale of Two Cities describes its events, in both languages."""

from __future__ import annotations

from random import Random

import pytest

from engine.core.contract import Action
from engine.core.telling import Happening, lines_of
from engine.dev.common import catalogue
from engine.dev.walks import random_walk
from engine.games.twocities.game import TwoCities
from engine.games.twocities.rules.cards import NUMBER, mask_of
from engine.games.twocities.rules.state import TwoCitiesState
from engine.games.twocities.table.phrases import JOINS, SILENT
from engine.match.match import Match, MatchConfig
from tests.fixtures.golden import Golden
from tests.fixtures.sampled import sampled
from tests.fixtures.told import Told, held_up, left_over, spoken, tells
from tests.fixtures.words import play
from tests.games.twocities.board import case
from ui.render import telling as drawing
from ui.render.telling import in_words

GAME = TwoCities()
FIGHT = "play:Ah move:d4-d4"


def told(state: TwoCitiesState, token: str, viewer: int | None = None) -> tuple[Happening, ...]:
    (reading,) = GAME.read_actions(state, token)
    (action,) = reading.actions
    return tells(GAME, state, action, viewer)


def say(state: TwoCitiesState, token: str, viewer: int | None = None) -> list[Told]:
    return spoken(GAME, told(state, token, viewer))


def spanish(state: TwoCitiesState, token: str) -> list[tuple[str, str]]:
    return [(one.kind, one.es) for one in say(state, token)]


# -- cards ---------------------------------------------------------------------------------------


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


def test_2_3_a_played_card_tells_its_effect(golden: Golden) -> None:
    golden(say(case("Ld4"), "play:2h"))


def test_1_4_sectors_are_named_by_their_files() -> None:
    """“Left sector” would be ambiguous, because Black's left is White's right."""
    for side, left, right in ((0, "a–d", "e–h"), (1, "e–h", "a–d")):
        for code, files in (("Ah", left), ("2c", right)):
            state = case("Ld4 le5")
            hand = mask_of([NUMBER[code]])
            state.side, state.hands = side, (hand, hand)
            played = tells(GAME, state, of("play", code), 1 - side)[0]
            assert spoken(GAME, (played,))[0].en.endswith(f"on files {files}”.")
            note = played.shown[0].note
            assert note is not None
            assert catalogue("twocities", "en").text(note).endswith(f", files {files}.")


def test_2_8_a_card_without_effect_is_discarded(golden: Golden) -> None:
    golden(spanish(case("Ld4"), "play:4h"))


def test_2_7_the_die_of_a_special_card_tells_where_it_goes(golden: Golden) -> None:
    state = play(case("Ld4"), "play:Js move:d4-d4")
    golden(spanish(state, "die:2"))
    golden(spanish(state, "die:3"))


OUT = [card for card in NUMBER if card[0] not in "JQK" or card[1] == "s"]
PILE = ",".join(card for card in OUT if card not in ("2c", "3c", "3s", "4h", "4d"))
RESHUFFLED = f"2c,3c/3s,4h,4d {PILE} Jd,Qd,Kd 9.0.3.0 draw"


def test_2_9_a_reshuffle_of_the_discards_is_told(golden: Golden) -> None:
    state = case("Ld4", rest=RESHUFFLED)
    shuffled, drawn = say(state, "card:Ts")
    golden(shuffled.es)
    golden(drawn.es)


# -- reinforcements ------------------------------------------------------------------------------


def test_6_1_a_reinforcement_tells_unit_count_and_card(golden: Golden) -> None:
    state = play(case("Lc3", rest="Qd,4h,4d/?,?,? - - 5.0.0.0 card"), "play:Qd")
    golden(say(state, "place:d2"))


def test_6_3_a_second_reinforcement_says_that_it_costs_a_unit(golden: Golden) -> None:
    start = case("Lc3", rest="Qd,4h,4d/?,?,? - Jd 5.0.1.0 card")
    golden(say(start, "play:Qd")[0].es)
    state = play(start, "play:Qd")
    golden(say(state, "place:d2")[1].es)
    golden(spanish(play(state, "place:d2"), "remove:c3")[0])


# -- moving and declaring ------------------------------------------------------------------------


def test_4_1_4_2_moving_and_standing_are_told(golden: Golden) -> None:
    state = play(case("Ld4"), "play:Ah")
    golden(say(state, "move:d4-d6")[0])
    golden(spanish(state, "move:d4-d4")[0])


def test_4_7_a_shot_tells_dice_and_effect(golden: Golden) -> None:
    state = play(case("Ad4", "Ld6", h="d4"), FIGHT)
    telling = told(state, "shoot:d6")
    golden(spoken(GAME, telling))
    golden(held_up(GAME, telling[0], "es"))
    golden(spanish(state, "hold")[0])
    state = play(state, "shoot:d6")
    golden(spanish(state, "dice:346")[:2])
    golden(spanish(state, "dice:113")[:2])
    golden(spanish(state, "dice:333")[1])


# -- melee ---------------------------------------------------------------------------------------


def test_4_4_5_5_a_melee_tells_dice_losses_and_retreat(golden: Golden) -> None:
    state = play(case("Pd4", "Pd5"), FIGHT)
    golden(say(state, "melee:d5")[0])
    state = play(state, "melee:d5")
    telling = told(state, "dice:12366")
    golden(spoken(GAME, telling)[:3])
    dice = ["impacto", "impacto", "sin efecto", "retirada", "retirada"]
    assert [note for _, note, _ in held_up(GAME, telling[0], "es")] == dice
    golden(held_up(GAME, telling[1], "es"))
    assert [item.side for item in telling[1].shown] == [0, 1]


def test_5_5_an_attack_without_hits_says_so(golden: Golden) -> None:
    state = play(case("Pd4", "Pd5"), FIGHT + " melee:d5")
    golden(spanish(state, "dice:33345")[1])
    assert [item.state for item in told(state, "dice:33345")[1].shown] == ["draw", "draw"]
    golden(spanish(state, "dice:33346")[1:3])


def test_5_7_5_8_blocked_retreats_and_advances_are_told(golden: Golden) -> None:
    blocked = play(case("Pd4", "Pd5:1 Ld6"), FIGHT + " melee:d5")
    golden(spanish(blocked, "dice:33366")[2])
    killed = play(case("Pd4", "Pd5:3"), FIGHT + " melee:d5")
    golden(say(killed, "dice:13334")[1:3])
    trapped = play(case("Pd4", "Pd5:3 Ld6"), FIGHT + " melee:d5")
    assert [kind for kind, _ in spanish(trapped, "dice:33346")][:4] == [
        "dice",
        "fight",
        "take",
        "move",
    ]


def test_5_2_5_9_each_step_of_an_evasion_is_told(golden: Golden) -> None:
    state = play(case("Pd4", "Cd5"), FIGHT)
    golden(spanish(state, "melee:d5")[0][1])
    state = play(state, "melee:d5")
    golden(spanish(state, "evade:no"))
    golden(say(state, "evade:yes"))
    state = play(state, "evade:yes")
    golden(spanish(state, "die:3"))
    golden(spanish(state, "die:4"))
    state = play(state, "die:4")
    golden(spanish(state, "dice:136"))
    golden(say(play(state, "dice:136"), "fall:2")[0])


def test_5_4_the_effect_of_formation_and_terrain_is_told(golden: Golden) -> None:
    state = play(case("Pd4", "Pd5 Pe5"), FIGHT + " melee:d5 dice:12366")
    golden(spanish(play(case("Pd4", "Pd5 Pe5"), FIGHT + " melee:d5"), "dice:12366")[1])
    golden(spanish(state, "protect:h")[:3])
    assert spanish(state, "protect:r")[2][1].endswith("de d5 a d6.")
    ground = play(case("Pd4", "Pd5", f="d5"), FIGHT + " melee:d5")
    golden(spanish(ground, "dice:12333")[1:3])


def test_4_13_7_1_hits_on_a_city_and_its_fall_are_told(golden: Golden) -> None:
    state = play(case("Pd7"), "play:Ah move:d7-d7 melee:d8")
    golden(spanish(state, "dice:11236")[:2])
    golden(spanish(state, "dice:11222")[1:])


def test_an_answer_in_a_typed_position_is_told_without_the_throw() -> None:
    state = play(case("Pd4", "Pd5 Pe5"), FIGHT + " melee:d5 dice:12366")
    typed = GAME.state_from_text(state.to_text())
    assert [kind for kind, _ in spanish(typed, "protect:h")][:1] == ["offer"]


def test_the_goal_says_how_many_hits_the_cities_have_left(golden: Golden) -> None:
    words = catalogue("twocities", "es")
    state = case("Ld4 Td1:1", "Td8:3")
    goals = [words.text(GAME.goal(state, viewer)) for viewer in (0, -1)]
    golden(goals)


def test_a_loss_on_time_in_the_middle_of_a_turn_is_told(golden: Golden) -> None:
    state = play(case("Pc4 Pd4", "Pd7"), "play:2h move:c4-c4")
    golden([one.es for one in spoken(GAME, tells(GAME, state, ("time", 0)))])


@pytest.mark.parametrize("seed", sampled(range(3)))
def test_every_event_has_its_own_sentence(seed: int) -> None:
    match = random_walk(
        Match(MatchConfig("twocities", dict(GAME.options)), game=GAME), Random(seed)
    )
    for viewer in (0, 1, -1):
        assert left_over(GAME, match, viewer) == []


# -- lines of a turn -----------------------------------------------------------------------------


def lines(start: TwoCitiesState, inputs: str) -> list[tuple[str, str]]:
    """Return the lines of a turn in both languages."""
    telling: list[Happening] = []
    for action in (a for reading in GAME.read_actions(start, inputs) for a in reading.actions):
        telling += tells(GAME, start, action, 0)
        start = play(start, GAME.action_text(start, action))
    es, en = (catalogue("twocities", lang).text for lang in ("es", "en"))
    return [(in_words(line, es), in_words(line, en)) for line in lines_of(telling)]


def test_move_attack_and_result_are_one_line(golden: Golden) -> None:
    start = case("Pd4", "Pd6")
    golden(lines(start, "play:Ah move:d4-d5 melee:d6 dice:12366"))


def test_an_evasion_is_told_in_the_attackers_line(golden: Golden) -> None:
    inputs = "play:Ah move:d4-d4 melee:d5 evade:yes die:5 dice:136 fall:2"
    golden(lines(case("Pd4", "Cd5"), inputs)[1])
    stood = lines(case("Pd4", "Cd5:2"), "play:Ah move:d4-d4 melee:d5 evade:no dice:13345")
    golden(stood[1][1])


def test_a_unit_that_could_shoot_says_that_nobody_is_in_range(golden: Golden) -> None:
    start = case("Ad2 Lb2", "Ld8")
    golden(lines(start, "play:2h move:d2-d3 move:b2-b2")[1:3])
    golden(lines(case("Ad2"), "play:Ah move:d2-d2")[1])


def test_two_shots_of_a_unit_are_one_line(golden: Golden) -> None:
    start = case("Ad4", "Ld6", rest="Ks,4h,4d/?,?,? - - 5.0.0.0 card")
    inputs = "play:Ks move:d4-d4 shoot:d6 dice:34 shoot:d6 dice:13"
    golden(lines(start, inputs)[1][1])


def test_a_6_against_a_city_is_explained(golden: Golden) -> None:
    told_ = lines(case("Pd7"), "play:Ah move:d7-d7 melee:d8 dice:11236")
    golden(told_[1][1])


def test_a_reinforcement_is_one_line(golden: Golden) -> None:
    start = case("Lc3", rest="Qd,4h,4d/?,?,? - - 5.0.0.0 card")
    golden([en for _, en in lines(start, "play:Qd place:d2")])


def test_every_phrase_is_in_both_catalogues() -> None:
    for lang in ("es", "en"):
        words = catalogue("twocities", lang)
        for key in JOINS.keys() - SILENT:
            assert words.has(f"short.{key}"), (lang, key)


def test_5_2_the_evade_question_gives_odds_and_consequence(golden: Golden) -> None:
    state = play(case("Pd4", "Cd5"), FIGHT + " melee:d5")
    scene, words = GAME.scene(state, 1), catalogue("twocities", "en")
    said = [words.text(one) for one in scene.status]
    assert "5 dice" in said[0] and "87%\u00a0chance\u00a0of\u00a0a\u00a0hit" in said[0]
    assert "4–6 (50%)" in said[1] and "only 3 dice" in said[1] and "falls back" in said[1]
    labels = {one.target: words.text(one.label) for one in scene.choices}
    golden(labels)


def test_cards_of_a_hand_name_their_files() -> None:
    words = catalogue("twocities", "en")
    for side, files in ((0, "a–d"), (1, "e–h")):
        state = case("Ld4", "le5", rest="Ah,4h,4d/2h,4c,4s - - 5.0.0.0 card")
        (hand,) = (area for area in GAME.scene(state, side).areas if area.kind == "hand")
        assert any(f"on files {files}" in words.text(item.label) for item in hand.items)


def test_5_4_the_question_what_to_ignore_counts_the_dice_that_have_been_rolled() -> None:
    state = play(case("Pd4", "Pd5 Pe5"), FIGHT + " melee:d5 dice:12366")
    words = catalogue("twocities", "en")
    assert [words.text(one) for one in GAME.scene(state, 1).status] == ["Hits: 2, retreats: 2"]


# -- what counts now -----------------------------------------------------------------------------


def words_of(messages: object, lang: str = "en") -> list[str]:
    found = catalogue("twocities", lang)
    return [found.text(one) for one in messages]  # type: ignore[attr-defined]


def notes(state: TwoCitiesState) -> list[str]:
    """Return the notes on the cards of White's hand."""
    (hand,) = (area for area in GAME.scene(state, 0).areas if area.kind == "hand")
    return words_of(item.note for item in hand.items)


RECRUIT = "Qd,4h,4d/?,?,? - {} 5.0.{}.0 card"
COSTS = "a new unit; another of yours must leave"


def test_6_3_card_and_question_say_that_another_unit_must_leave_before_it_is_placed() -> None:
    second = case("Lc3", rest=RECRUIT.format("Jd", 1))
    assert COSTS in notes(second)
    asked = play(second, "play:Qd")
    assert GAME.prompt(asked, 0).key == "prompt.place.again"
    owes = ["From the second reinforcement on, another unit must leave the board."]
    assert words_of(GAME.scene(asked, 0).status) == owes
    removing = play(asked, "place:d2")
    assert words_of(GAME.scene(removing, 0).status) == owes
    for first in (case("Lc3", rest=RECRUIT.format("-", 0)), case("", rest=RECRUIT.format("Jd", 1))):
        assert COSTS not in notes(first)
        asked = play(first, "play:Qd")
        assert GAME.prompt(asked, 0).key == "prompt.place"
        assert GAME.scene(asked, 0).status[0].key == "status.card"


def test_6_3_the_feed_says_why_another_unit_leaves(golden: Golden) -> None:
    start = case("Lc3", rest=RECRUIT.format("Jd", 1))
    placed = told(play(start, "play:Qd"), "place:d2")[1]
    assert placed.words.clause == "6.3" and placed.short is not None
    assert placed.short.phrases[0].clause == "6.3"
    golden(lines(start, "play:Qd place:d2")[1][1])


PHALANX = "6s,4h,4d/?,?,? - - 5.0.0.0 card"
CHARGE = "play:6s move:d4-d4 melee:d5"


def test_4_6_a_pool_with_a_card_says_how_it_is_made_up(golden: Golden) -> None:
    start = case("Pd4", "Pd5 Pe5", rest=PHALANX)
    state = play(start, CHARGE + " dice:123336")
    hits, made = words_of(GAME.scene(state, 1).status)
    golden([hits, made])
    dodging = play(case("Pd4", "Cd5", rest=PHALANX), CHARGE)
    assert made in words_of(GAME.scene(dodging, 1).status)[0]


def briefly(start: TwoCitiesState, inputs: str, viewer: int = 0) -> list[str]:
    """Return the lines of a turn where there is little room, in English."""
    telling: list[Happening] = []
    for action in (a for reading in GAME.read_actions(start, inputs) for a in reading.actions):
        telling += tells(GAME, start, action, viewer)
        start = play(start, GAME.action_text(start, action))
    words = catalogue("twocities", "en").text
    return [in_words(line, words, tight=True) for line in lines_of(telling, tight=True)]


def test_a_brief_shot_says_its_dice_and_a_brief_melee_what_the_ground_adds(
    golden: Golden,
) -> None:
    plain = case("Pd4", "Pd5 Pe5", rest=PHALANX)
    golden(briefly(plain, CHARGE + " dice:123336")[1])
    hill = case("Ad4", "Ld6", h="d4,e5", rest="Ts,4h,4d/?,?,? - - 5.0.0.0 card")
    shots = "play:Ts move:d4-d4 shoot:d6 dice:1334"
    golden(lines(hill, shots)[1][1])
    golden(briefly(hill, shots)[1])


def test_the_die_of_a_special_card_and_a_reshuffle_take_one_short_line(golden: Golden) -> None:
    start = case("Ld4", rest="Ts,4h,4d/?,?,? - - 5.0.0.0 card")
    inputs = "play:Ts move:d4-d4 die:{}"
    golden(lines(start, inputs.format(2))[-1])
    assert lines(start, inputs.format(3))[-1] == (
        "Carta especial descartada (3–6).",
        "Special card discarded (3–6).",
    )
    state = case("Ld4", rest=RESHUFFLED)
    assert in_words(lines_of(told(state, "card:Ts"))[0], catalogue("twocities", "en").text) == (
        "Discards shuffled into a new deck."
    )


def test_a_hidden_draw_joins_the_last_line_where_there_is_little_room(golden: Golden) -> None:
    start = case("Ad2", "Ad7")
    golden(briefly(start, "play:4h card:?", 1))
    hidden = tells(GAME, play(start, "play:4h"), ("card", -1), 1)
    assert [one.words.key for one in hidden] == ["tell.drawn.hidden"]
    (line,) = lines_of(hidden, tight=True)
    golden(in_words(line, catalogue("twocities", "en").text))


def test_dice_without_a_hit_are_drawn_in_a_brief_line() -> None:
    """Regression test: a throw of a card's dice without hits was left out."""
    start = case("Ad4", "Ld6", rest="Ts,4h,4d/?,?,? - - 5.0.0.0 card")
    shots = "play:Ts move:d4-d4 shoot:d6 dice:334"
    telling: list[Happening] = []
    for action in (a for reading in GAME.read_actions(start, shots) for a in reading.actions):
        telling += tells(GAME, start, action, 0)
        start = play(start, GAME.action_text(start, action))
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


RIDERS = "Qs,4h,4d/?,?,? - - 5.0.0.0 card"


def test_2_3_the_card_in_play_counts_only_for_the_units_it_activates(golden: Golden) -> None:
    state = play(case("Cd4 Aa3", "Af4 Ad8 Tb8", rest=RIDERS), "play:Qs")
    golden(labels(state, "d4", "reach"))
    golden(labels(state, "d4", "attack")[0])
    assert labels(state, "a3", "reach") == [] == labels(state, "f4", "reach")
    golden(labels(state, "f4", "attack"))
    aiming = play(state, "move:d4-d4")
    assert aiming.ask == "shoot" and "Cavalry" not in labels(aiming, "f4", "attack")[0]


def test_2_3_a_unit_that_gains_only_dice_or_squares_says_so(golden: Golden) -> None:
    stands = play(case("Pd4", "Pd5", rest=PHALANX), "play:6s")
    assert labels(stands, "d4", "reach") == ["Now, with Phalanx: melee 5 +2 dice"]
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


def test_a_line_that_begins_with_an_attack_names_the_attacker(golden: Golden) -> None:
    """The player's own steps are shown one press at a time, each as a line of its own."""
    moved = play(case("Ad4", "Ld7"), "play:Ah move:d4-d5")
    es, en = (catalogue("twocities", lang).text for lang in ("es", "en"))

    def alone(state: TwoCitiesState, token: str) -> tuple[str, str]:
        (line, *_) = lines_of(told(state, token))
        return in_words(line, es), in_words(line, en)

    golden(alone(moved, "shoot:d7"))
    assert alone(moved, "hold")[1] == "Archers d5 hold fire."
    dodging = play(case("Pd4", "Cd5"), FIGHT + " melee:d5")
    assert alone(dodging, "evade:yes")[1] == "Cavalry d5 tries to evade."
    assert alone(dodging, "evade:no")[1].startswith("Cavalry d5 stands firm")


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
