"""Words, hints and strangers at a far table."""

from __future__ import annotations

from engine.core.steps import finish
from engine.far.certificate import certify
from engine.far.letter import Says, Sealed
from tests.far.devices import Curve, keys_of
from tests.far.test_offers import looking, offering, rows
from tests.far.test_questions import title
from tests.far.test_table import MATE, turn
from tests.far.world import RELAYS, Device, relays, two
from tests.fixtures.says import says

SECRET = "the lighthouse at midnight"


def say(device: Device, text: str) -> None:
    device.app.field("far:say", text)
    device.press("act:far:speak").settle()


def table(**chosen: str) -> tuple[Device, Device]:
    """Return Ana and Blas at a table with these choices of the invitation."""
    ana = Device(relays())
    ana.press("act:game:andarraya", "act:invite")
    ana.app.field("far-name", "Ana")
    ana.press("far-side:0", *(f"far-{name}:{value}" for name, value in chosen.items()), "far:make")
    ana.settle()
    return ana, Device(ana.world).sit(ana.side.invitation)


def spectator(ana: Device) -> Device:
    """Open the table as a spectator who has only the invitation."""
    eva = Device(ana.world)
    eva.app.route("#" + ana.side.invitation.split("#", 1)[1])
    return eva.press("act:look").settle()


def test_a_seal_is_read_by_the_two_keys_alone() -> None:
    crypto, (a, b, c) = Curve(), (keys_of(one).secret for one in "abc")
    sealed = crypto.seal(a, crypto.public(b), SECRET, bytes(32))
    assert sealed == crypto.seal(a, crypto.public(b), SECRET, bytes(32))
    assert crypto.unseal(b, crypto.public(a), sealed) == SECRET
    assert crypto.unseal(a, crypto.public(b), sealed) == SECRET
    assert crypto.unseal(c, crypto.public(a), sealed) == ""
    assert crypto.unseal(b, crypto.public(a), sealed[:-1]) == ""


def test_words_are_sealed_between_the_two_players() -> None:
    ana, blas = two()
    eva = spectator(ana)
    say(ana, SECRET)
    assert SECRET in ana.panel and SECRET in blas.panel
    eva.settle()
    assert SECRET not in eva.panel and "Ana has sent the other player a message" in eva.panel
    letters = b"".join(one.data for one in ana.side.log.order())
    mail = "".join(
        word for relay in ana.world.values() for word in relay.kept[ana.side.seat.terms.topic]
    )
    file = finish(certify(ana.side.log))
    for place in (letters, mail.encode(), eva.stored().encode(), file.encode()):
        assert place and SECRET.encode() not in place
    assert all(SECRET.encode() not in one for one in eva.side.store.letters())
    again = blas.reopen()
    assert SECRET in again.panel


def test_words_of_an_open_table_can_be_read_by_all() -> None:
    ana, _ = table(chat="yes")
    eva = spectator(ana)
    assert "Spectators can read the chat" in eva.panel + "".join(
        str(one)
        for one in Device(ana.world, ana.side.invitation.split("/")[-1]).view.layouts.values()
    )
    say(ana, SECRET)
    assert SECRET in eva.settle().panel
    assert ana.side.log.chain(0)[-1].parts == (Says(SECRET),)


def test_a_letter_with_words_has_one_form_and_another_text_another_nonce() -> None:
    ana, _ = two()
    one, same, other = (ana.side.chat.part(text) for text in ("a", "a", "b"))
    assert isinstance(one, Sealed) and one == same and one.data[:32] != other.data[:32]


def test_what_is_no_seal_is_shown_as_written_and_no_more() -> None:
    ana, blas = two()
    ana.side.write(Sealed(b"\xff" * 90))
    ana.side.send()
    blas.settle()
    assert "Ana has sent the other player a message" in blas.panel


def test_unread_words_are_marked_on_the_button_and_in_the_title() -> None:
    ana, blas = two()
    say(ana, "hello")
    say(ana, "are you there?")
    assert says("far.more.unread", n=2) in blas.panel and "(2) " in title(blas)
    assert "unread" not in ana.panel and "(" not in title(ana)
    blas = blas.reopen()
    assert "(2) " in title(blas)
    blas.press("act:far:fold:more")
    assert "unread" not in blas.panel and "(" not in title(blas)
    assert "(" not in title(blas.reopen())


def test_enter_sends_words() -> None:
    ana, _ = two()
    ana.press("act:far:fold:more")
    form = ana.panel[ana.panel.index("<form") : ana.panel.index("</form>")]
    assert 'data-field="far:say"' in form
    assert 'type="submit"' in form and 'data-target="act:far:speak"' in form


def test_offers_name_the_other_player() -> None:
    ana, blas = two()
    ana.play("e2e4")
    blas.play("e7e5")
    assert says("far.offering.draw", who="Blas") in str(ana.view.slots["tools"])
    assert (
        says("far.offering.back", who="Blas") in ana.panel
        and says("far.offering.back", who="Ana") in blas.panel
    )
    ana.press("act:draw")
    assert says("far.offering.sure", who="Blas") in str(ana.view.slots["choices"])
    ana.press("act:no", "act:resign", "act:resign-yes")
    assert says("far.offering.again", who="Blas") in str(ana.view.slots["result"])


def test_a_spectator_reads_nothing_that_is_meant_for_a_player() -> None:
    ana = Device(relays())
    ana.invite()
    eva = spectator(ana)
    seen = [str(eva.view.slots["say"]) + eva.panel]
    assert "still free" in seen[0]
    blas = Device(ana.world).sit(ana.side.invitation)
    ana.play("e2e4")
    blas.play("e7e5")
    for step in (("act:draw", "act:draw-yes"), ("act:home",)):
        ana.press(*step)
        eva.settle().app.refresh()
        seen.append(str(eva.view.slots["say"]) + eva.panel)
    eva.press("act:far:fold:more")
    seen.append(eva.panel)
    assert "Ana has offered Blas a draw" in seen[1]
    for text in seen:
        assert not [word for word in (" you", "You ", "Your ") if word in text], text


def test_hints_are_off_unless_both_agreed() -> None:
    ana, blas = two()
    assert "act:hint" not in str(ana.view.slots["tools"])
    ana.press("act:hint")
    assert says("far.friendly.no") in str(ana.view.slots["notice"])
    assert ana.table.computer is None and not ana.side.course.hints and blas.side.course.hints == {}


def test_at_a_friendly_table_the_other_is_told_of_a_hint() -> None:
    ana, blas = table(friendly="yes")
    assert ana.side.seat.terms.friendly
    assert "act:hint" in str(ana.view.slots["tools"])
    ana.press("act:hint", "act:hint").settle()
    assert says("far.hints.one", who="Ana") in blas.panel
    assert blas.side.course.hints == {0: {0}}
    ana.play("f2f3")
    for move in MATE[1:]:
        turn(ana, blas)[0].play(move)
    ana.press("act:rematch").settle()
    assert ana.side.seat.terms.friendly


def test_the_invitation_says_whether_hints_are_allowed() -> None:
    for chosen, words in (("no", "Hints are not allowed"), ("yes", "Hints are allowed")):
        ana = Device(relays())
        ana.press("act:game:andarraya", "act:invite", f"far-friendly:{chosen}", "far:make")
        blas = Device(ana.world)
        blas.app.route("#" + ana.settle().side.invitation.split("#", 1)[1])
        layouts = blas.view.layouts.values()
        assert words in "".join(str(one) for one in layouts)


def strangers() -> tuple[Device, Device]:
    ana = offering()
    blas = looking(ana.world).press(f"act:offer:{ana.side.seat.terms.public.hex()}")
    blas.app.field("far-name", "Blas")
    blas.press("act:sit").settle()
    return ana.settle(), blas


def test_words_of_a_stranger_are_read_after_writing_some() -> None:
    ana, blas = strangers()
    say(ana, "hello stranger")
    assert "hello stranger" not in blas.panel and "Ana has sent a message. Write one" in blas.panel
    say(blas, "good evening")
    assert "hello stranger" in blas.panel and "good evening" in ana.panel
    assert "hello stranger" in blas.reopen().panel


def test_a_blocked_player_is_not_heard() -> None:
    ana, blas = two()
    say(ana, "a rude word")
    ana.press("act:draw", "act:draw-yes")
    blas.settle().app.refresh()
    assert "rude" in blas.panel and "offers a draw" in blas.asks
    blas.press("act:far:fold:more", "act:far:block")
    assert "rude" not in blas.panel and blas.asks == "" and "Unblock Ana" in blas.panel
    assert "rude" not in blas.reopen().panel
    blas.press("act:far:block")
    assert "rude" in blas.panel


def test_joins_and_offers_of_blocked_keys_are_not_taken() -> None:
    ana = offering()
    key = ana.side.seat.terms.public.hex()
    blas = Device(ana.world, entries={"asedio:blocked": f'["{key}", 7]'}).press("act:tables")
    assert 'class="offer"' not in rows(blas)
    eva = Device(ana.world)
    for relay in RELAYS:
        ana.world[relay].kill()
    eva.sit(ana.side.invitation, "Eva")
    ana.app.store.storage.set("asedio:blocked", f'["{eva.side.mine.hex()}"]')
    for relay in RELAYS:
        ana.world[relay].down = False
    eva.settle(), ana.settle(), eva.settle()
    assert ana.side.log.candidates() and not ana.side.met


def test_the_list_of_blocked_keys_is_bounded() -> None:
    from ui.far.lobby.blocked import MOST, blocked, toggle

    storage = Device(relays()).app.store.storage
    for number in range(MOST + 5):
        toggle(storage, number.to_bytes(32, "big"))
    assert len(blocked(storage)) == MOST and blocked(storage)[-1].endswith(f"{MOST + 4:x}")
