"""Clean up records from other programs and people before a game's own reader parses them.

Changes only what is certain: quote marks and code fences around the text, invisible characters,
typographic dashes, comments, variations, and annotations such as `!?` or `$4`. A game's `Dialect`
says which of these its notation uses itself. Removed parts become blanks, so that positions in the
text stay the same. One pass, no recursion.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from engine.core.steps import Step, Steps, finish

_UNSEEN = dict.fromkeys(
    [0xAD, *range(0x200B, 0x2010), *range(0x2060, 0x2065), 0xFE0E, 0xFE0F, 0xFEFF]
)
_DASHES = dict.fromkeys([*range(0x2010, 0x2016), 0x2212, 0xFE58, 0xFE63, 0xFF0D], "-")
_BLANKS = dict.fromkeys([0xA0, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000], " ")
_SIGNS = {**_UNSEEN, **_DASHES, **_BLANKS, ord("…"): "..."}

_WIDE = {code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}  # full-width ASCII
_CAPITAL = re.compile(r"[A-Z](?=[0-9])")
_TWO_SQUARES = re.compile(r"\b([a-z][0-9]{1,2})[ -]+(?=[a-z][0-9])")

FIGURINES: Mapping[str, str] = dict(
    zip("♔♕♖♗♘♙♚♛♜♝♞♟", ["K", "Q", "R", "B", "N", ""] * 2, strict=True)
)

_FENCE = re.compile(r"[ \t]*(`{3,}|~{3,})[ \t]*[\w-]*[ \t]*")
_QUOTED = re.compile(r"[ \t]*> ?")
_WRAPPING = re.compile("(?m)^[ \\t]*(?:>|```|~~~)")
_ESCAPED_LINE = re.compile(r"(?m)^%.*$")
_BEFORE_TAG = re.compile(r"(?m)^[\xad\u200b-\u200f\u2060-\u2064\ufeff]+")
_SEEN = 400  # bytes of a file that show whether it is UTF-16
AT_ONCE = 500  # parts of a text cleaned in one step
_CUT, _LENGTH = re.compile(r"(?<=[^.\s])\s"), 20_000  # where and when a long text is cut
_DEEPEST = 8  # levels of mail quoting that are removed

_SIGN = re.compile(r"[\[{;()]")
_TAG = re.compile(r'\[[ \t]*[A-Za-z]\w*[ \t]+"(?:[^"\\\n]|\\[^\n])*"[ \t]*\]')
_RESULT_TAG = re.compile(r'(\[[ \t]*Result[ \t]+")([^"\n]*)')
_COMMAND = re.compile(r"\[%[^\]}]*\]")  # such as a clock time
_NOT_PLAIN = re.compile(r"[{;($!?\x80-\U0010ffff]|\.\.\.\.|\. \.\.")
_HALVES = re.compile(r"(?<!\S)½-½(?!\S)")
_LONE_DASH = re.compile(r"(?<!\S)[\u2013\u2014](?!\S)")
_WORD = re.compile(r"\S+")
_NAG = re.compile(r"\$[0-9]+(?!\S)")
_JUDGED = "[!?\u203c\u2047-\u2049]{1,2}(?!\\S)"
_DOTS = re.compile(r"(?<!\S)([0-9]{1,5})(?:\.{2,}|\.[ \t]+\.{2,})")


# What Windows-1252 has at 0x80 to 0x9F; the five bytes it leaves open stay as they are.
_WINDOWS = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ"
_WESTERN = {0x80 + number: sign for number, sign in enumerate(_WINDOWS)}


class GuessedText(str):
    """The text of a file whose encoding was guessed: letters may be others than were written."""

    __slots__ = ()


class UnreadText(str):
    """The text, always empty, of what could not be read: a folder, a file that has gone."""

    __slots__ = ()


def file_text(data: bytes) -> str:
    """Return the text of a file in UTF-8 or UTF-16; any other is read as Windows-1252, which chess
    programs write, and returned as GuessedText."""
    try:
        return data.decode(_utf16(data) or "utf-8")
    except UnicodeDecodeError:
        pass
    return GuessedText(data.decode("latin-1").translate(_WESTERN))


def _utf16(data: bytes) -> str:
    """Return the encoding of a file in UTF-16, with a mark at its start or seen by the zeros of its
    first letters; "" for any other."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return "utf-16"
    first = data[:_SEEN]
    zeros = [first[start::2].count(0) * 4 > len(first) for start in (0, 1)]
    return {(False, True): "utf-16-le", (True, False): "utf-16-be"}.get((zeros[0], zeros[1]), "")


@dataclass(frozen=True, slots=True)
class Dialect:
    """What records of a game may contain besides its own notation.

    `braces`, `lines`: comments in braces, and from `;` to the line end. `escapes`: lines that
    begin with a percent sign are ignored. `variations`: in parentheses, except those that match the
    pattern `kept`. `judged`: character class after which `!` and `?` are annotations; empty: never.
    `alone`: they are also annotations when they stand alone. `skipped`: words that mean nothing,
    such as `e.p.`. `dots`: replaces several dots after a number; empty: they stay. `passes`: a lone
    long dash means `--`. `letters`: replacements of single characters. `tight`: blanks matter, so a
    line with removed parts is rewritten with single ones.
    """

    braces: bool = False
    lines: bool = False
    escapes: bool = False
    variations: bool = False
    kept: str = r"(?!)"
    judged: str = ""
    alone: bool = False
    skipped: frozenset[str] = frozenset()
    dots: str = ""
    passes: bool = False
    tight: bool = False
    letters: Mapping[str, str] = field(default_factory=dict)


PLAIN = Dialect(braces=True)  # default of `Game.dialect`


def unwrapped(text: str) -> str:
    """Return a text without the wrapping of mail and chat: `> ` before every line, a code fence
    with everything outside it, invisible characters at the start of lines."""
    if not _WRAPPING.search(text):
        return _BEFORE_TAG.sub("", text)
    for _ in range(_DEEPEST):
        lines = text.split("\n")
        if not any(map(str.strip, lines)):
            return text
        if not all(_QUOTED.match(line) for line in lines if line.strip()):
            break
        text = "\n".join(_QUOTED.sub("", line, count=1) for line in lines)
    lines = text.split("\n")
    fences = [number for number, line in enumerate(lines) if _FENCE.fullmatch(line.rstrip("\r"))]
    if len(fences) == 2:
        text = "\n".join(lines[fences[0] + 1 : fences[1]])
    return _BEFORE_TAG.sub("", text)


def without_escapes(text: str, dialect: Dialect) -> str:
    """Return a text with blanks for the lines that begin with a percent sign, where the dialect has
    such lines."""
    return _ESCAPED_LINE.sub(_blank, text) if dialect.escapes else text


def adds(text: str, dialect: Dialect) -> Steps[bool]:
    """Tell in steps whether a record has variations, or comments that contain words."""
    for number, (what, part) in enumerate(_parts(text, dialect, re.compile(dialect.kept)), 1):
        if what == "skipped" and (part[0] == "(" or re.search(r"\w", _COMMAND.sub("", part))):
            return True
        if what == "pause" or not number % AT_ONCE:
            yield Step(number)
    return False


def cleaned(text: str, dialect: Dialect) -> str:
    """Return a record in the form the game's reader expects. A canonical record stays unchanged."""
    return finish(cleaning(text, dialect))


def typed_forms(text: str, dialect: Dialect) -> tuple[str, ...]:
    """Return a typed move as it stands, cleaned as records are, with squares in small letters, and
    with the two squares of a move together; to be tried in this order."""
    plain = tidied(text.strip().translate({**_SIGNS, **_WIDE}), dialect).strip()
    small = _CAPITAL.sub(lambda found: found[0].lower(), plain)
    return text, plain, small, _TWO_SQUARES.sub(r"\1", small)


def cleaning(text: str, dialect: Dialect) -> Steps[str]:
    """Run `cleaned` in steps of some comments, or of some words."""
    text = without_escapes(text, dialect)
    if _NOT_PLAIN.search(text) is None and dialect.skipped.isdisjoint(text.split()):
        return text
    kept = re.compile(dialect.kept)
    out: list[str] = []
    moves: list[str] = []
    dotted = False  # dots that follow may belong to the number before them
    for number, (what, part) in enumerate(_parts(text, dialect, kept), 1):
        if what == "moves":
            moves.append(part)
            dotted = part.rstrip().endswith(".") or (dotted and not part.strip())
        elif what == "skipped":
            moves.append(re.sub(r"[^\n]", " ", part))
        if what == "tag" or len(moves) >= (4 if dotted else 1) * AT_ONCE:
            out.append((yield from _tidying("".join(moves), dialect, number)))
            moves = []
        if what == "tag":
            out.append(part)
        if what == "pause" or not number % AT_ONCE:
            yield Step(number)
    out.append((yield from _tidying("".join(moves), dialect, number)))
    whole = "".join(out)
    return _tightened(text, whole) if dialect.tight else whole


def _tidying(moves: str, dialect: Dialect, number: int) -> Steps[str]:
    """Run `tidied` in steps of some words, none of which begins with what belongs to dots before
    it."""
    out, at = list[str](), 0
    while (cut := _CUT.search(moves, at + _LENGTH)) is not None:
        out.append(tidied(moves[at : cut.start()], dialect))
        at = cut.start()
        yield Step(number)
    return "".join([*out, tidied(moves[at:], dialect)])


def _parts(text: str, dialect: Dialect, kept: re.Pattern[str]) -> Iterator[tuple[str, str]]:
    """Split the text into `moves`, `skipped` parts (comments, variations) and parts to keep
    (`tag`). An unclosed comment or variation is kept for the reader to refuse. A `pause` comes
    now and then."""
    at = begin = opened = depth = signs = 0
    while (found := _SIGN.search(text, at)) is not None:
        signs += 1
        if not signs % AT_ONCE:
            yield "pause", ""
        here, sign, at = found.start(), found[0], found.end()
        end = 0
        if sign == "{" and dialect.braces:
            end = text.find("}", here) + 1
            if not end:
                break
        elif sign == ";" and dialect.lines:
            end = (text.find("\n", here) + 1 or len(text) + 1) - 1
        elif sign == "(" and dialect.variations:
            meant = kept.match(text, here) if not depth else None
            if meant is not None:
                at = meant.end()
                continue
            opened, depth = here if not depth else opened, depth + 1
        elif sign == ")" and depth:
            depth -= 1
            here, end = opened, at if not depth else 0
        elif sign == "[" and not depth and (end := _end_of_tag(text, here)):
            yield "moves", text[begin:here]
            yield "tag", _result(text[here:end])
            begin = at = end
            continue
        if end and not depth:
            yield "moves", text[begin:here]
            yield "skipped", text[here:end]
            begin = end
        at = max(at, end)
    if depth:
        yield "moves", text[begin:opened]
        yield "tag", text[opened:]
    else:
        yield "moves", text[begin:]


def _end_of_tag(text: str, here: int) -> int:
    """Return the end of the tag that begins here, or of the line if it is malformed; 0 if there is
    none."""
    found = _TAG.match(text, here)
    if found is not None:
        return found.end()
    before = here
    while before and text[before - 1] != "\n":
        before -= 1
        if not text[before].isspace():
            return 0
    end = text.find("\n", here)
    return end if end >= 0 else len(text)


def _result(tag: str) -> str:
    """Normalise the value of a Result tag. Other tag values are free text and stay as they are."""
    found = _RESULT_TAG.match(tag)
    if found is None:
        return tag
    value = _HALVES.sub("1/2-1/2", found[2].translate(_SIGNS))
    return f"{found[1]}{value}{tag[found.end() :]}"


def tidied(moves: str, dialect: Dialect) -> str:
    """Normalise characters, dashes, results and annotations in a stretch of moves."""
    if not moves or moves.isspace():
        return moves
    if dialect.passes:
        moves = _LONE_DASH.sub("--", moves)
    moves = moves.translate({**_SIGNS, **{ord(one): word for one, word in dialect.letters.items()}})
    moves = _HALVES.sub("1/2-1/2", moves)
    if dialect.judged:
        moves = _NAG.sub(_blank, moves)
        moves = re.sub(rf"(?<=[{dialect.judged}]){_JUDGED}", _blank, moves)
    if dialect.alone:
        moves = re.sub(rf"(?<!\S){_JUDGED}", _blank, moves)
    if dialect.skipped:
        moves = _WORD.sub(
            lambda found: _blank(found) if found[0] in dialect.skipped else found[0], moves
        )
    if dialect.dots:
        moves = _DOTS.sub(rf"\g<1>{dialect.dots}", moves)
    return moves


def _blank(found: re.Match[str]) -> str:
    return " " * len(found[0])


def _tightened(before: str, after: str) -> str:
    """Return `after` with single blanks in the lines that differ from `before`."""
    old, new = before.split("\n"), after.split("\n")
    return "\n".join(
        one if one == was else " ".join(one.split()) for was, one in zip(old, new, strict=True)
    )
