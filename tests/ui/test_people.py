"""People remembered on this device: offered by the form, with their own look at their tables."""

from __future__ import annotations

import json

import pytest

from tests.fixtures.says import says
from tests.fixtures.targets import aim
from tests.ui.fakes import FakeApp, FakeController, Opened, opened, whole
from ui.home.mine.screen import MineScreen
from ui.saves import backup
from ui.saves.storage import MemoryStorage
from ui.saves.store import Store
from ui.shell.people import KEY, MOST, Known, People
from ui.words.i18n import I18n


def known(*names: str, disk: MemoryStorage | None = None) -> People:
    found = People(disk if disk is not None else MemoryStorage())
    found.remember(names)
    return found


def test_who_plays_now_comes_first_and_each_name_once() -> None:
    people = known("Ana", "Blas")
    people.remember([" Eva ", "", "Ana", "Eva"])
    assert people.names() == ["Eva", "Ana", "Blas"]
    people.remember(["", ""])
    assert people.names() == ["Eva", "Ana", "Blas"]


def test_the_list_is_bounded() -> None:
    people = known()
    for number in range(MOST + 5):
        people.remember([f"P{number}"])
    assert people.names() == [f"P{number}" for number in range(MOST + 4, 4, -1)]
    people.remember(["x" * 5_000])
    assert len(people.names()[0]) < 200


@pytest.mark.parametrize(
    "wild",
    ["", "{", "7", "{}", '["Ana"]', '[{"name":7}]', '[{"name":" "}]', "[[[]]]", "[" * 900],
)
def test_wild_entries_are_nobody(wild: str) -> None:
    people = People(MemoryStorage({KEY: wild}))
    assert people.all() == [] and people.look_of(["Ana"]) == ("", {})
    people.remember(["Ana"])
    assert people.names() == ["Ana"]


def test_wild_looks_are_left_out() -> None:
    raw = '[{"name":"Ana","theme":"pink","pieces":["letters"],"board":"slate"},{"name":"Ana"}]'
    assert People(MemoryStorage({KEY: raw})).all() == [Known("Ana", board="slate")]


def test_a_person_is_renamed_gets_a_look_and_is_removed() -> None:
    people = known("Ana", "Blas", "Eva")
    people.change("Blas", name=" Blas M. ", pieces="letters", board="pink")
    assert people.all() == [Known("Ana"), Known("Blas M.", pieces="letters"), Known("Eva")]
    people.change("Blas M.", name="Eva", theme="night")
    assert people.all() == [Known("Ana"), Known("Eva", "night", "letters")]
    people.change("Eva", name="  ", theme="")
    assert people.all() == [Known("Ana"), Known("Eva", "", "letters")]
    assert people.look_of(["Ana", "Eva"]) == ("Eva", {"pieces": "letters"})
    people.forget("Eva")
    assert people.names() == ["Ana"]


# -- the form ----------------------------------------------------------------------------------


def test_names_typed_once_are_offered_in_the_next_form() -> None:
    disk = MemoryStorage()
    app = opened("", disk)
    app.press("act:game:andarraya")
    assert "datalist" not in app.view.slots["players"]
    app.field("name0", "Ana <3")
    app.field("name1", "Blas")
    app.press("act:start")
    assert People(disk).names() == ["Ana <3", "Blas"]
    app.route("")
    app.press("act:game:cotadrez")
    shown = app.view.slots["players"]
    assert '<datalist id="people">' in shown and shown.count('list="people"') == 2
    assert '<option value="Ana &lt;3">' in shown


def test_the_name_of_a_computer_is_nobody() -> None:
    disk = MemoryStorage()
    app = opened("", disk)
    app.press("act:game:andarraya")
    app.field("name0", "Ana")
    app.field("name1", "HAL")
    app.field("seat1", "3")
    app.press("act:start")
    assert People(disk).names() == ["Ana"]
    app.route("")
    app.press("act:computer:cotadrez")
    assert People(disk).names() == ["Ana"]


# -- the look ----------------------------------------------------------------------------------


def table_of(disk: MemoryStorage, *names: str) -> Opened:
    app = opened("", disk)
    app.press("act:game:andarraya")
    for seat, name in enumerate(names):
        app.field(f"name{seat}", name)
    app.press("act:start")
    assert app.screen.name == "table"
    app.press("sq:e2", "sq:e4")
    return app


def test_the_look_of_a_person_holds_at_their_tables_and_nowhere_else() -> None:
    disk = MemoryStorage()
    people = known("Ana", "Blas", disk=disk)
    people.change("Blas", pieces="letters", theme="night")
    app = table_of(disk, "Ana", "Blas")
    assert app.view.looks["data-pieces"] == "letters" and app.view.looks["data-theme"] == "night"
    assert app.view.looks["data-board"] == "game" and app.settings.pieces == "figures"
    key = app.session.key
    app.press("act:home")
    assert app.view.looks["data-pieces"] == "figures" and app.view.looks["data-theme"] == "auto"
    app.route(f"#play={key}")
    app.page.slices()
    assert app.view.looks["data-pieces"] == "letters"
    other = table_of(disk, "Ana", "Eva")
    assert other.view.looks["data-pieces"] == "figures"


def test_settings_changed_at_the_table_are_those_of_the_person() -> None:
    disk = MemoryStorage()
    known("Ana", disk=disk).change("Ana", pieces="letters")
    app = table_of(disk, "Ana", "Blas")
    app.press("act:settings")
    assert chosen(app, "letters") and not chosen(app, "figures")
    app.press("set:pieces=figures")
    assert People(disk).all()[0] == Known("Ana", pieces="figures")
    assert app.view.looks["data-pieces"] == "figures"
    app.press("set:board=slate")  # Ana has no board of her own
    assert app.settings.board == "slate" and app.view.looks["data-board"] == "slate"
    assert People(disk).all()[0].board == "" and app.settings.pieces == "figures"


def chosen(app: Opened, value: str) -> bool:
    """Return whether the settings dialog shows these pieces as chosen."""
    shown = "".join((*app.view.layouts.values(), *app.view.slots.values()))
    return f'value="{value}" data-field="set:pieces" checked' in shown


# -- My games ----------------------------------------------------------------------------------


def part() -> tuple[MineScreen, People, FakeApp]:
    app = FakeApp()
    people = People(app.store.storage)
    return MineScreen(app, FakeController()), people, app


def page(screen: MineScreen) -> str:
    return whole(screen) + "".join(screen.rest().values())


def test_people_are_edited_and_removed_in_my_games() -> None:
    screen, people, app = part()
    assert says("people.title") not in page(screen)
    people.remember(["Ana:1", "Blas"])
    screen.press(aim("act:person:Ana:1"))
    assert 'data-field="person-name"' in page(screen) and says("people.usual") in page(screen)
    screen.field("person-name", "Ana")
    screen.field("person-pieces", "letters")
    screen.press(aim("act:person-keep"))
    assert people.all() == [Known("Ana", pieces="letters"), Known("Blas")]
    assert "Letters" in screen.rest()["people"]
    screen.press(aim("act:person:Blas"))
    screen.field("person-name", "Leo")
    screen.press(aim("act:person-leave"))
    assert people.names() == ["Ana", "Blas"] and "person-name" not in page(screen)
    screen.press(aim("act:forget:Blas"))
    assert people.names() == ["Ana"] and says("people.forgotten", name="Blas") in app.said


def test_no_word_promises_an_account() -> None:
    part()
    for lang, words in (("en", ("account", "profile", "log in")), ("es", ("cuenta", "perfil"))):
        said = " ".join(
            I18n(lang).t(f"people.{key}", name="") for key in ("title", "about", "forget", "usual")
        )
        assert not [one for one in words if one in said.lower()]


def test_a_backup_adds_people_and_keeps_the_look_of_those_here() -> None:
    there, here = MemoryStorage(), MemoryStorage()
    known("Ana", "Eva", disk=there).change("Ana", pieces="letters")
    known("Ana", "Blas", disk=here).change("Ana", pieces="contrast")
    text = backup.write(Store(there).storage)
    for _ in range(2):
        done = backup.restore(Store(here), backup.read(text).entries)
        assert People(here).all() == [Known("Ana", pieces="contrast"), Known("Blas"), Known("Eva")]
    assert done.aside == [] and len(json.loads(here.entries[KEY])) <= 4
