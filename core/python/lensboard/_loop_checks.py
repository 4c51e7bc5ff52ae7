"""Finds faults in the code of a training loop that its loss hardly shows.

A check ends as soon as the loop is known to be right, or looks after 1, 2, 4, 8 … steps, so a step of a usual training costs a few
comparisons. It reports facts only: values, identities and modes that were seen.
"""

from __future__ import annotations

import contextlib
import gc
import inspect
import json
import sys
import weakref
import zlib
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import torch

from ._loss_checks import LossGraphs, Shifts

Report = Callable[[str, list[str], list[str]], object]  # a fault's name in core/health/rules/loop_fault.cpp, its parameters, its numbers

_LEAST_VALIDATIONS = 2
_WITH_MODES = (torch.nn.modules.dropout._DropoutNd, torch.nn.modules.batchnorm._BatchNorm)


@contextlib.contextmanager
def _ending_on_errors(end: Callable[[], object]) -> Iterator[None]:
    """Ends checks that raise an error, so that no training fails by them."""
    try:
        yield
    except Exception as error:
        end()
        print(f"lensboard: the checks of the loop's code ended by an error: {error}"[:500], file=sys.stderr)


class LoopChecks:
    """Checks a model and its optimizers. Reports each fault once.

    optimizers: without any that update copies of the model's parameters
    scaler: the loss's GradScaler, or None
    """

    def __init__(self, model: torch.nn.Module, optimizers: list[Any], scaler: Any, report: Report) -> None:
        self._model = weakref.ref(model)
        self._report = report
        self._has_modes = _has_modes(model)
        self._steps = 0
        self._validated_at: set[int] | None = set()  # steps, as long as all validations were in training mode
        optimized = list(_optimized(optimizers))
        self._backwards = Backwards(optimized)
        self._graphs = LossGraphs(self._backwards, scaler, report)
        self.first_forwards = FirstForwards(model, report)
        checks = [_LeftInEvaluation(self._has_modes), _Untied(model), _GradientsKept(self._backwards), _ClippedScaled(optimized, scaler)]
        if any(id(each) in {id(own) for own in model.parameters()} for each in optimized):
            checks.append(_NotOptimized(optimizers))
        checks += map(_SchedulePerBatch, optimizers)
        self._checks: list[_Check] = [each for each in checks if each.is_open]

    def after_step(self) -> None:
        model = self._model()
        if model is not None:
            with _ending_on_errors(self.leave):
                self._check(model)

    def _check(self, model: torch.nn.Module) -> None:
        self._steps += 1
        if self._backwards.is_open:
            self._backwards.end_step()
        if self._graphs.is_open:
            self._graphs.after_step()
        has_ended = False
        for check in self._checks:
            found = check.after_step(model)
            if found is not None:
                self._report(check.fault, found, check.numbers)
            has_ended = has_ended or not check.is_open
        if has_ended:
            self._checks = [each for each in self._checks if each.is_open]
        if self._backwards.is_open:
            if self._graphs.is_open or not self._backwards.was_cleared:
                self._backwards.begin_step()
            else:
                self._backwards.leave()

    def before_training_loss(self, loss: object) -> None:
        if self._graphs.is_open and isinstance(loss, torch.Tensor):
            with _ending_on_errors(self.leave):
                self._graphs.see(loss)

    def after_validation_loss(self, was_training: bool) -> None:
        """was_training: the last forward was in training mode, without gradients"""
        if self._validated_at is None or not was_training or not self._has_modes:
            self._validated_at = None
            return
        self._validated_at.add(self._steps)
        if len(self._validated_at) == _LEAST_VALIDATIONS:
            self._validated_at = None
            self._report("validated_in_training", [], [])

    def leave(self) -> None:
        self._checks = []
        self._backwards.leave()
        self._graphs.is_open = False
        self.first_forwards.leave()


def _optimized(optimizers: Iterable[Any]) -> Iterator[torch.Tensor]:
    return (parameter for each in optimizers for group in getattr(each, "param_groups", ()) for parameter in group["params"])


def _has_modes(model: torch.nn.Module) -> bool:
    """Returns true if the model computes otherwise in evaluation mode."""
    return any(isinstance(each, _WITH_MODES) and getattr(each, "p", 1) > 0 for each in model.modules())


class _Check:
    fault = ""
    is_open = True  # false once there is nothing more to find
    numbers: list[str] = []

    def after_step(self, model: torch.nn.Module) -> list[str] | None:
        """Returns the names of the parameters that a fault is about; None if there is no fault so far."""
        raise NotImplementedError


class Backwards:
    """Counts the backwards of each step, and finds out if gradients were cleared between two steps.

    Hooks the smallest parameter with at least four values.
    """

    def __init__(self, optimized: list[torch.Tensor]) -> None:
        own = [each for each in optimized if type(each) is torch.nn.Parameter and each.requires_grad and each.numel() >= 4 and not each.is_meta]
        self.is_open = bool(own)
        self.count = 0  # backwards of the last step
        self.was_cleared = False  # once or more
        self.sum: torch.Tensor | None = None  # of the gradient after the last step and all gradients since; None in the first step
        self._running = 0
        self._after: torch.Tensor | None = None  # gradient after the last step
        if own:
            parameter: Any = min(own, key=torch.Tensor.numel)
            self.parameter = weakref.ref(parameter)
            reference = weakref.ref(self)

            def before_backward(gradient: torch.Tensor) -> None:
                check = reference()
                if check:
                    with _ending_on_errors(check.leave):
                        check._see(gradient)

            self._hook = parameter.register_hook(before_backward)

    def _see(self, gradient: torch.Tensor) -> None:
        self._running += 1
        parameter = self.parameter()
        if self.was_cleared or self._after is None or parameter is None:
            return
        before = parameter.grad
        self.was_cleared = before is not self._after or gradient.is_sparse or not bool(before.any())
        if not self.was_cleared:
            self.sum = (self._after if self.sum is None else self.sum) + gradient.detach()

    def end_step(self) -> None:
        self.count, self._running = self._running, 0
        parameter = self.parameter()
        self.was_cleared = self.was_cleared or parameter is None or parameter.grad is None or parameter.grad.is_sparse

    def begin_step(self) -> None:
        parameter = self.parameter()
        self._after = None if parameter is None or self.was_cleared else parameter.grad
        self.sum = None

    def leave(self) -> None:
        if self.is_open:
            self.is_open = False
            self._hook.remove()
            self._after = self.sum = None


class _GradientsKept(_Check):
    """The optimizer's gradients are not cleared between steps: the sum of all gradients is the next one, but for its length. Clipping and
    scalers change that. Gradients that were cleared once end the check."""

    fault = "gradients_kept"
    _STEPS = 10

    def __init__(self, backwards: Backwards) -> None:
        self._backwards = backwards
        self.is_open = backwards.is_open
        self._kept = 0

    def after_step(self, model: torch.nn.Module) -> list[str] | None:
        if self._backwards.was_cleared:
            self.is_open = False
            return None
        parameter, total = self._backwards.parameter(), self._backwards.sum
        if parameter is None or parameter.grad is None or total is None:
            return None
        is_sum = _processes_average() or float(torch.nn.functional.cosine_similarity(parameter.grad.flatten(), total.flatten(), dim=0)) > 0.9999
        self._kept = self._kept + 1 if is_sum else 0
        if self._kept < self._STEPS:
            return None
        self.is_open = False
        return []


def _processes_average() -> bool:
    """Returns true if gradients may be averaged over processes."""
    dist: Any = torch.distributed
    return bool(dist.is_available() and dist.is_initialized())


class _NotOptimized(_Check):
    """Parameters with gradients are in no optimizer, and nothing else changes them."""

    _STEPS = 20

    def __init__(self, optimizers: list[Any]) -> None:
        self._optimizers = optimizers
        self._steps = 0
        self._before: dict[int, tuple[int, int, float]] = {}  # by id: step of the first look, the place of the largest gradient, the value there

    def after_step(self, model: torch.nn.Module) -> list[str] | None:
        self._steps += 1
        if self._steps & (self._steps - 1):
            return None
        optimized = {id(each): each for each in _optimized(self._optimizers)}
        own = dict(model.named_parameters())
        before, self._before = self._before, {}
        found = []
        for name, parameter in own.items():
            if id(parameter) in optimized or type(parameter) is not torch.nn.Parameter or not _has_gradient(parameter):
                continue
            gradient, values = parameter.grad, parameter.detach().reshape(-1)
            assert gradient is not None
            place = int(gradient.abs().argmax())
            first, place, value = before.get(id(parameter), (self._steps, place, float(values[place])))
            if float(values[place]) != value:
                continue
            self._before[id(parameter)] = first, place, value
            if self._steps - first >= self._STEPS:
                found.append(name)
        if not found:
            return None
        self.is_open = False
        self.fault = self._fault(optimized, own, found)
        return found

    @staticmethod
    def _fault(optimized: dict[int, torch.Tensor], own: dict[str, torch.nn.Parameter], found: list[str]) -> str:
        ids = {id(each) for each in own.values()}
        if any(id(each) not in ids and not _has_gradient(each) for each in optimized.values()):
            return "stale_optimizer"
        names = list(own)
        first = min((i for i, each in enumerate(own.values()) if id(each) in optimized), default=0)
        is_before = all(names.index(each) < first for each in found)
        is_most = 2 * sum(own[each].numel() for each in found) > sum(each.numel() for each in own.values())
        return "part_optimized" if is_before or is_most else "not_optimized"  # a part may be chosen


def _has_gradient(parameter: torch.Tensor) -> bool:
    gradient = parameter.grad
    return parameter.requires_grad and gradient is not None and not gradient.is_sparse and bool(gradient.any())


class _LeftInEvaluation(_Check):
    """The model trains in evaluation mode."""

    _STEPS = 20

    def __init__(self, has_modes: bool) -> None:
        self.is_open = has_modes
        self._was_training = False
        self._steps = 0

    def after_step(self, model: torch.nn.Module) -> list[str] | None:
        if model.training:
            self._was_training = True
            self._steps = 0
            return None
        self._steps += 1
        if self._steps < self._STEPS:
            return None
        self.is_open = False
        self.fault = "left_in_evaluation" if self._was_training else "never_in_training"
        return []


class _Untied(_Check):
    """Names that shared a parameter have several now."""

    fault = "untied"

    def __init__(self, model: torch.nn.Module) -> None:
        names: dict[int, list[str]] = {}
        for name, each in _all_parameters(model):
            names.setdefault(id(each), []).append(name)
        self._tied = [each for each in names.values() if len(each) > 1]
        self.is_open = bool(self._tied)
        self._steps = 0

    def after_step(self, model: torch.nn.Module) -> list[str] | None:
        self._steps += 1
        if self._steps & (self._steps - 1):
            return None
        own = dict(_all_parameters(model))
        apart = [names for names in self._tied if all(name in own for name in names) and len({id(own[name]) for name in names}) > 1]
        if not apart:
            return None
        self.is_open = False
        return [name for names in apart for name in names]


def _all_parameters(model: torch.nn.Module) -> Iterator[tuple[str, torch.nn.Parameter]]:
    """Yields the parameters of each module, so tied ones several times."""
    for path, module in model.named_modules():
        for name, parameter in module._parameters.items():
            if parameter is not None:
                yield (f"{path}.{name}" if path else name), parameter


class _ClippedScaled(_Check):
    """Gradients are clipped while they are scaled: unscaled, their norm is a round number divided by the scale, in all steps.

    Measures the first steps after the scale has settled, and few of them.
    """

    fault = "clipped_scaled"
    _FROM, _STEPS, _LEAST_SCALE = 5, 10, 16.0

    def __init__(self, optimized: list[torch.Tensor], scaler: Any) -> None:
        self._parameters = [weakref.ref(each) for each in optimized]
        self._scaler = scaler
        self.is_open = scaler is not None
        self._steps = 0
        self._limit = 0.0
        self._same = 0

    def after_step(self, model: torch.nn.Module) -> list[str] | None:
        self._steps += 1
        if self._steps <= self._FROM:
            return None
        gradients = [each.grad.detach() for reference in self._parameters if (each := reference()) is not None and each.grad is not None]
        if not gradients or any(type(each) is not torch.Tensor or each.is_sparse for each in gradients):
            self.is_open = False
            return None
        norm = float(torch.linalg.vector_norm(torch.stack([torch.linalg.vector_norm(each).float() for each in gradients])))
        scale = float(self._scaler.get_scale())
        limit = norm * scale
        if scale < self._LEAST_SCALE or not _is_round(limit) or _is_round(norm) or (self._same and abs(limit / self._limit - 1) > 1e-3):
            self.is_open = False
            return None
        self._limit = limit
        self._same += 1
        if self._same < self._STEPS:
            return None
        self.is_open = False
        self.numbers = [f"{limit:.2g}", f"{scale:g}"]
        return []


def _is_round(number: float) -> bool:
    """Returns true if the number has at most two significant digits, as the limits that people set."""
    return number > 0 and abs(float(f"{number:.1e}") / number - 1) < 5e-4


class _SchedulePerBatch(_Check):
    """A scheduler that is stepped after each step ended the learning rate long before the training, or has gone through its cosine more than once."""

    fault = "schedule_per_batch"
    _LEAST_STEPS, _NOTHING = 100, 1e-3

    def __init__(self, optimizer: Any) -> None:
        self._optimizer = weakref.ref(optimizer)
        self._steps = 0
        self._peak = self._last = 0.0
        self._gone_since: int | None = None  # step of the fall to nothing
        self._returns = False  # smoothly from nothing, so far

    def after_step(self, model: torch.nn.Module) -> list[str] | None:
        optimizer = self._optimizer()
        rate = optimizer.param_groups[0].get("lr") if optimizer is not None else None
        if not isinstance(rate, (int, float)):  # a tensor may be on a device
            self.is_open = False
            return None
        self._steps += 1
        jump, self._last = abs(rate - self._last), rate
        if rate > self._peak:
            self._peak = rate
        if rate > self._NOTHING * self._peak or self._peak == 0:
            if self._gone_since is not None:
                self._returns = True
                self._gone_since = None
            self._returns = self._returns and jump < self._peak / 4
            is_suspicious = self._returns and rate > self._peak / 2
        else:
            if self._gone_since is None:
                self._gone_since = self._steps
            is_suspicious = self._steps - self._gone_since >= max(self._LEAST_STEPS, 2 * self._gone_since)
        if not is_suspicious:
            return None
        self.is_open = False
        scheduler = _scheduler_of(optimizer)
        count = getattr(scheduler, "last_epoch", 0)
        if count < 0.9 * self._steps or (self._returns and not count >= 1.4 * getattr(scheduler, "T_max", float("inf"))):
            return None
        self.numbers = [type(scheduler).__name__, str(self._steps), f"{self._peak:.3g}", f"{rate if not self._returns else 0:.3g}"]
        self.fault = "cosine_per_batch" if self._returns else "schedule_per_batch"
        return []


def _scheduler_of(optimizer: Any) -> Any:
    """Returns the scheduler that was stepped most. Optimizers do not know their schedulers, so all objects are searched, once a training at most."""
    found = [each for each in gc.get_objects() if _is_scheduler(type(each)) and vars(each).get("optimizer") is optimizer]
    return max(found, key=lambda each: vars(each).get("last_epoch", 0), default=None)


def _is_scheduler(kind: type) -> bool:
    return any(each.__name__ in ("LRScheduler", "_LRScheduler", "ReduceLROnPlateau") and each.__module__ == "torch.optim.lr_scheduler" for each in kind.__mro__)


class BatchCheck:
    """Workers of a loader repeat one another: each batch is the one before it, but for one worker's."""

    _FEWEST, _MOST = 8, 64

    def __init__(self, report: Report) -> None:
        self._report = report
        self._workers = 0
        self._marks: list[int] = []

    def begin(self, loader: object) -> None:
        """Begins an epoch."""
        workers = getattr(loader, "num_workers", 0)
        self._workers = workers if isinstance(workers, int) and len(self._marks) < self._FEWEST else 0
        self._marks = self._marks if self._workers == 0 else []

    def see(self, batch: object) -> None:
        if self._workers < 2:
            return
        mark = mark_of(batch)
        if mark is not None:
            self._marks.append(mark)
        if len(self._marks) == self._MOST:
            self.end()

    def end(self) -> None:
        workers, self._workers = self._workers, 0
        if workers < 2 or len(self._marks) < max(self._FEWEST, 2 * workers):
            return
        same = sum(a == b for a, b in zip(self._marks, self._marks[1:]))
        if same >= 0.9 * (len(self._marks) - 1) * (workers - 1) / workers and len(set(self._marks)) >= 4:
            self._report("same_batches", [], [str(workers)])


def mark_of(batch: object) -> int | None:
    """Returns a hash of some values of the batch's first tensor; None if it has none with different values."""
    while isinstance(batch, (list, tuple, dict)) and batch:
        batch = next(iter(batch.values())) if isinstance(batch, dict) else batch[0]
    if not isinstance(batch, torch.Tensor) or batch.layout != torch.strided or batch.numel() < 16:
        return None
    values = batch.detach().reshape(-1)
    values = values[:: max(1, len(values) // 64)].double().cpu()
    return None if bool((values == values[0]).all()) else zlib.crc32(values.numpy().tobytes())


class FirstForwards:
    """Sees the inputs of the first training forwards of a model: marks of samples if DistributedDataParallel runs it, labels if it is a causal
    model of transformers."""

    _MOST = 8

    def __init__(self, model: torch.nn.Module, report: Report) -> None:
        self.marks: list[int] = []
        self.is_parallel = isinstance(model, torch.nn.parallel.DistributedDataParallel)
        inner: Any = model.module if self.is_parallel else model
        takes_labels = hasattr(inner, "config") and any(name in type(inner).__name__ for name in ("CausalLM", "LMHead"))
        is_compiled = hasattr(inner, "_orig_mod") or getattr(inner, "_compiled_call_impl", None) is not None  # would be compiled again
        has_kwargs = "with_kwargs" in inspect.signature(model.register_forward_pre_hook).parameters  # since torch 2.0
        self.is_open = (self.is_parallel or (takes_labels and has_kwargs)) and not is_compiled
        self._report = report
        self._shifts = Shifts() if takes_labels else None
        self._count = 0
        if self.is_open:
            reference = weakref.ref(self)

            def before_forward(module: torch.nn.Module, args: Any, kwargs: Any = None) -> None:
                check = reference()
                if check and module.training and torch.is_grad_enabled() and not _is_compiling():
                    with _ending_on_errors(check.leave):
                        check._see(args, kwargs or {})

            self._hook = model.register_forward_pre_hook(before_forward, **({"with_kwargs": True} if has_kwargs else {}))

    def _see(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        self._count += 1
        if self.is_parallel:
            mark = mark_of(args or kwargs)
            self.marks += [] if mark is None else [mark]
        labels: Any = kwargs.get("labels")
        inputs: Any = kwargs.get("input_ids", args[0] if args else None)
        is_known = isinstance(labels, torch.Tensor) and isinstance(inputs, torch.Tensor) and kwargs.get("shift_labels") is None
        if self._shifts and is_known and self._shifts.see([(labels, -100)], [inputs]) == 1:  # the model shifts them again
            self._report("targets_shifted_twice", [], [])
        if self._count == self._MOST:
            self.leave()

    def leave(self) -> None:
        if self.is_open:
            self.is_open = False
            self._hook.remove()


def _is_compiling() -> bool:
    compiler: Any = getattr(torch, "compiler", None)
    return bool(hasattr(compiler, "is_dynamo_compiling") and compiler.is_dynamo_compiling())


class SampleComparison:
    """Compares the first samples of all processes. DistributedDataParallel expects different samples in each."""

    _LEAST = 4

    def __init__(self, exchange: Callable[[bytes], list[bytes]], report: Report) -> None:
        self._exchange = exchange
        self._report = report
        self._ticks = 0
        self.is_open = True

    def tick(self, forwards: Iterable[FirstForwards]) -> None:
        """Called in all processes at once, with the forwards of all models."""
        marks = next((each.marks for each in forwards if each.is_parallel), None)
        if marks is None:
            return
        self._ticks += 1
        if self._ticks & (self._ticks - 1):
            return
        of_all = [json.loads(each) for each in self._exchange(json.dumps(marks).encode())]
        if min(map(len, of_all)) < self._LEAST:
            self.is_open = self._ticks < 64
            return
        self.is_open = False
        if len(of_all) > 1 and all(each == of_all[0] for each in of_all) and len(set(marks)) >= self._LEAST:
            self._report("same_samples", [], [str(len(of_all))])


class Rates:
    """Records a learning rate that is more than doubled or halved from one tick to the next, after it was steady for some ticks."""

    _JUMP, _STEADY, _TICKS, _MOST = 2.0, 1.3, 5, 20

    def __init__(self, record: Callable[[float], object]) -> None:
        self._record = record
        self._last = 0.0
        self._ticks = 0  # steady ones in a row
        self._count = 0

    def tick(self, optimizers: Iterable[Any]) -> None:
        rate = next((group["lr"] for each in optimizers for group in getattr(each, "param_groups", ()) if isinstance(group.get("lr"), float)), None)
        if rate is None:
            return
        factor = rate / self._last if rate > 0 and self._last > 0 else 1.0
        if self._ticks >= self._TICKS and not 1 / self._JUMP <= factor <= self._JUMP and self._count < self._MOST:
            self._record(rate)
            self._count += 1
        self._ticks = self._ticks + 1 if 1 / self._STEADY < factor < self._STEADY else 0
        self._last = rate
