"""The part of My games that lists the people remembered on this device."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from engine.core.texts import MAX_NAME
from ui.shell.people import LOOKS, Known, People
from ui.shell.settings import CHOICES
from ui.words.frame import button
from ui.words.html import Html, el, join
from ui.words.i18n import I18n

if TYPE_CHECKING:
    from ui.shell.app import App


class PeoplePart:
    """The list and its editor. `edited`: name of the person who is being changed."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.people = People(app.store.storage)
        self.edited = ""
        self._typed: dict[str, str] = {}

    @property
    def words(self) -> I18n:
        return self.app.words()

    # -- what is shown -----------------------------------------------------------------------

    def slot(self) -> Html:
        """Return the section; nothing while nobody is remembered."""
        known, t = self.people.all(), self.words.t
        if not known:
            return Html("")
        return join(
            el("h2", None, t("people.title")),
            el("p", {"class": "soft"}, t("people.about")),
            el("ul", {"class": "mine-people"}, [self._row(one) for one in known]),
        )

    def _row(self, known: Known) -> Html:
        t = self.words.t
        if known.name == self.edited:
            return el("li", None, self._editor(known))
        look = [t(f"settings.{part}.{value}") for part, value in known.look().items()]
        return el(
            "li",
            None,
            el("strong", None, known.name),
            el("span", {"class": "soft"}, ", ".join(look)),
            button(
                f"act:person:{known.name}",
                t("mine.edit"),
                "link",
                aria_label=t("people.edit_which", name=known.name),
            ),
            button(
                f"act:forget:{known.name}",
                t("people.forget"),
                "link",
                aria_label=t("people.forget_which", name=known.name),
            ),
        )

    def _editor(self, known: Known) -> Html:
        t = self.words.t
        field = {
            "type": "text",
            "data-field": "person-name",
            "value": known.name,
            "maxlength": MAX_NAME,
            "autocomplete": "off",
        }
        return el(
            "div",
            {"class": "mine-edit"},
            el("label", None, el("span", None, t("people.name")), el("input", field)),
            [self._choice(part, known) for part in LOOKS],
            button("act:person-keep", t("mine.keep"), "primary"),
            button("act:person-leave", t("mine.cancel"), "quiet"),
        )

    def _choice(self, part: str, known: Known) -> Html:
        t, chosen = self.words.t, known.look().get(part, "")
        values = [("", t("people.usual"))]
        values += [(value, t(f"settings.{part}.{value}")) for value in CHOICES[part]]
        return el(
            "label",
            None,
            el("span", None, t(f"settings.{part}")),
            el(
                "select",
                {"data-field": f"person-{part}", "autocomplete": "off"},
                [
                    el("option", {"value": value, "selected": value == chosen}, said)
                    for value, said in values
                ],
            ),
        )

    # -- input -------------------------------------------------------------------------------

    def field(self, name: str, value: str) -> None:
        self._typed[name.removeprefix("person-")] = value

    def edit(self, name: str) -> None:
        self.edited, self._typed = name, {}

    def keep(self) -> None:
        """Store what was typed about the person who is being changed."""
        self.people.change(self.edited, **self._typed)
        self.edit("")
        self.app.announce(self.words.t("mine.kept"))

    def forget(self, name: str) -> None:
        self.people.forget(name)
        self.app.announce(self.words.t("people.forgotten", name=name))


COMMANDS: Mapping[str, Callable[[PeoplePart, str], None]] = {
    "person": PeoplePart.edit,
    "person-leave": lambda part, _: part.edit(""),
    "person-keep": lambda part, _: part.keep(),
    "forget": PeoplePart.forget,
}
