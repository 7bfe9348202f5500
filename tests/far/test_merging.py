"""Wins by silence in certificates, and several files of one table: letters that one file leaves out
are in another one."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import pytest

from engine.core.steps import finish
from engine.core.texts import Message
from engine.dev import verify
from engine.dev.common import LANGUAGES, catalogue
from engine.far.certificate import certify
from engine.far.certificate_times import measures_of
from engine.far.evidence import NOTE
from engine.far.letter import WordLetter
from engine.far.merging import merged
from engine.far.timing import Measure
from engine.match.clock import MINUTE
from tests.far.devices import Curve, Device
from tests.far.tables import MATE, mated, resigned
from tests.far.test_certificate import checked, lines
from tests.far.test_timing import CLOCK, LATE, claim, dated, end, move, sat


def file_of(device: Device, measures: object = None) -> str:
    return finish(certify(device.log, measures))


def keys(text: str) -> list[str]:
    found = checked(text)
    return [one.message.key for one in found.checks] + [one.key for one in found.unproved]


def left_out() -> tuple[str, str]:
    """Return the file of Ana, who was mated, left the mate out and has claimed time; and the file
    of Blas, who knows of no claim."""
    ana, blas = sat(plies=0)
    for first, second in MATE:
        for me, other, text in ((ana, blas, first), (blas, ana, second)):
            match = me.course.match
            letter = me.decide((match.game.parse_action(match.state, text),))
            if not me.course.over:
                other.take(letter)
    claim(ana, LATE + MINUTE)
    end(ana, LATE + MINUTE + CLOCK.patience)
    assert blas.course.over and ana.course.over
    return file_of(ana), file_of(blas)


def run(paths: list[Path], capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    status = verify.run(argparse.Namespace(files=[str(one) for one in paths], pure=False))
    return status, capsys.readouterr().out


def stored(tmp_path: Path, *texts: str) -> list[Path]:
    paths = [tmp_path / f"{number}.json" for number in range(len(texts))]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text, "utf-8")
    return paths


# -- wins by silence -----------------------------------------------------------------------------


def test_a_win_by_silence_says_that_an_answer_may_be_missing() -> None:
    found = checked(left_out()[0])
    assert found.status == "valid" and found.failure is None
    result = [one for one in found.checks if one.group == "rules"][-1]
    assert (result.message.key, result.result) == ("certificate.won.silence", NOTE)
    assert found.unproved[0].key == "certificate.unproved.silence"


def test_a_loss_that_the_loser_has_stated_himself_is_no_win_by_silence() -> None:
    ana, blas = sat()
    blas.take(claim(ana, LATE))
    ana.take(dated(blas, LATE + 1, WordLetter("time", blas.course.event_count)))
    assert ana.course.over and not any("silence" in one for one in keys(file_of(ana)))


def test_a_mate_and_a_resignation_are_no_wins_by_silence() -> None:
    for pair in (mated(), resigned(sat())):
        assert not any("silence" in one for one in keys(file_of(pair[0])))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_sides_and_verbs_agree_in_the_sentence_of_silence(lang: str) -> None:
    words = catalogue("andarraya", lang)
    for key, name in (
        ("certificate.won.silence", "lost"),
        ("certificate.unproved.silence", "side"),
    ):
        told = Message(key)
        told.params = {"score": "1-0", "side": "Ana", name: Message("side.black")}
        said = words.text(told)
        assert "{" not in said and "|" not in said


# -- several files -------------------------------------------------------------------------------


def test_several_files_are_merged_and_each_is_told_what_it_lacked(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    paths = stored(tmp_path, *left_out())
    for order in (paths, paths[::-1]):
        status, out = run(order, capsys)
        told = {
            line.split(".json")[0][-1]: line for line in out.splitlines() if "file " in line[:5]
        }
        assert "message 3 of Black was missing" in told["0"]
        assert "2 messages of White were missing, the first is number 4" in told["1"]
        assert status == 0 and "may be missing" not in out.splitlines()[-1]
        assert "has won on time" not in out and out.splitlines()[-1].startswith("valid")


def test_files_with_the_same_letters_lack_nothing(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    ana, blas = mated()
    status, out = run(stored(tmp_path, file_of(ana), file_of(blas)), capsys)
    assert status == 0 and out.count("lacked nothing") == 2
    assert lines(checked(file_of(ana))).splitlines()[-1] in out


def test_a_file_that_is_not_valid_is_named_and_left_out(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """A file that was cut short keeps its summary, which gives it away."""
    ana, blas = mated()
    cut = json.loads(file_of(ana))
    cut["letters"].pop()
    status, out = run(stored(tmp_path, json.dumps(cut), file_of(blas), "nonsense"), capsys)
    named = [line for line in out.splitlines() if line.startswith("file ")]
    assert status == 2 and [": invalid; " in line for line in named] == [True, False, True]
    assert out.splitlines()[-1] == "valid"
    status, out = run(stored(tmp_path, "nonsense", json.dumps(cut)), capsys)
    assert status == 2 and out.splitlines()[-1].startswith("invalid")


def test_files_of_two_tables_are_not_merged(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    texts = file_of(mated()[0]), file_of(sat()[0])
    status, out = run(stored(tmp_path, *texts), capsys)
    assert status == 2 and out.splitlines()[-1].startswith("invalid: invitation: ")


def test_measures_of_both_devices_stay() -> None:
    ana, blas = sat()
    ana.take(move(blas, MINUTE))
    measure, texts = Measure(0, ana.at + MINUTE, 0), []
    for device in (ana, blas):
        theirs = device.log.chain(1 - device.seat)
        found = {letter.digest: measure for letter in theirs}
        value = measures_of(device.seat, found, theirs)
        texts.append(file_of(device, value))
    whole, lacking = finish(merged(texts, Curve()))
    assert lacking == [[], []] and keys(whole).count("certificate.measures") == 2
    twice = json.loads(whole)
    twice["measures"] = [twice["measures"][0]] * 2
    assert checked(json.dumps(twice)).failure is not None
