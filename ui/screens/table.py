"""The table: what the people at it see and do. Everything they may see comes from the session."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.core.contract import Action, Draft
from engine.core.errors import ActionError
from engine.core.texts import Message
from ui.render.geometry import geometry
from ui.screens.table_mind import TableMind
from ui.session import rematch

_ARROWS = {
    "ArrowUp": (0, -1),
    "ArrowDown": (0, 1),
    "ArrowLeft": (-1, 0),
    "ArrowRight": (1, 0),
}


# What may be pressed while another tab plays.
ALONG = (
    "act:here", "act:home", "act:settings", "act:rules", "act:share", "act:save", "act:turn",
    "act:log", "look:", "btn:reveal",
)  # fmt: skip
KEPT = 5  # set-ups of his own that somebody keeps per game


class TableScreen(TableMind):
    """One session on the screen, and what the people in front of it do."""

    # -- input -------------------------------------------------------------------------------

    def press(self, target: str) -> None:
        if self.session.elsewhere and not target.startswith(ALONG):
            self._fresh()
            self._tell(Message("table.elsewhere"))
            return
        self._pressed(target)
        self._think()

    def _pressed(self, target: str) -> None:
        kind, _, rest = target.partition(":")
        if kind == "act":
            word, _, subject = rest.partition(":")
            action: Any = getattr(self, "_act_" + word.replace("-", "_"), None)
            if action is not None:
                self._fresh()
                action(subject)
            return
        if self.mode == "curtain":
            if target == "btn:reveal":
                self._reveal()
            return
        self._fresh()
        if kind == "look":
            self._look_at(rest)
        else:
            self._touch(target)

    def _reveal(self) -> None:
        self.session.reveal()
        self._fresh()
        self._say_prompt()

    def _look_at(self, number: str) -> None:
        """The position after a turn of the log; 0: before the first."""
        ends = {"0": 0, **{str(turn.number): turn.end for turn in self.session.log()}}
        self.session.look(ends.get(number))

    def _touch(self, target: str) -> None:
        """A press on the board, on something beside it or on a button of the scene."""
        if self.session.reading:
            self.notice = Message("view.read_only")
        elif not self.session.live:
            self.notice = Message("table.looking.first")
        elif self.session.match.over:
            self.notice = Message("table.over")
        elif self.session.thinker is not None:
            self.hurry()
        elif self.arrange.plan() is not None:
            self._touch_setup(self.scene.aliases.get(target, target))
        else:
            self._step(target)

    def _step(self, target: str) -> None:
        walk, actions = self.walk()
        if target not in walk.choices():
            target = self.scene.aliases.get(target, target)
        before = walk.prefix
        done = walk.press(target)
        if done.kind == "complete":
            self._play([actions[done.index]])
        elif done.kind == "refused":
            self._refuse((*before, target))
        elif done.kind == "cleared":
            self.app.announce(self.voice.t("table.said.dropped"))
        else:
            n = len(walk.choices())
            what = self._what(target)
            self.app.announce(self.voice.t("table.said.chosen", what=what, n=n))

    def _refuse(self, path: tuple[str, ...]) -> None:
        """Why not: the game says it, with its clause."""
        why = self.session.game.explain(self.session.observation(), path)
        self.notice = why or Message("table.refused")
        self.app.announce(self.voice.message(self.notice))

    def _play(self, actions: Sequence[Action]) -> None:
        who = self.session.decider
        self.ask = ""
        self.session.play(actions)
        self._after(who)

    # -- set-up ------------------------------------------------------------------------------

    def _touch_setup(self, target: str) -> None:
        who = self.session.viewer
        before = self.arrange.held
        why = self.arrange.why_not(target) if target not in (before, "") else None
        done = self.arrange.press(target)
        if done == "ready":
            self._after(who)
        elif done == "refused":
            self.notice = why or Message("table.setup.cannot")
            self.app.announce(self.voice.message(self.notice))
        elif done in ("put", "shifted", "swapped"):
            self.app.announce(self.voice.t("table.said.put"))
        elif done == "back":
            self.app.announce(self.voice.t("table.said.back"))
        elif done == "held":
            words = self.voice.t("table.setup.held", what=self._what(target))
            self.app.announce(words)

    def _act_ready(self, _: str) -> None:
        who = self.session.viewer
        self.arrange.finish()
        self._after(who)

    def _act_random(self, _: str) -> None:
        self.arrange.random()
        self.app.announce(self.voice.t("table.said.random"))

    def _act_mirror(self, _: str) -> None:
        self.arrange.mirror(self._model())

    def _act_named(self, name: str) -> None:
        """A set-up of the game's library."""
        found = self.session.game.setups(self.session.observation())
        for one in found:
            if one.id == name:
                self._lay(one.draft)

    def _act_mine(self, number: str) -> None:
        texts = self.mine()
        if number.isdigit() and int(number) < len(texts):
            self._lay_text(texts[int(number)])

    def _act_keep(self, _: str) -> None:
        """Keeps the set-up as it stands; the newest few of a game stay."""
        plan = self.arrange.plan()
        if plan is None or plan.problems:
            self.notice = plan.problems[0] if plan else Message("table.setup.over")
            return
        text = self.session.game.setup_text(self.session.observation(), self.arrange.draft)
        texts = [text, *(one for one in self.mine() if one != text)][:KEPT]
        self.app.store.save_draft(f"own-{self.game_id}", 0, tuple(("setup", one) for one in texts))
        self.session.version += 1
        self.notice = Message("table.setup.kept", text=text)
        self.app.announce(self.voice.message(self.notice))

    def _act_load(self, _: str) -> None:
        self._lay_text(self.setup_typed)

    def _lay_text(self, text: str) -> None:
        draft = self.session.game.read_setup(self.session.observation(), text)
        if draft is None:
            self.notice = Message("table.setup.unreadable")
            self.app.announce(self.voice.message(self.notice))
            return
        self.setup_typed = ""
        self.attempt += 1
        self._lay(draft)

    def _lay(self, draft: Draft) -> None:
        self.arrange.held = ""
        self.session.keep_draft(draft)
        self.app.announce(self.voice.t("table.said.laid"))

    def _act_clear(self, _: str) -> None:
        self.arrange.clear()
        self.app.announce(self.voice.t("table.said.cleared"))

    def _act_takeback(self, _: str) -> None:
        if self.arrange.take_back() == "back":
            self.app.announce(self.voice.t("table.said.back"))

    # -- buttons -----------------------------------------------------------------------------

    def _act_home(self, _: str) -> None:
        self.desk.go_home()

    def _act_here(self, _: str) -> None:
        """This tab plays from now on."""
        self.desk.take_over()

    def _act_settings(self, _: str) -> None:
        self.desk.open_settings()

    def _act_rules(self, clause: str) -> None:
        self.desk.open_rules(self.game_id, clause)

    def _act_share(self, _: str) -> None:
        if self.mode != "curtain":
            self.desk.open_share(self.session.match, self.session.viewer)

    def _act_save(self, _: str) -> None:
        if self.mode != "curtain":
            self.desk.save_file(self.session.match, self.session.viewer)

    def _act_turn(self, _: str) -> None:
        self.session.turn()

    def _act_undo(self, _: str) -> None:
        self.session.undo()
        self.ask = ""
        self.app.announce(f"{self.voice.t('table.said.undone')} {self._prompt()}")

    def _act_back(self, _: str) -> None:
        self.walk()[0].back()

    def _act_resign(self, _: str) -> None:
        self.ask = "resign"

    def _act_no(self, _: str) -> None:
        self.ask = ""

    def _act_resign_yes(self, _: str) -> None:
        if self.ask == "resign":
            self._settle(lambda: self.session.resign(self.session.viewer))

    def _act_rematch(self, _: str) -> None:
        config, seats = rematch(self.session.match.config), self.session.seats
        if any(seats):
            self.desk.new_table(config, tuple(reversed(seats)))
        else:
            self.desk.new_table(config)

    def _act_enter(self, _: str) -> None:
        """Plays what is typed: all of it, or nothing."""
        if self.mode != "play" or not self.session.live or self.session.thinker is not None:
            return
        if not self.typed.strip():
            self.notice = Message("table.notation.empty")
            return
        try:
            readings = self.session.game.read_actions(self.session.observation(), self.typed)
            actions = [action for reading in readings for action in reading.actions]
        except ActionError as refusal:
            self.notice = refusal.message
            self.app.announce(self.voice.message(refusal.message))
            return
        self.typed = ""
        self.attempt += 1
        self._play(actions)

    def _act_log_first(self, _: str) -> None:
        self.session.look(0)

    def _act_log_last(self, _: str) -> None:
        self.session.look(None)

    def _act_log_prev(self, _: str) -> None:
        shown = self._shown_events()
        ends = [0, *(turn.end for turn in self.session.log())]
        self.session.look(max((end for end in ends if end < shown), default=0))

    def _act_log_next(self, _: str) -> None:
        shown = self._shown_events()
        ends = [turn.end for turn in self.session.log()]
        self.session.look(min((end for end in ends if end > shown), default=None))

    def _shown_events(self) -> int:
        at = self.session.at
        return len(self.session.match.events) if at is None else at

    # -- pointer, keys, fields ---------------------------------------------------------------

    def field(self, name: str, value: str) -> None:
        if self.session.elsewhere:
            return
        if name == "notation":
            self.typed = value
        elif self.mind_field(name, value):
            return
        elif name == "setup":
            self.setup_typed = value

    def hover(self, target: str) -> bool:
        """False: nothing to be drawn again."""
        if target == self.hovered:
            return False
        self.hovered = target if target.startswith(("sq:", "card:", "btn:")) else ""
        return self.mode == "play"

    def grab(self, target: str) -> bool:
        if self.mode == "curtain" or not self.session.live or self.session.elsewhere:
            return False
        target = self.scene.aliases.get(target, target)
        self._fresh()
        if self.arrange.plan() is not None:
            if self.arrange.held != target:
                self.arrange.held = ""
                self.arrange.press(target)
            return self.arrange.held == target
        walk, _ = self.walk()
        if walk.prefix and walk.prefix[-1] == target:
            return True
        walk.clear()
        if target not in walk.starts() or walk.completes(target):
            return False
        return walk.press(target).kind == "extended"

    def drop(self, target: str) -> None:
        """The second press of a drag; beside the board it is put back."""
        self._fresh()
        if not target:
            if self.arrange.plan() is not None:
                self.arrange.take_back()
            self._let_go()
            return
        self._touch(target)
        if self.notice is not None or self.mode == "setup":
            self._let_go()
        self._think()

    def _let_go(self) -> None:
        self.arrange.held = ""
        if self.mode == "play":
            self.walk()[0].clear()

    def key(self, key: str, target: str) -> bool:
        if self.mode == "curtain" or self.session.elsewhere:
            return False
        if target.startswith("sq:") and (there := self._beside(key, target[3:])):
            self.app.view.focus(f"sq:{there}")
            return True
        if key == "Escape":
            return self._escape()
        if key in ("Delete", "Backspace") and self.mode == "setup" and target.startswith("sq:"):
            self._fresh()
            self.arrange.take_back(self.scene.aliases.get(target, target)[3:])
            return True
        return False

    def _beside(self, key: str, square: str) -> str:
        """Where a key leads the focus on the board; empty: nowhere."""
        g = geometry(self.scene.board, self.turned)
        if key in _ARROWS:
            return g.neighbour(square, *_ARROWS[key])
        if key in ("Home", "End"):
            row = next((row for row in g.rows() if square in row), [square])
            return row[0 if key == "Home" else -1]
        return ""

    def _escape(self) -> bool:
        """One step back, whatever was begun."""
        self._fresh()
        if self.ask:
            self.ask = ""
        elif self.arrange.held:
            self.arrange.held = ""
        elif not self.session.live:
            self.session.look(None)
        elif not self.walk()[0].back():
            return False
        return True
