"""Relays that lie, refuse, ask for work or flood: the table goes on or says why it cannot."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import NewContext, Servers
from tests.e2e.harness import boot, press, press_all
from tests.e2e.pace import FLOOD, SUFFERED, forged_by_a_player, paces
from tests.e2e.relays import HostileRelay
from tests.e2e.test_far import PATIENCE_MS, Player, hostile_relays, seated
from tests.e2e.test_far import hostile as hostile
from tests.fixtures.says import says


def hostile_pair(
    new_context: NewContext, server: Servers, *hostile: HostileRelay
) -> tuple[Player, Player]:
    urls = [one.url for one in hostile]
    ana, blas = (Player(new_context, server, *urls) for _ in range(2))
    return seated(ana, blas)


def test_faulty_relays_change_nothing_a_flooding_one_is_dropped_and_a_dead_one_replaced(
    new_context: NewContext, server: Servers
) -> None:
    """One relay doubles and forges events, then floods; the page stays usable.

    The other holds back the newest event and sends the rest late and in reverse order. Then its
    connections carry nothing any more.
    """
    kept: list[dict[str, object]] = []

    def twist(event: dict[str, object]) -> list[dict[str, object]]:
        content = str(event["content"])
        forged = {**event, "content": content[:-8] + "AAAAAAA="}
        return [forged, event, event]

    def late(event: dict[str, object]) -> list[dict[str, object]]:
        kept.insert(0, event)
        return kept[1:]

    with hostile_relays(2) as [loud, slow]:
        loud.twist, slow.twist = twist, late
        ana, blas = hostile_pair(new_context, server, loud, slow)
        ana.move("e2e4")
        blas.turn(1).move("e7e5")
        ana.turn(0)
        assert ana.played() == blas.played()
        loud.send_all(["EVENT", "SUB", loud.events[0]], times=FLOOD)
        press(ana.page, "act:far:fold:more")
        expect(named(ana.page, loud)).to_contain_text(
            says("far.relay.left.flood"), timeout=PATIENCE_MS
        )
        begun = ana.page.evaluate("performance.now()")
        ana.move("g1f3").turn(1)
        assert ana.page.evaluate("performance.now()") - begun < 5_000
        slow.twist = lambda event: [event]
        slow.die()
        for player in (ana, blas):
            player.page.evaluate("dispatchEvent(new Event('online'))")
        blas.turn(1).move("b8c6")  # read anew, what was held back included
        ana.turn(0)
        assert slow.connections == 5  # one tried the relay before the invitation
        for player in (ana, blas):
            assert player.watch.problems == []


@pytest.mark.soak
def test_game_continues_between_pages_that_are_never_open_together(
    new_context: NewContext, server: Servers, hostile: HostileRelay
) -> None:
    """The relay stores only letters, each once, by two mail keys, with an expiry date."""
    ana, blas = (Player(new_context, server, hostile.url) for _ in range(2))
    address = ana.invite()
    places = {ana: ana.line("open").page.url}
    ana.page.close()
    blas.sit(address)
    places[blas] = blas.page.url
    letters = 1  # his answer; next come her reply to it and her first move
    for player, move, more in ((ana, "e2e4", 2), (blas, "e7e5", 1), (ana, "g1f3", 1)):
        wait_until(lambda count=letters: len(hostile.events) == count)
        for one in (ana, blas):
            one.page.close()
        player.open(places[player]).turn(0 if player is ana else 1).move(move)
        letters += more
    wait_until(lambda: len(hostile.events) == letters)
    assert len(ana.played()) == 3
    for one in hostile.events:
        assert int(dict(one["tags"])["expiration"]) > one["created_at"]
    assert len({one["pubkey"] for one in hostile.seen}) == 2
    assert {one["kind"] for one in hostile.events} == {7368}


def wait_until(true: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE_MS / 1000
    while not true():
        assert time.monotonic() < until
        time.sleep(0.05)


REFUSALS = {
    "blocked: not here": "far.relay.left.blocked",
    "restricted: members only": "far.relay.left.restricted",
    "pow: 40 bits needed": "far.relay.stuck.pow",
    "auth-required: who are you": "far.relay.left.auth",
}


def named(page: Page, relay: HostileRelay) -> Locator:
    """Return the panel's line about a relay."""
    return page.locator(".far-relays li").filter(has_text=str(relay.port))


def test_refusing_relays_are_left_and_links_still_work(
    new_context: NewContext, server: Servers
) -> None:
    """One table with a relay per kind of refusal; the panel says why each was left."""
    with hostile_relays(len(REFUSALS)) as hostile:
        ana, blas = hostile_pair(new_context, server, *hostile)
        sent = [len(one.seen) for one in hostile]
        for one, answer in zip(hostile, REFUSALS, strict=True):
            one.refuse = answer
        ana.move("e2e4").line("stuck")
        press(ana.page, "act:far:fold:more")
        for one, key in zip(hostile, REFUSALS.values(), strict=True):
            expect(named(ana.page, one)).to_contain_text(says(key))
        ana.page.wait_for_timeout(500)
        for one, before in zip(hostile, sent, strict=True):
            assert len(one.seen) - before <= 4  # the page does not insist
        blas.open(ana.link()).turn(1)


LIMITS: dict[str, dict[str, object]] = {
    "far.relay.stuck.pow": {"min_pow_difficulty": 30},
    "far.trial.restricted": {"payment_required": True},
}


def test_relays_with_unacceptable_limits_are_sent_nothing(
    new_context: NewContext, server: Servers
) -> None:
    """The page's question about the limits reveals no cookie, referrer or secret."""
    with hostile_relays(len(LIMITS)) as hostile:
        for one, limits in zip(hostile, LIMITS.values(), strict=True):
            one.limits = limits
        urls = [one.url for one in hostile]
        ana, blas = Player(new_context, server, *urls), Player(new_context, server, *urls)
        boot(ana.page)
        press_all(ana.page, ("act:game:andarraya", "act:invite", "far-side:0"))
        ana.choose_relays()
        press(ana.page, "far:make")
        ana.page.locator('[data-target="act:far:anew"]').wait_for(timeout=PATIENCE_MS)
        for one, key in zip(hostile, LIMITS, strict=True):
            expect(named(ana.page, one)).to_contain_text(says(key))
        press(ana.page, "act:far:alone")
        alone = ana.page.locator('[data-far="invitation"]').input_value()
        assert "via=" not in alone
        via = ",".join(urls)  # as in the invitation of a page that has found them usable
        blas.sit(f"{alone}&via={via}").line("left")
        ana.open(blas.link())
        blas.open(ana.move("e2e4").link()).turn(1)
        secrets = [part.split("#", 1)[1] for part in (ana.page.url, blas.page.url, alone)]
        for one in hostile:
            assert one.seen == [] and one.trials == [] and one.asked
            for headers in one.asked:
                assert "cookie" not in headers and "referer" not in headers
                assert not [secret for secret in secrets if secret in str(headers)]


@pytest.mark.soak
@pytest.mark.parametrize("every", [0.0, SUFFERED])
@pytest.mark.parametrize("by_a_player", [False, True])
def test_no_flood_makes_a_press_twice_as_long(
    new_context: NewContext,
    server: Servers,
    hostile: HostileRelay,
    by_a_player: bool,
    every: float,
) -> None:
    """The flood repeats the relay's own events, or comes from a player with the table's key.

    It is fast enough for the page to leave the relay, or slow enough to be tolerated.
    """
    ana, blas = (Player(new_context, server, hostile.url) for _ in range(2))
    address = ana.invite()
    blas.sit(address)
    ana.page.locator(".far-there.here").wait_for(timeout=PATIENCE_MS)
    events = forged_by_a_player(blas.page, address) if by_a_player else list(hostile.seen)
    found = paces(lambda: ana.reopen().line("open").page, hostile, events, every)
    assert found.ratio < 2, found.p95()
