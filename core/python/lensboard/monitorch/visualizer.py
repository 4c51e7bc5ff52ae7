"""Shows values: derive from AbstractVisualizer, or use one of these classes."""

from __future__ import annotations

import builtins
import contextlib
import pickle
import socket
import sys
import time
import types
import warnings
from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any

from .._engine import _lensboard
from .._types import StrPath, local_path
from . import _figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from typing_extensions import Self

__all__ = [
    "AbstractVisualizer", "DummyVisualizer", "MatplotlibVisualizer", "PlayerVisualizer", "PrintVisualizer", "RecorderVisualizer",
    "TagAttributes", "TagType", "TensorBoardVisualizer",
]  # fmt: skip

Values = Mapping[str, Mapping[str, float]]
Ranges = Mapping[str, Mapping[tuple[str, str], tuple[float, float]]] | None


class TagType(Enum):
    NUMERICAL = 0
    PROBABILITY = 1
    RELATIONS = 2

    def __reduce_ex__(self, protocol: object) -> tuple[type[TagType], tuple[int]]:  # equal in every Python version
        return TagType, (self.value,)


@dataclass
class TagAttributes:
    logy: bool = False
    big_plot: bool = False
    annotate: bool = True
    type: TagType = TagType.NUMERICAL
    ylim: tuple[float, float] | None = None


class AbstractVisualizer(ABC):
    """Receives values as {layer: {label: value}}, ranges as {layer: {(low label, high label): (low, high)}}."""

    @abstractmethod
    def register_tags(self, main_tag: str, tag_attr: TagAttributes) -> None: ...

    @abstractmethod
    def plot_numerical_values(self, epoch: int, main_tag: str, values_dict: Values, ranges_dict: Ranges = None) -> None: ...

    @abstractmethod
    def plot_probabilities(self, epoch: int, main_tag: str, values_dict: Values) -> None: ...

    @abstractmethod
    def plot_relations(self, epoch: int, main_tag: str, values_dict: Values) -> None: ...


class DummyVisualizer(AbstractVisualizer):
    """Shows nothing; the run is still recorded."""

    def register_tags(self, main_tag: str, tag_attr: TagAttributes) -> None:
        pass

    def plot_numerical_values(self, epoch: int, main_tag: str, values_dict: Values, ranges_dict: Ranges = None) -> None:
        pass

    def plot_probabilities(self, epoch: int, main_tag: str, values_dict: Values) -> None:
        pass

    def plot_relations(self, epoch: int, main_tag: str, values_dict: Values) -> None:
        pass


class PrintVisualizer(AbstractVisualizer):
    def register_tags(self, main_tag: str, tag_attr: TagAttributes) -> None:
        pass

    def plot_numerical_values(self, epoch: int, main_tag: str, values_dict: Values, ranges_dict: Ranges = None) -> None:
        self._print(epoch, main_tag, values_dict, ranges_dict)

    def plot_probabilities(self, epoch: int, main_tag: str, values_dict: Values) -> None:
        self._print(epoch, main_tag, values_dict)

    def plot_relations(self, epoch: int, main_tag: str, values_dict: Values) -> None:
        self._print(epoch, main_tag, values_dict)

    def _print(self, epoch: int, main_tag: str, values: Values, ranges: Ranges = None) -> None:
        print(f"Epoch {epoch}: {main_tag}")
        for layer, labels in values.items():
            texts = [f"{label} {value:.6g}" for label, value in labels.items()]
            texts += [f"({low}, {high}) ({a:.6g}, {b:.6g})" for (low, high), (a, b) in (ranges or {}).get(layer, {}).items()]
            print(f"    {layer}: {', '.join(texts)}")


class MatplotlibVisualizer(AbstractVisualizer):
    """Draws the values as a matplotlib figure. Passes its arguments to matplotlib.pyplot.figure()."""

    _NO_SMALL_TAGS_WARNING = _figure.EMPTY  # scripts ignore the warning by this name

    def __init__(self, **kwargs: Any) -> None:
        self._kwargs = kwargs
        self._tags: dict[str, TagAttributes] = {}
        self._plots: dict[str, dict[str, _figure.Plot]] = {}
        self.figure_: Figure | None = None

    def register_tags(self, main_tag: str, tag_attr: TagAttributes) -> None:
        self._tags[main_tag] = tag_attr

    def plot_numerical_values(self, epoch: int, main_tag: str, values_dict: Values, ranges_dict: Ranges = None) -> None:
        self.figure_ = None
        plots = self._plots.setdefault(main_tag, {})
        for layer, labels in values_dict.items():
            for label, value in labels.items():
                plots.setdefault(layer, _figure.Plot()).lines.setdefault(label, {})[epoch] = value
        for layer, bands in (ranges_dict or {}).items():
            for names, edges in bands.items():
                plots.setdefault(layer, _figure.Plot()).bands.setdefault(names, {})[epoch] = edges

    def plot_probabilities(self, epoch: int, main_tag: str, values_dict: Values) -> None:
        self.plot_numerical_values(epoch, main_tag, values_dict)

    def plot_relations(self, epoch: int, main_tag: str, values_dict: Values) -> None:
        self.plot_numerical_values(epoch, main_tag, values_dict)

    def show_fig(self) -> Figure:
        """Returns the figure of all values so far. Warns 'Empty plot' of a tag without values."""
        if self.figure_ is None:
            self.figure_ = _figure.compose(self._tags, self._plots, self._kwargs)
        return self.figure_

    def reset_fig(self) -> Self:
        """Discards all values."""
        self.figure_ = None
        self._plots = {}
        return self


class TensorBoardVisualizer(AbstractVisualizer):
    """Writes TensorBoard events, with monitorch's names. The default folder is runs/<time>_<host><comment>; other arguments are ignored."""

    def __init__(self, log_dir: StrPath | None = None, comment: str = "", **kwargs: Any) -> None:
        started = time.strftime("%b%d_%H-%M-%S")
        self._log = _lensboard.TensorboardLog(local_path(log_dir or f"runs/{started}_{socket.gethostname()}{comment}"))

    def register_tags(self, main_tag: str, tag_attr: TagAttributes) -> None:
        pass

    def plot_numerical_values(self, epoch: int, main_tag: str, values_dict: Values, ranges_dict: Ranges = None) -> None:
        now = time.time()
        for layer, labels in values_dict.items():
            for label, value in labels.items():
                self._log.add_scalar(epoch, now, "", self._tag(main_tag, layer, label), value)
        for layer, bands in (ranges_dict or {}).items():
            for names, edges in bands.items():
                for label, value in zip(names, edges):
                    self._log.add_scalar(epoch, now, "", self._tag(main_tag, layer, label), value)
        self._log.flush()

    def plot_probabilities(self, epoch: int, main_tag: str, values_dict: Values) -> None:
        self.plot_numerical_values(epoch, main_tag, values_dict)

    def plot_relations(self, epoch: int, main_tag: str, values_dict: Values) -> None:
        """Each label has a folder of its own, so that TensorBoard draws all in one plot."""
        now = time.time()
        for layer, labels in values_dict.items():
            tag = self._tag(main_tag, layer)
            for label, value in labels.items():
                self._log.add_scalar(epoch, now, f"{tag}/{label}".replace("/", "_"), tag, value)
        self._log.flush()

    @staticmethod
    def _tag(*parts: str) -> str:
        return "/".join(parts).lower().replace(" ", "_").replace("σ", "std")

    def close(self) -> None:
        self._log.flush()


_MONITORCHS_OWN = "monitorch.visualizer.AbstractVisualizer"
TagType.__module__ = TagAttributes.__module__ = _MONITORCHS_OWN  # files contain these names


@contextlib.contextmanager
def _as_monitorch() -> Iterator[None]:
    """Makes pickle find the classes under monitorch's names, also if monitorch is not installed."""
    parts = _MONITORCHS_OWN.split(".")
    names = [".".join(parts[: i + 1]) for i in range(len(parts))]
    before = {name: sys.modules.get(name) for name in names}
    for name in names:
        sys.modules[name] = types.ModuleType(name)
    vars(sys.modules[_MONITORCHS_OWN]).update(TagAttributes=TagAttributes, TagType=TagType)
    try:
        yield
    finally:
        for name, module in before.items():
            if module is None:
                del sys.modules[name]
            else:
                sys.modules[name] = module


class RecorderVisualizer(AbstractVisualizer):
    """Writes every call into a file for PlayerVisualizer, Lensboard and monitorch."""

    def __init__(self, filepath: StrPath) -> None:
        self._file = builtins.open(local_path(filepath), "wb")  # noqa: SIM115, until close()

    def _write(self, method: str, **arguments: Any) -> None:
        with _as_monitorch():
            pickle.dump({"method": method, "kwargs": arguments}, self._file)
        self._file.flush()

    def register_tags(self, main_tag: str, tag_attr: TagAttributes) -> None:
        self._write("register_tags", main_tag=main_tag, tag_attr=tag_attr)

    def plot_numerical_values(self, epoch: int, main_tag: str, values_dict: Values, ranges_dict: Ranges = None) -> None:
        self._write("plot_numerical_values", epoch=epoch, main_tag=main_tag, values_dict=values_dict, ranges_dict=ranges_dict)

    def plot_probabilities(self, epoch: int, main_tag: str, values_dict: Values) -> None:
        self._write("plot_probabilities", epoch=epoch, main_tag=main_tag, values_dict=values_dict)

    def plot_relations(self, epoch: int, main_tag: str, values_dict: Values) -> None:
        self._write("plot_relations", epoch=epoch, main_tag=main_tag, values_dict=values_dict)

    def close(self) -> None:
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class _Records(pickle.Unpickler):
    """Reads files of RecorderVisualizer only. Looks up no other classes, and executes no code from the file."""

    def find_class(self, module: str, name: str) -> Any:
        known: dict[str, Any] = {"TagAttributes": TagAttributes, "TagType": TagType, "OrderedDict": OrderedDict}
        if name in known and module.split(".")[0] in ("monitorch", "collections"):
            return known[name]
        if (module, name) == ("builtins", "getattr"):  # Python 3.11 writes a TagType like this
            return lambda kind, which: TagType[which]
        raise pickle.UnpicklingError(f"{module}.{name} is no part of a recording; nothing was executed")


class PlayerVisualizer:
    """Repeats the calls of a recording with another visualizer."""

    def __init__(self, source_filepath: StrPath, target_visualizer: AbstractVisualizer) -> None:
        self._path = local_path(source_filepath)
        self._target = target_visualizer

    def playback(self) -> Self:
        methods = ("register_tags", "plot_numerical_values", "plot_probabilities", "plot_relations")
        with builtins.open(self._path, "rb") as file:
            while file.peek(1):
                try:
                    record = _Records(file).load()
                except EOFError:
                    warnings.warn(f"{self._path}: the last record is cut short, and left out", stacklevel=2)
                    break
                if record["method"] in methods:
                    getattr(self._target, record["method"])(**record["kwargs"])
        return self
