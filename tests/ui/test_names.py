"""Names of players: typed names stay; other players get a label in the reader's language."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from engine.core.contract import Event
from engine.match import codec
from engine.match.match import Match, MatchConfig
from engine.search.levels import LEVELS, STYLED_LEVELS
from tests.fixtures.says import says
from tests.fixtures.targets import aim
from tests.ui.fakes import FakeApp, FakeController
from ui.home.screen import HomeScreen
from ui.saves.storage import MemoryStorage
from ui.saves.store import Store
from ui.session.session import Session
from ui.session.share import Exports, read_text
from ui.shell.people import KEY, People
from ui.table.voice import Voice
from ui.words.i18n import I18n
from ui.words.names import COMPUTERS, MOST_SEATS, called, computer, read_seats, typed


def started(app: FakeApp, game_id: str, **fields: str) -> tuple[str, ...]:
    """Start a game from the form and return the names it gets."""
    controller = FakeController()
    home = HomeScreen(app, controller)
    home.press(aim(f"act:game:{game_id}"))
    for name, value in fields.items():
        home.field(name, value)
    home.press(aim("act:start"))
    names: tuple[str, ...] = controller.asked[-1][3]
    return names


def test_names_that_were_not_typed_are_not_stored() -> None:
    assert started(FakeApp(), "andarraya") == ()
    assert started(FakeApp(), "andarraya", name1=" Blas ") == ("", "Blas")
    assert started(FakeApp(), "andarraya", name1="  ", seat1="2") == ()


def test_after_a_game_without_names_the_form_has_none() -> None:
    app = FakeApp()
    app.store.new_game(MatchConfig("andarraya", names=started(app, "andarraya")))
    home = HomeScreen(app, FakeController())
    home.press(aim("act:game:stratego"))
    assert home.setup.names == ["", ""]
    assert 'value="White"' not in home.slots()["players"]


def test_labels_that_were_stored_as_names_are_not_offered_as_names() -> None:
    app = FakeApp("es")
    key = app.store.new_game(MatchConfig("andarraya", names=("White", "Negras")))
    app.store.append(key, 0, Event(0, ("move", 12, 28)))
    home = HomeScreen(app, FakeController())
    assert home.setup.names == ["", ""]
    assert "Blancas – Negras" in home.slots()["saved"]


def test_labels_of_players_are_in_the_readers_language() -> None:
    for names in ((), ("White", "Black"), ("", "")):
        assert Voice("es", "andarraya", names).name(1) == "Negras"
    assert Voice("es", "andarraya", ("White", "Black"), (0, 3)).name(1) == "Damián"
    assert Voice("es", "andarraya", ("", "Computer"), (0, 3)).name(1) == "Damián"
    assert Voice("en", "andarraya", ("", "Computer 2"), (3, 3)).name(0) == "Damián I"


def test_a_typed_name_stays_as_typed() -> None:
    assert typed("andarraya", ("Ana", "Red")) == ("Ana", "Red")
    assert Voice("es", "andarraya", ("Ana", "Red")).name(1) == "Red"


def test_a_seat_without_a_name_has_its_label() -> None:
    assert called(I18n("en", "stratego"), ("Ana",), (), 2) == "Green"
    assert called(I18n("en", "stratego"), ("Ana",), (0, 0, 4), 2) == "Wanda"


def test_a_file_of_a_game_without_names_has_none() -> None:
    match = Match(MatchConfig("andarraya"))
    assert not any(read_text(Exports(match).save_text()).config.names)


def test_unreadable_seats_are_ignored() -> None:
    assert read_seats([0, 3]) == (0, 3)
    unreadable: tuple[object, ...] = (None, {}, [9], ["1"], [True])
    for bad in unreadable:
        assert read_seats(bad) == ()


def test_the_page_offers_every_level_of_the_engine() -> None:
    assert (*LEVELS, *STYLED_LEVELS) == COMPUTERS


def test_sides_and_the_computer_have_an_article_in_sentences() -> None:
    """Regression test: “Turno de Blancas” and “de Ordenador” lacked the article."""
    chess = Voice("es", "andarraya", ("", ""), (0, 3))
    white = chess.name(0)
    assert (white, chess.name(1)) == ("Blancas", "Damián")
    assert chess.t("prompt.turn", who=white) == "Turno de las blancas"
    assert chess.t("prompt.turn_check", who=white) == "Las blancas deben salir del jaque"
    assert chess.t("news.who", who=white) == "Lo que han hecho las blancas"
    rilatria = Voice("es", "rilatria", ("Ana", ""), (0, 3))
    won = "Victoria de Vega: héroe enemigo destruido"
    assert rilatria.t("prompt.won.heroe", who=rilatria.name(1)) == won
    plain = Voice("es", "", ("Ana", ""), (0, 3))  # a game without faces
    who = plain.name(1)
    assert plain.t("table.result.won", who=who) == "Victoria del ordenador"
    assert plain.t("table.versus", first="Ana", second=who) == "Ana contra el ordenador"
    assert Voice("en", "twocities", ()).t("prompt.turn", who="White") == "White to move"
    named = Voice("es", "andarraya", ("Blancas Gómez", "Negras"))
    assert named.t("prompt.turn", who=named.name(0)) == "Turno de Blancas Gómez"


def test_saved_games_name_the_winner_as_the_table_does() -> None:
    app = FakeApp("es")
    config = MatchConfig("andarraya")
    session = Session(Match(config), app.store, app.store.new_game(config))
    session.play([session.observation().legal_actions()[0]])
    session.resign(1)
    shelf = HomeScreen(app, FakeController()).slots()["saved"]
    assert says("home.saved.won", "es", who="las blancas") in shelf and "Blancas – Negras" in shelf


# -- foreign names -------------------------------------------------------------------------------

UNSEEN = "\u3164\u115f\u200b\u2060"  # letters that show nothing
BROKEN = "Ana\nwins"


def foreign() -> Match:
    """Return a match whose names no form of this page would have let in."""
    match = Match(MatchConfig("andarraya"))
    match.config.names = (UNSEEN, BROKEN)
    return match


def by_backup(match: Match) -> tuple[str, ...]:
    entries: dict[str, str] = {}
    game_id = Store(MemoryStorage(entries)).new_game(match.config)
    head = f"asedio:game:{game_id}"
    raw = json.loads(entries[head])
    entries[head] = json.dumps({**raw, "names": [UNSEEN, BROKEN]})
    (summary,) = Store(MemoryStorage(entries)).games()
    return summary.names


DOORS: dict[str, Callable[[Match], tuple[str, ...]]] = {
    "configuration": lambda match: MatchConfig("andarraya", names=match.config.names).names,
    "link": lambda match: read_text(codec.encode(match)).config.names,
    "file": lambda match: read_text(Exports(match).save_text()).config.names,
    "backup": by_backup,
}


@pytest.mark.parametrize("door", DOORS)
def test_a_foreign_name_is_one_line_and_visible_or_empty(door: str) -> None:
    assert DOORS[door](foreign()) == ("", "Ana wins")


def test_a_person_of_a_backup_has_a_visible_name() -> None:
    storage = MemoryStorage({KEY: json.dumps([{"name": UNSEEN}, {"name": BROKEN}])})
    assert [one.name for one in People(storage).all()] == ["Ana wins"]


def test_the_number_of_a_namesake_is_no_level() -> None:
    words = I18n("en", "stratego")
    found = [computer(words, (0, 2, 2, 3), player) for player in range(4)]
    name = words.t("face.2")
    assert found == ["", f"{name} I", f"{name} II", words.t("face.3")]
    assert computer(words, (2,) * MOST_SEATS, MOST_SEATS - 1) == f"{name} VIII"
