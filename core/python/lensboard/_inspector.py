"""The Inspector for training loops."""

from __future__ import annotations

import atexit
import errno
import functools
import json
import os
import re
import sys
import time
import types
import warnings
import weakref
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, SupportsFloat, TypeVar

import torch

from . import _compiled, _hparams, _processes, _program
from ._engine import _lensboard
from ._health import TRAINING_KINDS, Finding, FindingWatch
from ._lens import Lens
from ._live_view import LiveView
from ._loop_checks import BatchCheck, LoopChecks, Rates, SampleComparison
from ._optimizers import Optimizer
from ._run import Run
from ._types import Scaling, Stepping, StrPath, check_initialized, local_path
from ._watchers import Watcher

if TYPE_CHECKING:
    import subprocess

    from typing_extensions import Self

AnyLens = Watcher | Lens | type[Watcher] | Callable[[], Lens]
T = TypeVar("T")


class Inspector:
    """Watches models during training, and records the measurements into a run file.

    lenses: list of lenses, such as ``[lensboard.LossMetrics(), lensboard.OutputNorm(log_scale=True)]``, and your own lenses:
        instances, or classes and functions that make one for each model; see ``lensboard.Lens``
    run: path of the run file. An existing file is not overwritten: my.lbrun becomes my-2.lbrun. Default: name of the script
    tick: length of a tick; each tick is a point of a plot. "20 steps", 20, or "epoch"; with "epoch", call ``tick()`` at the end of each
    name: name of the run; by default the file's name
    depth: number of levels below a model to search for layers; -1: all
    active_every: measure only every n-th tick
    is_active: alternative to active_every: a function of a tick's number, from 1, that returns True to measure it
    evaluation_from_grad: detect evaluation by disabled gradients, not by the module's mode
    budget: share of training time for the lenses of a model, such as 0.02. They measure as many steps as fit, at first some more, so that
        short trainings have values. The plot "Steps Measured" shows how many. 0: every step. Losses, monitors, recorders and your own
        lenses always see every step
    memory: limit for tensors that the lenses of a model keep for comparisons, such as "1 GB" or "10 %" of the machine's memory. Beyond
        it, they measure only some of the layers at a time, in rotation. "": no limit
    keep: number of last ticks with all values kept. Of earlier ticks, the run keeps the least and the greatest value of every 16 ticks, of
        much earlier ones of every 128. 0: all values stay
    state: a file written by ``save_state()``. Continues the run in ``run`` from this state. A state of another run is refused, also a
        model with other parameters; the run's file is unchanged then
    group: processes that train together, each with its own samples and its own Inspector. They make one run, recorded by the first
        process. "default": all processes, if ``torch.distributed`` is initialised; or a process group; or None for this process alone.
        Lenses of outputs and their gradients use all samples; pushed values are shown as the mean over processes. Wrap the model in
        DistributedDataParallel before or after ``attach()``; each process then measures the parameters of some layers for all. Everything
        else comes from the first process, also orders; all processes follow them after the tick
    by_process: also show each process's measurements of outputs and their gradients
    control: let windows that follow the run, and ``lensboard control``, control the training, if the folder XDG_RUNTIME_DIR exists. Only
        the same user can do this, and no order loads a program. Orders switch, change and add lenses, pause a loop with a single process,
        and stop a loop that checks ``stop_requested``
    set_learning_rate: function of the new rate, for orders; called in ``stepped()`` or ``tick()``
    kind: kind of training that health rules assume: "scratch", "fine-tuning", "continued", "reinforcement", "adversarial",
        "self-supervised", "range-test" or "unknown". Default: found from evidence in the run
    save_checkpoint: function that writes a checkpoint, for orders, for example with ``save_state()``; called in ``stepped()`` or ``tick()``
    config: hyperparameters, as for ``hparams``

    Thread: the training thread; ``pause``, ``resume``, ``stop`` and ``set_enabled`` may be called on any thread.
    Processes: after a fork only the parent records.
    """

    def __init__(
        self,
        lenses: Watcher | Lens | type[Watcher] | type[Lens] | Iterable[AnyLens] = (),
        run: StrPath | None = None,
        *,
        tick: int | str | None = None,
        name: str = "",
        depth: int = -1,
        active_every: int = 1,
        is_active: Callable[[int], object] | None = None,
        evaluation_from_grad: bool = False,
        state: StrPath | None = None,
        budget: float = 0.0,
        memory: str = "",
        keep: int = 0,
        group: Any = "default",
        by_process: bool = False,
        control: bool = True,
        set_learning_rate: Callable[[float], object] | None = None,
        save_checkpoint: Callable[[], object] | None = None,
        config: Any = None,
        kind: str | None = None,
    ) -> None:
        hparams = None if config is None else _hparams.to_json(config)
        if isinstance(lenses, str):
            raise TypeError(f"lenses are objects or classes such as lensboard.LossMetrics, found the text {lenses!r}; run={lenses!r} names a run's file")
        lenses = [lenses] if isinstance(lenses, (Watcher, Lens, type)) else list(lenses)
        own = [_own_lens(lens) for lens in lenses if _is_own(lens)]
        choices = [_choice(lens) for lens in lenses if not _is_own(lens)]
        names = {json.loads(settings).get("name", kind) for kind, settings in choices}
        for lens, _ in own:
            if lens in names:
                raise ValueError(f"two lenses are called {lens!r}; a lens has the name of its class, or the one that its class's `name` says")
            names.add(lens)
        self._steps_per_tick = _steps_of(tick)
        if is_active is not None and not callable(is_active):
            raise TypeError(f"is_active is a function of a tick's number, found {is_active!r}")
        for option, function in [("set_learning_rate", set_learning_rate), ("save_checkpoint", save_checkpoint)]:
            if function is not None and not callable(function):
                raise TypeError(f"{option} is a function, found {function!r}")
        if run is None:
            run = Path(getattr(sys.modules.get("__main__"), "__file__", None) or "notebook").stem + ".lbrun"
        if not isinstance(name, str):
            raise TypeError(f"name is text, found {name!r}")
        path = local_path(run)
        if not path:
            raise ValueError("run is the path of the run file, found an empty one")
        if os.path.isdir(path) or path.endswith(os.sep):
            raise IsADirectoryError(errno.EISDIR, "run is the path of the run file, found a folder", path)
        if kind is not None and kind not in TRAINING_KINDS:
            raise ValueError(f"there is no kind of training {kind!r}; there are {', '.join(TRAINING_KINDS)}")
        self._is_active, self._set_learning_rate, self._save_checkpoint = is_active, set_learning_rate, save_checkpoint
        self._makers = dict(own)
        before = (
            choices, path, name, None if state is None else local_path(state), _whole("depth", depth),
            _whole("active_every", active_every), None if is_active is None else _calling(self, "_is_active"), bool(evaluation_from_grad),
            _number("budget", budget), str(memory), _whole("keep", keep), bool(by_process),
        )  # fmt: skip
        after = (
            bool(control), None if set_learning_rate is None else _calling(self, "_set_learning_rate"),
            None if save_checkpoint is None else _calling(self, "_save_checkpoint"),
        )  # fmt: skip
        self._make_engine: Callable[[Any], _lensboard.LoopInspector] = lambda processes: _lensboard.LoopInspector(*before, processes, *after)
        processes = _processes.join(group)
        self._may_join = processes is None and group == "default" and state is None
        self._kind = kind
        self._begin(processes, hparams)
        self._process = os.getpid()
        self._models: list[_Attached] = []
        self._batch_check = BatchCheck(_calling(self, "_note_fault"))
        self._rates = Rates(_calling(self, "_note_rate"))
        self._tick_watches: list[FindingWatch | LiveView] = []
        self._has_ticked = False
        self._losses = 0
        self._steps = 0
        self._is_tick_due = False  # ends a tick after a step; the step's loss may follow first
        self._pushes_after: bool | None = None  # True if losses are pushed after their step; None during the first step
        self._next_forward: _compiled.NextForward | None = None  # hook that waits for the next forward
        self._is_closed = False
        _open.add(self)

    def _begin(self, processes: Any, hparams: str | None) -> None:
        """Makes the engine, for this process alone or for all that train together."""
        self._engine = self._make_engine(processes)
        self._has_others = processes is not None
        self._samples = None if processes is None else SampleComparison(processes[2], _calling(self, "_note_fault"))
        self._is_recorded_here = processes is None or processes[0] == 0
        if self._kind is not None:
            self._engine.set_training_kind(self._kind)
        for lens in self._makers:
            self._engine.add(lens, _calling(self, "_make_lens", lens))
        if hparams is not None:
            self._engine.set_hyperparameters(hparams)

    def _join_others(self) -> None:
        """Joins the other processes if torch.distributed was initialised after this Inspector was made. Discards its run, still empty."""
        if not self._may_join or not _processes.are_several():
            return
        self._may_join = False
        if self._steps or self._losses or self._has_ticked or self._tick_watches:
            warnings.warn("torch.distributed was initialised after this Inspector began to record, so it records this process alone", RuntimeWarning, stacklevel=4)
            return
        attached, hparams = list(self._models), self.run.hparams
        self.detach()
        path = self.path
        self._engine.close("finished", "")
        Path(path).unlink(missing_ok=True)
        self._begin(_processes.join("default"), _hparams.to_json(hparams) if hparams else None)
        for each in attached:
            self.attach(each.model, each.optimizers, name=each.name, scaler=each.scaler)

    def _note_fault(self, fault: str, parameters: list[str], numbers: list[str]) -> None:
        self._engine.note_fault(fault, parameters, numbers)

    def _note_rate(self, rate: float) -> None:
        self._engine.note_rate(rate)

    def _make_lens(self, name: str) -> Lens:
        return self._makers[name]()

    def attach(
        self, model: torch.nn.Module, optimizer: Stepping | Iterable[Stepping] | None = None, *, name: str = "", scaler: Scaling | None = None
    ) -> Self:
        """Starts watching ``model``, a torch.nn.Module.

        optimizer: optimizer of the model, or several. A step measures the parameters that its optimizer updates. A step of the run begins when
            an optimizer steps again. Without an optimizer, call ``stepped()`` after each step
        scaler: a torch.amp.GradScaler, or another object with get_scale(), that scales the loss. Gradients are shown unscaled
        name: prefix for names of layers if there are several models: generator.fc1
        """
        self._check_open()
        self._check_in_loop()
        self._join_others()
        if not isinstance(model, torch.nn.Module):
            raise TypeError(f"expected a torch.nn.Module, found {type(model).__name__}; it is attach(model, optimizer)")
        if not isinstance(name, str):
            raise TypeError(f"name is text, found {name!r}")
        if any(each.name == name and each.model is not model for each in self._models):
            raise ValueError(f"there is a model called {name!r} already; give each its own: attach(model, optimizer, name=\"generator\")")
        given: Any = optimizer
        is_one = hasattr(given, "param_groups") or callable(getattr(given, "step", None))
        listed = [] if given is None else [given] if is_one else list(given)
        if not any(True for _ in model.children()):
            check_initialized(model)
        if next(model.parameters(), None) is None and not self._has_others:  # a stage of a pipeline may have none
            raise ValueError(f"{type(model).__name__} has no parameters, so there is nothing to train in it")
        optimizers = [Optimizer(each, model) for each in listed]
        if scaler is not None and not callable(getattr(scaler, "get_scale", None)):
            raise TypeError(f"expected a torch.amp.GradScaler, found {type(scaler).__name__}, which has no get_scale()")
        self._engine.attach(model, name, scaler, [(each.optimizer, each.copies) for each in optimizers])
        _compiled.add(model)
        self._models.append(_Attached(self, model, optimizers, name, listed, scaler))
        if self._has_others:
            self._await_wrapper(model, listed, name, scaler)
        return self

    def _await_wrapper(self, model: torch.nn.Module, optimizers: list[Stepping], name: str, scaler: Scaling | None) -> None:
        """Attaches the model's wrapper of DistributedDataParallel or FSDP instead if the model runs in one, since the wrapper averages gradients."""
        reference = weakref.ref(self)

        def reattach(running: torch.nn.Module) -> None:
            inspector = reference()
            if running is not model and inspector and any(each.model is model for each in inspector._models):
                inspector.detach(model)
                inspector.attach(running, optimizers, name=name, scaler=scaler)

        _processes.when_running(model, reattach)

    def detach(self, model: torch.nn.Module | None = None) -> None:
        """Stops watching ``model``, or all models. Removes all hooks from it."""
        self._check_in_loop()
        for attached in [each for each in self._models if model is None or each.model is model]:
            attached.leave(self._engine)
            self._models.remove(attached)

    def push_loss(self, loss: torch.Tensor | SupportsFloat, *, train: bool | None = None) -> None:
        """Records the loss of a batch: a tensor with one value, or a number. Does not wait for a tensor on another device.

        train: True if the batch is used for training. By default True if the loss requires a gradient, or if the last forward of the model was
        in training mode with gradients
        """
        self._check_open()
        if train is None:
            train = bool(getattr(loss, "requires_grad", False)) or self._is_training()
        if not isinstance(loss, torch.Tensor):
            loss = _number("a loss", loss)
        if train:
            self._before_backward(loss)
        elif self._models:
            self._models[0].checks.after_validation_loss(self._engine.is_last_forward_in_training_without_gradients())
        self._losses += 1
        self._engine.push_loss(loss, bool(train))
        if train and self._next_forward:
            self._pushes_after = True
            self._end_step()

    def _before_backward(self, loss: object) -> None:
        """Checks a training loss, at best before its backward frees the values in its graph."""
        if self._models:
            self._models[0].checks.before_training_loss(loss)

    def push_metric(self, name: str, value: SupportsFloat) -> None:
        """Records a measured number: push_metric("accuracy", 0.93)."""
        self._check_open()
        self._engine.push_metric(str(name), _number("a metric", value))

    def push_targets(self, targets: torch.Tensor) -> None:
        """Records the targets of a training batch, a tensor of classes or numbers, for the lens ``Data``."""
        self._check_open()
        if not isinstance(targets, torch.Tensor):
            raise TypeError(f"targets are a tensor, found {type(targets).__name__}")
        self._engine.push_targets(targets)

    def batches(self, loader: Iterable[T]) -> Iterator[T]:
        """Yields the batches of ``loader``, and measures how long the training waits for them, for the lens ``Data``."""
        self._check_open()
        iterator = iter(loader)
        self._batch_check.begin(loader)
        while True:
            start = time.perf_counter()
            try:
                batch = next(iterator)
            except StopIteration:
                self._batch_check.end()
                return
            self._engine.push_data_wait(time.perf_counter() - start)
            self._batch_check.see(batch)
            yield batch

    def stepped(self, model: torch.nn.Module | None = None) -> None:
        """Call after each step of an optimizer that was not passed to ``attach()``."""
        self._after_step(model)

    def _after_step(self, model: torch.nn.Module | None, by: Optimizer | None = None, is_alone: bool = True) -> None:
        """Called after a step of an optimizer. is_alone: no other optimizer steps the model"""
        self._check_open()
        self._check_in_loop()
        self._join_others()
        optimizer = by.optimizer if by else None
        for attached in self._models:
            if model is None or attached.model is model:
                attached.checks.after_step()
        if self._engine.begins_step(model, optimizer):
            self._end_step()
        if self._engine.stepped(model, optimizer, by.copies if by else None):
            self._steps += 1
            self._is_tick_due = self._steps_per_tick is not None and self._steps % self._steps_per_tick == 0
            if self._pushes_after is None or (self._is_tick_due and (self._pushes_after or not is_alone)):
                self._await_forward()  # the step's loss and its other optimizers come first, if there are any
            elif self._is_tick_due:
                self.tick()

    def _await_forward(self) -> None:
        modules = {id(module) for attached in self._models for module in attached.model.modules()}
        reference = weakref.ref(self)
        if self._pushes_after is None:  # NextForward handles the case that torch warns about when a compiled model runs
            warnings.filterwarnings("ignore", r"Using `torch\.compile\(module\)` when there are global hooks")

        def notify() -> None:
            inspector = reference()
            if inspector:
                inspector._pushes_after = bool(inspector._pushes_after)
                inspector._end_step()

        self._next_forward = _compiled.NextForward(modules, notify)

    def _end_step(self) -> None:
        """Called when all values of the last step are pushed."""
        if self._next_forward:
            self._next_forward.remove()
            self._next_forward = None
        if self._is_tick_due:
            self.tick()

    def tick(self, epoch: int | None = None) -> None:
        """Ends a tick: the measurements since the last tick become a point of each plot.

        epoch: number of the tick's epoch, from 1
        """
        self._check_open()
        self._check_in_loop()
        self._is_tick_due = False
        if epoch is not None:
            self._engine.set_epoch(_whole("epoch", epoch))
        self._has_ticked = True
        self._rates.tick(optimizer for attached in self._models for optimizer in attached.optimizers)
        self._engine.tick()
        if self._samples and self._samples.is_open:
            self._samples.tick(attached.checks.first_forwards for attached in self._models)
        self._look()

    def _look(self) -> None:
        if self._process == os.getpid():
            for watch in self._tick_watches:
                watch.look()

    def _end_last_tick(self) -> None:
        """Ends the open tick, unless other processes train too, as each of them would have to end it."""
        self._is_tick_due = self._is_tick_due and self._has_others
        self._end_step()
        if self._process == os.getpid() and not self._has_others:
            self._engine.finish_tick()
            self._look()

    def on_finding(self, callback: Callable[[Finding], object], rules: str | Iterable[str] = ()) -> None:
        """Calls ``callback`` with a ``lensboard.Finding`` at the end of a tick if the finding is new or has become more severe.

        rules: names from ``lensboard.rules()``, to apply only these
        Processes: if there are several, only the first process calls it.
        """
        if not callable(callback):
            raise TypeError(f"callback is a function of a finding, found {callback!r}")
        watch = FindingWatch(self._engine.run(), callback, [rules] if isinstance(rules, str) else rules)
        if self._is_recorded_here:
            self._tick_watches.append(watch)

    @property
    def hparams(self) -> dict[str, Any]:
        """Hyperparameters of the training, such as ``{"lr": 0.1, "model": {"width": 64}}``. The table of runs has a column for each.

        Assign a dict, an argparse.Namespace or a dataclass; it replaces earlier ones.
        """
        return self.run.hparams

    @hparams.setter
    def hparams(self, hparams: Any) -> None:
        self._check_open()
        self._engine.set_hyperparameters(_hparams.to_json(hparams))

    def call(self) -> None:
        """Triggers lenses that measure on request."""
        self._check_open()
        self._engine.call()

    def set_epoch(self, epoch: int) -> None:
        """Sets the epoch of the following ticks, from 1."""
        self._engine.set_epoch(_whole("epoch", epoch))

    def add_samples(self, count: int) -> None:
        """Adds ``count`` to the number of trained samples."""
        self._engine.add_samples(_whole("count", count))

    @property
    def lenses(self) -> dict[str, bool]:
        """Names of all lenses, monitors and recorders, with True for enabled ones."""
        found = [(kind, json.loads(settings)) for kind, settings in self._engine.watchers()]
        return {settings.get("name", kind): settings["enabled"] for kind, settings in found}

    def set_enabled(self, lens: str | AnyLens, enabled: bool) -> None:
        """Switches a lens on or off by its kind. Monitors, recorders and your own lenses have names instead."""
        if not isinstance(lens, str):
            lens = _own_lens(lens)[0] if _is_own(lens) else _choice(lens)[0]
        self._engine.set_enabled(lens, bool(enabled))

    def pause(self) -> None:
        """Pauses the training after the current step, until ``resume()``. Call it on another thread."""
        self._engine.pause()

    def resume(self) -> None:
        self._engine.resume()

    def stop(self) -> None:
        """Asks the loop to end: sets ``stop_requested``."""
        self._engine.stop()

    @property
    def stop_requested(self) -> bool:
        return self._engine.is_stop_ordered()

    def save_state(self, path: StrPath) -> None:
        """Writes the state for ``Inspector(..., state=path)``. Call after ``tick()``, together with a checkpoint of the model."""
        self._check_open()
        self._check_in_loop()
        self._end_step()
        self._engine.save_state(local_path(path))

    def flush(self, timeout: float = 10.0) -> None:
        """Blocks until all ticks so far are in the file. Raises RuntimeError with the cause if they are not after ``timeout`` seconds."""
        self._engine.flush(_number("timeout", timeout))

    @property
    def path(self) -> str:
        """The run file; empty if another process records the run."""
        return str(self._engine.path) if self._is_recorded_here else ""

    @property
    def run(self) -> Run:
        """The data recorded so far, as a ``lensboard.Run``. Does not read the file."""
        return Run(self.path, self._engine.run())

    @property
    def status(self) -> dict[str, Any]:
        """Number of ticks, number of written ticks, and the error that prevents writing, if any."""
        return self._engine.status()

    def show(self) -> subprocess.Popen[bytes] | None:
        """Opens the program on the live run, and returns its process. Returns None if another process records the run."""
        return _program.show(self.path) if self.path else None

    def display(self, every: float = 5.0) -> None:
        """Shows the plots in the output of a notebook's cell, and updates them there after ticks and in ``close()``.

        every: shortest time between two updates, in seconds
        """
        self._check_open()
        if self._is_recorded_here:
            draw = functools.partial(_picture, self._engine, self.path)  # the view must not keep this Inspector alive
            self._tick_watches.append(LiveView(draw, _number("every", every)))

    def close(self, status: str | None = None, message: str = "") -> None:
        """Ends the open tick and the run, and detaches from all models. Further calls do nothing.

        status: "finished", "stopped" or "failed"; by default finished, or stopped after ``stop()``
        message: the error of a failed training
        """
        if self._is_closed:
            return
        self._check_in_loop()
        why_unticked = self._why_unticked()
        problem = None
        try:
            self._end_last_tick()
        except Exception as error:
            problem = error
        self._is_closed = True
        _open.discard(self)
        self.detach()
        self._engine.close(status or ("stopped" if self.stop_requested else "finished"), message)
        self._close_views()
        if status == "failed":
            return
        if problem:
            raise problem
        if why_unticked:
            warnings.warn(why_unticked, RuntimeWarning, stacklevel=2)

    def _close_views(self) -> None:
        for watch in self._tick_watches:
            if isinstance(watch, LiveView) and self._process == os.getpid():
                watch.close()

    def _why_unticked(self) -> str:
        """Returns a warning if the training has ended no tick. Empty if it has, or if a tick is longer than the training."""
        if self._process != os.getpid() or not self._is_recorded_here or self._has_ticked or not (self._losses or self._steps):
            return ""
        if self._steps_per_tick is None:
            advice = 'give the Inspector a tick, as tick="20 steps", or call tick() at the end of each epoch'
        elif self._steps == 0:
            advice = "pass the optimizer to attach(), or call stepped() after each of its steps"
        else:
            return ""
        points = "no points" if self._has_others else "one point a plot"
        return f"{self._losses} losses were pushed, {self._steps} steps seen, and no tick ended, so {self.path} has {points}: {advice}"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: types.TracebackType | None) -> None:
        if error is None:
            self.close()
        else:
            self._is_tick_due = False  # ending this tick needs the other processes too
            self.close(*_end_of(error))

    def __del__(self) -> None:
        if hasattr(self, "_is_closed"):  # otherwise the constructor failed and there is no run
            try:
                self.close()
            except RuntimeError:  # errors of the file were already printed to stderr
                _late.append(self._engine)  # or this runs in a callback of the engine; the engine must outlive it

    def __repr__(self) -> str:
        return f"<lensboard.Inspector of {self.path!r}{', closed' if self._is_closed else ''}>"

    def _repr_png_(self) -> bytes | None:
        try:
            return _picture(self._engine, self.path) if self.path else None
        except (OSError, RuntimeError):  # no program, or nothing to show yet
            return None

    def _is_training(self) -> bool:
        known = self._engine.is_last_forward_for_training()
        return known if known is not None else torch.is_grad_enabled() and bool(self._models) and self._models[0].model.training

    def _check_in_loop(self) -> None:
        """Raises RuntimeError in a lens's callback, as the caller would change the state that the callback runs in."""
        if _lensboard.is_called():
            raise RuntimeError("a lens's callback cannot attach, detach, step, tick, save or close; do that in the loop")

    def _check_open(self) -> None:
        if self._is_closed:
            raise RuntimeError(f"this Inspector is closed; its run is {self.path}")


def _picture(engine: _lensboard.LoopInspector, path: str) -> bytes:
    engine.flush(10.0)
    return _program.picture(path)


def _whole(what: str, value: Any) -> int:
    try:
        if int(value) == value:
            return int(value)
    except (TypeError, ValueError, OverflowError):
        pass
    raise TypeError(f"{what} is a whole number, found {value!r}")


def _number(what: str, value: Any) -> float:
    try:
        return float(value)
    except (TypeError, ValueError):
        raise TypeError(f"{what} is a number, found {value!r}") from None


def _steps_of(tick: int | str | None) -> int | None:
    """Returns the number of steps in a tick; None if ``tick()`` ends it."""
    if tick is None or tick == "epoch":
        return None
    match = re.fullmatch(r"\s*(\d+)\s*(steps?)?\s*", str(tick))
    if isinstance(tick, bool) or not match or int(match[1]) < 1:
        raise ValueError(f'tick is a number of steps, "20 steps", or "epoch", found {tick!r}')
    return int(match[1])


def _is_own(lens: object) -> bool:
    return isinstance(lens, (Lens, types.FunctionType, functools.partial)) or (isinstance(lens, type) and issubclass(lens, Lens))


def _own_lens(lens: Any) -> tuple[str, Callable[[], Lens]]:
    """Returns the lens's name, and a function that makes one for a model."""
    if isinstance(lens, Lens):
        return lens.name or type(lens).__name__, lambda: lens
    function = getattr(lens, "func", lens)  # for functools.partial
    name = getattr(function, "name", None) if isinstance(function, type) else function.__name__
    return name or function.__name__, lens


def _choice(lens: object) -> tuple[str, str]:
    if isinstance(lens, type) and issubclass(lens, Watcher):
        lens = lens()
    if not isinstance(lens, Watcher):
        raise TypeError(f"expected a lens such as lensboard.LossMetrics(), or a lensboard.Lens, found {lens!r}")
    return lens._choice()


def _calling(inspector: Inspector, method: str, *given: object) -> Callable[..., Any]:
    """Returns a function for the engine that calls a method with the ``given`` arguments. The engine must not own callbacks: the garbage collector
    sees only cycles of Python objects."""
    reference = weakref.ref(inspector)

    def call(*arguments: object) -> Any:
        alive = reference()
        return getattr(alive, method)(*given, *arguments) if alive else None

    return call


def _end_of(error: BaseException) -> tuple[str | None, str]:
    """Returns status and message for a run that ends with an exception. The status is None for an exit without an error."""
    if isinstance(error, SystemExit) and not error.code:
        return None, ""
    if isinstance(error, (KeyboardInterrupt, GeneratorExit)):
        return "stopped", ""
    return "failed", f"{type(error).__name__}: {error}" if str(error) else type(error).__name__


class _Attached:
    """A watched model, and its watched optimizers."""

    def __init__(
        self, inspector: Inspector, model: torch.nn.Module, optimizers: list[Optimizer], name: str, given: list[Stepping], scaler: Scaling | None
    ) -> None:
        self.model, self.name, self.optimizers, self.scaler = model, name, given, scaler
        are_own = all(each.copies is None for each in optimizers)
        self.checks = LoopChecks(model, [each.optimizer for each in optimizers] if are_own else [], scaler, _calling(inspector, "_note_fault"))
        is_alone = len(optimizers) == 1
        self._hooks = [each.watch_steps(_calling(inspector, "_after_step", model, each, is_alone)) for each in optimizers]

    def leave(self, engine: _lensboard.LoopInspector) -> None:
        for remove in self._hooks:
            remove()
        self.checks.leave()
        engine.detach(self.model)


_open: weakref.WeakSet[Inspector] = weakref.WeakSet()
_late: list[_lensboard.LoopInspector] = []  # engines of inspectors that could not be closed yet


@atexit.register
def _close_all() -> None:
    is_interactive = hasattr(sys, "ps1")  # the last error then need not be of the training
    error = None if is_interactive else getattr(sys, "last_value", None)
    for inspector in list(_open):
        try:
            inspector.close(*(_end_of(error) if error is not None else ()))
        except Exception as problem:  # at exit no caller can handle it
            print(f"lensboard: {problem}", file=sys.stderr)
