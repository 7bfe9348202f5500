"""`python -m engine check`: each lack of a game is found, with its remedy."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import engine.games
from engine.__main__ import main
from engine.core.legend import read_legend
from engine.dev import check
from engine.dev.common import catalogue
from engine.games import game_info
from engine.kit.secret import TruthQuestion
from tests.fixtures.model import MODEL, register

GAMES = 2
OWN_TEST = "no test of its own"  # a model's test stands beside it until it is copied


@pytest.fixture(autouse=True)
def model(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    register(monkeypatch)
    game_info.cache_clear()
    yield
    game_info.cache_clear()


def found(name: str = "") -> list[str]:
    """Return what is lacking by one check of the model, or by all."""
    sample = check.Examined(MODEL, GAMES)
    chosen = [one for one in check.CHECKS if one.__name__ == name or not name]
    assert chosen
    return [lack.what for one in chosen for lack in one(sample)]


def test_a_complete_game_lacks_nothing_but_its_test() -> None:
    assert found() == [OWN_TEST]


@pytest.mark.parametrize("game_id", engine.games.REGISTRY)
def test_registered_games_lack_no_file_and_no_class_name(game_id: str) -> None:
    sample = check.Examined(game_id, 1)
    assert [*check.files(sample), *check.drawings(sample), *check.names(sample)] == []


@pytest.mark.parametrize(
    ("change", "name", "words"),
    [
        ({"has_chance": False}, "flags", "has_chance"),
        ({"has_secrets": False}, "flags", "has_secrets"),
        ({"far": True}, "flags", "far=True"),
        ({"lessons": True}, "files", "lessons"),
        ({"exercises": True}, "files", "exercises"),
        ({"sides": ("south", "east")}, "texts", "side.east"),
        ({"record": "^Other$"}, "names", "records"),
        ({"position": "x"}, "names", "is not taken for one of this game"),
        ({"max_events": 3}, "contract", "events"),
    ],
)
def test_a_wrong_line_of_info_is_found(
    change: dict[str, Any], name: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from engine.dev.scaffold.lantern import game, info

    wrong = replace(info.INFO, **change)
    monkeypatch.setattr(info, "INFO", wrong)
    monkeypatch.setattr(game.GAME, "info", wrong)
    lacks = found(name)
    assert lacks and any(words in what for what in lacks)


# A reason, a told event, the name of a piece inside it, and the gender of that name.
@pytest.mark.parametrize("lost_key", ["why.walk", "tell.roll", "the.guard", "gender.guard"])
def test_a_text_of_one_language_only_is_found(
    lost_key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = engine.games.game_text

    def lost(game_id: str, name: str) -> str | None:
        text = real(game_id, name)
        if name != "locale/en.json":
            return text
        kept = json.loads(text or "{}")
        return json.dumps({key: value for key, value in kept.items() if key != lost_key})

    monkeypatch.setattr(check, "game_text", lost)
    catalogue.cache_clear()
    monkeypatch.setattr("engine.dev.common.registry.game_text", lost)
    try:
        assert found("texts") == [f"no text {lost_key} in en"]
    finally:
        catalogue.cache_clear()


def test_a_missing_drawing_and_a_missing_clause_are_found(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(check, "clauses", lambda game_id, lang: frozenset())
    assert any("no clause" in what for what in found("files"))
    assert all("the legend cites clause" in what for what in found("drawings"))
    (tmp_path / "look.json").write_text("{}", "utf-8")
    sample = check.Examined(MODEL, 1)
    sample.path = tmp_path
    assert any("no drawing of guard" in lack.what for lack in check.drawings(sample))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"piece": {"treasure": {"clause": "2.1", "sign": "T"}}}, "has no piece guard"),
        ({"mark": {}}, "has no mark reach"),
        ({"ground": {}}, "has no ground camp"),
        ({"piece": {"guard": {"clause": "3.1"}, "treasure": {"clause": "2.1"}}}, "how guard moves"),
    ],
)
def test_what_the_legend_lacks_is_found(
    change: dict[str, Any], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = json.loads(engine.games.game_text(MODEL, "legend.json") or "{}")
    wrong = read_legend(MODEL, whole | change)
    monkeypatch.setattr(check, "game_legend", lambda game_id: wrong)
    assert any(words in what for what in found("legend"))


def test_a_text_of_an_answer_is_asked_for_also_if_no_game_met_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from engine.dev.scaffold.lantern.game import GAME

    monkeypatch.setattr(GAME, "decisions", (*GAME.decisions, TruthQuestion("knock")))
    lacks = found("texts")
    for key in ("prompt.knock", "tell.knock.yes", "tell.knock.no"):
        assert f"no text {key} in es" in lacks


@pytest.mark.parametrize(
    "key",
    [
        "piece.pawn",
        "the.pawn",
        "option.ranks",
        "preset.old",
        "side.east",
        "why.jump",
        "terrain.sea",
    ],
)
def test_a_text_about_nothing_in_the_game_is_found(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = engine.games.game_text

    def with_more(game_id: str, name: str) -> str | None:
        text = read(game_id, name)
        more = text is not None and name.startswith("locale/")
        return json.dumps(json.loads(text or "{}") | {key: "?"}) if more else text

    monkeypatch.setattr(check, "game_text", with_more)
    assert f"nothing in the game has the text {key}" in found("texts")


def test_a_game_that_crashes_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    from engine.dev.scaffold.lantern import game

    def broken(self: object, observation: object, viewer: int, last: object = ()) -> None:
        raise KeyError("guard")

    monkeypatch.setattr(game.GAME, "scene", broken)
    assert any("KeyError" in lack.what for lack in check.lacks(MODEL, 1))


def test_the_command_says_what_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", MODEL, "--games", "1"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == OWN_TEST and MODEL in lines[1] and lines[-1].endswith("1 to mend")
