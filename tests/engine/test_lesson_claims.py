"""Claims of lessons: what their texts state is asked of the rules."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.core.lessons import CLAIMED, LessonStep, read_lessons
from engine.games import load_game
from tests.fixtures.lesson_claims import NoClaim, faults
from tests.ui.test_lessons import STEPS, at
from ui.learn.lessons.book import LessonPlace

# Stratego's general stands above the colonel; once a lesson called f6, at his corner, attacked.
CORNER = "9bF/10/10/4b9'!5/2~~r81~~2/2~~2~~2/10/10/10/rF9 red - 0 0 - - -"
COLONEL = LessonStep(CORNER, {"stands": {"what": "colonel", "on": ["e5"]}}, solutions=("e6-e5",))


def claimed(step: LessonStep, **claims: str) -> list[str]:
    """Return which claims of a step of Stratego do not hold."""
    game = load_game("stratego")({})
    given = {text: (fact,) for text, fact in claims.items()}
    return faults(game, game.state_from_text(step.position), replace(step, claims=given))


@pytest.mark.parametrize("place", STEPS)
def test_what_a_lesson_claims_is_so(place: LessonPlace) -> None:
    session = at(place)[1].session
    assert faults(session.game, session._match.state, place.step) == []


@pytest.mark.parametrize("place", STEPS)
def test_every_task_and_every_end_of_a_step_claims_something_that_is_checked(
    place: LessonPlace,
) -> None:
    wanted = [text for text in CLAIMED[:2] if text == "task" or place.says("en", text)]
    assert all(place.step.claims.get(text) for text in wanted)


@pytest.mark.parametrize("place", STEPS)
def test_claims_belong_to_texts_that_are_there(place: LessonPlace) -> None:
    assert all(text == "task" or place.says("en", text) for text in place.step.claims)


def test_a_piece_at_a_corner_is_not_attacked() -> None:
    assert claimed(COLONEL, miss="missed | attacks e7 f6") == ["miss: missed | attacks e7 f6"]
    assert claimed(COLONEL, task="play e6-f6 | not attacks e7 f6") == []


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("task", "attacks e6 e7"),
        ("task", "attacks e7 e6"),
        ("task", "not moves e6 d6"),
        ("task", "shows e7 general other | badge e7 rank | hidden j10 | is j10 flag"),
        ("task", "count colonel me 1 | not over | turn me | asks turn"),
        ("task", "play e6xe7 | empty e6 | shows e7 general other | loses"),
        ("task", "begin | stuck a1 | not stuck e6"),
        ("done", "shows e5 colonel me | not attacks e7 e5"),
        ("done", "begin | shows e6 colonel me"),
    ],
)
def test_a_true_claim_holds_and_its_opposite_does_not(text: str, fact: str) -> None:
    assert claimed(COLONEL, **{text: fact}) == []
    before, _, last = fact.rpartition(" | ")
    opposite = last.removeprefix("not ") if last.startswith("not ") else f"not {last}"
    wrong = f"{before} | {opposite}" if before else opposite
    assert claimed(COLONEL, **{text: wrong}) == [f"{text}: {wrong}"]


@pytest.mark.parametrize(
    "fact",
    [
        "flies e6", "attacks e6", "moves e6 k12", "stuck e5", "play e6-e9 | over", "missed",
        "shows e7 general blue",
    ],
)  # fmt: skip
def test_a_claim_that_cannot_be_asked_is_refused(fact: str) -> None:
    with pytest.raises(NoClaim):
        claimed(COLONEL, task=fact)


def test_claims_of_an_unknown_text_are_refused() -> None:
    step = {"position": CORNER, "aim": {"won": True}, "solutions": [], "claims": {"title": []}}
    with pytest.raises(ValueError, match="title"):
        read_lessons({"lessons": [{"steps": [step]}]})
