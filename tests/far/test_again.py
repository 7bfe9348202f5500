"""Another game with the same person: invited from the lists, found by the other's home page, the
score of the two, and what the other may do about it."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from engine.far.bytes import digest, to_word
from tests.far.devices import Curve
from tests.far.test_glance import open_home, shown
from tests.far.world import RELAYS, Device, by_hand, two
from tests.fixtures.says import says
from ui.far.lobby.following import following_word
from ui.far.seat_store import SeatStore, from_text, new_seat
from ui.saves import backup
from ui.saves.entries import key_of
from ui.saves.results import Results
from ui.saves.series import results_before, results_with, score_words
from ui.saves.storage import MemoryStorage, SafeStorage
from ui.saves.store import Store


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
        score = says("far.series", who=who, score="1–1")
        assert score in device.view.slots["result"] and score not in device.panel
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
    score = says("far.series", who="Ana", score="1–0")
    assert score in opened(blas.leave(), ana.side.invitation)
    blas.sit(ana.side.invitation)
    assert blas.side.me == 0 and not blas.side.met  # his answer goes by link, too
    ana.open(blas.link())
    assert score in blas.panel and "after=" not in ana.side.invitation


def opened(device: Device, address: str) -> str:
    """Open an invitation without sitting down; return what its screen shows."""
    device.app.route("#" + address.split("#", 1)[1])
    assert device.grant().screen == "join"
    return str(device.view.layouts["main"])


def test_a_link_goes_on_counting_only_if_the_opponent_has_signed_it() -> None:
    ana, blas = by_hand()
    resign(ana, blas)
    ana.leave()
    key = ana.app.store.games()[0].id
    ana.press(f"act:again:{key}").settle().press("far:make").settle()
    own, after = ana.side.invitation.split("&after=")
    crypto, storage = Curve(), ana.app.store.storage
    old = SeatStore(storage, key).load()
    eva = new_seat("andarraya", {}, 0, "Eva", (), crypto)
    assert old is not None and following_word(storage, crypto, replace(eva, after=key))
    claimed = digest("after", old.terms.id, ana.side.seat.terms.id)
    by_eva = to_word(old.terms.id + crypto.sign(eva.keys.secret, claimed))
    strange = f"https://play.example/#join={eva.terms.word}"
    blas.leave()
    score = says("far.series", who="Ana", score="1–0").split("Ana")[0]
    assert score in opened(blas, f"{own}&after={after}")
    for address in (
        own, f"{own}&after=", f"{own}&after={after[:-4]}AAAA", f"{own}&after={'A' * 5000}",
        f"{strange}&after={after}", f"{strange}&after={by_eva}", f"{own}&after={by_eva}",
    ):  # fmt: skip
        assert score not in opened(blas, address)
    nobody = Device({}, usual=())  # has lost his storage
    assert score not in opened(nobody, f"{own}&after={after}")
    nobody.sit(f"{own}&after={after}")
    assert nobody.side.me == 0 and not nobody.side.seat.after


def test_who_has_restored_a_backup_goes_on_counting_by_link() -> None:
    ana, blas = played()
    there: dict[str, str] = {}
    saved = backup.read(backup.write(SafeStorage(MemoryStorage(blas.entries)))).entries
    backup.restore(Store(MemoryStorage(there)), saved)
    invited(ana)
    phone = Device(ana.world, entries=there)
    score = says("far.series", who="Ana", score="1–0")
    assert score in opened(phone, ana.side.invitation)
    phone.sit(ana.side.invitation)
    ana.settle(), phone.settle()
    assert ana.side.met and phone.side.met and score in phone.panel


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
