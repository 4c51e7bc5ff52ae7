"""Monitors and reducers compatible with inferno."""

import copy
import gc
import math
import pickle

import pytest
import torch
from conftest import mlp
from lensboard.hooks import recorders
from lensboard.observe import (
    CAReducer,
    ConditionalCumulativeTraceReducer,
    ConditionalNearestTraceReducer,
    CumulativeTraceReducer,
    DifferenceMonitor,
    EMAReducer,
    EventReducer,
    InputMonitor,
    MultiStateMonitor,
    NearestTraceReducer,
    OutputMonitor,
    PassthroughReducer,
    ScaledCumulativeTraceReducer,
    ScaledNearestTraceReducer,
    StateMonitor,
)  # fmt: skip
from torch.utils.checkpoint import checkpoint


class Neuron(torch.nn.Module):
    """Integrates its input. Its states are a buffer, a property, an attribute, and an attribute created later."""

    def __init__(self):
        super().__init__()
        self.register_buffer("voltage", torch.zeros(3))
        self.spike = None
        self.threshold = torch.nn.Parameter(torch.ones(3))

    @property
    def doubled(self):
        return 2 * self.voltage

    def forward(self, x):
        self.voltage += x  # in place
        self.spike = self.voltage > self.threshold
        return self.voltage.clone(), self.spike


X = [torch.tensor([0.5, -1.0, 2.0]), torch.tensor([0.75, 0.25, -3.0]), torch.tensor([1.0, 1.0, 1.0])]


def run(neuron):
    for x in X:
        neuron(x)
    return neuron


def test_each_monitor_sees_what_it_says():
    neuron = Neuron()
    monitors = [
        InputMonitor(PassthroughReducer(1.0, duration=3.0), neuron),
        OutputMonitor(PassthroughReducer(1.0, duration=3.0), neuron, map_=lambda output: output[0]),
        StateMonitor(PassthroughReducer(1.0, duration=3.0), "doubled", neuron),
        StateMonitor(PassthroughReducer(1.0, duration=3.0), "voltage", neuron, as_prehook=True),
        DifferenceMonitor(PassthroughReducer(1.0, duration=3.0), "voltage", neuron),
    ]
    voltages = torch.stack(X).cumsum(0)
    run(neuron)
    before = torch.cat([torch.zeros(1, 3), voltages[:2]])
    for monitor, expected in zip(monitors, [torch.stack(X), voltages, 2 * voltages, before, torch.stack(X)]):
        torch.testing.assert_close(monitor.dump().flip(0), expected)
        torch.testing.assert_close(monitor.peek(), expected[2])
        torch.testing.assert_close(monitor.view(2.0), expected[0])


def test_what_is_missing_on_one_side_counts_as_zeros():
    neuron = Neuron()
    seen = []
    monitor = DifferenceMonitor(
        PassthroughReducer(1.0),
        "spike",
        neuron,
        op_=lambda after, before: seen.append(before) or after.float() - before.float(),
    )
    neuron(X[0])
    torch.testing.assert_close(monitor.peek(), torch.tensor([0.0, 0.0, 1.0]))
    assert not seen[0].any()


def test_filters_maps_and_modes():
    neuron = Neuron()
    calls = []
    first = InputMonitor(
        PassthroughReducer(1.0, duration=3.0),
        neuron,
        eval_update=False,
        filter_=lambda inputs: inputs[0][0] > 0.6,
        map_=lambda inputs: inputs[0] * 10,
    )
    several = MultiStateMonitor(
        lambda *states: calls.append(states), "", ["voltage", "spike"], neuron, train_update=False, map_=lambda states: states[::-1]
    )
    run(neuron)
    torch.testing.assert_close(first.dump()[:2], torch.stack([X[2], X[1]]) * 10)
    assert first.reducer._engine.observations == 2 and not calls
    run(neuron.eval())
    assert first.reducer._engine.observations == 2 and len(calls) == 3 and several.registered
    assert calls[0][0].dtype == torch.bool


def test_monitors_move_and_leave_nothing():
    first, second = Neuron(), Neuron()
    monitor = InputMonitor(PassthroughReducer(1.0))
    with pytest.raises(RuntimeError, match="pass the module"):
        monitor.register()
    for module in (first, second):
        monitor.register(module)
    assert not first._forward_pre_hooks and second._forward_pre_hooks
    monitor.deregister()
    assert not monitor.registered and not second._forward_pre_hooks
    monitor.register()
    second(X[0])
    assert monitor.peek() is not None
    monitor.clear()
    assert monitor.peek() is None and monitor.dump() is None and monitor.view(0.0) is None
    for twin in (copy.deepcopy(second), pickle.loads(pickle.dumps(second))):
        twin(X[0])
    assert monitor.peek() is None  # copies are not watched
    del monitor
    gc.collect()
    assert not second._forward_pre_hooks
    monitor = InputMonitor(PassthroughReducer(1.0), second)
    del second, module, twin
    gc.collect()
    with pytest.raises(RuntimeError, match="gone"):
        monitor.deregister()
        monitor.register()


def test_a_monitor_that_is_prepended_comes_first():
    order = []
    neuron = Neuron()
    neuron.register_forward_pre_hook(lambda *_: order.append("other"))
    monitors = [
        InputMonitor(lambda _: order.append("last"), neuron),
        InputMonitor(lambda _: order.append("first"), neuron, prepend=True),
    ]
    neuron(X[0])
    assert order == ["first", "other", "last"] and all(monitor.registered for monitor in monitors)


def test_a_monitor_leaves_in_its_own_callback():
    neuron = Neuron()
    seen = []

    def once(inputs):
        monitor.deregister()
        return True

    monitor = InputMonitor(seen.append, neuron, filter_=once)
    run(neuron)
    assert len(seen) == 1 and not neuron._forward_pre_hooks


def test_an_exception_of_a_callback_is_the_callers():
    neuron = Neuron()
    monitor = StateMonitor(PassthroughReducer(1.0), "voltage", neuron, map_=lambda state: state / {}["missing"])
    with pytest.raises(KeyError, match="missing"):
        neuron(X[0])
    monitor.deregister()
    neuron(X[0])
    with pytest.raises(AttributeError, match="other"):
        StateMonitor(PassthroughReducer(1.0), "other", neuron)
    with pytest.raises(AttributeError, match="other"):
        DifferenceMonitor(PassthroughReducer(1.0), "threshold.other", neuron)
    with pytest.raises(ValueError, match="torch.nn.Module, found int"):
        InputMonitor(PassthroughReducer(1.0), 3)
    monitor = OutputMonitor(PassthroughReducer(1.0), neuron)  # a tuple needs a map_
    with pytest.raises(TypeError, match="returns 2 tensors; give its monitor a map_"):
        neuron(X[0])


def test_constructors_that_wait_for_the_module():
    model = mlp()
    monitors = [
        OutputMonitor.partialconstructor(PassthroughReducer(1.0))("0", model),
        StateMonitor.partialconstructor(PassthroughReducer(1.0), as_prehook=True)("2.weight", model),
    ]
    x = torch.randn(3, 4)
    model(x)
    torch.testing.assert_close(monitors[0].peek(), model[0](x))
    torch.testing.assert_close(monitors[1].peek(), model[2].weight)


def test_batches_that_differ_in_size_are_explained():
    model = mlp()
    monitor = OutputMonitor(EMAReducer(1.0, alpha=0.5), model[0])
    model(torch.randn(3, 4))
    with pytest.raises(ValueError, match=r"OutputMonitor of Linear: .*\[2, 8\].* a map_ helps"):
        model(torch.randn(2, 4))
    assert monitor.registered


DECAY = math.exp(-1 / 2)


@pytest.mark.parametrize(
    "reducer, expected",
    [
        (PassthroughReducer(1.0), [1.0, 0.0, 3.0]),
        (EMAReducer(1.0, alpha=0.25), [1.0, 0.75, 1.3125]),
        (CAReducer(1.0), [1.0, 0.5, 4 / 3]),
        (EventReducer(1.0, lambda x: x > 2), [math.inf, math.inf, 0.0]),
        (EventReducer(1.0, lambda x: x == 1, "zero"), [0.0, 1.0, 2.0]),
        (NearestTraceReducer(1.0, 2.0, 5.0, 1.0, 0.5), [5.0, 5 * DECAY, 5 * DECAY**2]),
        (CumulativeTraceReducer(1.0, 2.0, 5.0, 3.0), [0.0, 0.0, 5.0]),
        (ScaledNearestTraceReducer(1.0, 2.0, 0.5, 2.0, lambda x: x > 0), [2.5, 2.5 * DECAY, 6.5]),
        (ScaledCumulativeTraceReducer(1.0, 2.0, 0.5, 2.0, lambda x: x > 0), [2.5, 2.5 * DECAY, 6.5 + 2.5 * DECAY**2]),
    ],
    ids=lambda value: type(value).__name__,
)
def test_reducers_against_plain_arithmetic(reducer, expected):
    for x, state in zip([1.0, 0.0, 3.0], expected):
        reducer(torch.tensor([x]))
        torch.testing.assert_close(reducer.latest.double(), torch.tensor([state], dtype=torch.double), rtol=1e-6, atol=0)


@pytest.mark.parametrize("kind, third", [(ConditionalNearestTraceReducer, 7.0), (ConditionalCumulativeTraceReducer, 7 + 3 * DECAY**2)])
def test_a_condition_beside_the_observation(kind, third):
    reducer = kind(1.0, 2.0, 1.0, 2.0)
    for x, condition in [(1.0, True), (5.0, False), (3.0, True)]:
        reducer.push(torch.tensor([x]), torch.tensor([condition]))
    torch.testing.assert_close(reducer.peek(), torch.tensor([third]))
    with pytest.raises(ValueError, match="condition"):
        reducer.push(torch.tensor([1.0]))


def test_histories():
    reducer = EMAReducer(0.5, alpha=1.0, duration=1.5, inclusive=True)
    assert len(reducer) == 4 and reducer.dt == 0.5 and reducer.duration == 1.5 and reducer.inclusive
    for x in range(6):
        reducer(torch.tensor([float(x)]))
    assert reducer.dump().flatten().tolist() == [5, 4, 3, 2]
    assert reducer.view(0.75).item() == 3.5  # linear between two observations
    torch.testing.assert_close(reducer.view(torch.tensor([[0.0, 0.5]])), torch.tensor([[5.0, 4.0]]))
    with pytest.raises(IndexError):
        reducer.view(2.0)
    reducer.duration = 1.0
    assert len(reducer) == 3 and reducer.peek() is None
    with pytest.raises(ValueError):
        EMAReducer(0.0, alpha=0.5)
    with pytest.raises(ValueError, match="could not convert"):
        EMAReducer("a second", alpha=0.5)
    with pytest.raises(TypeError, match="criterion is a function"):
        EventReducer(1.0, "x > 0")
    with pytest.raises(TypeError, match="torch.Tensor, found float"):
        reducer(1.0)
    with pytest.raises(TypeError, match="torch.Tensor, found bool"):
        EventReducer(1.0, lambda x: True)(torch.zeros(1))
    with pytest.raises(ValueError, match='"inf"'):
        EventReducer(1.0, lambda x: x > 0, "never")


def test_functions_of_a_monitor_leave_a_checkpointed_training_alone():
    def trained(monitors):
        model, results = mlp(), []
        kept = [make(model) for make in monitors]
        x = torch.linspace(-1, 1, 20).reshape(5, 4)
        for _ in range(2):
            model.zero_grad()
            checkpoint(model, x, use_reentrant=False).exp().sum().backward()
            results += [parameter.grad.clone() for parameter in model.parameters()]
        return results, kept

    def watch(model):
        return OutputMonitor(
            PassthroughReducer(1.0), model[0], filter_=lambda y: bool((y * model[0].weight.norm()).exp().sum() > 0),
            map_=lambda y: (y.exp() * model[0].weight.sum()).tanh(),
        )  # fmt: skip

    (expected, _), (seen, [monitor]) = trained([]), trained([watch])
    assert all(map(torch.equal, seen, expected))
    assert not monitor.peek().requires_grad


@pytest.mark.parametrize("reducer", [CAReducer(1.0), PassthroughReducer(1.0, duration=2.0, inplace=True), EMAReducer(1.0, alpha=0.5, inplace=True)])
def test_a_first_observation_in_inference_mode(reducer):
    model = mlp()
    sums = []

    def summed(y):
        sums.append(y.sum(0)) if not sums else sums[0].add_(y.sum(0))
        return sums[0].clone()

    x = torch.linspace(-1, 1, 20).reshape(5, 4)
    expected = [3 * model[0](x).sum(0).detach(), 3 * model[:2](x).detach()]
    monitor = OutputMonitor(reducer, model[0], map_=summed)
    recorder = recorders.ForwardOutput(reduction=lambda kept, new: kept.add_(new)).children(model)
    with torch.inference_mode():
        model(x)
        reducer.push(torch.zeros(8))
    for _ in range(2):
        model(x).sum().backward()
    assert len(monitor.dump()) and recorder.samples(0) == 3
    torch.testing.assert_close([sums[0], recorder[1]], expected)
