"""The saved games that home lists: what each row says, and deleting one after a question."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from engine.games import list_games
from ui.home.again_button import again_button, series_words
from ui.home.html import nothing_saved, pair_of_names, when
from ui.home.resume_card import progress
from ui.home.study_button import study_button
from ui.saves.entries import key_of
from ui.words.frame import button
from ui.words.html import Html, el, join
from ui.words.i18n import I18n
from ui.words.names import Articles, called, read_seats, typed

if TYPE_CHECKING:
    from ui.saves.store import Store, Summary
    from ui.shell.app import App

SHOWN = 12


def seats_of(store: Store, summary: Summary) -> tuple[int, ...]:
    """Return the seats of a stored game (0 a person, else a level); empty if unknown."""
    return read_seats(store.load_table(summary.id).get("seats"))


class SavedGames:
    """List of saved games. `doomed`: id of the game that is to be deleted, if the player agrees."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.games = {info.id: info for info in list_games()}
        self.doomed = ""
        self._every = False  # whether all of them are listed, not only the first
        self._drawn: tuple[object, Html] = None, Html("")  # the list and what it was drawn from

    @property
    def words(self) -> I18n:
        return self.app.words()

    def _seats(self, summary: Summary) -> tuple[int, ...]:
        """Return the seats; a settled game's row has them, so that its head need not be parsed."""
        return summary.seats if summary.settled else seats_of(self.app.store, summary)

    # -- input -------------------------------------------------------------------------------

    def ask(self, key: str) -> None:
        """Ask whether to delete a game; "" keeps it."""
        self.doomed = key

    def delete(self, key: str) -> None:
        self.doomed = ""
        self.app.store.delete(key)
        self.app.announce(self.words.t("home.saved.deleted"))

    def show_all(self) -> None:
        self._every = True

    # -- what is shown -----------------------------------------------------------------------

    def draw(self, summaries: list[Summary]) -> Html:
        """Return the list of the games that home shows. Home is drawn after every input, so the
        last list is kept as long as nothing in it has changed."""
        if not summaries:
            return nothing_saved(self.words)
        shown = summaries if self._every else summaries[:SHOWN]
        more = len(summaries) - len(shown)
        told = [self._told(one) for one in shown]
        mark = self.words.lang, date.today(), self.doomed, more, told
        if self._drawn[0] != mark:
            self._drawn = mark, self._list(shown, more)
        return self._drawn[1]

    def _told(self, summary: Summary) -> tuple[object, ...]:
        """Return all that a row tells of a game."""
        get = self.app.store.storage.get
        beside = get(key_of("table", summary.id)), get(key_of("sight", summary.id))
        series = series_words(self.words, self.app.store, summary)
        turns = self.app.turns
        turn = turns.of(summary.id) if self._far(summary) else turns.invites(summary.id)
        return summary, *beside, turn, series

    def _far(self, summary: Summary) -> bool:
        return not summary.over and self.app.store.is_far(summary.id)

    def _list(self, shown: list[Summary], more: int) -> Html:
        """Return the rows and the buttons to the other games."""
        return join(
            el("ul", {"class": "saves"}, [self._save(one) for one in shown]),
            more > 0 and button("act:all-saves", self.words.t("home.saved.more", n=more), "link"),
            el("p", None, button("act:all-games", self.words.t("home.saved.all"), "link")),
        )

    def _save(self, summary: Summary) -> Html:
        if summary.id == self.doomed:
            return el("li", {"class": "save doomed"}, self._doubt(summary))
        if summary.newer:
            return el("li", {"class": "save"}, self._newer(summary))
        name = pair_of_names(self.words, summary, self._seats(summary))
        return el(
            "li",
            {"class": "save"},
            el(
                "button",
                {
                    "type": "button",
                    "class": "save-open",
                    "data-target": f"act:continue:{summary.id}",
                },
                el("strong", None, name),
                el("span", {"class": "soft"}, self._about(summary)),
            ),
            again_button(self.words, summary),
            study_button(self.words, summary, name),
            button(
                f"act:delete:{summary.id}",
                self.words.t("home.saved.delete"),
                "link",
                aria_label=self.words.t("home.saved.delete_which", name=name),
            ),
        )

    def _newer(self, summary: Summary) -> Html:
        """Draw a game that only a newer version can open, with a button to download its entries."""
        title = (
            self.games[summary.game_id].title if summary.game_id in self.games else summary.game_id
        )
        return join(
            el(
                "p",
                {"class": "save-open"},
                el("strong", None, pair_of_names(self.words, summary, self._seats(summary))),
                el("span", {"class": "soft"}, self.words.t("home.saved.newer", game=title)),
            ),
            button(f"act:raw:{summary.id}", self.words.t("home.saved.raw"), "link"),
        )

    def _doubt(self, summary: Summary) -> Html:
        name = pair_of_names(self.words, summary, self._seats(summary))
        return join(
            el("p", None, self.words.t("home.saved.sure", name=name)),
            button(f"act:delete-yes:{summary.id}", self.words.t("home.saved.delete_now"), "danger"),
            button("act:delete-no", self.words.t("home.saved.keep"), data_autofocus=True),
        )

    def _about(self, summary: Summary) -> str:
        title = (
            self.games[summary.game_id].title if summary.game_id in self.games else summary.game_id
        )
        if summary.view:
            count = self.words.t("home.saved.view")
        elif summary.over:
            count = self.words.t("home.saved.over", result=self._result(summary))
            if self._far(summary) and self.app.turns.of(summary.id) == "proof":
                count = f"{count}, {self.words.t('home.saved.turn.proof')}"
            if self.app.turns.invites(summary.id):
                count = f"{count}, {self.words.t('home.saved.turn.again')}"
        else:
            count = progress(self.words, self.app.store, summary)
            if self._far(summary):
                turn = self.app.turns.of(summary.id)
                count = self.words.t(f"home.saved.turn.{turn}" if turn else "home.saved.far")
        series = series_words(self.words, self.app.store, summary)
        parts = (title, count, series, when(self.words, summary.updated))
        return " · ".join(part for part in parts if part)

    def _result(self, summary: Summary) -> str:
        """Return the result of a finished game in words."""
        scores = {"1-0": 0, "0-1": 1}
        if summary.result not in scores or summary.options.get("players", 2) != 2:
            return (
                self.words.t("home.saved.drawn") if summary.result == "1/2-1/2" else summary.result
            )
        words = (
            self.words.for_game(summary.game_id) if summary.game_id in self.games else self.words
        )
        who = called(words, summary.names, self._seats(summary), scores[summary.result])
        articles = Articles(words, typed(summary.game_id, summary.names), self._seats(summary))
        return articles.put(self.words.t("home.saved.won", who=who))
