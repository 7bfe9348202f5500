"""House rules: healing by honour, the purse, a start near the centre (12.7 to 12.9)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.core.errors import BadPosition
from engine.core.options import normalize
from engine.core.texts import Message
from engine.dev.common import catalogue
from engine.dev.walks import random_walk
from engine.games import game_editor
from engine.games.rilatria.game import Rilatria
from engine.games.rilatria.info import INFO
from engine.games.rilatria.rules.horoscope import PURSE
from engine.games.rilatria.rules.pieces import NAMES
from engine.games.rilatria.rules.reserve import DUSK, LUCK, VITALITY
from engine.games.rilatria.rules.state import RilatriaState
from engine.games.rilatria.search import hints
from engine.games.rilatria.search.evaluate import LATER, NEVER, PERHAPS, SURELY, mode_of
from engine.games.rilatria.table.rewards import card_reward
from engine.match import record
from engine.match.match import Match, MatchConfig
from tests.fixtures.told import tells
from tests.games.answers import arranged, game_of, goal_of
from tests.games.rilatria.table import START, after, at, refused, texts

# J2's ram on e6 can be taken; both have honour 4 and can be healed.
FIGHT = "9/1h7/9/4t4/9/4T4/6L2/7H1/9 1 L 5.4.2.2.0 5.4.2.1.0 - 5 {}"
HOUSE = {"mend": "dusk", "purse": "yes", "field": "near"}
CHOOSING = "9/1h7/2t6/9/9/9/6T2/7H1/9 1 O:1h,1h,2s 6.3.0.{}.0 6.3.1.2.0 - 5 6"


def fight(mend: str, actions: str, number: int = 6) -> RilatriaState:
    """Return the position after the actions of J1 and the end of that turn."""
    field = "" if mend == "always" else " -"
    return after(FIGHT.format(number) + field, f"{actions} ;", mend=mend)


def gained(mend: str, actions: str, number: int = 6) -> int:
    """Return the vitality that honour restores to J2 after J1's actions."""
    (honour,) = (step for step in fight(mend, actions, number).story if step.cause == "honour")
    return honour.changes[0].by


# -- healing by honour ---------------------------------------------------------------------------


def test_12_7_honour_restores_nothing_after_a_lost_piece() -> None:
    assert [gained("always", one) for one in ("Hh2-h3", "Te4xe6")] == [1, 1]
    assert [gained("rest", one) for one in ("Hh2-h3", "Te4xe6")] == [1, 0]


def test_12_7_honour_restores_nothing_after_a_sacrifice() -> None:
    quiet = "?1s,1s,1s=1s ;"
    healed = fight("rest", f"Hh2-h3 ; {quiet.removesuffix(' ;')}")
    paid = fight("rest", f"$ ; {quiet.removesuffix(' ;')}")
    assert (healed.side, healed.reserves[0][VITALITY]) == (0, 6)
    assert (paid.side, paid.reserves[0][VITALITY]) == (0, 4)
    again = after(paid.to_text(), f"?1s,1s,1s=1s ; {quiet}", mend="rest")
    assert again.reserves[0][VITALITY] == 5  # what was lost before the last turn is forgotten


def test_12_7_from_round_26_on_honour_restores_nothing() -> None:
    assert [gained("dusk", "Hh2-h3", number) for number in (DUSK - 1, DUSK)] == [1, 0]
    assert gained("rest", "Hh2-h3", DUSK) == 1
    assert gained("dusk", "Te4xe6") == 0


def test_r45_only_the_gain_of_vitality_changes() -> None:
    state = fight("rest", "Te4xe6")
    assert (state.reserves[1][VITALITY], state.reserves[1][LUCK]) == (3, 1)
    coin = "9/1h7/2t6/9/9/9/6T2/7H1/9 1 C 5.3.4.2.0 6.3.1.0.0 - 1 5 -"
    assert after(coin, "@cx", mend="rest").hurt == 0


def test_r45_nothing_counts_in_the_first_turn() -> None:
    assert gained("rest", "Te4xe6", 1) == 1
    assert gained("rest", "Te4xe6", 2) == 0


def test_12_7_the_telling_says_why_honour_restored_nothing() -> None:
    for mend, actions, number, key in (
        ("rest", "Te4xe6", 6, "tell.honour.rest"),
        ("dusk", "Hh2-h3", DUSK, "tell.honour.dusk"),
        ("always", "Te4xe6", 6, "tell.honour"),
    ):
        field = "" if mend == "always" else " -"
        state = after(FIGHT.format(number) + field, actions, mend=mend)
        (told,) = (
            one for one in tells(game_of(state), state, ("end",)) if "honour" in one.words.key
        )
        assert told.words.key == key
        assert len(told.changes) == 2 - (mend != "always")  # luck, and vitality only by default


def note(state: RilatriaState, side: int) -> str:
    """Return the key of the sentence beside a player's honour."""
    area = next(one for one in game_of(state).scene(state, 0).areas if one.id == f"reserve{side}")
    found = area.items[1].note
    assert found is not None
    return found.key


def test_12_7_the_reserve_says_whose_honour_will_restore_nothing() -> None:
    state = after(FIGHT.format(6) + " -", "Te4xe6", mend="rest")
    assert [note(state, side) for side in (0, 1)] == ["treaty.honour", "treaty.honour.rest"]
    late = at(FIGHT.format(DUSK) + " -", mend="dusk")
    assert [note(late, side) for side in (0, 1)] == ["treaty.honour.dusk"] * 2


def test_12_7_a_card_does_not_promise_vitality_that_honour_will_not_restore() -> None:
    drawn = "9/1h7/2t6/9/9/9/6T2/7H1/9 1 O:1h,1d,2s 5.4.0.2.0 6.3.1.2.0 - 5 {}"
    for mend, number, key in (
        ("rest", 6, "reward.heals.rest"),
        ("dusk", DUSK - 2, "reward.heals.rest"),
        ("dusk", DUSK - 1, "reward.heals.dusk"),
    ):
        state = at(drawn.format(number) + " -", mend=mend)
        brings = card_reward(state, 0).params["brings"]
        assert isinstance(brings, Message) and brings.key == key
    usual = card_reward(at(drawn.format(6)), 0).params["brings"]
    assert isinstance(usual, Message) and usual.key == "reward.heals"


def test_12_7_the_sacrifice_says_that_it_costs_the_healing() -> None:
    for mend, number, key in (
        ("always", 6, "choice.sacrifice"),
        ("rest", 6, "choice.sacrifice.rest"),
        ("dusk", DUSK - 2, "choice.sacrifice.rest"),
        ("dusk", DUSK - 1, "choice.sacrifice"),
    ):
        state = at(FIGHT.format(number) + " -" * (mend != "always"), mend=mend)
        assert [one.label.key for one in game_of(state).scene(state, 0).choices][1] == key


def test_12_7_the_last_rounds_before_dusk_are_counted() -> None:
    for number, left in ((DUSK - 6, []), (DUSK - 5, [5]), (DUSK - 1, [1]), (DUSK, [])):
        state = at(FIGHT.format(number) + " -", mend="dusk")
        status = game_of(state).scene(state, 0).status
        assert [one.params["n"] for one in status if one.key == "status.dusk"] == left
    state = at(FIGHT.format(DUSK - 1) + " -", mend="rest")
    assert not game_of(state).scene(state, 0).status


# -- the ninth field -----------------------------------------------------------------------------


def test_9_10_the_ninth_field_names_who_has_lost_a_piece_or_sacrificed() -> None:
    text = FIGHT.format(6)
    assert after(text, "Te4xe6").to_text().split()[8:] == []
    for actions, field in (("", "-"), ("$", "1"), ("Te4xe6", "2"), ("Te4xe6 $", "12")):
        state = after(f"{text} -", actions, mend="rest")
        assert state.to_text().split()[8] == field
        assert at(state.to_text(), mend="rest").to_text() == state.to_text()


@pytest.mark.parametrize(
    ("text", "field"),
    [
        (FIGHT.format(6), "nine_fields"),
        (FIGHT.format(6) + " 21", "hurt"),
        (FIGHT.format(6) + " 1", "hurt"),
        (FIGHT.format(6).replace(" - ", " $ ") + " -", "hurt"),
        (FIGHT.format(6).replace(" - ", " Ux ") + " -", "hurt"),
        (START + " 1", "hurt"),
    ],
)
def test_9_10_a_ninth_field_that_contradicts_the_turn_is_refused(text: str, field: str) -> None:
    with pytest.raises(BadPosition) as caught:
        at(text, mend="rest")
    assert (caught.value.field, caught.value.code) == (field, "state")


def test_9_10_without_the_option_there_is_no_ninth_field() -> None:
    with pytest.raises(BadPosition):
        at(FIGHT.format(6) + " -")


def test_9_10_the_editor_offers_the_ninth_field() -> None:
    plain, house = (game_editor(Rilatria(one)) for one in ({}, {"mend": "rest"}))
    assert plain is not None and house is not None
    assert "hurt" not in {one.name for one in plain.fields}
    sheet = house.start()
    assert sheet.value("hurt") == "-"
    wrong = house.fault(sheet.with_value("hurt", "12"))
    assert wrong is not None and (wrong.field, wrong.message.clause) == ("hurt", "9.10")


# -- the purse -----------------------------------------------------------------------------------


def test_12_8_the_purse_gives_1_money_instead_of_a_card() -> None:
    text = CHOOSING.format(2)
    assert texts(at(text, purse="yes")) == {"=1h", "=2s", "=+"}
    assert after(text, "=+", purse="yes").to_text().split()[2:4] == ["L", "6.3.0.3.0"]
    assert texts(at(text)) == {"=1h", "=2s"}
    assert refused(text, "=+")[0] == "syntax"


def test_r46_the_purse_is_no_card() -> None:
    full = after(CHOOSING.format(6), "=+", purse="yes")
    assert full.to_text().split()[3] == "6.3.0.6.0"
    drawn = after(full.to_text(), "; ?1h,1h,2s=+ ;", purse="yes")
    assert sum(weight for _, weight in drawn.chance_outcomes()) == 35
    assert refused(drawn.to_text(), "?+", purse="yes")[0] == "syntax"


def test_12_8_the_purse_stands_beside_the_cards() -> None:
    usual, house = (at(CHOOSING.format(2), purse=purse) for purse in ("no", "yes"))
    for state, targets in (
        (usual, ["card:1h", "card:2s"]),
        (house, ["card:1h", "card:2s", "card:+"]),
    ):
        area = next(one for one in game_of(state).scene(state, 0).areas if one.id == "horoscope")
        assert [item.target for item in area.items] == targets
    (told,) = (one for one in tells(game_of(house), house, ("choose", PURSE)) if not one.aside)
    assert (told.words.key, len(told.shown)) == ("tell.chooses", 4)  # all three cards go back


def test_12_8_whoever_must_choose_hears_of_the_purse() -> None:
    usual, house = (at(CHOOSING.format(2), purse=purse) for purse in ("no", "yes"))
    for state, end in ((usual, ""), (house, ".purse")):
        assert game_of(state).prompt(state, 0).key == f"prompt.choose{end}"
        why = game_of(state).explain(state, ("sq:h2",))
        assert why is not None and why.key == f"explain.card{end}"


# -- the start near the centre -------------------------------------------------------------------

NEAR = "rHh2 rTg3 rJf4 rLg2 rBf2 rBh4"
FAR = "rHb8 rTc7 rJd6 rLc8 rBb6 rBd8"


def test_12_9_zones_lie_nearer_and_more_pieces_start() -> None:
    begun = after(START, f"{NEAR} {FAR}", field="near")
    assert begun.to_text().split()[:3] == ["9/1hlb5/2t6/1b1j5/9/5J1B1/6T2/5BLH1/9", "1", "N"]
    zones = [{NAMES[square] for square in zone} for zone in Rilatria({"field": "near"}).zones]
    assert zones[0] == {file + rank for file in "fgh" for rank in "234"}
    assert zones[1] == {file + rank for file in "bcd" for rank in "678"}


def test_r47_the_pieces_are_placed_in_the_order_of_their_kinds() -> None:
    assert {one[1] for one in texts(at(START, field="near"))} == {"H"}
    asked = ""
    for number in range(6):
        state = after(START, " ".join(NEAR.split()[:number]), field="near")
        (kind,) = {one[1] for one in texts(state)}
        asked += kind
    assert asked == "HTJLBB"
    assert refused(START, "rHh2 rBg3", field="near")[0] == "illegal"
    assert after(START, NEAR, field="near").side == 1
    hit = after(START, f"{NEAR.replace('rJf4 rLg2', 'rJg2 rLf4')} {FAR}", field="near")
    struck = after(hit.to_text(), "?1h,1h,1h=1h Lf4xd6", field="near")
    assert struck.reserves[1][VITALITY] == 4


def test_12_9_units_are_bought_in_the_nearer_zone() -> None:
    text = "9/1h7/2t6/9/9/9/6T2/7H1/9 1 L 6.3.0.2.0 6.3.1.2.0 - 5 6"
    assert "rBf4" in texts(at(text, field="near")) and "rBf4" not in texts(at(text))
    assert "rBi1" not in texts(at(text, field="near")) and "rBi1" in texts(at(text))
    state = at(text, field="near")
    why = game_of(state).explain(state, ("kind:barbarian", "sq:i1"))
    assert why is not None and why.key == "explain.zone"


def test_12_9_the_set_up_says_what_is_still_to_be_placed() -> None:
    game, state = Rilatria({"field": "near"}), at(START, field="near")
    draft: tuple[tuple[str, str], ...] = ()
    wanted = [
        "arrange.several", "arrange.several", "arrange.several", "arrange.several",
        "arrange.several", "arrange.barbarian", "",
    ]  # fmt: skip
    army = ("hero", "ram", "rider", "lancer", "barbarian", "barbarian")
    for number, key in enumerate(wanted):
        plan = arranged(game, state, draft)
        assert [one.key for one in plan.problems] == [key] * bool(key)
        if number < len(army):
            assert plan.due == f"kind:{army[number]}"
            draft = (*draft, (army[number], sorted(plan.allowed["kind:hero"])[0]))
    assert plan.actions and after(START, NEAR, field="near").side == 1
    turned = game.mirror_draft(state, draft)
    assert len(turned) == 6 and game.arrangement(state, turned) is not None


def test_12_9_the_set_up_explains_what_cannot_be_placed() -> None:
    state = after(START, "rHh2", field="near")
    for path, key in (
        (("kind:assassin",), "explain.setup_only.near"),
        (("kind:hero",), "explain.placed"),
        (("kind:rider",), "explain.setup_choose"),
        (("kind:ram", "sq:i1"), "explain.zone"),
        (("kind:ram", "sq:h2"), "explain.occupied"),
    ):
        why = game_of(state).explain(state, path)
        assert why is not None and why.key == key


# -- all of them ---------------------------------------------------------------------------------


def presets() -> dict[str, dict[str, Any]]:
    return {one.id: normalize(INFO.options, one.options) for one in INFO.presets}


def test_presets_of_the_house_rules_have_their_options() -> None:
    found = presets()
    usual = found["standard"]
    assert found["skirmish"] == usual | HOUSE
    assert found["battle"] == usual | HOUSE | {"mend": "rest"}


@pytest.mark.parametrize("seed", range(4))
def test_records_of_a_skirmish_can_be_read_again(seed: int) -> None:
    game = Rilatria(HOUSE)
    rng = Random(f"skirmish {seed}")
    match = random_walk(Match(MatchConfig("rilatria", dict(game.options)), game=game), rng)
    text = record.write(match)
    assert '[Options "field=near mend=dusk purse=yes"]' in text
    again = record.read(text, "rilatria")
    assert (record.write(again), again.state.to_text()) == (text, match.state.to_text())


def test_the_goal_names_the_house_rules_that_are_on() -> None:
    words = catalogue("rilatria", "en")
    plain = at(START)
    assert goal_of(plain).key == "goal.mine"
    for name, value in HOUSE.items():
        state = at(START + " -" * (name == "mend"), **{name: value})
        goal = words.text(goal_of(state))
        assert words.text(f"house.{name}.{value}") in goal and words.text(goal_of(plain)) in goal


# -- the computer --------------------------------------------------------------------------------


def test_the_computer_knows_when_honour_heals() -> None:
    struck = after(FIGHT.format(6) + " -", "Te4xe6", mend="rest")
    assert [mode_of(struck, side) for side in (0, 1)] == [PERHAPS, LATER]
    assert mode_of(at(FIGHT.format(DUSK) + " -", mend="dusk"), 1) == NEVER
    assert mode_of(at(FIGHT.format(DUSK)), 1) == SURELY


def first(text: str, **options: Any) -> str:
    """Return the candidate that the computer ranks first."""
    state = at(text, **options)
    _, action = max(hints.generate(state, True), key=lambda one: one[0])
    return game_of(state).action_text(state, action)


def test_the_computer_takes_the_purse_if_no_card_is_worth_more() -> None:
    useless = "9/1h7/2t6/9/9/9/6T2/7H1/9 1 O:1h,1h,1h 6.6.0.1.0 6.3.1.2.0 - 5 6"
    assert first(useless, purse="yes") == "=+"
    better = useless.replace("1h,1h,1h", "1h,1h,3d")
    assert first(better, purse="yes") == "=3d"


def test_the_computer_sacrifices_only_to_buy_where_it_costs_healing() -> None:
    """At full vitality honour 4 would heal the sacrifice at once by default."""
    poor = "9/1h7/2t6/9/9/9/6T2/7H1/9 1 L 6.4.0.0.0 6.3.1.2.0 - 5 6"
    assert first(poor) == "$"
    assert first(poor + " -", mend="rest") != "$"
    near = "9/1h7/2t6/9/9/9/6T2/7H1/9 1 L 6.4.0.1.0 6.3.1.2.0 - 5 6 -"
    assert first(near, mend="rest") == "$"


def test_the_computer_sets_up_its_pieces_near_the_centre() -> None:
    for seed in range(20):
        state = at(START, field="near")
        for _ in (0, 1):
            for action in hints.setup(state, Random(seed)):
                assert action in state.legal_actions()
                state.apply(action)
        assert state.phase == "N"
