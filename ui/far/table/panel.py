"""Panel beside the board of a far table: invitation, connection, offers and chat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.far.letter import MAX_SAID
from ui.far.clock.clocks import FAR_AHEAD, time_words
from ui.far.lobby.durability import keep_seat
from ui.far.relays.addresses import kept_from, relay_name
from ui.far.relays.relay_trial import left_out, trial_card
from ui.far.table.cards import broken_card, card, rematch_button, settled_fork_card
from ui.far.table.chat import PHRASES, worded
from ui.far.table.free_seat import DAY
from ui.far.table.status import series
from ui.render.qr import code
from ui.table.voice import Voice
from ui.words.frame import button, buttons
from ui.words.html import Html, el

if TYPE_CHECKING:
    from ui.far.table.chat import ChatLine
    from ui.far.table.play import FarPlay

SHOWN = 4  # newest chat messages that are shown
# Reasons why a relay was given up (ui/browser/far.mjs).
LEFT = ("flood", "junk", "pow", "auth", "blocked", "restricted", "unread")
# Reasons why letters are no longer posted to a relay.
STUCK = ("silent", "rate", "unkept", "pow", "clock", "invalid", "size")


def panel(side: FarPlay, voice: Voice) -> Html:
    """Return the whole panel, most urgent parts first. Questions stand above the board
    (ui/far/table/questions.py)."""
    parts: list[Html | None]
    if side.guest:
        return _door(side, voice)
    trying = side.free_seat.tried
    if trying is not None:
        parts = [trial_card(trying, voice.t)]
    elif side.inviting:
        parts = [_invitation(side, voice)]
    else:
        ended = _forfeit(side, voice) or broken_card(side, voice)
        parts = [_full(side, voice), settled_fork_card(side, voice), ended, _asked(side, voice)]
        parts += [_waiting(side, voice), _hints(side, voice), _spoken(side, voice)]
        score = None if side.session.outcome() else series(side)  # else on the result card
        parts += [_status(voice.message(score)) if score else None, _turns(side, voice)]
    parts.append(_engines(side, voice))
    if side.me >= 0 and not side.seat.linked and not side.seat.terms.old:
        parts.append(keep_seat(voice.t, side.shown.risk))
    return _frame(
        voice,
        _state(side),
        _line(side, voice) if trying is None else None,
        _trouble(side, voice),
        parts,
        _actions(side, voice),
        _more(side, voice) if side.shown.open_part == "more" else None,
    )


def _door(side: FarPlay, voice: Voice) -> Html:
    """Ask whether the relays of a table that came from a backup may be contacted."""
    names = ", ".join(relay_name(voice.t, one) for one in side.seat.relays)
    return _frame(
        voice,
        "guest",
        el("p", None, voice.t("far.guest", relays=names)),
        buttons(button("act:far:welcome", voice.t("far.guest.yes"), "primary")),
    )


def _frame(voice: Voice, line: str, *parts: object) -> Html:
    """Return the panel around its parts. `line`: the state of the relays."""
    label = voice.t("far.panel")
    return el("section", {"class": "far-panel", "aria-label": label, "data-line": line}, *parts)


# -- connection ----------------------------------------------------------------------------------


def _state(side: FarPlay) -> str:
    return side.lines.summary() if side.working else "elsewhere"


def _line(side: FarPlay, voice: Voice) -> Html:
    """Return the status line: relays, presence of the opponent, receipt of the last letter."""
    state = _state(side)
    kind = "left" if state == "stuck" and side.me < 0 else state  # a spectator posts nothing
    words = voice.t(f"far.line.{kind}", n=side.lines.open)
    last = side.receipt() if side.met else ""
    other = side.other if side.met else -1
    who = voice.name(other) if other >= 0 else ""
    there = None
    if other >= 0 and state == "open":
        key = "here" if side.attendance.present(other) else "away"
        there = el("span", {"class": f"far-there {key}"}, voice.t(f"far.{key}", who=who))
    seen = last and voice.t(f"far.receipt.{last}", who=who)
    retry = "stuck" in side.lines.state.values() or state == "lost"
    return el(
        "p",
        {"class": "far-line"},
        el("span", {"class": f"far-state {state}"}, words),
        there,
        last and el("span", {"class": f"far-receipt {last}"}, seen),
        retry and button("act:far:retry", voice.t("far.retry"), "link"),
    )


def _trouble(side: FarPlay, voice: Voice) -> Html | None:
    """Return a list of the faulty relays and their faults; None without any."""
    rows = [
        el("li", None, relay.removeprefix("wss://"), " · ", words)
        for relay, words in _relay_words(side, voice).items()
        if side.lines.state[relay] in ("stuck", "left")
        or relay in side.lines.notes
        or _framed_off(side, relay)
    ]
    return el("ul", {"class": "far-trouble", "role": "status"}, rows) if rows else None


def _framed_off(side: FarPlay, relay: str) -> bool:
    """Return whether a relay cannot be reached, maybe because the page is inside another site."""
    return side.lines.state[relay] == "lost" and kept_from(relay, side.shown.framed)


def _relay_words(side: FarPlay, voice: Voice) -> dict[str, str]:
    """Return the description of the state of each relay, by address."""
    found = {}
    for relay, state in side.lines.state.items():
        why, note = side.lines.why.get(relay, ""), side.lines.notes.get(relay, "")
        if (state == "left" and why in LEFT) or (state == "stuck" and why in STUCK):
            found[relay] = voice.t(f"far.relay.{state}.{why}")
        elif _framed_off(side, relay):
            found[relay] = voice.t("far.relay.framed")
        else:
            found[relay] = voice.t(f"far.relay.{note}" if note else f"far.relay.{state}")
    return found


# -- the invitation ------------------------------------------------------------------------------


def _invitation(side: FarPlay, voice: Voice) -> Html:
    t, address, shown, trial = voice.t, side.invitation, side.shown, side.free_seat.trial
    head, how = "far.invite.send", "far.invite.how"
    if not side.seat.relays:
        how = "far.invite.how.link"
    elif side.seat.after:  # a rematch: the invitation went out as an offer
        head, how = "far.again.sent", "far.again.how"
    notice = shown.notice and voice.message(shown.notice)
    listed = side.seat.relays and not side.seat.terms.past
    return card(
        t(head),
        el("p", None, t(how)),
        address_field(address, t("far.invite.link"), "invitation"),
        buttons(
            button("act:far:copy", t("share.copy"), "primary"),
            side.tools.can_share() and button("act:far:share", t("far.share")),
            button("act:far:fold:qr", t("far.qr"), "quiet", aria_expanded=_open(side, "qr")),
            button("act:far:link", t("far.answer"), "quiet"),
            listed and _offer(side, voice),
        ),
        notice and el("p", {"class": "said", "role": "status"}, notice),
        trial and side.seat.relays and left_out(trial, t),
        side.seat.offered and el("p", {"class": "soft"}, _how_long(side, voice)),
        shown.open_part == "qr" and code(side.tools.rows(address), t("share.qr.label")),
    )


def _how_long(side: FarPlay, voice: Voice) -> str:
    """Return for how long anybody may still take the seat."""
    left = max(0, side.seat.until - int(side.tools.date())) if side.seat.until else DAY
    return voice.t("far.offer.about", time=time_words(voice.t, 1000 * left))


def _offer(side: FarPlay, voice: Voice) -> Html:
    key = "far.offer.off" if side.seat.offered else "far.offer.on"
    return button("act:far:offer", voice.t(key), "quiet")


def _open(side: FarPlay, part: str) -> str:
    return "true" if side.shown.open_part == part else "false"


def address_field(address: str, label: str, name: str) -> Html:
    """Return a read-only field with an address to copy."""
    return el(
        "input",
        {
            "class": "far-address", "type": "text", "readonly": True, "value": address,
            "aria-label": label, "data-far": name, "spellcheck": "false",
        },
    )  # fmt: skip


# -- offers and chat -----------------------------------------------------------------------------


def _asked(side: FarPlay, voice: Voice) -> Html | None:
    """Return one line about an open or declined offer, an own claim or a refused letter; None
    without any."""
    agreements = side.course.agreements
    own, declined = agreements.offer, agreements.declined
    if own is not None and agreements.accepted is not None:
        return _status(voice.t("far.agreed", who=voice.name(own.seat)))
    if own is not None and side.talk.asked() is None:
        mine, who, by = own.seat == side.me, voice.name(1 - own.seat), voice.name(own.seat)
        key = f"far.asked.{own.what}" if mine else f"far.seen.{own.what}"
        return _status(voice.t(key, who=who, by=by))
    if declined is not None and declined.seat != side.other:
        return _status(voice.t(f"far.declined.{declined.what}", who=voice.name(1 - declined.seat)))
    question = side.clocks.question()
    if question is not None and question.mine:
        return _status(voice.message(question.message))
    if side.clocks.ahead >= FAR_AHEAD:
        about = {"who": voice.name(side.other), "time": time_words(voice.t, side.clocks.ahead)}
        return _status(voice.t("far.ahead", **about))
    if side.course.refused:
        return _status(voice.t("far.refused", who=voice.name(_refused(side))))
    return None


def _refused(side: FarPlay) -> int:
    """Return the seat whose letter was refused last."""
    found = [one.seat for one in side.log.order() if one.digest in side.course.refused]
    return found[-1] if found else side.other


def _status(words: str) -> Html:
    return el("p", {"class": "far-status", "role": "status"}, words)


def _spoken(side: FarPlay, voice: Voice) -> Html | None:
    if side.hushed:
        return None
    lines = [_line_of_chat(voice, one) for one in side.chat.lines(SHOWN)]
    if side.chat.waits:
        words = voice.t("far.chat.waits", who=voice.name(side.other))
        lines.append(el("li", {"class": "soft"}, words))
    return el("ul", {"class": "far-said", "aria-live": "polite"}, lines) if lines else None


def _line_of_chat(voice: Voice, line: ChatLine) -> Html:
    who = voice.name(line.seat)
    if line.text is None:
        return el("li", {"class": "soft"}, voice.t("far.chat.said", who=who))
    beside = el("span", {"class": "soft"}, voice.t("far.fork.beside")) if line.beside else None
    css, said = "beside" if line.beside else None, worded(voice, line.text)
    return el("li", {"class": css}, el("strong", None, who), " ", said, " ", beside)


def _hints(side: FarPlay, voice: Voice) -> Html | None:
    """Return how many hints each player has used, which both players see; None if none has."""
    found = sorted(side.course.hints.items())
    words = [voice.t("far.hints", who=voice.name(seat), n=len(at)) for seat, at in found]
    return _status(" ".join(words)) if words else None


def _engines(side: FarPlay, voice: Voice) -> Html | None:
    """Return the notice of seats played by a computer, which all players see; None if none is."""
    found = [seat for seat, level in side.course.engines.items() if level]
    words = [voice.t("far.engine", who=voice.name(seat)) for seat in sorted(found)]
    return _status(" ".join(words)) if words else None


def _forfeit(side: FarPlay, voice: Voice) -> Html | None:
    """Return the notice of a loss on time at a point where the rules allow none, else None.

    The match then has no result, so the board cannot show one."""
    if side.course.forfeit is None:
        return None
    return card(
        voice.t("far.forfeit", who=voice.name(side.course.forfeit)),
        el("p", None, voice.t("far.forfeit.about")),
        rematch_button(side, voice, "primary"),
        role="status",
    )


def _full(side: FarPlay, voice: Voice) -> Html | None:
    """Return the notice that a seat has no room for more letters, else None."""
    full = next((seat for seat in (0, 1) if side.log.full(seat)), None)
    if full is None:
        return None
    free = side.course.story.whole and side.course.home is None
    return card(
        voice.t("far.full"),
        el("p", None, voice.t("far.full.about", who=voice.name(full))),
        free and button("act:far:home", voice.t("far.home.here"), "primary"),
        role="alert",
    )


def _waiting(side: FarPlay, voice: Voice) -> Html | None:
    return _status(voice.t("far.fetching")) if side.talk.waits else None


def _turns(side: FarPlay, voice: Voice) -> Html | None:
    """Return the question, asked once, whether relays may be asked on opening whose turn it is."""
    asks = side.shown.turns_unsaid() and side.me >= 0 and side.course.over
    if not asks or not side.seat.relays:
        return None
    return el(
        "div",
        {"class": "far-card", "data-far": "turns"},
        el("p", None, voice.t("far.turns.ask")),
        buttons(
            button("act:far:turns:on", voice.t("far.turns.yes")),
            button("act:far:turns:off", voice.t("far.turns.no"), "quiet"),
        ),
    )


# -- buttons -------------------------------------------------------------------------------------


def _actions(side: FarPlay, voice: Voice) -> Html | None:
    t = voice.t
    if side.inviting or side.seat.terms.old:
        return None
    waiting = side.me >= 0 and side.receipt() in ("here", "waits")
    tone = "primary" if waiting and side.lines.open == 0 else "quiet"
    back = t("far.offering.back", who=voice.name(side.other))
    at_home = side.course.home is not None and side.course.home == side.me
    more = button("act:far:fold:more", _more_words(side, voice), "quiet",
                  aria_expanded=_open(side, "more"))  # fmt: skip
    return el(
        "div",
        {"class": "buttons far-buttons"},
        button("act:far:link", t("far.by_link"), tone),
        at_home and button("act:far:home", t("far.home.here"), "primary"),
        side.talk.may_offer("back") and button("act:far:back", back, "quiet"),
        side.me >= 0
        and side.met
        and not side.course.over
        and button("act:study", t("far.think"), "quiet"),
        side.course.over and button("act:far:certificate", t("far.certificate"), "quiet"),
        more,
    )


def _more_words(side: FarPlay, voice: Voice) -> str:
    unread = 0 if side.hushed else side.chat.unread
    return voice.t("far.more.unread", n=unread) if unread else voice.t("far.more")


def _more(side: FarPlay, voice: Voice) -> Html:
    """Return the folded part: chat, notifications, relays, moving to another device."""
    t = voice.t
    muted = button("act:far:mute", t("far.unmute" if side.shown.muted else "far.mute"), "link")
    blocking = t("far.unblock" if side.blocked else "far.block", who=voice.name(side.other))
    plays = side.me >= 0 and side.session.levels[side.me]
    engine = t("far.engine.off" if plays else "far.engine.on")
    calls = t("far.calls.off" if side.calls.wanted else "far.calls.on")
    sits = side.me >= 0
    return el(
        "div",
        {"class": "far-more"},
        _speak(side, voice) if side.talk.may_say() else None,
        _readers(side, voice),
        not side.blocked and muted,
        sits and side.met and button("act:far:block", blocking, "link"),
        side.calls.can and sits and button("act:far:calls", calls, "link"),
        side.may_decide and side.met and button("act:far:engine", engine, "link"),
        side.talk.may_offer("home") and button("act:far:ask-home", t("far.home"), "link"),
        _relays(side, voice),
        side.clocks.deadline() and button("act:far:calendar", t("far.calendar"), "link"),
        sits and button("act:far:seat", t("far.seat"), "link"),
        side.met and side.seat.relays and button("act:far:watch", t("far.watch"), "link"),
        not side.course.over and button("act:far:certificate", t("far.certificate"), "link"),
    )


def _speak(side: FarPlay, voice: Voice) -> list[Html]:
    """Return the ready phrases, and the field for own words."""
    t = voice.t
    field = {
        "type": "text", "data-field": "far:say", "maxlength": MAX_SAID, "value": side.shown.said,
        "aria-label": t("far.say.label"), "placeholder": t("far.say.label"),
    }  # fmt: skip
    send = {"type": "submit", "class": "button", "data-target": "act:far:speak"}
    # a new `data-attempt` empties the field
    form = {"class": "far-say", "autocomplete": "off", "data-attempt": side.shown.written}
    phrases = [button(f"act:far:phrase:{one}", t(f"far.phrase.{one}"), "quiet") for one in PHRASES]
    return [
        buttons(phrases),
        el("form", form, el("input", field), el("button", send, t("far.say"))),
    ]


def _readers(side: FarPlay, voice: Voice) -> Html | None:
    """Return who can read the chat."""
    if side.me < 0 or not side.met:
        return None
    keys = ["far.chat.open" if side.seat.terms.open else "far.chat.sealed"]
    keys += ["far.chat.stranger"] if side.seat.stranger else []
    return el("p", {"class": "soft"}, " ".join(voice.t(key) for key in keys))


def _relays(side: FarPlay, voice: Voice) -> Html:
    if not side.lines.relays:
        return el("p", {"class": "soft"}, voice.t("far.relays.none"))
    rows = [
        el("li", None, relay_name(voice.t, relay), " · ", words)
        for relay, words in _relay_words(side, voice).items()
    ]
    return el("ul", {"class": "far-relays"}, rows)
