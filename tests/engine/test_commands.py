"""The command line as scripts use it, on the model game."""

from __future__ import annotations

import json
import re
import tomllib
from importlib import metadata
from pathlib import Path
from random import Random
from unittest.mock import Mock, call

import pytest

import engine.games
from engine.__main__ import main
from engine.core.texts import Message
from engine.dev import _version, serve
from engine.dev.checks import RULES
from engine.dev.common import words
from engine.dev.match import wilson
from engine.dev.walks import RuleBroken, random_walk
from engine.match import codec, record, savefile
from engine.match.chance import seeded
from engine.match.match import Match, MatchConfig
from tests.fixtures.matches import random_match
from tests.fixtures.model import MODEL, model_match

Capture = pytest.CaptureFixture[str]
ROOT = Path(__file__).resolve().parents[2]
MOVE = "5/2g2/5/2G2 south 0 - a1,a4 - turn:2 -"


def out(capsys: Capture, *arguments: str, code: int = 0) -> list[str]:
    assert main(list(arguments)) == code
    return capsys.readouterr().out.splitlines()


def test_list_prints_all_games(capsys: Capture) -> None:
    assert out(capsys, "list") == list(engine.games.REGISTRY)


def test_overview_names_every_command(capsys: Capture) -> None:
    lines = "\n".join(out(capsys, "--help"))
    for name in [
        "list",
        "turns",
        "apply",
        "perft",
        "replay",
        "record",
        "play",
        "match",
        "fuzz",
        "bench",
        "new",
        "verify",
    ]:
        assert re.search(rf"^  {name} ", lines, re.MULTILINE)
    assert "common" not in lines and "checks" not in lines


def test_the_version_is_printed(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That of the checkout; in a wheel, which has no pyproject.toml, that of the package."""
    stated = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    assert out(capsys, "--version") == [f"Asedio {stated}"]
    assert any("--version" in line for line in out(capsys, "--help"))
    monkeypatch.setattr(_version, "PROJECT", tmp_path / "pyproject.toml")
    monkeypatch.setattr(metadata, "version", {"asedio": "1.2.3"}.__getitem__)
    assert out(capsys, "--version") == ["Asedio 1.2.3"]


def test_turns_lists_sorted_turns(capsys: Capture) -> None:
    lines = out(capsys, "turns", MODEL, "--position", MOVE)
    assert lines == sorted(["pass", "c1-a1", "c1-b1", "c1-d1", "c1-e1", "c1-c2"])


def test_turns_stops_at_the_limit(capsys: Capture) -> None:
    lines = out(capsys, "turns", MODEL, "--position", MOVE, "--limit", "2", code=3)
    assert len(lines) == 3 and lines[-1] == "… more than 2 turns"
    assert lines[:2] == sorted(lines[:2])
    assert len(out(capsys, "turns", MODEL, "--position", MOVE, "--limit", "6")) == 6


def test_turns_prints_nothing_at_a_chance_node(capsys: Capture) -> None:
    assert out(capsys, "turns", MODEL, "--position", "2g2/5/5/2G2 south 4 - a1,a4 - roll -") == []


def test_turns_reports_bad_arguments(capsys: Capture) -> None:
    assert out(capsys, "turns", MODEL, "--position", "x", code=2)[0].startswith(
        "error bad_position fields"
    )
    options = ("--options", '{"width": 6}')
    assert out(capsys, "turns", MODEL, "--position", MOVE, *options, code=2)[0].startswith(
        "error bad_options "
    )
    bad = ("--options", "{")
    assert out(capsys, "turns", MODEL, "--position", MOVE, *bad, code=2)[0].startswith(
        "error bad_options "
    )
    assert out(capsys, "turns", "lantirn", "--position", MOVE, code=2) == [
        "error unknown_game lantirn"
    ]


def test_apply_prints_the_position(capsys: Capture) -> None:
    lines = out(capsys, "apply", MODEL, "--position", MOVE, "--actions", "c1-c2 d1 pass")
    assert lines == ["5/2g2/2G2/5 south 2 - a1,a4 - roll -"]
    assert out(capsys, "apply", MODEL, "--position", MOVE, "--actions", "") == [MOVE]


def test_apply_prints_the_result_of_a_finished_game(capsys: Capture) -> None:
    start = "5/2G2/4g/5 south 0 - a1,c4 - turn:1 -"
    lines = out(capsys, "apply", MODEL, "--position", start, "--actions", "c3-c4 yes")
    assert lines == ["2G2/5/4g/5 south 0 treasure:0 a1,c4 north dig:c4 -", "result 1-0 treasure"]
    assert out(capsys, "apply", MODEL, "--position", start, "--actions", "resign:0")[-1] == (
        "result 0-1 resign"
    )
    assert out(capsys, "apply", MODEL, "--position", start, "--actions", "draw")[-1] == (
        "result 1/2-1/2 agreed"
    )


def test_apply_stops_at_the_first_bad_token(capsys: Capture) -> None:
    lines = out(capsys, "apply", MODEL, "--position", MOVE, "--actions", "c1-c2 d1 no pass", code=2)
    assert lines == ["error illegal_action no", "5/2g2/2G2/5 north 1 - a1,a4 - turn:1 -"]


def test_perft_counts_nodes(capsys: Capture) -> None:
    line = out(capsys, "perft", MODEL, "2")[-1]
    assert re.fullmatch(r"nodes 25 seconds \d+\.\d{3} nps \d+", line)
    assert out(capsys, "perft", MODEL, "3")[-1].startswith("nodes 50 ")
    lines = out(capsys, "perft", MODEL, "1", "--position", MOVE, "--divide")
    assert lines[:-1] == ["c1-a1 1", "c1-b1 1", "c1-d1 1", "c1-e1 1", "c1-c2 1", "pass 1"]
    assert lines[-1].startswith("nodes 6 ")
    over = "2G2/5/4g/5 south 0 treasure:0 a1,c4 north dig:c4 -"
    assert out(capsys, "perft", MODEL, "2", "--position", over)[-1].startswith("nodes 0 ")


def test_replay_reads_link_record_and_save_file(capsys: Capture, tmp_path: Path) -> None:
    match = random_walk(model_match(2), Random(2), table=False)
    text, save = tmp_path / "game.txt", tmp_path / "game.json"
    text.write_text(record.write(match), "utf-8")
    save.write_text(savefile.dump(match), "utf-8")
    shown = [
        out(capsys, "replay", source) for source in (codec.encode(match), str(text), str(save))
    ]
    assert shown[0] == shown[1] == shown[2]
    assert shown[0][0] == match.state.to_text()
    assert shown[0][-1].startswith("result ")


def test_replay_shows_an_earlier_position_to_one_side(capsys: Capture) -> None:
    match = model_match(2)
    for text in ("Ta1", "Tb4"):
        match.play(match.game.parse_action(match.state, text))
    token = codec.encode(match)
    assert (
        out(capsys, "replay", token, "--to", "1")[0] == "2g2/5/5/2G2 south 0 - a1,- - hide:north -"
    )
    lines = out(capsys, "replay", token, "--to", "2", "--as", "1")
    assert lines == ["2g2/5/5/2G2 south 0 - ?,b4 - roll -", "Roll of the die"]


@pytest.mark.parametrize("side", ["9", "2", "-1"])
def test_replay_knows_only_the_sides_of_the_game(capsys: Capture, side: str) -> None:
    token = codec.encode(random_match("andarraya", 1, 4))
    assert out(capsys, "replay", token, "--as", side, code=2)[0].startswith("error no_side")


def test_replay_reports_bad_sources(capsys: Capture, tmp_path: Path) -> None:
    assert out(capsys, "replay", "nonsense", code=2)[0].startswith("error bad_link link.damaged")
    path = tmp_path / "bad.txt"
    path.write_text('[Game "Lantern"]\n\nTa1 Tb4 d1 c1-c4 *\n', "utf-8")
    lines = out(capsys, "replay", str(path), code=2)
    assert lines[0].startswith("error illegal_action 4 c1-c4")
    assert lines[1] == "2g2/5/5/2G2 south 0 - a1,b4 - turn:1 -"
    path.write_bytes(b"\xff\xfe\x00")
    assert out(capsys, "replay", str(path), code=2)[0].startswith("error unreadable")


def test_replay_names_a_game_that_does_not_exist(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text("Ta1 *", "utf-8")
    lines = out(capsys, "replay", str(path), "--game", "lantirn", code=2)
    assert lines == ["error unknown_game lantirn"]


def test_nothing_of_a_foreign_text_acts_on_the_terminal(capsys: Capture, tmp_path: Path) -> None:
    """Escape codes, line ends and signs that turn the direction of writing are told as `?`."""
    hostile = "\x1b[2J\x07\u202e\x9b1m"
    path = tmp_path / "game.txt"
    path.write_text(f'[Game "Lantern"]\n\n{hostile} *\n', "utf-8")
    line = out(capsys, "replay", str(path), code=2)[0]
    assert line.startswith("error ") and line.endswith("?[2J???1m")
    bad = ("--position", f"{hostile} - - 0 move:1", "--actions", "")
    for lines in (
        out(capsys, "apply", MODEL, *bad, code=2),
        out(capsys, "turns", "\x1b[2J", *bad[:2], code=2),
    ):
        assert all(line.isprintable() for line in lines)
    assert words(MODEL, Message("error.text", text="95\xa0% \x1b[2J")) == "95\xa0% ?[2J"


@pytest.mark.parametrize("number", ["0", "-1", "65536", "99999", "80a", "٨٠", ""])
@pytest.mark.parametrize("command", ["serve", "relay"])
def test_a_port_that_does_not_exist_is_refused(capsys: Capture, command: str, number: str) -> None:
    with pytest.raises(SystemExit):
        main([command, f"--port={number}"])
    assert "a number from 1 to 65535" in capsys.readouterr().err


@pytest.mark.parametrize("number", ["1", "8000", "65535"])
def test_a_port_that_exists_is_taken(number: str) -> None:
    assert serve.port(number) == int(number)


@pytest.mark.parametrize("text", ["2027-13-01", "tomorrow", ""])
def test_a_day_that_does_not_exist_is_refused(capsys: Capture, text: str) -> None:
    with pytest.raises(SystemExit):
        main(["challenges", "--days", "1", f"--from={text}"])
    assert "a date is a text such as" in capsys.readouterr().err


def test_record_prints_a_complete_reproducible_game(capsys: Capture) -> None:
    lines = out(capsys, "record", MODEL, "--seed", "4")
    assert record.read("\n".join(lines)).over
    assert out(capsys, "record", MODEL, "--seed", "4") == lines
    assert out(capsys, "record", MODEL, "--seed", "5") != lines
    assert out(capsys, "record", MODEL, "--level", "9", code=2)[0].startswith("error bad_level")


def test_playthroughs_are_made_checked_and_rewritten(capsys: Capture, tmp_path: Path) -> None:
    folder = ("--folder", str(tmp_path))
    make = ("record", MODEL, "--regenerate", "--seed", "3", *folder)
    out(capsys, *make, "--options", '{"width":7}')
    (path,) = (tmp_path / MODEL).glob("*.txt")
    golden = path.read_text("utf-8")
    assert golden.startswith('game lantern\nrules 1\noptions {"width":7}\nseed 3\nshows hide: hide')
    assert "? spectator: " in golden and "\noutcome " in golden
    assert out(capsys, "record", MODEL, "--check", *folder) == ["1 playthroughs, 0 differ"]
    path.write_text(golden.replace("- -,- - hide", "- -,? - hide"), "utf-8")
    assert out(capsys, "record", MODEL, "--check", *folder, code=1)[-1] == (
        "1 playthroughs, 1 differ"
    )
    path.write_text(re.sub(r"(?m)^2 north.*$", "2 north 1/7: Tz9", golden), "utf-8")
    assert any(
        line.startswith("refused: 2 north")
        for line in out(capsys, "record", MODEL, "--check", *folder, code=1)
    )
    out(capsys, "record", MODEL, "--regenerate", *folder)
    assert path.read_text("utf-8") == golden


def test_a_playthrough_starts_and_ends_where_requested(capsys: Capture, tmp_path: Path) -> None:
    folder = ("--folder", str(tmp_path))
    start = "2g2/5/5/2G2 south 0 - a1,b4 - turn:1 -"
    made = ("--start", start, "--events", "3", "--name", "middle")
    out(capsys, "record", MODEL, "--regenerate", "--seed", "3", *made, *folder)
    golden = (tmp_path / MODEL / "middle.txt").read_text("utf-8")
    assert f"\nstart {start}\nevents 3\n" in golden and f"\n\n= {start}\n" in golden
    assert "\n3 " in golden and "\n4 " not in golden and golden.endswith("\noutcome *\n")
    assert out(capsys, "record", MODEL, "--check", *folder) == ["1 playthroughs, 0 differ"]


def test_play_accepts_typed_commands(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    typed = iter(["?", "", "Tz9", "Ta1", "undo", "Tb1", "link", "resign"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(typed))
    text = "\n".join(out(capsys, "play", MODEL, "--seed", "1", "--p1", "human"))
    assert "Ta1  Tb1  Tc1" in text
    refusals = [line for line in text.splitlines() if "Tz9" in line]
    assert refusals and not any("illegal_action" in line or "error" in line for line in refusals)
    assert text.endswith("result 1-0 resign")


@pytest.mark.parametrize("game_id", engine.games.REGISTRY)
def test_play_says_how_to_move_get_help_and_leave(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, game_id: str
) -> None:
    """In English throughout: the ids of sides are words of several languages."""
    asked = Mock(side_effect=["help", "quit"])
    monkeypatch.setattr("builtins.input", asked)
    lines = out(capsys, "play", game_id, "--seed", "1", "--p1", "human")
    match = Match(MatchConfig(game_id), seeded(1))
    match.begin()
    moves = [match.game.action_text(match.state, action) for action in match.options_now()]
    welcome = re.fullmatch(r"Type a move, such as (\S+)\. \? .* help .* quit leaves\.", lines[0])
    assert welcome is not None and welcome[1] in moves
    helped = "\n".join(lines)
    for command in ("?", "undo", "link", "resign", "help", "quit"):
        assert re.search(rf"^{re.escape(command)} {{2,}}\w", helped, re.MULTILINE), command
    first = match.game.sides[match.state.current_player()]
    prompt = f"{words(game_id, Message(f'side.{first}'))}> "
    assert asked.mock_calls == [call(prompt)] * 2
    assert not prompt.startswith(("side.", first + ">"))


def test_play_ends_with_the_input(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    def closed(prompt: str) -> str:
        raise EOFError

    monkeypatch.setattr("builtins.input", closed)
    assert out(capsys, "play", MODEL, "--seed", "1")
    lines = out(capsys, "play", MODEL, "--seed", "1", "--p0", "random")
    assert lines[-1].startswith("result ")


@pytest.mark.parametrize("game_id", engine.games.REGISTRY)
def test_play_prints_computer_moves_in_notation(capsys: Capture, game_id: str) -> None:
    lines = out(capsys, "play", game_id, "--seed", "3", "--p0", "random", "--p1", "random")
    moves = [line for line in lines if line.startswith("· ")]
    assert len(moves) > 10
    assert not [line for line in moves if re.search(r": [a-z_]+( -?\d+)+$", line)]  # raw actions
    assert re.search(r"\bwins\b|^Draw\b", lines[-2]) and lines[-1].startswith("result ")


def test_match_prints_the_line_that_scripts_parse(capsys: Capture) -> None:
    line = out(capsys, "match", MODEL, "--games", "10", "--swap")[-1]
    assert re.fullmatch(
        r"p0: \d+ wins, \d+ draws, \d+ losses \(score \d+\.\d %, 95 % interval \d+\.\d to"
        r" \d+\.\d\), \d+\.\d{4} s per move",
        line,
    )


def test_wilson_interval_values() -> None:
    low, high = wilson(0.5, 100)
    assert (round(low, 4), round(high, 4)) == (0.4038, 0.5962)
    assert wilson(1.0, 10)[1] == pytest.approx(1.0)
    assert wilson(0.0, 0) == (0.0, 1.0)


def test_fuzz_reports_its_coverage(capsys: Capture) -> None:
    text = "\n".join(out(capsys, "fuzz", MODEL, "--games", "20"))
    assert "20 games" in text and "frames never visited: none" in text
    assert "option width" in text


def test_fuzz_reports_a_broken_rule_and_saves_the_game(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(match: Match, rng: Random, samples: int) -> None:
        raise RuleBroken(9, "by way of trial")

    monkeypatch.setitem(RULES, "9", broken)
    monkeypatch.chdir(tmp_path)
    lines = out(capsys, "fuzz", MODEL, "--games", "5", code=1)
    assert "RuleBroken: contract rule 9: by way of trial" in lines
    (path,) = tmp_path.glob("*.json")
    assert f"python -m engine replay {path.name}" in lines
    assert json.loads(path.read_text("utf-8"))["game"] == MODEL
    out(capsys, "replay", path.name)


def test_bench_names_all_measurements(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.dev.bench.PLAYOUT_SECONDS", 0.02)
    text = "\n".join(out(capsys, "bench", MODEL))
    for name in ["clone", "legal", "apply", "key", "observation", "scene", "playouts", "perft"]:
        assert name in text


def test_new_refuses_bad_names(capsys: Capture, tmp_path: Path) -> None:
    folder = tmp_path / "engine" / "games"
    folder.mkdir(parents=True)
    (folder / "__init__.py").write_text('REGISTRY: tuple[str, ...] = (\n    "chess",\n)\n')
    for name in ("Chess", "9x", "class", "a b", "chess", "x" * 300):
        assert out(capsys, "new", name, "--root", str(tmp_path), code=2)[0].startswith("error")
    assert sorted(path.name for path in folder.iterdir()) == ["__init__.py"]


def test_unknown_game_in_a_config_raises_key_error() -> None:
    with pytest.raises(KeyError):
        Match(MatchConfig("nobody"))


def test_computer_players_record_a_game_and_play_matches(capsys: Capture) -> None:
    lines = out(capsys, "record", MODEL, "--seed", "4", "--level", "1")
    assert record.read("\n".join(lines)).over
    assert out(capsys, "record", MODEL, "--seed", "4", "--level", "1") == lines
    last = out(capsys, "match", MODEL, "--p0", "ai:2@60", "--p1", "greedy", "--games", "2")[-1]
    assert last.startswith("p0: ") and " s per move" in last
