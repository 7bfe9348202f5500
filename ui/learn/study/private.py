"""Private study of a game at a table with another device: what its player thinks between the turns.

Where nothing is hidden, its first chapter is the game as far as it went. In a game with secrets
every visit to a new position adds a chapter that begins there; what the player does not know is
drawn by lot. The study is stored with the id of its game (ui/learn/study/stored.py), so the engine
stays off while the game runs, and afterwards it is what *Study* opens.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

from engine.core.contract import State
from engine.match.match import Match
from engine.match.opened import opened
from engine.match.study import ROOT, Chapter, Study
from ui.learn.study.cursor import StudyCursor
from ui.learn.study.naming import chapter_name
from ui.learn.study.notes import note_on, writer_of
from ui.learn.study.screen import StudyScreen
from ui.learn.study.stored import StudyShelf
from ui.saves.guesses import guesses_on

if TYPE_CHECKING:
    from ui.session.session import Session
    from ui.shell.app import App
    from ui.shell.controller import Controller

DRAWS = 60  # of what is unknown; the one is taken that fits most of the player's guesses


def private_study(app: App, controller: Controller, session: Session) -> StudyScreen:
    """Return the private study of a far game, at its last position, and store it.

    Raises StudiesFull or StudyFull."""
    shelf = StudyShelf(app.store.storage)
    ident = shelf.of_game(session.key)
    study = shelf.load(ident) if ident else Study()
    ident = ident or shelf.new()
    match = session.exports().shown
    words = app.words(match.game.info.id)
    if match.viewer is None:
        chapter = _game_chapter(study, match)
        line = [ROOT, *chapter.line(chapter.played)]
        node = line[-1 if session.at is None else min(session.at, len(line) - 1)]
        if match.over and not (end := chapter.nodes[chapter.played]).note.comment:
            notes = note_on(app.store.storage, session.key, writer_of(session))
            chapter.annotate(end.id, replace(end.note, comment=notes))
        chapter.title = chapter.title or chapter_name(words, chapter, session.levels)
    else:
        title = words.t("study.private.chapter", n=len(session.log()))
        guesses = guesses_on(app.store.storage, session.key, match.viewer)
        node = ROOT
        chapter = _position_chapter(study, match, title, guesses, Random())
    study.title = study.title or words.t("study.private.title", game=match.game.info.title)
    shelf.save(ident, study, session.key)
    cursor = StudyCursor(study, study.chapters.index(chapter), node)
    return StudyScreen(app, controller, cursor, ident)


def _game_chapter(study: Study, match: Match) -> Chapter:
    """Return the chapter of the game, a new one if there is none, with the game as its main line.
    Raises StudyFull."""
    start = match.config.start
    chapter = next((one for one in study.chapters if one.config.start == start), None)
    if chapter is None:
        chapter = Chapter(replace(match.config, options=dict(match.config.options)))
        study.add(chapter)
    node = ROOT
    for event in match.events:
        known = chapter.child(node, event.action)
        node = chapter.append(node, event) if known is None else known
    chapter.promote(node, to_main=True)
    chapter.played = node
    return chapter


def _position_chapter(
    study: Study, match: Match, title: str, guesses: dict[str, str], rng: Random
) -> Chapter:
    """Return the chapter that begins with the position of the game, a new one if there is none.
    Raises StudyFull."""
    assert match.viewer is not None
    now = match.state.observation(match.viewer).to_text()
    for chapter in study.chapters:
        if chapter.start.observation(match.viewer).to_text() == now:
            return chapter
    start = drawn_position(match, match.viewer, guesses, rng).to_text()
    config = replace(match.config, options=dict(match.config.options), start=start)
    chapter = Chapter(config, title)
    study.add(chapter)
    return chapter


def drawn_position(match: Match, viewer: int, guesses: dict[str, str], rng: Random) -> State:
    """Return the position with what `viewer` does not know drawn by lot."""
    draws = [match.state.determinize(viewer, rng) for _ in range(DRAWS if guesses else 1)]

    def fitting(state: State) -> int:
        pieces = match.game.scene(opened(state), viewer).pieces
        return sum(guesses.get(one.id) == one.letter for one in pieces)

    return max(draws, key=fitting)
