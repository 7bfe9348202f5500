"""The page. Everything outside `ui/browser/` is pure: strings in and out, tested in CPython."""
