"""Who may import whom (architecture, section 2), read from the source."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fixtures.sources import parsed
from ui.browser.engine_client import WORKER_NEEDS

ROOT = Path(__file__).resolve().parent.parent
BROWSER = ("pyscript", "js", "pyodide")
LATER = (  # what comes when it is asked for
    "engine.far", "ui.far", "ui.browser.relay", "engine.core.lessons", "ui.learn.lessons",
    "engine.search.exercises", "ui.learn.exercises",
    "engine.search.judging", "ui.learn.mistakes", "ui.about",
)  # fmt: skip
CLOCKS = ("time", "datetime", "secrets")  # and random, see below


def sources(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


def imports(path: Path) -> Iterator[tuple[str, tuple[str, ...]]]:
    """(module, names taken from it), wherever in the file they stand."""
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, ()
        elif isinstance(node, ast.ImportFrom):
            package = path.relative_to(ROOT).with_suffix("").parts[: -node.level or None]
            module = node.module or ""
            if node.level:
                module = ".".join([*package, *filter(None, [module])])
            yield module, tuple(alias.name for alias in node.names)


def modules(path: Path) -> Iterator[str]:
    """Everything a file may load: modules, and names that may be modules."""
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


ROOMS = ("rules", "text", "table", "search")  # each stands on those before it


def graph() -> dict[str, set[str]]:
    """Which of our modules each imports, for types alone and inside functions as well."""
    paths = {}
    for path in sources("engine") + sources("ui"):
        if "scaffold" not in path.parts:
            parts = path.relative_to(ROOT).with_suffix("").parts
            paths[".".join(parts).removesuffix(".__init__")] = path
    found: dict[str, set[str]] = {}
    for name, path in paths.items():
        reached: set[str] = set()
        for module, names in imports(path):
            taken = {f"{module}.{one}" for one in names}
            reached |= taken & paths.keys()
            if not names or taken - paths.keys():
                reached.add(module)
        found[name] = (reached & paths.keys()) - {name}
    return found


def circle(edges: dict[str, set[str]]) -> list[str]:
    """What is left when everything that leads nowhere, or that nothing leads to, is taken away
    again and again: the circles, and what lies between two of them."""
    left = set(edges)
    while True:
        leads = {name for name in left if edges[name] & left}
        reached = set[str]().union(*(edges[name] for name in left))
        if leads & reached == left:
            return sorted(left)
        left = leads & reached


def test_the_search_for_circles_finds_them() -> None:
    assert circle({"a": {"b"}, "b": {"c"}, "c": {"a", "e"}, "d": {"a"}, "e": set()}) == [
        "a",
        "b",
        "c",
    ]


def test_no_module_leads_back_to_itself() -> None:
    assert circle(graph()) == []


FLOORS = (  # of ui: a room imports those on floors below its own, for types and in functions too
    ("words",),
    ("saves",),
    ("session",),
    ("input", "render"),
    ("shell",),
    ("about", "browser", "home", "table"),
    ("dev", "far", "learn"),
    ("main",),
)


def rooms() -> dict[str, set[str]]:
    """Return the rooms of ui and which others each imports."""
    found: dict[str, set[str]] = {}
    for name, reached in graph().items():
        if name.startswith("ui."):
            room = name.split(".")[1]
            others = {one.split(".")[1] for one in reached if one.startswith("ui.")}
            found.setdefault(room, set()).update(others - {room})
    return found


def test_every_room_of_the_page_has_its_floor() -> None:
    assert sorted(rooms()) == sorted(room for floor in FLOORS for room in floor)
    assert len(rooms()) <= 15 and len(FLOORS) <= 8
    assert {path.name for path in (ROOT / "ui").glob("*.py")} == {"__init__.py", "main.py"}


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
def test_a_room_stands_on_those_before_it(folder: Path) -> None:
    """And none on the game's front door, which gathers them."""
    own = f"engine.games.{folder.name}"
    found = []
    for number, room in enumerate(ROOMS):
        closed = [f"{own}.{other}" for other in (*ROOMS[number + 1 :], "game")]
        found += offenders(sorted((folder / room).rglob("*.py")), *closed)
    assert found == []
    rooms = {path.parent.name for path in folder.glob("*/*.py")}
    assert rooms and rooms <= set(ROOMS)


def test_the_search_of_stratego_has_rooms_in_one_direction() -> None:
    """What combines them (hints, evaluation, set-ups, aims) lies beside them and is imported by
    none of them."""
    own = "engine.games.stratego.search"
    rooms = ("belief", "races", "battle")
    beside = {path.stem for path in (ROOT / own.replace(".", "/")).glob("*.py")}
    for number, room in enumerate(rooms):
        closed = [*rooms[number + 1 :], *(beside - {"__init__", "weights"})]
        files = sources(f"{own.replace('.', '/')}/{room}")
        assert files and offenders(files, *(f"{own}.{one}" for one in closed)) == []


def test_there_is_something_to_look_at() -> None:
    assert sources("engine/core") and sources("engine/match") and sources("ui")


def test_engine_knows_neither_page_nor_browser() -> None:
    assert not offenders(sources("engine"), "ui", *BROWSER)


def test_core_stands_on_the_standard_library_alone() -> None:
    allowed = ("engine.core",)
    found = [
        f"{path.name}: {module}"
        for path in sources("engine/core")
        for module in modules(path)
        if inside(module, "engine") and not inside(module, *allowed) and module != "engine"
    ]
    assert not found


def test_the_kit_imports_core_alone() -> None:
    lines = offenders(sources("engine/kit"), "engine")
    found = [line for line in lines if not inside(line.split(": ")[1], "engine.core", "engine.kit")]
    assert lines and not found


def test_only_games_import_the_kit() -> None:
    """Scaffolds are games that are not registered yet."""
    files = [path for path in sources("engine") + sources("ui") if "games" not in path.parts]
    users = [path for path in files if not {"kit", "scaffold"} & {*path.parts}]
    assert offenders(files, "engine.kit") and not offenders(users, "engine.kit")


def test_core_and_games_have_no_clock_and_no_luck_of_their_own() -> None:
    folders = ("engine/core", "engine/kit", "engine/games", "engine/dev/scaffold")
    files = [path for folder in folders for path in sources(folder)]
    assert not offenders(files, *CLOCKS)
    for path in files:
        for module, names in imports(path):
            if inside(module, "random"):
                assert names == ("Random",), f"{path}: only the type of what a caller passes in"
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id != "Random", f"{path}:{node.lineno} makes a generator"


@in_each_game
def test_a_game_stands_on_core_kit_and_itself(folder: Path) -> None:
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


def test_match_and_search_know_games_only_through_the_registry() -> None:
    games = [path.parent.name for path in (ROOT / "engine" / "games").glob("*/__init__.py")]
    named = [f"engine.games.{game}" for game in games]
    assert not offenders(sources("engine/match") + sources("engine/search"), *named)
    assert not offenders(sources("engine/match") + sources("engine/search"), "engine.dev")
    assert not offenders(sources("ui"), *named, "engine.dev")


def test_what_fits_evaluations_is_not_needed_to_play() -> None:
    found = offenders(sources("engine") + sources("ui"), "numpy")
    assert found == ["engine/dev/tune.py: numpy"]


def test_far_play_stands_on_core_and_match() -> None:
    """And on the registry; signatures and relays are handed in."""
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


def test_what_comes_later_is_imported_when_it_is_asked_for() -> None:
    """Home and the tables of one device do without them: nobody imports them on loading."""
    files = sources("ui") + sources("engine/match") + sources("engine/core") + [SERVER]
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


def _for_types(node: ast.stmt) -> bool:
    """`if TYPE_CHECKING:`"""
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name)


SERVER = ROOT / "engine" / "search" / "engine_server.py"


def test_the_search_stands_on_core_alone() -> None:
    """All but its front door, which gets questions as text: it opens the game they name and tells
    what a seat knows of a match. Nothing in the engine comes in by it."""
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


# Where `json` parses: files that ship with the program, and what page and worker say to each other.
OWN_JSON = (
    "engine/core/jsontext.py",
    "engine/games/__init__.py",
    "engine/games/stratego/table/arrange.py",
    "engine/search/engine_server.py",
    "engine/search/exercises/exercise.py",
    "ui/about/screen.py",
    "ui/words/i18n.py",
    "ui/learn/lessons/book.py",
    "ui/learn/mistakes/work.py",
    "ui/table/opponent.py",
)
PARSERS = ("json.loads", "json.load", "json.JSONDecoder", "json.decoder", "ast.literal_eval")


def test_what_was_stored_or_received_is_parsed_by_one_reader() -> None:
    """`engine.core.jsontext.read_json`, which bounds length and depth first. In WebAssembly nothing
    raises RecursionError before the stack ends, so nobody waits for one either."""
    found, waits = set(), []
    for path in sources("engine") + sources("ui"):
        name = path.relative_to(ROOT).as_posix()
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.Attribute) and ast.unparse(node) in PARSERS:
                found.add(name)
            if isinstance(node, ast.Name) and node.id == "RecursionError":
                waits.append(name)
        for module, names in imports(path):
            if any(f"{module}.{one}" in PARSERS for one in names):
                found.add(name)
    found = {name for name in found if not name.startswith(("engine/dev/", "ui/dev/"))}
    assert found == {*OWN_JSON}
    assert waits == []


def test_only_ui_browser_touches_the_browser() -> None:
    files = [path for path in sources("ui") if "browser" not in path.relative_to(ROOT).parts]
    assert not offenders(files, *BROWSER)


def test_the_session_alone_holds_the_match() -> None:
    """Screens ask it: nobody reaches for the true state, by that name or by the hidden one."""
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in sources("ui")
        if path != ROOT / "ui" / "session.py"
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Attribute)
        and node.attr in ("match", "_match")
        and (
            (isinstance(node.value, ast.Name) and "session" in node.value.id)
            or (isinstance(node.value, ast.Attribute) and "session" in node.value.attr)
        )
    ]
    assert not found


@pytest.mark.parametrize("folder", ["ui/table", "ui/home", "ui/learn"])
def test_screens_get_no_match_at_all(folder: str) -> None:
    """What could hold one is made from what the session may tell. Lessons and exercises make the
    session of a table that nobody keeps (`practice`)."""
    taken = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in (ROOT / folder).glob("*.py")
        if path.name != "practice.py"
        for module, names in imports(path)
        if inside(module, "engine.match.match")
        for name in names
    ]
    assert sources(folder) and not taken


def test_nothing_looks_for_a_method_by_its_name() -> None:
    """Commands stand in registries and screens have all methods of `Screen`: app, controller and
    rooms need no getattr or hasattr."""
    files = [ROOT / "ui/shell/app.py", ROOT / "ui/shell/controller.py"]
    files += [path for room in ("table", "home", "learn") for path in sources(f"ui/{room}")]
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in files
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Name) and node.id in ("getattr", "hasattr", "setattr")
    ]
    assert not found


def test_the_worker_gets_every_module_it_imports() -> None:
    """From the sources the worker fetches a list of files; the bundle carries them all."""
    edges, needed = graph(), {"ui.browser.engine_worker"}
    while more := {one for name in needed for one in edges[name] if inside(one, "ui")} - needed:
        needed |= more
    paths = {f"./{name.replace('.', '/')}.py" for name in needed}
    assert len(paths) > 1
    assert [path for path in sorted(paths) if not path.startswith(WORKER_NEEDS)] == []
