"""The page. Everything outside `ui/browser/` is pure: strings in, strings out, tested in CPython."""
