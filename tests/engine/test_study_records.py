"""Records with comments and variations as other programs and people spell them."""

from __future__ import annotations

import re
from collections.abc import Callable
from unittest.mock import Mock

import pytest

from engine.core.errors import BadRecord
from engine.games import REGISTRY
from engine.match import record, study_reader, study_record
from engine.match.study import MAX_COMMENT, ROOT, Chapter, Drawing, Note, chapter_of
from engine.match.study_record import body_of
from tests.fixtures.matches import random_match
from tests.fixtures.sampled import sampled
from tests.fixtures.studies import content, random_tree

HEAD = '[Game "Andarraya"]\n[Result "*"]\n\n'
PLAIN = "1. e4 {One} e5 ( 1... c5 2. Nf3 $5 ) 2. Nf3 $1 Nc6 {Two} ( 2... d6 {Three} 3. d4 ) *"


def outside(text: str, change: Callable[[str], str]) -> str:
    """Change a record's body outside its comments."""
    body = body_of(text)
    parts = re.split(r"(\{[^}]*\})", text[body:])
    return text[:body] + "".join(one if one[:1] == "{" else change(one) for one in parts)


@pytest.mark.parametrize(
    "spelled",
    [
        "1.e4 {One} 1...e5 (1...c5 2.Nf3!?) 2.Nf3! Nc6 {Two} (2...d6 {Three} 3.d4) *",
        "1.e4{One}1....e5(1....c5 2.Nf3 $5)2.Nf3 $1 Nc6{Two}(2...d6{Three}3.d4)*",
        "1. e4 ;One\n1... e5 (1... c5 2. Nf3 $5 *) 2. Nf3! Nc6 ;Two\n(2... d6 ;Three\n3. d4) *",
        "e4 {One} e5 (c5 Nf3$5) Nf3 ! Nc6 {Two} (d6 {Three} d4) *",
        "1.\u2009e4 {One} 1. ... e5 ( 1…\u00a0c5 2.♘f3⁉ ) 2.♘f3! ♞c6 {Two} (2. ... d6{Three}3.d4)*",
        "1. e2e4 {One} e7e5 ( c7c5 g1f3 $5 ) g1f3 $1 b8c6 {Two} ( d7d6 {Three} d2d4 ) *",
    ],
)  # fmt: skip
def test_spellings_of_one_game_are_one_study(spelled: str) -> None:
    assert content(study_reader.read(HEAD + spelled)) == content(study_reader.read(HEAD + PLAIN))


@pytest.mark.parametrize(
    ("game", "change"),
    [
        ("andarraya", lambda part: re.sub(r"([0-9]+\.+) +", r"\1", part)),
        ("stratego", lambda part: re.sub(r"([0-9]+\.) +", r"\1", part)),
        ("cotadrez", lambda part: part.replace(" & ", "&")),
        ("rilatria", lambda part: re.sub(r"(?<!\S)([0-9]+)\.\.\.", r"\1. ...", part)),
        ("twocities", lambda part: re.sub(r"(?<!\S)([0-9]+)\.\.\.", r"\1…", part)),
    ],
)
def test_comments_keep_their_places_in_a_record_spelled_otherwise(
    game: str, change: Callable[[str], str]
) -> None:
    for seed in (1, 3):
        chapter = random_tree(game, seed, 120)
        written = study_record.write(chapter)
        other = outside(written, change).replace("} ", "}")
        assert other != written
        assert content(study_reader.read(other))[:3] == content(chapter)[:3]


@pytest.mark.parametrize("game", REGISTRY)
@pytest.mark.parametrize("seed", sampled(range(6), 2))
def test_each_event_has_the_place_where_its_word_ends(game: str, seed: int) -> None:
    match = random_match(game, seed, 60)
    text = record.write(match)
    found = match.game.read_record(text)
    assert len(found.places) == len(found.events) and found.places == sorted(found.places)
    assert len(set(found.places)) > 5 and found.places[-1] <= len(text)
    for place in found.places:
        assert not place or (re.search(r"\S\Z", text[:place]) and not text[place].strip())


def test_what_cannot_be_played_of_a_variation_is_kept_as_a_comment() -> None:
    text = "1. e4 e5 ( 1... c5 2. Nf6 {why} (2. d4 cxd4) Nc6 ) ( 1... zz ) 2. Nf3 (2. f4 exf4) *"
    chapter = study_reader.read(HEAD + text)
    e4, e5, knight = chapter.main_line()
    assert chapter.nodes[e4].note.comment == "(1... zz)"
    sicilian = chapter.variations(e5)[1]
    assert chapter.nodes[sicilian].note.comment == "(2. Nf6 {why} (2. d4 cxd4) Nc6)"
    assert chapter.nodes[sicilian].children == []
    assert len(chapter.nodes[chapter.variations(knight)[1]].children) == 1


def test_arrows_and_circles_of_other_programs() -> None:
    drawn = "1. e4 {[%csl Ge4,Rd5][%cal Ge2e4,Yd1h5,Bg1-f3]} e5 *"
    chapter = study_reader.read(HEAD + drawn)
    assert chapter.nodes[chapter.main_line()[0]].note.drawings == (
        Drawing("e4", "e4", 0), Drawing("d5", "d5", 1),
        Drawing("e2", "e4", 0), Drawing("d1", "h5", 0), Drawing("g1", "f3", 2),
    )  # fmt: skip


HOSTILE = [
    "(" * 100_000,
    "( " * 100_000 + ") " * 100_000,
    ")" * 100_000,
    "{" * 100_000,
    "}" * 100_000,
    "$1" * 50_000,
    "!?" * 50_000 + "x",
    "1." * 50_000,
    "( {a} " * 20_000,
]


@pytest.mark.parametrize(
    ("game", "added"),
    sampled([pytest.param(g, one, id=f"{g} {one[:6]}") for one in HOSTILE for g in REGISTRY], 5),
)
def test_hostile_bodies_are_refused_or_read_in_one_pass(game: str, added: str) -> None:
    """Neither deep nesting nor long rows of one sign need recursion or quadratic time."""
    text = record.write(random_match(game, 1, 12))
    body = body_of(text)
    try:
        chapter = study_reader.read(f"{text[:body]}{added} {text[body:]}", game)
    except BadRecord:
        return
    assert len(chapter.nodes) > 1


def test_many_comments_need_few_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    """A record with a comment after each of many turns is not written once per turn."""
    match = random_match("cotadrez", 4, 200)
    chapter = chapter_of(match)
    for node in chapter.main_line():
        chapter.annotate(node, Note("x"))
    written = Mock(wraps=record.write)
    monkeypatch.setattr(record, "write", written)
    again = study_reader.read(study_record.write(chapter))
    assert content(again)[:2] == content(chapter)[:2]
    assert written.call_count < 40 < len(set(map(_turn, range(200), [chapter] * 200)))


def _turn(depth: int, chapter: Chapter) -> int:
    line = [ROOT, *chapter.main_line()]
    return chapter.state(line[min(depth, len(line) - 1)]).turn_index()


@pytest.mark.parametrize("added", ["{x} ", ";x\n", "$1 ", "{[%cal Ge2e4]} ", "(1... e9) "])
def test_a_record_full_of_comments_is_read_in_short_steps(
    added: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each note is put together once, and no step reads more than a few comments."""
    noted: list[str] = []
    annotate = Chapter.annotate

    def counted(chapter: Chapter, node: int, note: Note) -> None:
        noted.append(note.comment)
        annotate(chapter, node, note)

    monkeypatch.setattr(Chapter, "annotate", counted)
    many = 2_000
    steps = study_reader.reading(f'[Game "Andarraya"]\n\n1. e4 e5 {added * many} *\n')
    assert sum(1 for _ in steps) > many / study_reader.AT_ONCE
    assert len(noted) <= 3
    assert sum(map(len, noted)) <= 3 * MAX_COMMENT
