"""Compares the step times of two training loops, measured in the order A B B A."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import NamedTuple

Steps = Callable[[int], None]


class Comparison(NamedTuple):
    step: float  #: seconds of a bare step, the median over rounds
    added: float  #: seconds that the other loop takes more, the median over rounds
    ratios: list[float]  #: of each round, sorted

    @property
    def ratio(self) -> float:
        return 1 + self.added / self.step


def seconds_per_step(run_steps: Steps, count: int, wait: Callable[[], None], clock: Callable[[], float] = time.perf_counter) -> float:
    """Times ``count`` steps. ``wait`` blocks until the device has computed them."""
    wait()
    start = clock()
    run_steps(count)
    wait()
    return (clock() - start) / count


def compare(
    bare: Steps,
    watched: Steps,
    count: int,
    *,
    rounds: int = 15,
    seconds: float = float("inf"),
    wait: Callable[[], None] = lambda: None,
    clock: Callable[[], float] = time.perf_counter,
) -> Comparison:
    """Runs rounds of ``count`` steps of each loop: bare, watched, watched, bare. Both are warm.

    Ends after ``rounds`` rounds, or after the first round that ends later than ``seconds`` after the begin; three rounds are always run.
    With ``clock=time.process_time`` other processes on the machine matter less; time spent waiting does not count.
    """
    plain, added, ratios = [], [], []
    end = time.perf_counter() + seconds
    while len(plain) < rounds and (len(plain) < 3 or time.perf_counter() < end):
        a, b, c, d = [seconds_per_step(loop, count, wait, clock) for loop in (bare, watched, watched, bare)]
        plain.append((a + d) / 2)
        added.append((b + c - a - d) / 2)
        ratios.append((b + c) / (a + d))
    return Comparison(statistics.median(plain), statistics.median(added), sorted(ratios))
