"""Texts and buttons of a study: chapters, eyes, comment, glyphs, and what can be done with it."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.contract import CHANCE, SPECTATOR, Action, Event
from engine.match.match import sorted_options
from engine.match.study import GLYPHS, MAX_COMMENT, MAX_TITLE, ROOT
from ui.learn.study.cursor import StudyCursor
from ui.render.areas import die_face
from ui.table import letters
from ui.table.table import Table
from ui.table.voice import Voice
from ui.words.frame import button, hidden
from ui.words.html import Html, el, join

WHOLE = ("share", "save", "record", "print", "list")  # what is done with the whole study
DICE = ("dice", "die")
WORDED = 24  # outcomes that are put in words
SPOKEN = {1: "good", 2: "mistake", 3: "brilliant", 4: "blunder", 5: "interesting", 6: "dubious",
          7: "only", 10: "equal", 13: "unclear", 14: "white.slight", 15: "black.slight",
          16: "white.clear", 17: "black.clear", 18: "white.won", 19: "black.won"}  # fmt: skip


def head(cursor: StudyCursor, voice: Voice, names: Sequence[str], attempt: int) -> Html:
    """Return title, chapters and eyes."""
    t, study = voice.t, cursor.study
    title = _field("study-title", t("study.title.label"), study.title, MAX_TITLE, attempt)
    chapters = el(
        "select",
        {"data-field": "study-chapter", "aria-label": t("study.chapter"), "data-attempt": attempt},
        [
            el(
                "option",
                {"value": number, "selected": number == cursor.number},
                f"{number + 1}. {chapter.title or chapter.game.info.title}",
            )
            for number, chapter in enumerate(study.chapters)
        ],
    )
    rename = _field(
        "study-chapter-title", t("study.chapter.title"), cursor.chapter.title, MAX_TITLE, attempt
    )
    more = [_act("chapter-new", t("study.chapter.new"))]
    if cursor.chapter.viewer is None:
        more.append(_act("chapter-here", t("study.chapter.here")))
    if len(study.chapters) > 1:
        more.append(_act("chapter-delete", t("study.chapter.delete")))
    here = cursor.chapter.title or cursor.chapter.game.info.title
    return join(
        el(
            "details",
            {"class": "study-head"},
            el(
                "summary",
                None,
                " · ".join(dict.fromkeys((study.title or t("study.untitled"), here))),
                el("span", {"class": "soft"}, t("study.more")),
            ),
            title,
            el("div", {"class": "study-row"}, chapters, rename),
            el("div", {"class": "buttons"}, more),
            el("div", {"class": "buttons"}, [_act(n, t(f"study.{n}"), "quiet") for n in WHOLE]),
        ),
        _eyes(cursor, voice, names),
    )


def _eyes(cursor: StudyCursor, voice: Voice, names: Sequence[str]) -> Html | None:
    """Return the choice of whose knowledge is shown; None where nothing is hidden."""
    chapter, t = cursor.chapter, voice.t
    if chapter.viewer is not None or not chapter.game.info.has_secrets:
        return None
    choices = [("open", t("study.eyes.open"))]
    choices += [(str(n), t("study.eyes.player", who=name)) for n, name in enumerate(names)]
    now = "open" if cursor.eyes is None else str(cursor.eyes)
    return el(
        "div",
        {"class": "study-eyes", "role": "group", "aria-label": t("study.eyes")},
        [
            _act(f"eyes:{value}", label, "quiet", aria_pressed="true" if value == now else "false")
            for value, label in choices
        ],
    )


def annotating(cursor: StudyCursor, voice: Voice, comment: str, attempt: int) -> Html:
    """Return the field for the comment, the glyphs and the buttons of a node.

    `comment`: as it was when the cursor arrived; the field holds what is typed since.
    """
    t, node = voice.t, cursor.chapter.nodes[cursor.node]
    area = {
        "data-field": "study-comment",
        "aria-label": t("study.comment"),
        "placeholder": t("study.comment"),
        "maxlength": MAX_COMMENT,
        "rows": 1,
        "data-attempt": attempt,
    }
    glyphs = [
        _act(
            f"glyph:{number}",
            sign,
            "glyph-button quiet",
            aria_label=t(f"study.glyph.{SPOKEN[number]}"),
            title=t(f"study.glyph.{SPOKEN[number]}"),
            aria_pressed="true" if number in node.note.glyphs else "false",
        )
        for number, sign in GLYPHS.items()
    ]
    return el(
        "div",
        {"class": "study-note"},
        el("textarea", area, comment),
        el(
            "div",
            {"class": "study-glyphs", "role": "group", "aria-label": t("study.glyphs")},
            glyphs,
        )
        if cursor.node != ROOT
        else None,
    )


def tools(cursor: StudyCursor, voice: Voice, asked: str) -> Html:
    """Return the buttons of the study and of the node, or the question before a deletion."""
    t = voice.t
    if asked:
        return el(
            "div",
            {"class": "question", "role": "group", "aria-labelledby": "study-question"},
            el("p", {"id": "study-question"}, t(f"study.{asked}.sure")),
            _act(f"{asked}-yes", t("study.delete.yes"), "danger"),
            _act("no", t("table.no"), "quiet", data_autofocus=True),
        )
    names: list[str] = []
    if cursor.node != ROOT and cursor.chapter.viewer is None:
        names = ["promote", "main", "delete"]
        if len(cursor.chapter.variations(cursor.node)) > 1:
            names.insert(2, "fold")
    return join(_act(name, t(f"study.{name}"), "quiet") for name in names)


def outcomes(table: Table) -> list[Action]:
    """Return what chance may bring in the position shown; empty where it does not decide."""
    session = table.session
    if session.decider != CHANCE or session.reading:
        return []
    return sorted_options(session.observation())


def chance(table: Table, known: bool) -> Html | None:
    """Return the question which outcome chance brings; None where chance does not decide.

    `known`: nothing is hidden, so that the outcomes may be listed.
    """
    found = outcomes(table)
    if not found:
        return None
    if not known:
        return el("p", None, table.voice.t("study.eyes.hidden"))
    t, few = table.voice.t, len(found) <= WORDED
    shown = [
        _act(f"chance:{number}", _outcome(table, action, few))
        for number, action in enumerate(found)
    ]
    return el(
        "div",
        {"class": "study-chance", "role": "group", "aria-label": t("study.chance")},
        el("p", None, t("study.chance")),
        el("div", {"class": "buttons"}, _act("roll", t("study.roll"), "primary"), shown),
    )


def _outcome(table: Table, action: Action, few: bool) -> Html:
    """Return dice as dice with their numbers as label, else what happens in words; in notation if
    there are many outcomes."""
    state = table.session.observation()
    numbers = [one for one in action[1:] if type(one) is int]
    if action[0] in DICE and numbers and all(1 <= one <= 6 for one in numbers):
        faces = [el("span", {"class": "die", "aria-hidden": "true"}, die_face(n)) for n in numbers]
        return join(faces, hidden(" ".join(map(str, numbers))))
    if few:
        after = state.clone()
        after.apply(action)
        told = table.game.tell(state, Event(CHANCE, action), after, SPECTATOR)
        if told:  # a single card of several is told as an aside in the feed
            return join(table.voice.message(told[0].words))
    return join(letters.shown(table, table.game.action_text(state, action)))


def _field(name: str, label: str, value: str, most: int, attempt: int) -> Html:
    given = {
        "type": "text",
        "data-field": name,
        "aria-label": label,
        "placeholder": label,
        "value": value,
        "maxlength": most,
        "autocomplete": "off",
        "data-attempt": attempt,
    }
    return el("input", given)


def _act(name: str, label: object, css: str = "", **more: object) -> Html:
    return button(f"act:study:{name}", label, css, "", **more)
