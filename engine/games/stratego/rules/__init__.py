"""The rules: pieces, boards, legal actions, what events do, and what each viewer knows."""
