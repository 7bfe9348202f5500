"""Types of the places in `ROUTES`; tests/test_layers.py compares them."""

from engine.search.exercises import exercise as puzzles
from ui.about.screen import AboutScreen as credits
from ui.browser import clipboard as clipboard
from ui.browser import deck as deck
from ui.browser import files as files
from ui.browser import persistent_storage as lasting
from ui.browser import relay as relay
from ui.browser import scripts as scripts
from ui.browser.engine_client import BrowserEngine as engine
from ui.browser.gallery import Gallery as gallery
from ui.browser.gif import record as reel
from ui.embed.screen import open_view as view
from ui.far.entry import Visits as far
from ui.home import played as played
from ui.home.game_sheet import WaysDialog as ways
from ui.home.mine.screen import MineScreen as mine
from ui.home.screen import HomeScreen as home
from ui.learn.analysis.at_table import open_engine_view as engine_view
from ui.learn.daily.entry import open_challenge as challenge
from ui.learn.editor.entry import open_editor as editor
from ui.learn.exercises.entry import open_exercise as exercise
from ui.learn.guess_form import GuessForm as guess
from ui.learn.legend import AboutDialog as about
from ui.learn.legend import LegendDialog as legend
from ui.learn.legend import kind_of as kind
from ui.learn.lessons.entry import open_lesson as lesson
from ui.learn.mistakes.panel import MistakesPanel as mistakes
from ui.learn.mistakes.training import open_training as training
from ui.learn.printing.entry import open_printing as printing
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
from ui.table import keys as keys
from ui.table.pause import PauseDialog as pause
from ui.table.screen import TableScreen as table

ROUTES: dict[str, str]
PACKS: dict[str, tuple[str, ...]]

# A stub exports under another name only what is listed.
# fmt: off
__all__ = [
    "PACKS", "ROUTES", "about", "ask_now", "challenge", "choose_game", "clipboard", "credits",
    "deck", "editor", "engine", "engine_view", "exercise", "far", "fared", "files", "forum",
    "gallery", "gif", "guess", "home", "keys", "kind", "lasting", "legend", "lesson", "link",
    "look", "mine", "mistakes", "notes", "pause", "played", "printing", "puzzles", "reading",
    "reel", "relay", "rules", "scripts", "settings", "setups", "share", "study", "study_engine",
    "table", "tables", "things", "training", "view", "ways",
]
