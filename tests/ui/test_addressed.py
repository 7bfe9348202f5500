"""A person alone at a device is addressed: “Your turn”, not the name of the seat."""

from __future__ import annotations

import re

import pytest

from engine.games import REGISTRY
from tests.fixtures.present import present
from tests.fixtures.says import game_says, game_wording, says
from tests.fixtures.targets import aim
from tests.ui.fakes import STEPS
from tests.ui.test_i18n import catalogue_folders, read
from tests.ui.test_opponent import slots, table
from ui.words.i18n import LANGUAGES

RESERVE = STEPS.replace("e2f3,e8f9 - -", "e2f3,e8f9 - H")


def heading(seats: tuple[int, ...], game: str = "cotadrez", start: str | None = None) -> str:
    screen, _ = table(seats, start, game, names=("Ana", "Blas"))
    found = present(re.search(r'<h1 class="decision">([^<]*)<', slots(screen)))
    return found[1]


def test_the_only_person_is_addressed_and_two_are_named() -> None:
    assert heading((0, 3), start=STEPS) == says("prompt.turn.you")
    assert heading((0, 0), start=STEPS) == "Ana to move"
    assert heading((3, 0), start=STEPS) == "Ana to move"  # the computer decides
    assert heading((0, 3)) == game_says("cotadrez", "prompt.fortress.you")
    assert heading((0, 3), "rilatria") == "Place your hero"
    assert heading((0, 3), "stratego") == game_says("stratego", "prompt.place.you")


def test_the_guide_names_the_reserve_only_while_it_can_be_used() -> None:
    guide = re.compile(r'class="guide">([^<]*)<')
    for start, said in (
        (STEPS, game_says("cotadrez", "guide.turn")),
        (RESERVE, game_says("cotadrez", "guide.turn.place")),
    ):
        screen, _ = table((0, 3), start)
        (shown,) = guide.findall(slots(screen))
        assert said in shown


def test_sentences_about_an_opponent_use_its_name() -> None:
    screen, _ = table((0, 3), STEPS)
    screen.press(aim("act:draw"))
    assert says("far.offering.sure", who="Roldán") in slots(screen)
    screen.press(aim("act:draw-yes"))
    assert "Roldán is considering your offer" in slots(screen)


def test_ready_looks_unavailable_until_everything_is_placed() -> None:
    screen, _ = table((0, 3), None, "stratego")
    ready = re.compile(r'<button[^>]*data-target="act:ready"[^>]*>')
    (before,) = ready.findall(slots(screen))
    assert 'aria-disabled="true"' in before and 'title="40 pieces left to place."' in before
    assert "primary" not in before
    screen.press(aim("act:random"))
    (after,) = ready.findall(slots(screen))
    assert "aria-disabled" not in after and "primary" in after


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", REGISTRY)
def test_every_prompt_that_says_your_has_a_form_for_the_reader(game: str, lang: str) -> None:
    """A prompt in the third person (“coloca su héroe”) has a form in the second."""
    (folder, name), *_ = (one for one in catalogue_folders() if f"/{game}/" in str(one[0]))
    texts = read(folder, name, lang)
    third = re.compile(r"\{who\}.* (?:su|sus|the (?:hero|ram|army|fortress|king))\b")
    asked = [key for key, text in texts.items() if key.startswith("prompt.") and third.search(text)]
    over = ("prompt.won.", "prompt.draw.")
    assert [one for one in asked if f"{one}.you" not in texts and not one.startswith(over)] == []
    for key, text in texts.items():
        if key.endswith(".you"):
            assert key.removesuffix(".you") in texts and "{who}" not in text, key


def test_a_siege_is_told_from_the_readers_side() -> None:
    """Besieged, besieging and two people at one device each read their own sentence."""
    besieged = "10/10/10/3H1D4/10/10/10/10/10/R8r N S e2f3,e8f9 - - EH - - 8.0.0"
    status = re.compile(r'class="status">(.*?)</p>')

    def said(seats: tuple[int, ...], start: str) -> list[str]:
        screen, _ = table(seats, start, names=("Ana", "Blas"))
        found = [re.sub("<[^>]*>", "", one) for one in status.findall(slots(screen))]
        return [one.partition(" §")[0] for one in found]

    assert said((0, 0), besieged) == [
        "Siege of Blas’s fortress: if two besiegers are still there next turn, Ana can take Blas’s "
        "reserve (2 units)."
    ]
    (mine,) = said((3, 0), besieged)
    assert mine.startswith(game_wording("cotadrez", "status.siege.alert.you"))
    assert mine.endswith("can take your reserve (2 units).")
    (ready,) = said((0, 3), besieged.replace(" N S ", " S S "))
    assert ready == "Your siege is ready: press Blas’s fortress to take Blas’s reserve (2 units)."
