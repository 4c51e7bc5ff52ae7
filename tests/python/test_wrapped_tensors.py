"""Tensors without memory of their own never end a training: the run says that they are not measured."""

import lensboard
import pytest
import torch
from conftest import mlp
from torch.utils._pytree import tree_map


class Wrapper(torch.Tensor):
    """A tensor around another one, as in torchao and DTensor."""

    __torch_function__ = torch._C._disabled_torch_function_impl

    @staticmethod
    def __new__(cls, inner):
        return torch.Tensor._make_wrapper_subclass(cls, inner.size(), dtype=inner.dtype, device=inner.device)

    def __init__(self, inner):
        self.inner = inner

    def __repr__(self):
        return f"Wrapper({self.inner})"

    @classmethod
    def __torch_dispatch__(cls, function, types, arguments=(), keywords=None):
        def inner(value):
            return value.inner if isinstance(value, Wrapper) else value

        result = function(*tree_map(inner, arguments), **tree_map(inner, keywords or {}))
        if function._schema.name.endswith("_"):
            return arguments[0]
        return tree_map(lambda value: Wrapper(value) if isinstance(value, torch.Tensor) else value, result)


def lenses():
    kinds = [kind for kind in lensboard.kinds() if "Monitor" not in kind]
    return [getattr(lensboard, kind)() for kind in kinds] + [
        lensboard.OutputMonitor(name="outputs", module="0"),
        lensboard.InputMonitor(name="inputs", module="0"),
        lensboard.StateMonitor(name="weights", module="0", attribute="weight"),
        lensboard.DifferenceMonitor(name="changes", module="0", attribute="weight"),
    ]


def wrapped_weights():
    model = mlp()
    for module in (model[0], model[2]):
        module._parameters["weight"] = torch.nn.Parameter(Wrapper(module.weight.detach().clone()))
    return model, lambda: torch.randn(5, 4)


def wrapped_inputs():
    return mlp(), lambda: Wrapper(torch.randn(5, 4))


def without_values():
    return mlp().to("meta"), lambda: torch.randn(5, 4, device="meta")


def fake():
    mode = pytest.importorskip("torch._subclasses.fake_tensor").FakeTensorMode()

    def batch():
        with mode:
            return torch.randn(5, 4)

    with mode:
        return mlp(), batch


@pytest.mark.parametrize("make", [wrapped_weights, wrapped_inputs, without_values, fake])
@pytest.mark.parametrize("options", [{}, {"budget": 0.5}, {"memory": "1 MB"}], ids=["all", "budget", "memory"])
def test_a_training_goes_on(run_path, make, options):
    model, batch = make()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    with lensboard.Inspector(lenses(), run_path, tick=2, control=False, **options) as watch:
        watch.attach(model, optimizer)
        for _ in range(6):
            optimizer.zero_grad()
            model(batch()).sum().backward()
            optimizer.step()
            watch.push_loss(1.0)
    run = lensboard.open(run_path)
    assert run.status == "finished" and len(run["Loss"]["train_loss mean"].values) == 3
    texts = [event["text"] for event in run.events]
    assert any("skips tensors" in text or "is not measured" in text for text in texts)
    assert len(texts) == len(set(texts))


def test_a_wrapped_loss(run_path):
    model = mlp()
    with lensboard.Inspector(lensboard.LossMetrics(), run_path, tick=1) as watch:
        watch.attach(model)
        for _ in range(2):
            watch.push_loss(Wrapper(torch.tensor(3.0)), train=True)
            watch.tick()
    assert lensboard.open(run_path)["Loss"]["train_loss mean"].values.tolist() == [3, 3]


def test_a_parameter_that_is_freed_between_steps_gets_its_gradient(run_path):
    """DeepSpeed's ZeRO stage 3 gathers a parameter for its forward and backward pass only."""
    model = mlp()
    values = {parameter: parameter.data for parameter in model.parameters()}

    def free():
        for parameter in values:
            parameter.grad, parameter.data = None, parameter.data.new_empty(0)

    free()
    with lensboard.Inspector([lensboard.ParameterGradientGeometry(), lensboard.ParameterNorm()], run_path, tick=1) as watch:
        watch.attach(model)
        for _ in range(3):
            for parameter, value in values.items():
                parameter.data = value
            model(torch.randn(5, 4)).sum().backward()
            assert all(parameter.grad.shape == value.shape for parameter, value in values.items())
            free()
            watch.stepped()
    texts = [event["text"] for event in lensboard.open(run_path).events]
    assert 'Layer "0": its weight is empty; it is not measured.' in texts, texts
