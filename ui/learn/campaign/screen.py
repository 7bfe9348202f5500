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
from ui.table import speech
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
        return self._judged.get(self.session.count)

    def _judge(self) -> str:
        return verdict(self.scenario, self._played())

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
            super().go_on()
        elif not self._told:
            self._told = True
            if self.verdict == WON:
                star = starred(self.scenario, self._played())
                note(self.app.store.storage, self._game, self.number, star)
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
        return drawn

    def _tasks(self) -> Html:
        """Draw the goal and what the star asks for."""
        voice = self.table.voice
        told = {what: says(self._game, self.number, what, voice.lang) for what in ("goal", "star")}
        return join(
            el("p", {"class": "goal"}, voice.t(f"campaign.{what}", text=text))
            for what, text in told.items()
        )

    def _verdict(self) -> list[str]:
        t = self.table.voice.t
        if self.verdict == LOST:
            return [t("campaign.lost")]
        star = starred(self.scenario, self._played())
        return [t("campaign.passed"), t("campaign.star.won" if star else "campaign.star.missed")]

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
