"""The second game with the same person, from home to home in real browsers, and the list of open
tables with its hints."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.far_pair import PATIENCE_MS, Player, seated
from tests.e2e.harness import NewContext, Servers, boot, press, press_all
from tests.e2e.relays import HostileRelay
from tests.fixtures.says import says

BADGES = """window.badges = [];
navigator.setAppBadge = async (count) => { window.badges.push(count); };
navigator.clearAppBadge = async () => { window.badges.push(0); };"""


def at_home(player: Player) -> None:
    """Open Asedio anew at its home page."""
    player.page.close()
    player.page = player.context.new_page()
    boot(player.page)


def test_the_second_game_begins_on_home_and_is_found_on_home(
    new_context: NewContext, server: Servers, hostile: HostileRelay
) -> None:
    ana, blas = (Player(new_context, server, hostile.url) for _ in range(2))
    blas.context.add_init_script(BADGES)
    seated(ana, blas)
    press_all(ana.page, ("act:resign", "act:resign-yes"))
    expect(blas.page.locator(".result-card")).to_be_visible(timeout=PATIENCE_MS)
    press(blas.page, "act:far:turns:on")
    at_home(blas)
    at_home(ana)
    press(ana.page, "act:saved")
    again = ana.page.locator('[data-target^="act:again:"]').first
    expect(again).to_have_text(says("home.again", who="Blas"))
    again.click()
    dialog = ana.page.locator("dialog")
    expect(dialog).to_contain_text(says("far.again.form", who="Blas"), timeout=PATIENCE_MS)
    press(ana.page, "far:make")
    ana.page.locator('[data-far="invitation"]').wait_for(timeout=PATIENCE_MS)
    at_home(blas)
    waits = blas.page.locator(".waiting")
    expect(waits).to_contain_text(says("home.saved.turn.again"), timeout=PATIENCE_MS)
    assert blas.page.evaluate("window.badges.at(-1)") == 1
    waits.locator('[data-target^="act:continue:"]').click()
    asks = blas.page.locator(".far-asks")
    expect(asks.locator('[data-target="act:far:decline"]')).to_be_visible(timeout=PATIENCE_MS)
    asks.locator('[data-target="act:rematch"]').click()
    for player, who in ((ana, "Blas"), (blas, "Ana")):
        expect(player.page.locator(".far-there.here")).to_be_visible(timeout=PATIENCE_MS)
        score = "0–1" if player is ana else "1–0"
        series = says("far.series", who=who, score=score)
        expect(player.page.locator(".far-panel")).to_contain_text(series)
    for player in (ana, blas):
        assert player.watch.problems == []


def test_an_offer_lasts_for_days_and_can_be_found(
    new_context: NewContext, server: Servers, hostile: HostileRelay
) -> None:
    ana, eva = (Player(new_context, server, hostile.url) for _ in range(2))
    boot(ana.page)
    press_all(ana.page, ("act:game:andarraya", "act:invite", "far-guests:yes"))
    ana.page.select_option('[data-field="far-hours"]', "336")
    ana.make("Ana", 0)
    (event,) = [one for one in hostile.events if one["kind"] == 37368]
    ends = dict(tag for tag in event["tags"] if len(tag) == 2)["expiration"]
    assert 0 <= 14 * 86_400 - (int(ends) - event["created_at"]) < 60
    eva.invite("Eva")  # chooses the relay
    press_all(eva.page, ("act:home", "act:tables"))
    expect(eva.page.locator(".offer")).to_contain_text("Ana", timeout=PATIENCE_MS)
    eva.page.select_option('[data-field="offers-game"]', "cotadrez")
    expect(eva.page.locator(".offer")).to_have_count(0)
    for player in (ana, eva):
        assert player.watch.problems == []
