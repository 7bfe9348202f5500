"""The embedded board: position, names and result, and buttons to step through a game.

It belongs to another page: it stores nothing, starts no work and leads only to the whole page, in a
tab of its own.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from engine.core.contract import SPECTATOR
from engine.core.errors import AsedioError, BadLink
from engine.core.texts import Message
from engine.games import REGISTRY, game_text, load_game
from engine.match.match import Match, MatchConfig
from ui.embed.steps import Steps
from ui.render.picture import describe, scene_picture
from ui.session.embedding import read_view
from ui.shell import routes
from ui.shell.screen import Screen
from ui.table.voice import Voice
from ui.words.brand import NAME, titled
from ui.words.frame import button
from ui.words.html import Html, el, join
from ui.words.targets import Target

if TYPE_CHECKING:
    from ui.shell.app import App

MOVES = {"first": "«", "back": "‹", "next": "›", "last": "»"}
KEYS = {"ArrowLeft": "back", "ArrowRight": "next", "Home": "first", "End": "last"}
_GAME = re.compile(r"[a-z]{3,20}")  # a match is longer, or damaged
SETTINGS = {"lang": ("es", "en"), "theme": ("auto", "day", "night", "contrast")}


def open_view(app: App, value: str, params: dict[str, str]) -> Screen:
    """Return the screen of `#view=`. `value`: the word of a match (ui/session/embedding.py), or a
    game's id, with the number of an exercise as `n`. `at`: the turn shown first; `lang`, `theme`:
    for this frame only. What cannot be shown gives a screen that says why."""
    for name, allowed in SETTINGS.items():
        if params.get(name) in allowed:
            app.settings = app.settings.with_value(name, params[name])
    try:
        return _opened(app, value, params)
    except AsedioError as why:
        return EmbedNote(app, why.message)


def _opened(app: App, value: str, params: dict[str, str]) -> Screen:
    if value in REGISTRY:
        return EmbedScreen(app, *_exercise(value, params.get("n", "1")))
    if _GAME.fullmatch(value):
        raise BadLink(Message("embed.game", game=value))
    match = read_view(value)
    at = params.get("at", "")
    turn = int(at) if at.isascii() and at.isdecimal() and len(at) < 5 else None
    return EmbedScreen(app, match, f"#g={value}" if match.viewer is None else "", turn=turn)


def _exercise(game_id: str, number: str) -> tuple[Match, str, int]:
    """Return position, address and number of an exercise. Raises BadLink if there is none."""
    exercise = routes.puzzles
    collection = exercise.read(game_text(game_id, exercise.FILE))
    known = int(number) if number.isascii() and number.isdecimal() and len(number) < 5 else 0
    if not 1 <= known <= len(collection.exercises):
        raise BadLink(Message("embed.none"))
    position = collection.exercises[known - 1].position
    game = load_game(game_id)(collection.options)
    viewer = game.state_from_text(position).current_player()
    match = Match(MatchConfig(game_id, dict(collection.options), (), position), viewer=viewer)
    return match, f"#puzzle={game_id}&n={known}", known


class EmbedScreen(Screen):
    """The board of one match. `address`: fragment under which the whole page shows it, or "";
    `exercise`: its number, 0 for a match; `turn`: shown first, None the last one."""

    name = "embed"
    keeps = False

    def __init__(
        self, app: App, match: Match, address: str, exercise: int = 0, turn: int | None = None
    ) -> None:
        self.app, self.match, self.address, self.exercise = app, match, address, exercise
        self.game_id = match.game.info.id
        self.steps = Steps(match) if not exercise else None
        last = len(self.steps.ends) - 1 if self.steps else 0
        self.last, self.turn = last, last if turn is None else min(turn, last)
        app.view.sprite(self.game_id)

    @property
    def voice(self) -> Voice:
        return Voice(self.app.settings.lang, self.match.game.info.id, self.match.config.names)

    def title(self) -> str:
        return titled(self.match.game.info.title)

    def attributes(self) -> dict[str, str]:
        return {"data-game": self.match.game.info.id, "data-turn": str(self.turn)}

    # -- what is shown -----------------------------------------------------------------------

    def layout(self) -> Html:
        voice = self.voice
        return el(
            "div",
            {"class": "embed"},
            el("h1", None, self._heading(voice)),
            el("figure", {"class": "position", "data-slot": "board"}),
            el("p", {"class": "embed-say", "role": "status", "data-slot": "said"}),
            el("div", {"class": "embed-foot"}, self._buttons(voice), self._link(voice)),
        )

    def _heading(self, voice: Voice) -> str:
        title = self.match.game.info.title
        if self.exercise:
            return f"{title} · {voice.t('embed.exercise', number=self.exercise)}"
        names = [voice.name(number) for number in range(len(self.match.game.sides))]
        return f"{title} · {' – '.join(names)}" if any(self.match.config.names) else title

    def _buttons(self, voice: Voice) -> Html | None:
        if not self.last:
            return None
        group = {"class": "embed-steps", "role": "group", "aria-label": voice.t("embed.steps")}
        drawn = [
            button(f"step:{name}", sign, "", aria_label=voice.t(f"embed.{name}"))
            for name, sign in MOVES.items()
        ]
        return el("div", group, drawn)

    def _link(self, voice: Voice) -> Html | None:
        if not self.address:
            return None
        page = self.app.page.url().split("#", 1)[0]
        words = voice.t("embed.solve" if self.exercise else "embed.open", page=NAME)
        goal = {"href": page + self.address, "target": "_blank", "rel": "noopener"}
        return el("a", goal, words)

    def slots(self) -> dict[str, Html]:
        voice, game = self.voice, self.match.game
        state = self.steps.position(self.turn) if self.steps else self.match.state
        viewer = self.match.viewer if self.exercise else SPECTATOR
        scene = game.scene(state, SPECTATOR if viewer is None else viewer)
        said = [voice.message(state.prompt(SPECTATOR if viewer is None else viewer))]
        outcome = state.outcome()
        if outcome is not None:
            said = [outcome.score.replace("1/2", "½")]
        if self.steps and self.last:
            said.insert(0, voice.t("embed.at", turn=self.turn, turns=self.last))
            said.insert(1, self.steps.words(self.turn))
        return {
            "board": scene_picture(scene, game.info.id, describe(scene, voice)),
            "said": join(" · ".join(filter(None, said))),
        }

    # -- input -------------------------------------------------------------------------------

    def press(self, target: Target) -> None:
        if target.kind == "step":
            self._step(target.name)

    def key(self, key: str, target: Target) -> bool:
        if key not in KEYS or not self.last:
            return False
        self._step(KEYS[key])
        return True

    def _step(self, name: str) -> None:
        goals = {"first": 0, "back": self.turn - 1, "next": self.turn + 1, "last": self.last}
        self.turn = max(0, min(goals.get(name, self.turn), self.last))


class EmbedNote(Screen):
    """Why there is no board, in its place."""

    name = "embed"
    keeps = False

    def __init__(self, app: App, message: Message) -> None:
        self.app, self.message = app, message

    def layout(self) -> Html:
        words = self.app.words()
        page = self.app.page.url().split("#", 1)[0]
        goal = {"href": page, "target": "_blank", "rel": "noopener"}
        return el(
            "div",
            {"class": "embed"},
            el("p", {"role": "alert"}, words.message(self.message)),
            el("div", {"class": "embed-foot"}, el("a", goal, words.t("embed.open", page=NAME))),
        )
