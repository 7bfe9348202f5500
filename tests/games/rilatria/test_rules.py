"""Rulings and the clauses of sections 1 to 12 that have no worked case."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random

import pytest

from engine.core.contract import CHANCE
from engine.core.errors import BadOptions
from engine.dev.common import play_on
from engine.games.rilatria.game import Rilatria
from engine.games.rilatria.rules import horoscope, reserve
from engine.games.rilatria.rules.pieces import INDEX, LETTERS, NAMES, ZONES, code, open_attacks
from engine.games.rilatria.rules.state import RilatriaState
from engine.match.chance import ChanceSampler, seeded
from engine.match.match import Match, MatchConfig
from tests.games.rilatria.table import PLAIN, START, after, at, refused, texts


def test_1_1_the_board_has_nine_files_and_nine_ranks() -> None:
    assert list(NAMES) == [f + r for r in "123456789" for f in "abcdefghi"]
    state = after(START, "rHh2 rTg3 rHb8 rTc7")
    assert state.to_text().split()[0] == "9/1h7/2t6/9/9/9/6T2/7H1/9"


def test_1_2_the_first_player_moves_first() -> None:
    begun = after(START, "rHh2 rTg3 rHb8 rTc7")
    assert begun.to_text().split()[1] == "1"
    assert after(PLAIN, ";").to_text().split()[1] == "2"


def test_1_6_r2_both_players_start_with_the_same_reserve() -> None:
    state = Rilatria().initial_state()
    assert state.to_text() == START
    assert state.reserves[0] == state.reserves[1] == bytes((6, 4, 1, 2, 0))


def test_1_3_r1_each_zone_has_nine_squares_in_a_corner() -> None:
    assert {NAMES[s] for s in ZONES[0]} == {f + r for f in "ghi" for r in "123"}
    assert {NAMES[s] for s in ZONES[1]} == {f + r for f in "abc" for r in "789"}


def test_1_4_r33_a_zone_does_not_protect_its_units() -> None:
    text = "9/1h7/1T7/9/9/9/9/7H1/9 1 L 6.3.0.2.0 6.3.1.2.0 - 5 6"
    assert {"Tb7-a7", "Tb7xb8"} <= texts(at(text))


def test_1_5_1_7_reserve_values_are_clamped() -> None:
    values = bytearray((6, 4, 0, 5, 0))
    assert reserve.shift(values, reserve.MONEY, 4) == (reserve.MONEY, 1, 4)
    assert reserve.shift(values, reserve.LUCK, -1) == (reserve.LUCK, 0, -1)


def test_11_1_each_kind_of_action_has_its_notation() -> None:
    rich = "9/1h7/2t6/9/9/6t2/6T2/7H1/9 1 L 6.4.0.5.0 6.3.1.2.0 - 5 6"
    assert {"Hh2-h3", "Tg3xg4", "Tg3-f3", "rBi3", "$", ";"} <= texts(at(rich))
    assert texts(after(START, "rHh2")) >= {"rTg3", "rTi1"}
    call = at("9/1h7/2t6/9/9/9/6T2/7H1/9 1 C 5.3.4.2.0 6.3.1.0.0 - 1 5")
    assert texts(call) == {"@c", "@x"}


def test_1_8_r4_the_deck_has_thirty_five_cards() -> None:
    assert sum(horoscope.COPIES) == 35
    assert horoscope.COPIES[horoscope.TOKEN] == 2
    assert [sum(horoscope.COPIES[n : n + 4]) for n in (0, 4, 8)] == [11, 11, 11]
    assert [horoscope.COPIES[n : n + 4] for n in (0, 4, 8)] == [(4, 3, 3, 1)] * 3


def test_1_9_r36_nothing_is_hidden_from_any_viewer() -> None:
    for actions in ("", "?1h,2s"):
        state = after(PLAIN.replace(" L ", " N "), actions)
        for viewer in (-1, 0, 1):
            assert state.observation(viewer).to_text() == state.to_text()


def attacks(letter: str) -> set[str]:
    """Return the squares that a piece on e5 of an empty board attacks."""
    board = bytearray(81)
    board[INDEX["e5"]] = code(0, LETTERS.index(letter))
    return {NAMES[s] for s in open_attacks(board, INDEX["e5"])}


AROUND = set("d4 d5 d6 e4 e6 f4 f5 f6".split())


def test_2_6_the_hero_attacks_the_eight_squares_around() -> None:
    assert attacks("H") == AROUND


def test_2_7_the_assassin_attacks_two_squares_in_eight_directions() -> None:
    assert attacks("A") == AROUND | set("c3 c5 c7 e3 e7 g3 g5 g7".split())


def test_2_8_the_rider_attacks_in_an_l() -> None:
    assert attacks("J") == set("c4 c6 d3 d7 f3 f7 g4 g6".split())


def test_2_9_the_lancer_attacks_the_second_square_of_each_diagonal() -> None:
    assert attacks("L") == set("c3 c7 g3 g7".split())


def test_2_10_the_ram_attacks_along_rank_and_file() -> None:
    assert attacks("T") == set("c5 d5 e3 e4 e6 e7 f5 g5".split())


def test_2_11_the_barbarian_attacks_the_next_square_of_each_diagonal() -> None:
    assert attacks("B") == set("d4 d6 f4 f6".split())


ONE_UNIT = "9/7h1/9/9/9/3BT4/9/7H1/9 1 L 6.3.0.2.0 6.4.1.2.0 - 5 6"


def test_7_3_only_one_unit_acts_per_turn() -> None:
    assert {"Te4-e5", "Bd4-d5"} <= texts(at(ONE_UNIT))
    moved = texts(after(ONE_UNIT, "Te4-e5"))
    assert not any(name[0] in "TB" for name in moved)


def test_2_2_r15_the_hero_is_not_a_unit_and_acts_besides_one() -> None:
    assert "Hh2-h3" in texts(after(ONE_UNIT, "Te4-e5"))
    assert "Te4-e5" in texts(after(ONE_UNIT, "Hh2-h3"))


def test_2_1_only_the_assassin_moves_two_squares() -> None:
    text = "9/1h7/9/9/4A4/9/9/7H1/9 1 L 6.3.0.2.0 6.3.1.2.0 - 5 6"
    assert sum(name.startswith("A") for name in texts(at(text))) == 16
    text = text.replace("4A4", "4J4")
    assert sum(name.startswith("J") for name in texts(at(text))) == 8


def test_2_12_r8_there_is_no_check() -> None:
    text = "9/9/9/4h4/4T4/9/9/7H1/9 2 L 6.3.0.2.0 6.3.1.2.0 - 5 6"
    assert "He6-e7" in texts(at(text))
    assert after(text, ";").result is None


def test_3_1_r9_each_player_places_hero_and_ram_openly_in_his_zone() -> None:
    state = after(START, "rHh2")
    assert texts(state) == {f"rT{NAMES[s]}" for s in ZONES[0] if NAMES[s] != "h2"}
    assert after(START, "rHh2 rTg3").current_player() == 1
    assert refused(START, "rBg1")[0] == "illegal"


def test_4_1_a_turn_has_horoscope_and_free_phase_and_two_turns_make_a_round() -> None:
    phases = [after(PLAIN, text).to_text().split()[1:3] for text in ("", ";", "; ?1h,2s,F")]
    assert phases == [["1", "L"], ["2", "N"], ["2", "O:1h,2s,F"]]
    both = after(PLAIN, "; ?1h,2s,F=2s ;")
    assert both.to_text().split()[1:3] == ["1", "N"] and both.to_text().split()[-1] == "7"


def test_4_2_treaties_and_horoscope_cannot_be_skipped() -> None:
    begun = after(PLAIN, ";").to_text()
    for early in (";", "Hb8-b7"):
        assert refused(begun, early)[0] == "phase"
        assert refused(begun, f"?1h,2s,F {early}")[0] == "phase"


def test_r29_a_player_without_money_and_luck_plays_on() -> None:
    poor = PLAIN.replace("6.3.0.2.0", "6.3.0.0.0")
    assert after(poor, "Hh2-h3 ; ?1h,2s,F=2s ; ?1h,2s,3s=1h").result is None


SPENT = "9/1h7/2t6/9/9/9/6T2/7H1/9 1 L 1.3.0.0.0 6.3.1.2.0 HU 5 6"


def test_4_3_the_free_phase_may_be_ended_without_acting() -> None:
    assert ";" in texts(at(PLAIN))
    assert after(PLAIN, ";").side == 1


def test_4_4_r11_the_turn_does_not_end_automatically() -> None:
    assert at(SPENT).current_player() == 0
    assert after(PLAIN, "Hh2-h3 Tg3-g4").current_player() == 0


def test_r22_ending_the_turn_is_always_possible() -> None:
    assert texts(at(SPENT)) == {";"}


def test_5_1_r12_each_treaty_applies_after_the_one_before() -> None:
    state = after("9/1h7/2t6/9/9/9/6T2/7H1/9 2 L 5.4.4.3.0 6.3.1.0.0 - 0 4", ";")
    assert [step.cause for step in state.story] == ["honour"]
    state = after("9/1h7/2t6/9/9/9/6T2/7H1/9 2 L 5.3.6.2.0 6.3.1.0.0 - 0 4", "; @cc")
    assert [step.cause for step in state.story] == ["luck", "coin", "money"]
    assert [step.changes for step in state.story] == [((3, 2, 2),), ((0, 1, 1),), ((1, -1, -1),)]


DRAWING = "9/1h7/2t6/9/9/9/6T2/7H1/9 1 N 6.4.0.2.0 6.4.1.2.0 - 0 1"


def test_10_4_a_player_whose_coin_costs_the_last_vitality_loses() -> None:
    tossed = "9/1h7/2t6/9/9/9/6T2/7H1/9 {} C 1.3.4.2.0 1.3.4.2.0 - 1 5"
    for side, winner in (("1", 1), ("2", 0)):
        over = after(tossed.format(side), "@cx").outcome()
        assert over is not None and (over.reason, over.winner) == ("suerte", winner)


def test_6_1_r37_three_cards_are_drawn_one_by_one() -> None:
    for drawn in ("", "?1h", "?1h ?1h"):
        assert after(DRAWING, drawn).current_player() == CHANCE
    assert after(DRAWING, "?1h ?1h ?2s").current_player() == 0


def test_6_3_cards_return_to_the_deck_and_equal_cards_are_one_choice() -> None:
    state = after(DRAWING, "?1h,1h,1h")
    assert texts(state) == {"=1h"}
    again = after(state.to_text(), "=1h ; ?4h,1h,1h=4h ;")
    assert sum(n for _, n in again.chance_outcomes()) == 35


def test_r5_each_player_has_his_own_deck() -> None:
    kept = DRAWING.replace(" 6.4.1.2.0 ", " 6.4.1.2.2 ")
    assert sum(n for _, n in at(kept).chance_outcomes()) == 35
    assert sum(n for _, n in at(kept, deck="shared").chance_outcomes()) == 33


def test_6_2_r14_a_card_without_effect_may_be_chosen() -> None:
    text = "9/1h7/2t6/9/9/9/6T2/7H1/9 1 O:4d,1h,F 6.4.0.6.0 6.4.1.2.0 - 0 1"
    assert texts(at(text)) == {"=4d", "=1h", "=F"}
    assert after(text, "=4d").reserves[0] == bytes((6, 4, 0, 6, 0))


def test_6_4_r28_tokens_can_be_gained_with_the_assassin_on_the_board() -> None:
    text = "9/1h7/2t6/9/4A4/9/6T2/7H1/9 1 O:4d,1h,F 6.4.0.6.1 6.4.1.2.0 - 0 1"
    assert after(text, "=F").reserves[0][reserve.TOKENS] == 2


def test_7_1_7_2_a_purchase_may_come_between_two_actions() -> None:
    assert after(PLAIN, "Hh2-h3 rBh2 Tg3-g4").to_text().split()[5] == "HU+h2"
    assert refused(PLAIN, "Hh2-h3 Hh3-h4")[0] == "illegal"


FULL = "9/1h7/9/9/9/9/6BBB/6BHB/6BTT 1 L 6.3.0.6.0 6.3.1.2.0 - 5 6"


def test_7_5_r16_a_full_zone_prevents_purchases() -> None:
    assert not any(name.startswith("r") for name in texts(at(FULL)))
    assert any(name == "rLi3" for name in texts(after(FULL, "Bi3-i4")))


def test_7_5_r35_a_bought_unit_enters_on_a_free_square_of_the_zone() -> None:
    rich = PLAIN.replace("6.3.0.2.0", "6.3.0.6.0")
    assert after(rich, "rLi1").to_text().split()[0].endswith("/8L")
    bought = {name[2:] for name in texts(at(rich)) if name.startswith("rL")}
    assert bought == {NAMES[s] for s in ZONES[0]} - {"g3", "h2"}


def test_7_6_a_destroyed_unit_can_be_bought_again() -> None:
    text = "9/1h7/9/9/9/9/6TT1/7H1/9 1 L 6.3.0.6.0 6.3.1.2.0 - 5 6"
    assert not any(name.startswith("rT") for name in texts(at(text)))
    assert "rTg1" in texts(at(text.replace("6TT1", "6T2")))


@pytest.mark.parametrize(
    ("values", "possible"),
    [("2.4.0.5.0", True), ("1.4.0.5.0", False), ("2.3.0.5.0", False), ("2.4.0.6.0", False)],
)
def test_7_10_r20_a_sacrifice_needs_vitality_honour_and_room_for_money(
    values: str, possible: bool
) -> None:
    state = at(PLAIN.replace("6.3.0.2.0", values))
    assert (("sacrifice",) in state.legal_actions()) == possible


def test_8_1_8_3_the_coin_is_fair() -> None:
    text = "9/1h7/2t6/9/9/9/6T2/7H1/9 1 P:c 5.3.6.4.0 6.3.1.0.0 - 1 5"
    assert at(text).chance_outcomes() == [(("coin", 0), 1), (("coin", 1), 1)]
    assert at(text).current_player() == CHANCE


def triples(state: RilatriaState) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """Yield every draw of three cards with its probability from the chance weights."""
    if state.current_player() != CHANCE:
        yield state.cards, Fraction(1)
        return
    outcomes = state.chance_outcomes()
    whole = sum(weight for _, weight in outcomes)
    for action, weight in outcomes:
        then = state.clone()
        then.apply(action)
        for cards, chance in triples(then):
            yield cards, chance * weight / whole


def test_8_4_draw_probabilities_match_the_sheet() -> None:
    text = "9/1h7/2t6/9/9/9/6T2/7H1/9 1 N 6.4.0.2.0 6.4.1.2.0 - 0 1"
    none = list(triples(at(text)))
    assert sum(chance for _, chance in none) == 1

    def chance(draws: list[tuple[tuple[int, ...], Fraction]], wanted: set[int]) -> Fraction:
        return sum((p for cards, p in draws if wanted & set(cards)), Fraction())

    assert chance(none, {12}) == Fraction(1089, 6545)
    one = list(triples(at(text.replace("6.4.0.2.0", "6.4.0.2.1"))))
    assert chance(one, {12}) == Fraction(3, 34)
    assert round(float(chance(none, {8, 9, 10, 11})), 4) == 0.6908
    assert round(float(chance(none, {3, 7, 11})), 4) == 0.2422


def test_8_5_seeded_draws_follow_the_deck_order() -> None:
    """Section 8: `r(len)` picks from the ordered deck, and the drawn card is removed."""

    class Script(Random):
        def __init__(self, numbers: list[int]) -> None:
            super().__init__(0)
            self.numbers, self.asked = numbers, list[int]()

        def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
            self.asked.append(start)
            return self.numbers.pop(0)

    rng = Script([3, 3, 32])
    sampler, state = (
        ChanceSampler(rng),
        at("9/1h7/2t6/9/9/9/6T2/7H1/9 1 N 6.4.0.2.0 6.4.1.2.0 - 0 1"),
    )
    while state.current_player() == CHANCE:
        state.apply(sampler(state))
    assert rng.asked == [35, 34, 33]
    # The fourth 1h, then the first 2h, then the last card.
    assert state.to_text().split()[2] == "O:1h,2h,F"
    coin = at("9/1h7/2t6/9/9/9/6T2/7H1/9 1 P:c 5.3.6.4.0 6.3.1.0.0 - 1 5")
    assert [ChanceSampler(Script([n]))(coin) for n in (0, 1)] == [("coin", 0), ("coin", 1)]


def test_r23_r21_every_game_ends_for_a_reason_of_the_rules() -> None:
    causes = set()
    for seed in range(12):
        options = {"quiet": 30, "rounds": 40, "blow": 2 + seed % 2}
        game = Rilatria(options)
        match = Match(MatchConfig("rilatria", dict(game.options)), game=game)
        play_on(match, Random(seed))
        state = match.state
        assert isinstance(state, RilatriaState)
        assert state.result is not None
        causes.add(state.result.reason)
        assert max(values[reserve.VITALITY] for values in state.reserves) > 0
    assert causes <= {"heroe", "vitalidad", "suerte", "calma", "limite"}


def test_r24_losing_all_units_does_not_lose_the_game() -> None:
    text = "9/1h7/9/9/4b4/4T4/9/7H1/9 1 L 6.3.0.2.0 6.3.1.2.0 - 5 6"
    state = after(text, "Te4xe5 ;")
    assert state.result is None


def test_r25_the_call_comes_before_the_coin_toss() -> None:
    text = "9/1h7/2t6/9/9/9/6T2/7H1/9 1 C 5.3.6.4.0 6.3.1.0.0 - 1 5"
    assert texts(at(text)) == {"@c", "@x"}
    assert refused(text, "c")[0] == "phase"


def test_10_1_r27_capturing_the_hero_takes_precedence_over_vitality() -> None:
    text = "9/9/9/4h4/9/4T4/9/7H1/9 1 L 6.3.0.2.0 1.3.1.2.0 - 5 6"
    assert after(text, "Te4xe6").to_text().split()[2] == "X:1-0:heroe"


def test_10_5_r38_the_phase_decides_on_resignation_and_draw() -> None:
    phases = {"C": 1, "P:c": 0, "N": 0, "N:1h": 0, "O:1h,1s,1d": 1, "L": 2}
    for phase, number in phases.items():
        text = f"9/1h7/2t6/9/9/9/6T2/7H1/9 2 {phase} 6.3.1.0.0 5.3.6.4.0 - 1 5"
        state = at(text)
        assert len(state.table_actions()) == number, phase
        assert not {"abandona", "tablas"} & texts(state)
    assert at(START).table_actions() == []
    assert after(PLAIN, "tablas").to_text().split()[2] == "X:1/2-1/2:acuerdo"
    assert refused(text.replace(" L ", " O:1h,1s,1d "), "tablas")[0] == "phase"


def test_12_4_12_5_the_limits_can_be_set_by_options() -> None:
    quiet = "9/1h7/2t6/9/9/9/6T2/7H1/9 1 L 6.4.0.2.0 6.4.1.2.0 - 9 10"
    assert after(quiet, ";", quiet=10).to_text().split()[2] == "X:1/2-1/2:calma"
    last = "9/1h7/2t6/9/9/9/6T2/7H1/9 2 L 6.4.0.2.0 6.4.1.2.0 - 2 10"
    assert after(last, ";", rounds=10).to_text().split()[2] == "X:1/2-1/2:limite"


def test_12_3_counting_equal_values_is_still_a_draw() -> None:
    text = "9/1h7/2t6/9/9/9/6T2/7H1/9 1 L 5.3.0.2.0 5.3.1.0.0 - 9 30"
    assert after(text, ";", quiet=10, limit="count").to_text().split()[2] == "X:1/2-1/2:calma"


def test_r5_12_2_a_shared_deck_lacks_the_tokens_of_both_players() -> None:
    text = "9/1h7/2t6/9/9/9/6T2/7H1/9 1 N 6.4.0.2.1 6.4.1.2.1 - 0 1"
    assert sum(n for _, n in at(text, deck="shared").chance_outcomes()) == 33
    assert sum(n for _, n in at(text).chance_outcomes()) == 34


@pytest.mark.parametrize(
    "options",
    [{"blow": 4}, {"deck": "none"}, {"quiet": 9}, {"rounds": 1000}, {"rounds": True}, {"x": 1}],
)
def test_r42_unknown_options_are_state_errors(options: dict[str, object]) -> None:
    with pytest.raises(BadOptions) as caught:
        Rilatria(options)
    assert caught.value.code == "state"


def test_r41_turn_lists_begin_with_the_choice_of_a_card() -> None:
    from engine.dev.turns import sequences, turn_texts

    game = Rilatria()
    text = "9/1h7/9/9/9/9/9/7H1/9 1 O:1h,1h,1s 6.3.0.0.0 6.3.1.2.0 - 5 6"
    found, more = turn_texts(game, game.state_from_text(text), 1000)
    assert not more
    assert "=1h ;" in found and "=1s Hh2-h3 ;" in found
    # Each card: end the turn or one of 8 hero steps; honour 4 also allows a sacrifice before or
    # after the step.
    assert len(found) == (1 + 8) + (1 + 8) + (1 + 8) + 8
    assert all(len(turn) >= 2 for turn in sequences(game.state_from_text(text)))


def test_the_story_of_a_turn_explains_every_change_of_a_reserve() -> None:
    """The values before plus the changes of the story must give the values after."""
    game = Rilatria()
    match = Match(MatchConfig("rilatria"), sampler=seeded(3), game=game)
    rng = Random(3)
    while not match.over and len(match.events) < 400:
        before = match.state.clone()
        event = match.take(rng.choice(match.options_now()))
        state = match.state
        assert isinstance(state, RilatriaState) and isinstance(before, RilatriaState)
        told = state.story if event.action[0] == "end" else state.story[len(before.story) :]
        if event.action == ("place", 5, event.action[-1]):
            continue
        for side in (0, 1):
            sums = [0] * 5
            for step in told:
                for change in step.changes if step.side == side else ():
                    sums[change.what] += change.by
            pairs = zip(before.reserves[side], state.reserves[side], strict=True)
            assert sums == [now - was for was, now in pairs], event
