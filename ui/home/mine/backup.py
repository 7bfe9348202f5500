"""The part of My games that saves a backup and restores one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.core.foreign import UnreadText
from engine.core.texts import Message
from ui.saves import backup
from ui.saves.backup import Backup, Restored
from ui.saves.reminder import note_backup
from ui.words.frame import button
from ui.words.html import Html, el, join
from ui.words.i18n import I18n

if TYPE_CHECKING:
    from ui.session.long_tasks import ReadingTask
    from ui.shell.app import App
    from ui.shell.controller import Controller

SHOWN = 20  # damaged entries listed by name


class Keeping:
    """Backup dialog state. `password`: as typed; `sealed`: a chosen file that needs one; `folder`:
    name of the folder for backups, "" if none was chosen."""

    def __init__(self, app: App, controller: Controller) -> None:
        self.app, self._controller = app, controller
        self.password = ""
        self.sealed = ""
        self.folder = ""
        self._news: list[Message] = []
        self._listed: list[str] = []

    @property
    def words(self) -> I18n:
        return self.app.words()

    # -- what is shown -----------------------------------------------------------------------

    def layout(self) -> Html:
        """Return the fields and buttons; what they report goes to the slot `kept`."""
        t = self.words.t
        field = {"type": "password", "data-field": "password", "autocomplete": "new-password"}
        return el(
            "section",
            {"class": "mine-backup"},
            el("h2", None, t("backup.title")),
            el("p", None, t("backup.about")),
            el("p", None, t("backup.secrets")),
            el(
                "form",
                {"class": "mine-edit"},
                el("label", None, el("span", None, t("backup.password")), el("input", field)),
                button("act:backup", t("backup.save"), "primary"),
                button("act:restore", t("backup.restore")),
            ),
            self._folder_layout() if self.app.page.can_folder() else None,
            el("div", {"data-slot": "kept", "role": "status"}),
        )

    def _folder_layout(self) -> Html:
        t = self.words.t
        return el(
            "div",
            None,
            el("p", None, t("backup.folder.about")),
            el("div", {"class": "mine-edit", "data-slot": "folder"}),
        )

    def folder_slots(self) -> dict[str, Html]:
        """Return the buttons of the folder, if this browser can write to one."""
        t = self.words.t
        if not self.app.page.can_folder():
            return {}
        if not self.folder:
            return {"folder": button("act:folder", t("backup.folder.pick"))}
        save = button("act:folder-save", t("backup.folder.save", name=self.folder))
        return {"folder": join(save, button("act:folder", t("backup.folder.other"), "quiet"))}

    def slot(self) -> Html:
        words = self.words
        lines = [el("p", None, words.message(message)) for message in self._news]
        if self._listed:
            more = len(self._listed) - SHOWN
            names = [el("li", None, el("code", None, one)) for one in self._listed[:SHOWN]]
            rest = el("li", None, words.t("backup.more", n=more)) if more > 0 else None
            lines.append(el("ul", None, names, rest))
        if self.sealed:
            lines.append(el("p", None, button("act:unseal", words.t("backup.open"), "primary")))
        return join(lines)

    # -- saving ------------------------------------------------------------------------------

    def save(self) -> None:
        """Download a backup, encrypted if a password was typed."""
        self._write(self._download)

    def _write(self, done: Callable[[str], None]) -> None:
        """Pass the text of a backup to `done`, encrypted if a password was typed."""

        def sealed(text: str) -> None:
            if text:
                self.app.later(lambda: done(text))
            else:
                self.app.later(lambda: self._say(Message("backup.no_cipher")))

        text = backup.write(self.app.store.storage)
        if self.password:
            self._say(Message("backup.sealing"))
            self.app.page.seal(text, self.password, sealed)
        else:
            done(text)

    def _download(self, text: str) -> None:
        name = backup.file_name()
        self.app.page.download(name, text)
        self._saved(name)

    def _saved(self, name: str) -> None:
        note_backup(self.app.store)
        self._say(Message("backup.saved", name=name))

    # -- a folder ----------------------------------------------------------------------------

    def look_for_folder(self) -> None:
        """Find out whether a folder was chosen before."""

        def found(name: str) -> None:
            if name:
                self.app.later(lambda: self._take_folder(name))

        if self.app.page.can_folder() and not self.folder:
            self.app.page.known_folder(found)

    def choose_folder(self) -> None:
        """Let the player choose a folder and save a backup there."""

        def chosen(name: str) -> None:
            if name:
                self._take_folder(name)
                self.save_in_folder()

        self.app.page.choose_folder(lambda name: self.app.later(lambda: chosen(name)))

    def _take_folder(self, name: str) -> None:
        self.folder = name

    def save_in_folder(self) -> None:
        """Write a backup into the folder, which never replaces an earlier one."""

        def may(allowed: bool) -> None:
            if allowed:
                self._write(self._put)
            else:
                self._say(Message("backup.folder.refused", name=self.folder))

        self.app.page.ask_folder(lambda allowed: self.app.later(lambda: may(allowed)))

    def _put(self, text: str) -> None:
        def put(name: str) -> None:
            if name:
                self._saved(name)
            else:
                self._say(Message("backup.folder.failed", name=self.folder))

        def then(name: str) -> None:
            self.app.later(lambda: put(name))

        self.app.page.save_in_folder(backup.file_name(), text, then)

    # -- restoring ---------------------------------------------------------------------------

    def choose_backup(self) -> None:
        """Let the player choose a backup and restore it."""
        self.sealed = ""
        self.app.page.choose_backup(lambda text: self.app.later(lambda: self.take(text)))

    def take(self, text: str | None) -> None:
        """Restore a file, or ask for its password."""
        if text is None:
            self._say(Message("backup.too_long"))
        elif isinstance(text, UnreadText):
            self._say(Message("open.unread"))
        elif backup.is_sealed(text):
            self.sealed = text
            self._say(Message("backup.sealed"))
            if self.password:
                self.unseal()
        else:
            self._read(text)

    def unseal(self) -> None:
        """Decrypt the chosen file with the password typed."""

        def opened(text: str) -> None:
            if text:
                self.app.later(lambda: self._read(text))
            else:
                self.app.later(lambda: self._say(Message("backup.wrong")))

        if self.sealed:
            self._say(Message("backup.opening"))
            self.app.page.unseal(self.sealed, self.password, opened)

    def _read(self, text: str) -> None:
        self.sealed = ""
        self._controller.work(lambda: backup.reading(text), self._restore)

    def _restore(self, work: ReadingTask[Backup]) -> None:
        if work.refusal is not None:
            self._say(work.refusal.message)
            return
        found, store = work.result(), self.app.store

        def report(restored: ReadingTask[Restored]) -> None:
            self._report(restored.result(), found)

        self._controller.work(lambda: backup.restoring(store, found.entries), report)

    def _report(self, done: Restored, found: Backup) -> None:
        news = [Message("backup.games", n=done.games), Message("backup.same", n=done.same)]
        news += [Message("backup.copies", n=done.copies)] * (done.copies > 0)
        news += [Message("backup.entries", n=done.entries)] * (done.entries > 0)
        news += [Message("backup.aside", n=len(done.aside))] * (len(done.aside) > 0)
        news += [Message("backup.missing", n=found.missing)] * (found.missing > 0)
        news += [Message("backup.damaged", n=len(found.damaged))] * (len(found.damaged) > 0)
        news += [Message("backup.broken", n=done.broken)] * (done.broken > 0)
        news += [Message("backup.unfit", n=done.unfit)] * (done.unfit > 0)
        news += [Message("backup.full")] * (done.unfit + done.unfit_entries > 0)
        self._say(*news, listed=found.damaged)

    def _say(self, *news: Message, listed: list[str] | None = None) -> None:
        self._news, self._listed = list(news), listed or []
