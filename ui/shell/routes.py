"""What the page imports or fetches only on demand, in two tables.

`ROUTES` names the places of the page and is the only way code below a screen reaches one, as an
attribute of this module (`routes.home`), whose types routes.pyi gives; opening the page imports
none of them. `PACKS` names the code that the release bundle fetches on demand; the
page (`ui.browser.code_packs`), the build (engine/dev/site.py, which reads the literal without
importing) and tests/test_layers.py read it.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

ROUTES = {  # by name: "module:object", or "module" for the whole module
    "home": "ui.home.screen:HomeScreen",
    "ways": "ui.home.game_sheet:WaysDialog",
    "played": "ui.home.played",
    "mine": "ui.home.mine.screen:MineScreen",
    "tables": "ui.shell.open_table:TableOpener",
    "table": "ui.table.screen:TableScreen",
    "settings": "ui.shell.dialogs:SettingsDialog",
    "share": "ui.shell.dialogs:ShareDialog",
    "link": "ui.shell.links:AddressDialog",
    "gif": "ui.learn.show.gif:GifDialog",
    "forum": "ui.learn.show.forum:ForumDialog",
    "printing": "ui.learn.printing.entry:open_printing",
    "reading": "ui.shell.dialogs:ReadingDialog",
    "lesson": "ui.learn.lessons.entry:open_lesson",
    "exercise": "ui.learn.exercises.entry:open_exercise",
    "challenge": "ui.learn.daily.entry:open_challenge",
    "mistakes": "ui.learn.mistakes.panel:MistakesPanel",
    "training": "ui.learn.mistakes.training:open_training",
    "engine_view": "ui.learn.analysis.at_table:open_engine_view",
    "study_engine": "ui.learn.study.engine:open_study_engine",
    "editor": "ui.learn.editor.entry:open_editor",
    "study": "ui.learn.study.entry",
    "choose_game": "ui.learn.study.choice:GameChoice",
    "setups": "ui.learn.setups.dialog:open_setups",
    "fared": "ui.learn.setups.results:SetupReader",
    "notes": "ui.learn.study.notes:open_notes",
    "view": "ui.embed.screen:open_view",
    "puzzles": "engine.search.exercises.exercise",
    "rules": "ui.learn.rulebook:open_rulebook",
    "about": "ui.learn.legend:AboutDialog",
    "guess": "ui.learn.guess_form:GuessForm",
    "kind": "ui.learn.legend:kind_of",
    "legend": "ui.learn.legend:LegendDialog",
    "credits": "ui.about.screen:AboutScreen",
    "far": "ui.far.entry:Visits",
    "pause": "ui.table.pause:PauseDialog",
    "keys": "ui.table.keys",
    "things": "ui.table.about",
    "ask_now": "ui.saves.persistent_storage:ask_now",
    "look": "ui.render.look:look_sheet",
    "engine": "ui.browser.engine_client:BrowserEngine",
    "relay": "ui.browser.relay",
    "deck": "ui.browser.deck",
    "clipboard": "ui.browser.clipboard",
    "files": "ui.browser.files",
    "scripts": "ui.browser.scripts",
    "lasting": "ui.browser.persistent_storage",
    "gallery": "ui.browser.gallery:Gallery",
    "reel": "ui.browser.gif:record",
}

# By name: modules and whole packages; each game is a pack as well. A game's `table/<name>.json`
# lies in the pack of that name (engine/dev/site.py).
PACKS = {
    "far": ("engine.far", "ui.far", "ui.browser.alerts", "ui.browser.relay"),
    "deck": ("ui.browser.deck",),
    "lessons": ("engine.core.lessons", "ui.learn.lessons"),
    "exercises": ("engine.search.exercises", "ui.learn.exercises"),
    "challenges": ("engine.match.challenges", "ui.learn.daily"),
    "about": ("ui.about",),
    "mistakes": (
        "engine.search.analysis",
        "engine.search.lines",
        "ui.learn.analysis",
        "ui.learn.mistakes",
    ),
    "editor": ("engine.core.editing", "ui.learn.editor"),
    "mine": ("ui.home.mine", "ui.browser.gallery"),
    "fared": ("engine.search.setup_chances", "ui.learn.setups"),
    "view": ("ui.embed",),
    "show": ("ui.browser.gif", "ui.learn.show"),
    "printing": ("ui.learn.printing",),
    "study": (
        "engine.match.opened",
        "engine.match.study",
        "engine.match.study_file",
        "engine.match.study_reader",
        "engine.match.study_record",
        "ui.learn.study",
    ),
}


def __getattr__(name: str) -> Any:
    """Import and return what a route names. Raises NotYetHere until its pack is fetched."""
    if name not in ROUTES:
        raise AttributeError(name)
    module, _, thing = ROUTES[name].partition(":")
    found = import_module(module)
    return getattr(found, thing) if thing else found
