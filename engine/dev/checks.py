"""The contract rules as functions, used by the fuzzer and by tests/contract.

`rule_N(match, rng, samples)` checks a complete random match (see `walks`) and raises RuleBroken, or
the AssertionError of `check_invariants`. Cheap rules check every event, costly ones `samples`
positions, including the first, the last and one of every frame.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from random import Random

from engine.core.contract import CHANCE, SPECTATOR, TERMINAL, Action, AnyGame, Event, Path, State
from engine.core.errors import AsedioError, BadLink
from engine.core.scene import Scene
from engine.core.texts import Message
from engine.dev.checks_decks import rule_13
from engine.dev.checks_secrets import rule_14
from engine.dev.checks_telling import require_words, rule_12
from engine.dev.common import LANGUAGES, clauses, is_table, viewers
from engine.dev.walks import RuleBroken, first_events, positions, require, states
from engine.match import codec, record, savefile
from engine.match.match import Match, sorted_options
from engine.match.validation import MAX_TABLE_EVENTS

MAX_OUTCOMES = 40  # chance outcomes per node whose texts are read back
MAX_GUESSES = 2  # determinizations per viewer and position

Rule = Callable[[Match, Random, int], None]


def same(state: State, other: State) -> bool:
    """Say whether two states have equal keys and, unless over, equal legal actions."""
    return state.key() == other.key() and (
        state.current_player() == TERMINAL or sorted_options(state) == sorted_options(other)
    )


def decides(state: State, viewer: int) -> bool:
    """Say whether a viewer is to decide (the number of a spectator is that of chance)."""
    return viewer >= 0 and state.current_player() == viewer


# -- rules 1 to 3 ----------------------------------------------------------------------------


def rule_1(match: Match, rng: Random, samples: int) -> None:
    """Check that a player node has at least one legal action and none twice, that chance weights
    are positive and that every game ends within `info.max_events`."""
    plain = sum(not is_table(event.action) for event in match.events)
    require(match.over, 1, "the game does not end", match.state)
    require(plain <= match.game.info.max_events, 1, f"{plain} events")
    for state in states(match):
        player = state.current_player()
        if player == TERMINAL:
            continue
        require(CHANCE <= player < len(match.game.sides), 1, f"decider {player}", state)
        if player == CHANCE:
            outcomes = state.chance_outcomes()
            actions = [action for action, _ in outcomes]
            require(
                all(type(weight) is int and weight > 0 for _, weight in outcomes),
                1,
                "a weight is no positive whole number",
                state,
            )
        else:
            actions = state.legal_actions()
        require(actions, 1, "nothing can be done", state)
        require(len(set(actions)) == len(actions), 1, "an action is listed twice", state)


def rule_2(match: Match, rng: Random, samples: int) -> None:
    """Check that `clone` is independent and equal, and that `state_from_text(to_text())` gives the
    same key and legal actions. Exempt: an end by table action, which a position text need not show.
    """
    last_is_table = bool(match.events) and is_table(match.events[-1].action)
    for number, state in positions(match, rng, samples):
        key = state.key()
        copy = state.clone()
        require(same(copy, state), 2, "a clone differs", state)
        hash(key)
        if copy.current_player() != TERMINAL:
            copy.apply(rng.choice(sorted_options(copy)))
            require(state.key() == key, 2, "an action on a clone changes the original", state)
        if number == len(match.events) and last_is_table and match.over:
            continue
        text = state.to_text()
        try:
            again = match.game.state_from_text(text)
        except AsedioError as why:
            raise RuleBroken(2, f"own position text refused ({why.message})", state) from why
        require(again.to_text() == text, 2, f"text read as {again.to_text()}", state)
        require(again.key() == state.key(), 2, f"the text gives key {again.key()}", state)
        require(same(again, state), 2, "the text gives other legal actions", state)


def rule_3(match: Match, rng: Random, samples: int) -> None:
    """Check that replaying the events gives the same key, and that link, save file and text record
    each restore the match, complete or cut anywhere. Exempt: a game too long for a link, a record
    before the first event (need not be recognisable) or before a chance event with a single outcome
    (need not stop there). The file of a view must restore what its viewer received and sees."""
    lengths = {len(match.events), *(rng.randint(0, len(match.events)) for _ in range(2))}
    for length in sorted(lengths):
        part = first_events(match, length)
        require(part.state.key() == match.state_at(length).key(), 3, "a replay differs")
        _check_link(part)
        _require_same_match(part, savefile.load(savefile.dump(part)), "save file")
        _check_record(part)
        for viewer in viewers(part.game):
            _check_view(part, viewer)


def _check_link(match: Match) -> None:
    try:
        word = codec.encode(match)
    except BadLink as why:
        require(why.message.key == "link.too_long", 3, f"no link: {why.message}", match.state)
        return
    _require_same_match(match, codec.decode(word), "link")


def _check_view(match: Match, viewer: int) -> None:
    text = savefile.dump_view(match, viewer)
    try:
        view = savefile.load(text)
    except AsedioError as why:
        raise RuleBroken(3, f"own view refused ({vars(why)})\n{text}") from why
    seen, received = match.state.observation(viewer), match.observed_events(viewer)
    require(view.viewer == viewer, 3, f"the view of {viewer} became one of {view.viewer}")
    require(view.config.names == match.config.names, 3, f"view: names {view.config.names}")
    require(view.events == [event for _, event in received], 3, f"view: other events\n{text}")
    require(view.state.key() == seen.key(), 3, f"the view is read differently\n{text}", match.state)
    require(view.state.to_text() == seen.to_text(), 3, f"the view is not his\n{text}", match.state)
    require(savefile.dump(view) == text, 3, f"the view is written differently\n{text}")


def _check_record(match: Match) -> None:
    while match.state.current_player() == CHANCE and len(match.options_now()) == 1:
        match.take(match.options_now()[0])
    text = record.write(match)
    try:
        again = record.read(text, None if match.events else match.config.game_id)
    except AsedioError as why:
        raise RuleBroken(3, f"own record refused ({vars(why)})\n{text}") from why
    _require_same_match(match, again, f"record\n{text}")
    require(record.write(again) == text, 3, f"the record is rewritten differently\n{text}")


def _require_same_match(one: Match, other: Match, what: str) -> None:
    require(one.config.game_id == other.config.game_id, 3, f"{what}: another game")
    require(one.config.options == other.config.options, 3, f"{what}: other options")
    require(one.config.names == other.config.names, 3, f"{what}: names became {other.config.names}")
    require(one.config.start == other.config.start, 3, f"{what}: another start")
    for number, (mine, its) in enumerate(zip(one.events, other.events, strict=False), 1):
        require(mine == its, 3, f"{what}: event {number} {mine} became {its}")
    require(len(one.events) == len(other.events), 3, f"{what}: {len(other.events)} events")
    require(one.state.key() == other.state.key(), 3, f"{what}: another state", one.state)


# -- rules 4 and 5: secrets ------------------------------------------------------------------


def rule_4(match: Match, rng: Random, samples: int) -> None:
    """Check that `observation(v)` of any `determinize(v)` equals `observation(v)` of the truth,
    that v has the same legal actions in both, and that the observation alone suffices to
    determinize and play."""
    game = match.game
    for _, state in positions(match, rng, samples):
        for viewer in viewers(game):
            seen = state.observation(viewer)
            require(seen.observation(viewer).key() == seen.key(), 4, "observing twice differs")
            guesses = [state.determinize(viewer, rng), seen.determinize(viewer, rng)]
            for guess in guesses[: MAX_GUESSES if game.info.has_secrets else 1]:
                guess.check_invariants()
                require(
                    guess.observation(viewer).key() == seen.key(),
                    4,
                    f"viewer {viewer} can tell the guess {guess.to_text()} from the truth",
                    state,
                )
                if decides(state, viewer):
                    require(
                        sorted(guess.legal_actions()) == sorted(state.legal_actions()),
                        4,
                        f"in the guess {guess.to_text()} {viewer} has other actions",
                        state,
                    )
            if decides(state, viewer):
                _require_playable(game, state, seen, rng)
        if state.current_player() >= 0 and not state.is_private():
            _require_playable(game, state, state.observation(SPECTATOR), rng)


def _require_playable(game: AnyGame, state: State, seen: State, rng: Random) -> None:
    """Check that the decider's observation gives the same actions, paths and texts."""
    actions = sorted(state.legal_actions())
    require(sorted(seen.legal_actions()) == actions, 4, "the decider sees other actions", state)
    for action in rng.sample(actions, min(5, len(actions))):
        require(game.paths(seen, action) == game.paths(state, action), 4, "another path", state)
        require(
            game.action_text(seen, action) == game.action_text(state, action),
            4,
            f"the decider's text of {action} differs",
            state,
        )


def rule_5(match: Match, rng: Random, samples: int) -> None:
    """Check that folding the events redacted for v from the start gives `observation(v)`."""
    game = match.game
    state = match.start.clone()
    folded = {viewer: state.observation(viewer) for viewer in viewers(game)}
    for number, event in enumerate(match.events, 1):
        told = {viewer: game.redact(state, event, viewer) for viewer in folded}
        before = state.to_text()
        state.apply(event.action)
        for viewer, known in folded.items():
            seen = told[viewer]
            if seen is not None:
                known.apply(seen.action)
            truth = state.observation(viewer)
            if known.key() != truth.key() or known.to_text() != truth.to_text():
                raise RuleBroken(
                    5,
                    f"event {number} {event}, told {viewer} as {seen}, from {before}:"
                    f" he holds {known.to_text()}, but sees {truth.to_text()}",
                )


# -- rules 6 and 7: entering actions ---------------------------------------------------------


def rule_6(match: Match, rng: Random, samples: int) -> None:
    """Check that the scene comes from the observation alone, is equal for all determinizations, and
    contains every step of every legal path as a target."""
    game = match.game
    for number, state in positions(match, rng, samples):
        for viewer in viewers(game):
            seen = state.observation(viewer)
            scene = game.scene(seen, viewer)
            game.scene(seen, viewer, _last_events(match, number, viewer))
            if game.info.has_secrets:
                guess = state.determinize(viewer, rng).observation(viewer)
                require(
                    game.scene(guess, viewer) == scene,
                    6,
                    f"the scene of {viewer} depends on what he cannot know",
                    state,
                )
            if decides(state, viewer):
                _require_pressable(game, state, scene)


def _last_events(match: Match, number: int, viewer: int) -> list[Event]:
    since = max(number - 2, 0)
    seen = match.observed_events(viewer, since)
    return [event for index, event in seen if index < number]


def pressable(scene: Scene) -> set[str]:
    """Return what paths may name: every target, and the targets of aliases."""
    targets = scene.targets()
    return targets | {scene.aliases[target] for target in targets if target in scene.aliases}


def _require_pressable(game: AnyGame, state: State, scene: Scene) -> None:
    known = pressable(scene)
    for action in state.legal_actions():
        for step in {step for path in game.paths(state, action) for step in path}:
            require(step in known, 6, f"{step} of {action} cannot be pressed", state)


def rule_7(match: Match, rng: Random, samples: int) -> None:
    """Check that paths are unique and prefix-free, and that action texts are unique and parsed
    back."""
    game = match.game
    for _, state in positions(match, rng, samples):
        player = state.current_player()
        if player == TERMINAL:
            continue
        actions = sorted_options(state)
        if player >= 0:
            _require_prefix_free(game, state, actions)
        texts = {action: game.action_text(state, action) for action in actions}
        require(len(set(texts.values())) == len(texts), 7, "two actions have one text", state)
        for action in rng.sample(actions, min(MAX_OUTCOMES, len(actions))):
            try:
                read = game.parse_action(state, texts[action])
            except AsedioError as why:
                raise RuleBroken(
                    7, f"{texts[action]!r} of {action} is refused: {why.code} {why.message}", state
                ) from why
            require(read == action, 7, f"{texts[action]!r} of {action} is read as {read}", state)


def _require_prefix_free(game: AnyGame, state: State, actions: list[Action]) -> None:
    paths: dict[Path, Action] = {}
    for action in actions:
        ways = game.paths(state, action)
        require(ways[:1] == (game.path(state, action),), 7, f"{action}: path is not first", state)
        for path in ways:
            require(path and path not in paths, 7, f"path {path} of {action} is taken", state)
            paths[path] = action
    for path, action in paths.items():
        for length in range(1, len(path)):
            require(path[:length] not in paths, 7, f"a path ends inside that of {action}", state)


# -- rules 8 to 10 ---------------------------------------------------------------------------


def rule_8(match: Match, rng: Random, samples: int) -> None:
    """Check that undo never crosses a chance event, another player's decision or an event that told
    the player something new, and that it restores the state before."""
    copy = first_events(match, 0)
    chance = samples * 4 / max(len(match.events), 1)
    for event in match.events:
        copy.play(event.action) if is_table(event.action) else copy.take(event.action)
        if rng.random() > chance:
            continue
        for player in range(len(match.game.sides)):
            if copy.can_undo(player):
                _require_fair_undo(copy, player, rng)


def _require_fair_undo(match: Match, player: int, rng: Random) -> None:
    event, after = match.events[-1], match.state.clone()
    before = match.state_at(len(match.events) - 1)
    require(event.actor == player, 8, f"{player} takes back an event of {event.actor}", before)
    require(not is_table(event.action), 8, "a table action is taken back", before)
    for _ in range(MAX_GUESSES if match.game.info.has_secrets else 0):
        guess = before.determinize(player, rng)
        guess.apply(event.action)
        require(
            guess.observation(player).key() == after.observation(player).key(),
            8,
            f"{player} takes back {event.action}, which told him something",
            before,
        )
    require(match.undo(player) == event, 8, "another event is taken back", before)
    require(match.state.key() == before.key(), 8, "undo leads elsewhere", before)
    match.take(event.action)
    require(match.state.key() == after.key(), 8, "the same action leads elsewhere", before)


def rule_9(match: Match, rng: Random, samples: int) -> None:
    """Check that returns sum to 0, the outcome has a reason, and `check_invariants` holds after
    every event."""
    for state in states(match):
        state.check_invariants()
        over = state.current_player() == TERMINAL
        outcome = state.outcome()
        require((outcome is not None) == over, 9, "an outcome without an end or the reverse", state)
        if outcome is not None:
            require(abs(sum(outcome.returns)) < 1e-9, 9, f"returns {outcome.returns}", state)
            require(len(outcome.returns) == len(match.game.sides), 9, "returns for others", state)
            require(outcome.reason.strip(), 9, "no reason", state)
    extra = len(match.events) - match.game.info.max_events
    require(extra <= MAX_TABLE_EVENTS, 9, "more table actions than a link can carry")


def rule_10(match: Match, rng: Random, samples: int) -> None:
    """Check that `explain` gives a reason for every target that is no legal next step, after no,
    one or more presses. Its clause must be in both rulebooks, its words in both catalogues."""
    game = match.game
    for _, state in positions(match, rng, samples):
        player = state.current_player()
        if player < 0:
            continue
        seen = state.observation(player)
        paths = [p for action in sorted(seen.legal_actions()) for p in game.paths(seen, action)]
        scene = game.scene(seen, player)
        for prefix in _prefixes(paths, rng):
            for target in sorted(refusable(scene, paths, prefix)):
                message = game.explain(seen, (*prefix, target))
                require(message is not None, 10, f"{target} after {prefix} has no reason", state)
                assert message is not None
                _require_grounded(game.info.id, message, f"{target} after {prefix}", state)


def _prefixes(paths: list[Path], rng: Random) -> list[Path]:
    """Return the empty path and up to two beginnings of legal paths."""
    begun = sorted({path[:length] for path in paths for length in range(1, len(path))})
    return [(), *rng.sample(begun, min(2, len(begun)))]


def next_steps(paths: list[Path], prefix: Path) -> set[str]:
    """Return the targets that may follow `prefix`."""
    length = len(prefix)
    return {path[length] for path in paths if len(path) > length and path[:length] == prefix}


def refusable(scene: Scene, paths: list[Path], prefix: Path) -> set[str]:
    """Return the targets that are no legal next step, except buttons: those are shown only while
    they are one."""
    allowed = next_steps(paths, prefix)
    buttons = {choice.target for choice in scene.choices}
    pressed = {scene.aliases.get(target, target) for target in scene.targets() - buttons}
    return pressed - allowed - buttons


def _require_grounded(game_id: str, message: Message, what: str, state: State) -> None:
    require(message.clause, 10, f"{what}: {message.key} cites no clause", state)
    for lang in LANGUAGES:
        known = clauses(game_id, lang)
        require(
            message.clause in known,
            10,
            f"{what}: clause {message.clause} is not in rules.{lang}.md",
        )
    require_words(game_id, message)


def rule_10_texts(match: Match, rng: Random, samples: int) -> None:
    """Check that every message of prompts and scenes has words in both languages."""
    game = match.game
    for _, state in positions(match, rng, samples):
        for viewer in viewers(game):
            seen = state.observation(viewer)
            for message in {*messages(game.scene(seen, viewer)), state.prompt(viewer)}:
                require_words(game.info.id, message)


def messages(thing: object) -> Iterator[Message]:
    """Yield every message inside a scene."""
    if isinstance(thing, Message):
        yield thing
    elif is_dataclass(thing):
        for field in fields(thing):
            yield from messages(getattr(thing, field.name))
    elif isinstance(thing, (tuple, list)):
        for inner in thing:
            yield from messages(inner)


# -- rule 11: who acts can tell --------------------------------------------------------------


def rule_11(match: Match, rng: Random, samples: int) -> None:
    """Teller's rule: check that what others may know of an event follows from its actor's own
    knowledge, unless the game declares otherwise (`tells`). Exempt: the event that ends the game,
    which may reveal everything."""
    game = match.game
    if not game.tells():
        return
    state = match.start.clone()
    for number, event in enumerate(match.events, 1):
        before = state.clone()
        state.apply(event.action)
        if event.actor < 0 or state.current_player() == TERMINAL:
            continue
        known = before.observation(event.actor)
        for viewer in viewers(game):
            truth, told = (_redacted(game, one, event, viewer) for one in (before, known))
            require(
                told == truth,
                11,
                f"event {number} {event}: its author would tell {viewer} {told}, not {truth}",
                before,
            )


def _redacted(game: AnyGame, state: State, event: Event, viewer: int) -> object:
    try:
        return game.redact(state, event, viewer)
    except Exception as why:  # a hidden value was needed
        return why


RULES: dict[str, Rule] = {
    "1": rule_1,
    "2": rule_2,
    "3": rule_3,
    "4": rule_4,
    "5": rule_5,
    "6": rule_6,
    "7": rule_7,
    "8": rule_8,
    "9": rule_9,
    "10": rule_10,
    "10 texts": rule_10_texts,
    "11": rule_11,
    "12": rule_12,
    "13": rule_13,
    "14": rule_14,
}
EVERY_EVENT = ("1", "5", "9", "11", "13")
