"""Runs of trainings with a loop of a framework."""

from __future__ import annotations

import errno
import os
import tempfile
import warnings
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import torch

from . import _hparams, _watchers
from ._inspector import AnyLens, Inspector, _end_of, _steps_of


def default_lenses() -> list[AnyLens]:
    kinds = ("LossMetrics", "OutputActivation", "ParameterGradientGeometry", "ParameterNorm", "WeightUpdateRatio")
    return [getattr(_watchers, kind)() for kind in kinds]


class TrainingRun:
    """Run of one training of a framework at a time. Its Inspector is open from ``begin()`` to ``finish()`` or ``fail()``.

    A tick ends just before the next step, so it includes all values that the framework logs after its last step. It also ends after each
    validation, so that each is a point of its own, unless a tick is an epoch.

    lenses: None: ``default_lenses()``
    tick: length of a tick, as for an Inspector
    config: more hyperparameters; they override equal names of the framework
    on_begin: called with the Inspector in begin()
    options: other arguments of the Inspector
    """

    def __init__(
        self, lenses: Any, tick: int | str, config: Any, on_begin: Callable[[Inspector], object] | None, options: Mapping[str, Any]
    ) -> None:
        self._lenses = default_lenses() if lenses is None else lenses
        self._steps_per_tick = _steps_of(tick)
        self._config = _hparams.as_dict(config or {})
        self._on_begin = on_begin
        self._options = {"budget": 0.02, **options}
        self._saved: Mapping[str, Any] | None = None  # state for the next begin()
        self._last_saved: dict[str, Any] = {}
        self._steps = 0  # at the end of the last tick
        self._has_pushed = False
        self._is_validated = False  # the tick has values of a validation
        self.watch: Inspector | None = None
        self.epoch: int | None = None  #: epoch of the current tick, from 1

    def __getstate__(self) -> dict[str, Any]:
        """Frameworks copy callbacks and pass them to other processes; the Inspector stays here."""
        return {**vars(self), "watch": None}

    @property
    def is_open(self) -> bool:
        return self.watch is not None and not self.watch._is_closed

    def begin(self, model: torch.nn.Module, optimizers: Iterable[Any], *, scaler: Any = None, hparams: Mapping[str, Any], name: str = "") -> None:
        """Makes the Inspector: for the run of the checkpoint that was loaded, or for a new run."""
        if self.is_open:  # the framework did not tell how the last training ended
            self._close("stopped")
        optimizers = list(optimizers)
        self._steps, self._has_pushed, self._is_validated, self._last_saved = 0, False, False, {}
        watch = self._resumed(model, optimizers, scaler)
        if watch is None:
            watch = Inspector(self._lenses, **{"name": name, **self._options})
            watch.attach(model, optimizers, scaler=scaler)
        watch.hparams = {**_hparams.of_optimizers(optimizers), **hparams, **self._config}
        self.watch = watch
        if self._on_begin is not None:
            self._on_begin(watch)

    def _resumed(self, model: torch.nn.Module, optimizers: list[Any], scaler: Any) -> Inspector | None:
        saved, self._saved = self._saved, None
        if not saved:
            return None
        watch = None
        try:
            if _is_first_process() and not Path(saved["run"]).is_file():  # the constructor would wait for the other processes first
                raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), saved["run"])
            with tempfile.TemporaryDirectory() as folder:
                state = Path(folder) / "state"
                state.write_bytes(saved["state"].numpy().tobytes())
                watch = Inspector(self._lenses, **{**self._options, "run": saved["run"], "state": state})
                watch.attach(model, optimizers, scaler=scaler)
            return watch
        except (OSError, RuntimeError, ValueError) as error:
            if watch is not None:
                watch.close("stopped")
            warnings.warn(f"the run of the checkpoint cannot be continued, so this is a new run: {error}", RuntimeWarning, stacklevel=2)
            return None

    def push_loss(self, loss: Any, *, train: bool) -> None:
        if self.watch is not None and self.is_open and is_number(loss):
            self.watch.push_loss(loss, train=train)
            self._has_pushed = True

    def before_backward(self, loss: torch.Tensor) -> None:
        """Call with each training loss before its backward, if the framework has it."""
        if self.watch is not None and self.is_open:
            self.watch._before_backward(loss)

    def push_metrics(self, metrics: Mapping[str, Any]) -> None:
        """Records the numbers among ``metrics``."""
        for name, value in metrics.items():
            if self.watch is not None and self.is_open and is_number(value):
                self.watch.push_metric(name, float(value))
                self._has_pushed = True

    @property
    def stop_requested(self) -> bool:
        return self.watch is not None and self.is_open and self.watch.stop_requested

    def before_step(self) -> None:
        """Ends the tick if it is complete. Call before the batches of each step."""
        if self._steps_per_tick and (self._is_validated or self._unticked_steps() >= self._steps_per_tick):
            self._tick()

    def after_validation(self) -> None:
        self._is_validated = self.is_open

    def before_epoch(self) -> None:
        """Ends the tick of the last epoch. Call before each epoch."""
        if self._steps_per_tick is None and self._unticked_steps():
            self._tick()

    def _unticked_steps(self) -> int:
        return self.watch._steps - self._steps if self.watch is not None and self.is_open else 0

    def _tick(self) -> None:
        assert self.watch is not None
        self.watch.tick(self.epoch)
        self._steps, self._has_pushed, self._is_validated = self.watch._steps, False, False

    def _end_tick(self) -> None:
        if self._has_pushed or self._unticked_steps():
            self._tick()

    def finish(self) -> None:
        """Call when the training has ended without an exception."""
        if self.is_open:
            self.state_dict()
            self._close("stopped" if self.stop_requested else "finished")

    def fail(self, error: BaseException) -> None:
        if self.is_open:
            self._close(*_end_of(error))

    def _close(self, status: str | None, message: str = "") -> None:
        assert self.watch is not None
        self.watch._has_ticked = True  # a training shorter than a tick is no mistake of the user
        self.watch.close(status, message)

    def state_dict(self) -> dict[str, Any]:
        """Ends the tick, and returns the run's state for the framework's checkpoint; after the training, its last state. Call in all processes."""
        if self.watch is None or not self.is_open:
            return self._last_saved
        self._end_tick()
        with tempfile.TemporaryDirectory() as folder:
            state = Path(folder) / "state"
            self.watch.save_state(state)
            if not self.watch.path:  # recorded by another process
                return {}
            contents = torch.frombuffer(bytearray(state.read_bytes()), dtype=torch.uint8)
        self._last_saved = {"run": os.path.abspath(self.watch.path), "state": contents}
        return self._last_saved

    def load_state_dict(self, state: Mapping[str, Any]) -> None:
        """Continues the run of this state in the next ``begin()``."""
        self._saved = state


def _is_first_process() -> bool:
    dist: Any = torch.distributed
    return not dist.is_available() or not dist.is_initialized() or bool(dist.get_rank() == 0)


class RecordedTrainings:
    """Base of the callbacks that a framework's trainer takes.

    A class of its own beside the framework's, since each framework has its own base class.
    """

    def __init__(
        self,
        lenses: Any = None,
        *,
        tick: int | str = "20 steps",
        config: Any = None,
        on_begin: Callable[[Inspector], object] | None = None,
        **options: Any,
    ) -> None:
        self._run = TrainingRun(lenses, tick, config, on_begin, options)

    @property
    def watch(self) -> Inspector | None:
        """The Inspector of the current or last training."""
        return self._run.watch


def is_number(value: Any) -> bool:
    if isinstance(value, torch.Tensor):
        return bool(value.numel() == 1)
    return isinstance(value, (int, float)) or (getattr(value, "shape", None) == () and hasattr(value, "__float__"))
