"""Open tables: seats offered to anybody, and untrusted data of strangers."""

from __future__ import annotations

import re

import pytest

from engine.far.crypto import Keys
from tests.far.devices import Curve, keys_of
from tests.far.test_table import same
from tests.far.world import RELAYS, Device, Relay, relays
from tests.fixtures.says import says
from ui.far.lobby.invite import HOURS, InviteDialog
from ui.far.lobby.offers import MOST, OffersScreen
from ui.far.seat_store import new_seat
from ui.saves.index import Summary
from ui.words.i18n import I18n


def offering(name: str = "Ana") -> Device:
    ana = Device(relays())
    ana.press("act:game:andarraya", "act:invite")
    ana.app.field("far-name", name)
    ana.press("far-side:0", "far-clock:10m", "far:make")
    return ana.settle().press("act:far:offer")


def looking(world: dict[str, Relay]) -> Device:
    device = Device(world)
    device.press("act:tables")
    assert device.app.screen is not None and device.app.screen.name == "offers"
    return device


def rows(device: Device) -> str:
    return str(device.view.slots["offers"])


def strangers(word: str, key: Keys) -> dict[str, Relay]:
    """Return relays with an offer written by a stranger."""
    world, public = relays(), Curve().public(key.secret).hex()
    world[RELAYS[0]].offers[public] = f"{public} {word}"
    return world


def test_anybody_can_take_an_offered_seat() -> None:
    ana = offering()
    blas = looking(ana.world)
    assert rows(blas).count('class="offer"') == 1  # offered on two relays, listed once
    assert "Ana" in rows(blas) and "10 min" in rows(blas)
    key = ana.side.seat.terms.public.hex()
    blas.press(f"act:offer:{key}")
    blas.app.field("far-name", "Blas")
    blas.press("act:sit").settle()
    ana.settle()
    assert ana.side.met and not ana.side.seat.offered
    ana.play("e2e4")
    same(ana, blas)
    assert 'class="offer"' not in rows(looking(ana.world))  # withdrawn


def test_a_seat_can_be_offered_from_the_list() -> None:
    ana = looking(relays())
    ana.press("act:seat:andarraya").app.field("far-name", "Ana")
    ana.press("far:make").settle()
    assert ana.side.seat.offered and ana.side.seat.stranger
    assert says("far.offer.off") in ana.panel
    assert "Ana" in rows(looking(ana.world))


@pytest.mark.parametrize("hours", HOURS)
def test_an_offer_lasts_as_long_as_was_chosen_and_ends(hours: int) -> None:
    ana = looking(relays())
    ana.press("act:seat:andarraya").app.field("far-hours", str(hours))
    ana.press("far:make").settle()
    end = ana.tools.date() + 3600 * hours
    assert ana.side.seat.until == end
    assert set(ana.world[RELAYS[0]].ends.values()) == {end}
    ana.press("act:home")
    ana.clock += 3600 * hours - 1
    ana.come_back()
    assert ana.side.seat.offered and 'class="offer"' in rows(looking(ana.world))
    ana.press("act:home")
    ana.clock += 1
    ana.come_back()
    assert not ana.side.seat.offered and 'class="offer"' not in rows(looking(ana.world))


def test_only_the_given_times_can_be_chosen() -> None:
    ana = looking(relays()).press("act:seat:andarraya")
    for value in ("9999", "-4", "4.5", "x", ""):
        ana.app.field("far-hours", value)
        assert ana.dialog(InviteDialog).hours == 24


def test_an_offer_that_was_not_renewed_is_marked_and_comes_last() -> None:
    ana, seen = offering(), says("far.open.stale", n=1)
    eva = Device(ana.world, clock=ana.clock + 86_400 + 60)
    eva.press("act:game:cotadrez", "act:invite", "far-side:0", "far:make").settle()
    eva.press("act:far:offer")
    blas = Device(ana.world, clock=eva.clock).press("act:tables")
    assert rows(blas).count(seen) == 1
    assert rows(blas).index("Cotadrez") < rows(blas).index("Andarraya") < rows(blas).index(seen)
    ana.press("act:home")
    ana.clock = eva.clock
    ana.come_back()  # renews it
    assert seen not in rows(Device(ana.world, clock=eva.clock).press("act:tables"))


def test_an_offer_tells_the_strongest_computer_its_player_has_beaten() -> None:
    """In this game only; nothing else of the other games leaves the device."""
    ana = Device(relays())
    ana.press("act:game:andarraya", "act:invite", "far-side:0", "far:make").settle()
    games = [
        Summary(str(level), game_id, ("Secret name",), {}, 9, 1, result, seats=(0, level), mine=0)
        for game_id, level, result in (
            ("andarraya", 2, "1-0"), ("andarraya", 4, "0-1"), ("cotadrez", 5, "1-0"),
        )
    ]  # fmt: skip
    ana.app.store.games = lambda: games
    ana.press("act:far:offer")
    (text,) = set(ana.world[RELAYS[0]].offers.values())
    terms = ana.side.seat.terms
    assert text.split(" ") == [
        terms.public.hex(),
        terms.word,
        str(int(ana.tools.date())),
        "2",
        "en",
    ]
    assert says("far.open.level", level=says("computer.level.2")) in rows(looking(ana.world))


@pytest.mark.parametrize(
    "more",
    ["x 6 xx", "0 0 <b>", "0 0 EN", "-5 -1", "² ٣", "9" * 400 + " 05", "<b> <i>", " ", "1e9 9"],
)
def test_a_forged_date_or_level_is_not_shown(more: str) -> None:
    seat = new_seat("andarraya", {}, 0, "Eva", (), Curve())
    plain = rows(looking(strangers(seat.terms.word, seat.keys)))
    buttons = says("far.open.see"), says("far.open.hide")
    assert re.sub("<[^>]*>", " ", plain).split() == ["Andarraya", "Eva", "Black", *buttons]
    assert rows(looking(strangers(f"{seat.terms.word} {more}", seat.keys))) == plain


def test_the_language_of_an_offer_is_told_to_who_reads_another() -> None:
    ana = offering()  # in English
    told = says("far.open.lang.en"), I18n("es").t("far.open.lang.en")
    eva = Device(ana.world, lang="es").press("act:tables")
    assert told[1] in rows(eva)
    assert not [one for one in told if one in rows(looking(ana.world))]


def test_offers_are_called_new_from_the_second_visit_on() -> None:
    ana = offering()
    blas = looking(ana.world)
    assert says("far.open.new") not in rows(blas)
    blas.press("act:home")
    eva = Device(ana.world).press("act:game:rilatria", "act:invite", "far:make").settle()
    eva.press("act:far:offer")
    blas.press("act:tables")
    old, new = (part for part in rows(blas).split("</li>") if part)
    if "andarraya" in new:
        old, new = new, old
    assert says("far.open.new") in new and says("far.open.new") not in old
    blas.press("act:home", "act:tables")
    assert says("far.open.new") not in rows(blas)


@pytest.mark.parametrize("stored", ["{", "[1, null]", '"x"', "[" * 5000])
def test_a_wild_list_of_seen_offers_is_no_list(stored: str) -> None:
    ana = offering()
    blas = Device(ana.world)
    blas.entries["asedio:offers"] = stored
    blas.press("act:tables")
    assert rows(blas).count('class="offer"') == 1


def test_the_list_can_show_one_game() -> None:
    ana = offering()
    blas = looking(ana.world)
    blas.app.field("offers-game", "cotadrez")
    assert 'class="offer"' not in rows(blas)
    blas.app.field("offers-game", "<script>")
    assert rows(blas).count('class="offer"') == 1


def test_an_invitation_offers_no_seat_unless_that_was_chosen() -> None:
    ana = Device(relays())
    ana.press("act:game:andarraya", "act:invite", "far-side:0", "far:make").settle()
    assert not ana.side.seat.offered and 'class="offer"' not in rows(looking(ana.world))


def test_a_seat_for_anybody_needs_a_relay() -> None:
    ana = looking(relays())
    ana.press("act:seat:andarraya").app.field("far-relays", "")
    ana.press("far:make")
    assert says("far.guests.no_relays") in ana.view.slots["problem"]


def test_an_offer_remains_while_its_page_is_closed_and_can_be_withdrawn() -> None:
    ana = offering()
    ana.press("act:home")
    assert 'class="offer"' in rows(looking(ana.world))
    ana = ana.come_back()
    assert ana.side.seat.offered and says("far.offer.off") in ana.panel
    ana.press("act:far:offer")
    assert 'class="offer"' not in rows(looking(ana.world))


def test_relays_are_asked_only_while_the_list_is_open() -> None:
    ana = offering()
    blas = Device(ana.world)
    assert not hasattr(blas.tools, "looked")
    blas.press("act:tables")
    assert blas.tools.looked.open
    blas.press("act:home")
    assert not blas.tools.looked.open


def test_offers_of_strangers_are_escaped_and_limited() -> None:
    keys, crypto = keys_of("Eva"), Curve()
    name = '<img src=x onerror="alert(1)">' + "x" * 200
    seat = new_seat("andarraya", {}, 0, name, (), crypto)
    good = strangers(seat.terms.word, seat.keys)
    shown = rows(looking(good))
    assert "&lt;img" in shown and "<img" not in shown and "x" * 41 not in shown
    for word in (
        seat.terms.word,  # another person's key
        seat.terms.word[:-3] + "AAA",
        "A" * 5000,
        "<script>",
    ):
        assert 'class="offer"' not in rows(looking(strangers(word, keys)))
    crowd = relays()
    for number in range(200):
        one = new_seat("andarraya", {}, 0, f"Eva {number}", (), crypto)
        public = one.terms.public.hex()
        crowd[RELAYS[0]].offers[public] = f"{public} {one.terms.word}"
    assert rows(looking(crowd)).count('class="offer"') == 40


def test_only_what_can_be_shown_counts_as_a_good_offer() -> None:
    """What is not good takes none of the places in a relay's answer."""
    ana, crypto = offering(), Curve()
    device = looking(relays())
    judge = device.shown(OffersScreen)._on_report
    seat = new_seat("andarraya", {}, 0, "Eva", (), crypto)
    key, own = seat.terms.public.hex(), ana.side.seat.terms
    good = {
        f"{key} {seat.terms.word}": True,
        f"{own.public.hex()} {seat.terms.word}": False,  # under another key
        f"{key} {seat.terms.word[:-3]}AAA": False,
        f"{key} ": False,
    }
    assert {text: judge("offer", RELAYS[0], text) for text in good} == good


def test_a_hidden_offer_stays_hidden() -> None:
    ana = offering()
    key = ana.side.seat.terms.public.hex()
    blas = looking(ana.world).press(f"act:hide:{key}")
    assert 'class="offer"' not in rows(blas)
    again = blas.reopen("#open")
    assert again.screen == "offers" and 'class="offer"' not in rows(again)


def test_offers_hidden_in_two_tabs_both_stay_hidden() -> None:
    ana = offering()
    seat = new_seat("andarraya", {}, 0, "Eva", (), Curve())
    eva, own = seat.terms.public.hex(), ana.side.seat.terms.public.hex()
    ana.world[RELAYS[0]].offers[eva] = f"{eva} {seat.terms.word}"
    one = looking(ana.world)
    two = Device(one.world, "#open", one.entries, one.usual, clock=one.clock)
    one.press(f"act:hide:{own}")
    two.press(f"act:hide:{eva}")
    assert rows(one).count('class="offer"') == 1
    assert 'class="offer"' not in rows(one.reopen("#open"))


@pytest.mark.parametrize("lang", ["es", "en"])
def test_open_tables_have_all_texts(lang: str) -> None:
    ana = offering()
    eva = Device(ana.world, lang=lang).press("act:tables")
    whole = "".join([*eva.view.layouts.values(), *eva.view.slots.values()])
    assert ">far." not in whole and ">home." not in whole
    nobody = Device({}, usual=(), lang=lang).press("act:tables")
    assert ">far." not in "".join(nobody.view.slots.values())


@pytest.mark.parametrize("down", [1, len(RELAYS)])
def test_relays_that_do_not_answer_are_not_told_as_nobody(down: int) -> None:
    world = relays()
    for name in RELAYS[:down]:
        world[name].down = True
    device = looking(world)
    words, state = device.app.words("").t, device.view.slots["state"]
    whole = len(RELAYS)
    some = words("far.open.none.answers", n=down, whole=whole)
    assert str(state) == (words("far.open.silent", n=whole) if down == whole else some)


def test_a_full_list_checks_no_more_offers() -> None:
    """Checking one takes long, and thousands may come."""
    crypto, device = Curve(), looking(relays())
    judge = device.shown(OffersScreen)._on_report
    for number in range(MOST):
        seat = new_seat("andarraya", {}, 0, f"Eva {number}", (), crypto)
        offer = f"{seat.terms.public.hex()} {seat.terms.word}"
        assert not judge("offer", RELAYS[0], "00 nonsense") and judge("offer", RELAYS[0], offer)
    assert judge("offer", RELAYS[0], "00 nonsense")
    assert rows(device).count('class="offer"') == MOST
