"""inferno's monitors and reducers: what a module's forward shows becomes a history.

    from lensboard.observe import EMAReducer, OutputMonitor

    monitor = OutputMonitor(EMAReducer(step_time=1.0, alpha=0.1, duration=10.0), model.fc1)
    ...
    monitor.peek(), monitor.view(2.5), monitor.dump()

Monitors stand alone: they need no Inspector, and record no run. ``lensboard.OutputMonitor`` and its like are those of a run.
"""

from __future__ import annotations

import json
import weakref
from collections.abc import Callable, Iterable
from typing import Any, ClassVar

import torch

from ._engine import _lensboard

__all__ = [
    "CAReducer", "ConditionalCumulativeTraceReducer", "ConditionalNearestTraceReducer", "CumulativeTraceReducer", "DifferenceMonitor",
    "EMAReducer", "EventReducer", "InputMonitor", "Monitor", "MultiStateMonitor", "NearestTraceReducer", "OutputMonitor",
    "PassthroughReducer", "Reducer", "ScaledCumulativeTraceReducer", "ScaledNearestTraceReducer", "StateMonitor",
]  # fmt: skip


Criterion = Callable[[torch.Tensor], torch.Tensor]
Function = Callable[..., Any] | None


class Reducer:
    """Makes one state of all observations so far, and keeps the states of late.

    step_time: from one observation to the next, in any unit
    duration: how far back states are kept, in that unit
    inclusive: one state more, so that the one exactly ``duration`` ago is still there
    inplace: states are written into one block of memory; what ``peek()`` gave changes with it
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
        self._engine = _lensboard.make_reducer(self._kind, json.dumps(checked), criterion)

    def push(self, observation: torch.Tensor, condition: torch.Tensor | None = None) -> None:
        """Folds an observation, a tensor, into the state. The condition is for reducers that ask for one."""
        self._engine.push(observation, condition)

    __call__ = forward = push

    def peek(self) -> torch.Tensor | None:
        """The state; None before the first observation, as are all three."""
        return self._engine.peek()

    def dump(self) -> torch.Tensor | None:
        """Every state kept, newest first: [length, *shape]."""
        return self._engine.dump()

    def view(self, time: float | torch.Tensor, tolerance: float = 1e-7) -> torch.Tensor | None:
        """The state so long before the newest; of a tensor of times, each element's own. Between two observations it is interpolated."""
        return self._engine.view(time, tolerance)

    def clear(self, keepshape: bool = False) -> None:
        """Forgets all observations."""
        self._engine.clear(keepshape)

    @property
    def latest(self) -> torch.Tensor | None:
        return self.peek()

    @property
    def dt(self) -> float:
        """The step time. To set this or the next two forgets all observations."""
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
        """How many states are kept."""
        return self._engine.length


class PassthroughReducer(Reducer):
    """Keeps observations as they are. Between two, the earlier one counts."""

    _kind = "Passthrough"

    def __init__(self, step_time: float, *, duration: float = 0.0, inclusive: bool = False, inplace: bool = False) -> None:
        super().__init__(step_time, duration, inclusive, inplace)


class EventReducer(Reducer):
    """The time since each element last met ``criterion``, a function that makes a tensor of bools of an observation.

    initial: "inf", "zero" or "nan", of an element that never met it
    """

    _kind = "Event"

    def __init__(
        self, step_time: float, criterion: Criterion, initial: str = "inf", *, duration: float = 0.0, inclusive: bool = False, inplace: bool = False
    ) -> None:
        if initial not in ("inf", "zero", "nan"):
            raise ValueError(f'initial is "inf", "zero" or "nan", found {initial!r}')
        super().__init__(step_time, duration, inclusive, inplace, criterion, initial=initial)


class EMAReducer(Reducer):
    """s = alpha x + (1 - alpha) s, beginning with the first observation."""

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
    """Rises to the amplitude where an observation is within ``tolerance`` of ``target``, and decays elsewhere."""

    _kind = "NearestTrace"


class CumulativeTraceReducer(_TargetTraceReducer):
    """Rises by the amplitude there."""

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
    """Rises to scale · x + amplitude where ``criterion`` of an observation is true, and decays elsewhere."""

    _kind = "ScaledNearestTrace"


class ScaledCumulativeTraceReducer(_ScaledTraceReducer):
    """Rises by scale · x + amplitude there."""

    _kind = "ScaledCumulativeTrace"


class _ConditionalTraceReducer(Reducer):
    def __init__(
        self, step_time: float, time_constant: float, amplitude: float, scale: float, *,
        duration: float = 0.0, inclusive: bool = False, inplace: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(step_time, duration, inclusive, inplace, time_constant=time_constant, amplitude=amplitude, scale=scale)


class ConditionalNearestTraceReducer(_ConditionalTraceReducer):
    """Rises to scale · x + amplitude where the condition that comes beside an observation is true, and decays elsewhere."""

    _kind = "ConditionalNearestTrace"


class ConditionalCumulativeTraceReducer(_ConditionalTraceReducer):
    """Rises by scale · x + amplitude there."""

    _kind = "ConditionalCumulativeTrace"


class Monitor:
    """Hands what the forwards of a module show through ``filter_``, then ``map_``, to a reducer. Modules are held weakly, and copies of
    one are not watched; a monitor that is gone leaves no hook.

    reducer: a ``Reducer``, or any callable with clear(), view(), dump() and peek()
    module: the torch.nn.Module to register with; ``register()`` does it later
    train_update, eval_update: whether to look at forwards where the module trains, and at all others
    prepend: look before other hooks of the module
    filter_: returns whether to hand on what is seen
    map_: returns what the reducer gets: a tensor, or a tuple of its arguments
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
        """Moves the monitor to a module; without one, back to the one where it was last."""
        if module is None:
            if self.registered:
                return
            module = self._module()
            if module is None:
                raise RuntimeError("this monitor was registered with no module, or that is gone; pass the module")
        self.deregister()
        self._check(module)
        tap = _lensboard.Tap(module, self._prepend)
        self._module = weakref.ref(module)
        self._handles = self._hooks(tap)

    def deregister(self) -> None:
        """Looks at no module. What was seen stays."""
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
        """Forgets what was seen, also of a forward that runs."""
        return self._reducer.clear(**kwargs)

    def view(self, *args: Any, **kwargs: Any) -> Any:
        return self._reducer.view(*args, **kwargs)

    def dump(self, *args: Any, **kwargs: Any) -> Any:
        return self._reducer.dump(*args, **kwargs)

    def peek(self, *args: Any, **kwargs: Any) -> Any:
        return self._reducer.peek(*args, **kwargs)

    def _check(self, module: torch.nn.Module) -> None:
        """Raises what says that a module cannot be watched."""

    def _hooks(self, tap: _lensboard.Tap) -> list[_lensboard.TapHandle]:
        raise NotImplementedError

    def _when_due(self, see: Callable[..., None]) -> Callable[..., None]:
        """``see`` as it is called: while the module is in a mode to look at, by a monitor that is there."""
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
        """Returns a function of an attribute and a module that makes such a monitor, registered."""

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
    """The tensors that a module's forward gets, a tuple. By default the first is kept, where there is one."""

    def __init__(
        self, reducer: Callable[..., Any], module: torch.nn.Module | None = None, train_update: bool = True, eval_update: bool = True,
        prepend: bool = False, filter_: Function = None, map_: Function = None,
    ) -> None:  # fmt: skip
        filter_, map_ = filter_ or bool, map_ or (lambda inputs: inputs[0])
        super().__init__(reducer, module, train_update, eval_update, prepend, filter_, map_)

    def _hooks(self, tap: _lensboard.Tap) -> list[_lensboard.TapHandle]:
        return [tap.before_forward(0, self._when_due(self._hand_on))]


class OutputMonitor(Monitor):
    """What a module's forward returns: a tensor, or a tuple of those in it. By default a tensor is kept; for a tuple give a ``map_``."""

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
    """An attribute of a module, by its dotted path, after each forward or, with ``as_prehook``, before it."""

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
    """How a forward changes an attribute: ``op_(after, before)``, the difference by default. Where it is None on one side it counts as
    zeros there; on both, nothing is handed on. ``filter_`` and ``map_`` get after and before."""

    def __init__(
        self, reducer: Callable[..., Any], attr: str, module: torch.nn.Module | None = None, train_update: bool = True, eval_update: bool = True,
        prepend: bool = False, filter_: Function = None, map_: Function = None, op_: Function = None,
    ) -> None:  # fmt: skip
        self._attr = attr
        self._before: list[Any] = []  # of the forward that runs, if there is one
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
        self._before = [before.detach().clone() if isinstance(before, torch.Tensor) else before]  # it may change in place

    def _end(self, _: object) -> None:
        if self._before:
            after = _attribute(self._module(), self._attr)
            self._hand_on(after.detach() if isinstance(after, torch.Tensor) else after, self._before.pop())


class MultiStateMonitor(Monitor):
    """Several attributes below one: ``attr`` leads to what has ``subattrs``. By default they are the arguments of the reducer, where all
    are there."""

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
