"""Certificates of far tables: what they prove, what they do not, and that no damage passes."""

from __future__ import annotations

import argparse
import csv
import json
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.core.contract import RESIGN
from engine.core.jsontext import MAX_CHARS
from engine.core.steps import finish
from engine.dev import _bip340, verify
from engine.dev.common import ROOT, catalogue, plain, words
from engine.far.certificate import Certificate, examine
from engine.far.dates import date_of, span_of
from engine.far.evidence import GROUPS, NOTE
from engine.far.forks import settled
from engine.far.letter import Chance, EventsLetter, Letter, Open, Parent, Says, WordLetter
from engine.far.tablefile import MOST_LETTERS
from engine.games import game_info
from engine.match.clock import Clock, bank_of
from tests.far.damages import HARMS, Book, damages
from tests.far.devices import Curve, Device, keys_of, met
from tests.far.tables import decide, file_of, fogged, forked, mated, played, resigned

TABLES = {
    "andarraya": mated,
    "rilatria": lambda: resigned(played("rilatria", 1, 30)),
    "cotadrez": lambda: resigned(played("cotadrez", 2, 16)),
    "fog": fogged,
    "clock": lambda: played("andarraya", 3, 20, Clock(minutes=10, seconds=5)),
    "fork": forked,
}
VERDICTS = {"fog": "valid so far", "clock": "valid so far", "fork": "valid so far"}


def checked(text: str) -> Certificate:
    return finish(examine(text, Curve()))


def lines(found: Certificate) -> str:
    """Return all lines of a certificate in English."""
    shown = [f"{one.group} {words(found.game_id, one.message)}" for one in found.checks]
    return "\n".join([*shown, *(f"unproved {words(found.game_id, one)}" for one in found.unproved)])


@pytest.fixture(scope="module")
def files() -> dict[str, str]:
    return {name: file_of(make()) for name, make in TABLES.items()}


# -- good certificates ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", TABLES)
def test_the_command_verifies_a_file_in_a_process_without_any_package(
    name: str, files: dict[str, str], tmp_path: Path
) -> None:
    path = tmp_path / "game.json"
    path.write_text(files[name], "utf-8")
    command = [sys.executable, "-I", "-S", "-c", "import sys; sys.path.insert(0, sys.argv.pop(1));"]
    command[-1] += "from engine.__main__ import main; sys.exit(main(sys.argv[1:]))"
    done = subprocess.run(
        [*command, str(ROOT), "verify", str(path)], capture_output=True, text=True, timeout=120
    )
    last = done.stdout.splitlines()[-1]
    assert (done.returncode, last, done.stderr) == (0, VERDICTS.get(name, "valid"), "")
    assert "certificate." not in done.stdout and "{" not in done.stdout


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("lang", ["en", "es"])
def test_every_line_is_a_sentence_in_both_languages(
    name: str, lang: str, files: dict[str, str]
) -> None:
    found = checked(files[name])
    catalog = catalogue(found.game_id, lang)
    more = json.loads((ROOT / f"engine/far/locale/certificate.{lang}.json").read_text("utf-8"))
    for message in [*(one.message for one in found.checks), *found.unproved]:
        text = catalog.text(message)
        assert not re.search(r"[{}]|\w+\.\w+\.\w", text), text
    assert {one.group for one in found.checks} <= set(GROUPS)
    assert {f"certificate.group.{one}" for one in GROUPS} <= more.keys()


@pytest.mark.parametrize(
    ("game_id", "clock"),
    [
        ("andarraya", Clock(minutes=60, seconds=30)),
        ("rilatria", Clock(days=3)),
        pytest.param("cotadrez", Clock(), marks=pytest.mark.soak),
    ],
)
def test_a_whole_game_is_certified_by_library_and_in_python(game_id: str, clock: Clock) -> None:
    pair = played(game_id, 3, clock=clock)
    assert pair[0].course.over and len(pair[0].course.events) > 90
    text = file_of(pair)
    for pure in (False, True):
        found = finish(examine(text, verify.Signatures(pure)))
        assert found.status == "valid" and "Result " in lines(found)
    drawn = sum(event.actor < 0 for event in pair[0].course.events)
    if game_id == "rilatria":
        assert lines(found).count("follows from both contributions") == drawn > 100


def test_a_certificate_says_what_was_checked(files: dict[str, str]) -> None:
    told = lines(checked(files["andarraya"]))
    for part in (
        "Andarraya, rules version", "Ana, who invited. Key ", "Blas, accepted by the inviter. Key ",
        "messages are signed with this key", "numbers have no gap", "First: 2027-01-15 08:00:0",
        "All 4 events were played again", "Result 0-1: Black has won. Checkmate.",
        "unproved That nobody had help", "One person with both keys",
    ):  # fmt: skip
        assert part in told, part
    chance = lines(checked(files["rilatria"]))
    assert chance.count("follows from both contributions") > 20
    assert chance.count("hashes to the one before") == 2 and "unproved Why" in chance
    fog = lines(checked(files["cotadrez"]))
    assert fog.count("They fit the commitment") == 2
    early = lines(checked(files["fog"]))
    assert early.count("have not been revealed. Commitment ") == 2
    assert early.count("that its hidden decisions were legal") == 2
    clock = lines(checked(files["clock"]))
    assert "10 min + 5 s" in clock and clock.count("for the next turn") == 2
    assert "The game is not finished" in clock and "only one device says so" in clock


def test_a_fork_is_shown_with_the_way_it_was_settled(files: dict[str, str]) -> None:
    found = checked(files["fork"])
    forks = [one for one in found.checks if one.message.key.startswith("certificate.fork.")]
    assert [(one.result, one.message.key) for one in forks] == [(NOTE, "certificate.fork.answered")]
    assert "second version" in "".join(
        part.text
        for data in checked_letters(files["fork"])
        for part in data.parts
        if isinstance(part, Says)
    )


@pytest.mark.parametrize(
    ("first", "second", "how"),
    [
        (("move",), ("says",), "decides"),
        (("says",), ("move",), "open"),
        (("move",), ("move",), "open"),
        (("resign",), ("move",), "ends"),
        (("says",), ("says",), "digest"),
    ],
)
def test_a_fork_nobody_has_answered_names_the_rule_it_is_settled_by(
    first: tuple[str], second: tuple[str], how: str
) -> None:
    """What counts is the log's affair (engine/far/log.py); the line says why."""
    ana, _blas = met("andarraya")
    moves = iter(ana.course.match.options_now())
    parts: list[Any] = [
        {
            "move": EventsLetter(0, (next(moves),)),
            "says": Says(f"version {number}"),
            "resign": EventsLetter(0, ((RESIGN, 0),)),
        }[kind]
        for number, (kind,) in enumerate((first, second))
    ]
    pair = [ana.log.next_letter(0, (part,), ana.at) for part in parts]
    if how == "digest":
        pair.sort(key=lambda one: one.digest)
    assert settled([*ana.log.order(), pair[0]], (), pair[1]) == how
    assert catalogue("andarraya").has(f"certificate.fork.{how}")


def test_a_branch_decides_by_what_builds_on_its_first_letter() -> None:
    """As in the rule itself (engine/far/forks.py): its first letter may be words alone."""
    ana, _blas = met("andarraya")
    versions = [ana.log.next_letter(0, (Says(f"version {n}"),), ana.at) for n in range(2)]
    before = ana.log.order()
    move = EventsLetter(0, (ana.course.match.options_now()[0],))
    for chosen, other in (versions, versions[::-1]):
        own = Parent(0, chosen.n + 1, chosen.digest)
        parents = tuple(own if one.seat == 0 else one for one in chosen.parents)
        later = replace(chosen, n=chosen.n + 1, parents=parents, parts=(move,))
        assert settled([*before, chosen, later], (), other) == "decides"
        assert settled([*before, other], [chosen, later], chosen) == "open"


def checked_letters(text: str) -> list[Letter]:
    return Book(text, ("Ana", "Blas"), files_of_another()).letters


def files_of_another() -> str:
    return file_of(played("andarraya", 9, 8))


def test_an_agreed_takeback_a_computer_and_a_draw_have_their_lines() -> None:
    pair = met("andarraya")
    ana, blas = pair
    match = ana.course.match
    decide(ana, blas, (match.game.parse_action(match.state, "e2e4"),))
    blas.take(ana.write(WordLetter("back?", 0)))
    ana.take(blas.write(WordLetter("back", 0)))
    blas.take(ana.write(WordLetter("back!", 0)))
    blas.take(ana.write(WordLetter("engine", 3)))
    blas.take(ana.write(WordLetter("draw?", 0)))
    ana.take(blas.write(WordLetter("draw", 0)))
    blas.take(ana.write(WordLetter("draw!", 0)))
    found = checked(file_of(pair))
    told = lines(found)
    assert found.status == "valid" and "confirms that moves are taken back" in told
    assert "the computer plays for this side, at level 3" in told
    assert "confirms the agreed draw" in told and "Result 1/2-1/2: a draw" in told


def test_a_table_nobody_has_joined_is_valid_so_far() -> None:
    ana, blas = met("andarraya")
    alone = Device(ana.terms, 0, "Ana")
    alone.take(blas.log.chain(1)[0])
    found = checked(file_of((alone, blas)))
    assert found.status == "valid so far" and not found.accepted
    assert "The other seat is still free" in lines(found)
    keen = Device(ana.terms, 1, "Blas")
    keen.take(blas.log.chain(1)[0])
    assert "asks to join" in lines(checked(file_of((keen, ana))))


def test_a_plain_file_of_a_table_is_accepted_and_says_what_it_lacks(files: dict[str, str]) -> None:
    plain = {k: v for k, v in json.loads(files["andarraya"]).items() if k != "summary"}
    found = checked(json.dumps(plain))
    assert found.status == "valid" and "does not state how many messages" in lines(found)


def test_space_between_the_parts_changes_nothing(files: dict[str, str]) -> None:
    for name, text in files.items():
        verdict = VERDICTS.get(name, "valid")
        for indent in (None, 0, 7):
            assert checked(json.dumps(json.loads(text), indent=indent)).status == verdict
        assert checked(" \n" + text + "\r\n\t").status == verdict


# -- what breaks the rules ---------------------------------------------------------------------


def test_a_refused_letter_made_good_is_a_note_and_else_the_failure() -> None:
    pair = met("andarraya")
    ana, blas = pair
    blas.take(ana.write(EventsLetter(0, (("move", 0, 63),))))
    assert blas.course.refused
    bad = checked(file_of(pair))
    assert bad.failure is not None and bad.failure.group == "rules"
    assert "White, message 2, breaks the game: the rules do not allow" in lines(bad)
    match = ana.course.match
    decide(ana, blas, (match.game.parse_action(match.state, "e2e4"),))
    found = checked(file_of(pair))
    assert found.status == "valid so far" and "was put aside and changed nothing" in lines(found)


def test_a_loser_cannot_spoil_the_certificate_with_a_false_letter() -> None:
    ana, blas = resigned(met("andarraya"))
    ana.take(blas.write(EventsLetter(0, (("move", 0, 63),))))
    ana.take(blas.write(Chance(5, bytes(32))))
    ana.take(blas.write(Open(1, bytes(32), ((RESIGN, 0),))))
    found = checked(file_of((ana, blas)))
    assert found.status == "valid" and lines(found).count("was put aside") == 3


def test_a_name_cannot_pass_for_a_line_of_the_command(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert plain("Ana\nvalid\x1b[2J\u202ex") == "Ana?valid?[2J?x"
    ana, blas = met("andarraya")
    text = file_of((ana, blas)).replace('"*"', '"*\\nvalid"')
    path = tmp_path / "game.json"
    path.write_text(text, "utf-8")
    assert verify.run(argparse.Namespace(files=[str(path)], pure=False)) == 2
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith("invalid: summary: The file states the result “*?valid”")


# -- damage --------------------------------------------------------------------------------------


def harm(files: dict[str, str], seed: int, count: int) -> set[str]:
    """Damage each table in `count` ways; return the kinds tried."""
    foreign, kinds, another = files_of_another(), set(), 0
    for number, (name, text) in enumerate(files.items()):
        inviter = json.loads(text)["summary"] and name in ("rilatria", "clock")
        seats = ("Blas", "Ana") if inviter else ("Ana", "Blas")
        for one in damages(Book(text, seats, foreign), Random(seed + number), count):
            found = checked(one.text)
            kinds.add(one.kind)
            if one.kind == "move_by_both" and found.failure is None:
                # Both keys signed another legal move, which is another game, or one that the
                # rules refuse, before a resignation that ends the game all the same.
                another += 1
                put_aside = [each for each in found.checks if each.result == NOTE]
                assert found.status == "valid so far" or len(put_aside) <= 1
                continue
            group = found.failure.group if found.failure else "nothing"
            assert group in one.groups, (name, one.kind, group)
            assert found.status == "invalid" and not found.unproved
            if found.failure is not None:
                told = words(found.game_id or "andarraya", found.failure.message)
                assert "certificate." not in told
    assert another <= len(files) * count / 50
    return kinds


def test_a_hundred_damaged_certificates_are_refused_each_by_its_check(
    files: dict[str, str],
) -> None:
    whole = {name: text for name, text in files.items() if name != "fork"}
    assert harm(whole, 1, 30) == HARMS.keys()


@pytest.mark.soak
def test_thousands_of_damaged_certificates_are_refused_each_by_its_check(
    files: dict[str, str],
) -> None:
    whole = {name: text for name, text in files.items() if name != "fork"}
    assert harm(whole, 100, 1_000) == HARMS.keys()


@pytest.mark.parametrize(
    "text",
    [
        "", "nonsense", "[]", "{}", '{"asedio": "far"}', "[" * 100_000, "1" * 5_000, "null",
        '{"asedio": "far", "invitation": "x", "letters": []}',
        '{"asedio": "far", "invitation": "x", "letters": [1]}',
        json.dumps({"asedio": "far", "invitation": "x", "letters": ["A"] * (MOST_LETTERS + 1)}),
    ],
)  # fmt: skip
def test_anything_else_is_refused_in_words(text: str) -> None:
    found = checked(text)
    assert found.failure is not None and found.failure.group in ("file", "invitation")
    assert not words("andarraya", found.failure.message).startswith("certificate.")


def test_the_command_reads_no_more_than_a_certificate_can_be(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    huge, binary = tmp_path / "huge.json", tmp_path / "binary"
    huge.write_text("{" + " " * MAX_CHARS + "}", "utf-8")
    binary.write_bytes(b"\xff\xfe\x00")
    for path in (huge, binary, tmp_path / "none", tmp_path):
        assert verify.run(argparse.Namespace(files=[str(path)], pure=True)) == 2
        assert capsys.readouterr().out.splitlines()[-1].startswith("invalid: file: ")


# -- secrets -------------------------------------------------------------------------------------


def test_a_certificate_holds_no_secret_of_a_seat() -> None:
    from engine.far.closed import salt
    from engine.far.crypto import mail_secret

    ana, blas = pair = fogged()
    text = file_of(pair)
    whole = text + "".join(letter.data.hex() for letter in checked_letters(text))
    for name, device in (("Ana", ana), ("Blas", blas)):
        keys = keys_of(name)
        secrets = [keys.secret, keys.seed, mail_secret(keys.secret)]
        secrets += [salt(keys.seed, ana.terms.id, n) for n in device.course.own]
        for secret in secrets:
            assert secret.hex() not in whole
        for opening in device.course.own.values():
            for action in opening.actions[1:-1]:
                assert json.dumps(list(action)) not in text
    assert not [one for one in checked_letters(text) if any(type(p) is Open for p in one.parts)]


# -- words ---------------------------------------------------------------------------------------


def test_every_reason_to_refuse_a_letter_has_its_words() -> None:
    source = "".join(path.read_text("utf-8") for path in (ROOT / "engine/far").glob("*.py"))
    found = set(re.findall(r'Refused\(\s*"(\w+)"', source)) | {"opening", "chance", "ahead"}
    keys = catalogue("andarraya")
    assert len(found) > 6 and [one for one in found if not keys.has(f"certificate.why.{one}")] == []


@pytest.mark.parametrize("game_id", ["andarraya", "cotadrez", "rilatria"])
def test_options_are_named_in_words(game_id: str) -> None:
    for option in game_info(game_id).options:
        keys = catalogue(game_id)
        assert keys.has(f"option.{option.name}")
        for value in option.values:
            assert not isinstance(value, str) or keys.has(f"option.{option.name}.{value}")


def test_dates_and_durations() -> None:
    assert date_of(0) == "1970-01-01 00:00:00"
    assert date_of(951_827_696_789) == "2000-02-29 12:34:56"
    assert date_of(1_798_761_599_999) == "2026-12-31 23:59:59"
    assert (span_of(3_725_000), span_of(100 * 3_600_000)) == ("1:02:05", "4 d 04:00:00")


# -- signatures ----------------------------------------------------------------------------------

VECTORS = Path(__file__).parent.parent / "fixtures" / "bip340.csv"


def test_signatures_in_python_match_the_published_vectors() -> None:
    """The official test vectors of BIP-340 (BSD-2-Clause)."""
    rows = list(csv.DictReader(VECTORS.open(encoding="utf-8")))
    assert len(rows) == 19
    for row in rows:
        parts = (row[name] for name in ("public key", "message", "signature"))
        found = _bip340.verify(*map(bytes.fromhex, parts))
        assert found == (row["verification result"] == "TRUE"), row["comment"]
    assert not _bip340.verify(bytes(31), b"", bytes(64)) and not _bip340.verify(
        bytes.fromhex(rows[0]["public key"]), b"", bytes(63)
    )


def test_both_ways_to_verify_agree() -> None:
    rng, fast, slow = Random(5), verify.verifier(), verify.verifier(pure=True)
    assert fast is not slow
    for number in range(40):
        secret, digest = rng.randbytes(32), rng.randbytes(32)
        public, signature = Curve().public(secret), bytearray(Curve().sign(secret, digest))
        if number % 2:
            signature[rng.randrange(64)] ^= 1 << rng.randrange(8)
        told = [way(public, digest, bytes(signature)) for way in (fast, slow)]
        assert told == [not number % 2] * 2


def test_a_bank_and_what_is_left_in_it_are_named() -> None:
    checks = checked(file_of(played("andarraya", 3, 6, bank_of(24, 4, 3)))).checks
    keys = [one.message.key for one in checks]
    assert "certificate.clock.bank" in keys and keys.count("certificate.left") == 2
    (clock,) = [one.message for one in checks if one.message.key == "certificate.clock.bank"]
    assert words("andarraya", clock) == "Clock: 24 h, 4 h more for each turn, at most 72 h"
