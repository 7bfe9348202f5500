"""The study screen: the ordinary table at any node of a tree of variations.

The session holds the line to the node of the cursor, so every position can be played on from. What
is played there goes into the tree: as the next move, or as a variation.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from engine.core.contract import CHANCE, TABLE_VERBS, Event
from engine.core.errors import AsedioError
from engine.core.texts import Message
from engine.match import chance as sampling
from engine.match.match import MatchConfig
from engine.match.study import GLYPHS, ROOT, Chapter, Drawing, Note, Study, tells_nothing
from ui.input.sketch import SketchMark
from ui.learn.study import exports, panel
from ui.learn.study.cursor import StudyCursor
from ui.learn.study.session import StudySession
from ui.learn.study.stored import STUDY, KeptStudy, StudiesFull, StudyShelf
from ui.learn.study.tree import TreeView
from ui.render.telling import lines
from ui.session.revision import Cached
from ui.table import engine_view, layout, letters, log, news, sketches, speech, tools
from ui.table.screen import TableScreen
from ui.words.brand import titled
from ui.words.html import Html, el, join
from ui.words.targets import PLAYED, Target, cut

if TYPE_CHECKING:
    from ui.shell.app import App
    from ui.shell.controller import Controller

SAVE_MS = 700  # after the last change
COMMANDS = frozenset(
    {"home", "rules", "settings", "keys", "turn", "back", "legend", "sketch", "wipe", "full",
     "enter", "tab", "more", "told", "seen", "random", "clear", "ready"}
)  # fmt: skip
Walk = Callable[[StudyCursor], None]
FIRST, BACK, ON, LAST = StudyCursor.first, StudyCursor.back, StudyCursor.forward, StudyCursor.last
STEPS: Mapping[str, Walk] = {"log-first": FIRST, "log-prev": BACK, "log-next": ON, "log-last": LAST}
KEYS: Mapping[str, Walk] = {"ArrowLeft": BACK, "ArrowRight": ON, "Home": FIRST, "End": LAST}


class StudyScreen(TableScreen):
    """Screen of one study. `ident`: its id in this browser; "" while it is not stored."""

    task = True
    sheets = (("ui.learn.study", "study.css"),)

    def __init__(
        self, app: App, controller: Controller, cursor: StudyCursor, ident: str = ""
    ) -> None:
        self.study, self.cursor = cursor.study, cursor
        self.shelf = StudyShelf(app.store.storage)
        self.kept = KeptStudy(self.shelf, ident)
        self._attempt = 0  # incremented to draw fields with their stored values
        self._comment = ""  # of the node, when the cursor arrived
        self._changed = self._saved = 0  # number of changes, and of those that were stored
        self._asked = ""  # what has to be confirmed: `delete` or `chapter-delete`
        super().__init__(app, controller, StudySession(cursor.chapter, cursor.eyes))
        self._arrive()

    def _compose(self) -> None:
        super()._compose()
        self.table.tree = self.cursor
        self.cursor.game = self.kept.game
        shown = partial(letters.shown, self.table)
        self._head = Cached(self._draw_head)  # while its fields are typed into, it must not change
        self._tree = Cached(TreeView(self.cursor, self.table.voice.t, shown).draw)

    # -- what is shown -----------------------------------------------------------------------

    def title(self) -> str:
        return titled(self.study.title or self.table.voice.t("study.untitled"))

    @property
    def ident(self) -> str:
        return self.kept.ident

    def fragment(self) -> str:
        return f"#study={self.ident}"

    def attributes(self) -> dict[str, str]:
        return {**super().attributes(), "data-node": str(self.cursor.node)}

    def shape(self) -> object:
        return (super().shape(), id(self.session))

    def layout(self) -> Html:
        return layout.layout(self.table, ("rules", "settings"), "study")

    def _draw_rest(self) -> dict[str, Html]:
        drawn = super()._draw_rest()
        voice = self.table.voice
        note = panel.annotating(self.cursor, voice, self._comment, self._attempt)
        chance = panel.chance(self.table, self._may_roll())
        own = {
            "result": Html(""),
            "goal": Html(""),
            "tools": join(
                panel.tools(self.cursor, voice, self._asked), tools.board_tools(self.table)
            ),
            "library": self._head.get(self._attempt),
            "log-head": log.head(self.table),
            "log": self._tree.get((self._stamp(), self._changed)),
            "feed": self._told(),
            "notation": join(note, drawn["notation"]),
        }
        if chance is not None:
            own["choices"] = chance
        return {**drawn, **own}

    def _draw_head(self) -> Html:
        voice = self.table.voice
        names = [voice.name(player) for player in range(self.session.players)]
        return panel.head(self.cursor, voice, names, self._attempt)

    def _told(self) -> Html:
        """Return the sentences of the last turn."""
        table = self.table
        told = [one for item in table.opened() for one in news.shown_of(table, item)]
        if not told:
            return Html("")
        return el("ul", {"class": "study-told"}, lines(told, table.voice.message, table.game_id))

    def _may_roll(self) -> bool:
        """Return whether the outcome of chance may be chosen: to choose it shows what is left."""
        eyes = self.cursor.eyes
        if eyes is None or self.session.decider != CHANCE:
            return True
        state = self.cursor.chapter.state(self.cursor.node)
        return state.observation(eyes).key() == state.key()

    # -- the cursor --------------------------------------------------------------------------

    def _arrive(self, told: bool = False) -> None:
        """Show the node of the cursor."""
        table, session = self.table, self.session
        assert isinstance(session, StudySession)
        session.go(self.cursor.chapter.events(self.cursor.node))
        self._asked = ""
        self._comment = self.cursor.chapter.nodes[self.cursor.node].note.comment
        self._attempt += 1
        table.heard.skip()
        table.state.fresh()
        table.state.telling = tuple(one for item in table.opened() for one in item.telling)
        self._draw_sketch()
        self.app.afterwards(lambda: engine_view.consider(table))
        if told:
            self.app.afterwards(self._show_place)
            self.app.announce(self._spoken())

    def _show_place(self) -> None:
        """Scroll the tree so that the node of the cursor is in sight."""
        self.app.page.bring_into_view('.tree [aria-current="true"]')

    def _spoken(self) -> str:
        """Return the node in words: what happened, its glyphs and comment, who decides now."""
        table, node = self.table, self.cursor.chapter.nodes[self.cursor.node]
        words = [table.voice.message(one.words) for one in table.state.telling if not one.aside]
        glyphs = [table.voice.t(f"study.glyph.{panel.SPOKEN[one]}") for one in node.note.glyphs]
        return " ".join([*words, *glyphs, node.note.comment, speech.prompt(table)])

    def step(self, walk: Walk) -> None:
        """Take a step, or say that there is none."""
        before = self.cursor.node
        walk(self.cursor)
        if self.cursor.node != before:
            self._arrive(told=True)
        else:
            edge = "study.at_start" if walk in (FIRST, BACK) else "study.at_end"
            self._answer(Message(edge))

    def _answer(self, words: Message) -> None:
        self.table.state.fresh()
        speech.answer(self.table, words)

    def beside(self, step: int) -> None:
        """Go to the variation above or below."""
        if self.cursor.beside(step):
            self._arrive(told=True)
        else:
            self._answer(Message("study.no_variation"))

    def open_chapter(self, number: int) -> None:
        """Show another chapter at its start."""
        self.cursor.open(number)
        self._again()

    def _again(self) -> None:
        """Make the table anew: another chapter or other eyes."""
        self.save()
        self.app.go(StudyScreen(self.app, self.table.controller, self.cursor, self.ident))

    # -- playing on --------------------------------------------------------------------------

    def go_on(self) -> None:
        self._absorb()
        super().go_on()

    def _absorb(self) -> None:
        """Add to the tree what has been played at the table."""
        session, cursor = self.session, self.cursor
        assert isinstance(session, StudySession)
        depth = cursor.chapter.nodes[cursor.node].depth
        if session.reading or session.count <= depth:
            return
        node, made = cursor.node, list[int]()
        try:
            for event in session.since(depth):
                if cursor.chapter.child(node, event.action) is None:
                    self._require_known(node, event)
                    made.append(cursor.chapter.play(node, event.action))
                    node = made[-1]
                else:
                    node = cursor.chapter.play(node, event.action)
        except AsedioError as why:
            if made:
                cursor.chapter.delete(made[0])
            session.go(cursor.chapter.events(cursor.node))
            self.table.heard.skip()
            self._answer(why.message)
            return
        cursor.go(node)
        self._asked, self._comment = "", cursor.chapter.nodes[node].note.comment
        self._attempt += 1
        self._draw_sketch()
        if made:
            self._change()

    def _require_known(self, node: int, event: Event) -> None:
        """Raise AsedioError for an event that tells the player whose eyes are shown more than they
        knew."""
        chapter, eyes = self.cursor.chapter, self.cursor.eyes
        if eyes is not None and not tells_nothing(chapter.game, chapter.state(node), event, eyes):
            raise AsedioError(Message("study.eyes.hidden"))

    def _roll(self) -> None:
        """Let chance decide by weight."""
        if self._may_roll() and panel.outcomes(self.table):
            self._outcome(sampling.fresh()(self.session.observation()))

    def _choose(self, number: str) -> None:
        found = panel.outcomes(self.table)
        if self._may_roll() and number.isdecimal() and int(number) < len(found):
            self._outcome(found[int(number)])

    def _outcome(self, action: tuple[object, ...]) -> None:
        self.session.play([action])
        speech.after(self.table)

    # -- notes -------------------------------------------------------------------------------

    def _note(self) -> Note:
        return self.cursor.chapter.nodes[self.cursor.node].note

    def _annotate(self, note: Note) -> None:
        self.cursor.chapter.annotate(self.cursor.node, note)
        self._change()

    def _glyph(self, number: str) -> None:
        if number.isdecimal() and int(number) in GLYPHS and self.cursor.node != ROOT:
            self._annotate(self._note().toggled(int(number)))
            self._comment = self._note().comment  # the field is drawn again
            self._attempt += 1

    def _draw_sketch(self) -> None:
        """Draw the arrows and circles of the node."""
        sketch, place = self.table.state.sketch, sketches.position(self.table)
        sketch.strokes(place)
        sketch.wipe()
        for one in self._note().drawings:
            sketch.toggle(SketchMark(*one), place)

    def _keep_sketch(self) -> None:
        """Store the arrows and circles on the board with the node."""
        if self.table.mode == "curtain":
            return
        strokes = self.table.state.sketch.strokes(sketches.position(self.table))
        drawings = tuple(Drawing(*one) for one in strokes)
        if drawings != self._note().drawings:
            self._annotate(replace(self._note(), drawings=drawings))

    def sketch(self, start: Target, goal: Target, colour: int, done: bool) -> bool:
        used = super().sketch(start, goal, colour, done)
        if done:
            self._keep_sketch()
        return used

    # -- input -------------------------------------------------------------------------------

    def press(self, target: Target) -> None:
        word = target.word if target.kind == "act" else ""
        if word == "study":
            name, rest = cut(target.subject)
            self.table.state.fresh()
            if (act := self.acts().get(name)) is not None:
                act(rest)
            self.go_on()
        elif word == "engine":
            engine_view.press(self.table, target.subject)
            self.go_on()
        elif word in STEPS:
            self.step(STEPS[word])
        elif target.kind == "look" or (target.kind == "act" and word not in COMMANDS):
            return
        elif self._theirs(target):
            self._answer(Message("study.eyes.theirs"))
        else:
            super().press(target)
            self._keep_sketch()

    def _theirs(self, target: Target) -> bool:
        """Return whether a press would play for a player whose eyes are shut."""
        return (
            target.kind in PLAYED
            and not self.table.state.sketch.on
            and self.session.awaited is not None
        )

    def acts(self) -> Mapping[str, Callable[[str], None]]:
        """Return the actions of the study's buttons; each gets the rest of the target."""
        return {
            "go": self._go,
            "chance": self._choose,
            "roll": lambda _: self._roll(),
            "glyph": self._glyph,
            "eyes": self._eyes,
            "promote": lambda _: self._promote(False),
            "main": lambda _: self._promote(True),
            "fold": self._fold,
            "delete": lambda _: self._ask("delete"),
            "delete-yes": lambda _: self._delete(),
            "chapter-new": lambda _: self._new_chapter(False),
            "chapter-here": lambda _: self._new_chapter(True),
            "chapter-delete": lambda _: self._ask("chapter-delete"),
            "chapter-delete-yes": lambda _: self._delete_chapter(),
            "no": lambda _: self._ask(""),
            "share": lambda _: exports.share(self),
            "save": lambda _: exports.save(self),
            "record": lambda _: exports.record(self),
            "print": lambda _: exports.sheet(self),
            "list": lambda _: self.app.route("#study"),
            "game": lambda _: self.app.route(f"#play={self.kept.game}"),
        }

    def _go(self, node: str) -> None:
        if node.isdecimal() and self.cursor.go(int(node)):
            self._arrive(told=True)

    def _eyes(self, value: str) -> None:
        eyes = int(value) if value.isdecimal() and int(value) < self.session.players else None
        if eyes != self.cursor.eyes and self.cursor.chapter.viewer is None:
            self.cursor.look_as(eyes)
            self._again()

    def _promote(self, to_main: bool) -> None:
        if self.cursor.chapter.promote(self.cursor.node, to_main):
            self._change()
            speech.answer(self.table, Message("study.promoted"))
        else:
            speech.answer(self.table, Message("study.main_already"))

    def _fold(self, node: str) -> None:
        """Fold or unfold the variations beside the main move at a branch."""
        chapter = self.cursor.chapter
        first = int(node) if node.isdecimal() else chapter.variations(self.cursor.node)[0]
        if first in chapter.nodes and first != ROOT:
            first = chapter.variations(first)[0]
            one = chapter.nodes[first]
            one.folded = not one.folded
            self._change()

    def _ask(self, what: str) -> None:
        self._asked = what
        self.table.state.revision.bump()

    def _delete(self) -> None:
        if self._asked == "delete" and self.cursor.chapter.viewer is None:
            self.cursor.node = self.cursor.chapter.delete(self.cursor.node)
            self._change()
            self._arrive(told=True)

    def _new_chapter(self, here: bool) -> None:
        """Add a chapter: the game's start, or the position on the board."""
        chapter, config = self.cursor.chapter, self.cursor.chapter.config
        start = config.start if chapter.viewer is None else None
        if here and chapter.viewer is None:
            start = chapter.state(self.cursor.node).to_text()
        made = MatchConfig(config.game_id, dict(config.options), config.names, start)
        self.study.add(Chapter(made, self._name_here() if here else ""))
        self._change()
        self.open_chapter(len(self.study.chapters) - 1)

    def _name_here(self) -> str:
        """Return a title for a chapter that begins at the node shown: its last move."""
        chapter, node, t = self.cursor.chapter, self.cursor.node, self.table.voice.t
        event = chapter.nodes[node].event
        if event is None or self.cursor.eyes is not None or event.action[0] in TABLE_VERBS:
            return t("study.chapter.position")
        before = chapter.state(chapter.nodes[node].parent)
        return t("study.chapter.after", move=chapter.game.action_text(before, event.action))

    def _delete_chapter(self) -> None:
        if self._asked == "chapter-delete" and len(self.study.chapters) > 1:
            del self.study.chapters[self.cursor.number]
            self._change()
            self.open_chapter(min(self.cursor.number, len(self.study.chapters) - 1))

    def field(self, name: str, value: str) -> None:
        if name == "study-comment":
            self._annotate(replace(self._note(), comment=value))
        elif name == "study-title":
            self.study.title = Study(value).title
            self._change()
        elif name == "study-chapter-title":
            chapter = self.cursor.chapter
            chapter.title = Study(value).title
            self._change()
        elif name == "study-chapter" and value.isdecimal():
            self.open_chapter(int(value))
        else:
            super().field(name, value)

    def key(self, key: str, target: Target) -> bool:
        if target.kind == "sq" or self.table.mode == "curtain":
            return super().key(key, target)
        if key in KEYS:
            self.step(KEYS[key])
        elif key in ("ArrowUp", "ArrowDown"):
            self.beside(-1 if key == "ArrowUp" else 1)
        elif key == "Delete":
            self._ask("delete")
        else:
            return super().key(key, target)
        if key != "Delete":  # the next key must not move over the squares
            self.app.view.focus(f"act:study:go:{self.cursor.node}")
        return True

    # -- storing -----------------------------------------------------------------------------

    def _change(self) -> None:
        """Redraw, and store the study when nothing has changed for a moment."""
        self._changed += 1
        self.table.state.revision.bump()
        count = self._changed
        self.app.page.after(SAVE_MS, lambda: self._save_later(count))

    def _save_later(self, count: int) -> None:
        if count != self._changed:
            return
        before = self.ident
        self.app.later(self.save)
        if self.ident != before:
            self.app.layers.rename(self.fragment())

    def save(self) -> None:
        """Store what was changed here, or say why that is impossible."""
        if self._changed == self._saved:
            return
        try:
            said = self.kept.keep(self.study)
            self._saved = self._changed
        except StudiesFull as why:
            said = why.message
        if said is not None:
            speech.answer(self.table, said)

    def leave(self) -> None:
        self.save()
        super().leave()

    def unseen(self) -> None:
        self.save()
        super().unseen()

    def stored(self, key: str) -> None:
        """Show what another tab has stored, unless something was changed here."""
        if key not in ("", STUDY + self.ident) or self._changed != self._saved:
            return
        if self.kept.gone():
            speech.answer(self.table, Message("study.gone"))
        elif self.kept.moved():
            cursor = self.cursor.on(self.shelf.load(self.ident))
            self.app.go(StudyScreen(self.app, self.table.controller, cursor, self.ident))
