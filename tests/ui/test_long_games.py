"""Opening and playing a long game must cost no more than a short one; calls are counted."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any

import pytest

from engine.core.contract import Event
from engine.core.steps import finish
from engine.games import REGISTRY, load_game
from engine.games.cotadrez.rules import repetitions
from engine.games.cotadrez.rules.state import CotadrezState
from engine.match import savefile
from engine.match.match import Match, MatchConfig
from engine.match.snapshot import freeze, thaw
from engine.search.engine_server import EngineServer, ObservedEvents, question
from tests.fixtures.matches import random_match
from tests.fixtures.present import present
from tests.fixtures.says import wording
from tests.ui.fakes import Opened, match_of, opened
from ui.saves.entries import key_of
from ui.saves.storage import MemoryStorage
from ui.saves.store import Store
from ui.session.resume import opening

SHORT, LONG = 100, 100 + 29 * 64  # numbers of events, equally far from a snapshot


@cache
def long_game(game_id: str, seed: int, most: int = LONG) -> tuple[Event, ...]:
    return tuple(random_match(game_id, seed, most).events)


def stored(count: int) -> tuple[MemoryStorage, str]:
    """Return (storage, key) of a Stratego game of `count` events that was opened once before."""
    entries, key = _stored(count)
    return MemoryStorage(dict(entries)), key


@cache
def _stored(count: int) -> tuple[dict[str, str], str]:
    events = long_game("stratego", 34)
    assert len(events) == LONG
    disk = MemoryStorage()
    store = Store(disk)
    key = store.new_game(MatchConfig("stratego", {}, ("Ana", "Blas")))
    for index, event in enumerate(events[:count]):
        store.append(key, index, event)
    at_leisure(key, disk)
    return disk.entries, key


def at_leisure(key: str, disk: MemoryStorage) -> Opened:
    """Open a stored game and run all deferred slices."""
    app = opened(f"#play={key}", disk)
    app.page.slices()
    return app


class Work:
    """Counter of the calls of `apply`, `legal_actions` and `clone` in Stratego."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.done = dict.fromkeys(("apply", "legal_actions", "clone"), 0)
        kind = type(load_game("stratego")().initial_state())
        for name in self.done:
            monkeypatch.setattr(kind, name, self._counted(name, getattr(kind, name)))

    def _counted(self, name: str, method: Callable[..., object]) -> Callable[..., object]:
        def counted(*args: object) -> object:
            self.done[name] += 1
            return method(*args)

        return counted

    def of(self, act: Callable[[], object]) -> dict[str, int]:
        before = dict(self.done)
        act()
        return {name: self.done[name] - before[name] for name in before}


def one_move(app: Opened) -> None:
    """Play the first legal move by presses."""
    session = app.session
    app.press("btn:reveal")
    state = session.observation()
    before = len(match_of(session).events)
    action = min(one for one in state.legal_actions() if one[0] == "move")
    for target in session.game.path(state, action):
        app.press(target)
    assert len(match_of(session).events) > before


def test_opening_a_long_game_calls_the_rules_no_more_than_a_short_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    work = Work(monkeypatch)
    found = {}
    for count in (SHORT, LONG):
        disk, key = stored(count)
        found[count] = work.of(partial(opened, f"#play={key}", disk))
    for name in work.done:
        assert found[LONG][name] <= 2 * found[SHORT][name] + 64, found


def test_a_move_in_a_long_game_calls_the_rules_no_more_than_in_a_short_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    work = Work(monkeypatch)
    found = {}
    for count in (SHORT, LONG):
        disk, key = stored(count)
        app = opened(f"#play={key}", disk)
        found[count] = work.of(partial(one_move, app))
    for name in work.done:
        assert found[LONG][name] <= 1.2 * found[SHORT][name] + 40, found


def test_only_the_last_turns_of_a_long_log_are_drawn_at_first() -> None:
    disk, key = stored(LONG)
    app = opened(f"#play={key}", disk)
    app.press("btn:reveal")
    assert app.view.slots["log"].count('data-target="look:') < 150
    short = app.session.log()
    app.press("act:log-all")
    whole = app.session.log()
    assert whole[-len(short) :] == short and whole[0].number == 1
    assert app.view.slots["log"].count('data-target="look:') > 1000


def test_the_beginning_of_a_long_game_can_be_shown() -> None:
    disk, key = stored(LONG)
    app = opened(f"#play={key}", disk)
    app.press("btn:reveal")
    session = app.session
    app.press("act:log-first")
    assert session.at == 0
    app.press("act:log-next")
    assert session.log()[0].end == session.at
    app.press("act:log-last")
    for _ in range(3):
        app.press("act:log-prev")
    assert session.at == session.log()[-4].end or session.at == session.log()[-3].end


def test_a_damaged_event_before_the_bookmark_is_noticed() -> None:
    disk, key = stored(LONG)
    assert finish(opening(present(Store(disk).load(key)))).points
    entry = f"asedio:event:{key}:00300"
    disk.entries[entry] = disk.entries[entry][:-1] + "0]"  # only the time differs
    saved = present(Store(disk).load(key))
    assert saved.bookmark is None and finish(opening(saved)).bad is None
    disk.entries[entry] = '[0,["move",1,1],5]'
    saved = present(Store(disk).load(key))
    assert saved.bookmark is None and finish(opening(saved)).bad == 300


def test_an_invalid_bookmark_is_ignored() -> None:
    disk, key = stored(SHORT)
    good = disk.entries[f"asedio:mark:{key}"]
    for bad in ("", "{", "[]", good.replace('"state":"', '"state":"x'), good.replace("[", "[[", 1)):
        disk.entries[f"asedio:mark:{key}"] = bad
        saved = present(Store(disk).load(key))
        assert len(finish(opening(saved)).match.events) == SHORT


@pytest.mark.parametrize("game_id", REGISTRY)
def test_a_snapshot_restores_the_whole_state(game_id: str) -> None:
    events = long_game(game_id, 3, 400)
    match = Match(MatchConfig(game_id))
    state, kept = match.start.clone(), 0
    for number, event in enumerate(events):
        if number % 23 == 0 and (frozen := freeze(match.game, state)) is not None:
            kept += 1
            again = present(thaw(match.game, frozen))
            assert again.key() == state.key()
            assert freeze(match.game, again) == frozen
            last = state.clone()
            for later in events[number : number + 12]:  # repetition counts must agree too
                again.apply(later.action)
                last.apply(later.action)
            assert freeze(match.game, again) == freeze(match.game, last)
            assert match.game.scene(again, -1) == match.game.scene(last, -1)
        state.apply(event.action)
    assert kept > len(events) // 46


def test_a_damaged_or_foreign_snapshot_is_rejected() -> None:
    chess, cotadrez = load_game("andarraya")(), load_game("cotadrez")()
    frozen = present(freeze(chess, chess.initial_state()))
    assert thaw(chess, frozen) is not None
    for bad in ("", "x", frozen[:-3], frozen + "00000", "é"):
        assert thaw(chess, bad) is None
    assert thaw(cotadrez, frozen) is None


def test_a_question_redacts_only_new_events(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match(MatchConfig("stratego"))
    events = long_game("stratego", 34)
    for event in events[:400]:
        match.take(event.action)
    known, redacted = ObservedEvents(match, 1), 0
    redact = type(match.game).redact

    def counted(*all: Any) -> Event | None:
        nonlocal redacted
        redacted += 1
        return redact(*all)

    monkeypatch.setattr(type(match.game), "redact", staticmethod(counted))
    known.events()
    assert redacted == 400
    for event in events[400:403]:
        match.take(event.action)
        redacted = 0
        known.events()
        assert redacted == 1
    match.undo(match.events[-1].actor)
    other = next(one for one in match.options_now() if one != events[402].action)
    match.take(other)
    redacted = 0
    assert known.events() == ObservedEvents(match, 1).events()
    assert redacted == 1 + 403


def test_the_worker_applies_only_new_events(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match(MatchConfig("stratego"))
    events = long_game("stratego", 34)
    for event in events[:300]:
        match.take(event.action)
    server, work = EngineServer(), Work(monkeypatch)
    monkeypatch.setattr("engine.search.engine_server.think", lambda game, state, *rest: iter(()))
    asked = question(match, 1, 1, 5)
    first = work.of(lambda: server.ask(asked))
    match.take(events[300].action)
    asked = question(match, 1, 1, 5)
    second = work.of(lambda: server.ask(asked))
    assert first["apply"] > 200 and second["apply"] == 1
    fresh = EngineServer()
    fresh.ask(question(match, 1, 1, 5))
    assert server._kept[-1][1].key() == fresh._kept[-1][1].key()
    server.ask(question(match, 0, 1, 5))  # another seat knows other things
    fresh = EngineServer()
    fresh.ask(question(match, 0, 1, 5))
    assert server._kept[-1][1].key() == fresh._kept[-1][1].key()


def test_cotadrez_counts_repetitions_in_a_bounded_number_of_steps() -> None:
    match, looked, longest = Match(MatchConfig("cotadrez")), 0, 0
    for event in long_game("cotadrez", 93, 900):
        match.take(event.action)
        state = match.state
        assert isinstance(state, CotadrezState)
        if state.seen is None:
            continue
        node: repetitions.Seen = state.seen
        times = steps = 0
        while node is not None:
            times += node[0] == state.seen[0]
            node = node[1]
        assert repetitions.times(state.seen[0], state.seen, state._counted)[0] == times
        base, node = state._counted[0], state.seen
        while node is not None and node is not base:
            node, steps = node[1], steps + 1
        longest, looked = max(longest, steps), looked + 1
    assert looked > 500 and longest <= 40


# -- first opening of a game without a bookmark ---------------------------------------------------


def without_bookmark(count: int) -> tuple[MemoryStorage, str]:
    """Return what `stored` returns, but without the bookmark."""
    disk, key = stored(count)
    disk.remove(key_of("mark", key))
    return disk, key


@pytest.mark.usefixtures("one_step_at_a_time")
def test_a_long_game_without_a_bookmark_opens_in_slices_with_progress() -> None:
    disk, key = without_bookmark(300)
    app = opened("", disk)
    app.press(f"act:continue:{key}")
    told = []
    while app.page.waiting:
        assert app.home and present(app.dialog).name == "reading"
        told.append(app.view.slots["progress"])
        app.page.waiting.pop(0)()
    assert app.screen.name == "table" and app.dialog is None
    assert app.page.now == f"#play={key}" and app.session.count == 300
    assert any("de 300 jugadas leídas" in one for one in told[:299])
    # three lists of turns, of both players and of what the curtain shows, 32 events at a time
    listing = [one for one in told if wording("reading.list", "es") in one]
    assert len(listing) == 3 * 10 and "300 ya están" in listing[-1]


def test_events_read_in_slices_are_not_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    disk, key = without_bookmark(300)
    app = at_leisure(key, disk)
    work = Work(monkeypatch)
    seen = work.of(lambda: app.press("btn:reveal"))
    assert seen["apply"] < 64
    again = work.of(lambda: at_leisure(key, disk))
    assert again["apply"] < 300


@pytest.mark.usefixtures("one_step_at_a_time")
@pytest.mark.parametrize("after", [1, 299, 310])
def test_opening_a_stored_game_can_be_cancelled(after: int) -> None:
    disk, key = without_bookmark(300)
    before = dict(disk.entries)
    app = opened(f"#play={key}", disk)
    for _ in range(after):
        app.page.waiting.pop(0)()
    app.press("dialog:close")
    app.page.slices()
    assert app.screen.name == "home" and app.dialog is None and app.page.now == ""
    assert disk.entries == before


@pytest.mark.usefixtures("one_step_at_a_time")
def test_a_cancelled_import_of_a_long_game_stores_nothing() -> None:
    app = opened()
    match = Match(MatchConfig("stratego"))
    for event in long_game("stratego", 34)[:150]:
        match.take(event.action)
    app.paste(savefile.dump(match))
    while wording("reading.list", "es") not in app.view.slots.get("progress", ""):
        app.page.waiting.pop(0)()
    app.press("dialog:close")
    app.page.slices()
    assert app.screen.name == "home" and app.store.games() == []
