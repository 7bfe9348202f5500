"""Form in the description of an unknown piece: what its reader thinks it is."""

from __future__ import annotations

from engine.core.scene import Piece
from ui.saves.guesses import LONGEST
from ui.table.guesses import Guesses
from ui.words.frame import button
from ui.words.html import Html, el
from ui.words.i18n import I18n
from ui.words.targets import Target

TARGET = "act:guess"


class GuessForm:
    """Buttons with the kinds of piece, and a field for a sign of one's own such as “≤6”."""

    def __init__(self, guesses: Guesses, piece: Piece) -> None:
        self._guesses, self._piece = guesses, piece.id

    @property
    def sign(self) -> str:
        return self._guesses.of_player().get(self._piece, "")

    def layout(self, words: I18n) -> Html:
        kinds = self._guesses.kinds()
        field = {
            "data-field": "guess",
            "aria-label": words.t("guess.own"),
            "maxlength": LONGEST,
            "size": LONGEST + 1,
            "value": self.sign,
            "autocomplete": "off",
        }
        return el(
            "section",
            {"class": "guess", "aria-label": words.t("guess.title")},
            el("h3", None, words.t("guess.title")),
            el("p", {"class": "soft"}, words.t("guess.about")),
            el(
                "div",
                {"class": "buttons"},
                [self._choice(one.sign, words.message(one.name)) for one in kinds],
                button(TARGET, words.t("guess.none"), "quiet"),
            ),
            el("label", None, words.t("guess.own"), " ", el("input", field)),
        )

    def _choice(self, sign: str, name: str) -> Html:
        chosen = "true" if sign == self.sign else "false"
        return button(f"{TARGET}:{sign}", name, "quiet", aria_pressed=chosen)

    def press(self, target: Target) -> bool:
        """Note the guess of a button, or remove it at the second press; return False for other
        targets."""
        if target.kind != "act" or target.word != "guess":
            return False
        self._guesses.note(self._piece, "" if target.subject == self.sign else target.subject)
        return True

    def typed(self, sign: str) -> None:
        """Note a sign typed into the field."""
        self._guesses.note(self._piece, sign)
