"""Happenings as a table draws them, announces them, sounds them and writes them in the log."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from random import Random

import pytest

from engine.core.contract import CHANCE, SPECTATOR
from engine.core.scene import Item, square_board
from engine.core.telling import KINDS, Happening, Short, lines_of, said
from engine.core.texts import Message
from engine.dev.common import open_game, random_options, viewers
from engine.dev.walks import positions, random_walk
from engine.games import REGISTRY, game_info
from engine.match.match import Match, MatchConfig
from tests.fixtures.targets import aim
from tests.games.stratego.helpers import position as stratego_position
from tests.ui.fakes import STEPS, FakeTable, new_match, play, set_table, table, written
from tests.ui.test_computers import chess as against_the_computer
from tests.ui.test_computers import think
from tests.ui.test_opponent import move as press_move
from tests.ui.test_opponent import table as computer_table
from tests.ui.test_table import MARCH
from ui.render import telling as drawing
from ui.render.geometry import geometry
from ui.render.log import TurnLine, line
from ui.session.announcements import HeardTurn as Item_
from ui.session.announcements import recent, standing
from ui.session.log_texts import Chronicle
from ui.session.turns import Turn
from ui.table import news
from ui.table.opponent import PACES


def turn(number: int, actor: int, setup: bool = False) -> Turn:
    return Turn(actor, "x", number, setup, (), number, number)


def growing(game_id: str, events: int, seed: int = 3) -> Iterator[FakeTable]:
    """Yield a table after each of so many random actions, with the curtain lifted."""
    screen, rng = set_table(new_match(game_id, seed=seed), "es"), Random(seed)
    session = screen.session
    for _ in range(events):
        session.reveal()
        if session.over:
            return
        state = session.observation()
        session.play([rng.choice(sorted(state.legal_actions()))])
        session.reveal()
        yield screen


def of_game(game_id: str, events: int, seed: int) -> FakeTable:
    """Open a table at which so many random actions have been played."""
    return deque(growing(game_id, events, seed), 1)[0]


# -- news of the last turns ----------------------------------------------------------------------


def test_turns_since_the_own_turn_stay_in_the_news() -> None:
    log = [turn(1, 0), turn(2, 1), turn(3, 0), turn(4, 1)]
    assert [one.number for one in recent(log, 0)] == [4]
    assert [one.number for one in recent([*log, turn(5, 0)], 0)] == [4, 5]
    assert [one.number for one in recent(log, 1)] == [3, 4]


def test_a_spectator_reads_the_last_turn() -> None:
    assert [one.number for one in recent([turn(1, 0), turn(2, 1)], SPECTATOR)] == [2]


def test_a_set_up_is_no_news() -> None:
    assert recent([turn(1, 0, True), turn(2, 1, True)], 0) == []


def test_the_news_strip_stays_until_the_own_turn_is_over() -> None:
    screen = play(table(STEPS), "sq:d7", "sq:c7")
    feed, strip = screen.rest()["feed"], screen.rest()["news"]
    assert "Ana" in feed and "c7" in feed and "c7" in strip
    play(screen, "sq:c8")  # begun, not played
    assert (screen.rest()["feed"], screen.rest()["news"]) == (feed, strip)


def test_escape_and_looking_back_clear_news_and_effects() -> None:
    screen = play(table(STEPS), "sq:d7", "sq:c7")
    assert "polyline" in screen.rest()["effects"]
    assert screen.key("Escape", aim(""))
    assert screen.rest()["effects"] == ""
    play(screen, "act:log-first")
    assert screen.rest()["news"] == ""
    play(screen, "act:log-last")
    assert screen.rest()["effects"] == ""


# -- said, sounded, drawn ------------------------------------------------------------------------


def test_each_happening_is_announced_once() -> None:
    screen = of_game("andarraya", 3, 4)
    heard = screen.table.heard
    first = heard.fresh()
    assert first and heard.fresh() == []


def test_after_an_undo_nothing_is_announced_again() -> None:
    screen = play(table(STEPS), "sq:d7", "sq:c7", "act:undo")
    assert screen.table.heard.fresh() == []
    assert screen.rest()["effects"] == ""


def test_there_is_no_sound_before_it_is_switched_on() -> None:
    screen = table(STEPS)
    page = screen.app.page
    play(screen, "sq:d7", "sq:c7")
    assert page.heard == []
    screen.app.set_setting("sound", "on")
    play(screen, "act:undo", "sq:d7", "sq:c7")
    assert page.heard and page.heard[0][0] == ("move", 0)


def test_the_computer_waits_until_everything_is_drawn() -> None:
    long = [Happening("fight", Message("x"))] * 4
    assert sum(drawing.lengths(long)) > PACES["normal"]
    assert sum(drawing.lengths(long * 9)) <= drawing.LONGEST


def test_every_kind_of_happening_has_a_length_and_an_icon() -> None:
    assert set(drawing.LENGTH) == set(KINDS)
    for kind in KINDS:
        assert "<path" in drawing.icon(kind)


def test_a_fight_is_shown_with_both_sides() -> None:
    faces = (
        Item("a", Message("first"), side=0, letter="6", state="won"),
        Item("b", Message("second"), side=1, letter="2", state="lost"),
    )
    body = held([Happening("fight", Message("w"), shown=faces)])
    assert body.count('class="face') == 2 and "is-won" in body and "is-lost" in body
    own = Happening("card", Message("w"), shown=faces, side=0)
    assert held([own], 0) == "" != held([own], 1)


def held(telling: Sequence[Happening], own: int = 0) -> str:
    """Return the faces of pieces and cards that are shown on a board of ten by ten."""
    return drawing.at_squares(geometry(square_board(10, 10, {}), False), telling, "stratego", own)


def test_a_card_that_is_played_and_removed_is_shown_once() -> None:
    def card(key: str, state: str) -> Happening:
        face = Item("a", Message("name"), letter="6", note=Message("effect"), state=state)
        return Happening("card", Message(key), shown=(face,), side=1)

    body = held([card("played", "new"), card("gone", "spent")])
    assert body.count("at-square") == 1 and "is-new" in body and "is-spent" not in body
    other = Happening("card", Message("w"), shown=(Item("b", Message("other")),), side=1)
    assert held([card("played", "new"), other]).count("at-square") == 2
    aside = (Item("b", Message("other")),)
    assert held([Happening("card", Message("w"), shown=aside, side=1, aside=True)]) == ""


def test_shown_faces_fade_and_cover_no_badge_of_a_neighbour() -> None:
    """They are below their square, over the upper half of the next; on the last row above it."""
    face = (Item("a", Message("piece"), letter="6"),)
    drawn = [
        held([Happening("fight", Message("w"), squares=(square,), shown=face)])
        for square in ("a10", "a2", "a1")
    ]
    assert all("--held-for:" in one for one in drawn)
    assert ["above" in one for one in drawn] == [False, False, True]


def test_faces_are_shown_on_the_side_of_their_square_with_fewer_pieces() -> None:
    """Regression test: dice hid the units in the row below, though nobody stood above."""
    g = geometry(square_board(8, 8, {}), False)

    def above(square: str, taken: list[str], dice: int = 1) -> bool:
        shown = tuple(Item("", Message("die"), value=1) for _ in range(dice))
        telling = [Happening("dice", Message("w"), squares=(square,), shown=shown)]
        return "at-square shown-dice above" in drawing.at_squares(g, telling, "x", 0, taken)

    assert above("d4", ["d3"]) and not above("d4", ["d5"])
    assert not above("d4", []) and not above("d4", ["d3", "d5"])
    assert not above("d4", ["c3"]), "one die is narrower than its square"
    assert above("d4", ["c3"], 5) and not above("d4", ["a3"], 5)
    assert not above("d8", ["d7"]), "there is nothing above the last row"
    assert above("d1", ["d2"]), "and nothing below the first"


def test_dice_are_drawn_at_the_end_of_their_line_and_numbers_too() -> None:
    die = Item("", Message("die"), value=4, state="spent")
    count = Item("", Message("money"), note=Message("x", text="1 → 2"))
    told = [
        Happening("dice", Message("w"), shown=(die, die)),
        Happening("meter", Message("w"), shown=(count,)),
    ]
    drawn = drawing.lines(told, lambda one: str(dict(one.params).get("text", one.key)), "stratego")
    assert drawn.count('class="die is-spent"') == 2 and "1\u00a0→\u00a02" in drawn


def test_effects_are_drawn_one_after_the_other() -> None:
    g = geometry(square_board(8, 8, {}), False)
    found = [
        Happening("move", Message("w"), squares=("a1", "a3")),
        Happening("take", Message("w"), squares=("a3",)),
        Happening("meter", Message("w")),
    ]
    drawn = drawing.effects(g, found)
    assert drawn.count("<g") == 2 and "--at:0ms" in drawn and "--at:260ms" in drawn


# -- the log in words ----------------------------------------------------------------------------


def test_the_log_in_words_is_written_in_slices() -> None:
    screen = of_game("andarraya", 30, 2)
    chronicle = Chronicle(screen.session, clock=iter(range(100)).__next__)
    turns = screen.session.log()
    known = chronicle.of(turns)
    assert known[-1] and not known[0] and chronicle.waiting
    while chronicle.step(3):
        pass
    assert all(chronicle.of(turns)) and not chronicle.waiting


def test_the_log_is_in_words_or_in_notation() -> None:
    screen = play(table(STEPS), "sq:d7", "sq:c7")
    assert "move-told" in screen.rest()["feed"] and "Hc7" not in screen.rest()["feed"]
    screen.app.set_setting("log", "notation")
    screen.restyle()
    assert "Hc7" in screen.rest()["log"] and "move-told" in screen.rest()["feed"]


def test_only_the_newest_turn_of_the_feed_is_open_or_the_one_looked_back_at() -> None:
    screen = of_game("andarraya", 6, 2)
    rest = screen.rest()
    assert "move-told" not in rest["log"] and rest["feed"].count("move-told") == 1
    assert rest["log"].count("move-line") == 5  # nothing is listed twice
    screen.press(aim("look:2"))
    rest = screen.rest()
    assert rest["feed"] == "" and rest["log"].count("move-line open") == 1
    assert rest["log"].count('<li class="move-line') == 6


# -- secrets -------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_behind_the_curtain_only_public_happenings_are_told(seed: int) -> None:
    screen = of_game("stratego", 82, seed)
    session, rng = screen.session, Random(seed)
    while session.curtain is None:
        state = session.observation()
        session.play([rng.choice(sorted(state.legal_actions()))])
    assert screen.table.heard.fresh() == []
    assert written(screen) == {}
    _, telling = session.history.public()
    layout = screen.layout()
    assert telling
    for words in said(telling):
        assert screen.table.voice.message(words) in layout


@pytest.mark.parametrize("game_id", REGISTRY)
def test_the_news_are_the_last_happenings_told_to_the_viewer(game_id: str) -> None:
    screen = of_game(game_id, 60, 5)
    session = screen.session
    if session.curtain is not None:
        session.reveal()
    log = session.log()
    whole = [one for turn in log for one in session.history.telling_of(turn)]
    whole += session.history.turn_start(log[-1])
    stays = [one for item in standing(session) for one in item.telling]
    assert whole[len(whole) - len(stays) :] == stays


@pytest.mark.parametrize("game_id", REGISTRY)
def test_sounds_and_durations_reveal_no_secret(game_id: str) -> None:
    """For every viewer the true position and a determinization give the same sounds at the same
    times and the same drawings for as long, so that the computer moves after the same delay."""
    rng = Random(6)
    game = open_game(
        game_id, random_options(game_id, rng) if game_info(game_id).has_secrets else {}
    )
    match = random_walk(Match(MatchConfig(game_id, dict(game.options)), game=game), rng)
    for number, state in positions(match, rng, 12):
        if number == len(match.events):
            continue
        for viewer in viewers(game):
            event = game.redact(state, match.events[number], viewer)
            if event is None:
                continue
            seen = state.observation(viewer), state.determinize(viewer, rng).observation(viewer)
            timed = []
            for before in seen:
                after = before.clone()
                after.apply(event.action)
                telling = game.tell(before, event, after, viewer)
                g = geometry(game.scene(after, viewer).board, False)
                drawn = drawing.effects(g, telling)
                shown = drawing.at_squares(g, telling, game_id, viewer)
                timed.append((drawing.audible(telling), drawing.lengths(telling), drawn, shown))
            assert timed[0] == timed[1]


def test_a_happening_that_is_only_drawn_is_not_announced_but_takes_time() -> None:
    step = Happening("take", Message("w"), squares=("a1",), aside=True)
    said = Happening("fight", Message("w"))
    assert drawing.lines([said, step], repr).count("<li") == 1
    assert drawing.audible([said, step]) == [("fight", 0), ("take", drawing.LENGTH["fight"])]


def test_own_happenings_leave_room_for_those_of_the_opponent() -> None:
    ours, theirs = (Happening("move", Message(f"tell.{n}")) for n in "ab")
    items = [Item_(1, (theirs,) * 4), Item_(0, (ours,) * 9, 1)]
    assert [news.steps(one, 0) for one in items] == [[[theirs]] * 4, [[ours]] * news.OWN]
    whole = Item_(0, (ours,) * 9, 7)  # results of the last decision are never cut
    assert news.steps(whole, 0) == [[ours]] * 7
    assert [len(news.steps(one, SPECTATOR)) for one in items] == [4, 9]


def test_one_s_own_turn_begins_with_the_cause_of_its_first_number() -> None:
    """Regression test: the opponent's loss stood there without the attack that caused it."""

    def brief(key: str, joins: bool = False) -> Happening:
        return Happening("meter", Message(key), short=Short((Message(key),), joins))

    cause, effects = brief("strikes"), (brief("gain", True), brief("loss", True))
    later = (brief("sacrifice"), brief("buys"))
    for newest in (1, 3, 4):
        item = Item_(0, (brief("moves"), cause, *effects, *later), newest)
        told = [[one.words.key for one in line] for line in news.steps(item, 0)]
        assert told == [["strikes", "gain", "loss"], ["sacrifice"], ["buys"]]


def test_after_a_move_a_resting_pointer_shows_no_reach() -> None:
    screen = table(STEPS)
    assert screen.hover(aim("sq:f4")) and screen.slots()["hints"]
    play(screen, "sq:d7", "sq:c7")
    assert screen.slots()["hints"] == ""
    assert screen.hover(aim("sq:d5")) and screen.hover(aim("sq:f4")) and screen.slots()["hints"]


def long_strip() -> FakeTable:
    """Return a table of A Tale of Two Cities whose strip has a button to go through the steps."""
    return next(
        screen
        for screen in islice(growing("twocities", 80), 7, None)
        if len(news.strip_lines(screen.table)) > len(news.own_result(screen.table)) + news.FEW
    )


def test_presses_on_the_strip_go_through_the_steps_with_their_arrows() -> None:
    screen = long_strip()
    strip = written(screen)["news"]
    count = strip.count("<li")
    assert count > news.FEW and "stepping" not in strip
    told = news.strip_lines(screen.table)
    for number in range(count):
        play(screen, "act:told")
        shown = written(screen)
        assert shown["news"].count("<li") == 1 and f">{number + 1}/{count}<" in shown["news"]
        names = news.names_of(screen.table, told)
        line = drawing.lines(told[number], screen.table.voice.message, "twocities", names)
        assert line in shown["news"]
        squares = any(one.squares for one in told[number])
        assert ("moment" in shown["effects"]) == squares
    play(screen, "act:told")
    assert written(screen)["news"] == strip


def test_another_press_ends_the_walk_through_the_steps() -> None:
    screen = long_strip()
    play(screen, "act:told", "act:turn")
    assert "stepping" not in written(screen)["news"]
    play(screen, "act:told")
    assert ">1/" in written(screen)["news"]


def test_the_strip_shows_what_followed_the_own_turn_or_the_own_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    screen = long_strip()
    viewer = screen.session.viewer
    told, own = Happening("move", Message("w")), Happening("pass", Message("own"))
    turns = {"own": Item_(viewer, (own,), 1, 1), "other": Item_(1 - viewer, (told,), 1, 2)}
    begun = Item_(viewer, (told,), 0, 3)
    monkeypatch.setattr(news, "own_result", lambda table: [])
    for opened, shown in (
        ([turns["own"], turns["other"]], [[told]]),
        ([turns["own"], turns["other"], begun], [[told], [told]]),
        ([turns["other"], turns["own"]], [[own]]),
        ([turns["other"]], [[told]]),
        ([Item_(CHANCE, (own,), 0, 1), turns["other"]], [[told]]),
        ([Item_(CHANCE, (own,), 0, 1)], [[own]]),
    ):
        monkeypatch.setattr(screen.table, "opened", partial(list, opened))
        assert news.strip_lines(screen.table) == shown


def duel() -> FakeTable:
    """Return a table of Stratego whose seated player fought before the other's answer."""
    return next(one for one in growing("stratego", 400) if news.own_result(one.table))


def test_the_own_result_stays_first_in_the_strip_after_the_answer() -> None:
    screen = duel()
    session, say = screen.session, screen.table.voice.message
    own = next(turn for turn in reversed(session.log()) if turn.actor == session.viewer)
    fought = [one for one in session.history.telling_of(own) if one.kind == "fight"]
    lines = news.strip_lines(screen.table)
    assert lines[0] == fought and len(lines) > 1
    assert not any(one in fought for line in lines[1:] for one in line)
    before, _, after = written(screen)["news"].partition("told-before")[2].partition("</ul>")
    assert say(fought[0].words) in before and say(lines[1][0].words) in after


def test_every_line_of_the_own_turn_in_the_strip_names_who_acts() -> None:
    """Regression test: the own attack stood there without a subject, beside the opponent's turn."""
    answered = own = 0
    for screen in growing("twocities", 100):
        table = screen.table
        mine, others = news.strip_parts(table)
        if screen.session.viewer < 0 or not others:
            continue
        if news.is_own(table):
            mine, own = [*mine, *others], own + 1
        bare = [
            one
            for one, *_ in mine
            if drawing.phrases_of(one) and "who" not in drawing.phrases_of(one)[0].params
        ]
        name = table.voice.name(screen.session.viewer)
        assert written(screen)["news"].count(f">{name}: ") == len(bare)
        answered += bool(bare)
    assert answered > 3 and own > 3


def test_a_line_that_says_who_acts_gets_no_name_before_it() -> None:
    bare, named = Message("x"), Message("y", who=Message("z"))
    telling = [
        Happening("fight", bare, side=0, short=Short((bare,), always=True)),
        Happening("fight", bare, side=1, short=Short((bare,), always=True)),
        Happening("card", named, side=0, short=Short((named,), always=True)),
        Happening("pass", bare, short=Short((bare,), always=True)),
    ]
    drawn = drawing.lines(telling, lambda words: words.key, "twocities", {0: "Ana", 1: "Luz"})
    assert all(f">{words}<" in drawn for words in ("Ana: x", "Luz: x", "Y", "X"))


def test_the_own_line_keeps_its_name_when_it_is_shown_alone() -> None:
    screen = next(one for one in growing("twocities", 120) if news.own_result(one.table))
    screen.table.state.told_at = 1
    screen.table.state.revision.bump()
    assert f">{screen.table.voice.name(screen.session.viewer)}: " in written(screen)["news"]


def test_the_feed_shows_the_whole_own_turn_also_when_it_was_answered() -> None:
    """Regression test: it began in the middle of a line, without the unit that attacked."""
    found = 0
    for screen in growing("twocities", 200):
        for item in screen.table.opened():
            if item.actor == screen.session.viewer and item.newest and screen.session.live:
                turns = [one for one in screen.session.log() if one.number == item.number]
                whole = screen.session.history.telling_of(turns[0])
                told = [one for line in lines_of(whole) for one in line]
                assert news.shown_of(screen.table, item) == told
                found += len(item.telling) < len(whole)
    assert found


def test_every_step_of_the_opponent_stays_drawn_until_the_first_press() -> None:
    screen = long_strip()
    table = screen.table
    others = news.strip_lines(table)[len(news.own_result(table)) :]
    told = [one for line in others for one in line]
    ways = [one for one in told if one.kind in drawing.WAYS and len(one.squares) == drawing.WAY]
    assert ways
    table.state.telling = tuple(told[-2:])  # the newest event, which is being played
    table.state.revision.bump()
    assert written(screen)["effects"].count('class="trail trail-') == len(ways)
    play(screen, "act:turn")
    assert "trail" not in written(screen)["effects"]


def test_phrases_of_a_line_are_joined_with_the_dice_between_them() -> None:
    def words(key: str, joins: bool = False) -> Short:
        return Short((Message(key),), joins, always=True)

    die = Item("", Message("die"), value=4, maximum=6)
    telling = [
        Happening("move", Message("w"), short=words("goes")),
        Happening("offer", Message("w"), short=words("strikes", True)),
        Happening("dice", Message("w"), shown=(die, die), short=Short((), True, always=True)),
        Happening("fight", Message("w"), short=words("one hit", True)),
        Happening("card", Message("w"), aside=True),
        Happening("pass", Message("w"), short=words("stays")),
    ]
    drawn = drawing.lines(telling, lambda message: message.key)
    first, second = drawn.split("<li")[1:]
    assert "told-fight" in first and ">Goes, strikes <span" in first
    assert first.count('class="die"') == 2 and "4 4</span> one hit</span>" in first
    assert "Stays" in second
    assert drawing.in_words(telling[:4], lambda message: message.key) == ("Goes, strikes, one hit.")


def test_a_fight_with_dice_is_shown_at_its_square_by_the_dice_alone() -> None:
    g = geometry(square_board(8, 8, {}), False)
    die, unit = Item("", Message("die"), value=4, maximum=6), Item("rook", Message("u"), value=2)
    dice = Happening("dice", Message("w"), squares=("a1", "a2"), shown=(die,))
    fight = Happening("fight", Message("w"), squares=("a1", "a2"), shown=(unit, unit))
    elsewhere = Happening("fight", Message("w"), squares=("c1", "c2"), shown=(unit, unit))
    drawn = drawing.at_squares(g, [dice, fight, elsewhere], "twocities", 0)
    assert drawn.count("shown-dice") == drawn.count("shown-fight") == 1


def test_a_line_whose_beginning_is_not_listed_begins_with_its_first_phrase() -> None:
    late = Happening("fight", Message("w"), short=Short((Message("one hit"),), True, always=True))
    assert ">One hit<" in drawing.lines([late], lambda message: message.key)


def test_pieces_removed_from_many_squares_are_drawn_without_a_line() -> None:
    g = geometry(square_board(8, 8, {}), False)
    army = Happening("take", Message("w"), squares=("a1", "a3", "b7"))
    capture = Happening("take", Message("w"), squares=("a1", "a3"))
    assert "polyline" not in drawing.effects(g, [army])
    assert drawing.effects(g, [army]).count("<path") == 3
    field = Happening("place", Message("w"), squares=tuple(f"{file}1" for file in "abcdefgh"))
    assert drawing.effects(g, [field]).count("<path") == 1  # an outline, no ring on each rank
    assert "circle" not in drawing.effects(g, [field])
    assert drawing.effects(g, [capture]).count("<polyline") == 1


def test_the_first_step_of_a_march_stays_visible_after_the_second() -> None:
    screen = play(table(MARCH), "sq:b5", "sq:b6")
    assert "trail" not in written(screen)["effects"]
    play(screen, "sq:c7", "sq:c8")
    effects = written(screen)["effects"]
    assert effects.count('class="trail trail-move"') == 2
    assert effects.count('style="--at:260ms"') == 1 == effects.count('class="fx fx-move"')
    assert screen.key("Escape", aim("")) and written(screen)["effects"] == ""


# -- start of a turn, results of the own turn ----------------------------------------------------


def sentences(screen: FakeTable) -> list[list[str]]:
    """Return the sentences of the news, one list for each turn."""
    say = screen.table.voice.message
    return [[say(one) for one in said(item.telling)] for item in standing(screen.session)]


def rilatria(*actions: tuple[object, ...], start: str | None = None) -> FakeTable:
    """Open a table for two and play these actions; `("first",)` is the first legal one."""
    screen = set_table(new_match("rilatria", start, seed=2))
    session = screen.session
    for action in actions:
        session.play([action if action[0] != "first" else session.observation().legal_actions()[0]])
    return screen


SET_UP = (("place", 1, 8), ("place", 5, 6), ("place", 1, 72), ("place", 5, 74))


def test_happenings_at_the_start_of_a_turn_are_told_with_that_turn() -> None:
    """Treaties come with the event that ends the turn before, or with the end of the set-up. Even
    so they must not be told with that turn."""
    screen = rilatria(*SET_UP)
    treaty = "Ana has 4 honour (4+): vitality stays at 6 (maximum) and luck"
    assert [one[0].startswith(treaty) for one in sentences(screen)] == [True]
    assert standing(screen.session)[0].actor == 0
    session = screen.session
    session.play([session.observation().legal_actions()[0]])  # a card of the horoscope
    session.play([("end",)])
    first, second = (session.history.telling_of(turn) for turn in session.log() if not turn.setup)
    assert [(one.side, one.opens) for one in first if one.kind == "meter"] == [
        (0, True),
        (0, False),
    ]
    assert [(one.side, one.opens) for one in second if one.kind == "meter"] == [(1, True)]


def test_happenings_at_the_start_of_a_turn_are_announced_once() -> None:
    screen = rilatria(*SET_UP[:-1])
    heard = screen.table.heard
    screen.session.play([SET_UP[-1]])
    treaties = [one for one in heard.fresh() if one.opens]
    assert len(treaties) == 1 and heard.fresh() == []
    screen.session.play([screen.session.observation().legal_actions()[0]])
    assert not [one for one in heard.fresh() if one.opens]


def test_the_attack_that_ends_a_game_is_listed_as_its_end() -> None:
    start = "9/1h7/9/4t4/9/4T4/6L2/7H1/9 1 L 6.3.0.2.0 2.4.1.2.0 - 5 6"
    screen = rilatria(("attack", 4 + 3 * 9, 4 + 5 * 9), start=start)
    feed = screen.rest()["feed"]
    assert screen.session.over and "attacks with the ram from e4" in feed
    assert "and the game" in feed and "told-end" in feed


def test_the_result_of_the_own_fight_stays_after_the_computers_answer() -> None:
    _, text = stratego_position("r2e5 b5e6 b3h8", background="rFa1 r4j1 bFj10 b4a10")
    screen, engine = computer_table((0, 1), text, "stratego")
    play(screen, "sq:e5", "sq:e6")
    own = screen.rest()
    assert "shown-fight" in own["shown"] and "told-fight" in own["feed"]
    engine.finish()
    engine.wait()
    assert screen.session.decider == 0 and len(screen.session.log()) == 2
    assert "told-fight" in screen.rest()["feed"]
    screen.press(aim("sq:j1"))
    assert "told-fight" in screen.rest()["feed"] and screen.rest()["shown"] == ""
    screen.press(aim("sq:j2"))
    assert "told-fight" not in screen.rest()["feed"]


def test_a_plain_own_move_is_not_told_again() -> None:
    screen, engine = against_the_computer(0, 1)
    press_move(screen)
    think(engine)
    engine.wait()
    engine.wait()
    assert [item.actor for item in standing(screen.session)] == [1]


def test_no_sentence_of_an_earlier_turn_is_cut() -> None:
    """Regression test: a siege alert ended at “unless …” in the move list."""
    alert = (
        "Siege alert: Isolda has 2 units on the ring. If you do not break it, she can execute it. "
    )
    drawn = line(TurnLine("Isolda", 1, alert * 4))
    assert alert.strip() in drawn and "…" not in drawn


def test_no_more_faces_are_shown_at_once_than_fit() -> None:
    face = (Item("", Message("x"), letter="6", side=1),)
    fights = [Happening("fight", Message("w"), squares=(f"a{n}",), shown=face) for n in range(1, 9)]
    assert held(fights).count("at-square") == drawing.MOST
