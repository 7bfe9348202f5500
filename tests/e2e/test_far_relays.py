"""Relays that lie, refuse, ask for work or flood: the table goes on or says why it cannot."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.e2e.far_pair import PATIENCE_MS, Player, hostile_relays, seated
from tests.e2e.harness import NewContext, Servers, boot, press, press_all
from tests.e2e.relays import HostileRelay
from tests.fixtures.says import says

FLOOD = 10_000  # messages


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
        ana.move("g1f3").turn(1)
        slow.twist = lambda event: [event]
        slow.die()
        for player in (ana, blas):
            player.page.evaluate("dispatchEvent(new Event('online'))")
        blas.turn(1).move("b8c6")  # read anew, what was held back included
        ana.turn(0)
        assert slow.connections == 5  # one tried the relay before the invitation
        for player in (ana, blas):
            assert player.watch.problems == []


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
