"""The command line: each module is one command, found by its file name."""
