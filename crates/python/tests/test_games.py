"""Tests of what plays games: the Hypothesis strategy for keys, and the example for Gymnasium."""

import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from girafa.hypothesis import games

sys.path.insert(0, str(Path(__file__).parents[1] / "examples"))

FAULTY = '10 LET n=0\n20 LET a$=INKEY$: IF a$="p" THEN LET n=n+1\n30 IF a$="q" THEN PRINT 1/(n-8*INT (n/8)-4)\n40 PAUSE 1: GO TO 20\n'


def found(strategy):
    """The simplest game that fails."""
    failing = []

    @settings(max_examples=300, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(strategy)
    def never_fails(game):
        if game.failed:
            failing.append(game)
        assert not game.failed

    with pytest.raises(AssertionError):
        never_fails()
    return failing[-1]


def test_a_fault_behind_inkey_is_found_and_shrunk():
    game = found(games(listing=FAULTY, keys="pq", most=20, frames=30))
    assert game.report.startswith("6 Number too big") and [key for key, _ in game.moves if key] == ["p", "q"]
    assert str(game).startswith(game.report + ", after ") and "p for " in str(game)


def test_a_game_stops_with_the_program():
    listing = '10 IF INKEY$="" THEN GO TO 10\n20 PRINT "fim"'

    @settings(max_examples=50, deadline=None, database=None, derandomize=True)
    @given(games(listing=listing, keys=["a", "CAPS+b"], most=5))
    def stops(game):
        assert not game.failed
        if game.report:
            assert game.transcript == "fim\n" and any(key for key, _ in game.moves)
        else:
            assert not any(key for key, length in game.moves if length > 2)

    stops()


def test_a_machine_without_a_program_is_played_too():
    @settings(max_examples=3, deadline=None, database=None, derandomize=True)
    @given(games(most=2, frames=3))
    def ends(game):
        assert not game.failed

    ends()


def test_the_game_as_an_environment():
    gymnasium = pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env

    import game_env

    env = game_env.GameEnv(render_mode="rgb_array")
    check_env(env)
    assert isinstance(env.action_space, gymnasium.spaces.Discrete)
    points = [game_env.play(env, game_env.follow, seed, most=400) for seed in (1, 2, 1)]
    assert points[0] == points[2] != points[1] and min(points)[0] >= 5
    assert game_env.play(env, lambda known: 0, seed=3, most=400)[0] <= 2
