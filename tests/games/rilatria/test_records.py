"""Records: the forms of section 11 and every class of error."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from engine.__main__ import main
from engine.core.errors import BadRecord
from engine.dev.common import play_on, random_options
from engine.games.rilatria.game import Rilatria
from engine.match import record
from engine.match.match import Match, MatchConfig
from tests.games.rilatria.table import PLAIN, SAMPLE, refused

SETUP = '[Game "Rilatria"]\n[Setup "{}"]\n\n{}\n'


def refusal(text: str) -> tuple[str, str, str]:
    """Return (class, line:column, token) of the error; fail if the record is accepted."""
    with pytest.raises(BadRecord) as caught:
        record.read(text, "rilatria")
    return caught.value.code, caught.value.where, caught.value.token


def rewritten(text: str) -> str:
    return record.write(record.read(text, "rilatria"))


@pytest.mark.parametrize("seed", range(12))
def test_11_9_complete_and_unfinished_games_survive_writing_and_reading(seed: int) -> None:
    rng = Random(seed)
    game = Rilatria(random_options("rilatria", rng))
    match = Match(MatchConfig("rilatria", dict(game.options), ("A \\ B", 'C "D"')), game=game)
    play_on(match, rng, rng.randrange(200))
    for action in match.state.table_actions()[: seed % 2]:
        match.play(action)
    text = record.write(match)
    again = record.read(text)
    assert again.state.key() == match.state.key()
    assert again.config.names == match.config.names
    assert record.write(again) == text


def test_11_9_blanks_and_comments_may_stand_anywhere() -> None:
    loose = SAMPLE.replace(" ?1h,3d,F=3d", "{a draw}?1h ?3d,F\n =3d").replace("@cx", "@c{…}x")
    loose = loose.replace(">>>\n", ">>> { and\n now }")
    assert rewritten(loose) == SAMPLE


def test_11_3_tags_are_read_in_any_order_and_written_in_canonical_order() -> None:
    text = (
        '[Site "here"] [Result "*"]\n[Options "rounds=50 blow=3"]\n[J2 "a \\"b\\" \\\\"]\n'
        '[Game "Rilatria"]\n\n*\n'
    )
    assert rewritten(text) == (
        '[Game "Rilatria"]\n[J2 "a \\"b\\" \\\\"]\n[Options "blow=3 rounds=50"]\n'
        '[Site "here"]\n[Result "*"]\n\n*\n'
    )


@pytest.mark.parametrize("length", range(5))
def test_11_4_an_unfinished_setup_is_written_and_read(length: int) -> None:
    match = Match(MatchConfig("rilatria"))
    for action in [("place", 1, 7), ("place", 5, 8), ("place", 1, 64), ("place", 5, 65)][:length]:
        match.take(action)
    line = ["rHh1", "rTi1", "//", "rHb8", "rTc8", ">>>"][: (0, 1, 3, 4, 6)[length]]
    assert " ".join(line) in record.write(match)
    assert rewritten(record.write(match)) == record.write(match)


@pytest.mark.parametrize(
    "tail",
    ["3. @c\n*", "3. @cx\n*", "3. @cx (5.3.4.2) ?F\n*", "3. @cx (5.3.4.2) ?F,2h\n*"]
    + ["3. @cx (5.3.4.2) ?F,2h,1s\n*", "3. @cx (5.3.4.2) ?F,2h,1s=F\n*", "*"],
)
def test_11_8_unfinished_games_are_written_as_they_were_read(tail: str) -> None:
    text = SAMPLE[: SAMPLE.index("3. @cx")] + tail + "\n"
    assert rewritten(text) == text


@pytest.mark.parametrize(
    ("setup", "body"),
    [
        ("9/1h7/2t6/9/9/9/6T2/7H1/9 2 C 1.3.1.0.0 1.3.4.5.0 - 1 5", "5... @xc (0.3.4.5) #\n1-0"),
        ("9/1h7/2t6/9/9/9/6T2/7H1/9 1 C 5.3.4.5.0 1.3.4.5.0 - 1 5", "5. abandona #\n0-1"),
        (PLAIN, "6. Tg3-g4 tablas #\n1/2-1/2"),
        (PLAIN.replace("- 5 6", "- 79 6"), "6. ;\n1/2-1/2"),
    ],
)
def test_11_6_11_7_ends_are_written_and_their_sign_is_required(setup: str, body: str) -> None:
    text = SETUP.format(setup, body)
    match = record.read(text)
    assert match.over
    assert body in record.write(match)
    assert refusal(text.replace(" #", ""))[0] == "phase" if "#" in body else True


def swap(old: str, new: str) -> str:
    assert old in SAMPLE
    return SAMPLE.replace(old, new, 1)


# Records by the clause that refuses them: class, line and column, and token of the error.
ERRORS: dict[str, list[tuple[str, tuple[str, str, str]]]] = {
    "11_12_malformed_tokens_are_syntax_errors": [
        (swap("Tg3-f4", "Tg3-j4"), ("syntax", "9:26", "Tg3-j4")),
        (swap("?1h,3d,F=3d", "?5h,3d,F=3d"), ("syntax", "9:14", "?5h,3d,F=3d")),
        (swap("?1h,3d,F=3d", "?1h,3d=3d"), ("syntax", "9:14", "?1h,3d=3d")),
        (swap("Tg3-f4", "Xg3-f4"), ("syntax", "9:26", "Xg3-f4")),
        (swap('[Event "Ejemplo"]', "[Event Ejemplo]"), ("syntax", "2:1", "[Event Ejemplo]")),
        (swap('[Event "Ejemplo"]', '[J1 "x"]'), ("syntax", "4:1", '[J1 "Ana (Sur)"]')),
        (swap('[Game "Rilatria"]\n', ""), ("syntax", "7:1", "rHh2")),
        (swap('[Game "Rilatria"]', '[Game "Chess"]'), ("syntax", "1:1", '[Game "Chess"]')),
        (swap(" ;", " {;"), ("syntax", "9:33", "{;")),
        (SAMPLE[:-2], ("syntax", "14:1", "")),
    ],
    "11_13_tokens_out_of_place_are_phase_errors": [
        (swap("1. (6", "2. (6"), ("phase", "9:1", "2.")),
        (swap("1. (6", "1... (6"), ("phase", "9:1", "1...")),
        (swap("1. (6.4.0.2) ", "(6.4.0.2) "), ("phase", "9:1", "(6.4.0.2)")),
        (swap("(6.4.0.2) ", ""), ("phase", "9:4", "?1h,3d,F=3d")),
        (swap("// ", ""), ("phase", "8:11", "rHb8")),
        (swap(" >>>", ""), ("phase", "9:1", "1.")),
        (swap("@cx", "(5.3.4.2)"), ("phase", "13:4", "(5.3.4.2)")),
        (swap("@cx", "@c"), ("phase", "13:7", "(5.3.4.2)")),
        (swap("3. @cx", "3. @cx @c"), ("phase", "13:8", "@c")),
        (swap(" ;", " ; ;"), ("phase", "9:35", ";")),
        (swap("Tg3-f4", "#"), ("phase", "9:26", "#")),
        (SAMPLE + "4.", ("phase", "15:1", "4.")),
        (swap("1. (6", '[X "y"] 1. (6'), ("phase", "9:1", '[X "y"]')),
        (SAMPLE[:-2] + "3... *\n", ("phase", "14:6", "*")),
    ],
    "11_14_forbidden_actions_are_illegal": [
        (swap("Tg3-f4", "Bg3-f4"), ("illegal", "9:26", "Bg3-f4")),
        (swap("rHh2", "rTh2"), ("illegal", "8:1", "rTh2")),
        (swap("$", "$ $"), ("illegal", "13:38", "$")),
    ],
    "11_15_impossible_draws_are_chance_errors": [
        (swap("?1h,3d,F=3d", "?4d,4d,F=F"), ("chance", "9:14", "?4d,4d,F=F")),
        (swap("?1h,3d,F=3d", "?1h,3d,F=2d"), ("chance", "9:14", "?1h,3d,F=2d")),
    ],
    "11_16_values_that_do_not_match_are_check_errors": [
        (swap("(6.3.0.5)", "(6.3.0.4)"), ("check", "11:4", "(6.3.0.4)")),
        (swap('[Result "*"]', '[Result "1-0"]'), ("check", "14:1", "*")),
        (swap("\n*\n", "\n1-0\n"), ("check", "14:1", "1-0")),
        (swap('[Result "*"]', '[Cause "heroe"]'), ("check", "14:1", "*")),
    ],
    "11_17_bad_options_and_setups_are_state_errors": [
        (swap('[Event "Ejemplo"]', '[Options "blow=4"]'), ("state", "2:1", '[Options "blow=4"]')),
        (swap('[Event "Ejemplo"]', '[Options "size=9"]'), ("state", "2:1", '[Options "size=9"]')),
        (swap('[Event "Ejemplo"]', '[Setup "x"]'), ("state", "2:1", '[Setup "x"]')),
    ],
}


@pytest.mark.parametrize("name", ERRORS)
def test_a_faulty_record_is_refused(name: str) -> None:
    for text, expected in ERRORS[name]:
        assert refusal(text) == expected


@pytest.mark.parametrize("date", ["today", "2025-12-28", "2025.12", "2025.12.281"])
def test_r43_a_date_has_one_form(date: str) -> None:
    assert refusal(swap("2025.12.28", date)) == ("syntax", "3:1", f'[Date "{date}"]')
    assert rewritten(swap("2025.12.28", "2025.99.99")) == swap("2025.12.28", "2025.99.99")


def test_r40_a_turn_number_without_a_turn_is_reported_at_the_next_token() -> None:
    assert refusal(SAMPLE[:-2] + "3... *\n") == ("phase", "14:6", "*")
    assert refusal(SAMPLE + "4.") == ("phase", "15:1", "4.")


def test_r40_a_missing_draw_is_reported_where_it_should_stand() -> None:
    cut = SAMPLE[: SAMPLE.index("3. @cx")] + "3. @cx (5.3.4.2)\n*\n"
    assert refusal(cut)[::2] == ("phase", "*")


def test_11_11_the_first_bad_token_is_reported() -> None:
    two = swap("Tg3-f4", "Tg3-j4").replace("(5.3.4.2)", "(5.3.4.1)")
    assert refusal(two) == ("syntax", "9:26", "Tg3-j4")


def test_11_18_the_error_names_the_last_good_position() -> None:
    with pytest.raises(BadRecord) as caught:
        record.read(swap("Tf5xd5", "Tf5xd4"))
    assert caught.value.position == ("9/1ht6/9/9/3t1T3/9/6L2/6H2/9 1 L 5.3.4.2.1 6.6.0.0.0 - 4 3")


def test_11_10_a_setup_must_be_the_beginning_of_a_turn() -> None:
    for phase in ("N:1h", "O:1h,1s,1d", "D"):
        code, _, token = refusal(SETUP.format(PLAIN.replace(" L ", f" {phase} "), "*"))
        assert (code, token[:6]) == ("state", "[Setup")
    start = PLAIN.replace(" L ", " O:1h,1s,1d ")
    with pytest.raises(BadRecord):
        record.write(Match(MatchConfig("rilatria", start=start)))


def test_11_2_11_14_error_classes_have_an_order_of_precedence() -> None:
    deal = PLAIN.replace(" L ", " N ")
    assert refused(deal, "?4d ?4d")[:2] == ("chance", "?4d")
    assert refused(deal, "?4d ?4d,1h,1s")[:2] == ("phase", "?4d,1h,1s")
    assert refused(PLAIN, "1.")[:2] == ("phase", "1.")
    assert refused(PLAIN, "*")[0] == "phase"
    assert refused(PLAIN, "nonsense")[0] == "syntax"
    assert refused(PLAIN, "abandona ;")[:2] == ("phase", ";")
    assert refused(PLAIN, "Tg3xg4")[0] == "illegal"
    assert refused(PLAIN, "Tg3-g4;")[0] == "syntax"


def test_the_replay_command_prints_the_final_state_or_the_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "sample.txt"
    path.write_text(SAMPLE, "utf-8")
    assert main(["replay", str(path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "9/1ht6/9/9/3T5/9/6L2/6H2/9 2 N 4.4.4.3.1 6.6.0.0.0 - 0 3"
    path.write_text(swap("(5.3.4.2)", "(5.3.4.1)"), "utf-8")
    assert main(["replay", str(path)]) == 2
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("error check 13:8 (5.3.4.1)")
    assert lines[1] == "9/1ht6/9/9/3t1T3/9/6L2/6H2/9 1 N 5.3.4.2.0 6.6.0.0.0 - 4 3"


def test_r44_a_loss_on_time_has_its_own_token() -> None:
    line = "5. {} #\n0-1"
    position = "9/1h7/2t6/9/9/9/6T2/7H1/9 1 C 5.3.4.5.0 1.3.4.5.0 - 1 5"
    for word, reason in (("abandona", "abandono"), ("tiempo", "time")):
        match = record.read(SETUP.format(position, line.format(word)), "rilatria")
        outcome = match.outcome()
        assert outcome is not None and (outcome.winner, outcome.reason) == (1, reason)
        assert f'[Cause "{reason}"]' in record.write(match)
    assert refused(PLAIN, "tiempo ;")[:2] == ("phase", ";")
