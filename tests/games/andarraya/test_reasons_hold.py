"""Reasons of `explain` that speak of a check hold in random positions (2.9, 3.2, 3.5)."""

from __future__ import annotations

from engine.games.andarraya.game import Andarraya
from engine.games.andarraya.rules.pieces import INDEX
from engine.games.andarraya.rules.state import AndarrayaState
from tests.games.why_not import refusals

IN_CHECK = {"answer_check", "no_answer", "privilege_in_check", "double_check"}
SAYS = {
    "about.piece.queen": ("queen_takes_queen", "no"),
    "about.piece.king": ("king_leap", "two"),
    "about.piece.pawn": ("promotion", "queen_if_none"),
}
CALM = {"exposed", "leap_attacked", "castling_attacked"}


def test_reasons_speak_of_checks_and_options_only_as_they_are() -> None:
    seen = 0
    for state, path, found in refusals(Andarraya, list(INDEX), 52, 24):
        assert isinstance(state, AndarrayaState) and isinstance(state.game, Andarraya)
        reason = found.key.removeprefix("explain.")
        assert not (reason in IN_CHECK and not state.checkers()), (state, path)
        assert not (reason in CALM and state.checkers()), (state, path)
        way = found.params.get("way")
        option, value = SAYS.get(getattr(way, "key", ""), ("king_leap", None))
        assert value in (None, state.game.options[option]), (state, path)
        seen += 1
    assert seen > 1000
