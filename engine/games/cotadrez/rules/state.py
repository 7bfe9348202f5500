"""State of Cotadrez: deployment or battle, with the pending decision.

The battle is stored by halves (South 0, North 1). `j1`, the half of J1, maps them to players
(J1 0, J2 1).
"""

from __future__ import annotations

from random import Random
from typing import Any, Protocol

from engine.core.contract import CHANCE, DRAW, RESIGN, TERMINAL, TIME, UNKNOWN, Action, State
from engine.core.outcome import Outcome, drawn, won_by
from engine.games.cotadrez.rules import deployment as dep
from engine.games.cotadrez.rules import repetitions
from engine.games.cotadrez.rules.attacks import attackers
from engine.games.cotadrez.rules.deployment import Deployment
from engine.games.cotadrez.rules.movement import Safety, besiegers, legal_turns, second_steps
from engine.games.cotadrez.rules.pieces import ARMY, KING, RABBLE, UNITS, code
from engine.games.cotadrez.rules.terrain import Terrain

# Frames: the pending decision. MARCH and EXCHANGE stand on top of TURN, with arguments.
DEPLOY, REVEAL, TURN, MARCH, EXCHANGE = "deploy", "reveal", "turn", "march", "exchange"
Frame = tuple[Any, ...]

BESIEGERS = 2  # units needed for a siege
QUIET_LIMIT, PASS_LIMIT, TURN_LIMIT, REPETITIONS = 100, 2, 1000, 3


class CotadrezRules(Protocol):
    """The game as its states see it: compiled options and position text."""

    water: frozenset[int]
    reinforce: bool

    def terrain(self, forts: tuple[int, int], mountains: tuple[int, ...]) -> Terrain: ...

    def position_text(self, state: CotadrezState) -> str: ...


class CotadrezState(State):
    """A position of Cotadrez.

    `side`: the half whose turn it is. `stack`: frames, top last: (DEPLOY,); (REVEAL,); (TURN,);
    (TURN,), (MARCH, origin, target, taken kind); or (TURN,), (EXCHANGE, rescued kind, besieger
    kinds). `seen`: linked list of the positions at the start of each turn. `quiet`: turns without
    progress. `tags` numbers units of one kind, so that the scene can follow them; they are not part
    of the position.
    """

    __slots__ = (
        "_checked",
        "_counted",
        "_legal",
        "board",
        "deploys",
        "dungeons",
        "game",
        "j1",
        "passes",
        "quiet",
        "reserves",
        "result",
        "seen",
        "side",
        "stack",
        "t",
        "tags",
        "turns",
    )

    game: CotadrezRules
    t: Terrain
    board: bytearray
    tags: bytearray

    def __init__(self, game: CotadrezRules) -> None:
        self.game = game
        self.deploys = (Deployment(), Deployment())
        self.stack: tuple[Frame, ...] = ((DEPLOY,),)
        self.reserves = (bytearray(11), bytearray(11))
        self.dungeons = (bytearray(11), bytearray(11))
        self.side = self.j1 = 0
        self.turns = self.quiet = self.passes = 0
        self.seen: repetitions.Seen = None
        self._counted: repetitions.Counted = (None, {})
        self.result: Outcome | None = None
        self._legal: list[Action] | None = None
        self._checked: bool | None = None

    def clone(self) -> CotadrezState:
        new: CotadrezState = object.__new__(CotadrezState)
        new.game = self.game
        new.deploys = self.deploys
        new.stack = self.stack
        new.result = self.result
        new._legal = self._legal
        new._checked = self._checked
        if self.stack[0][0] == TURN:
            new.t = self.t
            new.board = self.board[:]
            new.tags = self.tags[:]
        south, north = self.reserves
        new.reserves = (south[:], north[:])
        south, north = self.dungeons
        new.dungeons = (south[:], north[:])
        new.side = self.side
        new.j1 = self.j1
        new.turns = self.turns
        new.quiet = self.quiet
        new.passes = self.passes
        new.seen = self.seen
        new._counted = self._counted
        return new

    # -- who and what ------------------------------------------------------------------------

    @property
    def battle(self) -> bool:
        return bool(self.stack[0][0] == TURN)

    def frame(self) -> str:
        return str(self.stack[-1][0])

    def player_of(self, half: int) -> int:
        return half ^ self.j1

    def half_of(self, player: int) -> int:
        return player ^ self.j1

    def decider(self) -> int:
        """Return the half that decides (battle only): in EXCHANGE the besieged one."""
        return 1 - self.side if self.stack[-1][0] == EXCHANGE else self.side

    def current_player(self) -> int:
        if self.result is not None:
            return TERMINAL
        top = self.stack[-1][0]
        if top == DEPLOY:
            return 1 if self.deploys[0].ready else 0
        if top == REVEAL:
            return CHANCE
        return self.decider() ^ self.j1

    def turn_index(self) -> int:
        """Return the turn number: each placement is a turn of its own, the battle starts at 100."""
        if not self.battle:
            return sum(len(d.placed) + (d.anchor != UNKNOWN) + d.ready for d in self.deploys)
        return 100 + self.turns

    def in_check(self, half: int) -> bool:
        king = self.board.find(code(half, KING))
        return king >= 0 and attackers(self.t, self.board, king, 1 - half, 1) > 0

    def checked(self) -> bool:
        """Return whether the half whose turn it is stands in check; cached."""
        if self._checked is None:
            self._checked = self.in_check(self.side)
        return self._checked

    # -- actions -----------------------------------------------------------------------------

    def legal_actions(self) -> list[Action]:
        if self.result is not None:
            return []
        if self._legal is None:
            self._legal = self._generate()
        return list(self._legal)

    def _generate(self) -> list[Action]:
        frame = self.stack[-1]
        if frame[0] == TURN:
            return legal_turns(
                self.t,
                self.board,
                self.side,
                self.reserves[self.side] if self.game.reinforce else None,
                self.dungeons[1 - self.side],
                Safety(self.t, self.board, self.side, self.checked()),
            )
        if frame[0] == MARCH:
            steps = list(second_steps(self.t, self.board, self.side, frame[2]))
            return steps if self.in_check(self.side) else [*steps, ("stop",)]
        if frame[0] == EXCHANGE:
            return self.exchanges(frame[1])
        if frame[0] == REVEAL:
            return []
        player = self.current_player()
        half = 1 - self.deploys[0].half if player else UNKNOWN
        return dep.legal_placements(self.deploys[player], half, self.game.water)

    def takes(self, action: Action) -> bool:
        """Accept the redacted actions of a hidden deployment: J1's `half`, then `ready`."""
        if self.result is not None or self.stack[-1][0] != DEPLOY:
            return False
        player = self.current_player()
        mine = self.deploys[player]
        if mine.seen:
            return False
        if player == 0 and mine.half == UNKNOWN:
            return action in (("half", 0), ("half", 1))
        return action == ("ready",)

    def exchanges(self, rescued: int) -> list[Action]:
        """Return the answers of the besieged side (execution, step 3). Empty if there is no choice;
        with its King in the Reserve that means he dies."""
        half = 1 - self.side
        reserve = self.reserves[half]
        board, t = self.board, self.t
        free = [s for s in t.ring[half] if not board[s]]
        if reserve[KING]:
            safety = Safety(t, board, half)
            return [("save", KING, s) for s in free if safety.may_place(KING, s)]
        if not rescued:
            return []
        out: list[Action] = []
        for kind in UNITS:
            if reserve[kind]:
                out.extend(("save", kind, s) for s in free if not self._checks(half, kind, s))
        return [*out, ("decline",)] if out else []

    def _checks(self, half: int, kind: int, square: int) -> bool:
        """Return whether a saved unit would give check to the executor's King (C32)."""
        self.board[square] = code(half, kind)
        check = self.in_check(1 - half)
        self.board[square] = 0
        return check

    def chance_outcomes(self) -> list[tuple[Action, int]]:
        """Return the reveal as the only outcome of its chance node."""
        return [(("reveal",), 1)] if self.stack[-1][0] == REVEAL and not self.result else []

    # -- playing -----------------------------------------------------------------------------

    def apply(self, action: Action) -> None:
        self._legal = self._checked = None
        verb = action[0]
        if verb == "step":
            self._step(action[1], action[2])
        elif verb == "reinforce":
            self._reinforce(action[1], action[2])
        elif verb == "fire":
            for square in action[2:]:
                self._take(square)
            self._end_turn(True)
        elif verb == "relay":
            a, b = action[1], action[2]
            for row in (self.board, self.tags):
                row[a], row[b] = row[b], row[a]
            self._end_turn(False)
        elif verb == "siege":
            self._execute(action[1])
        elif verb in ("save", "decline"):
            self._exchange(action)
        elif verb == "stop":
            self._end_turn(self.stack[-1][3] > 0)
        elif verb == "pass":
            self.passes += 1
            self._end_turn(False, passed=True)
        else:
            self._apply_elsewhere(action)

    def _apply_elsewhere(self, action: Action) -> None:
        """Apply a table action, the reveal or a placement."""
        verb = action[0]
        if verb == DRAW:
            self.result = drawn("agreement")
        elif verb in (RESIGN, TIME):
            reason = "resignation" if verb == RESIGN else "time"
            self.result = won_by(1 - action[1], reason)
        elif verb == "reveal":
            if len(action) > 1:
                self.deploys = dep.unflat(action[1:])
            self._begin()
        else:
            player = self.current_player()
            mine = dep.placed(self.deploys[player], action)
            other = self.deploys[1 - player]
            self.deploys = (other, mine) if player else (mine, other)
            if all(d.ready for d in self.deploys):
                self.stack = ((REVEAL,),)

    def _begin(self) -> None:
        """Start the battle: turn both deployments into terrain, board and Reserves."""
        first, second = self.deploys
        self.j1 = first.half
        south, north = (second, first) if self.j1 else (first, second)
        self.t = self.game.terrain(
            (south.anchor, north.anchor), south.mountains() + north.mountains()
        )
        self.board, self.tags = bytearray(100), bytearray(100)
        for half, d in enumerate((south, north)):
            reserve = bytearray(ARMY)
            for kind, square in d.units():
                self.put(half, kind, square)
                reserve[kind] -= 1
            self.reserves[half][:] = reserve
        self.side = self.j1
        self.deploys = (Deployment(), Deployment())
        self.stack = ((TURN,),)
        self.start_turn()

    def put(self, half: int, kind: int, square: int) -> None:
        """Place a unit and give it the first free tag of its kind."""
        unit = code(half, kind)
        used = {self.tags[s] for s in range(100) if self.board[s] == unit}
        self.board[square] = unit
        self.tags[square] = next(n for n in (1, 2, 3) if n not in used)

    def _take(self, square: int) -> bool:
        """Move the unit on `square` to the Dungeon of the side to move; False if it is empty."""
        unit = self.board[square]
        if not unit:
            return False
        self.dungeons[self.side][unit & 15] += 1
        self.board[square] = 0
        return True

    def _step(self, origin: int, target: int) -> None:
        board = self.board
        unit = board[origin]
        taken = board[target] & 15
        if taken:
            self._take(target)
        board[target], board[origin] = unit, 0
        self.tags[target], self.tags[origin] = self.tags[origin], 0
        top = self.stack[-1]
        if top[0] == MARCH:
            self._end_turn(taken > 0 or top[3] > 0)
        elif unit & 15 == RABBLE and any(second_steps(self.t, board, self.side, target)):
            self.stack = ((TURN,), (MARCH, origin, target, taken))
        else:
            self._end_turn(taken > 0)

    def _reinforce(self, kind: int, square: int) -> None:
        self.reserves[self.side][kind] -= 1
        self.put(self.side, kind, square)
        self._end_turn(True)

    def _execute(self, rescued: int) -> None:
        """Do steps 1 and 2 of an execution: rescue and return of the besiegers. Then ask for the
        exchange, or close the siege if there is no choice."""
        side = self.side
        if rescued:
            self.dungeons[1 - side][rescued] -= 1
            self.reserves[side][rescued] += 1
        squares = besiegers(self.t, self.board, side)
        kinds = tuple(sorted(self.board[s] & 15 for s in squares))
        for square, kind in ((s, self.board[s] & 15) for s in squares):
            self.board[square] = 0
            self.reserves[side][kind] += 1
        self.stack = ((TURN,), (EXCHANGE, rescued, kinds))
        if not self.exchanges(rescued):
            self._close_siege()

    def _exchange(self, action: Action) -> None:
        if action[0] == "save":
            half = 1 - self.side
            self.reserves[half][action[1]] -= 1
            self.put(half, action[1], action[2])
        self._close_siege()

    def _close_siege(self) -> None:
        """Do step 4 of an execution: the besieged Reserve is lost, and the game if it holds the
        King."""
        half = 1 - self.side
        reserve, dungeon = self.reserves[half], self.dungeons[self.side]
        for kind in UNITS:
            dungeon[kind] += reserve[kind]
            reserve[kind] = 0
        if dungeon[KING]:
            self.result = won_by(self.player_of(self.side), "siege_death")
        self._end_turn(True)

    def _end_turn(self, progress: bool, passed: bool = False) -> None:
        self.stack = ((TURN,),)
        self.turns += 1
        self.quiet = 0 if progress else self.quiet + 1
        if not passed:
            self.passes = 0
        self.side = 1 - self.side
        if self.result is None:
            self.start_turn()

    def skipped(self) -> CotadrezState:
        """Return the position with the turn passed, legal or not, for null-move search. Repetitions
        and the other draw counters are not updated."""
        new = self.clone()
        new.turns += 1
        new.side = 1 - self.side
        new._legal = new._checked = None
        return new

    def start_turn(self) -> None:
        """Record the position and set the result if the game is over (section 5)."""
        position = (bytes(self.board), *self.stores(), self.side)
        self.seen = (position, self.seen)
        self.result = self._mate() or self._draw(position)

    def _mate(self) -> Outcome | None:
        if self.checked() and not self.legal_actions():
            return won_by(self.player_of(1 - self.side), "checkmate")
        return None

    def _draw(self, position: tuple[Any, ...]) -> Outcome | None:
        times, self._counted = repetitions.times(position, self.seen, self._counted)
        if times >= REPETITIONS:
            return drawn("repetition")
        if self.quiet >= QUIET_LIMIT:
            return drawn("quiet")
        if self.passes >= PASS_LIMIT:
            return drawn("passes")
        if self.turns >= TURN_LIMIT:
            return drawn("turns")
        return None

    def outcome(self) -> Outcome | None:
        return self.result

    # -- value, views, texts -----------------------------------------------------------------

    def stores(self) -> tuple[bytes, bytes, bytes, bytes]:
        """Return both Reserves, then both Dungeons, South first."""
        return (*map(bytes, self.reserves), *map(bytes, self.dungeons))  # type: ignore[return-value]

    def key(self) -> tuple[Any, ...]:
        """Return everything the position text shows, without the repetition count. At the start of
        a turn the newest entry of `seen` already holds board and stores, so they are reused; after
        a siege that ended the game it does not."""
        ended = self.result.reason if self.result else ""
        if not self.battle:
            return (self.deploys, self.stack, ended)
        ground = (self.t.forts, self.t.mountains, self.j1, self.side, self.stack)
        counters = (self.turns, self.quiet, self.passes)
        if self.seen is not None and self.stack[-1][0] == TURN and not ended:
            return (self.seen[0][:-1], ground, counters, ended)
        return ((bytes(self.board), *self.stores()), ground, counters, ended)

    def observation(self, viewer: int) -> CotadrezState:
        new = self.clone()
        if not self.battle:
            new.deploys = (
                self._seen_by(0, viewer),
                self._seen_by(1, viewer),
            )
            new._legal = None
        return new

    def _seen_by(self, player: int, viewer: int) -> Deployment:
        mine = self.deploys[player]
        if player == viewer:
            return mine
        # It is secret even whether J2 has placed his Fortress; his half follows from J1's.
        return mine.blanked() if player == 0 else mine.blanked()._replace(half=UNKNOWN)

    def determinize(self, viewer: int, rng: Random) -> CotadrezState:
        new = self.observation(viewer)
        if not self.battle:
            first, second = new.deploys
            other = UNKNOWN if first.half == UNKNOWN else 1 - first.half
            water = self.game.water
            new.deploys = (
                dep.determinized(first, first.half, water, rng),
                dep.determinized(second, other, water, rng),
            )
        return new

    def owned(self, half: int, kind: int) -> int:
        """Return the number of units of a kind on the board, in the Reserve and in the enemy's
        Dungeon."""
        return (
            self.board.count(code(half, kind))
            + self.reserves[half][kind]
            + self.dungeons[1 - half][kind]
        )

    def check_invariants(self) -> None:
        if not self.battle:
            return
        for half in (0, 1):
            for kind in UNITS:
                owned = self.owned(half, kind)
                assert owned <= ARMY[kind], (half, kind, owned)
        for square, unit in enumerate(self.board):
            assert not unit or self.t.is_land(square), square
        kings = sum(self.board.count(code(h, KING)) + self.reserves[h][KING] for h in (0, 1))
        lost = self.result is not None and self.result.reason == "siege_death"
        assert kings == (1 if lost else 2)
        if self.turns and self.result is None and self.frame() == TURN:
            assert not self.in_check(1 - self.side), "the side not to move is in check"
