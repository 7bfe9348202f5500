"""Trial of a new table's relays: only those that store an event, give it back and say when they
have sent everything are used.

It runs before the link of the invitation is shown. The inviter can go on without relays
at any moment.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ui.far.relays.addresses import kept_from, relay_name
from ui.words.frame import button
from ui.words.html import Html, el

if TYPE_CHECKING:
    from ui.browser.relay import FarTools

TRYING, GOOD = "trying", "good"
# Reasons against a relay (ui/browser/far_probe.mjs).
REASONS = ("silent", "forgets", "endless", "pow", "auth", "blocked", "restricted", "invalid")
_AS_LATER = {  # what is said of a relay at a table, too
    "silent": "far.relay.lost", "pow": "far.relay.stuck.pow", "invalid": "far.relay.stuck.invalid",
}  # fmt: skip


class RelayTrial:
    """Tries relays in order until `wanted` work or none is left.

    `report(found)` is called after each result: with the relays to use at the end, else with ().
    """

    def __init__(
        self,
        relays: tuple[str, ...],
        wanted: int,
        tools: FarTools,
        report: Callable[[tuple[str, ...]], None],
    ) -> None:
        self._next, self._wanted = list(relays), wanted
        self._tools, self._report = tools, report
        self.state: dict[str, str] = {}  # by relay: trying, good, or why not
        self._framed = tools.surroundings().framed
        self._stopped = False

    def begin(self) -> None:
        while self._next and self._count(TRYING, GOOD) < self._wanted:
            relay = self._next.pop(0)
            self.state[relay] = TRYING
            self._tools.probe(relay, self._heard(relay))

    def stop(self) -> None:
        """Ignore all further results."""
        self._stopped = True

    @property
    def over(self) -> bool:
        return not self._count(TRYING)

    @property
    def good(self) -> tuple[str, ...]:
        return tuple(one for one, state in self.state.items() if state == GOOD)

    @property
    def bad(self) -> dict[str, str]:
        """Relays that cannot be used, with the reason."""
        return {one: state for one, state in self.state.items() if state not in (TRYING, GOOD)}

    def words(self, relay: str) -> str:
        """Return the key of what is said of a relay."""
        state = self.state[relay]
        if state == "silent" and kept_from(relay, self._framed):
            return "far.relay.framed"
        return _AS_LATER.get(state, f"far.trial.{state}")

    def _count(self, *states: str) -> int:
        return sum(state in states for state in self.state.values())

    def _heard(self, relay: str) -> Callable[[str], None]:
        def heard(why: str) -> None:
            if self._stopped:
                return
            self.state[relay] = GOOD if not why else why if why in REASONS else "invalid"
            self.begin()
            if self._stopped:  # a later result, reported at once, has ended the trial
                return
            found = self.good if self.over else ()
            self._stopped = bool(found)
            self._report(found)

        return heard


def trial_card(trial: RelayTrial, t: Callable[..., str]) -> Html:
    """Return the card in place of the invitation: each relay with its state, and the ways on."""
    failed = trial.over and not trial.good
    rows = [
        el("li", None, relay_name(t, relay), " · ", t(trial.words(relay))) for relay in trial.state
    ]
    return el(
        "div",
        {"class": "far-card", "data-far": "trial"},
        el("h2", None, t("far.invite.send")),
        el("p", {"role": "status"}, t("far.trial.failed" if failed else "far.trial.about")),
        el("ul", {"class": "far-relays"}, rows),
        el(
            "div",
            {"class": "buttons"},
            button("act:far:anew", t("far.trial.anew"), "primary") if failed else None,
            button("act:far:alone", t("far.trial.alone"), "quiet"),
        ),
    )


def left_out(trial: RelayTrial, t: Callable[..., str]) -> Html | None:
    """Return the line that names the relays that failed; None if none did."""
    if not trial.bad:
        return None
    names = [f"{relay_name(t, one)} ({t(trial.words(one))})" for one in trial.bad]
    return el("p", {"class": "soft"}, t("far.trial.left", relays=", ".join(names)))
