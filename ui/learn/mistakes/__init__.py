"""One's own mistakes in a finished game: found by the worker, listed, kept, and played again.

Comes when it is asked for: nothing else imports it on loading.
"""
