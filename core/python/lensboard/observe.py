"""inferno's monitors and reducers: record the history of a module's inputs, outputs or attributes.

    from lensboard.observe import EMAReducer, OutputMonitor

    monitor = OutputMonitor(EMAReducer(step_time=1.0, alpha=0.1, duration=10.0), model.fc1)
    ...
    monitor.peek(), monitor.view(2.5), monitor.dump()

These monitors need no Inspector and record no run. Monitors for a run are ``lensboard.OutputMonitor`` and similar classes.
"""

from __future__ import annotations

import json
import weakref
from collections.abc import Callable, Iterable
from typing import Any, ClassVar

import torch

from ._engine import _lensboard
from ._types import check_initialized

__all__ = [
    "CAReducer", "ConditionalCumulativeTraceReducer", "ConditionalNearestTraceReducer", "CumulativeTraceReducer", "DifferenceMonitor",
    "EMAReducer", "EventReducer", "InputMonitor", "Monitor", "MultiStateMonitor", "NearestTraceReducer", "OutputMonitor",
    "PassthroughReducer", "Reducer", "ScaledCumulativeTraceReducer", "ScaledNearestTraceReducer", "StateMonitor",
]  # fmt: skip


Criterion = Callable[[torch.Tensor], torch.Tensor]
Function = Callable[..., Any] | None


class Reducer:
    """Reduces all observations to one state, and keeps recent states.

    step_time: time between two observations, in any unit
    duration: time for keeping states, in the same unit
    inclusive: keep one more state, so that the state of exactly ``duration`` ago is available
    inplace: write states into one block of memory; later observations change tensors returned by ``peek()``
    """

    _kind: ClassVar[str]

    def __init__(
        self, step_time: float, duration: float, inclusive: bool, inplace: bool, criterion: Criterion | None = None, **settings: float | str
    ) -> None:
        if criterion is not None and not callable(criterion):
            raise TypeError(f"criterion is a function of an observation, found {criterion!r}")
        given = {"step_time": step_time, "duration": duration, **settings}
        checked = {name: value if name == "initial" else float(value) for name, value in given.items()}
        checked.update(inclusive=bool(inclusive), inplace=bool(inplace))
        self._criterion = criterion  # not owned by the engine, so that the garbage collector sees cycles through it
        reference = weakref.ref(self)

        def meets(observation: torch.Tensor) -> Any:
            reducer: Any = reference()
            return reducer._criterion(observation)

        self._engine = _lensboard.make_reducer(self._kind, json.dumps(checked), criterion and meets)

    def push(self, observation: torch.Tensor, condition: torch.Tensor | None = None) -> None:
        """Adds an observation, a tensor, to the state. Only some reducers use the condition."""
        self._engine.push(observation, condition)

    __call__ = forward = push

    def peek(self) -> torch.Tensor | None:
        """Returns the state. ``peek()``, ``dump()`` and ``view()`` return None before the first observation."""
        return self._engine.peek()

    def dump(self) -> torch.Tensor | None:
        """Returns all kept states, newest first: [length, *shape]."""
        return self._engine.dump()

    def view(self, time: float | torch.Tensor, tolerance: float = 1e-7) -> torch.Tensor | None:
        """Returns the state of ``time`` before the newest; a tensor has a time for each element. Interpolates between two observations."""
        return self._engine.view(time, tolerance)

    def clear(self, keepshape: bool = False) -> None:
        """Discards all observations."""
        self._engine.clear(keepshape)

    @property
    def latest(self) -> torch.Tensor | None:
        return self.peek()

    @property
    def dt(self) -> float:
        """The step time. Setting ``dt``, ``duration`` or ``inclusive`` discards all observations."""
        return self._engine.step_time

    @dt.setter
    def dt(self, value: float) -> None:
        self._engine.step_time = value

    @property
    def duration(self) -> float:
        return self._engine.duration

    @duration.setter
    def duration(self, value: float) -> None:
        self._engine.duration = value

    @property
    def inclusive(self) -> bool:
        return self._engine.inclusive

    @inclusive.setter
    def inclusive(self, value: bool) -> None:
        self._engine.inclusive = value

    def __len__(self) -> int:
        """Returns the number of kept states."""
        return self._engine.length


class PassthroughReducer(Reducer):
    """Keeps observations unchanged. A time between two observations has the value of the earlier one."""

    _kind = "Passthrough"

    def __init__(self, step_time: float, *, duration: float = 0.0, inclusive: bool = False, inplace: bool = False) -> None:
        super().__init__(step_time, duration, inclusive, inplace)


class EventReducer(Reducer):
    """The time since each element last met ``criterion``, a function that returns a bool tensor for an observation.

    initial: "inf", "zero" or "nan", for elements that never met it
    """

    _kind = "Event"

    def __init__(
        self, step_time: float, criterion: Criterion, initial: str = "inf", *, duration: float = 0.0, inclusive: bool = False, inplace: bool = False
    ) -> None:
        if initial not in ("inf", "zero", "nan"):
            raise ValueError(f'initial is "inf", "zero" or "nan", found {initial!r}')
        super().__init__(step_time, duration, inclusive, inplace, criterion, initial=initial)


class EMAReducer(Reducer):
    """s = alpha x + (1 - alpha) s, starting with the first observation."""

    _kind = "EMA"

    def __init__(self, step_time: float, alpha: float, *, duration: float = 0.0, inclusive: bool = False, inplace: bool = False) -> None:
        super().__init__(step_time, duration, inclusive, inplace, alpha=alpha)


class CAReducer(Reducer):
    """The mean of all observations."""

    _kind = "CumulativeAverage"

    def __init__(self, step_time: float, *, duration: float = 0.0, inclusive: bool = False, inplace: bool = False) -> None:
        super().__init__(step_time, duration, inclusive, inplace)


class _TargetTraceReducer(Reducer):
    def __init__(
        self, step_time: float, time_constant: float, amplitude: float, target: float, tolerance: float | None = None, *,
        duration: float = 0.0, inclusive: bool = False, inplace: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(
            step_time, duration, inclusive, inplace, time_constant=time_constant, amplitude=amplitude, target=target,
            tolerance=tolerance or 0,
        )  # fmt: skip


class NearestTraceReducer(_TargetTraceReducer):
    """Set to the amplitude if an observation is within ``tolerance`` of ``target``, and decays otherwise."""

    _kind = "NearestTrace"


class CumulativeTraceReducer(_TargetTraceReducer):
    """Increased by the amplitude if an observation is within ``tolerance`` of ``target``, and decays."""

    _kind = "CumulativeTrace"


class _ScaledTraceReducer(Reducer):
    def __init__(
        self, step_time: float, time_constant: float, amplitude: float, scale: float, criterion: Criterion, *,
        duration: float = 0.0, inclusive: bool = False, inplace: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(
            step_time, duration, inclusive, inplace, criterion, time_constant=time_constant, amplitude=amplitude, scale=scale
        )


class ScaledNearestTraceReducer(_ScaledTraceReducer):
    """Set to scale · x + amplitude if ``criterion`` is true for an observation, and decays otherwise."""

    _kind = "ScaledNearestTrace"


class ScaledCumulativeTraceReducer(_ScaledTraceReducer):
    """Increased by scale · x + amplitude if ``criterion`` is true for an observation, and decays."""

    _kind = "ScaledCumulativeTrace"


class _ConditionalTraceReducer(Reducer):
    def __init__(
        self, step_time: float, time_constant: float, amplitude: float, scale: float, *,
        duration: float = 0.0, inclusive: bool = False, inplace: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(step_time, duration, inclusive, inplace, time_constant=time_constant, amplitude=amplitude, scale=scale)


class ConditionalNearestTraceReducer(_ConditionalTraceReducer):
    """Set to scale · x + amplitude if the condition of an observation is true, and decays otherwise."""

    _kind = "ConditionalNearestTrace"


class ConditionalCumulativeTraceReducer(_ConditionalTraceReducer):
    """Increased by scale · x + amplitude if the condition of an observation is true, and decays."""

    _kind = "ConditionalCumulativeTrace"


class Monitor:
    """Passes values from the forwards of a module through ``filter_`` and ``map_`` to a reducer. References to modules are weak, and copies
    of a module are not watched. A deleted monitor leaves no hook.

    reducer: a ``Reducer``, or any callable with clear(), view(), dump() and peek()
    module: the torch.nn.Module to watch; it can also be set later with ``register()``
    train_update, eval_update: watch forwards in training mode, and in evaluation mode
    prepend: run before other hooks of the module
    filter_: returns True if the values are to be used
    map_: returns the argument of the reducer, a tensor, or a tuple of its arguments
    """

    def __init__(
        self, reducer: Callable[..., Any], module: torch.nn.Module | None, train_update: bool, eval_update: bool, prepend: bool,
        filter_: Callable[..., Any], map_: Callable[..., Any],
    ) -> None:  # fmt: skip
        self._reducer: Any = reducer
        self._looks_at = {True: train_update, False: eval_update}
        self._prepend = prepend
        self._filter = filter_
        self._map = map_
        self._module: Callable[[], torch.nn.Module | None] = lambda: None
        self._handles: list[_lensboard.TapHandle] = []
        if module is not None:
            self.register(module)

    def register(self, module: torch.nn.Module | None = None) -> None:
        """Moves the monitor to a module. Without an argument, moves it back to its last module."""
        if module is None:
            if self.registered:
                return
            module = self._module()
            if module is None:
                raise RuntimeError("this monitor was registered with no module, or that is gone; pass the module")
        self.deregister()
        self._check(module)
        check_initialized(module)
        tap = _lensboard.Tap(module, self._prepend)
        self._module = weakref.ref(module)
        self._handles = self._hooks(tap)

    def deregister(self) -> None:
        """Stops watching. Recorded states stay."""
        for handle in self._handles:
            handle.remove()
        self._handles = []

    @property
    def registered(self) -> bool:
        return bool(self._handles)

    @property
    def reducer(self) -> Any:
        return self._reducer

    def clear(self, **kwargs: Any) -> Any:
        """Discards all observations, also of a running forward."""
        return self._reducer.clear(**kwargs)

    def view(self, *args: Any, **kwargs: Any) -> Any:
        return self._reducer.view(*args, **kwargs)

    def dump(self, *args: Any, **kwargs: Any) -> Any:
        return self._reducer.dump(*args, **kwargs)

    def peek(self, *args: Any, **kwargs: Any) -> Any:
        return self._reducer.peek(*args, **kwargs)

    def _check(self, module: torch.nn.Module) -> None:
        """Raises an exception if the module cannot be watched."""

    def _hooks(self, tap: _lensboard.Tap) -> list[_lensboard.TapHandle]:
        raise NotImplementedError

    def _when_due(self, see: Callable[..., None]) -> Callable[..., None]:
        """Wraps ``see`` so that it is called only in the modes to watch, and only while the monitor exists."""
        seeing, watched, looks_at = weakref.WeakMethod(see), self._module, self._looks_at

        def due(*args: Any) -> None:
            method, module = seeing(), watched()
            if method and module is not None and looks_at[module.training]:
                method(*args)

        return due

    def _hand_on(self, *seen: Any) -> None:
        if self._filter(*seen):
            mapped = self._map(*seen)
            try:
                self._reducer(*mapped) if isinstance(mapped, tuple) else self._reducer(mapped)
            except ValueError as error:
                raise ValueError(
                    f"{type(self).__name__} of {type(self._module()).__name__}: {error}. If batches differ in size, a map_ helps, such as "
                    "lambda output: output.mean(0), or drop_last=True of the DataLoader"
                ) from error

    @classmethod
    def partialconstructor(cls, reducer: Callable[..., Any], *args: Any, **kwargs: Any) -> Callable[[str, torch.nn.Module], Monitor]:
        """Returns a function that makes a registered monitor from the name of an attribute and a module."""

        make: Callable[..., Monitor] = cls

        def constructor(attr: str, module: torch.nn.Module) -> Monitor:
            if issubclass(cls, (InputMonitor, OutputMonitor)):
                return make(reducer, _attribute(module, attr) if attr else module, *args, **kwargs)
            return make(reducer, attr, *args, module=module, **kwargs)

        return constructor


def _attribute(module: torch.nn.Module | None, path: str) -> Any:
    found: Any = module
    for name in path.split("."):
        found = getattr(found, name)
    return found


def _single(output: Any) -> Any:
    if isinstance(output, tuple):
        raise TypeError(f"this module returns {len(output)} tensors; give its monitor a map_ that makes one of them")
    return output


class InputMonitor(Monitor):
    """The input tensors of a module's forward, a tuple. By default the first one is used, if there is one."""

    def __init__(
        self, reducer: Callable[..., Any], module: torch.nn.Module | None = None, train_update: bool = True, eval_update: bool = True,
        prepend: bool = False, filter_: Function = None, map_: Function = None,
    ) -> None:  # fmt: skip
        filter_, map_ = filter_ or bool, map_ or (lambda inputs: inputs[0])
        super().__init__(reducer, module, train_update, eval_update, prepend, filter_, map_)

    def _hooks(self, tap: _lensboard.Tap) -> list[_lensboard.TapHandle]:
        return [tap.before_forward(0, self._when_due(self._hand_on))]


class OutputMonitor(Monitor):
    """The output of a module's forward: a tensor, or a tuple of its tensors. By default a tensor is used; tuples need a ``map_``."""

    def __init__(
        self, reducer: Callable[..., Any], module: torch.nn.Module | None = None, train_update: bool = True, eval_update: bool = True,
        prepend: bool = False, filter_: Function = None, map_: Function = None,
    ) -> None:  # fmt: skip
        super().__init__(
            reducer, module, train_update, eval_update, prepend, filter_ or (lambda output: output is not None), map_ or _single
        )

    def _hooks(self, tap: _lensboard.Tap) -> list[_lensboard.TapHandle]:
        return [tap.after_outputs(0, self._when_due(self._see))]

    def _see(self, outputs: tuple[torch.Tensor, ...]) -> None:
        self._hand_on(outputs if len(outputs) > 1 else outputs[0])


class StateMonitor(Monitor):
    """An attribute of a module, given by its dotted path, after each forward or, with ``as_prehook``, before it."""

    def __init__(
        self, reducer: Callable[..., Any], attr: str, module: torch.nn.Module | None = None, as_prehook: bool = False, train_update: bool = True,
        eval_update: bool = True, prepend: bool = False, filter_: Function = None, map_: Function = None,
    ) -> None:  # fmt: skip
        self._attr = attr
        self._as_prehook = as_prehook
        filter_, map_ = filter_ or (lambda state: state is not None), map_ or (lambda state: state)
        super().__init__(reducer, module, train_update, eval_update, prepend, filter_, map_)

    def _check(self, module: torch.nn.Module) -> None:
        _attribute(module, self._attr)

    def _hooks(self, tap: _lensboard.Tap) -> list[_lensboard.TapHandle]:
        return [(tap.before_forward if self._as_prehook else tap.after_outputs)(0, self._when_due(self._see))]

    def _see(self, _: object) -> None:
        self._hand_on(_attribute(self._module(), self._attr))


class DifferenceMonitor(Monitor):
    """The change of an attribute in a forward: ``op_(after, before)``, by default the difference. If one of the two is None, zeros are used;
    if both are, the forward is skipped. ``filter_`` and ``map_`` get after and before."""

    def __init__(
        self, reducer: Callable[..., Any], attr: str, module: torch.nn.Module | None = None, train_update: bool = True, eval_update: bool = True,
        prepend: bool = False, filter_: Function = None, map_: Function = None, op_: Function = None,
    ) -> None:  # fmt: skip
        self._attr = attr
        self._before: list[Any] = []  # value before the running forward, if there is one
        operation: Callable[..., Any] = op_ or torch.sub

        def difference(after: Any, before: Any) -> Any:
            return operation(
                torch.zeros_like(before) if after is None else after, torch.zeros_like(after) if before is None else before
            )

        filter_ = filter_ or (lambda after, before: after is not None or before is not None)
        super().__init__(reducer, module, train_update, eval_update, prepend, filter_, map_ or difference)

    def clear(self, **kwargs: Any) -> Any:
        self._before.clear()
        return super().clear(**kwargs)

    def _check(self, module: torch.nn.Module) -> None:
        _attribute(module, self._attr)

    def _hooks(self, tap: _lensboard.Tap) -> list[_lensboard.TapHandle]:
        return [tap.before_forward(0, self._when_due(self._begin)), tap.after_outputs(0, self._when_due(self._end))]

    def _begin(self, _: object) -> None:
        before = _attribute(self._module(), self._attr)
        self._before = [before.detach().clone() if isinstance(before, torch.Tensor) else before]  # a copy, since it may change in place

    def _end(self, _: object) -> None:
        if self._before:
            after = _attribute(self._module(), self._attr)
            self._hand_on(after.detach() if isinstance(after, torch.Tensor) else after, self._before.pop())


class MultiStateMonitor(Monitor):
    """Several attributes: ``subattrs`` of the object at ``attr``. By default they are the arguments of the reducer, and a forward is skipped
    if one is None."""

    def __init__(
        self, reducer: Callable[..., Any], attr: str, subattrs: Iterable[str], module: torch.nn.Module | None = None, as_prehook: bool = False,
        train_update: bool = True, eval_update: bool = True, prepend: bool = False, filter_: Function = None, map_: Function = None,
    ) -> None:  # fmt: skip
        self._paths = [f"{attr}.{name}" if attr else name for name in subattrs]
        self._as_prehook = as_prehook
        filter_ = filter_ or (lambda states: all(state is not None for state in states))
        super().__init__(reducer, module, train_update, eval_update, prepend, filter_, map_ or (lambda states: states))

    def _check(self, module: torch.nn.Module) -> None:
        for path in self._paths:
            _attribute(module, path)

    def _hooks(self, tap: _lensboard.Tap) -> list[_lensboard.TapHandle]:
        return [(tap.before_forward if self._as_prehook else tap.after_outputs)(0, self._when_due(self._see))]

    def _see(self, _: object) -> None:
        self._hand_on(tuple(_attribute(self._module(), path) for path in self._paths))
