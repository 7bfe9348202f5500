"""A board that is not proved loses, whatever the moves came to: card, line, feed, list, files,
links, records and certificate say the same."""

from __future__ import annotations

import json
import re
from functools import cache

import pytest

from engine.core.errors import BadRecord
from engine.core.steps import finish
from engine.far.certificate import certify, examine
from engine.far.letter import EventsLetter, WordLetter
from engine.match import record
from engine.match.match import Match, MatchConfig
from engine.match.view import View
from tests.far.armies import BLUE, RED, armed, step
from tests.far.devices import Curve
from tests.far.test_stratego_page import ready
from tests.far.world import Device, relays
from tests.fixtures.says import says
from ui.learn.mistakes.judged_game import JudgedTurn
from ui.learn.mistakes.overview import graph, overview
from ui.learn.study.entry import study_game
from ui.session import share
from ui.session.review import Review

URL = "https://play.example/asedio/"
SAYS = says("table.unproved", who="Ana")
SLOTS = ("say", "result", "news", "feed", "log", "graph", "course", "above", "below", "ask")


def texts(me: Device, *slots: str) -> str:
    """Return what stands in these slots, without markup."""
    found = " ".join(str(me.app.view.slots[one]) for one in slots)  # type: ignore[attr-defined]
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", found))


def lied() -> tuple[Device, Device]:
    """Return Ana, who has said falsely that she can no longer move, and Blas."""
    ana, blas = ready()
    ana.side.write(WordLetter("over", ana.side.course.event_count))
    ana.side.consider()
    return ana, blas


def noted() -> Device:
    """Return Blas after a game that he has resigned, Ana having lost it by the board."""
    _, blas = ready()
    blas.press("act:resign", "act:resign-yes")
    blas.table.session.note_unproved(0)
    return blas


@cache
def lost() -> Match:
    """Return the whole match that Red has won by the moves and lost by the board."""
    return noted().table.session.finished()


def agree(match: Match) -> None:
    outcome = match.outcome()
    assert outcome is not None and match.over and match.unproved == 0
    assert (outcome.score, outcome.reason, outcome.winner) == ("0-1", "unproved", 1)


# -- on the page -----------------------------------------------------------------------------------


def test_everything_on_the_page_says_who_has_lost() -> None:
    _, blas = lied()
    for me in (blas, blas.reopen()):
        agree(me.table.session._match)
        shown = texts(me, *SLOTS)
        assert "Ana wins" not in shown and "1-0" not in shown and "0-1" in shown
        for slot in ("say", "news", "feed"):
            assert texts(me, slot).count(SAYS) == 1, slot
        assert me.app.screen.attributes()["data-outcome"] == "0-1"  # type: ignore[union-attr]
        me.leave()
        assert says("home.saved.over", result="won by Blas") in str(me.app.view.slots)  # type: ignore[attr-defined]
        me.back()


def test_the_words_of_the_moves_stay_where_the_board_is_proved() -> None:
    ana, blas = ready()
    blas.press("act:resign", "act:resign-yes")
    for me in (ana, blas):
        assert me.table.session.unproved is None
        assert says("prompt.won.resign", who="Ana") in texts(me, "feed")


def test_the_page_asks_for_no_decision_after_a_false_word_that_the_game_is_over() -> None:
    """The moves have not ended the game then: it is Red's turn in the match."""
    _, blas = lied()
    session = blas.table.session
    agree(session._match)
    assert session._match.state.current_player() == 0
    assert session.decider == -2 and session.over and not session.answering
    assert texts(blas, "say").count(SAYS) == 1


def last_of(me: Device) -> str:
    """Return the last height of the graph, where 2 is a win of the player above."""
    judged = [JudgedTurn(1, me.table.session.count - 1, 1, 0.4, 0.1, 0.3)]
    review = Review(me.table.session)
    while review.step(1):
        pass
    drawn = str(graph(me.table, judged, review.points)[1])
    line = re.search(r'class="course-line" d="M[^"]* ([0-9.]+)"', drawn)
    assert line is not None
    return line[1]


def test_the_graph_of_the_game_ends_with_the_result() -> None:
    """On the point of the last position, the resignation counted for Ana before."""
    _, blas = ready()
    blas.press("act:resign", "act:resign-yes")
    before = last_of(blas)
    assert float(last_of(noted())) < float(before)


def test_the_judged_game_says_who_has_lost_all_the_same() -> None:
    blas = noted()
    judged = [JudgedTurn(1, blas.table.session.count, 1, 0.4, 0.0, 0.4)]
    assert SAYS in str(overview(blas.table, judged))
    _, blas = ready()
    blas.press("act:resign", "act:resign-yes")
    judged = [JudgedTurn(1, blas.table.session.count, 1, 0.4, 0.0, 0.4)]
    assert SAYS not in str(overview(blas.table, judged))


def test_a_study_is_about_the_moves() -> None:
    me = Device(relays())
    screen = study_game(me.app, me.controller, lost())
    assert screen.session.unproved is None


# -- in files, links and records -------------------------------------------------------------------


def test_the_saved_file_says_it() -> None:
    again = share.read_text(share.Exports(lost()).save_text())
    agree(again)
    assert again.events == lost().events


def test_the_link_says_it_also_wrapped_and_with_computers() -> None:
    address = share.Exports(lost()).link().address(URL)
    assert address.endswith("&unproved=0")
    with_seats = share.Exports(lost(), levels=(0, 3)).link().address(URL)
    half = len(with_seats) // 2
    wrapped = f"{with_seats[:half]}\r\n{with_seats[half:]}"
    for text in (address, address.replace("&", "&amp;"), with_seats, wrapped):
        agree(share.read_text(text))
    assert share.read_text(with_seats).levels == (0, 3)
    plain = share.read_text(address.partition("&")[0])
    assert plain.unproved is None  # as pages of earlier versions read it


def test_the_record_says_it_in_tag_and_result() -> None:
    text = share.Exports(lost()).record_text()
    assert '[Unproved "red"]' in text and text.rstrip().endswith(" blue+unproved")
    again = share.read_text(text)
    agree(again)
    assert share.Exports(again).record_text() == text


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("blue+unproved", "red+resign"),  # what the moves gave
        ('[Unproved "red"]', '[Unproved "blue"]'),
        ('[Unproved "red"]\n', ""),
    ],
)
def test_a_record_that_contradicts_itself_is_refused(old: str, new: str) -> None:
    text = share.Exports(lost()).record_text()
    assert old in text
    with pytest.raises(BadRecord) as why:
        record.read(text.replace(old, new))
    assert why.value.code == "result_mismatch"


def test_the_file_of_what_one_player_knew_says_it() -> None:
    """Also of a game that cannot be opened in full, because it does not fit what was opened."""
    _, blas = lied()
    assert not blas.side.course.story.whole
    for text in (share.Exports(lost(), 1).view_text(), blas.table.session.exports().view_text()):
        again = share.read_text(text)
        assert isinstance(again, View)
        agree(again)


def test_an_earlier_position_has_no_result() -> None:
    early = lost().until(len(lost().events) - 1)
    assert early.unproved is None and early.outcome() is None
    assert "Unproved" not in record.write(early)
    agree(lost().until(len(lost().events)))


@pytest.mark.parametrize("kind", ["link", "file", "record", "view"])
def test_another_browser_that_opens_it_says_it_too(kind: str) -> None:
    """On the board, in the list, and opened from the list again, when it is packed."""
    text = {
        "link": lambda: share.Exports(lost()).link().address(URL),
        "file": lambda: share.Exports(lost()).save_text(),
        "record": lambda: share.Exports(lost()).record_text(),
        "view": lambda: share.Exports(lost(), 1).view_text(),
    }[kind]()
    eva = Device(relays())
    if kind == "link":
        eva.open(text)
    else:
        eva.controller.read(text, lambda work: eva.controller.open_match(work.result()))
    eva.settle()
    for _ in range(2):
        agree(eva.table.session._match)
        shown = texts(eva, *SLOTS)
        assert "Ana wins" not in shown and "1-0" not in shown and SAYS in shown
        eva.leave()
        listed = str(eva.app.view.slots)  # type: ignore[attr-defined]
        assert kind == "view" or says("home.saved.over", result="won by Blas") in listed
        assert eva.app.store.pack(eva.app.store.games()[0].id) == (kind != "view")
        eva.back()


def test_a_result_of_the_moves_and_one_of_the_board_are_two_games_of_the_list() -> None:
    eva = Device(relays())
    address = share.Exports(lost()).link().address(URL)
    eva.open(address).settle()
    eva.open(address.partition("&")[0]).settle()
    assert {one.result for one in eva.app.store.games()} == {"0-1", "1-0"}


def test_the_certificate_says_it() -> None:
    _, blas = lied()
    text = finish(certify(blas.side.log))
    assert json.loads(text)["summary"]["result"] == "0-1 board"
    found = finish(examine(text, Curve()))
    keys = [check.message.key for check in found.checks]
    assert found.status == "valid" and "certificate.won.board" in keys
    assert "certificate.won" not in keys


def test_a_cheat_that_is_found_is_told_by_every_form() -> None:
    """A bomb that has moved: its owner resigns or wins, and has lost."""
    ana, blas = armed(RED, BLUE)
    bomb = ana.log.next_letter(0, (EventsLetter(4, (step(ana, "b1-b2"),)),), ana.at)
    blas.take(bomb.write(ana.crypto, ana.keys.secret))
    blas.write(EventsLetter(5, (("resign", 1),)))
    blas.write(blas.course.own[1])
    for letter in blas.log.order():
        ana.log.receive(letter.data)
    mine = ana.log.next_letter(0, (ana.course.own[1],), ana.at)
    blas.take(mine.write(ana.crypto, ana.keys.secret))
    match = blas.course.match
    assert blas.course.failed == 0 and match.viewer == 1
    assert match.outcome().score == "1-0"  # type: ignore[union-attr]
    match.note_unproved(blas.course.failed)
    agree(match)
    agree(share.read_text(share.Exports(match, 1).view_text()))


# -- what arrives from outside ---------------------------------------------------------------------


def test_the_tag_opens_nothing_and_ends_nothing() -> None:
    """A game in progress with the tag goes on, and its secrets are kept."""
    match = Match(MatchConfig("stratego", {"army": "barrage8"}, tags={"Unproved": "red"}))
    assert not match.over and match.unproved is None and match.outcome() is None
    for _ in range(3):
        match.play(match.options_now()[-1])
    assert share.hides_secrets(match)
    again = share.read_text(share.Exports(match).save_text())
    assert not again.over and share.hides_secrets(again)


@pytest.mark.parametrize("value", ["", "green", "RED", "0"])
def test_a_tag_of_nobody_changes_nothing(value: str) -> None:
    document = json.loads(share.Exports(lost()).save_text())
    document["tags"]["Unproved"] = value
    again = share.read_text(json.dumps(document))
    assert again.unproved is None and again.outcome().score == "1-0"  # type: ignore[union-attr]


def test_only_games_that_prove_boards_have_it() -> None:
    match = Match(MatchConfig("andarraya", tags={"Unproved": "white"}))
    match.resign(1)
    assert match.unproved is None
    four = Match(MatchConfig("stratego", {"players": 4}, tags={"Unproved": "red"}))
    four.hold(0)
    assert four.unproved is None
