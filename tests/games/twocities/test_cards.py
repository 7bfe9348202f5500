"""Cards: which units they activate, when they are playable, where they go (section 2)."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.games.twocities.game import TwoCities
from engine.games.twocities.rules.cards import ORDER
from engine.games.twocities.table.sentences import card_brief, card_glyph, card_title
from tests.fixtures.golden import Golden
from tests.fixtures.words import play, refusal
from tests.games.answers import game_of
from tests.games.twocities.board import at, case, offers, question, thrown, turn
from ui.words.i18n import LANGUAGES, I18n

HAND = "{}/?,?,? - - 1.0.0.0 card"


def stood(card: str, white: str = "La3 Cb3 Pf3 Ag3 Lh3") -> list[str]:
    """Play a card and let each unit stand still; return the units in the order of activation."""
    state, found = play(case(white), f"play:{card}"), []
    while question(state).startswith("unit"):
        unit = min(text.removeprefix("move:")[:2] for text in offers(state))
        state = play(state, f"move:{unit}-{unit}")
        found.append(unit)
    return found


@pytest.mark.parametrize(
    ("card", "units"),
    [
        ("Ah", "a3"), ("As", "f3"), ("2d", "a3 b3"), ("2c", "f3 g3"), ("3h", "a3 f3"),
        ("Ts", "a3 b3 f3"), ("Js", "a3 f3 h3"), ("Qs", "b3"), ("Ks", "b3 g3"), ("4h", ""),
    ],
)  # fmt: skip
def test_2_4_the_quota_is_compulsory(card: str, units: str) -> None:
    assert stood(card) == units.split()


def test_2_4_t9_a_card_activates_only_the_units_there_are() -> None:
    assert stood("2h", "La3") == ["a3"]
    assert stood("3h", "La3 Lb3") == ["a3"] and stood("Ts", "La3 Lb3") == ["a3", "b3"]


def test_2_4_an_activated_unit_may_stand_still() -> None:
    state = play(case("Lc3"), "play:Ah")
    assert "move:c3-c3" in offers(state)
    assert at(play(state, "move:c3-c3"), "c3") == "L"


def test_t3_the_deck_has_sixteen_sector_cards_and_eight_others() -> None:
    """The four suits of A, 2, 3 and 4, and one of each special card and reinforcement."""
    state = play(TwoCities().initial_state(), "forests:e3,f7 hills:a2,b6")
    deck = [text.removeprefix("deal:") for text in offers(state)]
    assert len(deck) == 24 and len(set(deck)) == 24
    assert Counter(card[0] for card in deck) == Counter("AAAA222233334444TJQK6JQK")
    assert {card for card in deck if card[0] in "TJQK6"} == set("Ts Js Qs Ks 6s Jd Qd Kd".split())


def test_t3_red_cards_are_for_the_left_and_black_for_the_right() -> None:
    state = case("La3 Lh3")
    for cards, square in (("Ah Ad 2h 2d", "a3"), ("As Ac 2s 2c", "h3")):
        for card in cards.split():
            assert question(play(state, f"play:{card}")).endswith(f":-:{square}")


def test_2_8_a_played_reinforcement_leaves_the_game() -> None:
    bought = play(case("Lc3", rest=HAND.format("Qd,4h,4d")), "play:Qd place:d2")
    assert bought.to_text().split()[5:7] == ["-", "Qd"]


def test_2_8_sector_cards_go_to_the_discards() -> None:
    after = play(case("Lc3", rest=HAND.format("Ah,4h,4d")), "play:Ah move:c3-c3")
    assert after.to_text().split()[5:7] == ["Ah", "-"]


EMPTY_DECK = "As,3h,3d/Ah,3s,3c Ad,Ac,2h,2d,2s,2c,4h,4d,4s,4c Ts,Js,Qs,Ks,6s,Jd,Qd,Kd 9.0.0.0 card"


def test_2_9_the_turn_ends_by_drawing_a_card() -> None:
    state = play(case("Lc3", rest="Ah,4h,4d/As,3h,3s 2h Qd 5.0.0.0 card"), "play:4h")
    deck = {text.removeprefix("card:") for text in offers(state)}
    assert len(deck) == 24 - 6 - 2 and not deck & set("Ah 4h 4d As 3h 3s 2h Qd".split())
    after = play(state, "card:Ks")
    assert after.to_text().split()[4] == "Ks,Ah,4d/As,3h,3s" and after.current_player() == 1


def test_2_9_t33_the_discards_with_the_played_card_replace_an_empty_deck() -> None:
    state = play(case("Lf3", "Lf6", rest=EMPTY_DECK), "play:As move:f3-f3")
    assert {text.removeprefix("card:") for text in offers(state)} == set(
        "As Ad Ac 2h 2d 2s 2c 4h 4d 4s 4c".split()
    )
    assert play(state, "card:2h").to_text().split()[4:6] == ["2h,3h,3d/Ah,3s,3c", "-"]


def test_t20_double_rain_activates_archers_that_move_and_shoot_twice() -> None:
    """The archers move and then shoot up to twice in a row."""
    state = play(case("Ad2", "Ld5:1 Lh8"), "play:Ks move:d2-d3")
    assert offers(state) == ["hold", "shoot:d5"] and offers(play(state, "hold"))[0] != "hold"
    again = play(state, "shoot:d5 dice:1")
    assert offers(again) == ["hold", "shoot:d5"]
    assert question(play(again, "shoot:d5 dice:1")).startswith("outdie")


def test_t21_the_phalanx_adds_melee_dice_and_allows_moves() -> None:
    state = play(case("Ld4 Af4", "Ld5:3 Pg4"), "play:6s")
    assert {"move:d4-c4", "move:d4-d4"} <= set(offers(state))
    assert thrown(play(state, "move:d4-d4 melee:d5")) == 4
    left = play(state, "move:d4-d4 melee:d5 dice:1345")
    assert question(left) == "unit:6s:d5:f4", "fixed when it was played"


@pytest.mark.parametrize(
    ("card", "end", "fields"),
    [("Qs", "outdie:Qs", "- -"), ("Kd", "draw", "- Kd"), ("Ah", "draw", "Ah -")],
)
def test_t27_a_forced_discard_goes_where_a_played_card_goes(
    card: str, end: str, fields: str
) -> None:
    """White has only a city, and Black stands on all squares beside it."""
    state = case("", "Lc1 Le1 Ld2", rest=HAND.format("Qs,Kd,Ah"))
    assert offers(state) == ["discard:Ah", "discard:Kd", "discard:Qs"]
    after = play(state, f"discard:{card}")
    assert question(after) == end and " ".join(after.to_text().split()[5:7]) == fields


def test_t28_do_nothing_is_playable_and_rules_out_a_discard() -> None:
    state = case("Lf3", rest=HAND.format("Ah,2d,4c"))
    assert offers(state) == ["play:4c"]
    assert refusal(state, "discard:Ah") == "must-play"


# -- reinforcements --------------------------------------------------------------------------

BUYING = "Qd,4h,4d/?,?,? - {} 5.0.{}.0 card"


def test_6_1_a_new_unit_enters_beside_the_city_without_hits() -> None:
    for card, letter in (("Jd", "L"), ("Qd", "C"), ("Kd", "A")):
        state = case("Lh5", f="d2", rest=f"{card},4h,4d/?,?,? - - 5.0.0.0 card")
        after = play(state, f"play:{card} place:d2")
        assert at(after, "d2") == letter, "a forest does not matter"


@pytest.mark.parametrize(
    ("before", "asks"),
    [(("-", 0), "draw"), (("Jd", 1), "remove:Qd:d2"), (("Jd,Kd", 2), "remove:Qd:d2")],
)
def test_6_3_the_second_and_third_purchase_cost_a_unit(before: tuple[str, int], asks: str) -> None:
    state = case("Lh5 Pa4", rest=BUYING.format(*before))
    assert question(play(state, "play:Qd place:d2")) == asks


def test_6_3_without_another_unit_nothing_is_removed() -> None:
    assert question(play(case("", rest=BUYING.format("Jd", 1)), "play:Qd place:d2")) == "draw"


def test_t25_another_own_unit_is_removed_after_placing_the_new_one() -> None:
    state = play(case("Lh5 Pa4", "Lh6", rest=BUYING.format("Jd", 1)), "play:Qd place:d2")
    assert offers(state) == ["remove:a4", "remove:h5"]
    assert at(play(state, "remove:a4"), "a4") == "" and at(state, "d2") == "C"


def test_t26_a_bought_unit_does_not_act_in_that_turn() -> None:
    state = case("", "Ld3", rest=BUYING.format("-", 0))
    after = play(state, "play:Qd place:d2")
    assert question(after) == "draw" and at(after, "d3") == "l"
    assert turn(state, "play:Qd place:d2 card:?") == "Qd @Cd2"


def test_2_3_a_card_in_the_hand_says_what_it_does_in_a_few_words(golden: Golden) -> None:
    for lang in LANGUAGES:
        words = I18n(lang, "twocities")
        said = [words.message(card_brief(card, side)) for card in range(24) for side in (0, 1)]
        assert max(map(len, said)) <= 45 and not any("{" in one for one in said)
    words = I18n("en", "twocities")
    titles = [(card, side) for card in ("Ah", "2c") for side in (0, 1)]
    golden([words.message(card_title(ORDER.index(card), side)) for card, side in titles])


def test_6_1_a_reinforcement_shows_the_unit_it_brings() -> None:
    drawn = [card_glyph(ORDER.index(card)) for card in ("Jd", "Qd", "Kd")]
    assert drawn == ["light", "cavalry", "archers"]


def test_2_5_a_card_that_cannot_be_played_says_why_instead() -> None:
    state = case("La3", "", rest="Ah,Ad,As/?,?,? - - 1.0.0.0 card")
    hand = next(area for area in game_of(state).scene(state, 0).areas if area.id == "hand")
    notes = {item.letter: (item.note.key, item.state) for item in hand.items if item.note}
    assert notes["A♥"] == ("brief.wing1", "") and notes["A♠"] == ("card.unplayable", "blocked")
