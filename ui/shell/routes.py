"""Where the code of each place of the page lies: the only table of what is imported when asked for.

Opening the page does not pay for a rulebook nobody reads; and nothing below a screen imports it.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

PLACES = {  # by name "module:object"
    "home": "ui.home.screen:HomeScreen",
    "tables": "ui.shell.opening:Tables",
    "table": "ui.table.screen:TableScreen",
    "settings": "ui.shell.dialogs:SettingsDialog",
    "share": "ui.shell.dialogs:ShareDialog",
    "reading": "ui.shell.dialogs:ReadingDialog",
    "lesson": "ui.learn.lessons.opening:open_lesson",
    "exercise": "ui.learn.exercises.opening:open_exercise",
    "mistakes": "ui.learn.mistakes.panel:MistakesPanel",
    "rules": "ui.learn.rulebook:open_rulebook",
    "about": "ui.learn.legend:AboutDialog",
    "legend": "ui.learn.legend:LegendDialog",
    "credits": "ui.about.screen:AboutScreen",
    "far": "ui.far.visit:Visits",
}


def bring(name: str) -> Any:
    """Return the class or function of a place. Raises NotYetHere until its pack is fetched."""
    module, _, thing = PLACES[name].partition(":")
    return getattr(import_module(module), thing)
