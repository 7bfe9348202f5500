"""Name of the page in titles and headers; a host's bundle has its own (engine/dev/hosting)."""

NAME = "Asedio"


def titled(*parts: str) -> str:
    """Return the title of a screen: its parts, then the name of the page, each once."""
    return " · ".join([*(part for part in parts if part != NAME), NAME])
