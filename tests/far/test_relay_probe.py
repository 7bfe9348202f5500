"""The trial of a relay before an invitation (ui/browser/far_probe.mjs), run by Node."""

from __future__ import annotations

import pytest

from tests.far.test_relay_client import run

TRIED = """
    const { probe } = await import("./ui/browser/far_probe.mjs");
    let told = null;
    const relay = new Relay("one", { FAULT });
    probe(relay.url).then((found) => (told = found));
    await pass(20);
    say([told, relay.seen.length, relay.logins.length, relay.sockets.size]);
"""
FAULTS = {  # fields of the relay: what is told, and most events it is sent
    "": ("", 1),
    "down: true": ("silent", 0),
    "mute: true": ("silent", 1),
    "forget: true": ("forgets", 1),
    "endless: true": ("endless", 1),
    "limits: { payment_required: true }": ("restricted", 0),
    "limits: { min_pow_difficulty: 30 }": ("pow", 0),
    "limits: { min_pow_difficulty: 8 }": ("", 1),
    "refuse: () => 'pow: 40 bits needed'": ("pow", 1),
    "refuse: () => 'blocked: not here'": ("blocked", 1),
    "refuse: () => 'restricted: members only'": ("restricted", 1),
    "refuse: () => 'error: no room'": ("invalid", 1),
    "auth: true": ("", 2),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_relay_that_cannot_be_used_is_told_from_a_good_one(fault: str) -> None:
    why, most = FAULTS[fault]
    told, sent, logins, open_lines = run(TRIED.replace("FAULT", fault))
    assert told == {"ok": why == "", "why": why}
    assert sent <= most and logins == (fault == "auth: true") and open_lines == 0
