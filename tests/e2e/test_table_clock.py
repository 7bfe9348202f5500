"""The clocks of two people on one device, in a browser whose timer the tests set forward."""

from __future__ import annotations

from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e.harness import at_starts, boot, press, press_all

WAKE_MS = 60_000
RUNNING = ".strip-clock[data-runs] b"
# A clock of the page that tests set forward. Timers that are due by then run in their order, as if
# the time had passed: a second at a time, with a moment for what they start.
FORWARD = """(() => {
  const now = performance.now.bind(performance);
  const [later, never] = [window.setTimeout.bind(window), window.clearTimeout.bind(window)];
  const timers = new Map();
  let ahead = 0;
  performance.now = () => now() + ahead;
  window.setTimeout = (act, ms = 0, ...rest) => {
    const run = () => { timers.delete(id); act(...rest); };
    const id = later(run, ms);
    timers.set(id, [performance.now() + ms, run]);
    return id;
  };
  window.clearTimeout = id => { timers.delete(id); never(id); };
  window.forward = async gone => {
    for (; gone > 0; gone -= 1000) {
      ahead += Math.min(gone, 1000);
      for (const [id, [due, run]] of [...timers])
        if (due <= performance.now() && timers.has(id)) { never(id); run(); }
      await new Promise(done => requestAnimationFrame(() => later(done, 50)));
    }
  };
})()"""
HIDE = """hidden => {
  Object.defineProperty(document, "visibilityState",
    { configurable: true, get: () => hidden ? "hidden" : "visible" });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
STANDS = """() => new Promise(done => {
  const words = () => document.querySelector(".strip-clock b").textContent;
  const before = words();
  setTimeout(() => done(words() === before), 300);
})"""


def go_forward(page: Page, left: float) -> None:
    """Set the clock of the page forward until the running clock has about `left` seconds."""
    minutes, seconds = page.locator(RUNNING).inner_text().split(":")
    gone = int(1000 * (60 * int(minutes) + float(seconds) - left))
    page.evaluate("gone => window.forward(gone)", gone)


def test_the_page_counts_down_and_the_flag_falls(page: Page) -> None:
    """From the form to the result: the display runs by itself, low time is marked and spoken."""
    at_starts(page, FORWARD)
    boot(page)
    press_all(page, ("act:game:andarraya", "clock:minutes"))
    page.locator('[data-field="clock-minutes"]').fill("1")
    page.locator('[data-field="clock-seconds"]').fill("0")
    press_all(page, ("act:start", "sq:e2", "sq:e4"))
    expect(page.locator(".strip-clock")).to_have_count(2)
    expect(page.locator(RUNNING)).not_to_have_text("1:00")
    words = [page.locator(RUNNING).inner_text()]
    for _ in range(2):
        page.evaluate("window.forward(1000)")  # sooner than Python wakes
        words.append(page.locator(RUNNING).inner_text())
    assert len({*words}) == 3, words
    black = page.locator('.strip[data-side="1"] .strip-clock')
    assert black.get_attribute("data-low") is None
    go_forward(page, 29)
    expect(black).to_have_attribute("data-low", "", timeout=WAKE_MS)
    expect(page.locator("#live")).to_contain_text("quedan 30 segundos")
    go_forward(page, 9)
    expect(page.locator(RUNNING)).to_contain_text(".")
    expect(page.locator("#live")).to_contain_text("quedan 10 segundos", timeout=WAKE_MS)
    page.evaluate("window.forward(9000)")
    expect(page.locator(".result-card")).to_contain_text("tiempo", timeout=WAKE_MS)
    assert page.locator("[data-outcome]").first.get_attribute("data-outcome") == "1-0"


def test_a_pause_and_a_hidden_page_stop_the_display(page: Page) -> None:
    boot(page, "new=andarraya&clock=10+5")
    expect(page.locator(RUNNING)).not_to_have_text("10:00")
    press(page, "act:clock")
    dialog = page.locator("dialog")
    expect(dialog).to_be_visible()
    expect(page.locator(RUNNING)).to_have_count(0)
    assert page.evaluate(STANDS)
    page.keyboard.press("Escape")
    expect(page.locator(RUNNING)).to_have_count(1)
    page.evaluate(HIDE, True)
    page.evaluate(HIDE, False)
    expect(dialog).to_contain_text("no se veía")
    page.locator("dialog .primary").click()
    expect(page.locator(RUNNING)).to_have_count(1)
    page.reload()
    expect(dialog).to_contain_text("cerrada")


LOCKS = """refuses => {
  window.held = [];
  const lock = () => ({
    released: false,
    async release() { this.released = true; window.held.push("off"); },
  });
  const request = async () => {
    window.held.push(refuses ? "refused" : "on");
    if (refuses) throw new DOMException("low battery", "NotAllowedError");
    return lock();
  };
  Object.defineProperty(navigator, "wakeLock", { configurable: true, value: { request } });
}"""


HELD = "wanted => JSON.stringify(window.held) === JSON.stringify(wanted)"


def test_the_screen_stays_on_while_a_clock_runs(page: Page, context: BrowserContext) -> None:
    """Unless the browser refuses."""
    for one, refuses in ((page, False), (context.new_page(), True)):
        at_starts(one, f"({LOCKS})({str(refuses).lower()})")
        boot(one, "new=andarraya&clock=10+5")
        stays_on(one, ["refused"] if refuses else ["on"], refuses)


def stays_on(page: Page, first: list[str], refuses: bool) -> None:
    expect(page.locator(RUNNING)).not_to_have_text("10:00")
    page.wait_for_function(HELD, arg=first)
    press(page, "act:clock")
    expect(page.locator(RUNNING)).to_have_count(0)
    page.wait_for_function(HELD, arg=first if refuses else ["on", "off"])
    page.keyboard.press("Escape")
    expect(page.locator(RUNNING)).to_have_count(1)
    page.wait_for_function(HELD, arg=first * 2 if refuses else ["on", "off", "on"])
