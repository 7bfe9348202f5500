"""Notifications of a far table as on a phone, where only a service worker may show them."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.far_pair import Player, seated, wait_until
from tests.e2e.harness import CONTROLLED, NewContext, Servers, press
from tests.e2e.relays import HostileRelay
from tests.fixtures.says import says

PHONE = """window.Notification = class extends Notification {
  constructor() { throw new TypeError("Illegal constructor."); }
  static get permission() { return window.allowed ?? "default"; }
  static async requestPermission() { return (window.allowed = "granted"); }
}"""
HIDE = "Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })"
SHOWN = """async () => (await (await navigator.serviceWorker.ready).getNotifications()).map(
  (one) => [one.body, one.data])"""
# Presses the notification in the worker, which may focus and open pages only for a true press: both
# are recorded instead.
PRESSED = """async (elsewhere) => {
  const done = [], waits = [];
  WindowClient.prototype.focus = async function () { done.push(["focus", this.url]); };
  Clients.prototype.openWindow = async (address) => { done.push(["open", address]); };
  const [one] = await registration.getNotifications();
  const event = new NotificationEvent("notificationclick", { notification: one });
  event.waitUntil = (wait) => waits.push(wait);
  self.dispatchEvent(event);
  await Promise.all(waits);
  await showTable(elsewhere);
  return [done, (await registration.getNotifications()).length];
}"""
CALLS = '[data-target="act:far:calls"]'


@pytest.mark.full  # the headless shell shows no notifications
def test_phone_is_notified_through_the_service_worker_and_offered_nothing_without_one(
    new_context: NewContext, server: Servers, hostile: HostileRelay
) -> None:
    """Ana's page has a service worker, that of Blas has none."""
    ana, blas = (
        Player(new_context, server, hostile.url, service_workers=one) for one in ("allow", "block")
    )
    for player in (ana, blas):
        player.context.grant_permissions(["notifications"])
        player.context.add_init_script(PHONE)
    seated(ana, blas)
    press(blas.page, "act:far:fold:more")
    expect(blas.page.locator(".far-say")).to_be_visible()
    expect(blas.page.locator(CALLS)).to_have_count(0)
    ana.page.wait_for_function(CONTROLLED)
    press(ana.page, "act:far:fold:more")
    press(ana.page, "act:far:calls")
    expect(ana.page.locator(CALLS)).to_have_text(says("far.calls.off"))
    ana.move("e2e4")
    blas.turn(1)
    ana.page.evaluate(HIDE)
    blas.move("e7e5")
    wait_until(lambda: ana.page.evaluate(SHOWN) != [])
    assert ana.page.evaluate(SHOWN) == [[says("far.call", who="Blas"), ana.page.url]]
    closed = f"{ana.page.url}0"
    pressed = ana.context.service_workers[0].evaluate(PRESSED, closed)
    assert pressed == [[["focus", ana.page.url], ["open", closed]], 0]
    for player in (ana, blas):
        assert player.watch.problems == []
