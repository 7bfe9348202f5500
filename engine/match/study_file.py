"""Study files and links.

A file is JSON with all chapters:

    {"format": "asedio-study", "version": 1, "title": "", "chapters": [
        {"game": id, "rules": version, "options": {not default}, "names": [], "start": null,
         "title": "", "viewer": null, "played": 3,
         "nodes": [[parent, actor, verb, number, …], …],
         "notes": {"2": {"comment": "", "glyphs": [1], "drawings": [["e2", "e4", 0]],
                         "folded": true}}}]}

Nodes stand in preorder, numbered from 1; parent 0 is the start. So each parent lies on the line of
the node before. `viewer` is a side key or "spectator" for a chapter with one player's knowledge,
which has no variations. `notes` are by node number.

A link holds the same in fewer characters: `nodes` are numbers in preorder, the index of each event
in the sorted options, with −n before it to go n nodes back first. The text is compressed (zlib) and
written as base64url. Chapters with one player's knowledge have no indexes, so they are files.

A foreign study is hostile until checked: lengths, depth and numbers are bounded, every event must
be legal, and nothing is recursive.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from engine.core.contract import Event, State
from engine.core.errors import AsedioError, BadLink, about
from engine.core.jsontext import BadJson, read_json
from engine.core.options import non_default
from engine.core.records import actor_of
from engine.core.steps import Step, Steps, finish
from engine.match.codec import MAX_CHARS as MAX_LINK
from engine.match.match import MatchConfig, sorted_options, table_options
from engine.match.savefile import ONLOOKER, read_event, side_key
from engine.match.study import (
    MARK_COLOURS,
    MAX_CHAPTERS,
    MAX_COMMENT,
    MAX_GLYPHS,
    MAX_MARKS,
    MAX_NODES,
    MAX_TITLE,
    ROOT,
    Chapter,
    Drawing,
    Note,
    Study,
)
from engine.match.validation import (
    MAX_NAME,
    MAX_TEXT,
    known_game,
    open_match,
    plain_options,
    refuse,
    short_names,
)
from engine.match.view import Receiver, View

FORMAT, VERSION = "asedio-study", 1
LINK_KEY = "s"  # of the address: `#s=` and the word
MAX_CHARS = 2_000_000
MAX_INFLATED = 60_000  # characters of a link, decompressed
MAX_SQUARE = 8
_WORD = re.compile(r"[A-Za-z0-9_-]+")
_IN_LINK = re.compile(rf"#{LINK_KEY}(?:=|%3d)([A-Za-z0-9_-]+)", re.IGNORECASE)

Document = dict[str, Any]
_Nodes = Callable[[Chapter, Any], Steps[list[int]]]


class NoLink(BadLink):
    """The study does not fit into a link; a file holds it."""


# -- writing -------------------------------------------------------------------------------------


def dump(study: Study) -> str:
    """Return the file of a study."""
    return _compact(_document(study, _events))


def encode(study: Study) -> str:
    """Return the word of a study's link. Raises NoLink if it is too long or known to one player."""
    if any(chapter.viewer is not None for chapter in study.chapters):
        raise NoLink(refuse("study", "no_link.view").message)
    data = zlib.compress(_compact(_document(study, _indexes)).encode(), 9)
    word = base64.urlsafe_b64encode(data).rstrip(b"=").decode("ascii")
    if len(word) > MAX_LINK:
        raise NoLink(refuse("study", "no_link.long", limit=MAX_LINK).message)
    return word


def _compact(document: Document) -> str:
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def _document(study: Study, nodes: Callable[[Chapter], list[Any]]) -> Document:
    chapters = [_chapter(one, nodes) for one in study.chapters]
    return {"format": FORMAT, "version": VERSION, "title": study.title, "chapters": chapters}


def _chapter(chapter: Chapter, nodes: Callable[[Chapter], list[Any]]) -> Document:
    config, info = chapter.config, chapter.game.info
    number = numbers(chapter)
    document: Document = {
        "game": info.id,
        "rules": info.rules_version,
        "options": non_default(info.options, config.options),
        "names": list(short_names(config.names)),
        "start": config.start,
        "title": chapter.title,
        "played": number[chapter.played],
        "nodes": nodes(chapter),
        "notes": {str(n): note for one, n in number.items() if (note := _note(chapter, one))},
    }
    if chapter.viewer is not None:
        document["viewer"] = side_key(chapter.game.sides, chapter.viewer)
    return document


def numbers(chapter: Chapter) -> dict[int, int]:
    """Return the number of each node in the file."""
    return {ROOT: 0, **{node.id: n for n, node in enumerate(chapter.preorder(), 1)}}


def _note(chapter: Chapter, node: int) -> Document:
    note, folded = chapter.nodes[node].note, chapter.nodes[node].folded
    found: Document = {"comment": note.comment, "glyphs": list(note.glyphs)}
    found["drawings"] = [list(one) for one in note.drawings]
    found["folded"] = folded
    return {name: value for name, value in found.items() if value}


def _events(chapter: Chapter) -> list[Any]:
    number = numbers(chapter)
    return [
        [number[node.parent], node.event.actor, *node.event.action]
        for node in chapter.preorder()
        if node.event is not None
    ]


def _indexes(chapter: Chapter) -> list[Any]:
    """Return the nodes as a link has them."""
    out: list[int] = []
    line: list[tuple[int, State]] = [(ROOT, chapter.start)]
    for node in chapter.preorder():
        back = 0
        while line[-1][0] != node.parent:
            line.pop()
            back += 1
        if back:
            out.append(-back)
        state = line[-1][1].clone()
        assert node.event is not None
        out.append(_options(state).index(node.event.action))
        state.apply(node.event.action)
        line.append((node.id, state))
    return out


def _options(state: State) -> list[Any]:
    """Return everything that may happen, table actions last."""
    return [*sorted_options(state), *table_options(state)] if state.outcome() is None else []


# -- reading -------------------------------------------------------------------------------------


def load(text: str) -> Study:
    """Return the study of a file. Raises BadLink with a message `study.…` or `save.…`."""
    return finish(reading(text))


def decode(word: str) -> Study:
    """Return the study of a link's word. Raises BadLink."""
    return finish(decoding(word))


def is_study(text: str) -> bool:
    """Return whether a text looks like a study file."""
    return f'"{FORMAT}"' in text[:200]


def word_in(text: str) -> str | None:
    """Return the word of the study link in a text; None if there is none."""
    found = _IN_LINK.search(text[: 2 * MAX_LINK]) if len(text) <= 4 * MAX_LINK else None
    return found[1] if found is not None else None


def reading(text: str) -> Steps[Study]:
    """Run `load` in steps of one event."""
    return (yield from _study(_parsed(text, MAX_CHARS), _read_events))


def decoding(word: str) -> Steps[Study]:
    """Run `decode` in steps of one event."""
    if len(word) > MAX_LINK:
        raise refuse("study", "too_long", limit=MAX_LINK)
    if not _WORD.fullmatch(word):
        raise refuse("study", "damaged")
    try:
        data = base64.b64decode(word + "=" * (-len(word) % 4), altchars=b"-_", validate=True)
        unpacker = zlib.decompressobj()
        text = unpacker.decompress(data, MAX_INFLATED).decode()
    except (binascii.Error, zlib.error, ValueError):
        raise refuse("study", "damaged") from None
    if not unpacker.eof:
        raise refuse("study", "damaged")
    return (yield from _study(_parsed(text, MAX_INFLATED), _read_indexes))


def _parsed(text: str, most: int) -> Document:
    """Return the checked document, without its chapters. Raises BadLink."""
    if len(text) > most:
        raise refuse("study", "too_long", limit=most)
    try:
        document = read_json(text.removeprefix("\ufeff"), most)
    except BadJson:
        raise refuse("study", "damaged") from None
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise refuse("study", "damaged")
    if document.get("version") != VERSION:
        raise refuse("study", "version", found=str(document.get("version"))[:20], current=VERSION)
    chapters = document.get("chapters")
    if not isinstance(chapters, list) or not 1 <= len(chapters) <= MAX_CHAPTERS:
        raise refuse("study", "damaged")
    if not _is_text(document.get("title", ""), 4 * MAX_TITLE):
        raise refuse("study", "damaged")
    return document


def _study(document: Document, nodes: _Nodes) -> Steps[Study]:
    study = Study(document.get("title", ""))
    total = 0
    for number, raw in enumerate(document["chapters"], 1):
        with _guarded(number):
            if not isinstance(raw, dict) or not isinstance(raw.get("nodes"), list):
                raise refuse("study", "damaged")
            total += len(raw["nodes"])
            if total > 2 * MAX_NODES:
                raise refuse("study", "too_long", limit=MAX_NODES)
            chapter = _open(raw)
            with about(chapter.game.info.id):
                known = yield from nodes(chapter, raw["nodes"])
                _read_notes(chapter, known, raw.get("notes", {}))
                chapter.played = known[_number(raw.get("played", 0), len(known) - 1)]
            study.add(chapter)
    return study


@contextmanager
def _guarded(chapter: int) -> Iterator[None]:
    """Turn every error in a chapter into a BadLink."""
    try:
        yield
    except AsedioError as why:
        if isinstance(why, BadLink):
            raise
        refusal = refuse("study", "chapter_bad", n=chapter, why=why.message)
        refusal.game_id = why.game_id
        raise refusal from why
    except Exception as why:  # rules may fail in any way on forged data
        raise refuse("study", "damaged") from why


def _open(raw: Mapping[str, Any]) -> Chapter:
    """Return the chapter of a document without its nodes. Raises BadLink or ValueError."""
    game_id, rules, start = raw.get("game"), raw.get("rules"), raw.get("start")
    if not _is_text(game_id, MAX_NAME) or type(rules) is not int:
        raise refuse("study", "damaged")
    info = known_game("save", str(game_id), rules)
    options, names = plain_options(raw.get("options", {})), raw.get("names", [])
    if options is None or len(json.dumps(options)) > MAX_TEXT:
        raise refuse("study", "damaged")
    if not isinstance(names, list) or len(names) > len(info.sides):
        raise refuse("study", "damaged")
    if not all(_is_text(name, MAX_NAME) for name in names):
        raise refuse("study", "damaged")
    if start is not None and not _is_text(start, MAX_TEXT):
        raise refuse("study", "damaged")
    title = raw.get("title", "")
    if not _is_text(title, 4 * MAX_TITLE):
        raise refuse("study", "damaged")
    viewer = _viewer(info.sides, raw.get("viewer"))
    config = MatchConfig(info.id, info.spelled(rules, options), tuple(names), start or None)
    with about(info.id):
        open_match("save", config, viewer)  # names the fault
        return Chapter(config, title, viewer)


def _viewer(sides: tuple[str, ...], key: object) -> int | None:
    if key is None:
        return None
    if key == ONLOOKER:
        return -1
    if key not in sides:
        raise refuse("study", "damaged")
    return sides.index(str(key))


def _read_events(chapter: Chapter, raw: list[Any]) -> Steps[list[int]]:
    """Add the nodes of a file; return their ids by number. Raises any error."""
    if chapter.viewer is not None:
        return (yield from _receive(chapter, raw))
    known, line = [ROOT], [(0, chapter.start)]
    for number, entry in enumerate(raw, 1):
        if not isinstance(entry, list) or type(entry[0]) is not int:
            raise refuse("study", "damaged")
        while line and line[-1][0] != entry[0]:
            line.pop()
        if not line:
            raise refuse("study", "damaged")
        event = read_event(entry[1:])
        known.append(_grow(chapter, known[entry[0]], line[-1][1], event, number, line))
        yield Step(number, len(raw))
    return known


def _read_indexes(chapter: Chapter, raw: list[Any]) -> Steps[list[int]]:
    """Add the nodes of a link; return their ids by number. Raises any error."""
    if chapter.viewer is not None:
        raise refuse("study", "damaged")
    known, line = [ROOT], [(0, chapter.start)]
    for value in raw:
        if type(value) is not int:
            raise refuse("study", "damaged")
        if value < 0:
            if -value >= len(line):
                raise refuse("study", "damaged")
            del line[value:]
            continue
        parent, state = line[-1]
        action = _options(state)[value]
        event = Event(actor_of(state, action), action)
        known.append(_grow(chapter, known[parent], state, event, len(known), line))
        yield Step(len(known), len(raw))
    return known


def _grow(
    chapter: Chapter, parent: int, state: State, event: Event, number: int,
    line: list[tuple[int, State]],
) -> int:  # fmt: skip
    """Add a node if its event is legal and new, and put its state on the line."""
    if event.action not in _options(state) or event.actor != actor_of(state, event.action):
        raise refuse("save", "event", event=number)
    if chapter.child(parent, event.action) is not None:
        raise refuse("study", "damaged")
    node = chapter.append(parent, event)
    after = state.clone()
    after.apply(event.action)
    line.append((number, after))
    return node


def _receive(chapter: Chapter, raw: list[Any]) -> Steps[list[int]]:
    """Add the nodes of a chapter with one player's knowledge: one line, checked like a view."""
    assert chapter.viewer is not None
    view = View(chapter.config, chapter.viewer, game=chapter.game)
    receiver, known = Receiver(view), [ROOT]
    for number, entry in enumerate(raw, 1):
        if not isinstance(entry, list) or entry[0] != number - 1:
            raise refuse("study", "damaged")
        event = read_event(entry[1:])
        receiver.receive(event)
        known.append(chapter.append(known[-1], event))
        yield Step(number, len(raw))
    receiver.finish()
    return known


def _read_notes(chapter: Chapter, known: list[int], raw: object) -> None:
    if not isinstance(raw, dict) or len(raw) > len(known):
        raise refuse("study", "damaged")
    for key, value in raw.items():
        if not isinstance(value, dict) or not key.isascii() or not key.isdigit() or len(key) > 6:
            raise refuse("study", "damaged")
        node = known[_number(int(key), len(known) - 1)]
        chapter.annotate(node, _read_note(value))
        chapter.nodes[node].folded = value.get("folded") is True


def _read_note(raw: Mapping[str, Any]) -> Note:
    comment, glyphs, drawings = (
        raw.get("comment", ""),
        raw.get("glyphs", []),
        raw.get("drawings", []),
    )
    if not _is_text(comment, MAX_COMMENT):
        raise refuse("study", "damaged")
    if not isinstance(glyphs, list) or len(glyphs) > MAX_GLYPHS:
        raise refuse("study", "damaged")
    if not all(type(one) is int for one in glyphs):
        raise refuse("study", "damaged")
    if not isinstance(drawings, list) or len(drawings) > MAX_MARKS:
        raise refuse("study", "damaged")
    return Note(comment, tuple(dict.fromkeys(glyphs)), tuple(map(_drawing, drawings)))


def _drawing(raw: object) -> Drawing:
    if not isinstance(raw, list) or len(raw) != 3:
        raise refuse("study", "damaged")
    start, goal, colour = raw
    if not _is_square(start) or not _is_square(goal) or type(colour) is not int:
        raise refuse("study", "damaged")
    return Drawing(start, goal, min(max(colour, 0), MARK_COLOURS - 1))


def _is_square(value: object) -> bool:
    return _is_text(value, MAX_SQUARE) and str(value).isascii() and str(value).isalnum()


def _is_text(value: object, most: int) -> bool:
    return isinstance(value, str) and len(value) <= most


def _number(value: object, most: int) -> int:
    if type(value) is not int or not 0 <= value <= most:
        raise refuse("study", "damaged")
    return value


__all__ = [
    "NoLink",
    "decode",
    "decoding",
    "dump",
    "encode",
    "is_study",
    "load",
    "numbers",
    "reading",
]
