"""A study out of the page: link, file, record, printed sheet.

While one player's knowledge is shown, only that leaves: the game as the player knew it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.errors import BadRecord
from engine.core.texts import Message
from engine.match import study_file, study_record
from engine.match.study import Study, as_seen
from ui.learn.study.sheet import SheetScreen
from ui.session.share import plain_name
from ui.shell import routes
from ui.table import speech

if TYPE_CHECKING:
    from ui.learn.study.screen import StudyScreen


def shown_study(screen: StudyScreen) -> Study:
    """Return what may leave: the study, or the chapter as the player knew it whose eyes are
    shown."""
    cursor = screen.cursor
    if cursor.eyes is None:
        return screen.study
    return Study(screen.study.title, [as_seen(cursor.chapter, cursor.eyes)])


def share(screen: StudyScreen) -> None:
    """Offer the link; a study that does not fit into one is saved as a file instead."""
    study = shown_study(screen)
    try:
        word = study_file.encode(study)
    except study_file.NoLink as why:
        save(screen)
        speech.answer(screen.table, why.message)
        return
    address = f"{screen.app.page.url().split('#', 1)[0]}#{study_file.LINK_KEY}={word}"
    screen.app.open(routes.link(screen.app, address, "study.share.title", "study.share.about"))


def save(screen: StudyScreen) -> None:
    """Download the file."""
    name = _name(screen, ".json")
    screen.app.page.download(name, study_file.dump(shown_study(screen)))
    speech.answer(screen.table, Message("share.saved", name=name))


def record(screen: StudyScreen) -> None:
    """Download the record of the chapter, with its comments and variations."""
    try:
        chapter = shown_study(screen).chapters[
            0 if screen.cursor.eyes is not None else screen.cursor.number
        ]
        text = study_record.write(chapter)
    except BadRecord as why:
        speech.refuse(screen.table, why.message)
        return
    name = _name(screen, ".txt")
    screen.app.page.download(name, text)
    speech.answer(screen.table, Message("share.saved", name=name))


def sheet(screen: StudyScreen) -> None:
    """Show the chapter as a sheet to print."""
    screen.save()
    screen.app.go(SheetScreen(screen.app, screen.table.controller, screen.cursor, screen.ident))


def _name(screen: StudyScreen, suffix: str) -> str:
    title = screen.study.title or screen.cursor.chapter.game.info.id
    return plain_name(["asedio", "study", title]) + suffix
