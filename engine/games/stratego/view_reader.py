"""Reads the record of one player's view back into the events as he received them (S53, S54).

The words are played on his observation. What he knows is checked as in any record; what others do
is checked against what everybody knows (view_judge.py).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from engine.core.contract import DRAW, RESIGN, TIME, UNKNOWN, Action, Event, Record
from engine.core.errors import ActionError, BadPosition, BadRecord, IllegalAction
from engine.games.stratego import flow
from engine.games.stratego import view_judge as judge
from engine.games.stratego.pieces import CODES, COLOURS, FLAG, HIDDEN, NUMBER, REVEALED, SIDES
from engine.games.stratego.position import result_text
from engine.games.stratego.reader import (
    BROKEN_OFF,
    QUESTIONS,
    illegal,
    invalid,
    lex,
    refusal,
)
from engine.games.stratego.record import (
    RESULT,
    bad_header,
    mismatch,
    read_head,
    refused,
    split,
)
from engine.games.stratego.tokens import (
    BUY,
    CELL,
    OUT_MARKS,
    RELAY,
    RISE,
    SEEN,
    STEP,
    TABLE,
    TYPE,
    fight_of,
    read_seen,
)
from engine.games.stratego.view_writer import FINAL

if TYPE_CHECKING:
    from engine.games.stratego.game import Stratego
    from engine.games.stratego.state import StrategoState

_SHOW = re.compile(rf"show(?::({SEEN})(?:([<=>])({SEEN}))?)?")
_BACK = re.compile(rf"\+({SEEN})@({CELL})")
_ANSWERS = ("stand", "desert", "closed", "show", "ready", "open", "=-", "^-", "+-")
_PLAIN_ENDS = {"nomove": "out", "no_capture": "end", "max_actions": "end"}


def read_view(title: type[Stratego], text: str, viewer: int) -> Record:
    """What `viewer` was told. Raises BadRecord with its class, the token and his last position."""
    tags, body = split(text)
    final = tags.pop(FINAL, None)
    game, start, setups, record = read_head(title, tags)
    if viewer >= game.players:
        raise bad_header("View")
    state = start.observation(viewer)
    if any(piece >> 4 == viewer and piece & 15 == HIDDEN for piece in state.board if piece):
        raise bad_header("Position")
    record.viewer = viewer
    reader = ViewReader(state, viewer)
    tokens = lex(body)
    claimed = tokens.pop() if tokens and RESULT.fullmatch(tokens[-1]) else ""
    end = _final(game, final, claimed)
    try:
        rest = reader.set_ups(setups, tokens, record.start is None)
        reader.body(rest, bool(claimed))
    except ActionError as why:
        raise refused(why, reader.state) from None
    if end is not None:
        reader.settle(end, claimed)
    elif reader.ended or reader.state.result is not None:
        raise bad_header(FINAL)
    record.events = reader.told
    record.result = reader.state.result.score if reader.state.result is not None else "*"
    return record


def _final(game: Stratego, text: object, claimed: str) -> StrategoState | None:
    """The position that the end uncovered: there is one exactly where a result is claimed."""
    if (text is not None) != bool(claimed):
        raise bad_header(FINAL)
    if text is None:
        return None
    try:
        state = game.state_from_text(str(text))
    except BadPosition as why:
        raise BadRecord(why.message, code="bad_header", where="0", token=FINAL) from None
    if state.to_text() != text or state.result is None:
        raise bad_header(FINAL)
    if result_text(state.result) != claimed:
        raise mismatch(claimed, result_text(state.result), state)
    return state


class ViewReader:
    """An observation that the words of a view's record are played on. `told`: the events so far;
    `ended`: the last of them ended the game, as far as is known without the final position."""

    def __init__(self, state: StrategoState, viewer: int) -> None:
        self.state = state
        self.viewer = viewer
        self.told: list[Event] = []
        self.ended = False
        self.skips = 0
        self._before = state.clone()  # the last event
        self._flag = -1  # the side whose flag has been taken in this turn
        self._owed: tuple[int, ...] = ()  # sides that must be out but are not marked so

    # -- events ------------------------------------------------------------------------------

    def _tell(self, action: Action, out: tuple[int, ...] = ()) -> None:
        """Logs and plays an event as the viewer received it. `out`: sides that go out with the
        event that closes this turn."""
        trial = self.state.clone()
        trial.apply(action)
        closes = trial.turns != self.state.turns
        if closes and action[0] not in (RESIGN, TIME, DRAW, "out", "end"):
            self._judge_out(trial, out)
            if out:
                action = (*action, ("gone", *out))
        actor = action[1] if action[0] in (RESIGN, TIME) else max(self.state.current_player(), 0)
        self._before = self.state.clone()
        self.told.append(Event(actor, action))
        self.state.apply(action)
        if closes:
            self.skips = len(self.state.skipped)
            self.ended = self.state.result is not None or (
                self._flag >= 0 and self.state.game.players == 2
            )
            self._flag = -1

    def _judge_out(self, after: StrategoState, out: tuple[int, ...]) -> None:
        """`after`: the board when the turn has closed and nobody has left it yet."""
        inside = self.state.alive()
        self._owed = ()
        for side in inside:
            flag = side == self._flag
            if side in out and not judge.can_be_out(after, side, flag):
                raise illegal(f"#{SIDES[side]}", "wrong_mark")
            if side not in out and judge.must_be_out(after, side, flag):
                self._owed = (*self._owed, side)
        if not set(out) <= set(inside):
            raise illegal("#", "wrong_mark")

    # -- set-ups -----------------------------------------------------------------------------

    def set_ups(self, setups: dict[str, str], tokens: list[str], fresh: bool) -> list[str]:
        """Plays the set-ups and returns the words that are left. With every tag and no word of a
        set-up all of it is over."""
        homes = {}
        for key, text in setups.items():
            side = COLOURS.index(key[6:]) if key[6:] in self.state.game.sides else -1
            laid = read_seen(self.state.game, side, text) if side >= 0 else None
            if laid is None:
                raise bad_header(f"{key} {text}")
            homes[side] = laid
        rest = list(tokens)
        said = bool(rest) and rest[0] in ("ready", "open")
        complete = fresh and len(homes) == self.state.game.players and not said
        while self.state.setting_up:
            own = self.state.turn == self.viewer
            if self.state.asked == "place" and own and self.viewer in homes:
                self._own_set_up(homes.pop(self.viewer), fresh)
            elif complete:
                self._set_up_word("ready" if self.state.asked == "place" else "open", homes)
            elif rest:
                self._set_up_word(rest.pop(0), homes)
            else:
                break
        if homes:
            raise bad_header(f"Setup.{COLOURS[min(homes)]}")
        return rest

    def _own_set_up(self, laid: list[int], fresh: bool) -> None:
        zone = self.state.game.zones[self.viewer]
        if HIDDEN in laid or not fresh or not zone.complete(laid):
            raise bad_header(f"Setup.{COLOURS[self.viewer]}")
        for kind in laid:
            self._tell(("put", kind))
        self._tell(("ready",))

    def _set_up_word(self, word: str, homes: dict[int, list[int]]) -> None:
        state = self.state
        side, own = state.turn, state.turn == self.viewer
        if state.asked == "open":
            if word != "open":
                raise illegal(word)
            self._tell(("open",) if own else ("open", ("cells", *self._opened(side, homes))))
        elif own:
            self._tell(state.game.parse_action(state, word))
        elif word == "ready":
            self._tell(("ready",))
        else:
            raise illegal(word) if re.fullmatch(rf"{TYPE}|\.", word) else invalid(word)

    def _opened(self, side: int, homes: dict[int, list[int]]) -> list[int]:
        """The cells a side turned out to occupy: its whole army, all of it unknown."""
        laid = homes.pop(side, [])
        home = self.state.game.tables.homes[side]
        cells = sorted(c for c, kind in zip(home, laid, strict=False) if kind)
        if set(laid) - {0, HIDDEN} or len(cells) != sum(self.state.game.tables.army):
            raise bad_header(f"Setup.{COLOURS[side]}")
        return cells

    # -- turns -------------------------------------------------------------------------------

    def body(self, tokens: list[str], claimed: bool) -> None:
        """The actions; `claimed`: a result follows, so the last one may end the game."""
        broken = False
        for number, token in enumerate(tokens):
            if token == BROKEN_OFF and not broken:
                broken = True
                continue
            kept = self.state.clone()
            try:
                if self.ended:
                    raise illegal(token, "after_end")
                if self._owed:
                    raise illegal(f"#{SIDES[self._owed[0]]}", "wrong_mark")
                if broken or self.state.asked in QUESTIONS:
                    self._explicit(token)
                else:
                    self._token(token)
            except ActionError:
                self.state = kept
                raise
            if number == len(tokens) - 1 and self._owed and not claimed and not self.ended:
                raise illegal(token, "wrong_mark")

    def _token(self, token: str) -> None:
        if self.state.setting_up:
            raise illegal(token)
        word, out = self._marks(token)
        if step := STEP.fullmatch(word):
            self._turn(token, step, out)
        elif swap := RELAY.fullmatch(word):
            self._act(token, ("relay", *sorted(self._cells(swap[1], swap[2]))), out)
        elif bought := BUY.fullmatch(word):
            self._act(token, ("buy", NUMBER[bought[1]], *self._cells(bought[2])), out)
        elif token == "--":
            if not self.skips:
                raise illegal(token, "no_skip", "5.27")
            self.skips -= 1
        elif table := TABLE.fullmatch(token):
            self._tell(self._table(token, table))
        elif token == "out":
            if self.state.turn == self.viewer and ("out",) not in self.state.legal_actions():
                raise refusal(self.state, token)
            self._tell(("out",))
        else:
            raise (
                illegal(token) if token in (*_ANSWERS, "show", "ready", "open") else invalid(token)
            )

    def _marks(self, token: str) -> tuple[str, tuple[int, ...]]:
        """A word, and the sides it says are out."""
        match = OUT_MARKS.fullmatch(token)
        word, marks = match.groups() if match else (token, "")
        out = tuple(SIDES.index(letter) for letter in marks.replace("#", ""))
        if any(side >= self.state.game.players for side in out) or out != tuple(sorted({*out})):
            raise invalid(token)
        return word, out

    def _table(self, token: str, match: re.Match[str]) -> Action:
        verb, side, draw = match.groups()
        action: Action = (DRAW,)
        if not draw:
            action = (RESIGN, SIDES.index(side) if side else self.state.turn)
        if action not in self.state.table_actions():
            raise illegal(token, "table_action", "4.8")
        return (TIME, action[1]) if verb == TIME else action

    def _cells(self, *names: str) -> list[int]:
        return [self.state.game.tables.grid.index.get(name, -1) for name in names]

    def _act(
        self, token: str, action: Action, out: tuple[int, ...] = (), kinds: tuple[int, ...] = ()
    ) -> None:
        """One action of the side to act, the own by the rules, another's by what is known."""
        if -1 in action[1:]:
            raise refusal(self.state, token)
        if self.state.turn == self.viewer:
            good = action in self.state.legal_actions()
        else:
            good = judge.can_act(self.state, action, kinds)
        if not good:
            why = refusal(self.state, token.partition(":")[0])
            raise IllegalAction(why.message, token=token, code="IllegalAction")
        self._tell(action, out)

    def _turn(self, token: str, match: re.Match[str], out: tuple[int, ...]) -> None:
        attack, told = match[2] == "x", bool(match[4] or match[7])
        if attack != told:
            raise invalid(token)
        rises = [(sign, NUMBER[code]) for sign, code in RISE.findall(match[8])]
        if [sign for sign, _ in rises] not in ([], ["="], ["^"], ["=", "^"]):
            raise invalid(token)
        self._act(token, ("attack" if attack else "move", *self._cells(match[1], match[3])), out)
        deserted, back = bool(match[7]), match.group(9, 10)
        while self.state.asked in QUESTIONS and not self.state.result:
            asked = self.state.asked
            if asked == "answer":
                self._answer(token, "desert" if deserted else "stand", out)
                deserted = False
            elif asked == "show1":
                self._show_attacker(token, match[4] or "", out)
            elif asked == "show2":
                self._show_fight(token, match.group(4, 5, 6), out)
            elif asked == "rear":
                self._rear(token, back, out)
                back = (None, None)
            else:
                sign = "=" if asked == "merit" else "^"
                new = rises.pop(0)[1] if rises and rises[0][0] == sign else 0
                self._rise(token, new, out)
        if rises or deserted or back[0]:
            raise illegal(token, "wrong_mark")

    # -- questions ---------------------------------------------------------------------------

    def _mine(self) -> bool:
        return self.state.current_player() == self.viewer

    def _answer(self, token: str, verb: str, out: tuple[int, ...]) -> None:
        if self._mine() and (verb,) not in self.state.legal_actions():
            raise illegal(token, f"no_{verb}", "5.28")
        self._tell((verb,), out)

    def _show_attacker(self, token: str, code: str, out: tuple[int, ...]) -> None:
        """The first showing: open to all in standard combat, otherwise closed."""
        game, origin = self.state.game, self.state.act[0]
        if not code:
            raise illegal(token, "wrong_mark")  # nobody deserted, so there is a fight to tell
        if self._mine() or not (game.shows_survivor and game.shows_removed):
            self._tell(("show",), out)
            return
        kind = CODES.index(code)
        attack = ("attack", *self.state.act[:2])
        if kind == HIDDEN or not judge.fits(self.state, origin, kind):
            raise illegal(token, "wrong_mark")
        if not judge.can_act(self.state, attack, (kind,)):
            raise illegal(token, "wrong_mark")
        self._tell(("show", ("type", kind)), out)

    def _show_fight(self, token: str, codes: tuple[str | None, ...], out: tuple[int, ...]) -> None:
        """The second showing: the types this viewer sees and no other, and an outcome they can
        have. The taking of a flag is told to all."""
        state = self.state
        if not all(codes):
            raise illegal(token, "wrong_mark")
        outcome, a, d = fight_of(*(code or "" for code in codes))
        origin, target, _ = state.act
        owner = state.board[target] >> 4
        shown = flow.shown_by(state, outcome)
        sees_a = state.turn == self.viewer or bool(shown & 1)
        sees_d = owner == self.viewer or bool(shown & 2)
        flag = d == FLAG
        good = sees_a == (a != HIDDEN) and (flag or sees_d == (d != HIDDEN))
        good = good and (a == HIDDEN or judge.fits(state, origin, a))
        good = good and (d == HIDDEN or judge.fits(state, target, d))
        if not good or not judge.can_end_so(state, outcome, a, d):
            raise illegal(token, "wrong_mark")
        if flag:
            self._flag = owner
        fight = (outcome, a if sees_a else UNKNOWN, d if sees_d else UNKNOWN, int(flag))
        self._tell(("show", ("fight", *fight)), out)

    def _rise(self, token: str, new: int, out: tuple[int, ...]) -> None:
        """A promotion to `new`, 0 for none that was told of."""
        state, target = self.state, self.state.act[1]
        if self._mine():
            if new and ("accept",) not in state.legal_actions():
                raise illegal(token, "no_promotion", "5.22")
            if new and new != (state.board[target] & 15) + 1:
                raise illegal(token, "wrong_mark")
            self._tell(("accept",) if new else ("decline",), out)
        elif not state.flags[target] & REVEALED:
            if new:
                raise illegal(token, "wrong_mark")
            self._tell(("closed",), out)
        elif new:
            if not judge.can_rise(state, new, state.asked == "merit"):
                raise illegal(token, "wrong_mark")
            self._tell(("accept", ("type", new)), out)
        else:
            self._tell(("decline",), out)

    def _rear(self, token: str, back: tuple[str | None, ...], out: tuple[int, ...]) -> None:
        code, name = back
        if not code or not name:
            self._tell(("decline",), out)
            return
        (cell,) = self._cells(name)
        if (code == "?") == self._mine():
            raise illegal(token, "wrong_mark")
        if self._mine():
            action: Action = ("back", NUMBER[code], cell)
            good = action in self.state.legal_actions()
        else:
            action = ("back", UNKNOWN, cell)
            good = judge.can_return(self.state, cell)
        if not good:
            raise illegal(token, "no_rescue", "5.25")
        self._tell(action, out)

    def _explicit(self, token: str) -> None:
        """One decision of a turn that is broken off, or that was going on when the game began,
        with what was shown of it."""
        asked = self.state.asked
        token, out = self._marks(token)
        if asked not in QUESTIONS:
            step = STEP.fullmatch(token)
            if not step or any(step.group(4, 7, 9)) or step[8] or step[11]:
                raise invalid(token)
            verb = "attack" if step[2] == "x" else "move"
            self._act(token, (verb, *self._cells(step[1], step[3])))
            return
        show = _SHOW.fullmatch(token)
        rise = re.fullmatch(rf"([=^])({TYPE}|-)?", token)
        if show and asked == "show1" and not show[2]:
            self._show_attacker(token, show[1] or "?", out)
        elif show and asked == "show2":
            self._show_fight(token, show.groups(), out)
        elif asked == "answer" and token in ("stand", "desert"):
            self._answer(token, token, out)
        elif asked == "rear" and (back := _BACK.fullmatch(token)):
            self._rear(token, back.group(1, 2), out)
        elif asked == "rear" and token == "+-":
            self._rear(token, (None, None), out)
        elif asked in ("merit", "courage") and (rise or token == "closed"):
            self._explicit_rise(token, rise, out)
        elif show or rise or token in _ANSWERS:
            raise illegal(token)
        else:
            raise invalid(token)

    def _explicit_rise(self, token: str, rise: re.Match[str] | None, out: tuple[int, ...]) -> None:
        """`=` and `^` of one's own, `=6` of a revealed piece, `=-` declined, `closed` unseen."""
        state = self.state
        hidden = not self._mine() and not state.flags[state.act[1]] & REVEALED
        sign = "=" if state.asked == "merit" else "^"
        if hidden != (rise is None) or (rise and rise[1] != sign):
            raise illegal(token, "wrong_mark")
        told = rise[2] if rise else "-"
        if told != "-" and self._mine() != (told is None):
            raise illegal(token, "wrong_mark")
        new = NUMBER[told] if told and told != "-" else 0
        if rise and not told:
            new = (state.board[state.act[1]] & 15) + 1
        self._rise(token, new, out)

    # -- the end -----------------------------------------------------------------------------

    def settle(self, final: StrategoState, claimed: str) -> None:
        """Hangs the final position on the event that ended the game: the last one, or `out` or
        `end`, which are not written. What it uncovers must agree with what was known before."""
        state = self.state
        assert final.result is not None
        verb = _PLAIN_ENDS.get(final.result.reason)
        if verb and state.result is None and state.asked == "turn" and not self.ended:
            action: Action = (verb,)
            if not self._may_announce(final.result.reason):
                raise mismatch(claimed, "-", state)
            actor, before = max(state.current_player(), 0), state
        elif self.told:
            actor, action = self.told.pop()
            action = tuple(p for p in action if not (isinstance(p, tuple) and p[0] == "gone"))
            before = self._before
        else:
            raise mismatch(claimed, "-", state)
        known = judge.ended(before, action, final)
        if known.result is None or known.result != final.result:
            reached = result_text(known.result) if known.result is not None else "-"
            raise mismatch(claimed, reached, state)
        if judge.knowledge(known) != judge.knowledge(judge.as_known(final, self.viewer)):
            raise bad_header(FINAL)
        action = (*action, (FINAL.lower(), final.to_text()))
        self.told.append(Event(actor, action))
        self.state = before.clone()
        self.state.apply(action)

    def _may_announce(self, reason: str) -> bool:
        state, game = self.state, self.state.game
        if reason == "no_capture":
            return bool(game.quiet_limit and state.quiet >= game.quiet_limit)
        if reason == "max_actions":
            return bool(game.most_actions and state.plies >= game.most_actions)
        return state.turn != self.viewer or ("out",) in state.legal_actions()
