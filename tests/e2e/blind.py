"""Test player that knows the page only by its accessibility tree and presses only Enter.

Used by test_access.py.
"""

from __future__ import annotations

import re
from random import Random
from typing import NamedTuple

from playwright.sync_api import Page

from tests.e2e.harness import written
from ui.words.i18n import I18n

_LINE = re.compile(
    r'^(?P<indent> *)- \'?(?P<role>\w+)(?: "(?P<name>(?:[^"\\]|\\.)*)")?(?P<more>.*)$'
)
_PRESSES = ("move", "capture", "fire", "storm", "swap", "place", "special", "ready")


class Heard(NamedTuple):
    """Node of the accessibility tree; `group` names the group or region that contains it."""

    role: str
    name: str
    group: str
    more: str


def hear(page: Page) -> list[Heard]:
    """Return the nodes of the page's accessibility tree in reading order."""
    found: list[Heard] = []
    groups: list[tuple[int, str]] = []
    for line in page.locator("body").aria_snapshot().splitlines():
        read = _LINE.match(line)
        if read is None:
            continue
        indent, name = len(read["indent"]), re.sub(r"\\(.)", r"\1", read["name"] or "")
        while groups and groups[-1][0] >= indent:
            groups.pop()
        found.append(Heard(read["role"], name, groups[-1][1] if groups else "", read["more"]))
        if read["role"] in ("group", "region"):
            groups.append((indent, name))
    return found


class Blind:
    """Player that picks at random among what accessible names say can be played."""

    def __init__(self, page: Page, game_id: str, seed: int) -> None:
        words = I18n("es", game_id)
        self.page = page
        self.rng = Random(seed)
        self.ends = tuple(words.t(f"table.press.{kind}") for kind in _PRESSES)
        self.select = words.t("table.press.select")
        self.mine = words.t("table.curtain.me", who="").strip()
        self.ready, self.random = words.t("table.setup.ready"), words.t("table.setup.random")
        self.choices, self.back = words.t("table.choices"), words.t("table.back")
        self.log = words.t("table.log")
        self.over = words.t("table.result")
        self.laid = False
        self.presses = 0

    def press(self, one: Heard) -> None:
        name = one.name.replace("\\", "\\\\").replace('"', '\\"')
        self.page.locator(f'role={one.role}[name="{name}"s]').first.focus()
        self.page.keyboard.press("Enter")
        written(self.page)
        self.presses += 1

    def turns(self, tree: list[Heard]) -> int:
        """Return the number of turns in the log."""
        heads = [n for n, one in enumerate(tree) if one[:2] == ("heading", self.log)]
        after = tree[heads[0] :] if heads else []
        rows = [n for n, one in enumerate(after) if one.role == "listitem"]
        return sum(one.role == "button" for one in after[rows[0] :]) if rows else 0

    def step(self) -> int:
        """Press one element; return the turns played before it, or -1 if the game is over."""
        tree = hear(self.page)
        if any(one.name == self.over and one.role == "group" for one in tree):
            return -1
        buttons = [one for one in tree if one.role == "button"]
        named = {one.name: one for one in buttons}
        if curtain := [one for one in buttons if one.name.startswith(self.mine)]:
            self.press(curtain[0])
        elif self.random in named and self.ready in named:
            self.press(named[self.ready if self.laid else self.random])
            self.laid = not self.laid
        else:
            self.press(self.rng.choice(self._possible(tree)))
        return self.turns(tree)

    def _possible(self, tree: list[Heard]) -> list[Heard]:
        """Return what may be pressed now: choices that are asked, and targets or starts.

        Targets finish the current selection; starts begin one when there is no selection.
        """
        able = [one for one in tree if "[disabled]" not in one.more]
        ends = [one for one in able if one.name.endswith(self.ends)]
        asked = [
            one
            for one in able
            if one.role == "button" and one.group == self.choices and one.name != self.back
        ]
        begins = [one for one in able if one.name.endswith(self.select)]
        chosen = [one for one in able if one.role == "gridcell" and "[selected]" in one.more]
        wanted = [*ends, *asked] if ends or chosen else [*begins, *asked]
        assert wanted or ends or begins, f"nothing to press: {[one.name for one in able][:40]}"
        return wanted or begins
