"""What the page imports or fetches only on demand, in two tables.

`ROUTES` names the places of the page and is the only way code below a screen reaches one, as an
attribute of this module (`routes.home`); opening the page imports none of them. `PACKS` names the
code that the release bundle fetches on demand; the page (`ui.browser.code_packs`), the build
(engine/dev/site.py, which reads the literal without importing) and tests/test_layers.py read it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # the routes with their types
    from engine.search.exercises import exercise as puzzles
    from ui.about.screen import AboutScreen as credits
    from ui.browser import clipboard as clipboard
    from ui.browser import deck as deck
    from ui.browser import files as files
    from ui.browser import persistent_storage as lasting
    from ui.browser import relay as relay
    from ui.browser import scripts as scripts
    from ui.browser.engine_client import EngineClient as engine
    from ui.browser.gallery import Gallery as gallery
    from ui.browser.gif import record as reel
    from ui.embed.screen import open_view as view
    from ui.far.entry import Visits as far
    from ui.home import played as played
    from ui.home.game_sheet import WaysDialog as ways
    from ui.home.mine.screen import MineScreen as mine
    from ui.home.screen import HomeScreen as home
    from ui.learn.analysis.at_table import open_engine_view as engine_view
    from ui.learn.campaign import entry as campaign
    from ui.learn.daily.entry import open_challenge as challenge
    from ui.learn.editor.entry import open_editor as editor
    from ui.learn.exercises.entry import open_exercise as exercise
    from ui.learn.exercises.run import begin_run as run
    from ui.learn.guess_form import GuessForm as guess
    from ui.learn.legend import AboutDialog as about
    from ui.learn.legend import LegendDialog as legend
    from ui.learn.legend import kind_of as kind
    from ui.learn.lessons.entry import open_lesson as lesson
    from ui.learn.mistakes.panel import MistakesPanel as mistakes
    from ui.learn.mistakes.training import open_training as training
    from ui.learn.printing.entry import open_printing as printing
    from ui.learn.remarks import speaking as remarks
    from ui.learn.rulebook import open_rulebook as rules
    from ui.learn.setups.dialog import open_setups as setups
    from ui.learn.setups.results import SetupReader as fared
    from ui.learn.show.forum import ForumDialog as forum
    from ui.learn.show.gif import GifDialog as gif
    from ui.learn.study import entry as study
    from ui.learn.study.choice import GameChoice as choose_game
    from ui.learn.study.engine import open_study_engine as study_engine
    from ui.learn.study.notes import open_notes as notes
    from ui.render.look import look_sheet as look
    from ui.saves.persistent_storage import ask_now as ask_now
    from ui.shell.dialogs import ReadingDialog as reading
    from ui.shell.dialogs import SettingsDialog as settings
    from ui.shell.dialogs import ShareDialog as share
    from ui.shell.links import AddressDialog as link
    from ui.shell.open_table import TableOpener as tables
    from ui.table import about as things
    from ui.table import flag_map as flag_map
    from ui.table import keys as keys
    from ui.table import warning as warning
    from ui.table import why as why
    from ui.table.pause import PauseDialog as pause
    from ui.table.screen import TableScreen as table

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
    "campaign": "ui.learn.campaign.entry",
    "exercise": "ui.learn.exercises.entry:open_exercise",
    "run": "ui.learn.exercises.run:begin_run",
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
    "remarks": "ui.learn.remarks.speaking",
    "rules": "ui.learn.rulebook:open_rulebook",
    "about": "ui.learn.legend:AboutDialog",
    "guess": "ui.learn.guess_form:GuessForm",
    "kind": "ui.learn.legend:kind_of",
    "legend": "ui.learn.legend:LegendDialog",
    "credits": "ui.about.screen:AboutScreen",
    "far": "ui.far.entry:Visits",
    "pause": "ui.table.pause:PauseDialog",
    "flag_map": "ui.table.flag_map",
    "keys": "ui.table.keys",
    "why": "ui.table.why",
    "warning": "ui.table.warning",
    "things": "ui.table.about",
    "ask_now": "ui.saves.persistent_storage:ask_now",
    "look": "ui.render.look:look_sheet",
    "engine": "ui.browser.engine_client:EngineClient",
    "relay": "ui.browser.relay",
    "deck": "ui.browser.deck",
    "clipboard": "ui.browser.clipboard",
    "files": "ui.browser.files",
    "scripts": "ui.browser.scripts",
    "lasting": "ui.browser.persistent_storage",
    "gallery": "ui.browser.gallery:Gallery",
    "reel": "ui.browser.gif:record",
}

# By name: modules and whole packages; each game is a pack as well. A game's `table/<name>.json` or
# `.md` lies in the pack of that name (engine/dev/site.py).
PACKS = {
    "rules": ("ui.learn.rulebook",),
    "far": ("engine.far", "ui.far", "ui.browser.alerts", "ui.browser.relay"),
    "deck": ("ui.browser.deck",),
    "lessons": ("engine.core.lessons", "ui.learn.lessons"),
    "campaign": ("engine.core.campaign", "ui.learn.campaign"),
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


if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """Import and return what a route names. Raises NotYetHere until its pack is fetched."""
        if name not in ROUTES:
            raise AttributeError(name)
        module, _, thing = ROUTES[name].partition(":")
        found = import_module(module)
        return getattr(found, thing) if thing else found
