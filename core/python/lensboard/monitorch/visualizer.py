"""Shows values: derive from AbstractVisualizer, or use one of these classes."""

from __future__ import annotations

import builtins
import contextlib
import os
import pickle
import sys
import types
import warnings
from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any

from .._types import StrPath

if TYPE_CHECKING:
    from matplotlib.figure import Figure

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


class MatplotlibVisualizer(DummyVisualizer):
    """The plots as a picture. ``show_fig()`` makes it by running the program."""

    def __init__(self, **kwargs: Any) -> None:
        self._path: Callable[[], str] | None = None

    def show_fig(self) -> Figure:
        """Returns a matplotlib figure with a picture of the run so far."""
        import io

        from matplotlib import image, pyplot

        from .. import _program

        if self._path is None:
            raise RuntimeError("there is no run yet; give this to a PyTorchInspector that is attached")
        pixels = image.imread(io.BytesIO(_program.picture(self._path())))
        figure = pyplot.figure(figsize=(pixels.shape[1] / 100, pixels.shape[0] / 100), dpi=100)
        axes = figure.add_axes((0, 0, 1, 1))
        axes.axis("off")
        axes.imshow(pixels)
        return figure

    def reset_fig(self) -> None:
        """Does nothing: each picture shows the whole run."""


class TensorBoardVisualizer(AbstractVisualizer):
    """Writes TensorBoard events. Requires the package tensorboard."""

    def __init__(self, log_dir: StrPath | None = None, comment: str = "", **kwargs: Any) -> None:
        from torch.utils import tensorboard

        untyped: Any = tensorboard
        self._writer = untyped.SummaryWriter(log_dir, comment, **kwargs)

    def register_tags(self, main_tag: str, tag_attr: TagAttributes) -> None:
        pass

    def plot_numerical_values(self, epoch: int, main_tag: str, values_dict: Values, ranges_dict: Ranges = None) -> None:
        for layer, labels in values_dict.items():
            for label, value in labels.items():
                self._writer.add_scalar(f"{main_tag}/{layer}/{label}", value, epoch)
            for (low, high), (a, b) in (ranges_dict or {}).get(layer, {}).items():
                self._writer.add_scalar(f"{main_tag}/{layer}/{low}", a, epoch)
                self._writer.add_scalar(f"{main_tag}/{layer}/{high}", b, epoch)
        self._writer.flush()

    def plot_probabilities(self, epoch: int, main_tag: str, values_dict: Values) -> None:
        self.plot_numerical_values(epoch, main_tag, values_dict)

    def plot_relations(self, epoch: int, main_tag: str, values_dict: Values) -> None:
        self.plot_numerical_values(epoch, main_tag, values_dict)

    def close(self) -> None:
        self._writer.close()


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
        self._file = builtins.open(os.fspath(filepath), "wb")  # noqa: SIM115, until close()

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
        self._path = os.fspath(source_filepath)
        self._target = target_visualizer

    def playback(self) -> None:
        methods = ("register_tags", "plot_numerical_values", "plot_probabilities", "plot_relations")
        with builtins.open(self._path, "rb") as file:
            while file.peek(1):
                try:
                    record = _Records(file).load()
                except EOFError:
                    warnings.warn(f"{self._path}: the last record is cut short, and left out", stacklevel=2)
                    return
                if record["method"] in methods:
                    getattr(self._target, record["method"])(**record["kwargs"])
