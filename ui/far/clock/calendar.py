"""A deadline as a file that calendars read (RFC 5545). It names the game, neither the opponent nor
the table: calendars are often kept on a stranger's computer."""

from __future__ import annotations

from datetime import UTC, datetime

LONGEST = 75  # octets of a line
REMIND = 12  # hours before the deadline


def calendar_file(uid: str, title: str, address: str, end: int, now: int) -> str:
    """Return an entry at a deadline, with a reminder. `uid`: marks the entry, so that a second one
    replaces it; `end`, `now`: milliseconds since 1970."""
    lines = [
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Asedio//Asedio//EN", "BEGIN:VEVENT",
        f"UID:{_text(uid)}", f"DTSTAMP:{_date(now)}", f"DTSTART:{_date(end)}",
        f"DTEND:{_date(end)}", f"SUMMARY:{_text(title)}", f"URL:{address}", "BEGIN:VALARM",
        "ACTION:DISPLAY", f"DESCRIPTION:{_text(title)}", f"TRIGGER:-PT{REMIND}H", "END:VALARM",
        "END:VEVENT", "END:VCALENDAR",
    ]  # fmt: skip
    return "".join(f"{_folded(line)}\r\n" for line in lines)


def _date(millis: int) -> str:
    return datetime.fromtimestamp(millis // 1000, UTC).strftime("%Y%m%dT%H%M%SZ")


def _text(words: str) -> str:
    for mark in "\\;,":
        words = words.replace(mark, f"\\{mark}")
    return " ".join(words.split())


def _folded(line: str) -> str:
    """Return a line with breaks after at most LONGEST octets, never within a character."""
    found, size = "", 0
    for char in line:
        length = len(char.encode())
        if size + length > LONGEST:
            found, size = f"{found}\r\n ", 1
        found, size = found + char, size + length
    return found
