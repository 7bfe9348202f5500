"""The dialog of kept set-ups: results by side, and the computer's opinion on request."""

from __future__ import annotations

from engine.core.contract import Draft
from engine.core.texts import Message
from ui.learn.setups.opinions import SetupOpinion, Weighing
from ui.learn.setups.results import ResultsBySetup, SetupReader
from ui.render.thumbnail import thumbnail
from ui.saves.results import Results
from ui.session.long_tasks import ReadingTask
from ui.shell.dialogs import Dialog
from ui.table import speech
from ui.table.setup import letters_of
from ui.table.table import Table
from ui.words.frame import button
from ui.words.html import Html, el, join
from ui.words.targets import Target

ON_BOARD = "board"


def may_weigh(table: Table) -> bool:
    """Return whether the computer may give its opinion: everybody else at the table is a
    computer."""
    session = table.session
    others = [one for one in range(session.players) if one != session.viewer]
    return table.far is None and all(session.levels[one] > 0 for one in others)


def open_setups(table: Table) -> None:
    """Open the dialog of the seated player's set-ups, during the set-up."""
    if table.plan is None or table.mode != "setup":
        speech.answer(table, Message("table.setup.over"))
    else:
        table.app.open(SetupsDialog(table))


class SetupsDialog(Dialog):
    """The set-up on the board and the kept ones that the seated player may see."""

    name = "setups"
    heading = "setups.title"
    sheets = (("ui.learn.setups", "setups.css"),)

    def __init__(self, table: Table) -> None:
        super().__init__(table.app)
        self.table, self.game_id = table, table.game_id
        self._texts = self._shown_setups()
        self._results: ResultsBySetup | None = None
        reader = SetupReader(table.app.store, table.game_id)
        self._reading = ReadingTask(reader.results)
        config, seat = table.session.config, table.session.viewer
        self._weighing = Weighing(table.controller.engine(), config, seat, self._news)

    def _shown_setups(self) -> dict[str, str]:
        """Return the texts of the set-ups by name; the one on the board if it is complete."""
        table, found = self.table, {}
        plan = table.plan
        if plan is not None and not plan.problems:
            draft = table.arrange.draft
            found[ON_BOARD] = table.game.setup_text(table.arrange.position, draft)
        return found | {str(number): text for number, text in enumerate(table.mine())}

    def layout(self) -> Html:
        t = self.words.t
        return self.frame(
            el("p", {"class": "soft"}, t("setups.about")),
            el("div", {"data-slot": "setups"}),
            el("p", {"class": "soft"}, t(f"setups.{'opinion' if self._may else 'no_opinion'}")),
        )

    @property
    def _may(self) -> bool:
        return may_weigh(self.table)

    def slots(self) -> dict[str, Html]:
        rows = [self._row(name, text) for name, text in self._texts.items()]
        if not rows:
            return {"setups": el("p", None, self.words.t("setups.none"))}
        return {"setups": el("ul", {"class": "setup-list", "role": "list"}, rows)}

    def _row(self, name: str, text: str) -> Html:
        t, table = self.words.t, self.table
        title = t("setups.board") if name == ON_BOARD else t("table.setup.mine", n=int(name) + 1)
        draft = table.game.read_setup(table.arrange.position, text)
        asked = self._weighing.about == text
        acts = []
        if draft is not None and name != ON_BOARD:
            acts.append(self._act(f"load:{name}", "setups.load", title))
        if draft is not None and self._may:
            key = "setups.halt" if asked else "setups.weigh"
            acts.append(self._act("halt" if asked else f"weigh:{name}", key, title))
        return el(
            "li",
            {"class": "setup-row"},
            el("h3", None, title),
            self._picture(draft),
            el("div", {"class": "setup-words"}, self._fared(text), self._opinion(text, draft)),
            el("div", {"class": "buttons"}, acts),
        )

    def _act(self, name: str, key: str, title: str) -> Html:
        label = self.words.t(key)
        return button(f"act:{name}", label, "quiet", "", aria_label=f"{label}: {title}")

    def _picture(self, draft: Draft | None) -> Html:
        table, plan = self.table, self.table.plan
        if draft is None or plan is None:
            return Html("")
        letters = letters_of(table, plan)
        side = max(plan.side, 0)
        return thumbnail(plan.scene.board, table.turned, side, draft, letters)

    # -- what is known -----------------------------------------------------------------------

    def _fared(self, text: str) -> Html:
        """Return how often a set-up was used and with which results, by side."""
        t = self.words.t
        if self._results is None:
            step = self._reading.step
            return el("p", {"class": "soft"}, t("setups.reading", n=step.done, of=step.total))
        sides = self._results.get(text, {})
        if not sides:
            return el("p", None, t("setups.unused"))
        total = sum(one.played for one in sides.values())
        return join(
            el("p", None, t("setups.used", n=total)),
            el("ul", None, [self._side(player, sides[player]) for player in sorted(sides)]),
        )

    def _side(self, player: int, one: Results) -> Html:
        who = self.words.seat(player)
        said = self.words.t("setups.fared", won=one.won, drawn=one.drawn, lost=one.lost)
        return el("li", None, f"{who}: {said}")

    def _opinion(self, text: str, draft: Draft | None) -> Html:
        """Return what the computer expects, and from what."""
        t, found = self.words.t, self._weighing.opinions.get(text)
        if draft is None:
            return el("p", {"class": "soft"}, t("setups.other_rules"))
        if found is not None:
            return self._chances(found)
        if self._weighing.about == text:
            return el("p", {"class": "soft"}, t("setups.weighing"))
        return Html("")

    def _chances(self, one: SetupOpinion) -> Html:
        t, low, high = self.words.t, min(one.chances), max(one.chances)
        chances = t("setups.chances", n=one.average, low=low, high=high)
        about = t("setups.chances.of", n=len(one.chances), depth=one.depth)
        return join(el("p", None, el("strong", None, chances)), el("p", {"class": "soft"}, about))

    # -- input and work ----------------------------------------------------------------------

    def press(self, target: Target) -> None:
        word, rest = target.word, target.subject
        if target.kind != "act":
            return
        if word == "load" and rest in self._texts:
            self.app.close()
            mine = Target("act", f"mine:{rest}")
            (self.app.screen or self).press(mine)
        elif word == "weigh" and rest in self._texts and self._may:
            self._weighing.ask(self._texts[rest])
            self.app.announce(self.words.t("setups.weighing"))
        elif word == "halt":
            self._weighing.stop()

    def shown(self) -> None:
        self.app.afterwards(self._read_on)

    def _read_on(self) -> None:
        """Read stored games for one slice, then let the page draw."""
        if self.app.dialog is not self:
            return
        if self._reading.go_on():
            self._results = self._reading.result()
        self.app.page.soon(lambda: self.app.later(self._next))

    def _next(self) -> None:
        if self._results is None:
            self._read_on()

    def _news(self) -> None:
        if self._weighing.failed:
            self.app.announce(self.words.t("setups.failed"))
        self.app.redraw()

    def leave(self) -> None:
        self._weighing.stop()
