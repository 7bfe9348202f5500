"""Each text is read in short steps, wherever it is pasted, so that the page answers meanwhile and
the reading can be cancelled. The times are measured by tests/bench/texts.py."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import pytest

from engine.core.errors import BadRecord
from engine.core.steps import Steps
from engine.core.tags import MOST_TAGS
from engine.match import record, study_file
from engine.match.match import MatchConfig
from engine.match.study import Chapter, Study
from tests.fixtures.present import present
from tests.fixtures.says import says
from tests.ui.fakes import opened
from ui.learn.editor.pasting import pasting
from ui.learn.editor.screen import EditorScreen
from ui.learn.study import entry
from ui.learn.study.screen import StudyScreen
from ui.learn.study.stored import StudyShelf
from ui.saves import backup
from ui.saves.storage import MemoryStorage
from ui.saves.store import Store
from ui.session import share
from ui.shell import text_kinds
from ui.shell.dialogs import ReadingDialog

LENGTH = 160_000
OURS, CHESS = '[Game "Andarraya"]\n\n', '[Event "x"]\n\n'
EDITOR = lambda text: pasting("andarraya", text)  # noqa: E731
CITIES = '[Rules "twocities 0.995"]\n[Setup "line"]\n\n'


def steps_of(work: Steps[object]) -> int:
    """Return how many steps are run until the text is read or refused."""
    steps = 0
    with suppress(BadRecord, share.Unreadable, StopIteration):
        while True:
            next(work)
            steps += 1
    return steps


@pytest.mark.parametrize(
    ("reader", "head", "part"),
    [
        (text_kinds.games_in, "", "> x\n"),
        (text_kinds.games_in, "", "~~~\nx\n~~~\n"),
        (text_kinds.games_in, "", "\u200bx\n"),
        (text_kinds.games_in, CHESS, "{x} "),
        (text_kinds.games_in, OURS, "x\n"),
        (text_kinds.is_annotated, OURS, "[ x\n"),
        (share.reading, OURS, "1. "),
        (share.reading, OURS, "%x\n"),
        (share.reading, CHESS, "e.p. "),
        (share.reading, CHESS, "e4! "),
        (share.reading, CITIES, "{x} a "),
        (entry.reading, OURS, "(e4) "),
        (EDITOR, CHESS, "(e4) "),
        (EDITOR, "", "> x\n"),
    ],
)
def test_a_long_text_is_read_in_short_steps(
    reader: Callable[[str], Steps[object]], head: str, part: str
) -> None:
    """The number of steps grows with the text."""
    short, long = (steps_of(reader(head + part * (n // len(part)))) for n in (LENGTH // 4, LENGTH))
    assert long > max(short + 5, 10)


def test_tags_without_end_are_refused_before_they_are_read() -> None:
    text = '[A "b"]\n' * (MOST_TAGS + 1)
    with pytest.raises(BadRecord) as caught:
        record.read(f'[Game "Andarraya"]\n{text}\n1. e4 *')
    assert caught.value.message.key == "record.too_long"


@pytest.mark.usefixtures("one_step_at_a_time")
def test_a_long_text_pasted_into_the_editor_can_be_cancelled() -> None:
    app = opened("#edit=andarraya")
    before = app.showing(EditorScreen).draft.text()
    app.paste(f"{OURS}1. e4 e5 2. Nf3 *" + " " * LENGTH)
    assert isinstance(app.dialog, ReadingDialog)
    assert app.view.slots["progress"] == says("reading.text", "es")
    app.press("dialog:close")
    app.page.slices()
    assert isinstance(app.screen, EditorScreen) and app.showing(EditorScreen).draft.text() == before
    app.press("act:open")
    app.page.slices()
    assert app.showing(EditorScreen).draft.text() != before
    assert says("editor.read.done", "es") in app.view.slots["said"]


@pytest.mark.usefixtures("one_step_at_a_time")
def test_a_large_study_is_opened_in_slices() -> None:
    """From its link and from this browser."""
    app = opened()
    match = record.read(f"{OURS}1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *")
    chapter = Chapter(MatchConfig("andarraya"))
    node = 0
    for event in match.events:
        node = chapter.append(node, event)
    study = Study("long", [chapter])
    StudyShelf(app.store.storage).save("abc", study)
    for address in ("#study=abc", f"#s={study_file.encode(study)}"):
        app.route("#study")
        app.route(address)
        assert not isinstance(app.screen, StudyScreen)
        app.page.slices()
        assert isinstance(app.screen, StudyScreen)
        assert len(app.screen.cursor.chapter.nodes) == len(chapter.nodes)


@pytest.mark.usefixtures("one_step_at_a_time")
def test_a_backup_is_restored_in_slices_and_stays_whole_when_stopped() -> None:
    source = Store(MemoryStorage())
    match = record.read(f"{OURS}1. e4 e5 *")
    for _ in range(4):
        source.add(match)
    text = backup.write(source.storage)
    app = opened("#games")
    app.screen.take(text)
    while len(app.store.games()) < 2:
        assert isinstance(app.dialog, ReadingDialog)
        app.page.waiting.pop(0)()
        app.store.rescan()
    app.close()
    app.page.slices()
    app.store.rescan()
    kept = app.store.games()
    assert 2 <= len(kept) < 4
    for one in kept:
        assert present(app.store.load(one.id)).events == match.events
    app.screen.take(text)
    app.page.slices()
    assert len(app.store.games()) == 4
    assert says("backup.games", "es", n=4 - len(kept)) in app.view.slots["kept"]
