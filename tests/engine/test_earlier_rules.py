"""Earlier rules versions are read with the defaults they had.

tests/fixtures/rules1.json holds links, files, a snapshot that the page wrote while
the default map of Cotadrez was `lagos`.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from pathlib import Path
from zlib import crc32

import pytest

from engine.core.errors import BadLink, BadRecord
from engine.core.info import GameInfo
from engine.core.lessons import read_lessons
from engine.dev.playthrough import read_header
from engine.dev.puzzles import lasting
from engine.far.terms import Terms, open_invitation, set_terms
from engine.games import game_info, game_text, list_games, load_game
from engine.match import codec, savefile, snapshot
from engine.match.match import Match, MatchConfig
from engine.search.exercises import exercise

OLD: Mapping[str, str] = json.loads(
    (Path(__file__).parents[1] / "fixtures" / "rules1.json").read_text("utf-8")
)
CHANGED = [info for info in list_games() if info.earlier]


@pytest.mark.parametrize("info", CHANGED, ids=lambda info: info.id)
def test_earlier_versions_list_changed_defaults(info: GameInfo) -> None:
    declared = {option.name: option for option in info.options}
    for version, defaults in info.earlier.items():
        assert 0 < version < info.rules_version and defaults
        for name, value in defaults.items():
            assert declared[name].accept(value) == value != declared[name].initial()


@pytest.mark.parametrize("info", CHANGED, ids=lambda info: info.id)
def test_lessons_and_exercises_store_options_whose_default_changed(info: GameInfo) -> None:
    named = {name for defaults in info.earlier.values() for name in defaults}
    lessons = read_lessons(json.loads(game_text(info.id, "lessons.json") or "{}")).steps
    positions = [step for lesson in lessons for step in lesson if step.position]
    assert positions and all(named <= set(step.options) for step in positions)
    assert named <= set(exercise.read(game_text(info.id, exercise.FILE)).options)


def test_new_exercises_store_them_too() -> None:
    assert lasting(load_game("cotadrez")({})) == {"water": "estanques"}
    assert lasting(load_game("cotadrez")({"relevo": "4"})) == {"water": "estanques", "relevo": "4"}
    assert lasting(load_game("rilatria")({})) == {}


def test_a_new_game_uses_the_ponds() -> None:
    assert Match(MatchConfig("cotadrez")).config.options["water"] == "estanques"


# -- links ---------------------------------------------------------------------------------------


def test_an_old_link_without_options_gets_its_versions_defaults() -> None:
    match = codec.decode(OLD["link"])
    assert match.config.options["water"] == "lagos"
    assert match.config.names == ("Ana", "Blas")
    assert match.state.to_text() == OLD["position"]


def test_an_old_link_written_again_states_the_old_default() -> None:
    match = codec.decode(OLD["link"])
    word = codec.encode(match)
    assert codec.encode(codec.decode(word)) == word != OLD["link"]
    assert codec.decode(word).config == match.config
    assert b'{"water":"lagos"}' in base64.urlsafe_b64decode(word + "=" * (-len(word) % 4))


@pytest.mark.parametrize(
    ("word", "water", "relay"),
    [("options_link", "lagos", "4"), ("estanques_link", "estanques", "8")],
)
def test_options_in_a_link_override_the_defaults(word: str, water: str, relay: str) -> None:
    options = codec.decode(OLD[word]).config.options
    assert (options["water"], options["relevo"]) == (water, relay)


def test_a_new_link_without_options_gets_the_current_defaults() -> None:
    word = codec.encode(Match(MatchConfig("cotadrez")))
    assert codec.decode(word).config.options["water"] == "estanques"


@pytest.mark.parametrize("version", [0, 3, 127])
def test_unknown_rules_versions_are_refused(version: int) -> None:
    body = bytearray(base64.urlsafe_b64decode(OLD["link"] + "=" * (-len(OLD["link"]) % 4))[:-4])
    at = 2 + len("cotadrez")
    assert body[at] == 1
    body[at] = version
    word = base64.urlsafe_b64encode(body + crc32(body).to_bytes(4, "big")).rstrip(b"=").decode()
    with pytest.raises(BadLink) as why:
        codec.decode(word)
    assert why.value.message.key == "link.rules"
    with pytest.raises(BadLink) as why:
        savefile.load(json.dumps({**json.loads(OLD["save"]), "rules": version}))
    assert why.value.message.key == "save.rules"


# -- files and snapshots -------------------------------------------------------------------------


def test_an_old_file_without_options_gets_its_versions_defaults() -> None:
    match = savefile.load(OLD["save"])
    assert match.config.options["water"] == "lagos"
    assert match.state.to_text() == OLD["position"]
    again = json.loads(savefile.dump(match))
    assert (again["rules"], again["options"]) == (2, {"water": "lagos"})
    assert savefile.load(json.dumps(again)).state.to_text() == OLD["position"]


def test_an_old_view_file_gets_its_versions_defaults() -> None:
    view = savefile.load(OLD["view"])
    assert view.viewer == 1 and view.config.options["water"] == "lagos"
    assert view.state.to_text() == OLD["position"]


def test_a_snapshot_of_an_old_game_is_still_valid() -> None:
    match = codec.decode(OLD["link"])
    state = snapshot.thaw(match.game, OLD["snapshot"])
    assert state is not None and state.key() == match.state.key()


# -- far tables ----------------------------------------------------------------------------------


@pytest.mark.parametrize("past", ["", OLD["link"]])
def test_a_far_table_keeps_its_rules_version(past: str) -> None:
    key = bytes(range(32))
    old = Terms("cotadrez", 1, "", 0, key, b"", "Ana", key, past=past, mail=key)
    terms = open_invitation(old.word)
    assert (terms.rules, terms.word) == (1, old.word)
    assert terms.config().options == terms.options_now() == {"water": "lagos"}
    assert terms.match().config.options["water"] == "lagos"
    assert bool(terms.match().events) == bool(past)


def test_a_new_far_table_states_the_map_only_if_not_the_default() -> None:
    def terms(options: dict[str, str]) -> Terms:
        return set_terms("cotadrez", options, 0, bytes(32), b"", "", bytes(32))

    usual, lakes = terms({}), terms({"water": "lagos"})
    assert (usual.rules, usual.options, dict(usual.options_now())) == (2, "", {})
    assert lakes.options == '{"water":"lagos"}'
    assert usual.match().config.options["water"] == "estanques"


def test_a_playthrough_of_unknown_rules_is_refused() -> None:
    header = read_header("game cotadrez\nrules 9\noptions {}\nseed 1\n\n")
    assert not game_info("cotadrez").reads(9)
    with pytest.raises(BadRecord):
        header.match()
