"""Scenes of Cotadrez: fog, besiegers, relays and the steps of a deployment."""

from __future__ import annotations

from random import Random

from engine.core.contract import Draft
from engine.core.scene import Scene
from engine.dev.common import catalogue
from engine.games.cotadrez.game import Cotadrez
from engine.games.cotadrez.rules.attacks import attackers
from engine.games.cotadrez.rules.pieces import KING, code
from engine.games.cotadrez.rules.state import EXCHANGE, MARCH, TURN, CotadrezState
from tests.fixtures.words import play
from tests.games.cotadrez.table import ctn, state
from tests.games.cotadrez.walks import walk
from tests.games.telling import read, told
from ui.learn.lessons.book import lessons_of, sentences


def seen(position: CotadrezState, viewer: int) -> Scene:
    return Cotadrez().scene(position.observation(viewer), viewer)


def fog(scene: Scene) -> set[str]:
    return {name for region in scene.regions if region.kind == "fog" for name in region.squares}


def test_2_13_fog_covers_each_half_that_the_viewer_may_not_see() -> None:
    start = Cotadrez().initial_state()
    assert [fog(seen(start, viewer)) for viewer in (-1, 0, 1)] == [set()] * 3
    placed = play(start, "rFe2f3 rDg4")
    south = {f"{file}{rank}" for file in "abcdefghij" for rank in range(1, 6)}
    everywhere = {f"{file}{rank}" for file in "abcdefghij" for rank in range(1, 11)}
    assert fog(seen(placed, 1)) == south
    assert fog(seen(placed, 0)) == everywhere - south
    assert fog(seen(placed, -1)) == everywhere
    battle = state(ctn("Ra1", "Rj10"))
    assert fog(seen(battle, 0)) == set()


def test_4_9_a_single_unit_on_the_enemy_ring_is_marked() -> None:
    def marked(south: str, kind: str) -> list[set[str]]:
        marks = seen(state(ctn(south, "Rj10")), 1).marks
        return [set(mark.squares) for mark in marks if mark.kind == kind and mark.side == 1]

    assert marked("Ra1 Hb7", "note") == []
    assert marked("Ra1 Hd7", "note") == [{"d7"}]
    assert marked("Ra1 Hd7", "alert") == []
    assert marked("Ra1 Hd7 Lf7", "note") == [{"d7", "f7"}]
    (ring,) = marked("Ra1 Hd7 Lf7", "alert")
    assert len(ring) == 12


def test_3_5_a_relay_needs_a_third_press() -> None:
    position = state(ctn("Rb1 La2 Hc1", "Rj10"))
    game = Cotadrez()
    (relay,) = (action for action in position.legal_actions() if action[0] == "relay")
    assert game.path(position, relay) == ("sq:a2", "sq:b1", "btn:relay")
    assert "btn:relay" in {choice.target for choice in seen(position, 0).choices}
    elsewhere = game.explain(position, ("sq:a2", "sq:b1", "sq:j5"))
    assert elsewhere is not None and elsewhere.key == "explain.relay"


def test_2_7_a_deployment_has_three_steps() -> None:
    game = Cotadrez()
    words = catalogue("cotadrez", "es")

    def steps(draft: Draft) -> list[str]:
        plan = game.arrangement(game.initial_state(), draft)
        assert plan is not None
        return [words.text(problem)[:11] for problem in plan.problems]

    fort: Draft = (("fortress", "e2"),)
    unit: Draft = (*fort, ("dragon", "g4"))
    done: Draft = (*unit, ("mountain", "a2"), ("mountain", "a3"), ("mountain", "a4"))
    assert steps(()) == ["Paso 1 de 3"]
    assert steps(fort) == ["Paso 2 de 3"]  # one sentence, so that it fits on a phone
    assert steps(unit) == ["Paso 2 de 3"]
    assert steps(done) == []
    assert words.template("table.setup.complete").startswith("Paso 3 de 3")


def test_4_4_a_hidden_king_who_cannot_come_out_is_told_why() -> None:
    """Regression test: he was told to get out of a check that he was not in."""
    attackers = "Rb1 Eg10 Dd4 Ta7"  # every free square of North's ring is attacked
    hidden = state(ctn(attackers, "Ha5", side="N", res=("", "RL")))
    found = hidden.game.explain(hidden, ("kind:king",))
    assert found is not None and (found.key, found.clause) == ("explain.king_shut_in", "4.4")
    assert hidden.game.explain(hidden, ("kind:lancer",)) is None


def test_3_3_a_march_is_told_once() -> None:
    """The heading says what to do; a guide with the same words stood under it."""
    position = play(state(ctn("Ra1 Hb4 Hd4", "Rj10")), "Hb5 &")
    assert position.prompt(0).key == "prompt.march"
    for lang in ("en", "es"):
        words = catalogue("cotadrez", lang)
        assert words.has("prompt.march.you") and not words.has("guide.march")


def test_the_first_lesson_names_ring_and_siege_when_it_teaches_them() -> None:
    """Regression test: the first captures stood on the enemy ring, and the news spoke of a siege
    five steps before its lesson."""
    *units, siege = lessons_of("cotadrez").steps[0]
    for step in units:
        game = Cotadrez(step.options)
        for words in step.solutions:
            position = game.state_from_text(step.position)
            told_of = {one.kind for one in told(position, read(position, words), 0)}
            assert "siege" not in told_of, words
    assert siege.solutions[0].startswith("<-ASEDIO")


def test_the_first_lessons_teach_reserve_hidden_king_lasting_siege_and_thick_skin() -> None:
    for lang, skin, reserve, hidden, lasts in (
        ("en", "two attackers", "your reserve", "hides in the reserve", "on your next turn"),
        ("es", "dos atacantes", "tu reserva", "se esconde en la reserva", "en tu próximo turno"),
    ):
        words = sentences("cotadrez", lang)
        assert skin in words.template("1.5.done")
        assert reserve in words.template("1.6")
        assert hidden in words.template("1.7")
        assert lasts in words.template("2.1.done")


def test_the_first_lesson_teaches_that_besiegers_must_stay() -> None:
    for lang, stay in (
        ("en", "keep two units beside the fortress until your next turn"),
        ("es", "mantén dos unidades junto a la fortaleza hasta tu próximo turno"),
    ):
        assert stay in sentences("cotadrez", lang).template("1.7")


def test_5_1_a_line_leads_to_the_king_from_each_unit_that_gives_check() -> None:
    checks = 0
    for seed in range(40):
        for position in walk(Cotadrez(), Random(seed)):
            assert isinstance(position, CotadrezState)
            if position.frame() not in (EXCHANGE, MARCH, TURN):
                continue
            lines = [mark.squares for mark in seen(position, 0).marks if mark.kind == "line"]
            count = 0
            for half in (0, 1):
                king = position.board.find(code(half, KING))
                if position.in_check(half):
                    count += attackers(position.t, position.board, king, 1 - half)
            assert len(set(lines)) == len(lines) == count, position.to_text()
            checks += count > 0
    assert checks > 20
