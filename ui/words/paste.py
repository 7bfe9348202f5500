"""Fields for texts from elsewhere. A long text is not put into the text area, which takes browsers
seconds to lay out: its size stands there instead."""

from __future__ import annotations

from ui.words.frame import button
from ui.words.html import Html, el, join
from ui.words.i18n import I18n
from ui.words.targets import Target

LONG = 100_000  # characters that a text area gets


class PasteField:
    """What was typed or pasted into a field. `name`: its `data-field`."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.text = ""
        self._drawn = ""  # the text area began with this text; typing does not redraw it
        self._times = 0  # the text area was drawn anew
        self._removed = False  # by the button, so the text area takes the focus

    def put(self, text: str) -> None:
        """Take what the text area holds now, or a long text in its place."""
        long = len(self.text) > LONG
        self.text = text
        if long or len(text) > LONG:
            self.renew()
            self._removed = not text

    def clear(self) -> None:
        self.text = ""
        self.renew()

    def renew(self) -> None:
        """Draw the field with its text, such as when its screen is written again."""
        self._drawn, self._removed = self.text, False
        self._times += 1

    def draw(self, words: I18n, rows: int, **more: str) -> Html:
        """Return the field. `more`: further attributes of the text area, "_" written as "-"."""
        if len(self.text) > LONG:
            return self._long(words)
        attributes: dict[str, object] = {
            "data-field": self.name,
            "rows": rows,
            "spellcheck": "false",
            "data-times": self._times or None,
            "data-autofocus": self._removed,
        }
        attributes |= {name.replace("_", "-"): value for name, value in more.items()}
        return el("textarea", attributes, self._drawn)

    def _long(self, words: I18n) -> Html:
        label = words.t("paste.long", n=self.text.count("\n") + 1)
        remove = words.t("paste.clear")
        named = {"aria_label": f"{remove}: {label}"}
        return el(
            "p",
            {"class": "pasted"},
            join(label, " ", button(Target("clear", self.name), remove, "quiet", **named)),
        )
