"""Another game with the same person: invited from the lists, found by the other's home page, the
score of the two, and what the other may do about it."""

from __future__ import annotations

import json

import pytest

from tests.far.test_glance import open_home, shown
from tests.far.world import RELAYS, Device, by_hand, two
from tests.fixtures.says import says
from ui.far.seat_store import from_text
from ui.saves.entries import key_of
from ui.saves.results import Results
from ui.saves.series import results_before, results_with, score_words


def played() -> tuple[Device, Device]:
    """Ana has resigned against Blas, and both have closed their pages since."""
    ana, blas = two()
    for one in (ana, blas):
        one.app.set_setting("turns", "on")
    resign(ana, blas)
    ana.leave()
    blas.leave()
    return ana, blas


def resign(loser: Device, winner: Device) -> None:
    loser.press("act:resign", "act:resign-yes").settle()
    if not loser.side.seat.relays:
        winner.open(loser.link())
    winner.settle()
    assert winner.table.session.over


def invited(ana: Device, *presses: str) -> Device:
    """Ana invites the opponent of her last game again."""
    key = ana.app.store.games()[0].id
    ana.press(f"act:again:{key}").settle()
    assert ana.app.dialog is not None and ana.app.dialog.name == "far-invite"
    return ana.press(*presses, "far:make").settle()


def test_one_press_on_home_opens_the_form_filled_in_and_the_other_finds_the_invitation() -> None:
    ana, blas = played()
    assert says("home.again", who="Blas") in shown(ana)
    invited(ana)
    assert ana.side.seat.relays == RELAYS and ana.side.seat.terms.seat == 1  # sides are swapped
    blas = open_home(blas.entries, blas.world)
    assert says("home.saved.turn.again") in shown(blas)
    blas.come_back().press("act:rematch").settle()
    ana.settle()
    assert ana.side.met and blas.side.met and ana.side.other == blas.side.me == 0
    resign(blas, ana)
    for device, who in ((ana, "Blas"), (blas, "Ana")):
        assert says("far.series", who=who, score="1–1") in device.panel
    assert says("home.series", score="1–1") in shown(ana.leave())


@pytest.mark.parametrize("way", ["act:far:decline", "act:far:block"])
def test_an_invitation_that_was_declined_is_shown_no_more(way: str) -> None:
    ana, blas = played()
    invited(ana)
    blas = open_home(blas.entries, blas.world).come_back()
    assert "act:rematch" in blas.asks and way in blas.asks
    blas.press(way)
    assert "act:rematch" not in blas.asks
    again = open_home(blas.entries, blas.world)
    assert says("home.saved.turn.again") not in shown(again)
    assert "act:rematch" not in again.come_back().asks


def test_a_declined_invitation_leaves_no_trace_at_the_other() -> None:
    """Nothing is sent, so nobody has to explain himself."""
    ana, blas = played()
    invited(ana)
    blas = open_home(blas.entries, blas.world).come_back()
    before = list(blas.sent)
    blas.press("act:far:decline").settle()
    letters = [one for one in blas.sent[len(before) :] if len(one) > 300]
    assert not letters


def test_no_relay_is_asked_for_invitations_without_permission() -> None:
    ana, blas = two()
    resign(ana, blas)
    ana.leave()
    blas.leave()
    invited(ana)
    blas = open_home(blas.entries, blas.world)
    assert blas.questions == [] and not blas.tools.pools
    assert says("home.saved.turn.again") not in shown(blas)


def test_another_game_can_be_chosen_with_its_usual_options() -> None:
    ana, blas = played()
    key = ana.app.store.games()[0].id
    ana.press(f"act:again:{key}").settle()
    for game_id in ("<script>", "", "cotadrez"):
        ana.app.field("far-game", game_id)
    ana.press("far:make").settle()
    assert ana.side.seat.terms.game_id == "cotadrez" and ana.side.seat.terms.options == ""
    blas = open_home(blas.entries, blas.world).come_back()
    voice = blas.table.voice
    assert voice.t("far.again.game", game="Cotadrez", before="Andarraya") in blas.asks


def test_by_link_the_invitation_is_an_address() -> None:
    ana, blas = by_hand()
    resign(ana, blas)
    ana.leave()
    key = ana.app.store.games()[0].id
    ana.press(f"act:again:{key}").settle().press("far:make").settle()
    assert ana.side.seat.relays == () and "#join=" in ana.side.invitation
    blas.leave().sit(ana.side.invitation)
    assert blas.side.me == 0 and not blas.side.met  # his answer goes by link, too


def test_nothing_of_the_series_leaves_the_device() -> None:
    ana, _ = played()
    old = ana.app.store.games()[0].id
    seat = json.loads(ana.entries[key_of("far", old)])
    before = len(ana.sent)
    invited(ana)
    told = b"".join(from_text(one) for one in ana.sent[before:]) + ana.side.invitation.encode()
    for secret in (old.encode(), bytes.fromhex(seat["secret"]), bytes.fromhex(seat["seed"])):
        assert secret not in told
    assert ana.side.seat.keys.secret.hex() != seat["secret"]


def test_an_offer_that_is_open_is_not_repeated() -> None:
    ana, _ = played()
    invited(ana)
    first = ana.side.seat.terms.id
    old = json.loads(ana.entries[key_of("far", ana.table.session.key)])["after"]
    ana.press("act:home", f"act:again:{old}").settle()
    assert ana.app.dialog is None and ana.side.seat.terms.id == first


@pytest.mark.parametrize("after", [None, 7, "", "nothing", "own", ["x"], {}, "asedio:far:"])
def test_a_damaged_series_ends_where_it_is_damaged(after: object) -> None:
    ana, _ = played()
    key = ana.app.store.games()[0].id
    entry = json.loads(ana.entries[key_of("far", key)])
    entry["after"] = key if after == "own" else after
    ana.app.store.storage.set(key_of("far", key), json.dumps(entry))
    assert results_before(ana.app.store, key) == Results()
    assert results_with(ana.app.store, key) == Results(lost=1)


def test_two_games_that_name_each_other_are_counted_once() -> None:
    ana, _ = played()
    key = ana.app.store.games()[0].id
    entry = json.loads(ana.entries[key_of("far", key)])
    for one, other in ((key, "x"), ("x", key)):
        ana.app.store.storage.set(key_of("far", one), json.dumps({**entry, "after": other}))
    assert results_before(ana.app.store, key) == Results()


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (Results(), ""), (Results(3, 0, 1), "3–1"), (Results(2, 1, 1), "2½–1½"),
        (Results(0, 1, 0), "½–½"), (Results(0, 2, 0), "1–1"), (Results(0, 0, 1), "0–1"),
    ],
)  # fmt: skip
def test_the_score_counts_draws_as_halves(found: Results, words: str) -> None:
    assert score_words(found) == words
