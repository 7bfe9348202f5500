"""Studies: the tree, files, links, records, and what one player knew, for every game."""

from __future__ import annotations

import json
import zlib
from base64 import urlsafe_b64encode
from random import Random
from typing import Any

import pytest

from engine.core.contract import CHANCE, Event
from engine.core.errors import AsedioError, BadLink, BadRecord, IllegalAction
from engine.dev.common import open_game, random_options
from engine.games import REGISTRY, load_game
from engine.match import record, study_file, study_reader, study_record
from engine.match.match import Match, MatchConfig, sorted_options
from engine.match.opened import open_game as with_all_open
from engine.match.study import (
    MAX_CHAPTERS,
    MAX_COMMENT,
    ROOT,
    Chapter,
    Note,
    Study,
    StudyFull,
    as_seen,
    chapter_of,
    tells_nothing,
)
from tests.fixtures import model
from tests.fixtures.matches import random_match
from tests.fixtures.sampled import sampled
from tests.fixtures.studies import content, random_tree

NODES = 200
CASES = sampled([pytest.param(game, seed) for seed in range(6) for game in REGISTRY], 5)
SECRET = [game for game in REGISTRY if load_game(game).info.has_secrets]
FORGED = [500, pytest.param(5000, marks=pytest.mark.soak)]


def options_of(game: str, seed: int) -> dict[str, Any]:
    """Return random options for every third seed, else none."""
    rng = Random(seed)
    return dict(open_game(game, random_options(game, rng)).options) if seed % 3 == 2 else {}


@pytest.mark.parametrize(("game", "seed"), CASES)
def test_random_tree_is_saved_linked_and_recorded(game: str, seed: int) -> None:
    chapter = random_tree(game, seed, NODES, options_of(game, seed))
    study = Study("My study", [chapter])
    text = study_file.dump(study)
    again = study_file.load(text)
    assert again.title == "My study"
    assert content(again.chapters[0]) == content(chapter)
    assert study_file.dump(again) == text
    word = study_file.encode(study)
    assert len(word) <= 1800
    assert study_file.dump(study_file.decode(word)) == text
    written = study_record.write(chapter)
    assert content(study_reader.read(written))[:3] == content(chapter)[:3]
    plain = record.read(written)  # the reader that knows nothing of studies
    assert plain.events == chapter.events(chapter.end())


@pytest.mark.parametrize("game", [model.MODEL, model.PLAIN])
@pytest.mark.parametrize("seed", sampled(range(8), 2))
def test_record_of_a_game_without_a_form_of_its_own_keeps_variations(
    game: str, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    model.register(monkeypatch, game)
    chapter = random_tree(game, seed, NODES, options_of(game, seed))
    written = study_record.write(chapter)
    assert "( " in written and "$" in written
    assert content(study_reader.read(written))[:3] == content(chapter)[:3]
    assert record.read(written).events == chapter.events(chapter.end())


@pytest.mark.parametrize(("game", "seed"), CASES)
def test_every_node_equals_the_replay(game: str, seed: int) -> None:
    chapter = random_tree(game, seed, NODES, options_of(game, seed))
    for node in Random(seed).sample([one.id for one in chapter.preorder()], 60):
        match = Match(chapter.config)
        for event in chapter.events(node):
            match.play(event.action)
        assert chapter.state(node).key() == match.state.key()
        assert match.events == chapter.events(node)


def test_playing_on_makes_a_variation_once() -> None:
    chapter = chapter_of(random_match("andarraya", 1, 6))
    main = chapter.main_line()
    others = [
        one for one in sorted_options(chapter.state(main[2])) if one != _action(chapter, main[3])
    ]
    node = chapter.play(main[2], others[0])
    assert chapter.play(main[2], others[0]) == node
    assert chapter.play(main[2], _action(chapter, main[3])) == main[3]
    assert chapter.variations(node) == [main[3], node]
    with pytest.raises(IllegalAction):
        chapter.play(main[2], ("move", 0, 0, 0))
    assert len(chapter.nodes) == 8


def _action(chapter: Chapter, node: int) -> tuple[Any, ...]:
    event = chapter.nodes[node].event
    assert event is not None
    return event.action


def test_promote_one_step_and_to_the_main_line() -> None:
    chapter = Chapter(MatchConfig("andarraya"))
    first, second, third = (chapter.play(ROOT, one) for one in sorted_options(chapter.start)[:3])
    assert chapter.promote(third)
    assert chapter.variations(first) == [first, third, second]
    deep = chapter.play(second, sorted_options(chapter.state(second))[0])
    assert chapter.promote(deep, to_main=True)
    assert chapter.main_line() == [second, deep]
    assert not chapter.promote(deep, to_main=True)


def test_delete_removes_what_follows() -> None:
    chapter = chapter_of(random_match("andarraya", 1, 8))
    line = chapter.main_line()
    assert chapter.delete(line[4]) == line[3]
    assert set(chapter.nodes) == {ROOT, *line[:4]}
    assert chapter.played == line[3]
    assert chapter.delete(ROOT) == ROOT
    assert len(chapter.nodes) == 5


def test_glyphs_of_move_and_position_replace_each_other() -> None:
    note = Note().toggled(1).toggled(16).toggled(4)
    assert note.glyphs == (4, 16)
    assert note.toggled(4).glyphs == (16,)


def test_bounds_of_titles_comments_and_chapters() -> None:
    chapter = Chapter(MatchConfig("andarraya"), "a\n\x00b" + "c" * 500)
    assert chapter.title.startswith("a bc")
    assert len(chapter.title) == 100
    chapter.annotate(ROOT, Note("x\x07" * MAX_COMMENT, (99, 1)))
    assert chapter.nodes[ROOT].note.comment == "x" * (MAX_COMMENT // 2)
    assert chapter.nodes[ROOT].note.glyphs == (1,)
    with pytest.raises(StudyFull):
        Study("", [chapter] * (MAX_CHAPTERS + 1))


def test_study_has_a_limit_of_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.match.study.MAX_NODES", 10)
    chapter = chapter_of(random_match("andarraya", 1, 10))
    with pytest.raises(StudyFull):
        chapter.play(ROOT, sorted_options(chapter.start)[-1])
    with pytest.raises(StudyFull):
        Study("", [chapter, chapter])


def test_long_study_has_no_link() -> None:
    chapter = Chapter(MatchConfig("andarraya"))
    chapter.annotate(ROOT, Note("".join(Random(1).choices("abcdefghijklmnop0123456789", k=3500))))
    with pytest.raises(study_file.NoLink) as why:
        study_file.encode(Study("", [chapter]))
    assert why.value.message.key == "study.no_link.long"


def test_chapters_of_several_games_in_one_file() -> None:
    study = Study("", [random_tree(game, 1, 12) for game in REGISTRY])
    again = study_file.load(study_file.dump(study))
    assert [content(one) for one in again.chapters] == [content(one) for one in study.chapters]
    assert study_file.dump(study_file.decode(study_file.encode(study))) == study_file.dump(study)


# -- records -------------------------------------------------------------------------------------


def test_record_of_other_programs_with_comments_and_variations() -> None:
    text = (
        '[Game "Andarraya"]\n[Result "*"]\n\n'
        "{Before} 1. e4 $1 {The usual} (1. d4 d5 (1... Nf6 2. c4 {Indian}) 2. c4) 1... e5 *\n"
    )
    chapter = study_reader.read(text)
    e4, e5 = chapter.main_line()
    assert chapter.nodes[ROOT].note.comment == "Before"
    assert chapter.nodes[e4].note == Note("The usual", (1,))
    d4 = chapter.variations(e4)[1]
    d5, knight = chapter.nodes[d4].children
    assert [len(chapter.nodes[one].children) for one in (d5, knight)] == [1, 1]
    indian = chapter.nodes[knight].children[0]
    assert chapter.nodes[indian].note.comment == "Indian"
    assert chapter.nodes[e5].children == []


def test_record_has_readable_variations() -> None:
    match = Match(MatchConfig("andarraya"))
    for move in ("e2e4", "e7e5"):
        match.play(match.game.parse_action(match.state, move))
    chapter = chapter_of(match)
    node = chapter.play(chapter.main_line()[0], match.game.parse_action(match.state_at(1), "g8f6"))
    chapter.annotate(node, Note("Better", (1,)))
    assert "1. e4 e5 ( Nf6 $1 {Better} ) *" in study_record.write(chapter)


@pytest.mark.parametrize("added", ["( e5", "( {[%at 99]} e5 )", "( {[%end resign]} )"])
def test_bad_variation_is_refused(added: str) -> None:
    text = f'[Game "Andarraya"]\n[Result "*"]\n\n1. e4 {added} *\n'
    if added.endswith(")"):
        with pytest.raises(BadRecord):
            study_reader.read(text)
    with pytest.raises(BadRecord):
        study_reader.read(text.replace(added, f"{added} " * 70))


def test_record_of_one_players_knowledge_is_refused() -> None:
    with pytest.raises(BadRecord):
        study_record.write(as_seen(chapter_of(random_match("stratego", 1, 30)), 0))


# -- secrets -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "viewer"), sampled([pytest.param(game, v) for game in SECRET for v in (0, 1, -1)], 3)
)
def test_as_seen_is_equal_for_all_hidden_worlds(game: str, viewer: int) -> None:
    rng = Random(f"{game} {viewer}")
    chapter = chapter_of(random_match(game, 4, 260))
    chapter.annotate(chapter.line(chapter.played)[5], Note("Mine"))
    seen = as_seen(chapter, viewer)
    assert "Mine" in study_file.dump(Study("", [seen]))
    again = study_file.load(study_file.dump(Study("", [seen]))).chapters[0]
    assert content(again) == content(seen)
    events = dict(chapter.match(chapter.played).observed_events(viewer))
    ends = [*events, len(chapter.line(chapter.played))][1:]  # true events before each next one
    nodes = seen.line(seen.played)
    for at in rng.sample(range(len(nodes)), min(12, len(nodes))):
        truth = chapter.state(chapter.line(chapter.played)[ends[at] - 1])
        _same_for_all(chapter, truth, seen.state(nodes[at]), viewer, rng)


def _same_for_all(chapter: Chapter, truth: Any, known: Any, viewer: int, rng: Random) -> None:
    for _ in range(3):
        other = truth.determinize(viewer, rng).observation(viewer)
        assert other.key() == known.key()
        scene = chapter.game.scene(known, viewer)
        assert chapter.game.scene(other, viewer) == scene
        if viewer >= 0 and truth.current_player() == viewer:
            assert sorted(other.legal_actions()) == sorted(known.legal_actions())


@pytest.mark.parametrize(
    ("game", "viewer"),
    sampled([pytest.param(game, v) for game in SECRET for v in (0, 1)], 3, shift=1),
)
def test_study_from_a_position_is_equal_for_two_hidden_worlds(game: str, viewer: int) -> None:
    """The same visible events in two worlds that the player cannot tell apart: one file."""
    rng = Random(f"worlds {game} {viewer}")
    truth = random_match(game, 7, 150).state
    worlds = [truth, truth.determinize(viewer, rng)]
    assert worlds[0].key() != worlds[1].key() or game != "stratego"
    chapters = [Chapter(MatchConfig(game, {}, (), one.to_text())) for one in worlds]
    ends = [ROOT, ROOT]
    for _ in range(12):
        states = [one.state(end) for one, end in zip(chapters, ends, strict=True)]
        common = _common(chapters[0], states, viewer)
        if not common:
            break
        action = rng.choice(common)
        ends = [one.play(end, action) for one, end in zip(chapters, ends, strict=True)]
    for one, end in zip(chapters, ends, strict=True):
        one.played = end
    files = [study_file.dump(Study("", [as_seen(one, viewer)])) for one in chapters]
    assert files[0] == files[1]


def _common(chapter: Chapter, states: list[Any], viewer: int) -> list[Any]:
    """Return the actions that are legal in both worlds and look the same to the viewer."""
    if any(state.outcome() is not None for state in states):
        return []
    actor = states[0].current_player()
    if any(state.current_player() != actor for state in states):
        return []
    legal = [set(sorted_options(state)) for state in states]
    events = [Event(actor, action) for action in sorted(legal[0] & legal[1])]
    told = [[chapter.game.redact(state, one, viewer) for state in states] for one in events]
    return [one.action for one, (a, b) in zip(events, told, strict=True) if a == b]


def test_variation_that_reveals_something_is_not_shown_to_one_player() -> None:
    """An attack on a piece the player does not know stays out of what he knew."""
    chapter = chapter_of(random_match("stratego", 4, 260))
    shown, hidden = 0, 0
    for node in chapter.main_line()[100:]:
        state = chapter.state(node)
        player = state.current_player()
        if player < 0:
            continue
        for action in sorted_options(state):
            event = Event(player, action)
            made = chapter.play(node, action)
            visible = made in chapter.visible(player)
            other = made in chapter.visible(1 - player)
            known = made in chapter.line(chapter.played)
            assert visible == (known or tells_nothing(chapter.game, state, event, player))
            assert known or not other
            shown, hidden = shown + visible, hidden + (not visible)
            if not known:
                chapter.delete(made)
        if shown > 40 and hidden:
            break
    assert shown
    assert set(chapter.nodes) == chapter.visible(0)


@pytest.mark.parametrize("game", REGISTRY)
def test_opened_game_hides_nothing_and_has_the_same_rules(game: str) -> None:
    match = random_match(game, 2, 120)
    opened = Match(
        MatchConfig(game, dict(match.config.options)),
        game=with_all_open(game, match.config.options),
    )
    for event in match.events:
        assert opened.options_now() == sorted_options(match.state_at(len(opened.events)))
        opened.play(event.action)
    assert opened.state.key() == match.state.key()
    for viewer in (-1, 0, 1):
        assert opened.state.clone().observation(viewer).key() == match.state.key()
        assert [event for _, event in opened.observed_events(viewer)] == match.events
        opened.game.scene(opened.state, viewer, match.events[-1:])
    text = match.state.to_text()
    if match.state.current_player() != CHANCE and not match.over:
        assert opened.game.state_from_text(text).observation(0).to_text() == text


# -- hostile files -------------------------------------------------------------------------------

ODD: list[object] = [None, -1, 0, 1, 7, 10**9, 1.5, True, "", "x", "a" * 5000, [], {}, [[]]]
ODD += [["step", 1], "\x00"]


def _forge(value: Any, rng: Random) -> Any:
    """Return a document with one part replaced, removed or repeated."""
    path: list[tuple[Any, Any]] = []
    at = value
    while isinstance(at, (dict, list)) and at and (not path or rng.random() < 0.85):
        key = rng.choice(list(at) if isinstance(at, dict) else range(len(at)))
        path.append((at, key))
        at = at[key]
    holder, key = path[-1]
    kind = rng.randrange(3)
    if kind == 0:
        holder[key] = rng.choice(ODD)
    elif kind == 1:
        del holder[key]
    elif isinstance(holder, list):
        holder.insert(rng.randrange(len(holder) + 1), rng.choice([*ODD, holder[key]]))
    else:
        holder[rng.choice(["3", "viewer", "start", "played", "x"])] = rng.choice(
            [*ODD, holder[key]]
        )
    return value


@pytest.mark.parametrize("forged", FORGED)
def test_hostile_files_are_refused_or_sound(forged: int) -> None:
    """A forged file gives a BadLink, or a study that is written and read like any other."""
    rng = Random("hostile")
    kinds = [random_tree(game, 1, 14) for game in REGISTRY]
    kinds.append(as_seen(chapter_of(random_match("cotadrez", 1, 24)), 0))
    texts = [study_file.dump(Study("t", [one])) for one in kinds]
    refused = 0
    for number in range(forged):
        text = texts[number % len(texts)]
        if rng.random() < 0.1:
            at = rng.randrange(len(text))
            text = text[:at] + rng.choice(["", "[" * 500, "\ud800", '"', "}"]) + text[at + 1 :]
        else:
            text = json.dumps(_forge(json.loads(text), rng))
        try:
            study = study_file.load(text)
        except BadLink:
            refused += 1
            continue
        written = study_file.dump(study)
        assert study_file.dump(study_file.load(written)) == written
    assert refused > forged // 2


def test_hostile_links_are_refused_or_sound() -> None:
    rng = Random("links")
    word = study_file.encode(Study("t", [random_tree("andarraya", 1, 30)]))
    document = json.loads(_inflated(word))
    for number in range(100):
        if number % 2:
            at = rng.randrange(len(word))
            sent = word[:at] + rng.choice("AZaz09-_.é") + word[at + rng.randrange(2) :]
        else:
            sent = _deflated(json.dumps(_forge(json.loads(json.dumps(document)), rng)))
        try:
            study = study_file.decode(sent)
        except BadLink:
            continue
        assert study_file.load(study_file.dump(study)).count == study.count


def _inflated(word: str) -> bytes:
    from base64 import urlsafe_b64decode

    return zlib.decompress(urlsafe_b64decode(word + "=" * (-len(word) % 4)))


def _deflated(text: str) -> str:
    return urlsafe_b64encode(zlib.compress(text.encode(), 9)).rstrip(b"=").decode()


def test_link_does_not_inflate_without_limit() -> None:
    bomb = _deflated('{"format":"asedio-study","version":1,"chapters":[' + " " * 1_200_000 + "]}")
    assert len(bomb) <= 1800
    with pytest.raises(BadLink) as why:
        study_file.decode(bomb)
    assert why.value.message.key == "study.damaged"


def test_long_lines_need_no_recursion() -> None:
    """A line of thousands of events, and variations of variations, are read without recursion."""
    chapter = Chapter(MatchConfig("andarraya"))
    node, king = ROOT, [("g1f3", "g8f6"), ("f3g1", "f6g8")]
    for number in range(1200):
        state = chapter.state(node)
        if state.outcome() is not None:
            break
        text = king[number // 2 % 2][number % 2]
        node = chapter.play(node, chapter.game.parse_action(state, text))
    text = study_file.dump(Study("", [chapter]))
    assert study_file.load(text).count == len(chapter.nodes) - 1
    deep = "( e5 " * 3000 + ")" * 3000
    with pytest.raises(AsedioError):
        study_reader.read(f'[Game "Andarraya"]\n[Result "*"]\n\n1. e4 c5 {deep} *\n')
