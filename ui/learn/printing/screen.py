"""Screen that prints a game: rules, boards, pieces, cards, set-ups, a position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from engine.core.scene import Scene
from engine.games import game_info, game_look, load_game
from ui.learn.printing import sheets
from ui.learn.printing.kit import kit
from ui.learn.printing.paper import BORDER, PAPERS
from ui.learn.rulebook import Rulebook
from ui.render.look import paper_colours
from ui.shell import routes
from ui.shell.screen import Screen
from ui.table.voice import Voice
from ui.words.frame import button, page_header, radios
from ui.words.html import Html, el, join
from ui.words.targets import Target

if TYPE_CHECKING:
    from ui.shell.app import App

WHAT, PAPER, INK = (Target("print", name) for name in ("what", "paper", "ink"))
INKS = ("black", "colour")


class PrintScreen(Screen):
    """Choice of what to print and on which paper, above a preview of the sheets.

    `shown`: a position that is offered, too, with its players. `before`: the screen to go back to.
    """

    name = "print"

    def __init__(
        self,
        app: App,
        game_id: str,
        shown: tuple[Scene, Sequence[str]] | None,
        before: Screen | None,
    ) -> None:
        self.app, self.game_id, self._shown, self._before = app, game_id, shown, before
        self.game = load_game(game_id)()
        self.kit = kit(self.game)
        self.what = self.offered()[0]
        self.paper, self.ink = "a4", "black"

    def title(self) -> str:
        return self.words.t("print.title", game=game_info(self.game_id).title)

    def fragment(self) -> str:
        return f"#print={self.game_id}"

    def attributes(self) -> Mapping[str, str]:
        return {"data-ink": self.ink}

    def offered(self) -> list[str]:
        """Return what can be printed of this game."""
        scene = sheets.empty(self.game)
        found = {
            "position": self._shown is not None,
            "summary": True,
            "book": True,
            "board": True,
            "large": scene.board.shape == "square",
            "start": sheets.start(self.game) is not None,
            "setups": any(True for _ in sheets.setups(self.game, self.words)),
            "pieces": bool(self.kit.pieces),
            "cards": bool(self.kit.cards),
        }
        return [name for name, there in found.items() if there]

    def layout(self) -> Html:
        t = self.words.t
        entries = [("print:back", t("rules.back")), ("act:settings", t("frame.settings"))]
        what = [(one, t(f"print.what.{one}")) for one in self.offered()]
        papers = [(paper, t(f"print.paper.{paper}")) for paper in PAPERS]
        inks = [(ink, t(f"print.ink.{ink}")) for ink in INKS]
        return join(
            page_header(self.words, game_info(self.game_id).title, entries),
            el(
                "div",
                {"class": "print-choices no-print"},
                el("h1", None, self.title().partition(" · ")[0]),
                radios(str(WHAT), t("print.what"), what, self.what, f"{WHAT}="),
                radios(str(PAPER), t("print.paper"), papers, self.paper, f"{PAPER}="),
                radios(str(INK), t("print.ink"), inks, self.ink, f"{INK}="),
                el("p", {"class": "soft"}, t("print.scale")),
                el("div", {"class": "buttons"}, button("print:now", t("print.now"), "primary")),
            ),
            el("div", {"class": "print-sheets", "data-game": self.game_id, "data-slot": "sheets"}),
        )

    def slots(self) -> dict[str, Html]:
        paper = PAPERS[self.paper]
        rule = f"@page{{size:{paper.name} portrait;margin:{BORDER}mm}}"
        width = f"--sheet:{paper.inside[0]:g}mm;--high:{paper.inside[1]:g}mm"
        colours = paper_colours(game_look(self.game_id)) if self.ink == "colour" else ""
        look = {"class": "printed", "data-ink": self.ink, "style": f"{width};{colours}"}
        return {"sheets": join(el("style", None, Html(rule)), el("div", look, self._sheets()))}

    def _sheets(self) -> Html:
        game, words = self.game, self.words
        if self.what == "position" and self._shown is not None:
            scene, names = self._shown
            voice = Voice(words.lang, self.game_id, names)
            players = [voice.name(number) for number in range(len(game.sides))]
            return sheets.position(scene, self.game_id, voice, " – ".join(players))
        if self.what in ("summary", "book"):
            return self._rules()
        if self.what == "board":
            return sheets.board(sheets.empty(game), self.game_id, words)
        if self.what == "start":
            return sheets.board(sheets.start(game) or sheets.empty(game), self.game_id, words)
        if self.what == "large":
            return join(sheets.large_board(game, words))
        if self.what == "setups":
            return join(sheets.setups(game, words))
        if self.what == "cards":
            return join(sheets.cards(self.game_id, self.kit, words))
        return join(
            [
                *sheets.pieces(game, self.kit, words),
                sheets.tracks(sheets.at_start(game), self.game_id, words),
            ]
        )

    def _rules(self) -> Html:
        """Return the first page of the rulebook, or all of it."""
        book = Rulebook(self.words, self.game_id)
        first, _, rest = book.parts(book.page())
        if self.what == "summary":
            return sheets.summary(self.game_id, first, self.words)
        box = {"class": "print-page rulebook whole", "lang": self.words.lang}
        return el("article", box, first, rest)

    # -- input -------------------------------------------------------------------------------

    def field(self, name: str, value: str) -> None:
        target = Target.parse(name)
        if target == WHAT and value in self.offered():
            self.what = value
        elif target == PAPER and value in PAPERS:
            self.paper = value
        elif target == INK and value in INKS:
            self.ink = value

    def press(self, target: Target) -> None:
        if target == Target("print", "now"):
            self.app.when_painted(self.app.page.print_page)
        elif target == Target("print", "back"):
            self._back()
        elif target == Target("act", "home"):
            self.app.route("")
        elif target == Target("act", "settings"):
            self.app.open(routes.settings(self.app))

    def _back(self) -> None:
        if self._before is None:
            self.app.route("")
        else:
            self.app.go(self._before)

    def key(self, key: str, target: Target) -> bool:
        if key == "Escape":
            self._back()
            return True
        return False
