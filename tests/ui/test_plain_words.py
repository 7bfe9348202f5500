"""No notation is shown or announced at a table, except in the turns of the log."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from random import Random

import pytest

from engine.dev.checks_telling import SQUARE, TOKENS
from engine.games import REGISTRY
from tests.ui.fakes import FakeTable, new_match, set_table, whole
from ui.table import speech

EVENTS, EVERY = 150, 10
SPOKEN = ("aria-label", "data-name", "title", "placeholder", "alt")
EMPTY = ("path", "use", "rect", "circle", "input", "polyline", "polygon", "br", "ellipse", "line")


class Visible(HTMLParser):
    """Parser that collects text and accessible names of a page, without the turns of the log."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.words: list[str] = []
        self._inside: list[bool] = [False]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        notation = self._inside[-1] or (found.get("data-target") or "").startswith("look:")
        if not notation:
            self.words += [found[name] or "" for name in SPOKEN if name in found]
        if tag not in EMPTY:
            self._inside.append(notation)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in EMPTY:
            self._inside.pop()

    def handle_endtag(self, tag: str) -> None:
        if tag not in EMPTY:
            self._inside.pop()

    def handle_data(self, data: str) -> None:
        if not self._inside[-1]:
            self.words.append(data)


def on_page(screen: FakeTable) -> list[str]:
    """Return all texts of a table that can be read, also by a screen reader."""
    reader = Visible()
    reader.feed(whole(screen))
    assert reader._inside == [False]
    return [screen.title(), *reader.words]


def tokens(screen: FakeTable) -> list[str]:
    """Return the notation of the last two turns, without tokens that may be plain words."""
    if screen.session.curtain is not None:
        return []
    found = {token for turn in screen.session.log()[-2:] for token in turn.text.split()}
    return [one for one in found if len(one) > 2 and not SQUARE.fullmatch(one) and not _word(one)]


def _word(token: str) -> bool:
    return token.isalpha() or token.isdigit()


@pytest.mark.parametrize("lang", ["es", "en"])
@pytest.mark.parametrize("game_id", REGISTRY)
def test_notation_is_shown_and_announced_nowhere_but_in_the_log(game_id: str, lang: str) -> None:
    screen = set_table(new_match(game_id, seed=4), lang)
    app, session = screen.app, screen.session
    rng = Random(4)
    looked = 0
    for number in range(EVENTS):
        if session.over:
            break
        if number % EVERY == 0:
            speech.after(screen.table)
            words = [*on_page(screen), *app.said]
            app.said.clear()
            looked += len(words)
            for one in words:
                found = TOKENS.search(
                    one.replace("; ", ", ")
                )  # a semicolon may join two halves of a sentence
                assert not found, f"{found} in {one!r}"
            for token in tokens(screen):
                wanted = re.compile(rf"(?<!\w){re.escape(token)}(?!\w)")
                assert not [one for one in words if wanted.search(one)], token
        if session.curtain is not None:
            session.reveal()
        session.play([rng.choice(sorted(session.observation().legal_actions()))])
    assert looked > 50  # even a short game has about a hundred texts
