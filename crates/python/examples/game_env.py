"""A BASIC game as an environment of Gymnasium, and two players of it.

    python crates/python/examples/game_env.py

The observations are the pictures of the screen, 192 x 256 pixels with a red, green and blue value. A step holds a
key, or none, for a tenth of an emulated second.
"""

from __future__ import annotations

import sys
import time
from typing import Any, Optional

import gymnasium
import numpy

import girafa

GAME = """10 REM Apanha: as teclas o e p movem o cesto
20 LET p=0: LET v=3: LET x=15
30 LET c=INT (RND*32): LET l=0
40 PRINT AT l,c;"*";AT 21,x;"U"
50 LET k$=INKEY$: PRINT AT l,c;" ";AT 21,x;" "
60 LET x=x+(k$="p" AND x<31)-(k$="o" AND x>0)
70 LET l=l+1: IF l<21 THEN GO TO 40
80 IF ABS (c-x)<2 THEN LET p=p+1: GO TO 30
90 LET v=v-1: IF v>0 THEN GO TO 30
100 PRINT AT 10,12;"FIM ";p
"""
KEYS = (None, "o", "p")
FRAMES_PER_STEP = 5
# Frames until the game has set its variables.
START_FRAMES = 20
# The system variable SEED, from which RND is computed (Manual, chapter 25).
SEED = 23670
BORDER = 48, 48


class GameEnv(gymnasium.Env):
    """The game `GAME`. The reward is the number of points, and a lost life costs one."""

    metadata = {"render_modes": ["rgb_array"], "render_fps": 50 // FRAMES_PER_STEP}

    def __init__(self, render_mode: Optional[str] = None) -> None:
        self.render_mode = render_mode
        self.action_space = gymnasium.spaces.Discrete(len(KEYS))
        self.observation_space = gymnasium.spaces.Box(0, 255, (192, 256, 3), numpy.uint8)
        self.machine = girafa.Machine(listing=GAME, history=False)
        self.machine.frames(START_FRAMES)
        self.beginning = self.machine.state()

    def reset(self, *, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        self.machine.restore(self.beginning)
        start = int(self.np_random.integers(1, 65_536))
        self.machine.memory[SEED : SEED + 2] = start.to_bytes(2, "little")
        self.known = self.machine.variables
        return self.render(), self.known

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        key = KEYS[int(action)]
        if key:
            self.machine.hold(key)
        self.machine.frames(FRAMES_PER_STEP)
        self.machine.release()
        before, self.known = self.known, self.machine.variables
        reward = float(self.known["p"] - before["p"] + self.known["v"] - before["v"])
        return self.render(), reward, self.known["v"] == 0, False, self.known

    def render(self) -> Any:
        top, left = BORDER
        return self.machine.screen.to_numpy()[top : top + 192, left : left + 256]


def play(env: GameEnv, player: Any, seed: int, most: int) -> tuple[int, int]:
    """Plays until the game ends, for at most `most` steps. Returns the points and the number of steps."""
    _, known = env.reset(seed=seed)
    for step in range(most):
        _, _, is_over, _, known = env.step(player(known))
        if is_over:
            break
    return known["p"], step + 1


def follow(known: dict[str, Any]) -> int:
    """Moves towards the falling star."""
    return KEYS.index("p" if known["c"] > known["x"] else "o" if known["c"] < known["x"] else None)


def main() -> int:
    env = GameEnv()
    env.action_space.seed(1)
    for name, player in [("random", lambda known: env.action_space.sample()), ("follows the star", follow)]:
        began = time.monotonic()
        points, steps = play(env, player, seed=1, most=1_000)
        print(f"{name}: {points} points, {steps} steps, {steps / (time.monotonic() - began):.0f} steps a second")
    return 0


if __name__ == "__main__":
    sys.exit(main())
