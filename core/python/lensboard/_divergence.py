"""The first difference of two runs: its step, layer and quantity."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass

from ._run import Run
from ._types import StrPath


@dataclass(frozen=True)
class Difference:
    """The first difference of a quantity of two runs."""

    step: int
    part: str  #: of the step: "learning rate", "data", "output", "loss", "gradient of an output", "gradient", "update", "parameter", "evaluation", "other"
    tag: str
    layer: str  #: empty for a quantity of the whole model
    other_layer: str  #: name in the second run; empty if it is the same
    label: str
    values: tuple[float, float]  #: of the first and the second run at the step
    relative: float  #: difference divided by the largest value so far; infinite if a value is not finite
    last_equal: int | None  #: step of the last equal value; None if the first values differ

    def __str__(self) -> str:
        where = f" of {self.layer}" if self.layer else ""
        return f"step {self.step}, {self.part}{where}: {self.tag}, {self.label}: {self.values[0]:.6g} and {self.values[1]:.6g} ({100 * self.relative:.3g} %)"


@dataclass(frozen=True)
class Divergence:
    """The comparison of two runs. It is true if a value differs."""

    settings: dict[str, tuple[object, object]]  #: settings that differ, with both values; None if a run lacks the setting
    environment: dict[str, tuple[object, object]]  #: the same for versions, host, device
    differences: list[Difference]  #: earliest first; at one step in the order of the parts, then of the data through the model
    compared: dict[str, int]  #: number of series of each part with values at common steps
    unmatched: list[str]  #: series that one run lacks
    common_steps: int  #: number of steps that end a tick of both runs
    equal_ticks: bool  #: False if ticks of the runs cover different steps
    covers_steps: bool  #: True if the first difference is in a tick of several steps, so its parts have no order

    @property
    def first(self) -> Difference | None:
        """The earliest difference; None if there is none."""
        return self.differences[0] if self.differences else None

    def __bool__(self) -> bool:
        return bool(self.differences)

    def __str__(self) -> str:
        return str(self.first) if self.first else "no difference"


def diff(first: Run | StrPath, second: Run | StrPath, *, repeats: Iterable[Run | StrPath] = (), tolerance: float = 0.0) -> Divergence:
    """Finds the first difference of two runs: its step, layer and quantity. Compares values at common steps, exactly by default.

    repeats: runs with the settings of one of the two but other seeds; differences within their noise do not count
    tolerance: relative differences up to this one do not count

    Raises OSError if a run cannot be read, ValueError if a repeat differs from both runs in more than the seed.
    """
    one, other = (run if isinstance(run, Run) else Run(run) for run in (first, second))
    noise = [(run if isinstance(run, Run) else Run(run))._reader for run in repeats]
    found = json.loads(one._reader.divergence(other._reader, noise, tolerance))
    rows = {kind: {row["key"]: tuple(row["values"]) for row in found["settings"] if row["kind"] == kind} for kind in ("setting", "environment")}
    differences = [
        Difference(**{**each, "values": tuple(map(float, each["values"])), "relative": float(each["relative"])}) for each in found.pop("series")
    ]
    del found["settings"]
    return Divergence(rows["setting"], rows["environment"], differences, **found)
