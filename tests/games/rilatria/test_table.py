"""Scene texts of Rilatria: refusals with their clause, cards, offers, shop and setup."""

from __future__ import annotations

import json
from random import Random

import pytest

from engine.core.scene import Area
from engine.core.texts import Message
from engine.dev.common import catalogue, clauses, words
from engine.games import game_text
from engine.games.rilatria.game import Rilatria
from engine.games.rilatria.rules.pieces import HERO, NAMES
from engine.games.rilatria.rules.reserve import LUCK, MONEY, VITALITY, opened
from engine.games.rilatria.rules.state import RilatriaState
from tests.games.rilatria.table import PLAIN, START, after, at
from tests.games.rilatria.walks import walk
from ui.learn.lessons.book import lessons_of


def reason(text: str, *path: str) -> tuple[str, str]:
    """Return (key, clause) of the refusal."""
    state = at(text)
    message = state.game.explain(state, path)
    assert message is not None
    assert message.clause in clauses("rilatria", "es")
    return message.key, message.clause


def area(state: RilatriaState, name: str) -> Area:
    scene = state.game.scene(state, 0)
    return next(one for one in scene.areas if one.id == name)


def says(message: Message | None) -> str:
    assert message is not None
    return words("rilatria", message)


RICH = PLAIN.replace("6.3.0.2.0", "5.4.0.6.1")
FIGHT = "9/7h1/9/4t4/4b4/4T4/4B1L2/7H1/9 1 L 6.3.0.2.0 6.4.1.2.0 - 5 6"


@pytest.mark.parametrize(
    ("text", "path", "expected"),
    [
        (START, ("sq:g1",), ("explain.setup_choose", "3.1")),
        (START, ("kind:ram",), ("explain.hero_first", "3.1")),
        (START, ("kind:hero", "sq:f3"), ("explain.zone", "1.3")),
        (PLAIN, ("sq:e5",), ("explain.choose_piece", "7.1")),
        (PLAIN, ("sq:b8",), ("explain.not_yours", "7.1")),
        (PLAIN, ("kind:rider",), ("explain.price", "7.4")),
        (PLAIN, ("kind:assassin",), ("explain.assassin_price", "7.7")),
        (RICH, ("kind:ram", "sq:g4"), ("explain.zone", "7.5")),
        (RICH, ("kind:ram", "sq:h2"), ("explain.occupied", "7.5")),
        (PLAIN.replace("- 5", "H 5"), ("sq:h2",), ("explain.hero_done", "7.2")),
        (PLAIN.replace("- 5", "U 5"), ("sq:g3",), ("explain.unit_done", "7.3")),
        (FIGHT, ("sq:e4", "sq:e6"), ("explain.blocked", "2.3")),
        (FIGHT, ("sq:e4", "sq:c4"), ("explain.only_attacks", "2.5")),
        (FIGHT, ("sq:e4", "sq:a1"), ("explain.too_far", "2.1")),
        (FIGHT, ("sq:e4", "sq:e3"), ("explain.own_piece", "2.4")),
        (FIGHT.replace("- 5", "H 5"), ("sq:e4", "sq:h2"), ("explain.hero_done", "7.2")),
        (FIGHT, ("sq:e3", "sq:e5"), ("explain.attack.barbarian", "2.11")),
        (FIGHT.replace("- 5", "+e4 5"), ("sq:e4", "sq:e5"), ("explain.recruit", "7.8")),
        (PLAIN.replace(" L ", " O:1h,1s,1d "), ("sq:h2",), ("explain.card", "6.2")),
        (PLAIN.replace(" L ", " C ").replace("3.0", "3.4", 1), ("sq:h2",), ("explain.call", "5.4")),
    ],
)
def test_every_refusal_names_its_clause(
    text: str, path: tuple[str, ...], expected: tuple[str, str]
) -> None:
    assert reason(text, *path) == expected


def test_moves_and_attacks_are_marked_differently() -> None:
    state = at(FIGHT)
    marks = {state.game.path(state, a): state.game.mark(state, a) for a in state.legal_actions()}
    assert marks[("sq:e4", "sq:e5")] == "capture"
    assert marks[("sq:e4", "sq:d4")] == "move"


def test_6_2_cards_say_what_effect_they_would_have() -> None:
    text = PLAIN.replace(" L ", " O:4d,1h,F ").replace("6.3.0.2.0", "5.3.0.6.0")
    items = area(at(text), "horoscope").items
    assert [item.target for item in items] == ["card:4d", "card:1h", "card:F"]
    assert says(items[0].note) == "No effect: money is at its maximum"
    assert says(items[1].note) == "3 → 4: +1 vitality next turn"


def test_7_2_7_10_the_scene_shows_which_actions_are_left() -> None:
    state = after(RICH, "Hh2-h3 rBg1")
    states = [item.state for item in area(state, "turn").items]
    assert states == ["spent", "", "", ""]
    blocked = at(PLAIN.replace("6.3.0.2.0", "6.3.0.1.0"))
    assert [item.state for item in area(blocked, "turn").items] == ["", "", "blocked", "blocked"]


def test_7_8_recruits_have_a_badge() -> None:
    scene = Rilatria().scene(after(PLAIN, "rBi3"), 0)
    assert [piece.square for piece in scene.pieces if piece.badges] == ["i3"]


def test_7_7_the_shop_explains_the_assassin() -> None:
    items = {item.glyph: item for item in area(at(PLAIN), "shop").items}
    assert items["assassin"].state == "blocked"
    assert "a token" in says(items["assassin"].note)
    assert {i.glyph: i.state for i in area(at(RICH), "shop").items}["assassin"] == ""


def test_3_1_a_setup_draft_can_be_edited_completed_and_mirrored() -> None:
    game = Rilatria()
    state = game.initial_state()
    plan = game.arrangement(state, (("ram", "g3"), ("barbarian", "g1"), ("hero", "a9")))
    assert plan is not None and [p.key for p in plan.problems] == ["arrange.hero"]
    assert game.prompt(plan.shown, 0).key == "prompt.hero"
    draft = game.random_draft(state, Random(1), (("ram", "g3"),))
    plan = game.arrangement(state, draft)
    assert plan is not None and not plan.problems
    assert game.prompt(plan.shown, 0).key == "prompt.ready"
    for action in plan.actions:
        assert action in state.legal_actions()
        state.apply(action)
    assert state.current_player() == 1
    mirrored = game.mirror_draft(state, draft)
    assert {kind for kind, _ in mirrored} == {"hero", "ram"}
    assert game.arrangement(after(PLAIN, ";")) is None


def test_random_setup_places_the_hero_far_from_the_enemy_zone() -> None:
    """`guide.setup` advises it; five of the zone's nine squares face the enemy."""
    game = Rilatria()
    for side, far in ((0, {"i1", "h1", "i2", "h2"}), (1, {"a9", "b9", "a8", "b8"})):
        state = game.initial_state()
        state.side = side
        drawn = [dict(game.random_draft(state, Random(seed))) for seed in range(40)]
        assert {one["hero"] for one in drawn} == far
        assert len({one["ram"] for one in drawn}) > 4


def test_reach_marks_moves_and_attacks_separately() -> None:
    marks = {mark.kind: set(mark.squares) for mark in Rilatria().reach(at(FIGHT), "sq:e3")}
    assert {"d2", "f4"} <= marks["reach"]
    assert marks["attack"] == {"d2", "d4", "f2", "f4"}


def test_the_graph_has_the_reserves_of_both_sides_turn_by_turn() -> None:
    states = [at(START), at(PLAIN), after(PLAIN, "rBi3")]
    series = Rilatria().graph(states)
    assert [(one.label.key, one.side) for one in series][:2] == [
        ("reserve.vitality", 0),
        ("reserve.vitality", 1),
    ]
    assert len(series) == 8
    assert {one.top for one in series} == {6}
    money = next(one for one in series if one.label.key == "reserve.money")
    assert money.values == (2, 2, 0)


def test_6_3_equal_cards_say_that_only_one_of_them_is_gained() -> None:
    """The note explains the “×2” on a card: two of the three cards are equal."""
    state = at(PLAIN.replace(" L ", " O:1d,1d,1h "))
    notes = {i.letter: says(i.note) for i in area(state, "horoscope").items}
    assert "2 of the three cards are the same; you take one." in notes["1d"]
    assert "this one" not in notes["1h"]


def test_5_2_notes_give_the_order_of_the_treaties_and_mention_the_coin() -> None:
    notes = {i.glyph: says(i.note) for i in area(at(PLAIN), "reserve0").items if i.note}
    assert notes["medal"].startswith("First, ") and notes["clover"].startswith("Then, ")
    assert notes["coins"].startswith("Last, ") and notes["clover"].endswith("toss a coin")


TOSSED = "9/1h7/2t6/9/9/9/6T2/7H1/9 1 P:c {0}.3.4.2.0 6.3.1.2.0 - 0 4"


@pytest.mark.parametrize(
    ("vitality", "face", "said"),
    [
        (3, "c", "The coin shows heads, as called: vitality 3 → 4."),
        (6, "c", "The coin shows heads, as called. Vitality stays at 6."),
        (3, "x", "The coin shows tails, not as called: vitality 3 → 2."),
    ],
)
def test_5_5_the_question_about_the_cards_says_what_the_coin_did(
    vitality: int, face: str, said: str
) -> None:
    state = after(TOSSED.format(vitality), f"{face} ?1h ?1s ?1d")
    shown = [catalogue("rilatria", "en").text(one) for one in state.game.scene(state, 0).status]
    assert shown == [said]
    state.apply(state.game.parse_action(state, "=1h"))
    assert not state.game.scene(state, 0).status


def test_5_6_the_question_about_the_coin_says_what_is_at_stake() -> None:
    keys = {1: "prompt.call.last", 2: "prompt.call", 5: "prompt.call", 6: "prompt.call.full"}
    for vitality, key in keys.items():
        state = at(f"9/1h7/2t6/9/9/9/6T2/7H1/9 1 C {vitality}.3.4.2.0 6.3.1.0.0 - 1 5")
        assert state.game.prompt(state, 0).key == key
    for lang in ("es", "en"):
        words = catalogue("rilatria", lang)
        assert all("−1" not in words.text(f"prompt.call.last{end}", who="") for end in ("", ".you"))


def test_7_10_the_button_that_ends_the_turn_stands_first() -> None:
    """So it keeps its place when the sacrifice beside it is no longer possible."""
    state = at(PLAIN.replace("6.3.0.2.0", "5.4.0.2.0"))
    assert [one.target for one in state.game.scene(state, 0).choices] == [
        "btn:end",
        "btn:sacrifice",
    ]


def test_3_1_one_sentence_says_what_is_still_to_be_placed() -> None:
    game, state = Rilatria(), at(START)
    for draft, keys in (
        ((), ["arrange.both"]),
        ((("hero", "i1"),), ["arrange.ram"]),
        ((("ram", "i1"),), ["arrange.hero"]),
        ((("hero", "i1"), ("ram", "g1")), []),
    ):
        plan = game.arrangement(state, draft)
        assert plan is not None and [one.key for one in plan.problems] == keys


def test_3_1_the_setup_names_the_piece_it_asks_for() -> None:
    game, state = Rilatria(), at(START)
    for draft, due in (
        ((), "kind:hero"),
        ((("hero", "i1"),), "kind:ram"),
        ((("ram", "i1"),), "kind:hero"),
        ((("hero", "i1"), ("ram", "g1")), ""),
    ):
        plan = game.arrangement(state, draft)
        assert plan is not None and plan.due == due


def test_pieces_are_named_by_their_players() -> None:
    words = catalogue("rilatria", "en")
    labels = {words.text(piece.label) for piece in Rilatria().scene(at(PLAIN), 0).pieces}
    assert any(label.endswith(" of Player 1") for label in labels)
    assert not any("South" in label or "North" in label for label in labels)


def test_5_2_lesson_and_guide_say_what_honour_and_money_do_at_4() -> None:
    for lang, honour, money in (
        ("en", "4 or more honour give 1 vitality", "4 or more money cost 1 honour"),
        ("es", "con 4 o más: el honor da 1 de vitalidad", "el dinero quita 1 de honor"),
    ):
        lessons = json.loads(game_text("rilatria", f"locale/lessons.{lang}.json") or "{}")
        assert honour in lessons["1.6.done"] and money in lessons["1.6.done"]
        guide = catalogue("rilatria", lang).text("guide.choose")
        assert "1 honour" in guide or "1 de honor" in guide


def test_the_last_card_of_the_first_lesson_does_what_the_lesson_says() -> None:
    step = lessons_of("rilatria").steps[0][-1]
    for lang, phrase in (("es", "de 5 a 4"), ("en", "from 5 to 4")):
        said = json.loads(game_text("rilatria", f"locale/lessons.{lang}.json") or "{}")
        assert phrase in said["1.6.done"]
    (good,) = step.solutions
    for card in ("=2d", "=1h", "=1s"):
        own = after(step.position, card).reserves[0]
        values, _, coin = opened(bytes(own), 0)
        luck, money = values[LUCK], values[MONEY] - own[MONEY]
        assert (luck, money, coin) == ((4, 1, True) if card == good else (3, 0, False))
        assert values[VITALITY] == own[VITALITY] + 1


def test_2_12_a_line_leads_to_the_hero_from_each_piece_that_can_attack_him() -> None:
    seen = 0
    for seed in range(30):
        for state in walk(Rilatria(), Random(seed)):
            assert isinstance(state, RilatriaState)
            lines = {one.squares for one in state.game.scene(state, 0).marks if one.kind == "line"}
            attacks = {
                (NAMES[action[1]], NAMES[action[2]])
                for action in state.legal_actions()
                if action[0] == "attack" and state.board[action[2]] & 7 == HERO
            }
            assert attacks <= lines, state.to_text()
            seen += bool(attacks)
    assert seen > 5
