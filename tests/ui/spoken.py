"""Finds in the source every sentence key that a package of Python files can use.

`Message("key", …)` uses its key, and so does an error of a token, `BadRecord.at("key", …)`. A
function or class that puts one of its parameters into the key (`Message(f"error.{key}", …)`) uses
the key of each text it is called with, through any number of such functions. A key computed in any
other way is reported with a hole, such as `error.phase.{}`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

HOLE = "{}"
OF_A_TOKEN = "at"  # makes an error whose sentence has the parameter `token`


@dataclass(frozen=True, eq=False)
class Call:
    """Call in the source: its enclosing function and class, its module, and from which module each
    imported name comes."""

    node: ast.Call
    inside: ast.FunctionDef | None
    owner: str
    module: str
    imports: dict[str, str]

    @property
    def name(self) -> str:
        called = self.node.func
        if isinstance(called, ast.Attribute):
            return called.attr
        return called.id if isinstance(called, ast.Name) else ""

    def keywords(self) -> frozenset[str]:
        return frozenset(one.arg for one in self.node.keywords if one.arg)

    def passes_more(self) -> bool:
        """Tell whether the call passes on `**params`."""
        return any(one.arg is None for one in self.node.keywords)


@dataclass(frozen=True)
class Maker:
    """Function that uses the key `before + parameter + after`.

    `given`: parameters it gives to the sentence; `more`: it also passes on those of its callers;
    `lower`: the parameter is written in small letters.
    """

    function: ast.FunctionDef
    module: str
    name: str
    parameter: str
    before: str
    after: str
    given: frozenset[str]
    more: bool
    lower: bool

    def called_by(self, call: Call) -> bool:
        """Tell whether `call` calls this function, not itself or another of the same name."""
        if call.name != self.name or call.inside is self.function:
            return False
        if isinstance(call.node.func, ast.Attribute):
            of = call.node.func.value
            return not isinstance(of, ast.Name) or of.id in ("self", self.module)
        return call.imports.get(self.name, call.module) == self.module

    def argument(self, call: ast.Call) -> ast.expr | None:
        """Return what a call passes for the parameter, or the default; None if there is none."""
        for keyword in call.keywords:
            if keyword.arg == self.parameter:
                return keyword.value
        names, defaults = parameters(self.function), self.function.args.defaults
        place = names.index(self.parameter)
        if place < len(call.args):
            return call.args[place]
        late = place - len(names) + len(defaults)
        return defaults[late] if late >= 0 else None


@dataclass
class Said:
    """Keys with the sets of parameters each is used with; None: not known from the source."""

    keys: dict[str, list[frozenset[str] | None]] = field(default_factory=dict)

    def add(self, key: str, given: frozenset[str] | None) -> None:
        self.keys.setdefault(key, []).append(given)


def parameters(function: ast.FunctionDef) -> list[str]:
    names = [one.arg for one in (*function.args.posonlyargs, *function.args.args)]
    return names[1:] if names[:1] in (["self"], ["cls"]) else names


def said_in(files: Iterable[Path]) -> Said:
    """Return all keys that the files use."""
    calls = [call for path in files for call in _calls(path)]
    said = Said()
    waiting: list[Maker] = []
    for call in calls:
        if call.name in ("Message", OF_A_TOKEN) and call.node.args:
            waiting += _say(said, call, call.node.args[0], None)
    asked: set[Maker] = set()
    while waiting:
        maker = waiting.pop()
        if maker not in asked:
            asked.add(maker)
            for call in filter(maker.called_by, calls):
                waiting += _say(said, call, maker.argument(call.node), maker)
    return said


def _calls(path: Path) -> Iterator[Call]:
    tree = ast.parse(path.read_text("utf-8"))
    imports = {
        name.asname or name.name: (node.module or "").rpartition(".")[2]
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for name in node.names
    }

    def walk(node: ast.AST, inside: ast.FunctionDef | None, owner: str) -> Iterator[Call]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Call):
                yield Call(child, inside, owner, path.stem, imports)
            now = child if isinstance(child, ast.FunctionDef) else inside
            yield from walk(child, now, child.name if isinstance(child, ast.ClassDef) else owner)

    return walk(tree, None, "")


def _say(said: Said, call: Call, key: ast.expr | None, through: Maker | None) -> list[Maker]:
    """Add the keys that `key` can become to `said`; return the makers whose callers decide them."""
    if isinstance(key, ast.IfExp):
        return _say(said, call, key.body, through) + _say(said, call, key.orelse, through)
    parts = key.values if isinstance(key, ast.JoinedStr) else [key]
    at = next((n for n, one in enumerate(parts) if not isinstance(one, ast.Constant)), len(parts))
    before, after = (through and through.before) or "", (through and through.after) or ""
    lower = through is not None and through.lower
    text = _text(parts[:at])
    if at == len(parts):
        if text:
            said.add(before + (text.lower() if lower else text) + after, _given(call, through))
        return []
    before, after = before + text, _text(parts[at + 1 :]) + after
    name = parts[at]
    name = name.value if isinstance(name, ast.FormattedValue) else name
    if isinstance(name, ast.Call) and isinstance(name.func, ast.Attribute):
        if name.func.attr == "lower":
            name, lower = name.func.value, True
    inside = call.inside
    if inside is None or not isinstance(name, ast.Name) or name.id not in parameters(inside):
        said.add(before + HOLE + after, _given(call, through))
        return []
    more = call.passes_more() and (through is None or through.more)
    given = (_given(call, through) or frozenset()) | (call.keywords() if more else frozenset())
    title = call.owner if inside.name == "__init__" else inside.name
    return [Maker(inside, call.module, title, name.id, before, after, given, more, lower)]


def _text(parts: list[ast.expr] | list[ast.expr | None]) -> str:
    return "".join(str(one.value) if isinstance(one, ast.Constant) else HOLE for one in parts)


def _given(call: Call, through: Maker | None) -> frozenset[str] | None:
    """Return the parameters that the sentence gets from this call; None: not known."""
    if call.name == OF_A_TOKEN:
        return frozenset({"token"})
    if through is None:
        return None if call.passes_more() else call.keywords() - {"clause"}
    return through.given | call.keywords() if through.more else through.given
