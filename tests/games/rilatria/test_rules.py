"""Rules of sections 1 to 10 and the rulings, beyond the worked cases."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random

import pytest

from engine.core.contract import CHANCE
from engine.core.errors import BadOptions
from engine.dev.common import play_on
from engine.games.rilatria import horoscope, reserve
from engine.games.rilatria.game import Rilatria
from engine.games.rilatria.pieces import NAMES, ZONES
from engine.games.rilatria.state import RilatriaState
from engine.match.dealer import Dealer, seeded
from engine.match.match import Match, MatchConfig
from tests.games.rilatria.table import PLAIN, START, after, at, refused, texts

# Points that are decisions not to have a rule, or that every test of this file rests on.
CLAUSES = ("4.1", "4.2", "R29", "R31", "R32")


def test_1_1_1_2_1_6_r2_the_start() -> None:
    state = Rilatria().initial_state()
    assert state.to_text() == START
    assert state.current_player() == 0


def test_1_3_r1_zones() -> None:
    assert {NAMES[s] for s in ZONES[0]} == {f + r for f in "ghi" for r in "123"}
    assert {NAMES[s] for s in ZONES[1]} == {f + r for f in "abc" for r in "789"}


def test_1_4_r33_a_zone_protects_nobody() -> None:
    text = "9/1h7/1T7/9/9/9/9/7H1/9 1 L 6.3.0.2.0 6.3.1.2.0 - 5 6"
    assert {"Tb7-a7", "Tb7xb8"} <= texts(at(text))


def test_1_5_1_7_values_are_clamped() -> None:
    values = bytearray((6, 4, 0, 5, 0))
    assert reserve.shift(values, reserve.MONEY, 4) == (reserve.MONEY, 1)
    assert reserve.shift(values, reserve.LUCK, -1) == (reserve.LUCK, 0)


def test_1_8_r4_r28_the_deck() -> None:
    assert sum(horoscope.COPIES) == 35
    assert horoscope.COPIES[horoscope.TOKEN] == 2
    assert [sum(horoscope.COPIES[n : n + 4]) for n in (0, 4, 8)] == [11, 11, 11]


def test_1_9_r36_everybody_sees_everything() -> None:
    for actions in ("", "?1h,2s"):
        state = after(PLAIN.replace(" L ", " N "), actions)
        for viewer in (-1, 0, 1):
            assert state.observation(viewer).to_text() == state.to_text()


def test_2_2_7_3_r15_one_unit_only() -> None:
    text = "9/7h1/9/9/9/3BT4/9/7H1/9 1 L 6.3.0.2.0 6.4.1.2.0 - 5 6"
    moved = texts(after(text, "Te4-e5"))
    assert not any(name[0] in "TB" for name in moved)
    assert "Hh2-h3" in moved


@pytest.mark.parametrize(
    ("letter", "squares"),
    [
        ("H", "d4 d5 d6 e4 e6 f4 f5 f6"),
        ("A", "c3 c5 c7 d4 d5 d6 e3 e4 e6 e7 f4 f5 f6 g3 g5 g7"),
        ("J", "c4 c6 d3 d7 f3 f7 g4 g6"),
        ("L", "c3 c7 g3 g7"),
        ("T", "c5 d5 e3 e4 e6 e7 f5 g5"),
        ("B", "d4 d6 f4 f6"),
    ],
)
def test_2_6_2_7_2_8_2_9_2_10_2_11_attack_squares(letter: str, squares: str) -> None:
    from engine.games.rilatria.pieces import INDEX, LETTERS, code, open_attacks

    board = bytearray(81)
    board[INDEX["e5"]] = code(0, LETTERS.index(letter))
    assert sorted(NAMES[s] for s in open_attacks(board, INDEX["e5"])) == squares.split()


def test_2_1_only_the_assassin_moves_two() -> None:
    text = "9/1h7/9/9/4A4/9/9/7H1/9 1 L 6.3.0.2.0 6.3.1.2.0 - 5 6"
    assert sum(name.startswith("A") for name in texts(at(text))) == 16
    text = text.replace("4A4", "4J4")
    assert sum(name.startswith("J") for name in texts(at(text))) == 8


def test_2_12_r8_no_check() -> None:
    text = "9/9/9/4h4/4T4/9/9/7H1/9 2 L 6.3.0.2.0 6.3.1.2.0 - 5 6"
    assert "He6-e7" in texts(at(text))
    assert after(text, ";").result is None


def test_3_1_r9_set_up_in_the_open() -> None:
    state = after(START, "rHh2")
    assert texts(state) == {f"rT{NAMES[s]}" for s in ZONES[0] if NAMES[s] != "h2"}
    assert after(START, "rHh2 rTg3").current_player() == 1
    assert refused(START, "rBg1")[0] == "illegal"


def test_4_3_4_4_r11_r22_the_player_ends_the_turn() -> None:
    spent = "9/1h7/2t6/9/9/9/6T2/7H1/9 1 L 1.3.0.0.0 6.3.1.2.0 HU 5 6"
    state = at(spent)
    assert texts(state) == {";"}
    assert state.current_player() == 0


def test_5_1_r12_each_treaty_sees_the_one_before() -> None:
    state = after("9/1h7/2t6/9/9/9/6T2/7H1/9 2 L 5.4.4.3.0 6.3.1.0.0 - 0 4", ";")
    assert [step.cause for step in state.story] == ["honour"]
    state = after("9/1h7/2t6/9/9/9/6T2/7H1/9 2 L 5.3.6.2.0 6.3.1.0.0 - 0 4", "; @cc")
    assert [step.cause for step in state.story] == ["luck", "coin", "money"]
    assert [step.changes for step in state.story] == [((3, 2),), ((0, 1),), ((1, -1),)]


def test_6_1_6_3_r5_r37_three_cards_of_the_whole_deck() -> None:
    state = after("9/1h7/2t6/9/9/9/6T2/7H1/9 1 N 6.4.0.2.0 6.4.1.2.0 - 0 1", "?1h,1h,1h")
    assert texts(state) == {"=1h"}
    again = after(state.to_text(), "=1h ; ?4h,1h,1h=4h ;")
    assert sum(n for _, n in again.chance_outcomes()) == 35


def test_6_2_r14_a_useless_gain_is_a_choice() -> None:
    text = "9/1h7/2t6/9/9/9/6T2/7H1/9 1 O:4d,1h,F 6.4.0.6.0 6.4.1.2.0 - 0 1"
    assert texts(at(text)) == {"=4d", "=1h", "=F"}
    assert after(text, "=4d").reserves[0] == bytes((6, 4, 0, 6, 0))


def test_6_4_r28_tokens_with_the_assassin_on_the_board() -> None:
    text = "9/1h7/2t6/9/4A4/9/6T2/7H1/9 1 O:4d,1h,F 6.4.0.6.1 6.4.1.2.0 - 0 1"
    assert after(text, "=F").reserves[0][reserve.TOKENS] == 2


def test_7_1_7_2_purchases_between_the_actions() -> None:
    assert after(PLAIN, "Hh2-h3 rBh2 Tg3-g4").to_text().split()[5] == "HU+h2"
    assert refused(PLAIN, "Hh2-h3 Hh3-h4")[0] == "illegal"


def test_7_5_r16_r35_a_full_zone() -> None:
    full = "9/1h7/9/9/9/9/6BBB/6BHB/6BTT 1 L 6.3.0.6.0 6.3.1.2.0 - 5 6"
    assert not any(name.startswith("r") for name in texts(at(full)))
    assert "rLg3" not in texts(at(PLAIN.replace("6.3.0.2.0", "6.3.0.6.0")))


def test_7_6_a_destroyed_unit_can_be_bought_again() -> None:
    text = "9/1h7/9/9/9/9/6TT1/7H1/9 1 L 6.3.0.6.0 6.3.1.2.0 - 5 6"
    assert not any(name.startswith("rT") for name in texts(at(text)))
    assert "rTg1" in texts(at(text.replace("6TT1", "6T2")))


@pytest.mark.parametrize(
    ("values", "possible"),
    [("2.4.0.5.0", True), ("1.4.0.5.0", False), ("2.3.0.5.0", False), ("2.4.0.6.0", False)],
)
def test_7_10_r20_sacrifice(values: str, possible: bool) -> None:
    state = at(PLAIN.replace("6.3.0.2.0", values))
    assert (("sacrifice",) in state.legal_actions()) == possible


def test_8_1_8_3_the_coin_is_fair() -> None:
    text = "9/1h7/2t6/9/9/9/6T2/7H1/9 1 P:c 5.3.6.4.0 6.3.1.0.0 - 1 5"
    assert at(text).chance_outcomes() == [(("coin", 0), 1), (("coin", 1), 1)]
    assert at(text).current_player() == CHANCE


def triples(state: RilatriaState) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """Every draw of three cards with its probability, from the weights of the chance nodes."""
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


def test_8_4_the_four_fractions_of_the_sheet() -> None:
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
    """Section 8: `r(len)` picks from the ordered deck, and what is drawn is removed."""

    class Script(Random):
        def __init__(self, numbers: list[int]) -> None:
            super().__init__(0)
            self.numbers, self.asked = numbers, list[int]()

        def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
            self.asked.append(start)
            return self.numbers.pop(0)

    rng = Script([3, 3, 32])
    dealer, state = Dealer(rng), at("9/1h7/2t6/9/9/9/6T2/7H1/9 1 N 6.4.0.2.0 6.4.1.2.0 - 0 1")
    while state.current_player() == CHANCE:
        state.apply(dealer(state))
    assert rng.asked == [35, 34, 33]
    assert state.to_text().split()[2] == "O:1h,2h,F"  # the fourth 1h; then 2h is fourth; the last
    coin = at("9/1h7/2t6/9/9/9/6T2/7H1/9 1 P:c 5.3.6.4.0 6.3.1.0.0 - 1 5")
    assert [Dealer(Script([n]))(coin) for n in (0, 1)] == [("coin", 0), ("coin", 1)]


def test_r23_r21_every_game_ends_by_section_10() -> None:
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


def test_r24_losing_all_units_loses_nothing() -> None:
    text = "9/1h7/9/9/4b4/4T4/9/7H1/9 1 L 6.3.0.2.0 6.3.1.2.0 - 5 6"
    state = after(text, "Te4xe5 ;")
    assert state.result is None


def test_r25_the_call_comes_before_the_coin() -> None:
    text = "9/1h7/2t6/9/9/9/6T2/7H1/9 1 C 5.3.6.4.0 6.3.1.0.0 - 1 5"
    assert texts(at(text)) == {"@c", "@x"}
    assert refused(text, "c")[0] == "phase"


def test_10_1_r27_killing_the_hero_outranks_vitality() -> None:
    text = "9/9/9/4h4/9/4T4/9/7H1/9 1 L 6.3.0.2.0 1.3.1.2.0 - 5 6"
    assert after(text, "Te4xe6").to_text().split()[2] == "X:1-0:heroe"


def test_10_5_r38_resignation_and_draw_by_phase() -> None:
    phases = {"C": 1, "P:c": 0, "N": 0, "N:1h": 0, "O:1h,1s,1d": 1, "L": 2}
    for phase, number in phases.items():
        text = f"9/1h7/2t6/9/9/9/6T2/7H1/9 2 {phase} 6.3.1.0.0 5.3.6.4.0 - 1 5"
        state = at(text)
        assert len(state.table_actions()) == number, phase
        assert not {"abandona", "tablas"} & texts(state)
    assert at(START).table_actions() == []
    assert after(PLAIN, "tablas").to_text().split()[2] == "X:1/2-1/2:acuerdo"
    assert refused(text.replace(" L ", " O:1h,1s,1d "), "tablas")[0] == "phase"


def test_12_4_12_5_limits_are_options() -> None:
    quiet = "9/1h7/2t6/9/9/9/6T2/7H1/9 1 L 6.4.0.2.0 6.4.1.2.0 - 9 10"
    assert after(quiet, ";", quiet=10).to_text().split()[2] == "X:1/2-1/2:calma"
    last = "9/1h7/2t6/9/9/9/6T2/7H1/9 2 L 6.4.0.2.0 6.4.1.2.0 - 2 10"
    assert after(last, ";", rounds=10).to_text().split()[2] == "X:1/2-1/2:limite"


def test_12_3_equal_in_everything_stays_a_draw() -> None:
    text = "9/1h7/2t6/9/9/9/6T2/7H1/9 1 L 5.3.0.2.0 5.3.1.0.0 - 9 30"
    assert after(text, ";", quiet=10, limit="count").to_text().split()[2] == "X:1/2-1/2:calma"


def test_r5_12_2_a_shared_deck() -> None:
    text = "9/1h7/2t6/9/9/9/6T2/7H1/9 1 N 6.4.0.2.1 6.4.1.2.1 - 0 1"
    assert sum(n for _, n in at(text, deck="shared").chance_outcomes()) == 33
    assert sum(n for _, n in at(text).chance_outcomes()) == 34


@pytest.mark.parametrize(
    "options",
    [{"blow": 4}, {"deck": "none"}, {"quiet": 9}, {"rounds": 1000}, {"rounds": True}, {"x": 1}],
)
def test_r42_unknown_options(options: dict[str, object]) -> None:
    with pytest.raises(BadOptions) as caught:
        Rilatria(options)
    assert caught.value.code == "state"


def test_r41_whole_turns_from_the_choice_go_on() -> None:
    from engine.dev.turns import sequences, turn_texts

    game = Rilatria()
    text = "9/1h7/9/9/9/9/9/7H1/9 1 O:1h,1h,1s 6.3.0.0.0 6.3.1.2.0 - 5 6"
    found, more = turn_texts(game, game.state_from_text(text), 1000)
    assert not more
    assert "=1h ;" in found and "=1s Hh2-h3 ;" in found
    # with luck: nothing or the hero's 8 steps; with honour 4 also a sacrifice, before or after
    assert len(found) == (1 + 8) + (1 + 8) + (1 + 8) + 8
    assert all(len(turn) >= 2 for turn in sequences(game.state_from_text(text)))


def test_story_tells_every_change_of_a_reserve() -> None:
    """What the page explains adds up: values before, plus the story, are the values after."""
    game = Rilatria()
    match = Match(MatchConfig("rilatria"), dealer=seeded(3), game=game)
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
                for index, by in step.changes if step.side == side else ():
                    sums[index] += by
            pairs = zip(before.reserves[side], state.reserves[side], strict=True)
            change = [now - was for was, now in pairs]
            assert sums == change, event
