"""List of a game's scenarios in a dialog: those won, the next one, and those to come."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ui.learn.campaign.book import due, says, scenarios_of
from ui.saves.scenarios import STARRED, passed
from ui.shell.dialogs import Dialog
from ui.words.frame import button, hidden
from ui.words.html import Html, el, join
from ui.words.targets import Target

if TYPE_CHECKING:
    from ui.shell.app import App


class CampaignList(Dialog):
    """Dialog with the scenarios of a game. `begin`: called with the number of the chosen one."""

    name = "campaign"
    heading = "campaign.title"

    def __init__(self, app: App, game_id: str, begin: Callable[[int], None]) -> None:
        super().__init__(app)
        self.game_id, self._game, self._begin = game_id, game_id, begin
        self._count = len(scenarios_of(game_id))
        self._won = passed(app.store.storage, game_id)
        self._due = due(app.store.storage, game_id)

    def layout(self) -> Html:
        t, stars = self.words.t, sum(won == STARRED for won in self._won.values())
        return self.frame(
            el(
                "p", {"class": "soft"}, t("campaign.sum", n=len(self._won), of=self._count, s=stars)
            ),
            el("ol", {"class": "campaign"}, map(self._row, range(1, self._count + 1))),
        )

    def _row(self, number: int) -> Html:
        """Draw one scenario: a button if it may be played, else its title alone."""
        t, title = self.words.t, self._says(number, "title")
        won = self._won.get(number, 0)
        if not won and number != self._due:
            return el("li", {"class": "soft"}, title, hidden(f" {t('campaign.locked')}"))
        state = t(("campaign.due", "campaign.won", "campaign.starred")[won])
        mark = el("span", {"class": "campaign-mark", "aria-hidden": "true"}, ("", "✓", "★")[won])
        css = "primary" if number == self._due else ""
        goal = el("small", None, self._says(number, "goal"))
        inside = join(el("b", None, title), mark, goal, hidden(f" {state}"))
        return el("li", None, button(f"act:scenario:{number}", inside, css))

    def _says(self, number: int, what: str) -> str:
        return says(self._game, number, what, self.words.lang)

    def press(self, target: Target) -> None:
        if target.kind == "act" and target.word == "scenario" and target.subject.isdecimal():
            self.app.close()
            self._begin(int(target.subject))
