"""The list of all games: search, filters, labels, deleting with undo, and statistics."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from engine.core.contract import Event
from engine.core.options import non_default, normalize
from engine.core.outcome import Outcome, drawn, won_by
from engine.games import game_info
from engine.match.match import MatchConfig
from tests.fixtures.present import present
from tests.fixtures.says import says, wording
from tests.fixtures.targets import aim
from tests.ui.fakes import FakeApp, FakeController, opened, whole
from tests.ui.test_packs import finished
from tests.ui.test_shelf import GAMES, Counting, archived
from ui.home.mine import query as q
from ui.home.mine import stats
from ui.home.mine.beside import SHOWN
from ui.home.mine.html import plot
from ui.home.mine.screen import PAGE, MineScreen
from ui.home.mine.texts import SearchTexts
from ui.saves.results import DRAWN, LOST, WON, Results
from ui.saves.storage import MemoryStorage
from ui.saves.store import Store, Summary
from ui.shell.routes import PACKS
from ui.words.i18n import I18n


def game(number: int, **more: Any) -> Summary:
    plain = Summary(f"g{number}", "andarraya", ("Ana", "Blas"), {}, 40, 1_700_000_000_000 + number)
    return replace(plain, **{"result": "1-0", **more})


def against(number: int, result: str, level: int = 2, mine: int = 0, **more: Any) -> Summary:
    seats = (0, level) if mine == 0 else (level, 0)
    return game(number, result=result, seats=seats, mine=mine, **more)


def screen(app: FakeApp) -> MineScreen:
    """Return the list as it is after its first paint."""
    shown = MineScreen(app, FakeController())
    shown.shown()
    return shown


def stored(
    store: Store, *names: str, game_id: str = "andarraya", result: Outcome | None = None
) -> str:
    key = store.new_game(MatchConfig(game_id, {}, names))
    store.append(key, 0, Event(0, ("move", 11, 27, 0)))
    store.set_result(key, result)
    return key


# -- search ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "fits"),
    [
        (q.Query(), "abcdef"),
        (q.Query(search="ANA  gomez"), "a"),
        (q.Query(search="gómez"), "a"),
        (q.Query(search="torneo"), "b"),
        (q.Query(search="final"), "c"),
        (q.Query(search="nobody"), ""),
        (q.Query(game="cotadrez"), "b"),
        (q.Query(state=WON), "ac"),
        (q.Query(state=LOST), "d"),
        (q.Query(state=DRAWN), "b"),
        (q.Query(state=q.GOING), "e"),
        (q.Query(state=q.ENDED), "abcdf"),
        (q.Query(place=q.FAR), "f"),
        (q.Query(place=q.HERE, level="3"), "c"),
        (q.Query(label="Torneo"), "b"),
    ],
)
def test_search_and_filters(query: q.Query, fits: str) -> None:
    games = {
        "a": against(1, "1-0", names=("Ana Gómez", "")),
        "b": game(2, game_id="cotadrez", result="1/2-1/2", labels=("Torneo",)),
        "c": against(3, "0-1", 3, mine=1, title="La final"),
        "d": against(4, "0-1"),
        "e": against(5, ""),
        "f": game(6, far=True, result="1-0"),
    }
    words = I18n("en")
    found = q.found(SearchTexts(words, lambda game_id: "").of(list(games.values())), query)
    assert found == [games[one] for one in fits]


FOLDED = {
    "Łódź": "lodz", "Søren": "soren", "Iğdır": "igdir", "Đặng": "dang", "Straße": "STRASSE",
    "Иван Ёлкин": "елкин", "Σωκράτης": "ΣΩΚΡΑΤΗΣ", "مُحَمَّد": "محمد", "שָׁלוֹם": "שלום",
    "ｅ４": "E4", "王小明": "小明", "Þór": "thor", "İzmir": "izmir",
}  # fmt: skip


def test_a_search_folds_the_letters_of_every_script() -> None:
    """Letters above U+0300 were dropped, so such a query matched everything."""
    lines = [
        q.Searched(game(number, names=(name, "Blas")), q.plain(name))
        for number, name in enumerate(FOLDED)
    ]
    for number, query in enumerate(FOLDED.values()):
        for word in (query, list(FOLDED)[number].split()[-1]):
            assert [one.id for one in q.found(lines, q.Query(search=word))] == [f"g{number}"]


@pytest.mark.parametrize("word", ["Петр", "Νίκος", "علي", "דוד", "李", "김", "\u0301", "´"])
def test_a_search_in_any_script_does_not_match_everything(word: str) -> None:
    lines = [q.Searched(game(1), q.plain("Ana Blas Łódź"))]
    assert q.found(lines, q.Query(search=word)) == []


def test_typing_a_search_shows_what_fits_from_the_first_page_on() -> None:
    app = FakeApp()
    for number in range(PAGE + 5):
        stored(app.store, f"Ana{number}", "Blas")
    shown = screen(app)
    assert whole(shown).count("save-open") == PAGE and f"{PAGE + 5} games" in whole(shown)
    shown.press(aim("act:page:after"))
    assert whole(shown).count("save-open") == 5
    shown.press(aim("act:page:after"))
    assert whole(shown).count("save-open") == 5
    shown.field("search", f"ana{PAGE + 4}")
    assert whole(shown).count("save-open") == 1 and "1 game<" in whole(shown)


def test_a_row_says_what_is_known_of_a_game() -> None:
    app = FakeApp()
    key = stored(app.store, "Ana", "Blas", result=won_by(0, "mate"))
    app.store.save_table(key, {"seats": [0, 3]})
    shown = whole(screen(app))
    for words in ("Ana – Blas", "Andarraya", "won", says("computer.level.3")):
        assert words in shown
    app.store.storage.set(f"asedio:far:{key}", "{}")
    app.store.rescan()
    assert says("mine.place.far") in whole(screen(app))


# -- changes -----------------------------------------------------------------------------------


def test_title_and_labels_are_stored_and_searched() -> None:
    app = FakeApp()
    key = stored(app.store, "Ana", "Blas")
    shown = screen(app)
    shown.press(aim(f"act:edit:{key}"))
    assert "Title" in whole(shown) and 'placeholder="Ana – Blas"' in whole(shown)
    shown.field("title", "  Derby ")
    shown.field("labels", "club, , blitz,club")
    shown.press(aim(f"act:keep:{key}"))
    (one,) = Store(app.store.storage).games()
    assert (one.title, one.labels, one.names) == ("Derby", ("club", "blitz"), ("Ana", "Blas"))
    shown.field("label", "club")
    assert "Derby" in whole(shown) and "Ana – Blas" in whole(shown)
    shown.field("label", "blitz2")
    assert "Derby" not in shown.slots()["list"]


def test_title_and_labels_survive_packing_and_unpacking() -> None:
    disk = MemoryStorage()
    store = Store(disk)
    key = store.add(finished("andarraya"))
    store.note(key, "Derby", ["club"])
    assert store.pack(key)
    (packed,) = Store(disk).games()
    assert (packed.title, packed.labels, packed.settled) == ("Derby", ("club",), True)
    store.truncate(key, 10)
    (plain,) = Store(disk).games()
    assert (plain.title, plain.labels, plain.settled) == ("Derby", ("club",), False)


@pytest.mark.parametrize("wild", ['"title":7', '"labels":{}', '"labels":[1,"x",["y"]]'])
def test_wild_titles_and_labels_are_ignored(wild: str) -> None:
    disk = MemoryStorage()
    key = stored(Store(disk), "Ana", "Blas")
    name = f"asedio:game:{key}"
    disk.entries[name] = disk.entries[name].replace('"v":1,', f'"v":1,{wild},')
    (one,) = Store(disk).games()
    assert one.title == "" and one.labels in ((), ("x",))


def test_a_deleted_game_comes_back_whole() -> None:
    app = FakeApp()
    key = stored(app.store, "Ana", "Blas")
    app.store.save_table(key, {"seats": [0, 3]})
    disk = app.store.storage
    for more in ("far:{}", "letter:{}:ab", "closed:{}:1", "measure:{}"):
        disk.set("asedio:" + more.format(key), "{}")
    before = {one: disk.get(one) for one in disk.keys("asedio:")}
    shown = screen(app)
    shown.press(aim(f"act:delete:{key}"))
    assert not [one for one in disk.keys("asedio:") if key in one]
    assert "act:undo" in whole(shown) and "save-open" not in whole(shown)
    shown.press(aim("act:undo"))
    assert {one: disk.get(one) for one in disk.keys("asedio:")} == before
    assert "save-open" in whole(shown) and "act:undo" not in whole(shown)


def test_names_of_people_are_changed_and_those_of_computers_are_not() -> None:
    app = FakeApp()
    key = stored(app.store, "Ana", "", result=won_by(0, "mate"))
    app.store.save_table(key, {"seats": [0, 3]})
    shown = screen(app)
    shown.press(aim(f"act:edit:{key}"))
    page = whole(shown)
    assert 'data-field="player0"' in page and 'value="Ana"' in page
    assert 'data-field="player1"' not in page and "Name (White)" in page
    shown.field("player0", " Ana  María ")
    shown.field("player1", "Nobody")
    shown.press(aim(f"act:keep:{key}"))
    (one,) = Store(app.store.storage).games()
    assert one.names == ("Ana María", "")
    assert "Ana María" in whole(shown)
    shown.press(aim(f"act:edit:{key}"))
    shown.field("player0", "")
    shown.press(aim(f"act:keep:{key}"))
    (one,) = app.store.games()
    assert one.names == ()


def test_names_at_an_online_table_are_those_its_players_gave() -> None:
    app = FakeApp()
    key = stored(app.store, "Ana", "Blas", result=won_by(0, "mate"))
    app.store.storage.set(f"asedio:far:{key}", "{}")
    app.store.rescan()
    shown = screen(app)
    shown.press(aim(f"act:edit:{key}"))
    assert 'data-field="player' not in whole(shown)
    shown.field("player0", "Eva")
    shown.press(aim(f"act:keep:{key}"))
    assert app.store.games()[0].names == ("Ana", "Blas")


def test_names_of_a_packed_game_are_changed_in_place() -> None:
    disk = MemoryStorage()
    store = Store(disk)
    key = store.add(finished("andarraya"))
    assert store.pack(key)
    shown = screen(FakeApp(store=store))
    shown.press(aim(f"act:edit:{key}"))
    shown.field("player1", "<b>Leo</b>")
    shown.press(aim(f"act:keep:{key}"))
    assert [one for one in disk.entries if key in one] == [f"asedio:game:{key}"]
    assert Store(disk).games()[0].names == ("Ana", "<b>Leo</b>")
    assert "<b>Leo" not in whole(shown) and "&lt;b&gt;Leo" in whole(shown)


# -- beside the list ---------------------------------------------------------------------------


def test_studies_stand_beside_the_games_newest_first() -> None:
    app = FakeApp()
    for number in range(SHOWN + 2):
        head = {"title": f"Study {number}", "games": ["cotadrez"], "chapters": 1, "when": number}
        app.store.storage.set(f"asedio:studied:s{number}", json.dumps(head))
    shown = screen(app).rest()["beside"]
    assert shown.count("act:study-open:") == SHOWN and says("mine.studies.more", n=2) in shown
    assert shown.index(f"Study {SHOWN + 1}") < shown.index(f"Study {SHOWN}")
    assert "act:study-open:s1" not in shown and "Cotadrez" in shown
    assert "Stud" not in screen(FakeApp()).rest()["beside"]


@pytest.mark.parametrize(
    "wild",
    ["", "[]", "7", '{"title":7,"games":7,"when":-1}', '{"games":[7,["x"],"no"],"when":"1"}'],
)
def test_no_wild_entry_of_a_study_stops_the_list(wild: str) -> None:
    app = FakeApp()
    app.store.storage.set("asedio:studied:s1", wild)
    shown = screen(app).rest()["beside"]
    assert says("study.untitled") in shown and "act:study-open:s1" in shown


def test_a_study_is_opened_from_the_list() -> None:
    app = opened("#games")
    app.press("act:studies")
    assert app.screen.name == "studies"
    app.route("#games")
    app.press("act:study-open:nothing")
    assert app.screen.name == "mine" and app.t("study.no_such")[:10] in app.view.noticed


# -- statistics --------------------------------------------------------------------------------


def test_results_are_those_of_the_only_person_here() -> None:
    games = [against(1, "1-0"), against(2, "1-0", mine=1), against(3, "1/2-1/2"), against(4, "")]
    games += [game(5), against(6, "0-1", mine=1, view=True)]
    found = stats.counted(games)
    assert [one.id for one in found] == ["g1", "g2", "g3"]
    assert stats.tallies(found, lambda one: one.game_id) == {"andarraya": Results(1, 1, 1)}
    assert stats.tallies(found, lambda one: "") == {}


def test_a_far_win_that_is_not_proved_does_not_count() -> None:
    games = [replace(against(n, "1-0"), far=far) for n, far in ((1, True), (2, True), (3, False))]
    found = stats.counted(games, lambda key: key != "g2")
    assert [one.id for one in found] == ["g2", "g3"]


def test_streaks_count_wins_in_a_row() -> None:
    results = "WWLWWWDWW"
    as_result = {"W": "1-0", "L": "0-1", "D": "1/2-1/2"}
    games = [against(n, as_result[one]) for n, one in enumerate(results)]
    assert stats.streaks(stats.counted(reversed(games))) == stats.Streaks(2, 3)


def test_the_rating_follows_elo_against_levels_that_have_a_rank() -> None:
    games = [against(1, "1-0", 3), against(2, "0-1", 3), against(3, "1-0", 7), game(4, mine=0)]
    first, second = stats.ratings(games)
    assert first == 1016.0 and second == pytest.approx(1016 - 32 / (1 + 10 ** (-16 / 400)))


def test_a_plot_says_its_numbers_in_words() -> None:
    app = FakeApp()
    screen(app)  # its catalogue
    drawn_plot = plot(app.words(), "Andarraya", [1016.0, 1000.4, 1031.0])
    for number in ("1016", "3 games", "1031", "Lowest: 1000"):
        assert number in drawn_plot
    assert 'aria-hidden="true"' in drawn_plot and "M8 " in drawn_plot
    single = plot(app.words(), "Andarraya", [1016.0])
    assert wording("mine.plot.one") in single and "<svg" not in single


def test_statistics_are_by_game_level_opponent_side_and_rules() -> None:
    app = FakeApp()
    for result in (won_by(0, "mate"), won_by(1, "mate"), drawn("agreement")):
        key = stored(app.store, "Ana", "", result=result)
        app.store.save_table(key, {"seats": [0, 2]})
    listed = screen(app)
    assert "act:figures" in listed.rest()["stats"] and "1 won" not in listed.rest()["stats"]
    listed.press(aim("act:figures"))
    shown = listed.rest()["stats"]
    assert says("mine.total", n=3, won=1, drawn=1, lost=1) in shown
    for words in (
        "By game",
        says("computer.level.2"),
        "Computer",
        "Andarraya: White",
        says("mine.rules.usual"),
        "Elo",
    ):
        assert words in shown, words
    listed.field("search", "nothing")
    assert wording("mine.stats.none") in listed.rest()["stats"]


def test_rules_of_a_preset_are_called_by_its_name() -> None:
    info = game_info("cotadrez")
    for preset in info.presets:
        full = normalize(info.options, preset.options)
        usual = not non_default(info.options, full)
        assert usual or stats.preset_of(info, full) == preset.id
    app = FakeApp()
    preset = next(
        one
        for one in info.presets
        if non_default(info.options, normalize(info.options, one.options))
    )
    key = app.store.new_game(MatchConfig("cotadrez", dict(preset.options), ("Ana", "")))
    app.store.append(key, 0, Event(0, ("move", 1)))
    app.store.save_table(key, {"seats": [0, 2]})
    app.store.set_result(key, won_by(0, "mate"))
    listed = screen(app)
    listed.press(aim("act:figures"))
    said = app.words().for_game("cotadrez").t(f"preset.{preset.id}")
    assert f"Cotadrez: {said}" in listed.rest()["stats"]


def test_a_running_game_is_shown_by_what_its_table_stored_for_the_person_here() -> None:
    """A set-up of Stratego, half laid by one of two people, appears nowhere in the list."""
    disk = MemoryStorage()
    app = opened("#new=stratego", disk)
    plan = present(app.table.table.arrange.plan())
    kind = plan.tray[0].target
    square = min(plan.allowed[kind])
    for target in (kind, f"sq:{square}"):
        app.press(target)
    key = app.session.key
    shown = MineScreen(app, app.controller)
    shown.press(aim("act:figures"))
    text = whole(shown) + "".join(shown.rest().values())
    assert f"act:continue:{key}" in text
    assert f"#{'stratego'}-{kind.partition(':')[2]}" not in text and f'"{square}"' not in text
    assert says("mine.state.going") in text or says("mine.state.going", "es") in text


# -- reach -------------------------------------------------------------------------------------


def test_home_leads_to_the_list_and_the_list_back() -> None:
    app = opened("")
    app.press("act:all-games")
    assert app.screen.name == "mine" and app.page.now == "#games"
    assert "mine.title" not in app.view.layouts["main"]
    app.press("act:home")
    assert app.screen.name == "home"
    assert PACKS["mine"][0] == "ui.home.mine"


def test_a_change_of_one_game_does_not_read_the_list_again() -> None:
    disk, _ = archived()
    work = Counting(disk.entries)
    store = Store(work)
    oldest = store.games()[-1].id
    acts: tuple[Callable[[], object], ...] = (
        lambda: store.note(oldest, "Derby", ["x"]),
        lambda: store.put_back(oldest, store.take_out(oldest)),
    )
    for act in acts:
        before = {one.id: one for one in store.games()}
        work.gets = 0
        act()
        after = store.games()
        assert work.gets < 80 and len(after) == GAMES
        assert all(one is before[one.id] for one in after if one.id != oldest)
    assert Store(disk).games() == store.games()
