"""Reads runs of Lensboard and of the other tools that the program supports."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import numpy

from . import _program
from ._engine import _lensboard
from ._health import Checker, Finding
from ._types import StrPath, local_path

if TYPE_CHECKING:
    import subprocess

    import pandas
    from numpy.typing import DTypeLike, NDArray

    _Floats = NDArray[numpy.float64]
    _Whole = NDArray[numpy.int64]

T = TypeVar("T")


def open(path: StrPath, *, step: str | None = None, run: str | None = None) -> Run:
    """Opens a finished or growing run of Lensboard, TensorBoard, monitorch, MLflow or Keras, a CSV or JSON lines file ...

    step: column of a CSV file, or key of JSON objects, with the step; by default the values decide
    run: column or key with a value per run; each value precedes the names of its run's series

    Raises OSError if there is no run, it cannot be read, or there is no such column.
    """
    return Run(path, step=step, run=run)


class Series:
    """One line of a plot: ``steps`` and ``values``, NumPy arrays of the same length [N], in the order of steps."""

    def __init__(self, run: Run, number: int, name: str, role: str) -> None:
        self._run = run
        self._number = number
        self.name = name
        self.role = role  #: "line", or "low" and "high" of a band
        self._read: tuple[int, tuple[NDArray[numpy.uint32], _Floats, _Floats | None]] | None = None

    def _arrays(self) -> tuple[NDArray[numpy.uint32], _Floats, _Floats | None]:
        if self._read is None or self._read[0] != self._run._generation:
            self._read = self._run._generation, self._run._reader.values(self._number)
        return self._read[1]

    @property
    def values(self) -> _Floats:
        return self._arrays()[1]

    @property
    def steps(self) -> _Whole:
        """Number of optimizer steps completed when each value was measured."""
        return self._of_ticks("step")

    @property
    def ticks(self) -> _Whole:
        return self._of_ticks("tick")

    @property
    def epochs(self) -> _Whole:
        return self._of_ticks("epoch")

    @property
    def samples(self) -> _Whole:
        return self._of_ticks("samples")

    @property
    def times(self) -> _Floats:
        """Seconds since 1970-01-01 UTC."""
        own = self._arrays()[2]
        return self._of_ticks("time") if own is None else own

    def _of_ticks(self, what: str) -> NDArray[Any]:
        return self._run.ticks[what][self._arrays()[0]]

    def __len__(self) -> int:
        return len(self.values)

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]:
        return numpy.array(self.values, dtype) if copy else numpy.asarray(self.values, dtype)

    def __repr__(self) -> str:
        return f"<Series {self.name!r} of {len(self)} values>"


class Histograms:
    """Histograms of one layer: ``steps`` [N], and ``edges`` and ``counts``, a list of N arrays each."""

    def __init__(self, run: Run, number: int, name: str) -> None:
        found = run._reader.histograms(number)
        self.name = name
        self.steps: _Whole = run.ticks["step"][[frame for frame, _, _ in found]] if found else numpy.empty(0, numpy.int64)
        self.edges = [edges for _, edges, _ in found]
        self.counts = [counts for _, _, counts in found]

    def __len__(self) -> int:
        return len(self.edges)


class Tensors:
    """Recorded tensors of one layer: ``steps`` [N]; ``tensors[i]`` reads a tensor from the run and returns it as a float32 array."""

    def __init__(self, run: Run, number: int, name: str) -> None:
        self._run = run
        self._number = number
        self._frames = run._reader.tensor_ticks(number)
        self.name = name

    @property
    def steps(self) -> _Whole:
        return self._run.ticks["step"][self._frames] if self._frames else numpy.empty(0, numpy.int64)

    def __len__(self) -> int:
        return len(self._frames)

    def __getitem__(self, i: int) -> NDArray[numpy.float32]:
        return self._run._reader.tensor(self._number, self._frames[i])


class Lines(Mapping[str, Any]):
    """The series of one plot, by label."""

    def __init__(self, name: str, series: dict[str, Any]) -> None:
        self.name = name
        self._series = series

    def __getitem__(self, label: str) -> Any:
        return _known(self._series, label, f"{self.name!r} has no line")

    def __iter__(self) -> Iterator[str]:
        return iter(self._series)

    def __len__(self) -> int:
        return len(self._series)

    def __repr__(self) -> str:
        return f"<{self.name!r}: {', '.join(map(repr, self._series))}>"


class Tag(Mapping[str, Any]):
    """A quantity shown by a lens: its series by layer, then by label. A tag with one plot for all layers has series by label only."""

    def __init__(self, specification: _lensboard._Tag, lines: dict[str, Lines]) -> None:
        self.name = specification["name"]
        self.lens = specification["lens"]
        self.kind = specification["kind"]
        self.quantity = specification["quantity"]  #: title of its axis, with the unit
        self.is_big = specification["big"]  #: one plot for all layers
        self._lines = lines

    def _by_key(self) -> Mapping[str, Any]:
        if set(self._lines) == {self.name}:
            return self._lines[self.name]
        return self._lines

    @property
    def layers(self) -> list[str]:
        return [] if set(self._lines) == {self.name} else list(self._lines)

    def __getitem__(self, key: str) -> Any:
        return _known(self._by_key(), key, f"{self.name!r} has no")

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_key())

    def __len__(self) -> int:
        return len(self._by_key())

    def __repr__(self) -> str:
        return f"<Tag {self.name!r}: {', '.join(map(repr, self))}>"


def _known(found: Mapping[str, T], key: str, what: str) -> T:
    try:
        return found[key]
    except KeyError:
        raise KeyError(f"{what} {key!r}; there is {', '.join(map(repr, found)) or 'nothing'}") from None


class Run(Mapping[str, Tag]):
    """A run: ``run["Weight Gradient Norm"]["fc1"]["mean"].values``.

    All data are from the time of opening, or of the last ``refresh()``.
    """

    def __init__(
        self,
        path: StrPath,
        reader: _lensboard.RunReader | None = None,
        *,
        step: str | None = None,
        run: str | None = None,
    ) -> None:
        self.path = local_path(path)
        self._reader = reader or _lensboard.RunReader(self.path, step or "", run or "")
        self._generation = 0
        self._checkers: dict[tuple[str, ...], Checker] = {}
        self._forget()

    def findings(self, *rules: str) -> list[Finding]:
        """Returns the problems found in the training so far: ``lensboard.Finding`` objects, the most severe first.

        rules: names from ``lensboard.rules()``, to apply only these
        """
        return self._checked(rules).findings()

    def judged_as(self) -> tuple[str, str]:
        """Returns the kind of training that ``findings()`` assumes, such as ``"fine-tuning"``, and the evidence for it.

        The kind is ``"unknown"`` and the evidence empty if the run does not tell it.
        """
        return self._checked(()).judged_as()

    def missing_evidence(self, *rules: str) -> dict[str, list[str]]:
        """Returns the rules that have too little data in this run, each with the lenses to switch on."""
        return self._checked(rules).missing()

    def _checked(self, rules: tuple[str, ...]) -> Checker:
        checker = self._checkers.get(rules) or self._checkers.setdefault(rules, Checker(rules))
        checker.look(self._reader)
        return checker

    def _forget(self) -> None:
        self._generation += 1
        self._ticks: dict[str, NDArray[Any]] | None = None
        self._tags: dict[str, Tag] | None = None
        self._info = self._reader.info()

    def refresh(self) -> bool:
        """Reads new data. Returns True if there was any."""
        is_new = self._reader.refresh()
        if is_new:
            self._forget()
        return is_new

    @property
    def name(self) -> str:
        return self._info["name"]

    @property
    def status(self) -> str:
        """recording, finished, stopped, failed, interrupted, or unknown if this machine cannot see whether the writer still runs."""
        return self._info["status"]

    @property
    def message(self) -> str:
        """Reason for the run's status, such as an error."""
        return self._info["message"]

    @property
    def created(self) -> float:
        """Seconds since 1970-01-01 UTC."""
        return self._info["created"]

    @property
    def notes(self) -> str:
        return self._info["notes"]

    @property
    def environment(self) -> dict[str, str]:
        return dict(self._info["environment"])

    @property
    def experiment(self) -> dict[str, Any] | None:
        """The experiment with all defaults; None if the run does not have it."""
        text = self._info["experiment"]
        return json.loads(text) if text else None

    @property
    def hparams(self) -> dict[str, Any]:
        """Hyperparameters recorded by a training loop or another tool; empty if there are none."""
        return dict((self.experiment or {}).get("hparams", {}))

    @property
    def layers(self) -> list[dict[str, Any]]:
        """The modules in model order: name, type, parameters with shapes, output_shape."""
        return list(self._info["layers"])

    @property
    def events(self) -> list[dict[str, Any]]:
        """Notices, warnings and changes of watchers, with their step and time."""
        return self._reader.events()

    @property
    def ticks(self) -> dict[str, NDArray[Any]]:
        """Arrays [N] with one entry per tick: ``tick``, ``epoch``, ``step``, ``samples`` and ``time``."""
        if self._ticks is None:
            self._ticks = self._reader.ticks()
        return self._ticks

    @property
    def tags(self) -> dict[str, Tag]:
        """All plotted quantities, by name."""
        if self._tags is None:
            specifications = self._reader.tags()
            lines: list[dict[str, dict[str, Series | Histograms | Tensors]]] = [{} for _ in specifications]
            for number, (tag, layer, label, role) in enumerate(self._reader.series()):
                series: Series | Histograms | Tensors
                if role == "histogram":
                    series = Histograms(self, number, label)
                elif role == "tensor":
                    series = Tensors(self, number, label)
                else:
                    series = Series(self, number, label, role)
                lines[tag].setdefault(layer, {})[label] = series
            self._tags = {
                specification["name"]: Tag(specification, {layer: Lines(layer, labels) for layer, labels in layers.items()})
                for specification, layers in zip(specifications, lines)
            }
        return self._tags

    def __getitem__(self, tag: str) -> Tag:
        return _known(self.tags, tag, "this run has no tag")

    def __iter__(self) -> Iterator[str]:
        return iter(self.tags)

    def __len__(self) -> int:
        return len(self.tags)

    def series(self) -> Iterator[tuple[str, str, Series]]:
        """Yields each line as (tag, layer, series). The layer is empty for a plot of all layers."""
        for name, tag in self.tags.items():
            for layer, lines in tag._lines.items():
                for series in lines.values():
                    if isinstance(series, Series):
                        yield name, "" if layer == name else layer, series

    def to_dataframe(self) -> pandas.DataFrame:
        """Returns all values as a pandas.DataFrame: tag, layer, label, tick, epoch, step, samples, time, value. Requires pandas."""
        import pandas

        parts = [
            pandas.DataFrame(
                {
                    "tag": tag,
                    "layer": layer,
                    "label": series.name,
                    "tick": series.ticks,
                    "epoch": series.epochs,
                    "step": series.steps,
                    "samples": series.samples,
                    "time": series.times,
                    "value": series.values,
                }
            )
            for tag, layer, series in self.series()
        ]
        columns = ["tag", "layer", "label", "tick", "epoch", "step", "samples", "time", "value"]
        return pandas.concat(parts, ignore_index=True) if parts else pandas.DataFrame(columns=columns)

    def show(self) -> subprocess.Popen[bytes]:
        """Opens the program on this run."""
        return _program.show(self.path)

    def _repr_png_(self) -> bytes | None:
        try:
            return _program.picture(self.path)
        except (OSError, RuntimeError):
            return None

    def __repr__(self) -> str:
        return f"<Run {self.name!r}, {self.status}, {len(self.ticks['tick'])} ticks: {', '.join(map(repr, self.tags))}>"
