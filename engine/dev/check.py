"""List what a game lacks, each finding with its remedy: files, catalogue keys, flags, clauses,
clashes of names, and the first game that breaks a rule of the contract."""

from __future__ import annotations

import argparse
import ast
import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from pathlib import Path
from random import Random

from engine.core.contract import CHANCE, AnyGame, State
from engine.core.hidden import Hiding
from engine.core.info import GameInfo
from engine.core.texts import Message
from engine.dev import checks, fuzz
from engine.dev.checks_telling import received
from engine.dev.common import (
    LANGUAGES,
    ROOT,
    catalogue,
    clauses,
    game_ids,
    random_match,
    random_options,
    refusing,
    viewers,
)
from engine.dev.walks import states
from engine.games import (
    game_editor,
    game_info,
    game_legend,
    game_look,
    game_text,
    list_games,
    position_game,
)
from engine.match import record
from engine.match.match import Match

NAME = "check"
HELP = "list what a game lacks, each with its remedy"
NEEDS_CHECKOUT = True
GAMES = 12  # random games that are looked at


@dataclass(frozen=True, slots=True)
class Lack:
    """What a game lacks, and what to do about it."""

    what: str
    remedy: str


class Examined:
    """A game and some complete random games of it, under random options."""

    def __init__(self, game_id: str, games: int = GAMES) -> None:
        self.id = game_id
        self.games = games
        self.info: GameInfo = game_info(game_id)
        self.path = Path(str(import_module(f"engine.games.{game_id}.info").__file__)).parent
        self.folder = self.path.relative_to(ROOT).as_posix()

    @cached_property
    def matches(self) -> list[Match]:
        rng = Random(f"check {self.id}")
        return [
            random_match(self.id, random_options(self.id, rng) if seed else None, seed)
            for seed in range(self.games)
        ]

    def walk(self) -> Iterator[tuple[Match, State]]:
        """Yield every state of every game."""
        for match in self.matches:
            yield from ((match, state) for state in states(match))


def files(sample: Examined) -> Iterator[Lack]:
    """Find missing files, and flags that promise other files than there are."""
    for lang in LANGUAGES:
        if not clauses(sample.id, lang):
            where = f"{sample.folder}/table/rules.{lang}.md"
            yield Lack(f"{where} has no clause", "begin each of its paragraphs like **1.1**")
    for name in ("lessons", "exercises", "campaign"):
        flag = getattr(sample.info, name)
        there = game_text(sample.id, f"{name}.json") is not None
        if there != flag:
            found = f"table/{name}.json {'exists' if there else 'does not exist'}"
            yield Lack(f"{found}, but info.py says {name}={flag}", f"set {name}={there}")
    if not (ROOT / "tests" / "games" / sample.id).is_dir():
        yield Lack("no test of its own", f"write tests/games/{sample.id}/test_{sample.id}.py")


def texts(sample: Examined) -> Iterator[Lack]:
    """Find keys that one language lacks, and keys that home or the table ask for in vain."""
    own = {
        lang: set(json.loads(game_text(sample.id, f"locale/{lang}.json") or "{}"))
        for lang in LANGUAGES
    }
    wanted = {*own["es"], *own["en"], *_keys_of_home(sample.info), *_keys_of_tables(sample)}
    game = sample.matches[0].game
    wanted |= {*_keys_of_decisions(game)}
    wanted |= {*_keys_of_nouns(game, [*wanted])}
    for lang in LANGUAGES:
        known = catalogue(sample.id, lang)
        for key in sorted(wanted - own[lang]):
            if not known.has(key):
                path = f"{sample.folder}/table/locale/{lang}.json"
                yield Lack(f"no text {key} in {lang}", f"add it to {path}")
    for key in sorted(_left_over(sample, {*own["es"], *own["en"]})):
        yield Lack(f"nothing in the game has the text {key}", "delete it from both catalogues")


def _keys_of_home(info: GameInfo) -> Iterator[str]:
    yield from ("tagline", *(f"side.{side}" for side in info.sides))
    yield from (f"preset.{preset.id}" for preset in info.presets)
    for option in info.options:
        yield f"option.{option.name}"
        words = [value for value in option.values if isinstance(value, str) and value]
        yield from (f"option.{option.name}.{value}" for value in words)


def _keys_of_tables(sample: Examined) -> Iterator[str]:
    for match, state in sample.walk():
        for viewer in viewers(match.game):
            seen = state.observation(viewer)
            shown = [match.game.scene(seen, viewer), seen.prompt(viewer)]
            yield from _keys(checks.messages(shown))
    match = sample.matches[0]
    for viewer in viewers(match.game):
        for told in received(match, viewer):
            yield from _keys(checks.messages(match.game.tell(*told)))


def _keys(messages: Iterable[Message]) -> Iterator[str]:
    """Yield the keys of messages and of those inside them."""
    for message in messages:
        if not message.key.endswith("."):  # of a name that this sentence leaves out
            yield message.key
        yield from _keys(one for one in message.params.values() if isinstance(one, Message))


def _keys_of_decisions(game: AnyGame) -> Iterator[str]:
    """Yield the keys of the decisions beside the moves, also those that no random game met."""
    for decision in getattr(game, "decisions", ()):
        yield f"prompt.{decision.name}"
        yield from (decision.told(game, 0, value).key for value in (0, 1))
        yield from (f"choice.{word}" for word in getattr(decision, "words", ()))


def _left_over(sample: Examined, keys: set[str]) -> Iterator[str]:
    """Yield the keys of a game on the kit about pieces, options, reasons or ground that it does not
    have, such as those of the model that it was copied from."""
    game, info = sample.matches[0].game, sample.info
    if not hasattr(game, "kinds"):
        return
    secrets = (getattr(one, "glyph", "") for one in getattr(game, "decisions", ()))
    pieces = {*game.kinds.values(), *secrets}
    known = {
        "piece": pieces, "the": pieces, "gender": pieces, "about.piece": pieces,
        "option": {option.name for option in info.options},
        "preset": {preset.id for preset in info.presets},
        "side": {*info.sides},
        "why": {*getattr(game, "clauses", ())},
        "terrain": {*game_look(sample.id).grounds},
    }  # fmt: skip
    for key in keys:
        for group, names in known.items():
            name = key.removeprefix(f"{group}.").partition(".")[0]
            if key.startswith(f"{group}.") and name not in names:
                yield key


def _keys_of_nouns(game: AnyGame, known: Iterable[str]) -> Iterator[str]:
    """Yield the genders of the nouns with an article, and the reasons of a game on the kit."""
    yield from (f"gender.{key.removeprefix('the.')}" for key in known if key.startswith("the."))
    yield from (f"why.{reason}" for reason in getattr(game, "clauses", ()) if reason != "position")


def flags(sample: Examined) -> Iterator[Lack]:
    """Find flags that random games contradict."""
    chance = any(
        state.current_player() == CHANCE and len(state.chance_outcomes()) > 1
        for _, state in sample.walk()
    )
    secrets = any(
        state.observation(viewer).key() != state.key()
        for match, state in sample.walk()
        for viewer in viewers(match.game)
    )
    for name, met, flag in (
        ("has_chance", chance, sample.info.has_chance),
        ("has_secrets", secrets, sample.info.has_secrets),
    ):
        if met != flag:
            found = "met" if met else "never met"
            yield Lack(f"{found} in {sample.games} games: what {name} means", f"set {name}={met}")
    if sample.info.far and secrets and type(sample.matches[0].game).hides is Hiding.hides:
        remedy = "leave far out, or answer hides and shows of engine/core/hidden.py and State.takes"
        yield Lack("far=True, but the game does not say what it hides from another device", remedy)


def names(sample: Examined) -> Iterator[Lack]:
    """Find class names that something else has, and records that another game claims."""
    taken = dict(_classes(("engine", "ui"), apart=sample.folder))
    for name, where in _classes((sample.folder,)):
        if name in taken:
            yield Lack(f"{where} has a class {name}, as {taken[name]} has", "rename it")
    editor = game_editor(sample.matches[0].game)
    places = [state for state in states(sample.matches[0]) if editor and editor.can_edit(state)]
    for text in (state.to_text() for state in places):
        if position_game(text) != sample.id:
            remedy = f"correct the pattern `position` in {sample.folder}/info.py"
            yield Lack(f"the position {text!r} is not taken for one of this game", remedy)
            break
    for match in sample.matches:
        text = record.write(match)
        readers = [info.id for info in list_games() if re.search(info.record, text, re.MULTILINE)]
        if readers != [sample.id]:
            claimed = ", ".join(readers) or "no game"
            remedy = f"change the pattern `record` in {sample.folder}/info.py"
            yield Lack(f"its records are taken for those of {claimed}", remedy)
            return


def _classes(folders: tuple[str, ...], apart: str = "") -> Iterator[tuple[str, str]]:
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            where = path.relative_to(ROOT).as_posix()
            if "scaffold" in path.parts or (apart and where.startswith(f"{apart}/")):
                continue
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.ClassDef):
                    yield node.name, where


def drawings(sample: Examined) -> Iterator[Lack]:
    """Find pieces without a drawing and legend entries that cite no clause of the rulebook."""
    look = json.loads((sample.path / "look.json").read_text("utf-8"))
    game_look(sample.id)  # raises BadLook for a file that cannot be used
    met = {
        piece.glyph
        for match, state in sample.walk()
        for piece in match.game.scene(state.observation(0), 0).pieces
    }
    for glyph in sorted(met - {*look.get("glyphs", {}), ""}):
        yield Lack(f"no drawing of {glyph}", f'add it to "glyphs" of {sample.folder}/look.json')
    known = clauses(sample.id, "en")
    for entry in game_legend(sample.id):
        if entry.about.clause not in known:
            what = f"the legend cites clause {entry.about.clause!r}, which the rulebook lacks"
            yield Lack(what, f"correct {sample.folder}/table/legend.json")


def legend(sample: Examined) -> Iterator[Lack]:
    """Find what one game shows and the legend lacks, and pieces whose moves it does not draw."""
    known = game_legend(sample.id)
    where = f"{sample.folder}/table/legend.json"
    shown = {entry.kind for entry in known if entry.board}
    lacking: set[tuple[str, str]] = set()
    unmoved: set[str] = set()
    for state in states(sample.matches[0]):
        for group, kind, moves in _things(sample.matches[0].game, state):
            if known.find(kind, group, "region" if group == "ground" else group) is None:
                lacking.add((group, kind))
            elif moves and kind not in shown:
                unmoved.add(kind)
    for group, kind in sorted(lacking):
        yield Lack(f"the legend has no {group} {kind}", f"add it to {where}, with its clause")
    for kind in sorted(unmoved):
        remedy = f'add "board" (a position), "square" and "sign" to it in {where}'
        yield Lack(f"the legend does not show how {kind} moves", remedy)


def _things(game: AnyGame, state: State) -> Iterator[tuple[str, str, bool]]:
    """Yield (group, kind, whether it moves) of pieces, marks and ground, as who decides sees
    them."""
    player = max(state.current_player(), 0)
    seen = state.observation(player)
    scene = game.scene(seen, player)
    shown = reversed([piece for piece in scene.pieces if not piece.hidden])
    drawn = {piece.square: piece for piece in shown}
    for piece in scene.pieces:
        yield "piece", "unknown" if piece.hidden else piece.glyph, False
        if drawn.get(piece.square) == piece:  # a square is asked about once
            reach = [mark.kind for mark in game.reach(seen, f"sq:{piece.square}")]
            yield "piece", piece.glyph, bool({"reach", "attack"}.intersection(reach))
            yield from (("mark", kind, False) for kind in reach if kind in ("reach", "attack"))
    yield from (("mark", mark.kind, False) for mark in scene.marks)
    styles = {style for square in scene.board.squares for style in square.styles}
    yield from (("ground", style, False) for style in sorted(styles - {"light", "dark"}))
    for action in state.legal_actions() if state.current_player() >= 0 else ():
        if game.path(state, action)[-1].startswith("sq:"):
            yield "mark", game.mark(state, action), False


def contract(sample: Examined) -> Iterator[Lack]:
    """Find the first random game that breaks a rule of the contract."""
    for seed in range(sample.games):
        met = fuzz.walked(fuzz.Walk(sample.id, None, seed))
        if isinstance(met, fuzz.Broken):
            again = f"python -m engine fuzz {sample.id} --games 1 --seed {seed}"
            yield Lack(f"{met.cause} (options {met.options})", f"{again} repeats it")
            return


# Files and flags first: what comes later may fail because of them.
CHECKS: tuple[Callable[[Examined], Iterator[Lack]], ...] = (
    files, flags, texts, names, drawings, legend, contract,
)  # fmt: skip


def lacks(game_id: str, games: int = GAMES) -> Iterator[Lack]:
    """Yield what a registered game lacks. A crash of the game ends the list and is its last
    entry."""
    try:
        sample = Examined(game_id, games)
        for check in CHECKS:
            yield from check(sample)
    except Exception as why:
        yield Lack(f"{type(why).__name__}: {why}", f"python -m pytest tests/contract -k {game_id}")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add game and number of random games."""
    parser.add_argument("game", help="id of a game (see `list`)")
    parser.add_argument("--games", type=int, default=GAMES, help="random games to look at")


@refusing
def run(args: argparse.Namespace) -> int:
    """Return 0; 1 if something is lacking."""
    (game_id,) = game_ids(args.game)
    found = list(lacks(game_id, args.games))
    for lack in found:
        print(f"{lack.what}\n    {lack.remedy}")
    print(f"{game_id}: {len(found)} to mend" if found else f"{game_id}: nothing is lacking")
    return 1 if found else 0
