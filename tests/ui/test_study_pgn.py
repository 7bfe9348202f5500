"""Games of chess programs pasted into the list of studies."""

from __future__ import annotations

import pytest

from engine.core.steps import finish
from engine.match import study_record
from engine.match.study import Drawing, Note
from tests.ui.fakes import opened
from ui.learn.study import entry

LICHESS = """[Event "Rated blitz game"]
[Site "https://example.org/abcd1234"]
[White "Ana"]
[Black "Luis"]
[Result "1-0"]
[Variant "Standard"]
[ECO "C20"]

1. e4 { [%eval 0.2] [%clk 0:03:00] } 1... e5 { [%csl Ge5][%cal Ge7e5] The open game } 2. Qh5?! { Inaccuracy. Nf3 was best. } { [%eval -0.3] } (2. Nf3 Nc6 (2... d6 3. d4) 3. Bb5) 2... Nc6 3. Bc4 Nf6?? { Mate follows } (3... g6 $1 $14 4. Qf3 Nf6 (4... Qxf9)) 4. Qxf7# { White wins by checkmate. } 1-0
"""  # noqa: E501 (one line, as the program writes it)

CHESSBASE = """[Event "?"]
[White "Ana"]
[Black "Luis"]
[Result "*"]

{A short game} 1.e4 e5 2.♕h5 $6 ( 2.♘f3 ♞c6 ( 2...d6 3.d4 ) 3.♗b5 )
2...♞c6 3.♗c4 ♞f6 $4 ( 3...g6 $1 4.♕f3 ) *
"""


@pytest.mark.parametrize("text", [LICHESS, CHESSBASE, "> " + LICHESS.replace("\n", "\n> ")])
def test_a_chess_game_keeps_its_comments_and_variations(text: str) -> None:
    app = opened()
    study = finish(entry.reading(text))
    app.go(entry.fresh(app, app.controller, study))
    chapter = study.chapters[0]
    main = chapter.main_line()
    assert main[:5] == chapter.line(main[4])
    queen, knight = main[2], main[5]
    assert chapter.nodes[queen].note.glyphs == (6,)
    assert chapter.nodes[knight].note.glyphs == (4,)
    other = chapter.variations(queen)[1]
    reply, second = chapter.nodes[other].children
    assert len(chapter.nodes[reply].children) == len(chapter.nodes[second].children) == 1
    guard = chapter.variations(knight)[1]
    assert chapter.nodes[guard].note.glyphs[0] == 1
    assert study_record.write(chapter).count("( ") == 3


def test_arrows_clocks_and_unplayable_moves_of_a_chess_program() -> None:
    chapter = finish(entry.reading(LICHESS)).chapters[0]
    e4, e5, *_ = chapter.main_line()
    assert chapter.nodes[e4].note == Note()
    drawn = (Drawing("e5", "e5", 0), Drawing("e7", "e5", 0))
    assert chapter.nodes[e5].note == Note("The open game", (), drawn)
    comments = [one.note.comment for one in chapter.nodes.values()]
    assert "(4... Qxf9)" in comments and "Mate follows" in comments
    assert chapter.config.names == ("Ana", "Luis")


def test_a_chess_game_without_comments_is_a_study_of_its_moves() -> None:
    chapter = finish(entry.reading("1.e4 e5 2.Nf3 Nc6")).chapters[0]
    assert chapter.main_line() == [1, 2, 3, 4]
