"""Home: the shelf of games, the table being laid, the games one can go on with.

The same markup is written into index.html by `python -m ui.prerender`, so it depends on nothing
but the language until there is a store to look into. No game's rules are imported here.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, Any, Protocol

from engine.core.contract import GameInfo
from engine.core.errors import AsedioError
from engine.core.options import Options
from engine.core.texts import Message
from engine.games import list_games
from ui.html import Html, el, join
from ui.i18n import I18n
from ui.screens.frame import button, glyph, page_header
from ui.screens.laying import Setup, setup_skeleton, setup_slots

if TYPE_CHECKING:
    from engine.match.match import Match
    from ui.app import App
    from ui.store import Summary

SHOWN_SAVES = 12


class Desk(Protocol):
    """What home asks the page to do."""

    def start_game(
        self, game_id: str, options: Options, names: tuple[str, ...], seats: tuple[int, ...] = ()
    ) -> None: ...

    def open_saved(self, key: str) -> None: ...

    def open_match(self, match: Match) -> None:
        """Shows a match that came as a link, a file or a record."""

    def open_rules(self, game_id: str, clause: str = "") -> None: ...

    def open_settings(self) -> None: ...

    def choose_file(self, done: Callable[[str | None], None]) -> None:
        """Lets a person choose a file; `done` gets its text, or None when it is too large."""

    def bring_into_view(self, selector: str) -> None: ...


class HomeScreen:
    """`fields` are what was typed into the page before Python was there."""

    name = "home"

    def __init__(
        self, app: App, desk: Desk, chosen: str = "", fields: dict[str, str] | None = None
    ) -> None:
        self.app = app
        self.desk = desk
        self.games = {info.id: info for info in list_games()}
        self.setup = Setup(self.games.get(chosen) or next(iter(self.games.values())))
        self.paste = ""
        self.problem: Message | None = None
        self.doomed = ""
        self.all_saves = False
        self._remember_names()
        for name, value in (fields or {}).items():
            if value:
                self.field(name, value)
        self.setup.settle()

    def _remember_names(self) -> None:
        for summary in self.app.store.games():
            if summary.names:
                seats = self.app.store.load_table(summary.id).get("seats")
                people = [
                    name if not (isinstance(seats, list) and seats[n : n + 1] > [0]) else ""
                    for n, name in enumerate(summary.names)
                ]
                self.setup.names = [*people, "", ""][: max(2, len(summary.names))]
                return

    # -- what is shown -----------------------------------------------------------------------

    @property
    def words(self) -> I18n:
        return self.app.words()

    def title(self) -> str:
        return "Asedio"

    def fragment(self) -> str:
        return ""

    def layout(self) -> Html:
        return home_layout(self.words)

    def slots(self) -> dict[str, Html]:
        summaries = self.app.store.games()
        return {
            "quick": quick_line(self.words, summaries),
            "notices": self._notices(),
            "shelf": shelf(self.words, list(self.games.values()), self.setup.info.id),
            **setup_slots(self.words, self.setup),
            "saved": self._saved(summaries),
            "problem": self._problem(),
        }

    def _notices(self) -> Html:
        return join(el("p", None, self.words.message(n)) for n in self.app.store.notices())

    def _problem(self) -> Html:
        return Html("") if self.problem is None else join(self.words.message(self.problem))

    def _saved(self, summaries: list[Summary]) -> Html:
        if not summaries:
            return el("p", {"class": "soft"}, self.words.t("home.saved.none"))
        shown = summaries if self.all_saves else summaries[:SHOWN_SAVES]
        more = len(summaries) - len(shown)
        return join(
            el("ul", {"class": "saves"}, [self._save(one) for one in shown]),
            more > 0 and button("act:all-saves", self.words.t("home.saved.more", n=more), "link"),
        )

    def _save(self, one: Summary) -> Html:
        if one.id == self.doomed:
            return el("li", {"class": "save doomed"}, self._doubt(one))
        name = pair_of_names(self.words, one)
        return el(
            "li",
            {"class": "save"},
            el(
                "button",
                {"type": "button", "class": "save-open", "data-target": f"act:continue:{one.id}"},
                el("strong", None, name),
                el("span", {"class": "soft"}, self._about(one)),
            ),
            button(
                f"act:delete:{one.id}",
                self.words.t("home.saved.delete"),
                "link",
                aria_label=self.words.t("home.saved.delete_which", name=name),
            ),
        )

    def _doubt(self, one: Summary) -> Html:
        name = pair_of_names(self.words, one)
        return join(
            el("p", None, self.words.t("home.saved.sure", name=name)),
            button(f"act:delete-yes:{one.id}", self.words.t("home.saved.delete_now"), "danger"),
            button("act:delete-no", self.words.t("home.saved.keep")),
        )

    def _about(self, one: Summary) -> str:
        title = self.games[one.game_id].title if one.game_id in self.games else one.game_id
        if one.view:
            count = self.words.t("home.saved.view")
        elif one.over:
            count = self.words.t("home.saved.over", result=one.result)
        else:
            count = self.words.t("home.saved.events", n=one.events)
        return " · ".join((title, count, when(self.words, one.updated)))

    # -- input -------------------------------------------------------------------------------

    def press(self, target: str) -> None:
        kind, _, rest = target.partition(":")
        if kind == "opt":
            name, _, value = rest.partition("=")
            self.setup.choose(name, value)
        elif kind == "example":
            self.setup.take_example(*rest.rsplit(":", 1))
        elif kind == "preset":
            self.setup.take_preset(rest)
        elif kind == "act":
            word, _, subject = rest.partition(":")
            action: Any = getattr(self, "_act_" + word.replace("-", "_"), None)
            if action is not None:
                action(subject)

    def _act_game(self, game_id: str) -> None:
        if game_id in self.games:
            before = self.setup
            self.setup = Setup(self.games[game_id], before.names, before.levels)
            self.app.announce(self.words.t("home.chosen", game=self.setup.info.title))
            self.desk.bring_into_view(".laying")

    def _act_start(self, _: str) -> None:
        if self.setup.refused:  # said below the form; nobody is to begin another game by mistake
            why = next(iter(self.setup.refused.values()))
            self.app.announce(self.words.for_game(self.setup.info.id).message(why))
            return
        names = self.setup.player_names(self.words)
        setup = self.setup
        self.desk.start_game(setup.info.id, setup.result(), names, setup.taken())

    def _act_continue(self, key: str) -> None:
        self.desk.open_saved(key)

    def _act_delete(self, key: str) -> None:
        self.doomed = key

    def _act_delete_no(self, _: str) -> None:
        self.doomed = ""

    def _act_delete_yes(self, key: str) -> None:
        self.doomed = ""
        self.app.store.delete(key)
        self.app.announce(self.words.t("home.saved.deleted"))

    def _act_all_saves(self, _: str) -> None:
        self.all_saves = True

    def _act_rules(self, _: str) -> None:
        self.desk.open_rules(self.setup.info.id)

    def _act_settings(self, _: str) -> None:
        self.desk.open_settings()

    def _act_file(self, _: str) -> None:
        self.desk.choose_file(self._file_read)

    def _act_open(self, _: str) -> None:
        self._open(self.paste)

    def _file_read(self, text: str | None) -> None:
        if text is None:
            self.problem = Message("open.too_long")
        else:
            self._open(text)
        self.app.refresh()

    def _open(self, text: str) -> None:
        from ui.share import read_text  # only now: it brings the match layer with it

        try:
            match = read_text(text)
        except AsedioError as refusal:
            self.problem = refusal.message
            return
        self.problem = None
        self.paste = ""
        self.desk.open_match(match)

    def field(self, name: str, value: str) -> None:
        if name == "paste":
            self.paste, self.problem = value, None
        elif name.startswith("name") and name[4:].isdigit():
            self.setup.set_name(int(name[4:]), value)
        elif name.startswith("seat") and name[4:].isdigit():
            self.setup.set_seat(int(name[4:]), value)
        elif name.startswith("opt:"):
            self.setup.choose(name[4:], value)
        elif name.startswith("row:"):
            self.setup.lay(*name[4:].rsplit(":", 1), value)

    def key(self, key: str, target: str) -> bool:
        return False


# -- markup that the prerendered page shares -----------------------------------------------------


def home_layout(words: I18n, slots: dict[str, Html] | None = None) -> Html:
    """The skeleton; with `slots` already filled for the page before Python."""
    filled = slots or {}

    def slot(tag: str, name: str, **attributes: object) -> Html:
        return el(tag, {**attributes, "data-slot": name}, filled.get(name))

    return join(
        page_header(words, entries=[("act:settings", words.t("frame.settings"))]),
        el(
            "div",
            {"class": "home"},
            el(
                "div",
                {"class": "home-lead"},
                el("h1", None, words.t("home.headline")),
                slot("div", "quick", **{"class": "quick"}),
                slot("div", "notices", **{"class": "notices"}),
            ),
            el("div", {"class": "home-games"}, slot("div", "shelf", **{"class": "shelf"})),
            setup_skeleton(words, slot),
            el("div", {"class": "home-more"}, _saved_part(words, slot), _bring_part(words, slot)),
        ),
    )


def _saved_part(words: I18n, slot: Callable[..., Html]) -> Html:
    return el(
        "section",
        {"class": "saved"},
        el("h2", None, words.t("home.saved")),
        slot("div", "saved"),
    )


def _bring_part(words: I18n, slot: Callable[..., Html]) -> Html:
    return el(
        "section",
        {"class": "bring"},
        el("h2", None, words.t("home.bring")),
        el(
            "label",
            {"class": "field"},
            el("span", None, words.t("home.bring.label")),
            el("textarea", {"data-field": "paste", "rows": 3, "spellcheck": "false"}),
        ),
        slot("p", "problem", **{"class": "problem", "role": "alert"}),
        el(
            "div",
            {"class": "buttons"},
            button("act:open", words.t("home.bring.open"), data_boot_action=True),
            button("act:file", words.t("home.bring.file"), "link"),
        ),
    )


def first_slots(words: I18n) -> dict[str, Html]:
    """What the slots hold before anything is known of the visitor."""
    games = list_games()
    return {
        "quick": quick_line(words, []),
        "shelf": shelf(words, games, games[0].id),
        **setup_slots(words, Setup(games[0])),
        "saved": el("p", {"class": "soft"}, words.t("home.saved.none")),
    }


def quick_line(words: I18n, summaries: list[Summary]) -> Html:
    """One line of fixed height: the game to go on with, or how this place works."""
    open_games = [one for one in summaries if not one.over and not one.view]
    if not open_games:
        return el("p", {"class": "soft"}, words.t("home.quiet"))
    last = open_games[0]
    return button(
        f"act:continue:{last.id}",
        words.t("home.quick", name=pair_of_names(words, last)),
        "quick-continue",
    )


def shelf(words: I18n, games: list[GameInfo], chosen: str) -> Html:
    """The boxes, one above the other, as they lie on a shelf."""
    return el("ul", {"class": "boxes"}, [_box(words, info, info.id == chosen) for info in games])


def _box(words: I18n, info: GameInfo, chosen: bool) -> Html:
    emblem = info.glyphs[0] if info.glyphs else ""
    return el(
        "li",
        {"data-game": info.id},
        el(
            "button",
            {
                "type": "button",
                "class": "box",
                "data-target": f"act:game:{info.id}",
                "data-boot-action": True,
                "data-boot-name": info.title,
                "aria-pressed": "true" if chosen else "false",
            },
            el("span", {"class": "spine"}, emblem and glyph(info.id, emblem)),
            el(
                "span",
                {"class": "lid"},
                el("span", {"class": "box-title"}, info.title),
                el("span", {"class": "box-line"}, _line(words, info)),
            ),
        ),
    )


def pair_of_names(words: I18n, one: Summary) -> str:
    """`Ana – Blas`, with a word for whoever has no name."""
    names = one.names or ("", "")
    return " – ".join(
        name or words.t("home.player", number=number) for number, name in enumerate(names, 1)
    )


def when(words: I18n, millis: int, now: datetime | None = None) -> str:
    """A moment as people say it: today, yesterday, or the day."""
    moment = datetime.fromtimestamp(millis / 1000)
    days = ((now or datetime.now()).date() - moment.date()).days
    clock = f"{moment.hour}:{moment.minute:02d}"
    if days == 0:
        return words.t("when.today", time=clock)
    if days == 1:
        return words.t("when.yesterday", time=clock)
    month = words.t(f"when.month.{moment.month}")
    return words.t("when.day", day=moment.day, month=month, year=moment.year)


def _line(words: I18n, info: GameInfo) -> str:
    """One honest sentence about a game, from its own catalogue."""
    own = words.for_game(info.id)
    return own.t("tagline") if own.has("tagline") else ""
