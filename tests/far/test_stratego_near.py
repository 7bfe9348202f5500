"""The form of Stratego says in one sentence why some options stay on one device."""

from __future__ import annotations

import re

import pytest

from tests.far.world import Device, relays

WHY = {
    "opt:hidden_captures=true": (
        "Hidden captures are played on one device: neither player knows both ranks",
        "Las capturas ocultas se juegan en un solo dispositivo: ninguno de los dos conoce",
    ),
    "opt:blind_combat=true": (
        "Blind combat is played on one device: neither player knows both ranks",
        "El combate a ciegas se juega en un solo dispositivo: ninguno de los dos conoce",
    ),
    "preset:four_armies": (
        "With three or four armies you play on one device: only an army’s owner can see",
        "Con tres o cuatro ejércitos se juega en un solo dispositivo: solo el dueño de un ejército",
    ),
}


@pytest.mark.parametrize("lang", [0, 1], ids=["en", "es"])
@pytest.mark.parametrize("option", WHY)
def test_the_form_says_in_one_sentence_why_options_stay_on_one_device(
    option: str, lang: int
) -> None:
    ana = Device(relays(), lang=("en", "es")[lang])
    ana.press("act:game:stratego")
    assert "act:invite" in str(ana.view.slots["invite"])
    ana.app.press(option)
    shown = re.sub(r"<[^>]+>", "", str(ana.view.slots["invite"]))
    assert WHY[option][lang] in shown and shown.count(".") == 1
    assert "act:invite" not in str(ana.view.slots["invite"])
