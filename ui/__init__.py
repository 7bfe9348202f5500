"""User interface. Outside `ui/browser/` it is plain Python that runs and is tested in CPython."""
