"""Print and play: boards, pieces, cards and rules at their real size."""
