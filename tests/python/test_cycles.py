"""Python's garbage collector frees objects that callbacks refer to."""

import gc
import weakref

import torch
from lensboard.observe import EventReducer, OutputMonitor


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
