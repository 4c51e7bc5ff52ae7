"""Python's garbage collector frees an Inspector and its model, also if callbacks and lenses refer to them."""

import gc
import weakref

import lensboard
import pytest
import torch
from conftest import mlp, train
from lensboard.observe import EventReducer, OutputMonitor


class Seen(lensboard.Lens):
    """Refers to its Inspector, and counts outputs."""

    tags = [lensboard.TagSpec("Seen", big=True)]

    def __init__(self, watch=None):
        self.watch = watch
        self.outputs = 0

    def attach(self, model, modules):
        for module in modules:
            model.after_forward(module, lambda inputs, output: self.saw())
        model.at_tick_end(self.saw)  # nobody else has this bound method

    def saw(self):
        self.outputs += 1

    def plot(self, plot):
        plot.line("Seen", "", "outputs", self.outputs)


def with_callbacks(path, model, is_active=None):
    def save_checkpoint():
        watch.save_state(path.with_suffix(".state"))

    watch = lensboard.Inspector(
        [lensboard.LossMetrics()], path, is_active=is_active, set_learning_rate=lambda rate: watch.flush(), save_checkpoint=save_checkpoint
    )
    return watch.attach(model)


def with_is_active(path, model):
    return with_callbacks(path, model, is_active=lambda tick: tick > len(list(model.parameters())) - 10)


def with_lens(path, model):
    lens = Seen()
    lens.watch = lensboard.Inspector([lens], path)
    return lens.watch.attach(model)


def with_function(path, model):
    def make():
        return Seen(watch)

    watch = lensboard.Inspector([make], path)
    return watch.attach(model)


@pytest.mark.parametrize(
    "make, is_closed",
    [(with_callbacks, True), (with_callbacks, False), (with_is_active, True), (with_is_active, False), (with_lens, True), (with_function, True)],
)
def test_cycles_are_freed(run_path, make, is_closed):
    model = mlp()
    watch = make(run_path, model)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    train(model, 2, watch.push_loss, optimizer)
    watch.tick()
    if is_closed:
        watch.close()
    dead = [weakref.ref(watch), weakref.ref(model)]
    del watch, model, optimizer
    gc.collect()
    assert [reference() for reference in dead] == [None, None]
    run = lensboard.open(run_path)
    assert run.status == "finished" and len(run.ticks["tick"]) >= 1


def test_cycles_through_a_reducer_are_freed():
    def watched():
        module = torch.nn.Linear(2, 2)
        monitor = OutputMonitor(EventReducer(1.0, lambda output: output > monitor.reducer.dt), module)
        module(torch.ones(2))
        assert monitor.peek() is not None
        return [weakref.ref(module), weakref.ref(monitor), weakref.ref(monitor.reducer)]

    dead = watched()
    gc.collect()
    assert [reference() for reference in dead] == [None] * 3


def test_lenses_live_while_they_are_used(run_path):
    model = mlp()
    with lensboard.Inspector([Seen], run_path, tick="1 step") as watch:
        watch.attach(model)
        for step in range(6):
            gc.collect()
            model(torch.randn(2, 4))
            watch.stepped()
            if step in (1, 3):
                watch.set_enabled("Seen", step == 3)
    outputs = lensboard.open(run_path)["Seen"]["outputs"]
    assert outputs.ticks.tolist() == [1, 2, 5, 6] and outputs.values.tolist() == [5.0, 10.0, 15.0, 20.0]
