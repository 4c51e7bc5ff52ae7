"""Records tensors that pass through modules.

    recorder = recorders.ForwardPre(reduction=lambda kept, new: kept + new)
    recorder.children(model, indices=(2, 3))
    ...                                # ...                                # train the model
    recorder.save("analysis", mkdir=True)
"""

from __future__ import annotations

import errno
import functools
import warnings
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import torch

from .._engine import _lensboard
from .._types import StrPath, check_initialized, local_path
from ._walk import Walking

__all__ = ["BackwardInput", "BackwardOutput", "ForwardInput", "ForwardOutput", "ForwardPre"]


class _SubRecorder:
    """Recorded data of one module."""

    handle: _lensboard.TapHandle

    def __init__(self, module_name: str) -> None:
        self.module_name = module_name
        self.samples = 0
        self.data: Any = []


class _Recorder(Walking):
    """Copies tensors, without their gradient history. Modules are in the order of registration, independently of the order they run in.

    condition: called without arguments before each tensor; the tensor is kept if it returns true
    reduction: combines the kept data and a new tensor into the new data; without it, every tensor is kept
    data: "batch" keeps tensors unchanged, "sample" the first item of each
    limit_bytes: limit for kept data; a tensor above it causes a warning, sets ``is_full`` and ends the recording
    """

    def __init__(
        self,
        condition: Callable[[], object] | None = None,
        reduction: Callable[[Any, torch.Tensor], Any] | None = None,
        *,
        data: str = "batch",
        limit_bytes: int = 1 << 30,
    ) -> None:
        if data not in ("batch", "sample"):
            raise ValueError(f'data is "batch" or "sample", found {data!r}')
        self.condition = condition
        self.reduction = reduction
        self.subrecorders: list[_SubRecorder] = []
        self._is_sample = data == "sample"
        self._limit_bytes = limit_bytes
        self._bytes = 0
        self.is_full = False

    def _watch(self, tap: _lensboard.Tap, index: int, take: Callable[[torch.Tensor | None], None]) -> _lensboard.TapHandle:
        raise NotImplementedError

    def _add(self, network: torch.nn.Module, found: list[torch.nn.Module]) -> None:
        for module in found:
            check_initialized(module)
        tap = _lensboard.Tap(network)
        taking = weakref.WeakMethod(self._take)  # a deleted recorder leaves no hook
        for module in found:
            index = tap.index(module)
            sub = _SubRecorder(tap.name(index))

            sub.handle = self._watch(tap, index, functools.partial(_take, taking, weakref.ref(sub)))
            self.subrecorders.append(sub)

    def _take(self, sub: _SubRecorder, tensor: torch.Tensor | None) -> None:
        if tensor is None or self.is_full or not (self.condition is None or self.condition()):
            return
        tensor = tensor.detach()
        if self._is_sample and tensor.dim() > 0 and len(tensor) > 0:
            tensor = tensor[0]
        reduction = self.reduction if sub.samples > 0 else None
        before = _bytes(sub.data) if reduction else 0
        kept = reduction(sub.data, tensor) if reduction else tensor
        grown = _bytes(kept) - before
        if self._bytes + grown > self._limit_bytes:
            self.is_full = True
            warnings.warn(
                f"this recorder keeps {self._bytes} bytes, and one more tensor is over its limit_bytes={self._limit_bytes}: it records no "
                "more; give it a reduction, a condition or another limit",
                stacklevel=2,
            )
            return
        self._bytes += grown
        sub.samples += 1
        kept = kept.clone() if isinstance(kept, torch.Tensor) else kept
        if self.reduction is not None:
            sub.data = kept
        else:
            sub.data.append(kept)

    @property
    def data(self) -> list[Any]:
        """For each module, the list of recorded tensors, oldest first, or the result of the reduction; an empty list before the first tensor."""
        return [sub.data for sub in self.subrecorders]

    @property
    def handles(self) -> list[_lensboard.TapHandle]:
        return [sub.handle for sub in self.subrecorders]

    def __getitem__(self, index: int) -> Any:
        return self.subrecorders[index].data

    def __setitem__(self, index: int, data: Any) -> None:
        self.subrecorders[index].data = data
        self._bytes = sum(map(_bytes, self.data))

    def __iter__(self) -> Iterator[Any]:
        return iter(self.data)

    def __len__(self) -> int:
        return len(self.subrecorders)

    def module(self, index: int) -> str:
        """Returns the name of the recorded module."""
        return self.subrecorders[index].module_name

    def samples(self, index: int) -> int:
        """Returns the number of recorded tensors, including reduced ones."""
        return self.subrecorders[index].samples

    def iter_samples(self) -> Iterator[int]:
        return (sub.samples for sub in self.subrecorders)

    def remove(self, index: int) -> Any:
        """Removes a subrecorder and returns its data. The following ones move up."""
        sub = self.subrecorders.pop(index)
        sub.handle.remove()
        self._bytes = sum(map(_bytes, self.data))
        return sub.data

    def detach(self) -> None:
        """Stops recording. Recorded data stay."""
        for sub in self.subrecorders:
            sub.handle.remove()

    def apply(self, function: Callable[[Any], Any]) -> None:
        """Replaces each subrecorder's data by the result of ``function``."""
        self.apply_sample(lambda data, _: function(data))

    def apply_sample(self, function: Callable[[Any, int], Any]) -> None:
        """Same; ``function`` also gets the number of samples."""
        for index, sub in enumerate(self.subrecorders):
            self[index] = function(sub.data, sub.samples)

    def save(self, path: StrPath, mkdir: bool = False, *args: Any, **kwargs: Any) -> None:
        """Writes one file for each subrecorder, 0.pt, 1.pt …, into the folder ``path``. torch.load opens them. ``mkdir`` creates the folder;
        further arguments are passed to Path.mkdir()."""
        folder = Path(local_path(path))
        if mkdir:
            folder.mkdir(*args, **{"parents": True, "exist_ok": True, **kwargs} if not args else kwargs)
        if not folder.is_dir():
            raise FileNotFoundError(errno.ENOENT, "no such folder; mkdir=True makes it", str(folder))
        for index, data in enumerate(self.data):
            torch.save(data, folder / f"{index}.pt")

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {len(self)} modules>"


def _take(
    taking: Callable[[], Callable[[_SubRecorder, torch.Tensor | None], None] | None],
    reference: Callable[[], _SubRecorder | None],
    tensor: torch.Tensor | None,
) -> None:
    method, sub = taking(), reference()
    if method and sub:
        method(sub, tensor)


def _bytes(data: Any) -> int:
    if isinstance(data, torch.Tensor):
        return int(data.element_size() * data.nelement())
    return sum(map(_bytes, data)) if isinstance(data, (list, tuple)) else 0


class ForwardPre(_Recorder):
    """The first input of a module, before its forward."""

    def _watch(self, tap: _lensboard.Tap, index: int, take: Callable[[torch.Tensor | None], None]) -> _lensboard.TapHandle:
        return tap.before_forward(index, lambda inputs: take(inputs[0] if inputs else None))


class ForwardInput(_Recorder):
    """The first input of a module, after its forward."""

    def _watch(self, tap: _lensboard.Tap, index: int, take: Callable[[torch.Tensor | None], None]) -> _lensboard.TapHandle:
        return tap.after_forward(index, lambda inputs, _: take(inputs[0] if inputs else None))


class ForwardOutput(_Recorder):
    """The output of a module. Of several, the first tensor."""

    def _watch(self, tap: _lensboard.Tap, index: int, take: Callable[[torch.Tensor | None], None]) -> _lensboard.TapHandle:
        return tap.after_forward(index, lambda _, output: take(output))


class BackwardInput(_Recorder):
    """The gradient of a module's first input, only the part that flows through this module."""

    def _watch(self, tap: _lensboard.Tap, index: int, take: Callable[[torch.Tensor | None], None]) -> _lensboard.TapHandle:
        return tap.on_input_gradient(index, take)


class BackwardOutput(_Recorder):
    """The gradient of a module's output."""

    def _watch(self, tap: _lensboard.Tap, index: int, take: Callable[[torch.Tensor | None], None]) -> _lensboard.TapHandle:
        return tap.on_output_gradient(index, take)
