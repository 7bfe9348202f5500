"""Sheet of one game: three large buttons to play it, the computer's level, and everything else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ui.home.cover import cover
from ui.saves.levels import ADAPTS, adapts, keep_adapting, keep_level, level_of
from ui.saves.opponents import RANKED, chosen_level, next_level, results
from ui.saves.results import Results
from ui.shell.dialogs import Dialog
from ui.words.faces import described, portrait
from ui.words.frame import button, hidden
from ui.words.html import Html, el, join
from ui.words.names import COMPUTERS
from ui.words.targets import Target

if TYPE_CHECKING:
    from ui.home.screen import HomeScreen


class WaysDialog(Dialog):
    """The ways to play one game. What is pressed is done by home."""

    name = "ways"

    def __init__(self, home: HomeScreen, game_id: str) -> None:
        super().__init__(home.app)
        self._home = home
        self._info = home.games[game_id]
        self.game_id = game_id

    def title(self) -> str:
        return self._info.title

    def layout(self) -> Html:
        words, info = self.words, self._info
        learn = words.t("home.learn.again" if self._home.known(info.id) else "home.learn.soon")
        more = [("learn", learn)] * info.lessons
        more += [("campaign", words.t("home.campaign"))] * info.campaign
        more += [("exercises", words.t("home.exercises"))] * info.exercises
        more.append(("rules", words.t("frame.rules")))
        more.append(("print", words.t("share.print")))
        more += [("edit", words.t("home.edit"))] * bool(info.position)
        more.append(("game", words.t("home.game.more")))
        return self.frame(
            el(
                "div",
                {"class": "ways-face", "data-game": info.id},
                cover(info.id),
                el(
                    "div",
                    None,
                    [
                        el("p", {"class": kind}, words.t(name))
                        for name, kind in (("tagline", ""), ("facts", "soft"))
                        if words.has(name)
                    ],
                ),
            ),
            button(f"act:computer:{info.id}", words.t("home.computer"), "primary way"),
            self._levels(),
            button(f"act:together:{info.id}", words.t("home.together.long"), "way"),
            button(f"act:away:{info.id}", words.t("home.away.long"), "way") if info.far else None,
            el(
                "div",
                {"class": "ways-more"},
                [button(f"act:{name}:{info.id}", label, "quiet") for name, label in more],
            ),
        )

    def _levels(self) -> Html:
        """Draw the levels as round radio buttons, and last the choice of one that adapts."""
        storage = self.app.store.storage
        adapting = adapts(storage, self._info.id)
        chosen = 0 if adapting else level_of(storage, self._info.id)
        return el(
            "fieldset",
            {"class": "levels"},
            el("legend", None, self.words.t("home.level")),
            el(
                "div",
                {"class": "levels-row"},
                [self._level(computer, computer == chosen) for computer in COMPUTERS],
                self._adapting(adapting),
            ),
            el("div", {"class": "levels-about", "data-slot": "level"}),
        )

    def _level(self, level: int, chosen: bool) -> Html:
        attributes = {
            "type": "radio",
            "name": "level",
            "value": level,
            "data-field": "level",
            "checked": chosen,
        }
        words, face = self.words, f"face.{level}"
        rank = words.t(f"computer.level.{level}")
        return el(
            "label",
            {"data-target": f"act:level:{level}"},
            el("input", attributes),
            el("span", {"class": "levels-face"}, portrait(level)),
            el("span", {"class": "levels-name"}, words.t(face)) if words.has(face) else None,
            hidden(f" {rank}"),
            el("i", {"aria-hidden": "true"}, level) if level in RANKED else None,
        )

    def _adapting(self, chosen: bool) -> Html:
        attributes = {
            "type": "radio",
            "name": "level",
            "value": ADAPTS,
            "data-field": "level",
            "checked": chosen,
        }
        stairs = el("path", {"d": "M3 16h4v-4h4V8h4V4h2"})
        grid = {"class": "stairs", "viewBox": "0 0 20 20", "aria-hidden": "true"}
        return el(
            "label",
            {"data-target": f"act:level:{ADAPTS}"},
            el("input", attributes),
            el("span", {"class": "levels-face"}, el("svg", grid, stairs)),
            el("span", {"class": "levels-name"}, self.words.t("computer.adapts")),
        )

    def slots(self) -> dict[str, Html]:
        store, game_id = self.app.store, self._info.id
        chosen, rule = chosen_level(store, game_id), None
        if adapts(store.storage, game_id):
            rule = el("p", {"class": "hint"}, self.words.t("computer.adapts.about"))
        return {"level": join(rule, described(self.words, chosen), self._record(chosen))}

    def _record(self, level: int) -> Html | None:
        """Return the results against this level, and whom to beat next if it is somebody else."""
        against = results(self.app.store.games(), self._info.id)
        if not against:
            return None
        words, after = self.words, next_level(against)
        counts = against.get(level, Results())._asdict()
        record = words.t("computer.record" if level in against else "computer.unmet", **counts)
        offer = None
        if after not in (0, level):
            name = words.t(
                f"face.{after}" if words.has(f"face.{after}") else f"computer.level.{after}"
            )
            offer = button(f"act:level:{after}", words.t("computer.next", name=name), "link inline")
        return el("p", {"class": "levels-record"}, record, " ", offer)

    def press(self, target: Target) -> None:
        if target.kind == "act" and target.word == "level":
            self._choose(target.subject)
        elif target == Target("act", f"print:{self._info.id}"):
            self.app.route(f"#print={self._info.id}")
        elif target.kind == "act" and target.subject == self._info.id:
            if target.word == "game":
                self.app.close()
            self._home.press(target)

    def field(self, name: str, value: str) -> None:
        if name == "level":
            self._choose(value)

    def _choose(self, level: str) -> None:
        if level == ADAPTS:
            keep_adapting(self.app.store.storage, self._info.id)
        elif level in map(str, COMPUTERS):
            keep_level(self.app.store.storage, self._info.id, int(level))
