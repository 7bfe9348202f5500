"""The latest events: the strip of a phone, effects on the board, results at their squares."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.core.contract import CHANCE, SPECTATOR
from engine.core.telling import Happening, Telling, lines_of
from ui.render import telling as drawing
from ui.render.geometry import geometry
from ui.render.trails import in_order, trail
from ui.session.announcements import BY_CHANCE, HeardTurn
from ui.session.turns import Turn
from ui.table.ending import ending
from ui.table.table import Table
from ui.words.frame import button
from ui.words.html import Html, el, join

OWN = 3  # lines of one's own turn in the strip, or all of its last decision
FEW = 2  # lines that need no button to go through them while all are in sight
_NEXT = "m7 4 6 6-6 6"


def slots(table: Table) -> dict[str, Html]:
    return {"news": _strip(table), "effects": _effects(table), "shown": _shown(table)}


def side(table: Table, actor: int) -> int:
    """Return the side of a player in the scene; -1 for chance."""
    seats = table.scene.seats
    return seats[actor] if seats and actor >= 0 else max(actor, -1)


def shown_of(table: Table, item: HeardTurn) -> list[Happening]:
    """Return all steps of a turn, even if the item has only those after its last decision."""
    turns = (turn for turn in reversed(table.session.log()) if turn.number == item.number)
    turn = next(turns, None) if table.session.live and item.newest else None
    telling = table.session.history.telling_of(turn) if turn is not None else item.telling
    return [one for line in lines_of(telling) for one in line]


def steps(item: HeardTurn, viewer: int) -> list[list[Happening]]:
    """Return the lines of a turn in brief: all of another player's; of one's own the newest, each
    from its beginning."""
    told = lines_of(item.telling, tight=True)
    if viewer >= 0 and item.actor == viewer:
        newest = item.telling[-item.newest or len(item.telling) :]
        return told[-max(OWN, len(lines_of(newest, tight=True))) :]
    return told


def _newest(table: Table) -> list[HeardTurn]:
    """Return the turns of the strip: those after the one in which the seated player last acted, or
    this one if it is not answered yet; without the deal that comes before the first turn."""
    items, viewer = table.opened(), table.session.viewer
    own = [n for n, item in enumerate(items) if item.actor == viewer and item.newest]
    others = any(item.number for item in items[own[-1] + 1 :]) if own else True
    items = items[own[-1] + others :] if own else items
    return items[1:] if len(items) > 1 and items[0].actor == CHANCE else items


def _answered(table: Table) -> Turn | None:
    """Return the seated player's last turn if others have answered it."""
    session = table.session
    if not session.live or session.viewer < 0:
        return None
    log = session.log()
    own = next((turn for turn in reversed(log) if turn.actor == session.viewer), None)
    return None if own is None or own.setup or own is log[-1] else own


def own_result(table: Table) -> list[list[Happening]]:
    """Return the line with the last result that chance gave the seated player in a turn that others
    have answered: a list of one line, or of none."""
    own = _answered(table)
    told = lines_of(table.session.history.telling_of(own), tight=True) if own is not None else []
    told = [line for line in told if any(one.kind in BY_CHANCE for one in line)]
    struck = [line for line in told if any(one.kind in drawing.STRIKES for one in line)]
    return (struck or told)[-1:]


def strip_parts(table: Table) -> tuple[list[list[Happening]], list[list[Happening]]]:
    """Return the lines of the strip: the seated player's last result, and what others did since; or
    nothing and the newest lines of his own turn."""
    viewer = table.session.viewer if table.session.live else SPECTATOR
    told = [line for item in _newest(table) for line in steps(item, viewer)]
    return (own_result(table) if told else []), told


def strip_lines(table: Table) -> list[list[Happening]]:
    own, told = strip_parts(table)
    return [*own, *told]


def step(table: Table) -> list[Happening]:
    """Return the line of the strip that is shown alone; empty while all are listed."""
    at = table.state.told_at
    told = strip_lines(table) if at else []
    return told[at - 1] if 0 < at <= len(told) else []


def origin(table: Table) -> tuple[Turn, int, int] | None:
    """Return the turn of the step that is shown alone, with the indices in that turn's telling of
    its first happening and of what follows it; None for what starts the next turn, and while all
    are listed."""
    session, at = table.session, table.state.told_at - 1
    found: list[tuple[Turn, int, int] | None] = []
    turns = {turn.number: turn for turn in session.log()}
    if (own := own_result(table)) and (turn := _answered(table)) is not None:
        spans = _spans(session.history.telling_of(turn))
        lines = lines_of(session.history.telling_of(turn), tight=True)
        found.append((turn, *spans[lines.index(own[0])]))
    for item in _newest(table):
        told = steps(item, session.viewer if session.live else SPECTATOR)
        spans = _spans(item.telling)[-len(told) :] if told else []
        if (turn := turns.get(item.number)) is None:
            found += [None for _ in spans]
            continue
        before = len(session.history.telling_of(turn)) - len(item.telling)
        found += [(turn, before + first, before + after) for first, after in spans]
    return found[at] if 0 <= at < len(found) else None


def _spans(telling: Telling) -> list[tuple[int, int]]:
    """Return the indices of the first happening of each brief line and of the next line's."""
    counts = [len(lines_of(telling[:number], tight=True)) for number in range(len(telling) + 1)]
    first = [n for n in range(len(telling)) if counts[n + 1] > counts[n]]
    return list(zip(first, [*first[1:], len(telling)], strict=False))


def _strip(table: Table) -> Html:
    """Draw the steps between board and question, for a phone, whose feed is below the question.

    The style sheet shows either this list or the one in the feed. A press goes through the steps
    one by one, each with its arrows on the board.
    """
    own, told = strip_parts(table)
    if not told:
        return Html("")
    count, alone, names = len(own) + len(told), step(table), names_of(table, [*own, *told])
    if alone:
        own, told = [], [alone]
    before, listed = _drawn(table, own, names), _drawn(table, told, names)
    box = {
        "class": "news-lines",
        "role": "region",
        "aria-label": _title(table, _newest(table)),
        "tabindex": 0,
        "data-target": "act:told",
    }
    return el(
        "div",
        {
            "class": " ".join(["told-strip", *_kinds(table, alone)]),
            "style": f"--lines:{count}" if alone else None,
        },
        el(
            "div",
            box,
            el("ul", {"class": "told-before", "role": "list"}, before) if before else None,
            el("ul", {"role": "list"}, listed),
        ),
        _through(table, count) if count > 1 else None,
    )


def names_of(table: Table, lines: Sequence[Sequence[Happening]]) -> dict[int, str]:
    """Return by side the names that lines begin with: in the seated player's own turn, and where
    more than one player acts."""
    sides = {line[0].side for line in lines if line[0].side >= 0}
    if len(sides) <= 1 and not is_own(table):
        return {}
    players = range(table.session.players)
    return {side(table, player): table.voice.name(player) for player in players}


def _drawn(table: Table, lines: Sequence[Sequence[Happening]], names: Mapping[int, str]) -> Html:
    """Draw lines of the strip."""
    telling = [one for line in lines for one in line]
    return drawing.lines(telling, table.voice.message, table.game_id, names, tight=True)


def _kinds(table: Table, alone: Sequence[Happening]) -> list[str]:
    """Return the classes of the strip: a step alone, or the seated player's own turn, of which the
    newest steps are in sight."""
    if alone:
        return ["stepping"]
    return ["of-own"] if is_own(table) else []


def is_own(table: Table) -> bool:
    """Return whether the strip lists the seated player's own turn."""
    first, session = _newest(table)[0], table.session
    return session.live and bool(first.newest) and first.actor == session.viewer


def _through(table: Table, count: int) -> Html:
    """Draw the button that shows the next step alone, or all of them after the last."""
    t, at = table.voice.t, table.state.told_at
    label = t("news.all") if at >= count else t("news.step", n=at + 1, of=count)
    picture = el("svg", {"viewBox": "0 0 20 20", "aria-hidden": "true"}, el("path", {"d": _NEXT}))
    number = el("span", {"aria-hidden": "true"}, f"{at}/{count}" if at else count)
    css = "icon-button" if count > FEW else "icon-button few"
    return button("act:told", join(number, picture), css, **{"aria_label": label, "title": label})


def _title(table: Table, items: Sequence[HeardTurn]) -> str:
    if items[-1].telling[-1:] and items[-1].telling[-1].kind == "end":
        return table.voice.t("news.end")
    actors = {item.actor for item in items} - {CHANCE}
    if len(actors) == 1:
        return table.voice.t("news.who", who=table.voice.name(actors.pop()))
    return table.voice.t("news.title")


def playing(table: Table) -> Sequence[Happening]:
    """Return the happenings being drawn: the latest ones, or those of the turn looked back at."""
    if table.plan is not None:
        return ()
    if table.session.live:
        return table.state.telling
    return [one for item in table.opened() for one in item.telling]


def _effects(table: Table) -> Html:
    if table.mistakes is not None and (drawn := table.mistakes.arrows()):
        return drawn
    g = geometry(table.scene.board, table.turned)
    if alone := step(table):
        return join(*(drawing.still(g, one) for one in in_order(alone)))
    telling = playing(table)
    return join(trail(g, _done(table, telling), telling), drawing.effects(g, telling))


def _done(table: Table, telling: Sequence[Happening]) -> Sequence[Happening]:
    """Return what other players did since the seated player's turn, until he presses something."""
    session = table.session
    if not telling or not session.live or table.plan is not None:
        return ()
    items = [item for item in _newest(table) if item.actor != session.viewer]
    return [one for item in items for one in item.telling]


def _shown(table: Table) -> Html:
    """Draw fights, dice and cards small beside the squares they are about, and the game's end."""
    viewer = table.session.viewer
    if table.mistakes is not None and table.mistakes.arrows():
        return Html("")  # the panel shows another turn than the one before
    own = side(table, viewer) if viewer >= 0 else viewer
    g = geometry(table.scene.board, table.turned)
    taken = [piece.square for piece in table.scene.pieces]
    say = table.voice.message
    shown = drawing.at_squares(g, playing(table), table.game_id, own, taken, say)
    return join(shown, ending(table))
