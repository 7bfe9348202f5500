"""Records written by other programs and by people."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from random import Random

import pytest

from engine.core import foreign
from engine.core.errors import BadRecord
from engine.core.foreign import cleaned, cleaning, tidied, unwrapped
from engine.dev.common import play_on, random_match
from engine.games import REGISTRY, game_info, load_game
from engine.match import record
from engine.match.match import Match, MatchConfig
from tests.fixtures.sampled import sampled
from tests.games.answers import inner
from ui.session import share

HEAD = '[Game "Andarraya"]\n[White "Ana"]\n\n'
MOVES = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O Nf6 5. Bxc6 dxc6 1/2-1/2"
EVENTS = record.read(HEAD + MOVES).events


@pytest.mark.parametrize(
    "moves",
    [
        MOVES.replace("O-O", "O\u2013O"),
        MOVES.replace("O-O", "O\u2014O"),
        MOVES.replace("O-O", "O\u2011O").replace("1/2-1/2", "\u00bd\u2013\u00bd"),
        MOVES.replace("1/2-1/2", "\u00bd-\u00bd"),
        MOVES.replace("e5 2.", "1....e5 2."),
        MOVES.replace("e5 2.", "1... e5 2."),
        MOVES.replace("e5 2.", "1. ... e5 2."),
        MOVES.replace("e5 2.", "1\u2026 e5 2."),
        MOVES.replace("Nf3", "Nf3! $1 $14").replace("a6", "a6?!").replace("dxc6", "dxc6 !?"),
        MOVES.replace("Bxc6", "Bxc6$5").replace("e4", "e4\u203c"),
        MOVES.replace("Nc6", "Nc6 {the (old) move; [really]}"),
        MOVES.replace("Nc6", "Nc6 ; the (old) move {here\n"),
        MOVES.replace("Nc6", "Nc6 (2... d6 3. d4 (3. Bc4 {:) } Be7) exd4) (2... f5)"),
        MOVES.replace("a6", "a6(3... Nf6)"),
        MOVES.replace("Nf3", "\u2658f3").replace("Nc6", "\u265ec6").replace("e4", "\u2659e4"),
        MOVES.replace("Nf3", "\u2658\ufe0ef3"),
        MOVES.replace("Nf3", "N\u200bf3").replace("e5", "e\u00ad5"),
        MOVES.replace(" ", "\u00a0"),
    ],
)
def test_common_variants_of_notation_are_read(moves: str) -> None:
    assert moves != MOVES
    match = record.read(HEAD + moves)
    assert match.events == EVENTS and match.config.names == ("Ana", "")


@pytest.mark.parametrize(
    "wrap",
    [
        lambda text: "\n".join("> " + line for line in text.split("\n")),
        lambda text: "\n".join((">> " + line).rstrip() for line in text.split("\n")),
        lambda text: f"```\n{text}\n```",
        lambda text: f"Our game:\n\n```pgn\n{text}\n```\nWell played!",
        lambda text: f"\u200b{text}",
        lambda text: "> ```\n" + "\n".join("> " + line for line in text.split("\n")) + "\n> ```",
    ],
)
@pytest.mark.parametrize("game_id", sampled(REGISTRY, 2))
def test_quoted_and_fenced_texts_are_read(game_id: str, wrap: Callable[[str], str]) -> None:
    match = random_match(game_id, {}, 4)
    text = record.write(match)
    assert record.read(wrap(text)).events == match.events


@pytest.mark.parametrize("game_id", REGISTRY)
@pytest.mark.parametrize("seed", range(4))
def test_records_of_our_own_are_not_changed(game_id: str, seed: int) -> None:
    game = load_game(game_id)
    match = play_on(
        Match(MatchConfig(game_id, game.random_options(Random(seed)))), Random(seed), 300
    )
    match.config.names = ("(a) {b} ; \u2658", 'O\u2013O "x" [y]')
    text = record.write(match)
    assert cleaned(text, game.dialect).text == text == unwrapped(text)
    assert record.read(text).events == match.events


@pytest.mark.parametrize("game_id", REGISTRY)
def test_comments_and_variations_are_skipped_in_every_game(game_id: str) -> None:
    match = play_on(Match(MatchConfig(game_id)), Random(2), 260)
    lines = record.write(match).split("\n")
    told = [
        f"{line} {{a comment; (really)}}" if line[:1].isdigit() and line[-1:] != "2" else line
        for line in lines
    ]
    told.insert(max(len(lines) - 2, 0), "{alone on its line}")
    assert record.read("\n".join(told)).events == match.events
    numbered = [line for line in lines if line[:1].isdigit() and "." in line]
    moves = numbered or lines[lines.index("") + 1 : -3]  # the kit's records have no numbers
    varied = [
        f"{line} (not 9. a1-a2 {{x}} (nor this))" if line in moves else line for line in lines
    ]
    assert told != lines and (varied != lines or not match.game.dialect.variations)
    assert record.read("\n".join(varied)).events == match.events


def test_signs_with_a_meaning_in_the_game_are_kept() -> None:
    siege = "4. rRg10 <-ASEDIO (DCr DEEPPCCCTBAAALLLHHm) Rg9 <-ASEDIO (no 5. Dg7) --"
    kept = cleaned(siege, load_game("cotadrez").dialect).text
    assert "(DCr DEEPPCCCTBAAALLLHHm)" in kept and "Dg7" not in kept and kept.endswith("--")
    turn = "2... Ks Cg8-h7 Lf3xe5(14)=1*b5(e4:12)/h=1<1## ~5 +%?"
    assert cleaned(turn, load_game("twocities").dialect).text == turn
    turn = "3. @cx (5.3.4.2) ?F,2h,1s=F Tf5xd5 $ ;"
    assert cleaned(turn, load_game("rilatria").dialect).text == turn
    turn = "e5xe6:?<? b4xb9:2<7 e5xe6:S>M f9-f10^5+8@c1 e4<>e5 *6@d2 a4xa5:~ ... --"
    assert cleaned(turn, load_game("stratego").dialect).text == turn


@pytest.mark.parametrize(
    "moves",
    [
        "1. e4 (e5 *",
        "1. e4 {e5 *",
        "1. e4 ) e5 *",
        "1. e4 e5! 2. Ke5!? *",
        "1. e4?!? e5 *",
        "1.. e4 *",
    ],
)
def test_ambiguous_texts_are_refused(moves: str) -> None:
    with pytest.raises(BadRecord):
        record.read(HEAD + moves)


HOSTILE = (
    "(" * 100_000,
    "(" * 50_000 + ")" * 50_000,
    "{" * 100_000,
    "({" * 50_000,
    "{(" * 30_000 + ")}" * 30_000,
    "> " * 50_000,
    '[A "' * 25_000,
    "[a " * 30_000,
    "1. " * 30_000,
    "!?" * 50_000,
    "$1" * 50_000,
    ";" * 100_000,
    "`" * 100_000,
)


@pytest.mark.parametrize("game_id", REGISTRY)
@pytest.mark.parametrize("text", sampled(HOSTILE, 5))
def test_hostile_texts_take_linear_time(game_id: str, text: str) -> None:
    """No recursion and no repeated scanning. The text is refused, or read as a game that has not
    begun."""
    for whole in (text, f"1. e4 {text}", f"{text}\n1. e4 *"):
        try:
            assert not record.read(whole, game_id).events
        except BadRecord as refusal:
            assert refusal.code


@pytest.mark.parametrize("part", ["{x} ", "(e4) ", "[", "e4 ", "e4! ", "x\n", "[a "])
def test_a_long_text_is_cleaned_in_short_steps(part: str) -> None:
    """Nothing in a text may keep the page from answering."""
    dialect = load_game("andarraya").dialect
    text = "1. e4! " + part * (400_000 // len(part))
    assert sum(1 for _ in cleaning(text, dialect)) >= 15


def test_brackets_within_a_line_are_read_in_linear_time() -> None:
    """Each looked at all of its line before it."""

    def seconds(many: int) -> float:
        begun = time.process_time()
        cleaned("1. e4! " + "[" * many, load_game("andarraya").dialect)
        return time.process_time() - begun

    assert min(seconds(160_000) for _ in range(3)) < 9 * max(seconds(40_000) for _ in range(3))


def test_a_text_in_pieces_is_cleaned_as_a_whole_one() -> None:
    """The pieces end where nothing depends on what comes before."""
    dialect, rng = load_game("andarraya").dialect, Random(4)
    parts = ["1. ", "... ", "12.", " . ..", "e4!? ", "♘f3$4 ", "½-½ ", "{c}", "— ", "\n"]
    for _ in range(8):
        text = "".join(rng.choice(parts) for _ in range(25_000))
        shorter = cleaned(text, dialect).text
        whole = tidied(re.sub(r"\{c\}", "   ", text), dialect)
        assert shorter == whole


@pytest.mark.parametrize("game_id", REGISTRY)
def test_a_million_empty_lines_are_read_in_one_pass(game_id: str) -> None:
    """Taking one line after the other off a list would take minutes."""
    text = record.write(random_match(game_id, {}, 4))
    match = record.read("\n" * 900_000 + text, game_id)
    assert record.write(match) == text


def test_what_was_removed_is_told_where_it_stood() -> None:
    """One pass gives the reader's text and, for studies, the rest with its places in that text."""
    text = "{a} 1. e4!? $3 (1. d4 d5 $1 {b}) 1... e5 ; c\n2. Nf3 *"
    found = cleaned(text, load_game("andarraya").dialect)
    assert found.text.split() == "1. e4 1... e5 2. Nf3 *".split()
    told = [(one.kind, one.text.strip(), found.text[: one.at].split()[-1:]) for one in found.added]
    assert told == [
        (foreign.COMMENT, "a", []),
        (foreign.GLYPH, "5", ["e4"]),
        (foreign.GLYPH, "3", ["e4"]),
        (foreign.OPEN, "(", ["e4"]),
        (foreign.MOVES, "1. d4 d5", ["e4"]),
        (foreign.GLYPH, "1", ["e4"]),
        (foreign.COMMENT, "b", ["e4"]),
        (foreign.CLOSE, ")", ["e4"]),
        (foreign.COMMENT, "c", ["e5"]),
    ]


# -- chess -----------------------------------------------------------------------------------------

MATE = '[Event "x"]\n[White "Ana"]\n[Result "1-0"]\n[Termination "Normal"]\n\n'
MATE += "1.e4 {[%clk 0:03]} 1... e5 2.Qh5 Nc6 3.Bc4 Nf6?? 4.Qxf7# 1-0"


@pytest.mark.parametrize(
    ("text", "events", "start"),
    [
        ("1. e4 e5 2. Nf3 Nc6", 4, None),
        (MATE, 7, None),
        ("> " + MATE.replace("\n", "\n> "), 7, None),
        ("1.e4\n1... e5 (1... c5) 2.\u2658f3!? \u00bd-\u00bd", 4, None),
        (
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
            0,
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b AEHaeh e3 1 1",
        ),
        (
            '[FEN "4k3/8/8/8/8/8/8/4K2R w K - 12 31"]\n[SetUp "1"]\n\n31. O-O Kd7 *',
            2,
            "4k3/8/8/8/8/8/8/4K2R w EH - 60 31",
        ),
    ],
)
def test_chess_that_is_legal_in_andarraya_can_be_opened(
    text: str, events: int, start: str | None
) -> None:
    match = share.read_text(text)
    assert match.adopted and match.config.game_id == "andarraya"
    assert (len(match.events), match.config.start) == (events, start)


@pytest.mark.parametrize(
    ("text", "key", "move"),
    [
        ("1. e4 e5 2. d4 exd4 3. Qxd4 Qf6 4. Qxf6 Nxf6 *", "foreign.move", "4. Qxf6"),
        ("1. d4 d5 2. Qd3 Qd6 3. Qg3 Qxg3 *", "foreign.move", "3... Qxg3"),
        ("1. e4 e5 2.Ke5 *", "foreign.move", "2. Ke5"),
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "foreign.result", None),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "error.position", None),
        ('[Event "x"]\n[Variant "Chess960"]\n\n1. e4 *', "foreign.start", None),
    ],
)
def test_chess_that_is_illegal_in_andarraya_is_refused_at_the_first_move(
    text: str, key: str, move: str | None
) -> None:
    with pytest.raises(share.Unreadable) as caught:
        share.read_text(text)
    assert caught.value.message.key == key and caught.value.game_id == "andarraya"
    assert caught.value.message.params.get("move") == move


def test_a_too_long_chess_game_names_the_move_that_ends_it() -> None:
    back = "Nf3 Nf6 {n}. Ng1 Ng8"
    moves = " ".join(f"{n}. {back.format(n=n + 1)}" for n in range(1, 60, 2))
    with pytest.raises(share.Unreadable) as caught:
        share.read_text(moves)
    assert caught.value.message.key == "foreign.over"
    assert caught.value.message.params["move"] == "51... Nf6"


@pytest.mark.parametrize("text", ["hello", "1. a", "e4", "1. Dg7 Hc10", "", "1-0", "K", "a/b/c w"])
def test_other_texts_are_not_taken_for_chess(text: str) -> None:
    with pytest.raises(share.Unreadable) as caught:
        share.read_text(text)
    assert caught.value.message.key.startswith("open.")


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252", "latin-1"]
)
def test_a_file_in_any_usual_encoding_keeps_its_letters(encoding: str) -> None:
    """Chess programs write Windows-1252; then the page says that it was guessed."""
    text = '[White "Muñoz"]\n[Black "Ångström"]\n\n1. e4 e5 *\n'
    found = foreign.file_text(text.encode(encoding))
    assert found.removeprefix("\ufeff") == text
    assert isinstance(found, foreign.GuessedText) == (encoding in ("cp1252", "latin-1"))


def test_the_signs_of_windows_are_read_and_foreign_bytes_never_fail() -> None:
    assert foreign.file_text("“Šimon” – 5 €".encode("cp1252")) == "“Šimon” – 5 €"
    assert len(foreign.file_text(bytes(range(255, 127, -1)))) == 128
    assert isinstance(foreign.file_text("Ботвинник".encode("cp1251")), foreign.GuessedText)


TAGGED = '[Event "x"]\n[White "A"]\n'


@pytest.mark.parametrize(
    ("text", "events"),
    [
        (TAGGED + "% a line of another program e9\n\n1. e4 e5 *\n", 2),
        ("[Event “x”]\n[White “A”]\n\n1. e4 *\n", 1),
        (TAGGED + "[Site]\n[Round ]\n\n1. e4 *\n", 1),
        (TAGGED + "\n1. e4 e5 1/2\n", 3),
        (TAGGED + "\n1. e4 e5 ½-½\n", 3),
        (TAGGED + "\n1. e4 e5 ½\n", 3),
        (TAGGED + "\n1. e4 a6 2. e5 d5 3. exd6 e.p. *\n", 5),
        (TAGGED + "\n1. e4 += e5 ± 2. +- Nf3 *\n", 3),
    ],
)
def test_what_is_no_move_in_a_chess_game_is_read_as_the_standard_says(
    text: str, events: int
) -> None:
    """Escaped lines, loose tags, short results, verdicts."""
    match = share.read_text(text)
    assert len(match.events) == events and match.config.names[0] == "A"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (f"{TAGGED}\n1. e4 e5 *\n\n{TAGGED}\n1. d4 *\n", "foreign.several"),
        (f"{TAGGED}\n1. e4 Schach 2. d4 *\n", "foreign.unread"),
    ],
)
def test_a_chess_game_is_refused_by_what_it_holds(text: str, why: str) -> None:
    """Nothing that is not a move is called an illegal move."""
    with pytest.raises(share.Unreadable) as refusal:
        share.read_text(text)
    assert inner(refusal.value.message, "why").key == why


@pytest.mark.parametrize("game_id", REGISTRY)
def test_no_pattern_looks_over_all_empty_lines_at_each_of_them(game_id: str) -> None:
    """A text of 20,000 empty lines took five seconds to be told from a chess game."""
    info = game_info(game_id)
    assert r"^\s*" not in info.record + info.foreign + info.position


@pytest.mark.parametrize(
    ("moves", "events"),
    [
        ("1. e2-e4 e7-e5 2. Ng1-f3 Nb8-c6", 4),
        ("1. e2\u2013e4 e7\u2013e5 (1... c7-c5) 2. Bf1-b5", 3),
        ("1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7++ 1-0", 7),
        ("1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7 mate 1-0", 7),
        ("1. e4 e5 2. Bb5 c6 3. Qh5 ch", 5),
    ],
)
def test_long_and_older_notation_of_chess_is_read(moves: str, events: int) -> None:
    assert len(share.read_text(moves).events) == events


@pytest.mark.parametrize("word", ["adjourned", "RR", "forfeit", "Sf3", "3...", "<x>", "Z0", "1:0"])
@pytest.mark.parametrize("head", ['[Event "x"]\n\n', HEAD])
def test_what_is_no_move_is_never_called_an_illegal_move(word: str, head: str) -> None:
    """In records of Andarraya as in those of chess."""
    with pytest.raises((share.Unreadable, BadRecord)) as caught:
        share.read_text(f"{head}1. e4 e5 {word} 2. Nf3 *")
    why = inner(caught.value.message, "why")
    assert why.key in ("foreign.unread", "error.unreadable", "error.number")
    assert word in why.params.values()
