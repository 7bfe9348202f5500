"""Opening of studies: a stored one, one from a link or a text, a new one from a game."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

from engine.core.contract import SPECTATOR
from engine.core.errors import AsedioError, BadPosition, BadRecord
from engine.core.steps import Steps
from engine.core.texts import Message
from engine.games import game_info, position_game
from engine.match import study_file, study_reader
from engine.match.match import Match, MatchConfig
from engine.match.study import ROOT, Chapter, Note, Study, chapter_of
from ui.learn.study.cursor import StudyCursor
from ui.learn.study.listing import StudiesScreen
from ui.learn.study.naming import chapter_name
from ui.learn.study.notes import note_on, writer_of
from ui.learn.study.private import private_study
from ui.learn.study.screen import StudyScreen
from ui.learn.study.stored import StudyShelf
from ui.session import share
from ui.session.session import Session
from ui.shell.screen import Screen

if TYPE_CHECKING:
    from ui.shell.app import App
    from ui.shell.controller import Controller


class NotFinished(AsedioError):
    """A game can be studied when it is over."""

    default_code = "not_finished"


def opening(app: App, controller: Controller, ident: str) -> Steps[Screen]:
    """Return the screen of a stored study, in steps of one event; "" gives the list of studies.
    Raises NoSuchStudy."""
    if not ident:
        return StudiesScreen(app, controller)
    study = yield from StudyShelf(app.store.storage).loading(ident)
    return StudyScreen(app, controller, StudyCursor(study), ident)


def study_table(app: App, controller: Controller, session: Session) -> StudyScreen:
    """Return the private study of a far game, or a new study of a finished game, at the position
    shown."""
    mine = session.agreed.mine
    running = mine is not None and mine >= 0 and not session.over
    if running or StudyShelf(app.store.storage).of_game(session.key):
        return private_study(app, controller, session)
    notes = note_on(app.store.storage, session.key, writer_of(session))
    return study_game(app, controller, session.finished(), session.at, notes, session.levels)


def linked(app: App, controller: Controller, word: str) -> Steps[Screen]:
    """Return the screen of the study in a link, in steps of one event. Raises BadLink."""
    return fresh(app, controller, (yield from study_file.decoding(word)))


def study_position(app: App, controller: Controller, config: MatchConfig) -> StudyScreen:
    """Return a new study that begins with the start of `config`."""
    return fresh(app, controller, Study(game_info(config.game_id).title, [Chapter(config)]))


def position_config(game_id: str, text: str) -> MatchConfig:
    """Return the configuration that begins with a position text. Options are not part of one: the
    usual ones and those of the game's presets are tried in turn. Raises BadPosition, the reason of
    the first ones."""
    text, refused = " ".join(text.split()), None
    for options in ({}, *(one.options for one in game_info(game_id).presets)):
        try:
            config = MatchConfig(game_id, dict(options), (), text)
            state = Match(config).state
        except BadPosition as why:
            refused = refused or why
        else:
            if "?" in text:  # what is unknown is drawn by lot
                mover = max(state.current_player(), SPECTATOR)
                config.start = state.determinize(mover, Random()).to_text()
            return config
    assert refused is not None
    raise refused


def study_game(
    app: App,
    controller: Controller,
    match: Match,
    at: int | None = None,
    notes: str = "",
    levels: Sequence[int] = (),
) -> StudyScreen:
    """Return a new study of a finished game, at the position after `at` events (None: its end).

    `notes`: the player's own, which become the comment of the end. `levels`: of the computers, by
    player. Raises NotFinished.
    """
    if not match.over:
        raise NotFinished(Message("study.not_finished"))
    chapter = chapter_of(match)
    study = Study("", [chapter])
    name_chapters(app, study, levels)
    line = [ROOT, *chapter.main_line()]
    chapter.annotate(line[-1], Note(notes))
    return fresh(app, controller, study, line[-1 if at is None else min(at, len(line) - 1)])


def fresh(app: App, controller: Controller, study: Study, node: int = ROOT) -> StudyScreen:
    """Store a new study and return its screen. Raises StudiesFull."""
    shelf = StudyShelf(app.store.storage)
    ident = shelf.new()
    name_chapters(app, study)
    shelf.save(ident, study)
    return StudyScreen(app, controller, StudyCursor(study, 0, node), ident)


def name_chapters(app: App, study: Study, levels: Sequence[int] = ()) -> None:
    """Give every chapter without a title a name, and a study that is called like a game that of its
    first chapter. `levels`: of the computers in the first chapter."""
    first = study.chapters[0]
    plain = ("", first.game.info.title)
    for chapter in study.chapters:
        if chapter.title in plain:
            words = app.words(chapter.config.game_id)
            chapter.title = chapter_name(words, chapter, levels if chapter is first else ())
    if study.title in plain:
        study.title = first.title or first.game.info.title


def reading(text: str) -> Steps[Study]:
    """Read a study from a text: its file or link, or a record, file or link of a finished game.

    Raises AsedioError.
    """
    text = text.strip()
    if study_file.is_study(text):
        return (yield from study_file.reading(text))
    if (word := study_file.word_in(text)) is not None:
        return (yield from study_file.decoding(word))
    chapter = yield from _chapter(text)
    return Study(chapter.title or chapter.game.info.title, [chapter])


def _chapter(text: str) -> Steps[Chapter]:
    """Read a record with its comments and variations, or a game in any other form."""
    plain = share.is_record(text)
    if not plain and (game_id := position_game(text)):
        return Chapter(position_config(game_id, text))
    match = yield from share.reading(text)
    if share.hides_secrets(match) and match.viewer is None:
        raise NotFinished(Message("study.not_finished"))
    try:
        return (yield from study_reader.annotating(match))
    except BadRecord:
        return chapter_of(match)  # damaged additions; the game itself is sound


def new_study(app: App, controller: Controller, game_id: str) -> StudyScreen:
    """Return a new study of a game's usual start, with its usual options."""
    title = game_info(game_id).title
    return fresh(app, controller, Study(title, [Chapter(MatchConfig(game_id))]))
