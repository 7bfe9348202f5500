"""`python -m engine <command>`: every module of engine/dev with NAME, HELP, add_arguments and run
is a command.

Only the chosen command is imported, so a broken or slow module does not affect the others.
"""

import argparse
import importlib
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

COMMANDS = Path(__file__).parent / "dev"
PROJECT = Path(__file__).parents[1] / "pyproject.toml"  # exists in a checkout, not in a wheel
PARTS = ("NAME", "HELP", "add_arguments", "run")


def command_names() -> list[str]:
    """Return the sorted module names that may be commands; a leading underscore marks a helper."""
    names = (path.stem for path in COMMANDS.glob("*.py"))
    return sorted(name for name in names if not name.startswith("_"))


def here(module: ModuleType) -> bool:
    """Say whether a command can run here: those with NEEDS_CHECKOUT cannot run from a wheel."""
    return PROJECT.exists() or not getattr(module, "NEEDS_CHECKOUT", False)


def version() -> str:
    """Return the version of Asedio."""
    from engine.dev._version import version as found

    return found()


def load(name: str) -> ModuleType | None:
    """Import a command module. Return None if it lacks one of PARTS."""
    module = importlib.import_module(f"engine.dev.{name}")
    return module if all(hasattr(module, part) for part in PARTS) else None


def called() -> str:
    """Return the words that start this program: the installed command or the module."""
    return "asedio" if Path(sys.argv[0]).stem == "asedio" else "python -m engine"


def overview() -> str:
    """Return the usage text, one line per command."""
    lines = [f"usage: {called()} <command> [arguments]", f"       {called()} --version", ""]
    for name in command_names():
        try:
            module = load(name)
        except Exception as error:
            lines.append(f"  {name:10} (cannot be loaded: {error})")
            continue
        if module is not None and here(module):
            lines.append(f"  {name:10} {module.HELP}")
    return "\n".join(lines)


def main(arguments: Sequence[str]) -> int:
    """Run one command and return its exit code; 2 for an unknown or unavailable command."""
    if not arguments or arguments[0] in ("-h", "--help", "help"):
        print(overview())
        return 0 if arguments else 2
    if arguments[0] in ("-V", "--version", "version"):
        print(f"Asedio {version()}")
        return 0
    name = arguments[0]
    module = load(name) if name in command_names() else None
    if module is None:
        print(f"no such command: {name}\n\n{overview()}", file=sys.stderr)
        return 2
    if not here(module):
        print(f"{name} needs a checkout of the project; here is only the engine", file=sys.stderr)
        return 2
    parser = argparse.ArgumentParser(prog=f"{called()} {name}", description=module.HELP)
    module.add_arguments(parser)
    code = module.run(parser.parse_args(arguments[1:]))
    return int(code)


def script() -> None:
    """Run the command line of this process; the entry point of the installed `asedio`."""
    sys.exit(main(sys.argv[1:]))


if __name__ == "__main__":
    script()
