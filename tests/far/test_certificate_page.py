"""The certificate on the page: one press at the end, from "more" before, and from a file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.core.steps import finish
from engine.dev import verify
from engine.dev.verify import Signatures
from engine.far.certificate import examine
from tests.far.tables import file_of, fogged, mated
from tests.far.test_table import MATE, turn
from tests.far.world import Device, by_hand, relays, two


def shown(me: Device) -> str:
    """Return the dialog on the page, once its checks are done."""
    me.settle()
    view = me.view
    return "".join([view.layouts["dialog"], view.slots["checks"], view.slots["said"]])


def saved(me: Device) -> str:
    """Press the button that saves the certificate and return the file."""
    found: list[str] = []
    me.download = lambda name, text: found.append(text)  # type: ignore[method-assign]
    me.press("far:save")
    return found[0]


@pytest.mark.parametrize("make", [two, by_hand])
def test_one_press_at_the_end_opens_the_certificate(make: Any) -> None:
    """Also without any relay."""
    ana, blas = make()
    for move in MATE:
        me, other = turn(ana, blas)
        me.play(move)
        if make is by_hand:
            other.open(me.link())
    for me in (ana, blas):
        assert "act:far:certificate" in me.panel
        me.press("act:far:certificate")
        text = shown(me)
        assert "Valid: every check has passed" in text and "Black has won. Checkmate." in text
        assert "python -m engine verify asedio-andarraya-certificate.json" in text
        file = saved(me)
        assert finish(examine(file, Signatures())).status == "valid"
        assert "File saved" in shown(me)
        for secret in (me.side.seat.keys.secret, me.side.seat.keys.seed):
            assert secret.hex() not in file
        me.app.close()


@pytest.mark.parametrize("side", [0, 1])
def test_the_file_of_a_table_is_a_certificate_however_its_letters_arrived(side: int) -> None:
    """Words that crossed on their way stand in another order in each of the two devices."""
    ana, blas = by_hand(side)
    blas.open(ana.link())
    for me in (ana, blas):
        me.side.talk.say("hello")
        me.side.talk.say("how are you?")
    ana.open(blas.link())
    blas.open(ana.link())
    me, other = turn(ana, blas)
    other.open(me.play("e2e4").link())
    for me in (ana, blas):
        found: list[str] = []
        me.download = lambda name, text, found=found: found.append(text)  # type: ignore[method-assign, misc]
        me.press("act:far:link", "far:file")
        assert finish(examine(found[0], Signatures())).status == "valid so far"


def test_an_unfinished_table_has_it_among_the_other_things() -> None:
    ana, blas = two()
    ana.play("e2e4")
    assert "act:far:certificate" not in blas.panel
    blas.press("act:far:fold:more", "act:far:certificate")
    assert "Valid so far" in shown(blas) and "Black is to move" in shown(blas)


def test_a_file_shows_its_certificate_where_the_table_is_not() -> None:
    eva = Device(relays())
    eva.app.field("paste", file_of(mated()))
    eva.press("act:open")
    assert "Valid: every check has passed" in shown(eva) and eva.screen == "join"
    eva.press("act:look")
    assert eva.app.dialog is None and eva.table.session.over
    assert eva.side.me == -1 and len(eva.events) == 4


def test_a_damaged_file_is_shown_as_not_valid_with_the_check() -> None:
    found = json.loads(file_of(mated()))
    found["letters"][4], found["letters"][5] = found["letters"][5], found["letters"][4]
    eva = Device(relays(), lang="es")
    eva.app.field("paste", json.dumps(found))
    eva.press("act:open")
    assert "No es válido: Blancas, mensaje 4: sigue a un mensaje que no está antes" in shown(eva)


def test_a_file_from_before_the_reveal_shows_no_deployment(tmp_path: Path) -> None:
    ana, blas = fogged()
    path = tmp_path / "fog.json"
    path.write_text(file_of((ana, blas)), "utf-8")
    eva = Device(relays())
    eva.app.field("paste", path.read_text("utf-8"))
    eva.press("act:open")
    assert "its hidden decisions have not been revealed" in shown(eva)
    assert verify.read_file(str(path)) == path.read_text("utf-8")


@pytest.mark.parametrize("lang", ["es", "en"])
def test_a_certificate_has_all_texts(lang: str) -> None:
    eva = Device(relays(), lang=lang)
    eva.app.field("paste", file_of(mated()))
    eva.press("act:open")
    assert ">certificate." not in shown(eva) and "far." not in shown(eva).replace("far.json", "")
