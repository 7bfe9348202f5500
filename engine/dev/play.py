"""Play a game in the terminal, to try out rules without a browser."""

from __future__ import annotations

import argparse
from random import Random

from engine.core.contract import SPECTATOR
from engine.core.errors import AsedioError
from engine.core.texts import Message
from engine.dev.board import draw
from engine.dev.common import (
    add_game,
    add_options,
    open_game,
    refusing,
    result_line,
    words,
)
from engine.match import codec
from engine.match.chance import fresh, seeded
from engine.match.match import Match, MatchConfig
from engine.search.agents import NAMES, Agent, known_agent, make_agent

NAME = "play"
HELP = "play in the terminal"
HUMAN = "human"
WELCOME = "Type a move, such as {move}. ? lists all moves, help the commands, quit leaves."
COMMANDS = """\
a move   as records write it, such as {move}
?        all moves that are possible now
undo     take back your last move, if it can be taken back
link     print the word of this game, for `replay`, or after #g= in the page's address
resign   give up
help     these lines
quit     leave; the game is not kept"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add game, players, seed and options."""
    add_game(parser)
    known = ", ".join((HUMAN, *NAMES))
    parser.add_argument("--p0", default=HUMAN, type=_player, help=f"first player: {known}")
    parser.add_argument("--p1", default="random", type=_player, help="all other players")
    parser.add_argument("--seed", type=int, help="random seed of chance and computer players")
    add_options(parser)


def _player(name: str) -> str:
    """Return the name of a human or computer player. Raises ValueError if unknown."""
    return name if name == HUMAN else known_agent(name)


@refusing
def run(args: argparse.Namespace) -> int:
    """Play and return 0 at the end of the game or when the person quits."""
    game = open_game(args.game, args.options)
    sampler = fresh() if args.seed is None else seeded(args.seed)
    match = Match(MatchConfig(args.game, dict(game.options)), sampler, game)
    match.begin()
    players = [args.p0, *[args.p1] * (len(game.sides) - 1)]
    agents = [None if name == HUMAN else make_agent(name) for name in players]
    rng = Random(args.seed)
    if None in agents and not match.over:
        print(WELCOME.format(move=_example(match)))
    while not match.over:
        player = match.state.current_player()
        agent = agents[player]
        if agent is not None:
            _computer(match, agent, rng)
        elif not _person(match, player):
            return 0
    seen = match.state.observation(SPECTATOR)
    print(draw(args.game, game.scene(seen, SPECTATOR)))
    print(words(args.game, seen.prompt(SPECTATOR)))
    print(result_line(game, match.state))
    return 0


def _computer(match: Match, agent: Agent, rng: Random) -> None:
    """Play one decision; print what a spectator may know of it and of the chance events
    after it."""
    player = match.state.current_player()
    action = agent.choose(match.game, match.state.observation(player), rng)
    before = len(match.events)
    seen = match.state.observation(SPECTATOR)
    match.play(action)
    for _, event in match.observed_events(SPECTATOR, before):
        text = match.game.action_text(seen, event.action)
        seen.apply(event.action)
        if text:
            print(f"· {_side(match, event.actor) if event.actor >= 0 else '*'}: {text}")


def _side(match: Match, player: int) -> str:
    """Return the name of a side in English: its id may be a word of another language."""
    return words(match.config.game_id, Message(f"side.{match.game.sides[player]}"))


def _example(match: Match) -> str:
    """Return a move that is possible now, in notation."""
    return match.game.action_text(match.state, match.options_now()[0])


def _person(match: Match, player: int) -> bool:
    """Show the table and play what is typed. Return False if the person quits."""
    seen = match.state.observation(player)
    game_id = match.config.game_id
    print(draw(game_id, match.game.scene(seen, player)))
    print(words(game_id, seen.prompt(player)))
    try:
        typed = input(f"{_side(match, player)}> ").strip()
    except EOFError:
        return False
    if typed == "quit":
        return False
    _obey(match, player, typed)
    return True


def _obey(match: Match, player: int, typed: str) -> None:
    try:
        if typed == "?":
            texts = (match.game.action_text(match.state, a) for a in match.options_now())
            print("  ".join(texts))
        elif typed == "undo":
            match.undo(player)
        elif typed == "link":
            print(codec.encode(match))
        elif typed == "resign":
            match.resign(player)
        elif typed in ("", "help"):
            print(COMMANDS.format(move=_example(match)))
        else:
            for reading in match.game.read_actions(match.state, typed):
                for action in reading.actions:
                    match.play(action)
    except AsedioError as error:
        print(words(match.config.game_id, error.message))
