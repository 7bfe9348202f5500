"""An invitation or a link of a far table whose share sheet does not open is copied instead."""

from __future__ import annotations

from engine.core.texts import Message
from tests.far.world import Device, relays
from ui.far.table.dialogs import LinkDialog

INSTEAD = Message("share.copied.instead")


def test_an_invitation_that_cannot_be_shared_is_copied() -> None:
    ana = Device(relays())
    address = ana.invite()
    ana.press("act:far:share")
    assert ana.copied == [address] and ana.side.shown.notice == INSTEAD
    assert "The link is copied" in ana.panel or "está copiado" in ana.panel


def test_a_link_with_letters_that_cannot_be_shared_is_copied() -> None:
    ana = Device(relays())
    ana.invite()
    ana.press("act:far:link", "far:share")
    [copied] = ana.copied
    dialog = ana.dialog(LinkDialog)
    assert copied == dialog.address and dialog.said == INSTEAD


def test_a_refused_copy_says_so_in_words() -> None:
    ana = Device(relays())
    ana.invite()
    ana.refuses_copies = True
    ana.press("act:far:copy")
    assert ana.side.shown.notice == Message("share.not_copied")
    assert "share." not in ana.app.words().message(ana.side.shown.notice)
