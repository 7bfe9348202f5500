"""Rules of imports between layers, checked in the source."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from engine.dev.files import walk_run
from tests.fixtures.prefixes import places, prefix_tests
from tests.fixtures.sources import nodes, parsed
from ui.shell.routes import PACKS, ROUTES

ROOT = Path(__file__).resolve().parent.parent
BROWSER = ("pyscript", "js", "pyodide")
LATER = tuple(module for modules in PACKS.values() for module in modules)
CLOCKS = ("time", "datetime", "secrets")  # and random, checked separately


def sources(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


@cache
def imports(path: Path, types: bool = True) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return (module, imported names) of each import, at any level of the file. `types`: also of
    those below `if TYPE_CHECKING:`."""
    found: list[tuple[str, tuple[str, ...]]] = []
    for node in nodes(path) if types else walk_run(parsed(path)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                found.append((alias.name, ()))
        elif isinstance(node, ast.ImportFrom):
            package = path.relative_to(ROOT).with_suffix("").parts[: -node.level or None]
            module = node.module or ""
            if node.level:
                module = ".".join([*package, *filter(None, [module])])
            found.append((module, tuple(alias.name for alias in node.names)))
    return tuple(found)


def modules(path: Path) -> Iterator[str]:
    """Yield every module a file may load, including imported names, which may be modules."""
    for module, names in imports(path):
        yield module
        for name in names:
            yield f"{module}.{name}"


def inside(module: str, *packages: str) -> bool:
    return any(module == package or module.startswith(package + ".") for package in packages)


def offenders(files: list[Path], *packages: str) -> list[str]:
    return sorted(
        {
            f"{path.relative_to(ROOT)}: {module}"
            for path in files
            for module in modules(path)
            if inside(module, *packages)
        }
    )


ROOMS = ("rules", "text", "table", "search")  # each may import only those before it


@cache
def graph() -> dict[str, set[str]]:
    """Return the import graph of our modules as they run, including imports inside functions. A
    type may be named from anywhere: that needs no code of its module."""
    paths = {}
    for path in sources("engine") + sources("ui"):
        if "scaffold" not in path.parts:
            parts = path.relative_to(ROOT).with_suffix("").parts
            paths[".".join(parts).removesuffix(".__init__")] = path
    found: dict[str, set[str]] = {}
    for name, path in paths.items():
        reached: set[str] = set()
        for module, names in imports(path, types=False):
            taken = {f"{module}.{one}" for one in names}
            reached |= taken & paths.keys()
            if not names or taken - paths.keys():
                reached.add(module)
        found[name] = (reached & paths.keys()) - {name}
    return found


def circle(edges: dict[str, set[str]]) -> list[str]:
    """Return the nodes left after repeatedly removing those without outgoing or incoming edges: all
    cycles, and what lies between two of them."""
    left = set(edges)
    while True:
        leads = {name for name in left if edges[name] & left}
        reached = set[str]().union(*(edges[name] for name in left))
        if leads & reached == left:
            return sorted(left)
        left = leads & reached


def test_circle_finds_cycles() -> None:
    assert circle({"a": {"b"}, "b": {"c"}, "c": {"a", "e"}, "d": {"a"}, "e": set()}) == [
        "a",
        "b",
        "c",
    ]


def test_imports_for_types_alone_do_not_count() -> None:
    code = "import a\nif TYPE_CHECKING:\n    import b\nif x:\n    import c"
    found = [node for node in walk_run(ast.parse(code)) if isinstance(node, ast.Import)]
    assert [node.names[0].name for node in found] == ["a", "c"]


def test_modules_have_no_import_cycles() -> None:
    assert circle(graph()) == []


FLOORS = (  # of ui: a room imports only rooms on lower floors, in functions too
    ("words",),
    ("saves",),
    ("session",),
    ("input", "render"),
    ("shell",),
    ("about", "browser", "home", "table"),
    ("dev", "embed", "far", "learn"),
    ("main",),
)


def rooms() -> dict[str, set[str]]:
    """Return each room of ui with the other rooms it imports."""
    found: dict[str, set[str]] = {}
    for name, reached in graph().items():
        if name.startswith("ui."):
            room = name.split(".")[1]
            others = {one.split(".")[1] for one in reached if one.startswith("ui.")}
            found.setdefault(room, set()).update(others - {room})
    return found


def test_every_room_of_the_page_is_on_a_floor() -> None:
    assert sorted(rooms()) == sorted(room for floor in FLOORS for room in floor)
    assert len(rooms()) <= 15 and len(FLOORS) <= 8
    assert {path.name for path in (ROOT / "ui").glob("*.py")} == {"__init__.py", "main.py"}


def test_the_document_has_the_same_floors() -> None:
    text = (ROOT / "docs/architecture.md").read_text("utf-8")
    rows = re.findall(r"^\| \d \| ([^|]+) \|", text, re.MULTILINE)
    assert [sorted(re.findall(r"`(\w+)`", row)) for row in rows] == [sorted(one) for one in FLOORS]


def test_no_room_of_the_page_imports_upwards() -> None:
    height = {room: number for number, floor in enumerate(FLOORS) for room in floor}
    upwards = [
        f"{room} -> {other}"
        for room, reached in rooms().items()
        for other in reached
        if height[other] >= height[room]
    ]
    assert upwards == []


in_each_game = pytest.mark.parametrize(
    "folder",
    sorted(path.parent for path in (ROOT / "engine" / "games").glob("*/__init__.py")),
    ids=lambda folder: folder.name,
)


@in_each_game
def test_a_room_of_a_game_imports_only_those_before_it(folder: Path) -> None:
    """No room imports the game's front door `game`, which collects them."""
    own = f"engine.games.{folder.name}"
    found = []
    for number, room in enumerate(ROOMS):
        closed = [f"{own}.{other}" for other in (*ROOMS[number + 1 :], "game")]
        found += offenders(sorted((folder / room).rglob("*.py")), *closed)
    assert found == []
    rooms = {path.parent.name for path in folder.glob("*/*.py")}
    assert rooms and rooms <= set(ROOMS)


def test_rooms_of_the_search_of_stratego_import_in_one_direction() -> None:
    """What combines them (hints, evaluation, set-ups, aims) lies beside them and is imported by
    none of them."""
    own = "engine.games.stratego.search"
    rooms = ("belief", "races", "battle")
    beside = {path.stem for path in (ROOT / own.replace(".", "/")).glob("*.py")}
    for number, room in enumerate(rooms):
        closed = [*rooms[number + 1 :], *(beside - {"__init__", "weights"})]
        files = sources(f"{own.replace('.', '/')}/{room}")
        assert files and offenders(files, *(f"{own}.{one}" for one in closed)) == []


def test_source_folders_are_not_empty() -> None:
    assert sources("engine/core") and sources("engine/match") and sources("ui")


def test_engine_imports_neither_page_nor_browser() -> None:
    assert not offenders(sources("engine"), "ui", *BROWSER)


def test_core_imports_nothing_else_of_the_engine() -> None:
    allowed = ("engine.core",)
    found = [
        f"{path.name}: {module}"
        for path in sources("engine/core")
        for module in modules(path)
        if inside(module, "engine") and not inside(module, *allowed) and module != "engine"
    ]
    assert not found


def test_kit_imports_only_core() -> None:
    lines = offenders(sources("engine/kit"), "engine")
    found = [line for line in lines if not inside(line.split(": ")[1], "engine.core", "engine.kit")]
    assert lines and not found


def test_only_games_import_the_kit() -> None:
    """Scaffolds are games that are not registered yet."""
    files = [path for path in sources("engine") + sources("ui") if "games" not in path.parts]
    users = [path for path in files if not {"kit", "scaffold"} & {*path.parts}]
    assert offenders(files, "engine.kit") and not offenders(users, "engine.kit")


def test_core_and_games_use_no_clock_and_no_own_random_generator() -> None:
    folders = ("engine/core", "engine/kit", "engine/games", "engine/dev/scaffold")
    files = [path for folder in folders for path in sources(folder)]
    assert not offenders(files, *CLOCKS)
    for path in files:
        for module, names in imports(path):
            if inside(module, "random"):
                assert names == ("Random",), f"{path}: only the type of what a caller passes in"
        for node in nodes(path):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id != "Random", f"{path}:{node.lineno} makes a generator"


@in_each_game
def test_a_game_imports_only_core_kit_and_itself(folder: Path) -> None:
    own = f"engine.games.{folder.name}"
    found = [
        f"{path.name}: {module}"
        for path in sorted(folder.rglob("*.py"))
        for module in modules(path)
        if inside(module, "engine")
        and module not in ("engine", "engine.games")
        and not inside(module, "engine.core", "engine.kit", own)
    ]
    assert not found


def test_match_search_and_page_import_games_only_through_the_registry() -> None:
    games = [path.parent.name for path in (ROOT / "engine" / "games").glob("*/__init__.py")]
    named = [f"engine.games.{game}" for game in games]
    assert not offenders(sources("engine/match") + sources("engine/search"), *named)
    assert not offenders(sources("engine/match") + sources("engine/search"), "engine.dev")
    assert not offenders(sources("ui"), *named, "engine.dev")


def test_only_tune_needs_numpy() -> None:
    found = offenders(sources("engine") + sources("ui"), "numpy")
    assert found == ["engine/dev/tune.py: numpy"]


def test_far_play_imports_only_core_match_and_registry() -> None:
    """Signatures and relays are passed in."""
    allowed = ("engine.core", "engine.match", "engine.far")
    games = [
        f"engine.games.{path.parent.name}" for path in (ROOT / "engine/games").glob("*/game.py")
    ]
    lines = offenders(sources("engine/far"), "engine")
    found = [
        line
        for line in lines
        if not inside(line.split(": ")[1], *allowed)
        and (not inside(line.split(": ")[1], "engine.games") or line.split(": ")[1] in games)
    ]
    assert lines and not found
    assert not offenders(sources("engine/far"), *CLOCKS, "random")


def test_modules_loaded_on_demand_are_not_imported_at_start() -> None:
    """The home page and tables on one device work without them."""
    files = sources("ui") + sources("engine/match") + sources("engine/core") + [SERVER]
    files = [path for path in files if "dev" not in path.parts]
    found = []
    for path in files:
        if inside(".".join(path.relative_to(ROOT).with_suffix("").parts), *LATER):
            continue
        for node in parsed(path).body:
            for one in (
                ast.walk(node) if not isinstance(node, (ast.FunctionDef, ast.ClassDef)) else ()
            ):
                module = one.module if isinstance(one, ast.ImportFrom) else None
                if module and inside(module, *LATER) and not _for_types(node):
                    found.append(f"{path.relative_to(ROOT)}: {module}")
    assert not found


# What a lesson does without, on a floor below the table of routes.
DEFERRED = [("ui/session/session.py", "ui.session.share")]


def test_the_table_of_routes_alone_defers_imports() -> None:
    """Inside a function only ui/browser imports anything, and only what the browser gives."""
    found = []
    for path in sources("ui"):
        name = path.relative_to(ROOT).as_posix()
        given = BROWSER if name.startswith("ui/browser/") else ()
        functions = (
            node
            for node in nodes(path)
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
        )
        late = {module for node in functions for module in _imported(node)}
        found += [(name, module) for module in sorted(late) if not inside(module, *given)]
    assert found == DEFERRED
    calls = [path for path in sources("ui") if "import_module" in path.read_text("utf-8")]
    assert [path.name for path in calls] == ["fill.py", "routes.py"]


def _imported(function: ast.AST) -> Iterator[str]:
    """Modules that a function imports."""
    for node in ast.walk(function):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


def test_every_route_and_every_pack_leads_somewhere() -> None:
    known = {**graph()}
    for route in ROUTES.values():
        module, _, thing = route.partition(":")
        assert module in known, route
        path = (ROOT / module.replace(".", "/")).with_suffix(".py")
        defined = {getattr(node, "name", "") for node in parsed(path).body}
        assert not thing or thing in defined, route
    packed = [module for modules in PACKS.values() for module in modules]
    assert {*packed} <= {*known} and len({*packed}) == len(packed)
    used = {
        node.attr
        for path in sources("ui")
        for node in nodes(path)
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "routes"
    }
    assert {*ROUTES} <= used


def test_the_types_of_the_routes_are_those_of_the_table() -> None:
    typed = {}
    for node in nodes(ROOT / "ui/shell/routes.py"):
        if isinstance(node, ast.ImportFrom):
            for one in node.names:
                if one.asname is not None:
                    typed[one.asname] = f"{node.module}:{one.name}"
    assert {name: of.replace(":", ".") for name, of in typed.items()} == {
        name: of.replace(":", ".") for name, of in ROUTES.items()
    }


def _for_types(node: ast.stmt) -> bool:
    """Say whether a statement is `if TYPE_CHECKING:`."""
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name)


SERVER = ROOT / "engine" / "search" / "engine_server.py"


def test_search_imports_only_core() -> None:
    """Except the engine server: it gets questions as text, opens the game they name and computes a
    seat's view of a match. Nothing in the engine imports it."""
    found = [
        line
        for line in offenders([one for one in sources("engine/search") if one != SERVER], "engine")
        if not inside(line.split(": ")[1], "engine.core", "engine.search")
    ]
    assert not found
    rooms = ("engine.core", "engine.search", "engine.match.match", "engine.games.load_game")
    allowed = [*rooms, "engine.games"]
    assert not [
        module
        for module in modules(SERVER)
        if inside(module, "engine") and module not in allowed and not inside(module, *rooms)
    ]
    assert not offenders(sources("engine"), "engine.search.engine_server")


# Users of `json`: files that ship with the program, and messages between page and worker.
OWN_JSON = (
    "engine/core/jsontext.py",
    "engine/games/__init__.py",
    "engine/games/stratego/table/arrange.py",
    "engine/match/challenges.py",
    "engine/search/engine_server.py",
    "engine/search/news.py",
    "engine/search/exercises/exercise.py",
    "ui/about/screen.py",
    "ui/words/i18n.py",
    "ui/learn/campaign/book.py",
    "ui/learn/lessons/book.py",
    "ui/learn/printing/kit.py",
)
PARSERS = ("json.loads", "json.load", "json.JSONDecoder", "json.decoder", "ast.literal_eval")
PARSING = {parser.rpartition(".")[2] for parser in PARSERS}


def test_stored_and_received_json_is_parsed_by_read_json_alone() -> None:
    """`engine.core.jsontext.read_json` bounds length and depth first. In WebAssembly the stack ends
    before any RecursionError, so no code of the page may rely on catching it."""
    found, waits = set(), []
    for path in sources("engine") + sources("ui"):
        name = path.relative_to(ROOT).as_posix()
        for node in nodes(path):
            parses = isinstance(node, ast.Attribute) and node.attr in PARSING
            if parses and ast.unparse(node) in PARSERS:
                found.add(name)
            if isinstance(node, ast.Name) and node.id == "RecursionError":
                waits.append(name)
        for module, names in imports(path):
            if any(f"{module}.{one}" in PARSERS for one in names):
                found.add(name)
    tools = ("engine/dev/", "ui/dev/")
    assert {name for name in found if not name.startswith(tools)} == {*OWN_JSON}
    assert [name for name in waits if not name.startswith(tools)] == []


def test_only_ui_browser_touches_the_browser() -> None:
    files = [path for path in sources("ui") if "browser" not in path.relative_to(ROOT).parts]
    assert not offenders(files, *BROWSER)


def test_only_the_session_accesses_the_match() -> None:
    """Screens ask the session; none reads the true state, by its public or private name."""
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in sources("ui")
        if path != ROOT / "ui" / "session.py"
        for node in nodes(path)
        if isinstance(node, ast.Attribute)
        and node.attr in ("match", "_match")
        and (
            (isinstance(node.value, ast.Name) and "session" in node.value.id)
            or (isinstance(node.value, ast.Attribute) and "session" in node.value.attr)
        )
    ]
    assert not found


@pytest.mark.parametrize("folder", ["ui/table", "ui/home", "ui/learn"])
def test_screens_import_nothing_of_the_match(folder: str) -> None:
    """They use what the session offers. Lessons and exercises get the session of an unsaved table
    (`practice`)."""
    taken = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in (ROOT / folder).glob("*.py")
        if path.name != "practice.py"
        for module, names in imports(path)
        if inside(module, "engine.match.match")
        for name in names
    ]
    assert sources(folder) and not taken


def test_page_never_looks_up_attributes_by_name() -> None:
    """Commands are in registries and screens have all methods of `Screen`, so getattr and hasattr
    are not needed."""
    files = [ROOT / "ui/shell/app.py", ROOT / "ui/shell/controller.py"]
    files += [path for room in ("table", "home", "learn") for path in sources(f"ui/{room}")]
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in files
        for node in nodes(path)
        if isinstance(node, ast.Name) and node.id in ("getattr", "hasattr", "setattr")
    ]
    assert not found


def test_nobody_looks_into_the_text_of_a_target() -> None:
    """A target is a `Target`, read by `App` and `Selection` and written into markup. Forbidden in
    `ui`, but for ui/words/targets.py, with a text that begins with a kind and a colon (`"act:"`,
    `f"sq:{name}"`, or a constant of the file that holds such): string tests and cuts, `==`, `in`
    and `case`. Forbidden as well: a cut at `":"`, and a slice by a number of something called as
    targets are. A new kind is added to `KINDS`."""
    assert places(ROOT) == []


@pytest.mark.parametrize(
    "code",
    [
        'target.startswith("act:")',
        'target.startswith(("look:", "btn:"))',
        'OPEN = "act:open:"\nnumber = text.removeprefix(OPEN)',
        'kind, _, rest = target.partition(":")',
        'if target == "btn:reveal": pass',
        'any(f"sq:{name}" in goals for name in names)',
        'match target:\n    case "act:undo": pass',
        "square = target[3:]",
        "found.append(path[1][3:])",
    ],
)
def test_what_looks_into_a_target_is_found(code: str) -> None:
    assert list(prefix_tests(ast.parse(code)))


def test_what_writes_a_target_is_none_of_it() -> None:
    code = 'button("act:undo", t("undo"))\nfocus(f"sq:{name}")\nkind = target.kind == "act"'
    assert not list(prefix_tests(ast.parse(code)))


def test_class_names_are_unique_across_engine_and_ui() -> None:
    """One name, one meaning. Scaffolds are models of games, copied under other names."""
    places: dict[str, list[str]] = {}
    for path in sources("engine") + sources("ui"):
        if "scaffold" not in path.parts:
            for node in nodes(path):
                if isinstance(node, ast.ClassDef):
                    places.setdefault(node.name, []).append(path.relative_to(ROOT).as_posix())
    assert len(places) > 300
    assert {name: where for name, where in places.items() if len(where) > 1} == {}
