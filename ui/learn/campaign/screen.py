"""Table of a scenario: an ordinary stored game against the computer that is judged by its goal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from engine.core.campaign import LOST, OPEN, WON, Played, starred, verdict
from engine.core.texts import Message
from ui.learn.campaign.book import says, scenario_of, scenarios_of
from ui.saves.scenarios import note
from ui.session.revision import Cached
from ui.session.session import Session
from ui.table import speech, tools
from ui.table.screen import TableScreen
from ui.words.frame import button
from ui.words.html import Html, el, join
from ui.words.targets import PLAYED, Target

if TYPE_CHECKING:
    from ui.shell.app import App
    from ui.shell.controller import Controller


class ScenarioScreen(TableScreen):
    """Screen of a scenario, by its number. Once the goal is met or missed, nothing is played on."""

    def __init__(self, app: App, controller: Controller, session: Session, number: int) -> None:
        """Open a try at its present position. Raises NoCampaign for a number of no scenario."""
        self.number, self.scenario = number, scenario_of(session.config.game_id, number)
        self._judged = Cached(self._judge)
        self._told = False
        self._game = session.config.game_id
        super().__init__(app, controller, session)
        if not session.count:
            story = says(self._game, number, "story", app.settings.lang)
            self.table.state.greeting = Message("campaign.story", text=story)

    # -- the verdict -------------------------------------------------------------------------

    @property
    def verdict(self) -> str:
        return self._judged.get(self.session.count)[1]

    def _judge(self) -> tuple[Played, str]:
        played = self._played()
        return played, verdict(self.scenario, played)

    def _starred(self) -> bool:
        return starred(self.scenario, self._judged.get(self.session.count)[0])

    def _played(self) -> Played:
        session = self.session
        game, viewer, begin = session.game, session.viewer, session.config.start
        start = game.state_from_text(begin) if begin else game.initial_state()
        turns = [turn for turn in session.log() if turn.actor == viewer and not turn.setup]
        unfinished = bool(turns) and not session.over and session.decider == viewer
        unfinished = unfinished and session.log()[-1].actor == viewer
        seen = session.observation()
        return Played(game, viewer, start.observation(viewer), seen, len(turns) - unfinished)

    def go_on(self) -> None:
        if not self.session.live or self.verdict == OPEN:
            self._told = False  # or no longer, after an undo
            super().go_on()
        elif not self._told:
            self._told = True
            if self.verdict == WON:
                note(self.app.store.storage, self._game, self.number, self._starred())
            self.table.state.revision.bump()
            self.app.afterwards(lambda: self.app.announce(" ".join(self._verdict())))

    # -- what is shown -----------------------------------------------------------------------

    def attributes(self) -> dict[str, str]:
        return {**super().attributes(), "data-scenario": self.verdict}

    def _draw_rest(self) -> dict[str, Html]:
        drawn = super()._draw_rest()
        drawn |= {"say": join(drawn["say"], self._tasks()), "goal": Html("")}
        if self.session.live and self.verdict != OPEN:
            drawn |= {"result": self._card(), "choices": Html(""), "say": self._tasks()}
            if not self.session.over:  # no hint, no offer, nothing to resign
                drawn["tools"] = tools.board_tools(self.table)
        return drawn

    def _tasks(self) -> Html:
        """Draw the goal and what the star asks for, with the turn it is if turns count."""
        voice, session = self.table.voice, self.session
        played, how = self._judged.get(session.count)
        turn = played.turns + (how == OPEN and session.decider == played.viewer)
        asked = says(self._game, self.number, "goal", voice.lang)
        if self.scenario.goal.aim == {"won": True} and how == OPEN:  # then the game says how
            ways = session.game.goal(played.now, played.viewer)
            asked = asked if ways is None else voice.message(ways)
        told = {"goal": asked, "star": says(self._game, self.number, "star", voice.lang)}
        counts = {"goal": self.scenario.goal, "star": self.scenario.star}
        now = f" {voice.t('campaign.turn', n=max(turn, 1))}"
        return join(
            el(
                "p",
                {"class": "goal"},
                voice.t(f"campaign.{what}", text=text),
                now if counts[what].within or counts[what].hold else "",
            )
            for what, text in told.items()
        )

    def _verdict(self) -> list[str]:
        t = self.table.voice.t
        if self.verdict == LOST:
            return [t("campaign.lost")]
        star = "campaign.star.won" if self._starred() else "campaign.star.missed"
        return [t("campaign.passed"), t(star)]

    def _card(self) -> Html:
        voice, (heading, *more) = self.table.voice, self._verdict()
        won = self.verdict == WON
        onward = won and self.number < len(scenarios_of(self._game))
        first = "next" if onward else "again"
        return el(
            "div",
            {"class": "result-card", "role": "group", "aria-label": voice.t("table.result")},
            el("h2", None, heading),
            [el("p", None, words) for words in more],
            el(
                "div",
                {"class": "buttons"},
                button(f"act:scenario:{first}", voice.t(f"campaign.{first}"), "primary"),
                button("act:scenario:again", voice.t("campaign.again")) if onward else None,
                button("act:scenario:list", voice.t("campaign.list")),
                button("act:home", voice.t("table.home"), "quiet"),
            ),
        )

    # -- input -------------------------------------------------------------------------------

    def press(self, target: Target) -> None:
        if target.kind == "act" and target.word == "scenario":
            if (act := self._acts().get(target.subject)) is not None:
                act()
        elif target.kind in PLAYED and self.verdict != OPEN:
            speech.answer(self.table, Message("campaign.over"))
        else:
            super().press(target)

    def grab(self, target: Target) -> bool:
        return self.verdict == OPEN and super().grab(target)

    def _acts(self) -> Mapping[str, Callable[[], None]]:
        begin = partial(self.table.controller.play_scenario, self._game)
        return {
            "next": lambda: begin(min(self.number + 1, len(scenarios_of(self._game)))),
            "again": lambda: begin(self.number),
            "list": lambda: self.table.controller.open_campaign(self._game),
        }
