"""Reasons for hints: each where it applies, and none that reveals hidden information."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from engine.core.contract import Action, State
from engine.games import REGISTRY, load_game
from engine.match import chance
from engine.match.match import Match, MatchConfig
from engine.search import quiet_reasons
from engine.search.reasons import REASONS, reasons
from tests.fixtures.sampled import sampled
from ui.words.i18n import LANGUAGES, I18n

SKIRMISH = "9/1h7/9/9/3t1T3/9/9/6H2/9 1 L 4.3.1.1.0 6.4.1.2.0 - 4 3"
BESIEGED = "9r/10/10/10/10/10/3c6/10/6lH2/R9 S S e2f3,e8f9 - PP - - - 8.0.0"
RAID = "b6b28/9bF/10/10/2~~2~~2/2~~2~~2/10/b99/6r23/rF8r8 red - 0 0 - - -"


def why(game_id: str, position: str, text: str) -> set[str]:
    game = load_game(game_id)()
    state = game.state_from_text(position)
    return names(state, game.parse_action(state, text))


def names(state: State, action: Action) -> set[str]:
    seen = state.observation(state.current_player())
    return {one.name for one in reasons(state.game, seen, action, Random(1))}


@pytest.mark.parametrize(
    ("game", "position", "action", "reason"),
    [
        ("andarraya", "6k1/5ppp/8/8/8/8/5PPP/3Q2K1 w - - 20 11", "d1d8", "wins"),
        ("andarraya", "4k3/8/8/3p4/8/8/8/3RK3 w - - 20 11", "d1d5", "takes_free"),
        ("andarraya", "4k3/8/4p3/3p4/8/8/8/3RK3 w - - 20 11", "d1d5", "takes"),
        ("andarraya", "4k3/8/8/8/8/8/8/3RK3 w - - 20 11", "d1d8", "check"),
        ("andarraya", "4k3/8/8/8/3r4/8/8/3N3K w - - 20 11", "d1e3", "saves"),
        ("cotadrez", "h9/10/10/6D3/4C5/10/10/10/10/R9 S S e2f3,e8f9 - EE RDE - - 4.4.0",
         "Cd8->ASEDIO", "siege"),
        ("cotadrez", "9r/10/10/10/10/10/10/10/10/R9 S S e2f3,e8f9 - PD - - - 8.0.0", "rDd4",
         "brings"),
        ("cotadrez", BESIEGED, "Hxg2 <-ASEDIO", "breaks_siege"),
        ("cotadrez", "r9/10/10/3H2D3/10/10/10/10/10/R9 S S e2f3,e8f9 - - EE - - 8.0.0",
         "<-ASEDIO (DHr EEm)", "executes"),
        ("rilatria", "9/1h7/9/9/3t1T3/9/9/6H2/9 1 L 4.3.1.1.0 6.4.1.2.0 - 4 3", "Tf5xd5", "takes"),
        ("stratego", "b68bF/10/10/10/2~~b41~~2/2~~r51~~2/10/10/10/rF8r4 red - 0 0 - - -", "e5xe6",
         "learns"),
        ("andarraya", "4k3/8/8/3r4/8/8/8/1N2K3 w - - 20 11", "b1c3", "threatens"),
        ("andarraya", "4k3/p7/8/8/8/8/8/1N2K3 w - - 20 11", "b1c3", "advances"),
        ("rilatria", SKIRMISH, "Hg2-g1", "retreats"),
        ("rilatria", SKIRMISH, "Tf5-f6", "evades"),
        ("rilatria", SKIRMISH, ";", "rests"),
        ("stratego", RAID, "g2-f2", "seeks"),
        ("stratego", RAID, "g2-b2", "guards"),
        ("stratego", RAID, "g2-g1", "safe"),
    ],
)  # fmt: skip
def test_each_reason_is_given_where_it_applies(
    game: str, position: str, action: str, reason: str
) -> None:
    found = why(game, position, action)
    assert reason in found, found


def test_a_besieged_player_is_not_told_that_he_besieges() -> None:
    """Nor is one who steps on the other ring alone."""
    assert "siege" not in why("cotadrez", BESIEGED, "Hxg2 <-ASEDIO")
    alone = "9r/10/10/10/10/10/6D3/10/10/R9 S S e2f3,e8f9 - - - - - 8.0.0"
    assert not why("cotadrez", alone, "Dg7") & {"siege", "executes", "breaks_siege"}


def test_a_move_that_averts_mate_saves_the_game() -> None:
    """Otherwise the rook would mate on the back rank."""
    back_row = "6k1/ppp2ppp/8/8/8/8/5PPP/4R1K1 b - - 21 11"
    assert "saves_game" in why("andarraya", back_row, "h7h6")
    assert "saves_game" not in why("andarraya", back_row, "c7c6")


# Four pieces defend the pawn on d7: capturing it loses the queen.
GUARDED = "r1bqkb1r/pppppppp/2n2n2/5Q2/8/4P3/PPPP1PPP/RNB1KBNR b AEHaeh - 5 3"


def test_a_protected_piece_is_not_in_danger() -> None:
    """A danger or threat counts only if the search finds that it costs something."""
    assert "saves" not in why("andarraya", GUARDED, "e7e6")
    covered = "1n2k3/pp6/2p5/3p4/8/8/PP6/1N2K3 w - - 20 11"
    assert "threatens" not in why("andarraya", covered, "b1c3")
    bare = "1n2k3/pp6/8/3p4/8/8/PP6/1N2K3 w - - 20 11"
    assert "threatens" in why("andarraya", bare, "b1c3")


def test_a_piece_that_could_only_blunder_is_not_saved() -> None:
    """The queen is in no danger where she stands, though three of her moves would be bad."""
    game = load_game("andarraya")()
    text = "rnbqk1nr/pp2pp1p/7b/2pp2p1/3P4/6P1/PPPQPP1P/RNB1KBNR w AEHaeh d6 8 5"
    state = game.state_from_text(text)
    action = game.parse_action(state, "b1c3")
    found = reasons(game, state.observation(0), action, Random(1))
    assert not [one for one in found if one.name == "saves" and one.square == "g5"]


def test_a_quiet_action_is_safe_only_if_it_leaves_nothing_to_capture() -> None:
    assert why("andarraya", "8/8/8/8/4k3/8/8/4K3 w - - 20 11", "e1d1") == {"safe"}
    hanging = "r3kb1r/ppp1pppp/3q4/8/4N1b1/3PP3/PP1P1PPP/R1B1K2R b AEHaeh - 15 8"
    assert why("andarraya", hanging, "h7h6") == {"best"}
    guarded = "r2qkb1r/ppp1pppp/3p4/8/4N1b1/3PP3/PP1P1PPP/R1B1K2R b AEHaeh - 15 8"
    assert why("andarraya", guarded, "h7h6") == {"safe"}, "the knight would be lost for a pawn"


def test_a_saved_piece_is_not_also_called_in_danger() -> None:
    assert why("andarraya", "4k3/8/8/8/1r6/8/8/1N2K3 w - - 20 11", "b1c3") == {"saves"}


@pytest.mark.parametrize("game_id", REGISTRY)
def test_every_action_has_a_reason(game_id: str) -> None:
    state = middle(game_id, 3)
    seen = state.observation(state.current_player())
    for action in sorted(seen.legal_actions())[:6]:
        assert reasons(state.game, seen, action, Random(1)), action


def test_minor_reasons_are_given_only_without_better_ones() -> None:
    """Coming closer is no reason if the action captures a rook."""
    assert why("andarraya", "4k3/8/8/3p4/8/8/8/3RK3 w - - 20 11", "d1d5") == {"takes_free"}


def test_an_answer_is_not_called_a_rest() -> None:
    """Pressing a button to answer an attack ends nobody's turn."""
    match = Match(MatchConfig("twocities"), chance.seeded(4))
    match.begin()
    rng, seen = Random(4), 0
    while not match.over and not seen:
        state = match.state
        if state.frame() == "evade":
            seen += 1
            for action in state.legal_actions():
                assert "rests" not in names(state, action)
        match.play(rng.choice(match.options_now()))
    assert seen


def first(game_id: str, presses: Callable[[State, Action], bool]) -> tuple[State, set[str]]:
    """Return the first state of a random game with a wanted action, and that action's reasons."""
    match = Match(MatchConfig(game_id), chance.seeded(2))
    match.begin()
    rng = Random(2)
    while not match.over:
        state = match.state
        for action in state.legal_actions():
            if presses(state, action) and (found := names(state, action)):
                return state, found
        match.play(rng.choice(match.options_now()))
    raise AssertionError("never")


def test_a_sacrifice_names_what_it_pays_for() -> None:
    _, found = first("rilatria", lambda state, action: action[0] == "sacrifice")
    assert found <= {"allows", "money"}


def test_a_horoscope_card_names_its_purpose() -> None:
    """The reasons are the game's own and in its catalogue."""
    _, found = first("rilatria", lambda state, action: action[0] == "choose")
    words = I18n("es", "rilatria")
    assert all(words.has(f"computer.why.{name}") for name in found)


def test_a_card_is_chosen_for_the_pieces_it_lets_act() -> None:
    _, found = first("twocities", lambda state, action: action[0] == "play")
    assert found & {"lets", "lets_some"}


def middle(game_id: str, seed: int) -> State:
    match = Match(MatchConfig(game_id), chance.seeded(seed))
    match.begin()
    rng = Random(seed)
    for _ in range(rng.randrange(90, 160)):
        if match.over:
            break
        match.play(rng.choice(match.options_now()))
    return match.state if not match.over else match.state_at(len(match.events) - 1)


@pytest.mark.parametrize("seed", sampled(range(3)))
@pytest.mark.parametrize("game_id", sampled(REGISTRY, 3, shift=3))
def test_squares_of_reasons_are_targets_in_the_scene(game_id: str, seed: int) -> None:
    match = Match(MatchConfig(game_id), chance.seeded(seed))
    match.begin()
    rng = Random(seed)
    for number in range(140):
        if match.over:
            break
        state = match.state
        if number % 4 == 0:
            seen = state.observation(state.current_player())
            scene = state.game.scene(seen, state.current_player())
            named = {"", *(one.name for one in scene.board.squares)}
            named |= {item.target for area in scene.areas for item in area.items}
            action = rng.choice(sorted(state.legal_actions()))
            assert {one.square for one in reasons(state.game, seen, action, Random(1))} <= named
        match.play(rng.choice(match.options_now()))


@pytest.mark.parametrize("game_id", sampled(REGISTRY, 3))
@pytest.mark.parametrize("seed", sampled(range(3), shift=1))
def test_reasons_do_not_depend_on_hidden_information(game_id: str, seed: int) -> None:
    state = middle(game_id, seed)
    me = state.current_player()
    if me < 0:
        return
    game, seen = state.game, state.observation(me)
    other = seen.determinize(me, Random(seed + 7))
    assert other.observation(me).key() == seen.key()
    actions = sorted(seen.legal_actions(), key=repr)
    for action in (*actions[:4], *actions[-4:]):
        here = reasons(game, seen, action, Random(1))
        assert here == reasons(game, other.observation(me), action, Random(1))
        words = I18n("en", game_id)
        assert all(words.has(f"computer.why.{one.name}") for one in here)


@pytest.mark.parametrize("seed", range(3))
def test_reasons_of_quiet_moves_do_not_depend_on_hidden_information(seed: int) -> None:
    """Two untouched armies: the reasons are equal for any two determinizations."""
    match = Match(MatchConfig("stratego"), chance.seeded(seed))
    match.begin()
    rng = Random(seed)
    while match.state.frame() != "turn":
        match.play(rng.choice(match.options_now()))
    state = match.state
    me, said = state.current_player(), set[str]()
    seen = state.observation(me)
    worlds = [seen.determinize(me, Random(one)) for one in range(2)]
    assert worlds[0].key() != worlds[1].key()
    for action in sorted(seen.legal_actions()):
        told = [reasons(state.game, world.observation(me), action, Random(1)) for world in worlds]
        assert told[0] == told[1] == reasons(state.game, seen, action, Random(1))
        said |= {one.name for one in told[0]}
    assert said & {"seeks", "safe"}


@pytest.mark.parametrize("game_id", sampled(["rilatria", "twocities"]))
def test_every_decision_has_a_reason_with_words(game_id: str) -> None:
    """For everything a hint may propose, so that no hint comes without an explanation."""
    words = [I18n(lang, game_id) for lang in LANGUAGES]
    rng, asked = Random(8), 0
    for seed in range(3):
        match = Match(MatchConfig(game_id), chance.seeded(seed))
        match.begin()
        while not match.over and asked < 120 * (seed + 1):
            state = match.state
            if state.game.arrangement(state) is None and len(state.legal_actions()) > 1:
                seen, asked = state.observation(state.current_player()), asked + 1
                action = rng.choice(sorted(seen.legal_actions()))
                found = reasons(state.game, seen, action, Random(1))
                assert found, (action, seen.to_text())
                assert all(one.has(f"computer.why.{found[0].name}") for one in words), found
            match.play(rng.choice(match.options_now()))
    assert asked > 100


def test_a_sacrifice_that_buys_at_once_does_not_save_up() -> None:
    """Its reason is what it pays for at once, not a later purchase."""
    game = load_game("rilatria")()
    state = game.state_from_text("9/1h7/9/9/3t1T3/9/9/6H2/9 1 L 4.4.1.1.0 6.4.1.2.0 - 4 3")
    assert names(state, ("sacrifice",)) == {"allows"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_reason_has_words(lang: str) -> None:
    assert all(I18n(lang).has(f"computer.why.{name}") for name in REASONS)


@pytest.mark.parametrize(
    ("moves", "told"),
    [
        ([("a1", "a2")], ["advances"]),
        ([("a4", "a3")], ["retreats"]),
        ([("a1", "a2"), ("b1", "b2")], ["advances", "advances"]),
        ([("a1", "a2"), ("a4", "a3")], []),
    ],
)
def test_pieces_that_part_give_no_reason_against_each_other(
    moves: list[tuple[str, str]], told: list[str]
) -> None:
    class Row:
        """Squares whose distance to the other side is 9 less their number."""

        def distance(self, square: str) -> float:
            return 9.0 - int(square[1:])

    row: Any = Row()
    assert [name for name, _ in quiet_reasons._ways(row, row, moves)] == told
