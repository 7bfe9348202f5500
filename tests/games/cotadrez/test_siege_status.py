"""Sentences about a besieged fortress: what can be lost, and when (rulebook, 4.9–4.19)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from engine.core.errors import BadPosition
from engine.core.options import Options
from engine.core.texts import Message
from engine.dev.common import LANGUAGES, catalogue
from engine.games.cotadrez.rules.movement import besiegers
from engine.games.cotadrez.rules.pieces import INDEX, NAMES, fortress_squares, ring_of
from engine.games.cotadrez.rules.state import BESIEGERS, EXCHANGE, CotadrezState
from engine.games.cotadrez.table.words import siege_status
from tests.games.answers import game_of
from tests.games.cotadrez.table import ctn, state
from tests.games.telling import read, told

NORTH = 1  # the besieged half
FORT = INDEX["e8"]
WATER = ("c5", "d5", "g5", "h5", "c6", "d6", "g6", "h6")
RING = tuple(NAMES[square] for square in ring_of(FORT))
TAKEN = {NAMES[s] for fort in ("e2", "e8") for s in fortress_squares(INDEX[fort])} | set(WATER)


def lines(position: CotadrezState) -> list[tuple[str, str, object]]:
    """Return key, key of the loss and number of units of each siege's sentence."""
    found: list[tuple[str, str, object]] = []
    for half in (0, 1):
        for one in siege_status(position, half):
            loss = one.params.get("loss")
            key, count = (loss.key, loss.params.get("n")) if isinstance(loss, Message) else ("", 0)
            found.append((one.key.rpartition(".")[2], key.removeprefix("loss."), count))
    return found


@pytest.mark.parametrize(
    ("stock", "loss"),
    [
        ({"res": ("", "EHH")}, ("reserve", 3)),
        ({"res": ("", "EHH"), "dun": ("", "L")}, ("saving", 3)),
        ({"res": ("", "REHH"), "dun": ("", "L")}, ("king", 3)),
        ({"res": ("", "R")}, ("lone_king", 0)),
        ({"dun": ("", "L")}, ("prisoner", None)),
    ],
)
def test_4_12_to_4_19_it_says_what_an_execution_would_take(
    stock: Options, loss: tuple[str, object]
) -> None:
    north = "Hj1" if "R" in stock.get("res", ("", ""))[1] else "Rj1"
    for side, when in (("N", "alert"), ("S", "now")):
        position = state(ctn("Ra1 Hd7 Df7", north, side=side, **stock))
        assert lines(position) == [(when, *loss)]


def test_4_19_it_says_that_there_is_nothing_to_take() -> None:
    for side in "NS":
        assert lines(state(ctn("Ra1 Hd7 Df7", "Rj1", side=side))) == [("nothing", "", 0)]


def test_4_14_a_siege_that_would_bare_the_king_is_not_called_ready() -> None:
    """Regression test: page and feed said that it could be executed."""
    stock: Options = {"forts": "b2c3,e8f9", "res": ("", "HH")}
    position = state(ctn("Rg1 Hd7 Hg7", "Eg10 Ra10", **stock), water="seco")
    assert not any(action[0] == "siege" for action in position.legal_actions())
    assert lines(position) == [("barred", "", 0)]
    before = state(ctn("Rg1 Hd7 Hg7", "Eg10 Rb10", side="N", **stock), water="seco")
    telling = told(before, read(before, "Rb10a10"), NORTH)
    assert telling[-1].words.key == "tell.siege.barred"


def test_4_9_no_sentence_without_a_siege_and_none_after_the_end() -> None:
    assert lines(state(ctn("Ra1 Hd7", "Rj1", res=("", "EH")))) == []
    won = ctn("Ra1 Hd7 Le7 Ta10 Ej7 Dg4 Eb9 Cb7", "Hj5", res=("", "RHH"), counters="20.5.0")
    position = state(won)
    for action in read(position, "<-ASEDIO (LHr RHHm)#"):
        position.apply(action)
    assert position.result is not None and lines(position) == []


def promised(position: CotadrezState, half: int) -> tuple[int, bool, bool]:
    """Play the execution of the siege of a half in every way that its side can answer; return the
    fewest units that leave its reserve, whether the game can end, and whether it frees a unit."""
    actions = [action for action in position.legal_actions() if action[0] == "siege"]
    lost, ended, freed = [], False, False
    for action in actions:
        after = position.clone()
        after.apply(action)
        freed = freed or sum(after.dungeons[half]) < sum(position.dungeons[half])
        exchange = after.result is None and after.frame() == EXCHANGE
        ends = [after.clone() for _ in after.legal_actions()] if exchange else [after]
        for end, answer in zip(ends, after.legal_actions() if exchange else [()], strict=True):
            if answer:
                end.apply(answer)
            lost.append(sum(position.reserves[half]) - sum(end.reserves[half]))
            ended = ended or end.result is not None
    return min(lost), ended, freed


def besieged(rng: Random) -> CotadrezState | None:
    """Return a position in which South has one to three units on North's ring and moves, or None
    if the units drawn make no legal one."""
    hidden = rng.random() < 0.4
    free = [name for name in NAMES if name not in TAKEN]
    south = _units(rng, RING, free, "".join(rng.sample("DEPCTBALH", rng.choice((1, 2, 2, 2, 3)))))
    south += _units(rng, free, free, "R")
    north = _units(rng, free, free, ("" if hidden else "R") + "".join(rng.sample("PCALH", 2)))
    reserve = "".join(one for one in "DETB" if rng.random() < 0.3)
    prison = "".join(one for one in "CAL" if rng.random() < 0.2)
    res = ("", ("R" if hidden else "") + reserve)
    try:
        return state(ctn(south, north, res=res, dun=("", prison), counters="20.5.0"))
    except BadPosition:
        return None


def _units(rng: Random, squares: Sequence[str], free: list[str], letters: str) -> str:
    chosen = rng.sample([one for one in squares if one in free], len(letters))
    free[:] = [one for one in free if one not in chosen]
    return "".join(f"{letter}{square} " for letter, square in zip(letters, chosen, strict=True))


def test_sentences_about_random_sieges_are_true() -> None:
    """Whatever a sentence promises for now, the execution does; without a siege nothing is said."""
    rng, kinds = Random(7), set()
    for position in [found for _ in range(400) if (found := besieged(rng)) is not None]:
        said = siege_status(position, NORTH)
        assert bool(said) == (len(besiegers(position.t, position.board, 0)) >= BESIEGERS)
        if not said:
            continue
        kind = said[0].key.removeprefix("status.siege.")
        possible = any(action[0] == "siege" for action in position.legal_actions())
        if kind == "barred":
            assert not possible
        elif possible:
            kind = _checked(position, said[0])
        kinds.add(kind)
    assert kinds >= {"nothing", "reserve", "saving", "king", "lone_king", "prisoner", "barred"}


def _checked(position: CotadrezState, sentence: Message) -> str:
    """Compare a sentence with the execution it speaks of; return the kind of loss."""
    lost, ended, freed = promised(position, NORTH)
    if sentence.key == "status.siege.nothing":
        assert (lost, ended, freed) == (0, False, False)
        return "nothing"
    loss = sentence.params["loss"]
    assert isinstance(loss, Message)
    kind = loss.key.removeprefix("loss.")
    assert freed or kind not in ("saving", "prisoner")
    assert kind in ("king", "lone_king") or not ended
    # everything leaves the reserve: lost, saved or, the king, come out
    assert lost == sum(position.reserves[NORTH])
    return kind


def test_every_sentence_about_a_siege_has_forms_for_both_sides() -> None:
    for lang in LANGUAGES:
        words = catalogue("cotadrez", lang)
        for key in ("alert", "now", "barred", "nothing"):
            for form in ("", ".you", ".rival"):
                assert words.has(f"status.siege.{key}{form}"), (lang, key, form)
        for key in ("reserve", "saving", "king", "lone_king", "prisoner"):
            assert words.has(f"loss.{key}") and words.has(f"loss.{key}.you"), (lang, key)


@pytest.mark.parametrize("units", ["Hd7", "Hd7 Ld8", "Hd7 Ld8 Cg8"])
def test_the_goal_never_counts_more_besiegers_than_a_siege_needs(units: str) -> None:
    position = state(ctn(f"Ra1 {units}", "Pj10", res=("", "R")))
    found = game_of(position).goal(position, 0)
    assert found is not None and found.key == "goal.siege"
    assert found.params["n"] == min(len(units.split()), BESIEGERS)
