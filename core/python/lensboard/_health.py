"""Rules that judge a training, and their findings."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ._engine import _lensboard


@dataclass(frozen=True)
class Evidence:
    """Evidence for a finding: a plot of the run."""

    tag: str
    layers: list[str]  #: names of the tag's lines; empty if it is about the whole model
    label: str
    threshold: float | None = None  #: in the tag's unit


@dataclass(frozen=True)
class Finding:
    """A problem found by a rule."""

    rule: str
    severity: str  #: "note", "warning" or "problem"
    layers: list[str]  #: in model order; empty: the whole model
    first_step: int
    last_step: int  #: step of the last occurrence
    confidence: float  #: 0 to 1
    before: str  #: what changed or grew just before the onset; empty if nothing is known
    cause: str  #: rule of the finding that this one follows from; empty if it follows from none
    values: str  #: the numbers that made the rule fire
    meaning: str
    advice: str
    evidence: list[Evidence]

    def __str__(self) -> str:
        where = f" in {', '.join(self.layers)}" if self.layers else ""
        beside = (f", {self.before}" if self.before else "") + (f", follows from {self.cause}" if self.cause else "")
        return f"{self.severity}: {self.rule}{where}, steps {self.first_step} to {self.last_step}{beside}: {self.meaning} {self.values}. {self.advice}"


#: Kinds of training that rules judge differently.
TRAINING_KINDS = ("unknown", "scratch", "fine-tuning", "continued", "reinforcement", "adversarial", "self-supervised", "range-test")


def rules() -> dict[str, str]:
    """Returns the names of all rules, with their descriptions."""
    return _lensboard.rules()


class Checker:
    """Judges a run while it grows."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._checker = _lensboard.Checker(list(names))

    def look(self, reader: _lensboard.RunReader) -> None:
        reader.show_to(self._checker)

    def findings(self) -> list[Finding]:
        return [Finding(**{**found, "evidence": [Evidence(**each) for each in found["evidence"]]}) for found in json.loads(self._checker.findings())]

    def judged_as(self) -> tuple[str, str]:
        return self._checker.judged_as()

    def missing(self) -> dict[str, list[str]]:
        return self._checker.missing()


class FindingWatch:
    """Calls ``callback`` in ``look()`` for each finding that is new, or has become more severe."""

    _ORDER = ("note", "warning", "problem")

    def __init__(self, reader: _lensboard.RunReader, callback: Callable[[Finding], object], names: Iterable[str]) -> None:
        self._reader = reader
        self._callback = callback
        self._checker = Checker(names)
        self._known: dict[tuple[str, str], int] = {}

    def look(self) -> None:
        self._checker.look(self._reader)
        for finding in self._checker.findings():
            what, severity = (finding.rule, finding.meaning), self._ORDER.index(finding.severity)
            if severity > self._known.get(what, -1):
                self._known[what] = severity
                self._callback(finding)
