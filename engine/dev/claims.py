"""Check the facts that a lesson states: claims beside its texts, about which the rules are asked.

A claim is clauses with " | " between them. Those of a task and of a miss begin where the step
begins, those of a `done` after its solution and reply; `me` is the player of the lesson.

    at POSITION       go on in another position
    play ACTIONS      go on after these decisions, chance with the smallest outcome or as named
    missed            go on after each legal action that misses the aim
    begin             go on at the beginning of the step

    moves A B         a legal action leads the piece on A to B, or has B as its target
    attacks A B       the same, and an enemy of the piece on A stands on B
    stuck A           the piece on A has no legal action
    shows A GLYPH SIDE, empty A, badge A KIND    what stands on A, and with which badge
    hidden A, is A GLYPH                         `me` does not see what it is; what its owner sees
    count GLYPH SIDE N, meter SIDE GLYPH N       on the board; beside it
    marked KIND, lit KIND N    a mark of this kind, as a king in check; on N squares
    wins, loses, draws, over                     for the player of the lesson
    asks FRAME, told KEY, legal ACTIONS          the question, what the last `play` tells, choices
    turn SIDE                                    who decides

`not` before a fact negates it. A piece of the player who waits is asked as if it were his turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from engine.core.contract import CHANCE, Action, AnyGame, Event, State
from engine.core.errors import ActionError
from engine.core.lessons import Attempt, LessonStep, decisions, drawn, met
from engine.core.scene import Piece, Scene
from engine.core.targets import name_of
from engine.core.telling import Happening
from engine.search.hints import Hints

BETWEEN = " | "


class NoClaim(ValueError):
    """A claim that cannot be read or asked."""


@dataclass(frozen=True)
class Place:
    """A position about which something is claimed, and what was told on the way to it."""

    game: AnyGame
    state: State
    viewer: int
    told: tuple[Happening, ...] = ()
    chance: tuple[str, ...] = ()
    actions: tuple[Action, ...] = field(default=())

    def scene(self) -> Scene:
        return self.game.scene(self.state.observation(self.viewer), self.viewer)

    def whose(self, side: str) -> int:
        """Return the scene's side of `me` or `other`."""
        seats = self.scene().seats or (0, 1)
        if side not in ("me", "other"):
            raise NoClaim(f"{side} is neither me nor other")
        return seats[self.viewer if side == "me" else 1 - self.viewer]

    def piece(self, square: str) -> Piece | None:
        scene = self.scene()
        if square not in {one.name for one in scene.board.squares}:
            raise NoClaim(f"there is no square {square}")
        return next((one for one in scene.pieces if one.square == square), None)

    def played(self, action: Action) -> Place:
        """Return the place after an action, and the chance outcomes and forced answers after it."""
        state, told, left = self.state.clone(), list(self.told), list(self.chance)
        chosen: Action | None = action
        while chosen is not None:
            before, event = state.observation(self.viewer), Event(state.current_player(), chosen)
            turn, seen = state.turn_index(), self.game.redact(state, event, self.viewer)
            state.apply(chosen)
            now = state.observation(self.viewer)
            told += self.game.tell(before, seen, now, self.viewer) if seen else ()
            if state.current_player() == CHANCE:
                chosen = drawn(self.game, state, left)
            else:
                chosen = _answer(state, turn, event.actor)
        taken = (*self.actions, action)
        return replace(self, state=state, told=tuple(told), chance=tuple(left), actions=taken)

    def after(self, text: str) -> Place:
        """Return the place after decisions in notation. Raises NoClaim if they are not legal."""
        place = self
        try:
            for action in decisions(self.game, self.state, text):
                place = place.played(action)
        except ActionError as why:
            raise NoClaim(f"{text} is not legal: {why}") from None
        return place


def _answer(state: State, turn: int, actor: int) -> Action | None:
    """Return the answer in the middle of turn number `turn` that the table would give by itself."""
    if (given := state.automatic()) is not None:
        return given
    decider, options = state.current_player(), state.legal_actions()
    if decider < 0 or state.turn_index() != turn or len(options) != 1:
        return None
    after = state.clone()
    after.apply(options[0])
    passed_on = actor == decider != after.current_player()
    return None if passed_on else options[0]


def faults(game: AnyGame, start: State, step: LessonStep) -> list[str]:
    """Return the claims of a step that do not hold. Raises NoClaim if one cannot be asked."""
    begun = Place(game, start, start.current_player(), chance=step.chance)
    wrong = []
    for text, facts in step.claims.items():
        for fact in facts:
            places = (
                [begun]
                if text != "done"
                else [_solved(begun, solution, step) for solution in step.solutions]
            )
            if not all(_holds(step, begun, place, fact) for place in places):
                wrong.append(f"{text}: {fact}")
    return wrong


def _solved(begun: Place, solution: str, step: LessonStep) -> Place:
    place = begun.after(solution)
    return place.after(step.reply) if step.reply and not place.state.outcome() else place


def _holds(step: LessonStep, begun: Place, place: Place, claim: str) -> bool:
    """Return whether all facts of a claim hold at a place."""
    places = [place]
    clauses = claim.split(BETWEEN)
    if clauses[-1].partition(" ")[0] in ("at", "play", "begin", "missed"):
        raise NoClaim(f"{claim} claims nothing")
    for clause in clauses:
        word, _, rest = clause.partition(" ")
        if word == "at":
            state = begun.game.state_from_text(rest)
            places = [Place(begun.game, state, begun.viewer)]
        elif word == "begin":
            places = [begun]
        elif word == "play":
            first, _, outcomes = rest.partition(" ~ ")
            chance = tuple(outcomes.split()) or None
            places = [
                replace(one, told=(), chance=chance or one.chance).after(first) for one in places
            ]
        elif word == "missed":
            places = list(_missed(step, begun))
            if not places:
                raise NoClaim("nothing misses the aim")
        elif not all(_fact(one, clause) for one in places):
            return False
    return True


def _missed(step: LessonStep, begun: Place) -> Iterator[Place]:
    """Yield the places after the decisions that miss the aim of a step."""
    waiting = [begun]
    while waiting:
        place = waiting.pop()
        for action in sorted(place.state.legal_actions(), key=repr):
            after = place.played(action)
            tried = Attempt(
                begun.game,
                begun.viewer,
                begun.state.observation(begun.viewer),
                after.state.observation(begun.viewer),
                after.told,
                after.actions,
            )
            if met(step.aim, tried):
                continue
            open_yet = after.state.current_player() == begun.viewer
            if open_yet and len(after.actions) < step.most:
                waiting.append(after)
            else:
                yield after


def _fact(place: Place, clause: str) -> bool:
    negated = clause.startswith("not ")
    word, *rest = clause.removeprefix("not ").split()
    if word not in FACTS:
        raise NoClaim(f"unknown: {clause}")
    try:
        return FACTS[word](place, *rest) != negated
    except TypeError:
        raise NoClaim(f"wrong number of words: {clause}") from None


# -- facts ---------------------------------------------------------------------------------------


def _turn_of(place: Place, piece: Piece) -> State:
    """Return the position with the owner of `piece` to decide. Raises NoClaim."""
    player = place.state.current_player()
    seats = place.scene().seats or (0, 1)
    if player >= 0 and seats[player] == piece.side:
        return place.state
    passed = Hints(place.game).passed(place.state)
    if passed is None:
        raise NoClaim(f"the piece on {piece.square} cannot be asked")
    return passed


def _ways(place: Place, start: str) -> Iterator[Sequence[str]]:
    """Yield the squares of each legal action of the piece on `start`, which are its path."""
    piece = place.piece(start)
    if piece is None:
        raise NoClaim(f"nothing stands on {start}")
    state = _turn_of(place, piece)
    for action in state.legal_actions():
        path = place.game.path(state, action)
        if path and path[0] == f"sq:{start}":
            yield [name for target in path[1:] if (name := name_of(target, "sq"))]


def _moves(place: Place, start: str, end: str) -> bool:
    place.piece(end)  # is a square
    return any(end in way for way in _ways(place, start))


def _attacks(place: Place, start: str, end: str) -> bool:
    mover, prey = place.piece(start), place.piece(end)
    enemies = mover is not None and prey is not None and prey.side != mover.side
    return enemies and _moves(place, start, end)


def _shows(place: Place, square: str, glyph: str, side: str) -> bool:
    piece = place.piece(square)
    return piece is not None and (piece.glyph, piece.side) == (glyph, place.whose(side))


def _badge(place: Place, square: str, kind: str) -> bool:
    piece = place.piece(square)
    return piece is not None and kind in {badge.kind for badge in piece.badges}


def _count(place: Place, glyph: str, side: str, number: str) -> bool:
    whose = place.whose(side)
    pieces = place.scene().pieces
    return sum(piece.side == whose and glyph in ("any", piece.glyph) for piece in pieces) == int(
        number
    )


def _meter(place: Place, side: str, glyph: str, number: str) -> bool:
    whose, found = place.whose(side), set()
    for area in place.scene().areas:
        for item in area.items:
            if item.glyph == glyph and (item.side if item.side >= 0 else area.side) == whose:
                found.add(item.value if item.value >= 0 else item.count)
    return int(number) in found


def _hidden(place: Place, square: str) -> bool:
    piece = place.piece(square)
    return piece is not None and piece.hidden


def _is(place: Place, square: str, glyph: str) -> bool:
    piece = place.piece(square)
    if piece is None:
        return False
    owner = list(place.scene().seats or (0, 1)).index(piece.side)
    return _shows(replace(place, viewer=owner), square, glyph, "me")


def _lit(place: Place, kind: str, number: str) -> bool:
    squares = {
        square for mark in place.scene().marks if mark.kind == kind for square in mark.squares
    }
    return len(squares) == int(number)


def _turn(place: Place, side: str) -> bool:
    place.whose(side)
    return place.state.current_player() == (place.viewer if side == "me" else 1 - place.viewer)


def _marked(place: Place, kind: str) -> bool:
    return any(mark.kind == kind for mark in place.scene().marks)


def _won_by(place: Place, *players: int) -> bool:
    outcome = place.state.outcome()
    return outcome is not None and outcome.winner in players


def _draws(place: Place) -> bool:
    outcome = place.state.outcome()
    return outcome is not None and outcome.winner is None


def _legal(place: Place, *text: str) -> bool:
    try:
        decisions(place.game, place.state, " ".join(text))
    except ActionError:
        return False
    return True


FACTS: Mapping[str, Callable[..., bool]] = {
    "moves": _moves,
    "attacks": _attacks,
    "stuck": lambda place, square: not list(_ways(place, square)),
    "shows": _shows,
    "empty": lambda place, square: place.piece(square) is None,
    "badge": _badge,
    "count": _count,
    "meter": _meter,
    "marked": _marked,
    "wins": lambda place: _won_by(place, place.viewer),
    "loses": lambda place: _won_by(place, 1 - place.viewer),
    "draws": _draws,
    "over": lambda place: place.state.outcome() is not None,
    "asks": lambda place, frame: place.state.frame() == frame,
    "told": lambda place, key: key in {one.words.key for one in place.told},
    "legal": _legal,
    "hidden": _hidden,
    "is": _is,
    "lit": _lit,
    "turn": _turn,
}
