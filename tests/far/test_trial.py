"""Trial of the relays before an invitation, relays of the page's own origin, and plain http."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, cast

import pytest

from tests.far.world import RELAYS, Device, Relay, Tools, two
from tests.fixtures.says import says
from ui import far
from ui.browser.relay import Surroundings
from ui.far.relays.addresses import clean_relays, relay_name, typed_relays, write_via
from ui.far.relays.relay_trial import REASONS, RelayTrial
from ui.far.seat_store import SeatStore

if TYPE_CHECKING:
    from ui.browser.relay import FarTools

LIST = tuple(f"wss://{name}.example" for name in ("one", "two", "three", "four"))
OWN = "wss://play.example"  # of the devices in the world


class Slow(Tools):
    """Tools whose relays answer a trial when the test wants."""

    def __init__(self, device: Device) -> None:
        super().__init__(device)
        self.asked: dict[str, Callable[[str], None]] = {}

    def probe(self, relay: str, done: Callable[[str], None]) -> None:
        self.asked[relay] = done


def inviting(usual: tuple[str, ...] = LIST, typed: str | None = None) -> tuple[Device, Slow]:
    """Return a device after the press on "invite", with its unanswered trials."""
    device = Device({one: Relay() for one in LIST}, usual=usual)
    device.tools = tools = Slow(device)
    device.press("act:game:andarraya", "act:invite", "far-side:0")
    if typed is not None:
        device.app.field("far-relays", typed)
    device.press("far:make")
    return device, tools


def invitation(device: Device) -> str:
    """Return the relays in the link of the invitation; "-" while none is shown."""
    shown = 'data-far="invitation"' in device.panel
    return str(device.side.invitation).partition("&via=")[2] if shown else "-"


def dialog(device: Device) -> str:
    return str(device.view.layouts["dialog"])


def test_two_relays_are_tried_and_then_the_link_is_shown() -> None:
    device, tools = inviting()
    assert list(tools.asked) == list(LIST[:2]) and invitation(device) == "-"
    assert "testing…" in device.panel and tools.pools == []
    tools.asked[LIST[1]]("")
    assert invitation(device) == "-"
    tools.asked[LIST[0]]("")
    assert invitation(device) == "one.example,two.example"
    assert list(tools.asked) == list(LIST[:2]) and len(tools.pools) == 1
    assert "Not used" not in device.panel


@pytest.mark.parametrize("why", [*REASONS, "a reason of tomorrow"])
def test_relay_that_fails_is_named_and_replaced(why: str) -> None:
    device, tools = inviting()
    tools.asked[LIST[0]](why)
    assert list(tools.asked) == list(LIST[:3])
    tools.asked[LIST[1]]("")
    tools.asked[LIST[2]]("")
    assert invitation(device) == "two.example,three.example"
    assert "Not used: one.example (" in device.panel
    assert "far.trial." not in device.panel


def test_one_relay_is_enough_if_all_others_fail() -> None:
    device, tools = inviting()
    for relay, why in zip(LIST, ("silent", "", "forgets", "pow"), strict=True):
        tools.asked[relay](why)
    assert invitation(device) == "two.example"


def test_without_a_working_relay_one_can_try_again_or_invite_by_link() -> None:
    device, tools = inviting()
    for relay in LIST:
        tools.asked[relay]("silent")
    assert invitation(device) == "-" and "No relay is working" in device.panel
    tools.asked.clear()
    device.press("act:far:anew")
    assert list(tools.asked) == list(LIST[:2])
    late = tools.asked[LIST[0]]
    device.press("act:far:alone")
    assert invitation(device) == "" and 'data-far="invitation"' in device.panel
    late("")  # too late: the table goes by links
    assert invitation(device) == "" and tools.pools == []


def test_all_relays_of_a_players_own_list_are_tried_and_used() -> None:
    device, tools = inviting(typed="three.example one.example two.example")
    assert sorted(tools.asked) == sorted(LIST[:3])
    for relay in list(tools.asked):
        tools.asked[relay]("")
    assert invitation(device) == "three.example,one.example,two.example"


def test_trial_is_repeated_after_a_reload_in_the_middle() -> None:
    device, tools = inviting()
    tools.asked[LIST[0]]("")
    again = device.reopen().settle()  # its trials are answered at once
    assert invitation(again) == "one.example,two.example"
    seat = SeatStore(again.app.store.storage, again.table.session.key).load()
    assert seat is not None and (seat.untried, seat.relays) == (0, LIST[:2])


def test_leaving_the_table_ends_the_trial() -> None:
    device, tools = inviting()
    first = dict(tools.asked)
    device.press("act:home")
    for done in first.values():
        done("")
    assert tools.pools == []


def test_trial_ends_once_although_relays_answer_at_once() -> None:
    ended: list[tuple[str, ...]] = []
    device = Device({one: Relay() for one in LIST})
    RelayTrial(LIST, 2, cast("FarTools", device.tools), ended.append).begin()
    assert [one for one in ended if one] == [LIST[:2]] and device.probed == list(LIST[:2])


def test_nothing_is_contacted_before_a_table_is_made_or_looked_for() -> None:
    device = Device({one: Relay() for one in RELAYS})
    device.press("act:game:andarraya", "act:invite")
    assert device.probed == [] and device.tools.pools == []
    device.press("far:make")
    assert device.probed == list(RELAYS) and len(device.tools.pools) == 1


# -- a relay of the page's own origin --------------------------------------------------------------


@pytest.mark.parametrize(
    "typed,stored",
    [
        ("/relay", ("/relay",)),
        (f"{OWN}/relay", ("/relay",)),
        (f"{OWN}/relay/ wss://other.example", ("/relay", "wss://other.example")),
        ("wss://play.example.evil/relay", ("wss://play.example.evil/relay",)),
    ],
)
def test_own_relay_is_named_by_its_path(typed: str, stored: tuple[str, ...]) -> None:
    assert typed_relays(typed, OWN) == (stored, [])
    assert clean_relays(stored) == stored


@pytest.mark.parametrize("bad", ["//other.example", "/", "ws://192.168.1.5:8000/relay", "/a b?"])
def test_relays_of_other_hosts_need_encryption(bad: str) -> None:
    assert bad not in typed_relays(bad, OWN)[0] and clean_relays([bad]) == ()


def test_own_relay_over_plain_http_is_accepted() -> None:
    own = "ws://192.168.1.5:8000"
    assert typed_relays(f"{own}/relay", own) == (("/relay",), [])
    assert typed_relays(write_via(("/relay",)), own) == (("/relay",), [])
    assert relay_name(str.upper, "/relay") == "FAR.RELAYS.OWN"


# -- plain http ------------------------------------------------------------------------------------


def test_note_about_plain_http_is_given_once() -> None:
    device = Device({one: Relay() for one in RELAYS})
    device.secure = False
    device.press("act:game:andarraya", "act:invite")
    assert "one tab only" in dialog(device)
    device.press("dialog:close", "act:invite")
    assert "one tab only" not in dialog(device)
    other = Device({one: Relay() for one in RELAYS})
    other.press("act:game:andarraya", "act:invite")
    assert "one tab only" not in dialog(other)


# -- rematches, frames -----------------------------------------------------------------------------


def test_a_rematch_tries_its_relays_again() -> None:
    """One of them has gone down since the game before: the rematch goes on without it."""
    ana, blas = two()
    ana.press("act:resign", "act:resign-yes")
    ana.probed.clear()
    ana.world[RELAYS[0]].down = True
    ana.press("act:rematch").settle()
    assert ana.probed == list(RELAYS)
    assert ana.side.seat.relays == (RELAYS[1],) and ana.side.inviting
    blas.settle().press("act:rematch").settle()
    ana.settle()
    assert ana.side.met and blas.side.met and ana.side.seat.terms == blas.side.seat.terms


def test_a_rematch_without_a_working_relay_waits_for_those_of_the_game_before() -> None:
    ana, blas = two()
    ana.press("act:resign", "act:resign-yes")
    for relay in ana.world.values():
        relay.kill()
    ana.press("act:rematch").settle()
    assert ana.side.seat.relays == RELAYS and ana.side.inviting
    assert "Left out" not in ana.panel and "No relay works" not in ana.panel
    for relay in ana.world.values():
        relay.down = False
    ana.settle()
    blas.settle().press("act:rematch").settle()
    assert ana.side.met and blas.side.met


NEAR = ("ws://localhost:7777", "ws://127.0.0.1:7777", "wss://box.local", "wss://192.168.1.5/relay")
ELSEWHERE = ("wss://local.example", "wss://10x.example", "wss://relay.example/box.local", "/relay")


@pytest.mark.parametrize("relay", [*NEAR, *ELSEWHERE])
@pytest.mark.parametrize("framed", [True, False])
def test_a_frame_says_why_a_relay_nearby_does_not_answer(relay: str, framed: bool) -> None:
    said = "Open Asedio in its own tab"
    world = {relay: Relay()}
    device = Device(world, usual=(relay,))
    device.around = Surroundings("", framed, False)
    device.invite()
    expected = framed and relay in NEAR
    assert said not in device.panel
    world[relay].kill()
    device.side.changed(False)
    assert (said in device.panel) == expected
    trial = RelayTrial((relay,), 1, cast("FarTools", device.tools), lambda found: None)
    trial.begin()
    assert (trial.words(relay) == "far.relay.framed") == expected


@pytest.mark.parametrize("lang", ["en", "es"])
def test_no_sentence_of_far_tables_stands_twice_in_the_catalogue(lang: str) -> None:
    path = Path(far.__file__).parent / f"locale/far.{lang}.json"
    found: dict[str, list[str]] = {}
    for key, words in json.loads(path.read_text("utf-8")).items():
        found.setdefault(words, []).append(key)
    assert [keys for keys in found.values() if len(keys) > 1] == []


def test_more_relays_than_a_table_has_are_not_called_bad_addresses() -> None:
    five = [f"relay{n}.example" for n in range(5)]
    assert typed_relays(" ".join(five))[1] == []
    device, _ = inviting(typed="\n".join(five))
    assert says("far.relays.most", "en", n=4) in device.view.slots["problem"]
    device.app.field("far-relays", "\n".join([*five[:4], "wss://relay0.example/"]))
    device.press("far:make")
    assert device.app.dialog is None
