"""Helpers of all commands: opening games, words for a terminal, output lines that scripts parse."""

from __future__ import annotations

import argparse
import json
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, wraps
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import engine.games as registry
from engine.core.contract import SPECTATOR, TABLE_VERBS, Action, AnyGame, State
from engine.core.errors import ActionError, AsedioError, BadOptions, BadPosition, BadRecord
from engine.core.jsontext import BadJson, read_json
from engine.core.options import Options
from engine.core.texts import Catalog, Message
from engine.match.chance import ChanceSampler
from engine.match.match import Match, MatchConfig

if TYPE_CHECKING:  # most commands do not need the search
    from engine.search.agents import Agent

ROOT = Path(__file__).resolve().parents[2]
LANGUAGES = ("es", "en")
SPACES = "\xa0\u202f"  # between a number and its unit
_PLAYER = "player.name."
_CLAUSE = re.compile(r"(?:[-*] +|\d+[.)] +|\| *)?\*\*([A-Z]{0,2}\d+(?:\.\d+)*[a-z]?)\.?\*\*")


class UnknownGame(AsedioError):
    """The game is not registered."""

    default_code = "unknown_game"


# -- games and options -----------------------------------------------------------------------


def game_ids(wanted: str | None = None) -> tuple[str, ...]:
    """Return the wanted game id, or all of them. Raises UnknownGame."""
    if wanted is None:
        return registry.REGISTRY
    if wanted not in registry.REGISTRY:
        raise UnknownGame(wanted)
    return (wanted,)


def parse_options(text: str | None) -> dict[str, Any]:
    """Parse options given as JSON on the command line. Raises BadOptions."""
    try:
        options = read_json(text or "{}")
    except BadJson as why:
        raise BadOptions(f"options are no JSON: {why}") from None
    if not isinstance(options, dict):
        raise BadOptions("options are no JSON object")
    return options


def open_game(game_id: str, options: str | Mapping[str, Any] | None = None) -> AnyGame:
    """Return a game with these options. Raises UnknownGame or BadOptions."""
    (known,) = game_ids(game_id)
    given = parse_options(options) if isinstance(options, str) else options
    return registry.load_game(known)(given)


def open_position(game: AnyGame, text: str | None) -> State:
    """Parse a position, or return the initial state for None. Raises BadPosition."""
    state: State = game.initial_state() if text is None else game.state_from_text(text)
    return state


def viewers(game: AnyGame) -> range:
    """Return the spectator and all players."""
    return range(SPECTATOR, len(game.sides))


def random_options(game_id: str, rng: Random) -> Options:
    """Return a random legal combination of options."""
    kind = registry.load_game(game_id)
    return kind.random_options(rng)


def play_on(match: Match, rng: Random, limit: int | None = None) -> Match:
    """Play at random (chance by weight) to the end or for `limit` events."""
    sampler = ChanceSampler(rng)
    while not match.over and (limit is None or limit > 0):
        if match.state.current_player() < 0:
            match.take(sampler(match.state))
        else:
            match.take(rng.choice(match.options_now()))
        limit = None if limit is None else limit - 1
    return match


def random_match(game_id: str, options: Mapping[str, Any] | None, seed: int) -> Match:
    """Return a complete random game, reproducible from the seed."""
    game = open_game(game_id, options)
    return play_on(Match(MatchConfig(game_id, dict(game.options)), game=game), Random(seed))


class Decision(NamedTuple):
    """A player's choice, before it is played: his observation (`seen`), his action and the seconds
    he took."""

    player: int
    seen: State
    action: Action
    seconds: float


def begun(game: AnyGame, rng: Random) -> Match:
    """Return a new match of this game, advanced to its first decision."""
    match = Match(MatchConfig(game.info.id, dict(game.options)), ChanceSampler(rng), game)
    match.begin()
    return match


def decisions(match: Match, seats: Sequence[Agent], rng: Random) -> Iterator[Decision]:
    """Play on to the end between agents, one per seat. Each decision is yielded before it is
    played."""
    while not match.over:
        player = match.state.current_player()
        seen = match.state.observation(player)
        begin = time.perf_counter()
        action = seats[player].choose(match.game, seen, rng)
        yield Decision(player, seen, action, time.perf_counter() - begin)
        match.play(action)


# -- words -----------------------------------------------------------------------------------


def plain(text: str) -> str:
    """Replace what a terminal would act on, such as line ends or escape codes in a name."""
    return "".join(one if one.isprintable() or one in SPACES else "?" for one in text)


@cache
def catalogue(game_id: str, lang: str = "en") -> Catalog:
    """Return the game's catalogue layered over the page's, which a wheel holds beside the
    engine."""
    folders = (ROOT / "ui" / "locale", ROOT / "engine" / "locale", ROOT / "engine/far/locale")
    shared = sorted(path for folder in folders for path in folder.glob(f"*.{lang}.json"))
    own = registry.game_text(game_id, f"locale/{lang}.json")
    return Catalog(*(json.loads(text) for text in (own, *map(_text, shared)) if text))


def _text(path: Path) -> str:
    return path.read_text("utf-8")


def words(game_id: str | None, message: Message | str) -> str:
    """Return a message in English, in one line and without control characters of foreign text; if
    no catalogue has its key, the key and its parameters."""
    if isinstance(message, str):
        return plain(message)
    if message.key == "error.text":
        return plain(str(message.params.get("text", "")))
    if game_id in registry.REGISTRY and catalogue(str(game_id)).has(message.key):
        return plain(catalogue(str(game_id)).text(_seated(str(game_id), message)))
    shown = ((name, _value(game_id, value)) for name, value in message.params.items())
    return plain(" ".join([message.key, *(f"{name}={value}" for name, value in shown)]))


def _seated(game_id: str, message: Message) -> Message:
    """Return the message with player names replaced by side names: a terminal knows no names."""
    if message.key.startswith(_PLAYER):
        sides = registry.game_info(game_id).sides
        return Message(f"side.{sides[int(message.key.removeprefix(_PLAYER)) % len(sides)]}")
    seated = Message(message.key, message.clause)
    seated.params = {
        name: _seated(game_id, value) if isinstance(value, Message) else value
        for name, value in message.params.items()
    }
    return seated


def _value(game_id: str | None, value: object) -> str:
    return words(game_id, value) if isinstance(value, Message) else str(value)


@cache
def clauses(game_id: str, lang: str) -> frozenset[str]:
    """Return the clause numbers that a rulebook defines: bold text at the start of a line."""
    text = registry.game_text(game_id, f"rules.{lang}.md") or ""
    found = (_CLAUSE.match(line.strip()) for line in text.splitlines())
    return frozenset(match[1] for match in found if match)


# -- lines that scripts read -----------------------------------------------------------------


def result_line(game: AnyGame, state: State) -> str | None:
    """Return `result 1-0 REASON` or, for more than two players, `result SIDE REASON`; None if not
    over."""
    outcome = state.outcome()
    if outcome is None:
        return None
    if len(outcome.returns) == 2:
        return f"result {outcome.score} {outcome.reason}"
    winner = "draw" if outcome.winner is None else game.sides[outcome.winner]
    return f"result {winner} {outcome.reason}"


def error_line(error: AsedioError, game_id: str | None = None) -> str:
    """Return `error CLASS …`: the token for actions, where and token for records, else
    the message."""
    if isinstance(error, ActionError):
        return plain(f"error {error.code} {error.token}".rstrip())
    detail = [words(game_id, error.message)]
    if isinstance(error, BadPosition):
        detail.insert(0, error.field)
    elif isinstance(error, BadRecord):
        detail[:0] = [error.where, error.token]
    return plain(" ".join(["error", error.code, *(part for part in detail if part)]))


def refusing(run: Callable[[argparse.Namespace], int]) -> Callable[[argparse.Namespace], int]:
    """Decorate a command: a refusal prints an `error` line and any last good position,
    exit code 2."""

    @wraps(run)
    def wrapped(args: argparse.Namespace) -> int:
        try:
            return run(args)
        except AsedioError as error:
            print(error_line(error, getattr(args, "game", None)))
            if isinstance(error, BadRecord) and error.position:
                print(error.position)
            return 2

    return wrapped


def is_table(action: Action) -> bool:
    return action[0] in TABLE_VERBS


def add_game(parser: argparse.ArgumentParser, optional: bool = False) -> None:
    parser.add_argument("game", nargs="?" if optional else None, help="id of a game (see `list`)")


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--options", metavar="JSON", help="options that differ from the defaults")


def add_position(parser: argparse.ArgumentParser, required: bool = False) -> None:
    parser.add_argument("--position", metavar="TEXT", required=required, help="position text")
