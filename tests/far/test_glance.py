"""Whose turn it is in far games, asked when Asedio opens: only with permission, once a relay."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from engine.far.letter import Letter
from engine.far.log import Log, Received
from tests.far.test_fog import GAME, deploy
from tests.far.world import RELAYS, Device, Relay, Tools, relays, two
from tests.fixtures.says import says
from ui.far.relays import mail_check
from ui.far.relays.mail import authors
from ui.far.relays.mail_check import MOST_TABLES, MOST_WORDS
from ui.far.table.dialogs import SeatDialog
from ui.saves.store import Store
from ui.saves.turns import MONTH

SETTINGS = "asedio:settings"


def open_home(entries: dict[str, str], world: dict[str, Relay], **more: Any) -> Device:
    """Open Asedio at its home page and let it become idle."""
    me = Device(world, "", entries, **more)
    acts, me.due = me.due, []
    for act in acts:
        act()
    me.slices()
    assert not me.reports, me.reports
    return me


def shown(me: Device) -> str:
    """Return what home says of far games."""
    slots = me.view.slots
    return str(slots["waiting"]) + str(slots["saved"])


def allow(me: Device) -> Device:
    return me.press("act:far:turns:on")


@pytest.fixture
def away() -> tuple[Device, Device]:
    """Ana has moved and closed Asedio; Blas has answered meanwhile."""
    ana, blas = two()
    allow(ana)
    ana.play("e2e4").leave()
    assert says("home.saved.turn.other") in shown(ana)
    blas.play("e7e5")
    return ana, blas


def test_home_shows_whose_turn_it_is(away: tuple[Device, Device]) -> None:
    ana, blas = away
    before = dict(ana.entries)
    sent = {url: dict(one.kept) for url, one in ana.world.items()}
    ana = open_home(ana.entries, ana.world)
    assert says("home.saved.turn.me") in shown(ana)
    assert [relay for relay, _ in ana.questions] == list(RELAYS)
    (question,) = ana.questions[0][1]
    terms = blas.side.seat.terms
    assert question.topic == terms.topic and question.authors == authors(blas.side.log)
    # Nothing was sent or stored; the table reads its mail itself.
    assert ana.sent == [] and not ana.tools.pools and ana.entries == before
    assert {url: one.kept for url, one in ana.world.items()} == sent
    ana.come_back()
    assert len(ana.events) == 2
    ana.play("g1f3").leave()
    assert says("home.saved.turn.other") in shown(ana)
    assert len(ana.questions) == len(RELAYS)  # once a page


def test_question_goes_back_a_day_before_the_last_letter(away: tuple[Device, Device]) -> None:
    ana, _ = away
    ana = open_home(ana.entries, ana.world, clock=400_000.0)
    (question,) = ana.questions[0][1]
    assert question.since == 1_800_000_000 - 86_400


@pytest.mark.parametrize("answer", ["ask", "off"])
def test_without_permission_nothing_is_loaded_or_asked(
    away: tuple[Device, Device], answer: str
) -> None:
    ana, _ = away
    ana.entries[SETTINGS] = json.dumps({**json.loads(ana.entries[SETTINGS]), "turns": answer})
    ana = open_home(ana.entries, ana.world)
    assert ana.questions == [] and ana.fetched == []
    assert says("home.saved.turn.other") in shown(ana)


def test_without_a_far_table_of_the_last_month_nothing_is_loaded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settings = {SETTINGS: json.dumps({"turns": "on"})}
    me = open_home(settings, relays())
    assert me.app.settings.turns == "on" and me.fetched == []
    ana, _ = two()
    allow(ana)
    ana.press("act:resign", "act:resign-yes").leave()
    monkeypatch.setattr(Store, "age", lambda store, game: MONTH)
    ana = open_home(ana.entries, ana.world)
    assert ana.fetched == [] and ana.questions == []


def test_permission_is_asked_after_the_first_game_and_can_be_changed() -> None:
    ana, blas = two()
    eva = Device(ana.world)
    eva.open(ana.side.invitation).press("act:look").settle()
    alone = Device(ana.world)
    alone.invite()
    words = "which tables are yours"
    assert words not in ana.panel
    ana.press("act:resign", "act:resign-yes")
    assert words in ana.panel and words in blas.panel
    assert words not in eva.panel and words not in alone.panel
    ana.press("act:far:turns:off")
    assert words not in ana.panel and ana.app.settings.turns == "off"
    ana.press("act:settings", "set:turns=on")
    assert ana.app.settings.turns == "on"
    ana.app.close()
    ana.leave()
    other = Device(ana.world, "", ana.entries)
    other.invite()
    assert words not in other.panel
    blas.press("act:settings")
    assert "set:turns=ask" not in blas.view.layouts["dialog"]


def test_an_inviter_sees_that_somebody_has_sat_down() -> None:
    world = relays()
    ana = Device(world)
    address = ana.invite()
    ana.app.set_setting("turns", "on")
    ana.leave()
    Device(world).sit(address)
    ana = open_home(ana.entries, world)
    assert ana.questions[0][1][0].authors == ()
    assert says("home.saved.turn.mail") in shown(ana)


def test_words_alone_are_new_mail_and_not_a_turn() -> None:
    ana, blas = two()
    allow(ana)
    ana.play("e2e4").leave()
    blas.press("act:far:fold:more", "act:far:phrase:hello")
    ana = open_home(ana.entries, ana.world)
    assert says("home.saved.turn.mail") in shown(ana) and says("home.saved.turn.me") not in shown(
        ana
    )


def test_a_seat_played_on_another_device_is_noticed() -> None:
    ana, _ = two()
    allow(ana)
    ana.press("act:far:seat")
    address = ana.dialog(SeatDialog).address
    ana.app.close()
    ana.leave()
    assert says("home.saved.turn.me") in shown(ana)
    phone = Device(ana.world)
    phone.open(address).settle()
    phone.play("e2e4")
    ana = open_home(ana.entries, ana.world)
    assert says("home.saved.turn.other") in shown(ana)


def test_the_turn_of_a_game_with_secrets_shows_nothing_of_them() -> None:
    ana, blas = two(game_id=GAME)
    allow(ana)
    deploy(ana)
    ana.leave()
    picture = {key: text for key, text in ana.entries.items() if ":sight:" in key}
    deploy(blas)
    ana = open_home(ana.entries, ana.world)
    assert says("home.saved.turn.me") in shown(ana)  # her device has to open the deployment
    assert {key: text for key, text in ana.entries.items() if ":sight:" in key} == picture


HOSTILE: dict[str, Callable[[str, str, str], tuple[str, str, str]]] = {
    "other table": lambda topic, word, author: (word, author, "ab" * 16),
    "forged": lambda topic, word, author: (word[:-8] + "AAAAAAAA", author, topic),
    "no word": lambda topic, word, author: ("", author, topic),
    "half a word": lambda topic, word, author: (word[:20], author, topic),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_answers_change_nothing(away: tuple[Device, Device], kind: str) -> None:
    ana, _ = away
    for relay in ana.world.values():
        for topic, words in list(relay.kept.items()):
            (word, author) = list(words.items())[-1]
            new, who, where = HOSTILE[kind](topic, word, author)
            del words[word]
            relay.kept.setdefault(where, {})[new] = who
    ana = open_home(ana.entries, ana.world)
    assert says("home.saved.turn.me") not in shown(ana) and says(
        "home.saved.turn.mail"
    ) not in shown(ana)


def test_a_flood_and_a_dead_relay_change_nothing(
    away: tuple[Device, Device], monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, blas = away
    first, second = (ana.world[url] for url in RELAYS)
    topic = blas.side.seat.terms.topic
    author = next(iter(first.kept[topic].values()))
    first.kept[topic] = {f"junk{number:04}": author for number in range(5000)}
    second.down = True
    read, receive = list[Letter | bytes](), Log.receive

    def counting(log: Log, data: Letter | bytes, trusted: bool = False) -> Received:
        read.extend([] if trusted else [data])
        return receive(log, data, trusted)

    monkeypatch.setattr(Log, "receive", counting)
    ana = open_home(ana.entries, ana.world)
    assert len(read) == MOST_WORDS
    assert says("home.saved.turn.other") in shown(ana)
    (table,) = ana.questions[0][1]
    assert table.topic == topic


def test_a_relay_is_asked_about_few_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    world = relays()
    me = Device(world)
    for _ in range(MOST_TABLES + 3):
        me.invite()
        me.leave()
    me.app.set_setting("turns", "on")
    me = open_home(me.entries, world)
    assert [len(tables) for _, tables in me.questions] == [MOST_TABLES] * len(RELAYS)
    assert len(me.questions) == len(RELAYS)
    monkeypatch.setattr(mail_check, "MOST_READ", 4)
    me = open_home(me.entries, world)
    assert [len(tables) for _, tables in me.questions] == [4] * len(RELAYS)


def test_relays_that_the_page_may_not_contact_are_not_asked(
    away: tuple[Device, Device], monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, _ = away
    allowed = lambda self, relays: relays == (RELAYS[1],)  # noqa: E731
    monkeypatch.setattr(Tools, "allowed", allowed)
    ana = open_home(ana.entries, ana.world)
    assert [relay for relay, _ in ana.questions] == [RELAYS[1]]


def test_tables_one_only_watches_are_not_asked_about(away: tuple[Device, Device]) -> None:
    _, blas = away
    eva = Device(blas.world)
    eva.open(blas.side.invitation).press("act:look").settle()
    eva.app.set_setting("turns", "on")
    eva.leave()
    eva = open_home(eva.entries, eva.world)
    assert eva.fetched == [] and eva.questions == []


def test_damaged_tables_are_skipped(away: tuple[Device, Device]) -> None:
    ana, _ = away
    key = next(key for key in ana.entries if key.startswith("asedio:far:"))
    entry = json.loads(ana.entries[key])
    ana.entries[key] = json.dumps({**entry, "secret": "00" * 32})
    ana = open_home(ana.entries, ana.world)
    assert ana.questions == []


def test_the_icon_of_the_app_counts_the_games_that_wait(away: tuple[Device, Device]) -> None:
    """From what is stored, and from new mail where that may be asked for."""
    ana, blas = away
    assert ana.badges[-1:] == [0]
    ana = open_home(ana.entries, ana.world)
    assert ana.badges == [0, 1]
    ana.come_back()
    ana.play("g1f3").leave()
    assert ana.badges == [0, 1, 0]
    assert Device(blas.world, "", blas.entries).settle().badges == [1]


def test_a_number_on_the_icon_counts_no_games_of_this_device_alone() -> None:
    me = Device(relays())
    me.press("act:game:andarraya", "act:start").press("act:home")
    assert me.badges == [0]
