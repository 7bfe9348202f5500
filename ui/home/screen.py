"""The home screen: the games, what waits for the visitor, the set-up form, the saved games.

`python -m ui.dev.prerender` draws the same markup for index.html, so without a store it depends
on the language only. No game's rules are imported here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from typing import TYPE_CHECKING

from engine.core.days import game_of_the_day
from engine.core.texts import Message
from engine.games import list_games
from engine.match.clock import NO_CLOCK
from ui.home.html import cards, first_slots, home_layout, paste_part, when
from ui.home.resume_card import strip, waiting
from ui.home.saved import SavedGames, seats_of
from ui.home.setup_form import Setup
from ui.home.setup_html import setup_slots
from ui.saves.learned import learned
from ui.saves.levels import keep_level
from ui.saves.opponents import chosen_level, next_opponent
from ui.saves.reminder import is_due, put_off
from ui.shell import routes
from ui.shell.people import People
from ui.shell.screen import Screen
from ui.words.brand import NAME
from ui.words.frame import button
from ui.words.html import Html, el, join
from ui.words.names import typed
from ui.words.paste import PasteField
from ui.words.targets import Target

if TYPE_CHECKING:
    from ui.saves.store import Summary
    from ui.shell.app import App
    from ui.shell.controller import Controller, TextReading

SHAPE, PLAYED = "asedio:home", "played"  # entry that says which shape home has


class HomeScreen(Screen):
    """The home page. `chosen`: the game whose set-up form is open, in place of the cards. `fields`:
    values typed into the page before Python was loaded."""

    name = "home"

    def __init__(
        self,
        app: App,
        controller: Controller,
        chosen: str = "",
        fields: dict[str, str] | None = None,
    ) -> None:
        self.app = app
        self.controller = controller
        self.games = {info.id: info for info in list_games()}
        self.setup = Setup(self.games.get(chosen) or next(iter(self.games.values())))
        self._laid: dict[str, Setup] = {}  # forms of the games chosen before
        self._drawn: dict[str, Html] = {}  # the cards, by language
        self.opened = chosen in self.games  # whether the form is open
        self.paste = PasteField("paste")
        self.problem: Message | None = None
        self.problem_game: str | None = None  # whose catalogue has its words
        self.offered: TextReading | None = None  # a record of another game, opened on request
        self.saved = SavedGames(app)
        self.people = People(app.store.storage)
        self.unsafe = False  # the browser may clear the storage
        self._remember_names()
        for name, value in (fields or {}).items():
            if value:
                self.field(name, value)
        self.setup.settle()

    def shown(self) -> None:
        def recount() -> None:
            self.app.store.recount()

        self.app.afterwards(recount)
        self.app.afterwards(self._note_played)
        self.app.afterwards(self.app.count_waiting)
        self.app.afterwards(self._look_at_backup)

    def _note_played(self) -> None:
        """Note for the next start of the page which shape home will have (static/boot.js)."""
        storage, note = self.app.store.storage, PLAYED if self.played else None
        if note != storage.get(SHAPE):
            if note:
                storage.set(SHAPE, note)
            else:
                storage.remove(SHAPE)

    def _look_at_backup(self) -> None:
        """Remind of a backup if many games were added since the last one and the browser has
        refused to keep them for good."""

        def told(lasts: bool | None) -> None:
            if lasts is False:
                self.unsafe = True
                self.app.redraw()

        if not self.unsafe and is_due(self.app.store):
            self.app.page.lasting(False, told)

    def again(self, chosen: str = "") -> None:
        """Prepare for coming back: input is kept, messages and open questions are dropped."""
        self.problem, self.offered, self.saved.doomed = None, None, ""
        self._choose(chosen)
        self.opened = self.opened or chosen in self.games

    def _choose(self, game_id: str) -> None:
        """Switch to the form of a game, with the options last set there and the current players."""
        if game_id not in self.games or game_id == self.setup.info.id:
            return
        before = self._laid[self.setup.info.id] = self.setup
        self.setup = self._laid.get(game_id) or Setup(self.games[game_id])
        self.setup.take_people(before)

    def _remember_names(self) -> None:
        """Take the names of the last game that were typed here; those in a record, a link or a
        file, and that of a player at another device, are somebody else's."""
        typed_here = {*self.people.names()}
        for summary in self.app.store.recent().games.values():
            names = () if summary.source else typed(summary.game_id, summary.names)
            seats = seats_of(self.app.store, summary)
            own = summary.mine if summary.far else -1
            people = [
                name if not any(seats[n : n + 1]) and (n == own or name in typed_here) else ""
                for n, name in enumerate(names)
            ]
            if any(people):
                self.setup.names = [*people, "", ""][: max(2, len(people))]
                return

    # -- what is shown -----------------------------------------------------------------------

    def title(self) -> str:
        return NAME

    def fragment(self) -> str:
        return ""

    def layers(self) -> int:
        return 1 if self.opened else 0

    def close_layer(self) -> None:
        self._games("")

    def shape(self) -> object:
        return id(self), self.setup.info.id if self.opened else "", self.played

    @property
    def played(self) -> bool:
        """Whether a game was finished in this browser."""
        recent = self.app.store.recent()
        return bool(recent.more) or any(one.over for one in recent.games.values())

    def layout(self) -> Html:
        self.paste.renew()
        if not self.opened:
            return home_layout(self.words, played=self.played)
        self.setup.settle()  # the whole form is redrawn
        return home_layout(self.words, setup=self.setup)

    def prerendered(self) -> Mapping[str, Html]:
        if self.opened or self.played:
            return {}
        found = first_slots(self.words)
        self._drawn[self.words.lang] = found["cards"]
        return found

    def slots(self) -> dict[str, Html]:
        summaries = [one for one in self.app.store.recent().games.values() if one.decided]
        if self.opened:
            self.setup.known = self.known(self.setup.info.id)
            self.setup.people = self.people.names()
            games = setup_slots(self.words, self.setup)
        elif self.played:
            games = self._after_a_game(summaries)
        else:
            games = {"cards": self._cards(), "day": self._day()}
        return {
            "waiting": self._waiting(summaries),
            "notices": self._notices(),
            **games,
            "saved": self.saved.draw(summaries),
            "paste": paste_part(self.words, self.paste),
            "problem": self._problem(),
        }

    def _cards(self) -> Html:
        lang = self.words.lang
        if lang not in self._drawn:  # home is drawn after every input
            self._drawn[lang] = cards(self.words, list(self.games.values()))
        return self._drawn[lang]

    def known(self, game_id: str) -> bool:
        """Return whether a game was played or learned in this browser."""
        if learned(self.app.store.storage, game_id):
            return True
        recent = self.app.store.recent()
        played = {one.game_id for one in recent.games.values() if one.decided}
        return game_id in played | recent.known

    def _waiting(self, summaries: list[Summary]) -> Html:
        """Draw the game to go on with, if there is one."""
        found = waiting(summaries, self.app.turns, self.games)
        if not found:
            return Html("")
        moment = when(self.words, found[0].updated)
        return strip(self.words, self.app.store, self.app.turns, found[0], len(found) - 1, moment)

    def _after_a_game(self, summaries: list[Summary]) -> dict[str, Html]:
        """Draw what there is to do for somebody who has finished a game."""
        played = routes.played  # not for a first visitor
        words, games = self.words, self.games
        storage, today = self.app.store.storage, date.today()
        return {
            "day": played.challenge(words, storage, games, today) or Html(""),
            "cards": played.rows(
                words, games.values(), summaries, bool(self.app.store.recent().more)
            ),
            "next": played.following(words, summaries, games, played.due(storage, today), storage),
        }

    def _day(self) -> Html:
        game = game_of_the_day(self.games.values(), date.today().toordinal())
        return join(self.words.t("home.day.today", game=self.games[game].title) if game else "")

    def _notices(self) -> Html:
        found = [el("p", None, self.words.message(one)) for one in self.app.store.notices()]
        if self.unsafe and is_due(self.app.store):
            go = button("act:all-games", self.words.t("home.backup.go"), "link inline")
            later = button("act:backup-later", self.words.t("home.backup.later"), "link inline")
            found.append(el("p", None, self.words.t("home.backup.due"), " ", go, " ", later))
        return join(found)

    def _problem(self) -> Html:
        if self.offered is not None:
            return self._offer(self.offered)
        if self.problem is None:
            return Html("")
        return join(self.app.words(self.problem_game or "").message(self.problem))

    def _offer(self, work: TextReading) -> Html:
        """Ask whether to open another game's record as one of ours; empty if it is not one."""
        if work.found is None or work.found.adopted is None:
            return Html("")
        game_id = work.found.config.game_id
        words, title = self.app.words(game_id), self.games[game_id].title
        return join(
            el("span", {"class": "offer"}, words.message(work.found.adopted)),
            button("act:adopt", words.t("open.adopt.yes", game=title), "primary"),
            button("act:adopt-no", words.t("open.adopt.no"), "quiet"),
        )

    # -- input -------------------------------------------------------------------------------

    def press(self, target: Target) -> None:
        if target.kind == "opt":
            name, _, value = target.name.partition("=")
            self.setup.choose(name, value)
        elif target.kind == "example":
            self.setup.take_example(target.word, target.subject)
        elif target.kind == "preset":
            self.setup.take_preset(target.name)
        elif target.kind == "clock":
            self.setup.choose_clock(target.name)
        elif target.kind == "act":
            if (command := COMMANDS.get(target.word)) is not None:
                command(self, target.subject)

    def _game(self, game_id: str) -> None:
        """Open the set-up form of a game."""
        if game_id in self.games:
            self._choose(game_id)
            self.opened = True
            self.app.announce(self.words.t("home.chosen", game=self.setup.info.title))
            self.app.page.bring_into_view(".setup")

    def _games(self, _: str) -> None:
        """Close the form: the games are shown again."""
        self.opened = False
        last = f"act:game:{self.setup.info.id}"

        def look() -> None:
            self.app.view.focus(last)

        # Twice, because the first time only the skeleton is there.
        self.app.afterwards(lambda: self.app.afterwards(look))

    def _ways(self, game_id: str) -> None:
        if game_id in self.games:
            self.app.open(routes.ways(self, game_id))

    def _computer(self, game_id: str) -> None:
        """Start a game against the computer, at the level last chosen for this game."""
        if game_id in self.games:
            level = chosen_level(self.app.store, game_id)
            self._begin(game_id, (0, level))

    def _next_opponent(self, game_id: str) -> None:
        """Start a game against the next opponent to beat, who is the chosen one from now on."""
        stored = self.app.store.recent().games.values()
        found = next_opponent(one for one in stored if one.game_id in self.games)
        if found is not None and found.game_id == game_id:
            keep_level(self.app.store.storage, game_id, found.level)
            self._computer(game_id)

    def _together(self, game_id: str) -> None:
        """Start a game of two people on this device."""
        if game_id in self.games:
            self._begin(game_id, ())

    def _begin(self, game_id: str, seats: tuple[int, ...]) -> None:
        """Start a game by the usual rules, or by those last chosen in its form on this page."""
        form = self.setup if game_id == self.setup.info.id else self._laid.get(game_id)
        if form is None or form.refused or (seats and form.seats != len(seats)):
            form = Setup(self.games[game_id])
        names = [*self.setup.names, "", ""][: form.seats]
        if seats:
            names = [names[0], *("" for _ in names[1:])]
        named = tuple(names) if any(names) else ()
        self.people.remember(named)
        clock = form.clock_taken() if not seats else NO_CLOCK
        self.controller.start_game(game_id, form.result(), named, seats, clock)
        self.opened = False

    def _away(self, game_id: str) -> None:
        """Open the form of an invitation to this game."""
        if game_id in self.games:
            name = next((one for one in self.setup.names if one), "")
            self.controller.invite(game_id, Setup(self.games[game_id]).result(), name)

    def _edit(self, game_id: str) -> None:
        """Open the position editor of a game, with the options chosen in its form."""
        if game_id in self.games:
            form = self.setup if game_id == self.setup.info.id else self._laid.get(game_id)
            options = form.result() if form is not None and not form.refused else {}
            self.controller.open_editor(game_id, "", options)

    def _start(self, _: str) -> None:
        if self.setup.refused:  # the form shows why; starting with other options would surprise
            why = next(iter(self.setup.refused.values()))
            self.app.announce(self.words.for_game(self.setup.info.id).message(why))
            return
        setup = self.setup
        names = setup.player_names()
        for level in {one for one in setup.taken() if one}:
            keep_level(self.app.store.storage, setup.info.id, level)
        clock = setup.clock_taken()
        self.people.remember(setup.people_named())
        self.controller.start_game(setup.info.id, setup.result(), names, setup.taken(), clock)
        self.opened = False

    def _invite(self, _: str) -> None:
        """Open the form of an invitation, with the chosen options and the first name typed."""
        if self.setup.refused:
            self._start("")
            return
        name = next((one for one in self.setup.names if one), "")
        self.controller.invite(self.setup.info.id, self.setup.result(), name)

    def _continue(self, key: str) -> None:
        self.controller.open_saved(key)

    def _raw(self, key: str) -> None:
        name = self.controller.save_raw(key)
        self.app.say(Message("share.saved", name=name))

    def _meant(self, game_id: str) -> str:
        """Return the game of a card or sheet; without one that of the form."""
        return game_id if game_id in self.games else self.setup.info.id

    def _learn(self, game_id: str) -> None:
        self.controller.open_lesson(self._meant(game_id))

    def _campaign(self, game_id: str) -> None:
        self.controller.open_campaign(self._meant(game_id))

    def _exercises(self, game_id: str) -> None:
        self.controller.open_exercise(self._meant(game_id))

    def _rules(self, game_id: str) -> None:
        self.controller.open_rules(self._meant(game_id))

    def _day_challenge(self, _: str) -> None:
        self.app.route("#daily")

    def _language(self, lang: str) -> None:
        self.app.set_setting("lang", lang)

    def _file(self, _: str) -> None:
        self.controller.choose_file(self._file_read)

    def _file_read(self, text: str | None) -> None:
        if text is None:
            self.problem = Message("open.too_long")
        else:
            self._open(text)
        self.app.refresh()

    def take(self, text: str) -> None:
        self._open(text)

    def _open(self, text: str) -> None:
        self.problem = self.offered = None
        self.controller.read(text, self._read)

    def _read(self, work: TextReading) -> None:
        if work.refusal is not None:
            self.problem = work.refusal.message
            self.problem_game = work.refusal.game_id
            self.app.page.bring_into_view(".problem")
        elif work.found is not None and work.found.adopted is not None:
            self.offered = work
            self.app.page.bring_into_view(".problem")
        elif work.found is not None:
            self.paste.clear()
            self.controller.open_match(work.found)

    def _adopt(self, _: str) -> None:
        """Open the offered record as one of our games."""
        work, self.offered = self.offered, None
        if work is not None and work.found is not None:
            self.paste.clear()
            self.controller.open_match(work.found)

    def _adopt_no(self, _: str) -> None:
        self.offered = None

    def field(self, name: str, value: str) -> None:
        if name == "paste":
            self.paste.put(value)
            self.problem = self.offered = None
        elif name.startswith("name") and name[4:].isdigit():
            self.setup.set_name(int(name[4:]), value)
        elif name.startswith("seat") and name[4:].isdigit():
            self.setup.set_seat(int(name[4:]), value)
        elif name.startswith("clock"):
            self.setup.clock_field(name, value)
        else:
            self._option(Target.parse(name), value)

    def _option(self, field: Target, value: str) -> None:
        if field.kind == "opt":
            self.setup.choose(field.name, value)
        elif field.kind == "row":
            self.setup.lay(field.word, field.subject, value)


# `act:delete-yes:KEY` calls COMMANDS["delete-yes"] with KEY.
COMMANDS: dict[str, Callable[[HomeScreen, str], None]] = {
    "game": HomeScreen._game,
    "games": HomeScreen._games,
    "ways": HomeScreen._ways,
    "computer": HomeScreen._computer,
    "next": HomeScreen._next_opponent,
    "together": HomeScreen._together,
    "away": HomeScreen._away,
    "day": HomeScreen._day_challenge,
    "train": lambda home, _: home.app.route("#train"),
    "saved": lambda home, _: home.app.page.scroll_to("saved"),
    "language": HomeScreen._language,
    "start": HomeScreen._start,
    "invite": HomeScreen._invite,
    "tables": lambda home, _: home.controller.open_tables(),
    "continue": HomeScreen._continue,
    "raw": HomeScreen._raw,
    "delete": lambda home, key: home.saved.ask(key),
    "delete-no": lambda home, _: home.saved.ask(""),
    "delete-yes": lambda home, key: home.saved.delete(key),
    "all-saves": lambda home, _: home.saved.show_all(),
    "all-games": lambda home, _: home.controller.open_games(),
    "backup-later": lambda home, _: put_off(home.app.store),
    "learn": HomeScreen._learn,
    "campaign": HomeScreen._campaign,
    "exercises": HomeScreen._exercises,
    "rules": HomeScreen._rules,
    "edit": HomeScreen._edit,
    "settings": lambda home, _: home.controller.open_settings(),
    "about": lambda home, _: home.controller.open_about(),
    "again": lambda home, key: home.controller.play_again(key),
    "study": lambda home, key: home.controller.study_saved(key),
    "studies": lambda home, _: home.app.route("#study"),
    "file": HomeScreen._file,
    "open": lambda home, _: home._open(home.paste.text),
    "adopt": HomeScreen._adopt,
    "adopt-no": HomeScreen._adopt_no,
}
