"""A chapter as a sheet to print: its moves with comments, and diagrams of the marked positions."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from engine.core.contract import SPECTATOR, State
from engine.games import game_look
from engine.match.opened import opened
from engine.match.study import ROOT
from ui.input.sketch import SketchMark
from ui.learn.study.cursor import StudyCursor
from ui.learn.study.tree import PaperTree, TreeReader, piece_words
from ui.render.geometry import geometry
from ui.render.look import paper_colours
from ui.render.picture import scene_picture
from ui.shell.screen import Screen
from ui.table import letters
from ui.table.sketches import stroke_on
from ui.table.voice import Voice
from ui.words.brand import titled
from ui.words.frame import button, page_header
from ui.words.html import Html, el, join
from ui.words.targets import Target

if TYPE_CHECKING:
    from ui.shell.app import App
    from ui.shell.controller import Controller

MOST = 40  # diagrams
PAGE = Html("@page{margin:12mm}")


class SheetScreen(Screen):
    """The printable sheet of the cursor's chapter, as its eyes see it."""

    name = "sheet"
    sheets = (("ui.learn.study", "study.css"),)

    def __init__(self, app: App, controller: Controller, cursor: StudyCursor, ident: str) -> None:
        self.app, self.controller, self.cursor, self.ident = app, controller, cursor, ident
        self.game_id = cursor.chapter.game.info.id
        app.view.sprite(self.game_id)

    @property
    def voice(self) -> Voice:
        return Voice(self.app.settings.lang, self.game_id, self.cursor.chapter.config.names)

    def title(self) -> str:
        return titled(self.cursor.study.title)

    def fragment(self) -> str:
        return f"#study={self.ident}&sheet"

    def layout(self) -> Html:
        voice, cursor = self.voice, self.cursor
        chapter = cursor.chapter
        players = ", ".join(voice.name(one) for one in range(len(chapter.game.sides)))
        title = cursor.study.title or voice.t("study.untitled")
        part = chapter.title or players
        return join(
            el("style", None, PAGE),
            page_header(self.app.words(self.game_id), chapter.game.info.title),
            el(
                "article",
                {
                    "class": "sheet printed",
                    "data-game": self.game_id,
                    "style": paper_colours(game_look(self.game_id)),
                },
                el(
                    "div",
                    {"class": "buttons no-print"},
                    button("act:print", voice.t("study.print.now"), "primary"),
                    button("act:back", voice.t("study.back"), "quiet"),
                ),
                el("h1", None, title),
                el("p", {"class": "soft"}, part) if part != title else None,
                el("div", {"class": "sheet-moves"}, PaperTree(cursor, voice.t, self._shown).draw()),
                el("div", {"class": "sheet-diagrams"}, self._diagrams(voice)),
            ),
        )

    def _shown(self, text: str) -> str:
        return letters.shown(self, text)

    def _diagrams(self, voice: Voice) -> list[Html]:
        """Return the start, every position with a comment or a drawing, and the end."""
        chapter = self.cursor.chapter
        captions = dict.fromkeys([ROOT], voice.t("study.start"))
        for block in TreeReader(self.cursor).blocks():
            for piece, point in block.pieces:
                node = chapter.nodes[piece.nodes[-1]]
                last = node.id == chapter.end()
                if node.note.comment or node.note.drawings or last:
                    number = f"{point.row}. " if point.row else ""
                    words = self._shown(piece.text) or piece_words(voice.t, piece, node)
                    captions[node.id] = number + words
        return [self._diagram(node, caption) for node, caption in [*captions.items()][:MOST]]

    def _diagram(self, node: int, caption: str) -> Html:
        chapter, eyes = self.cursor.chapter, self.cursor.eyes
        viewer = SPECTATOR if eyes is None else eyes
        scene = chapter.game.scene(self._seen(chapter.state(node)), viewer)
        note = chapter.nodes[node].note
        drawn = scene_picture(scene, self.game_id, caption)
        strokes = map(partial(stroke_on, geometry(scene.board, False)), self._strokes(node))
        over = el("g", {"class": "layer-sketch"}, strokes)
        picture = Html(drawn.removesuffix("</svg>") + over + "</svg>")
        return el(
            "figure",
            None,
            picture,
            el("figcaption", None, el("strong", None, caption), " ", note.comment),
        )

    def _strokes(self, node: int) -> list[SketchMark]:
        return [SketchMark(*one) for one in self.cursor.chapter.nodes[node].note.drawings]

    def _seen(self, state: State) -> State:
        chapter, eyes = self.cursor.chapter, self.cursor.eyes
        if chapter.viewer is not None:
            return state
        return opened(state) if eyes is None else state.observation(eyes)

    def press(self, target: Target) -> None:
        if target == Target("act", "print"):
            self.app.when_painted(self.app.page.print_page)
        elif target == Target("act", "back"):
            self.app.route(f"#study={self.ident}")
        elif target == Target("act", "home"):
            self.controller.go_home()
