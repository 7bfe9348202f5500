"""Dialog with the certificate of a far table: its checks, the file, and how others check it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from engine.core.steps import Steps
from engine.core.texts import Message
from engine.far.certificate import INVALID, SO_FAR, VALID, Certificate, certified
from engine.far.certificate_times import measures_of
from engine.far.evidence import FAILED, NOTE, OK, Check
from ui.session.long_tasks import ReadingTask
from ui.shell.dialogs import SAID, Dialog
from ui.words.frame import button
from ui.words.html import Html, el, join
from ui.words.targets import Target

if TYPE_CHECKING:
    from ui.browser.page import BrowserPage
    from ui.far.table.play import FarPlay
    from ui.shell.app import App

COMMAND = "python -m engine verify {}"
FOLDED = 8  # lines of a group from which on it is folded
_MARKS = {OK: "✓", NOTE: "!", FAILED: "✗"}
_STATUS = {VALID: "valid", SO_FAR: "sofar", INVALID: "invalid"}

Work = Steps[tuple[str, Certificate]]  # the file's text and its checks


class CertificateDialog(Dialog):
    """Checks of one table. `looks`: opens the table below the dialog; None if it is on this
    device."""

    name = "far-certificate"
    heading = "certificate.title"

    def __init__(
        self,
        app: App,
        page: BrowserPage,
        game_id: str,
        work: Work,
        looks: Callable[[], None] | None,
    ) -> None:  # fmt: skip
        super().__init__(app)
        self._page, self._looks, self.game_id = page, looks, game_id
        self._work = ReadingTask(lambda: work)
        self.found: tuple[str, Certificate] | None = None
        self._go_on()

    def _go_on(self) -> None:
        """Check for one slice; the next one follows after the page has painted."""
        if self._work.go_on():
            self.found = self._work.result()
            return
        self._page.soon(self._next)

    def _next(self) -> None:
        if self.app.dialog is self:
            self.app.later(self._go_on)

    @property
    def file_name(self) -> str:
        return f"asedio-{self.game_id}-certificate.json"

    def layout(self) -> Html:
        t = self.words.t
        return self.frame(
            el("div", {"class": "certificate", "data-slot": "checks"}),
            el(
                "div",
                {"class": "buttons"},
                button("far:save", t("certificate.save"), "primary"),
                button("far:look", t("certificate.look"), "quiet") if self._looks else None,
            ),
            SAID,
            el("p", {"class": "soft"}, t("certificate.how")),
            el(
                "p",
                {"class": "certificate-command"},
                el("code", None, COMMAND.format(self.file_name)),
            ),
        )

    def slots(self) -> dict[str, Html]:
        said = self.answer()
        if self.found is None:
            waits = el("p", {"role": "status"}, self.words.t("certificate.wait"))
            return {"checks": waits, "said": said}
        return {"checks": join(*self._checks(self.found[1])), "said": said}

    def _checks(self, found: Certificate) -> Iterator[Html]:
        t, failure = self.words.t, found.failure
        verdict = {"class": f"certificate-verdict {_STATUS[found.status]}", "role": "status"}
        why = None if failure is None else join(": ", self.words.message(failure.message))
        yield el("p", verdict, t(f"certificate.status.{_STATUS[found.status]}"), why)
        if failure is None:  # the result, which also stands among the checks
            result = [one for one in found.checks if one.group == "rules"][-1]
            yield el("p", {"class": "certificate-result"}, self.words.message(result.message))
        for group in dict.fromkeys(one.group for one in found.checks):
            checks = [one for one in found.checks if one.group == group]
            yield self._group(t(f"certificate.group.{group}"), checks)
        if found.unproved:
            items = [el("li", None, self.words.message(one)) for one in found.unproved]
            yield el("h3", None, t("certificate.group.unproved"))
            yield el("ul", {"class": "certificate-unproved"}, items)

    def _group(self, heading: str, checks: list[Check]) -> Html:
        items = el("ul", {"class": "certificate-checks"}, [self._line(one) for one in checks])
        if len(checks) < FOLDED or any(one.result == FAILED for one in checks):
            return join(el("h3", None, heading), items)
        summary = el("summary", None, f"{heading} ({len(checks)})")
        return el("details", {"class": "certificate-more"}, summary, items)

    def _line(self, check: Check) -> Html:
        label = self.words.t(f"certificate.mark.{check.result}")
        mark = el("span", {"role": "img", "aria-label": label}, _MARKS[check.result])
        return el("li", {"class": check.result}, mark, " ", self.words.message(check.message))

    def press(self, target: Target) -> None:
        word = target.name if target.kind in ("far", "act") else ""
        if word == "save" and self.found is not None:
            self._page.download(self.file_name, self.found[0])
            self.said = Message("far.file.done")
        elif word == "look" and self._looks is not None:
            self.app.close()
            self._looks()


def open_certificate(app: App, side: FarPlay, page: BrowserPage) -> None:
    """Show the certificate of a table on this device, with what the device has measured."""
    letters = side.log.order()
    measured = {one.digest: side.clocks.measures.of(one) for one in letters}
    found = {digest: one for digest, one in measured.items() if one is not None}
    more = measures_of(side.me, found, letters) if side.me >= 0 and found else None
    work = certified(
        side.log, side.tools.crypto, more, side.course.group, side.clocks.now()
    )  # fmt: skip
    app.open(CertificateDialog(app, page, side.seat.terms.game_id, work, None))
