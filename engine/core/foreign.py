"""Clean up records from other programs and people before a game's own reader parses them.

Changes only what is certain: quote marks and code fences around the text, invisible characters,
typographic dashes, comments, variations, and annotations such as `!?` or `$4`. A game's `Dialect`
says which of these its notation uses itself. Removed parts become blanks, so that positions in the
text stay the same; studies read them (`Cleaned.added`). One pass, no recursion.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import NamedTuple

from engine.core.steps import SORTING, Steps, finish, pause

_UNSEEN = dict.fromkeys(
    [0xAD, *range(0x200B, 0x2010), *range(0x2060, 0x2065), 0xFE0E, 0xFE0F, 0xFEFF]
)
_DASHES = dict.fromkeys([*range(0x2010, 0x2016), 0x2212, 0xFE58, 0xFE63, 0xFF0D], "-")
_BLANKS = dict.fromkeys([0xA0, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000], " ")
_SIGNS = {**_UNSEEN, **_DASHES, **_BLANKS, ord("…"): "..."}

_WIDE = {code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}  # full-width ASCII
_CAPITAL = re.compile(r"[A-Z](?=[0-9])")
_TWO_SQUARES = re.compile(r"(?<![a-z0-9])([a-z][0-9]{1,2})[ -]+(?=[a-z][0-9])")
_DRAWN = {ord("×"): "x", ord("→"): "-"}
_FULL_STOP = re.compile(r"(?<=[^.\s])\.$")

FIGURINES: Mapping[str, str] = dict(
    zip("♔♕♖♗♘♙♚♛♜♝♞♟", ["K", "Q", "R", "B", "N", ""] * 2, strict=True)
)

_FENCE = re.compile(r"(?m)^[ \t]*(?:`{3,}|~{3,})[ \t]*[\w-]*[ \t]*\r*$")
_QUOTED = re.compile(r"(?m)^[ \t]*> ?")
_NOT_QUOTED = re.compile(r"(?m)^(?![ \t]*>).*\S")
_WRAPPING = re.compile("(?m)^[ \\t]*(?:>|```|~~~)")
_ESCAPED_LINE = re.compile(r"(?m)^%.*$")
_LINE_ENDS = re.compile("\r\n?")
_TAG_LINE = re.compile(r"(?m)^[ \t\xa0]*\[[A-Za-z][\w.]*[ \t\xa0]+[^\s\xa0].*\][ \t\xa0]*$")
_TAG_QUOTES = re.compile(r"(?<=\s)[“”„«]([^\"“”„«»]*)[“”»](?=[ ]*\][ ]*$)")
_TAG_BLANKS = {ord("\t"): " ", 0xA0: " "}
_BEFORE_TAG = re.compile(r"(?m)^[\xad\u200b-\u200f\u2060-\u2064\ufeff]+")
_SEEN = 400  # bytes of a file that show whether it is UTF-16
AT_ONCE = 500  # parts of a text cleaned in one step
_LONGEST = 50_000  # characters without a place to cut; more are left as they are
_LENGTH = 20_000  # characters after which a long text is cut, at one of these places:
WORD_END = re.compile(r"\s(?:(?<=[^.\s]\s)|(?=[0-9A-Za-z]))")  # before nothing that changes a word
_LINE_END = re.compile("\n")
_MOST_OPEN = 1000  # variations inside each other; more count as unclosed
_DEEPEST = 8  # levels of mail quoting that are removed

_SIGN = re.compile(r"^[ \t]*\[|[\[{;()]", re.MULTILINE)
_TAG = re.compile(r'\[[ \t]*[A-Za-z]\w*[ \t]+"(?:[^"\\\n]|\\[^\n])*"[ \t]*\]')
_RESULT_TAG = re.compile(r'(\[[ \t]*Result[ \t]+")([^"\n]*)')
_COMMAND = re.compile(r"\[%[^\]}]*\]")  # such as a clock time
_NOT_PLAIN = re.compile(r"[{;($!?\x80-\U0010ffff]|\.\.\.\.|\. \.\.")
_HALVES = re.compile(r"(?<!\S)½-½(?!\S)")
_LONE_DASH = re.compile(r"(?<!\S)[\u2013\u2014](?!\S)")
_WORD = re.compile(r"\S+")
_LINE, _IN_A_LINE = re.compile(r"(?m)^.*$"), re.compile(r"[^\n]+")
_END = r"(?![^\s$])"  # of an annotation
_NAG = rf"\$[0-9]+{_END}"
_JUDGED = f"[!?\u203c\u2047-\u2049]{{1,2}}{_END}"
_GLYPHS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6, "‼": 3, "⁇": 4, "⁈": 6, "⁉": 5}

# Blanks that stand for a removed part until all texts around it have their final length.
_ASIDE, _GLYPH = "\x1f", "\x1e"
_MARK = re.compile(f"[{_ASIDE}{_GLYPH}]")
_BEFORE_MARK, _LEADING = re.compile(f" (?={_MARK.pattern})"), re.compile(f"^({_MARK.pattern}+) ")
_MARK_OR_WORD = re.compile(rf"{_MARK.pattern}|\S+")
_BEFORE_WORD = re.compile(rf"\s(?=[^\s{_ASIDE}{_GLYPH}])")
_DOTS = re.compile(rf"(?<!\S)([0-9]{{1,5}})(?:\.{{2,}}|\.([ \t{_ASIDE}{_GLYPH}]+)\.{{2,}})")


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
    line with changes is rewritten with single ones.
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


# Default of `Game.dialect`: parentheses directly behind a word belong to it.
PLAIN = Dialect(braces=True, variations=True, kept=r"(?<=[^\s()])\([^()\s]*\)")

MOVES, GLYPH, COMMENT, OPEN, CLOSE, TAG = "moves", "glyph", "comment", "(", ")", "tag"
PAUSE = "pause"  # nothing: many signs have been read since the piece before


class Added(NamedTuple):
    """What a record says beside the game: a COMMENT, the number of a GLYPH, OPEN and CLOSE of a
    variation and the MOVES in it. `at`: where it stood in the cleaned text."""

    kind: str
    text: str
    at: int = 0


class Cleaned(NamedTuple):
    """A record in the form that the game's reader expects, and what was removed from it."""

    text: str
    added: tuple[Added, ...] = ()


def unwrapped(text: str) -> str:
    """Return a text without the wrapping of mail and chat: `> ` before every line, a code fence
    with everything outside it, invisible characters at the start of lines; with line ends, and
    quotes and blanks of tags, as records have them."""
    return finish(unwrapping(text))


def unwrapping(text: str) -> Steps[str]:
    """Run `unwrapped` in steps of some lines."""
    text = _LINE_ENDS.sub("\n", text) if "\r" in text else text
    if _WRAPPING.search(text):
        for _ in range(_DEEPEST):
            inside = yield from _unquoted(text)
            if not inside.strip():
                break
            text = inside
        text = yield from _in_fence(text)
    yield from pause(text)
    text = yield from replaced(_BEFORE_TAG, "", text)
    return (yield from replaced(_TAG_LINE, _plain_tag, text))


def _plain_tag(found: re.Match[str]) -> str:
    return _TAG_QUOTES.sub(r'"\1"', found[0].translate(_TAG_BLANKS))


def _unquoted(text: str) -> Steps[str]:
    """Return a text without the quote marks of its lines; "" if one of them has none."""
    out = list[str]()
    for begin, end in _stretches(text, _LINE_END):
        part = text[begin:end]
        if _NOT_QUOTED.search(part):
            return ""
        out.append(_QUOTED.sub("", part))
        yield from pause(text)
    return "".join(out)


def _in_fence(text: str) -> Steps[str]:
    """Return what stands between the lines of a code fence; a text without just one stays."""
    fences = list[re.Match[str]]()
    for begin, end in _stretches(text, _LINE_END):
        fences += islice(_FENCE.finditer(text, begin, end), 3 - len(fences))
        if len(fences) > 2:
            return text
        yield from pause(text)
    return text[fences[0].end() + 1 : max(fences[1].start() - 1, 0)] if len(fences) == 2 else text


def _stretches(text: str, cut: re.Pattern[str]) -> Iterator[tuple[int, int]]:
    """Yield begin and end of the parts of a text, which end before `cut` and are not long."""
    at = 0
    while (found := cut.search(text, at + _LENGTH)) is not None:
        yield at, found.start()
        at = found.start()
    yield at, len(text)


def replaced(
    shape: re.Pattern[str],
    new: str | Callable[[re.Match[str]], str],
    text: str,
    cut: re.Pattern[str] = _LINE_END,
) -> Steps[str]:
    """Return `shape.sub(new, text)`, in steps of some lines. `shape` matches within a line, or
    within what stands between two places of `cut`."""
    if not shape.search(text):
        return text
    out = list[str]()
    for begin, end in _stretches(text, cut):
        if begin:
            yield SORTING
        out.append(shape.sub(new, text[begin:end]))
    return "".join(out)


def removing_escapes(text: str, dialect: Dialect) -> Steps[str]:
    """Return a text with blanks for the lines that begin with a percent sign, where the dialect has
    such lines. Runs in steps of some lines."""
    return (yield from replaced(_ESCAPED_LINE, _blank, text)) if dialect.escapes else text


def adds(text: str, dialect: Dialect) -> Steps[bool]:
    """Tell in steps whether a record has variations, or comments that contain words."""
    for number, one in enumerate(pieces(text, dialect), 1):
        words = one.kind == COMMENT and re.search(r"\w", _COMMAND.sub("", one.text))
        if one.kind == OPEN or words:
            return True
        if one.kind == PAUSE or not number % AT_ONCE:
            yield SORTING
    return False


def cleaned(text: str, dialect: Dialect) -> Cleaned:
    """Return a record cleaned for the game's reader. A canonical record stays unchanged."""
    return finish(cleaning(text, dialect))


def typed_forms(text: str, dialect: Dialect) -> tuple[str, ...]:
    """Return a typed move as it stands, cleaned as records are, with squares in small letters, and
    with the two squares of a move together or joined by a dash; to be tried in this order."""
    plain = tidied(text.strip().translate({**_SIGNS, **_WIDE, **_DRAWN}), dialect).strip()
    small = _CAPITAL.sub(lambda found: found[0].lower(), _FULL_STOP.sub("", plain))
    return text, plain, small, *(_TWO_SQUARES.sub(rf"\1{sign}", small) for sign in ("", "-"))


def cleaning(text: str, dialect: Dialect) -> Steps[Cleaned]:
    """Run `cleaned` in steps of some comments, or of some words."""
    text = yield from removing_escapes(text, dialect)
    if not (yield from _needs_cleaning(text, dialect)):
        return Cleaned(text)
    out: list[str] = []
    moves: list[str] = []  # since the last tag
    asides: list[list[Added]] = []  # one for each `_ASIDE`
    glyphs: list[int] = []  # one for each `_GLYPH`
    depth, dotted = 0, False  # `dotted`: dots that follow may belong to the number before them
    for number, one in enumerate(pieces(_unmarked(text), dialect), 1):
        if one.kind == MOVES and not depth:
            moves.append(one.text)
            dotted = one.text.rstrip().endswith(".") or (dotted and not one.text.strip())
        elif one.kind not in (TAG, PAUSE):
            blank = yield from replaced(_IN_A_LINE, _blank, one.text)
            moves.append(blank if depth else _ASIDE + blank[1:])
            asides += [] if depth else [[]]
            asides[-1] += yield from _aside(one, dialect)
            depth += (one.kind == OPEN) - (one.kind == CLOSE)
        if one.kind == TAG or len(moves) >= (4 if dotted else 1) * AT_ONCE:
            out.append((yield from _tidying("".join(moves), dialect, glyphs)))
            moves = []
        if one.kind == TAG:
            out.append(_result(one.text))
        if one.kind == PAUSE or not number % AT_ONCE:
            yield SORTING
    out.append((yield from _tidying("".join(moves), dialect, glyphs)))
    whole = "".join(out)
    if dialect.tight:
        whole = yield from _tightened(text, whole)
    added = yield from _placed(whole, asides, glyphs, dialect)
    return Cleaned(_unmarked(whole, "" if dialect.tight else " "), tuple(added))


def _needs_cleaning(text: str, dialect: Dialect) -> Steps[bool]:
    """Tell in steps whether a text has anything that `cleaning` changes."""
    yield from pause(text)
    if _NOT_PLAIN.search(text):
        return True
    for begin, end in _stretches(text, WORD_END) if dialect.skipped else ():
        if not dialect.skipped.isdisjoint(text[begin:end].split()):
            return True
        yield SORTING
    return False


def _unmarked(text: str, sign: str = " ") -> str:
    return text.replace(_ASIDE, sign).replace(_GLYPH, sign)


def _placed(
    whole: str, asides: list[list[Added]], glyphs: list[int], dialect: Dialect
) -> Steps[list[Added]]:
    """Return what was removed with the places of its marks, in steps."""
    added: list[Added] = []
    removed = {_ASIDE: iter(asides), _GLYPH: ([Added(GLYPH, str(one))] for one in glyphs)}
    for number, mark in enumerate(_MARK.finditer(whole)):
        at = mark.start() - number * dialect.tight
        added += (one._replace(at=at) for one in next(removed[mark[0]]))
        if not number % AT_ONCE:
            yield SORTING
    return added


def _tidying(moves: str, dialect: Dialect, glyphs: list[int]) -> Steps[str]:
    """Run `_tidied` in steps of some words, none of which begins with what belongs to dots before
    it."""
    out = list[str]()
    for begin, end in _stretches(moves, WORD_END):
        if begin:
            yield SORTING
        part = moves[begin:end]
        out.append(_tidied(part, dialect, glyphs) if len(part) < _LONGEST else part)
    return "".join(out)


def _tightened(before: str, after: str) -> Steps[str]:
    """Return `after` with single blanks in the lines that differ from `before`; marks follow the
    word before them. Runs in steps of some words or lines."""
    lines = list[str]()
    both = zip(_LINE.finditer(before), _LINE.finditer(after), strict=True)
    for number, (was, line) in enumerate(both, 1):
        lines.append(line[0] if line[0] == was[0] else (yield from _tight(line[0])))
        if not number % AT_ONCE:
            yield SORTING
    return "\n".join(lines)


def _tight(line: str) -> Steps[str]:
    """Return a line with single blanks, in steps of some words."""
    parts = list[str]()
    for begin, end in _stretches(line, _BEFORE_WORD):
        if begin:
            yield SORTING
        words = " ".join(_MARK_OR_WORD.findall(line[begin:end]))
        parts.append(_BEFORE_MARK.sub("", words))
    return _LEADING.sub(r"\1", " ".join(filter(None, parts)))


def _aside(one: Added, dialect: Dialect) -> Steps[list[Added]]:
    """Return a removed piece in parts that hold text or one sign; moves of a variation tidied."""
    if one.kind == COMMENT:
        return [Added(COMMENT, one.text[1:-1] if one.text[0] == "{" else one.text[1:])]
    if one.kind != MOVES:
        return [Added(one.kind, one.kind)]
    glyphs, found = list[int](), list[Added]()
    tidy = yield from _tidying(one.text, dialect, glyphs)
    for number, part in enumerate(tidy.split(_GLYPH)):
        found += [Added(GLYPH, str(glyphs[number - 1]))] if number else []
        found += [Added(MOVES, part)] if part.strip() else []
    return found


def pieces(text: str, dialect: Dialect) -> Iterator[Added]:
    """Split a text into its pieces, in order and without gaps; `at`: where each begins in it. An
    unclosed comment or variation is kept for the reader to refuse. A PAUSE comes now and then."""
    kept = re.compile(dialect.kept)
    held: list[Added] = []  # of a variation, until it is closed
    at = begin = depth = signs = 0
    while (sign := _SIGN.search(text, at)) is not None:
        signs += 1
        if depth > _MOST_OPEN:
            break
        if not signs % AT_ONCE:
            yield Added(PAUSE, "", begin)
        here, at = sign.end() - 1, sign.end()
        kind = text[here]
        if kind == "{" and dialect.braces:
            kind, at = COMMENT, text.find("}", here) + 1
            if not at:
                break
        elif kind == ";" and dialect.lines:
            kind, at = COMMENT, (text.find("\n", here) + 1 or len(text) + 1) - 1
        elif kind == "(" and dialect.variations:
            if (own := kept.match(text, here)) is not None:
                at = own.end()
                continue
            depth += 1
        elif kind == ")" and depth:
            depth -= 1
        elif kind == "[" and not depth and (end := _end_of_tag(text, here, sign[0])):
            kind, at = TAG, end
        else:
            continue
        held += [Added(MOVES, text[begin:here], begin), Added(kind, text[here:at], here)]
        begin = at
        if not depth:
            yield from held
            held = []
    if depth:
        yield held[0]
        begin = held[1].at
    yield Added(TAG if depth else MOVES, text[begin:], begin)


def _end_of_tag(text: str, here: int, sign: str) -> int:
    """Return the end of the tag that begins here, or of the line if it is malformed; 0 if there is
    none. `sign`: the bracket, with the blanks before it if it begins the line."""
    found = _TAG.match(text, here)
    if found is not None:
        return found.end()
    if len(sign) == 1 and here and text[here - 1] != "\n":
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
    """Normalise characters, dashes and results in a stretch of moves, and blank annotations."""
    return _unmarked(_tidied(moves, dialect, []))


def _tidied(moves: str, dialect: Dialect, glyphs: list[int]) -> str:
    """Run `tidied` with a mark for each annotation, which is added to `glyphs`."""
    if not moves or moves.isspace():
        return moves

    def glyph(found: re.Match[str]) -> str:
        number = found[0][1:5] if found[0][0] == "$" else _GLYPHS.get(found[0], 0)
        glyphs.append(int(number))
        return _GLYPH + " " * (len(found[0]) - 1)

    if dialect.passes:
        moves = _LONE_DASH.sub("--", moves)
    moves = moves.translate({**_SIGNS, **{ord(one): word for one, word in dialect.letters.items()}})
    moves = _HALVES.sub("1/2-1/2", moves)
    shapes = [_NAG]
    if dialect.judged:
        shapes.append(f"(?<=[{dialect.judged}]){_JUDGED}")
    if dialect.alone:
        shapes.append(rf"(?<!\S){_JUDGED}")
    moves = re.sub("|".join(shapes), glyph, moves)
    if dialect.skipped:
        moves = _WORD.sub(
            lambda found: _blank(found) if found[0] in dialect.skipped else found[0], moves
        )
    if dialect.dots:
        moves = _DOTS.sub(rf"\g<1>{dialect.dots}\g<2>", moves)
    return moves


def _blank(found: re.Match[str]) -> str:
    return " " * len(found[0])
