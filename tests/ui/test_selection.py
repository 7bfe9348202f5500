"""Selection of an action along its path of targets, shared by every way to enter actions."""

from tests.fixtures.targets import aim
from ui.input.selection import Press, Selection

PATHS = [
    ("sq:a1", "sq:a2"),
    ("sq:a1", "sq:b2", "opt:one"),
    ("sq:a1", "sq:b2", "opt:two"),
    ("sq:a1", "sq:b3", "opt:one"),
    ("sq:b2", "sq:c3"),
    ("btn:pass",),
]


def test_choices_are_the_first_targets_and_then_the_continuations() -> None:
    walk = Selection(PATHS)
    assert set(map(str, walk.choices())) == {"sq:a1", "sq:b2", "btn:pass"}
    assert walk.press(aim("sq:a1")) == Press("extended")
    assert walk.choices() == {aim("sq:a2"): [0], aim("sq:b2"): [1, 2], aim("sq:b3"): [3]}


def test_two_presses_complete_an_action_and_clear_the_selection() -> None:
    walk = Selection(PATHS)
    walk.press(aim("sq:a1"))
    assert walk.completes(aim("sq:a2")) and not walk.completes(aim("sq:b2"))
    assert walk.press(aim("sq:a2")) == Press("complete", 0)
    assert walk.prefix == ()


def test_a_continuation_takes_precedence_over_a_new_start() -> None:
    walk = Selection(PATHS)
    walk.press(aim("sq:a1"))
    assert walk.press(aim("sq:b2")) == Press("extended")
    assert walk.prefix == (aim("sq:a1"), aim("sq:b2"))


def test_a_piece_that_is_the_only_one_to_choose_is_chosen_and_stays_so() -> None:
    walk = Selection([("sq:a1", "sq:a2"), ("sq:a1", "sq:b2", "opt:one")], alone=True)
    assert walk.prefix == (aim("sq:a1"),)
    assert walk.press(aim("sq:a1")) == Press("extended") and not walk.back()
    walk.press(aim("sq:b2"))
    assert walk.back() and walk.prefix == (aim("sq:a1"),)
    assert walk.press(aim("sq:a2")) == Press("complete", 0)
    for paths in (PATHS, [("sq:a1",)], [("kind:king", "sq:a1")], []):
        assert Selection(paths, alone=True).prefix == ()


def test_another_first_target_replaces_the_selection() -> None:
    walk = Selection(PATHS)
    walk.press(aim("sq:b2"))
    assert walk.press(aim("sq:a1")) == Press("switched")
    assert walk.prefix == (aim("sq:a1"),)


def test_a_later_target_can_be_changed_without_starting_again() -> None:
    walk = Selection(PATHS)
    walk.press(aim("sq:a1"))
    walk.press(aim("sq:b2"))
    assert walk.press(aim("sq:b3")) == Press("switched")
    assert walk.prefix == (aim("sq:a1"), aim("sq:b3"))


def test_pressing_the_last_target_again_steps_back_and_so_does_back() -> None:
    walk = Selection(PATHS)
    walk.press(aim("sq:a1"))
    assert walk.press(aim("sq:a1")) == Press("cleared")
    assert not walk.prefix and not walk.back()
    walk.press(aim("sq:a1"))
    walk.press(aim("sq:b2"))
    assert walk.back() and walk.prefix == (aim("sq:a1"),)


def test_a_single_press_can_complete_an_action_during_a_selection() -> None:
    walk = Selection(PATHS)
    assert walk.press(aim("btn:pass")) == Press("complete", 5)
    walk.press(aim("sq:a1"))
    assert walk.press(aim("btn:pass")) == Press("complete", 5)


def test_any_other_target_is_refused_and_changes_nothing() -> None:
    walk = Selection(PATHS)
    walk.press(aim("sq:a1"))
    assert walk.press(aim("sq:h8")) == Press("refused")
    assert walk.prefix == (aim("sq:a1"),)
    assert Selection([]).press(aim("sq:a1")) == Press("refused")
