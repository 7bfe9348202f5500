"""Records with comments pasted at home: none is opened as a plain game without them."""

from __future__ import annotations

import pytest

from tests.ui.test_app import opened
from ui.learn.study.screen import StudyScreen

BODIES = (
    "1. e4 {A word} e5 2. Nf3 *",
    "1. e4 ; A word\ne5 2. Nf3 *",
    "{A word} 1. e4 e5 2. Nf3 *",
    "; A word\n1. e4 e5 2. Nf3 *",
    "1. e4 (1. d4 {A word}) e5 *",
)


@pytest.mark.parametrize("head", ['[Game "Andarraya"]', '[Event "x"]\n[White "Ana"]'])
@pytest.mark.parametrize("body", BODIES)
def test_a_commented_record_opens_as_a_study(head: str, body: str) -> None:
    app = opened()
    app.field("paste", f"{head}\n\n{body}\n")
    app.press("act:open")
    app.page.slices()  # type: ignore[attr-defined]
    assert isinstance(app.screen, StudyScreen)
    nodes = app.screen.cursor.chapter.nodes.values()
    assert [one.note.comment for one in nodes if one.note.comment] == ["A word"]
