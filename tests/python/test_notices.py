"""A run reports lenses without values, with the reason."""

import dataclasses

import lensboard
import pytest
import torch
from conftest import mlp

LENSES = [lensboard.OutputNorm(), lensboard.OutputGradientGeometry(), lensboard.ParameterGradientGeometry(), lensboard.ParameterUpdateGeometry()]


def step(model, optimizer=None, x=None):
    model.zero_grad()
    model(torch.randn(6, 4) if x is None else x).square().mean().backward()
    if optimizer:
        optimizer.step()


def empty(run_path):
    """Returns the reasons of lenses without values."""
    notices = [event["text"] for event in lensboard.open(run_path).events if "has no values of a tick" in event["text"]]
    return {text.split(" has ")[0]: text.split("with training", 1)[1].strip(": .") for text in notices}


def test_a_training_with_values_has_no_notice(run_path):
    model = mlp()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    with lensboard.Inspector(LENSES, run_path, tick=1) as watch:
        watch.attach(model, optimizer)
        for i in range(6):
            if i == 3:
                watch.set_enabled("OutputNorm", False)
            step(model, optimizer)
            if i == 4:
                watch.set_enabled("OutputNorm", True)
            watch.push_loss(1.0)
        with torch.no_grad():
            model.eval()(torch.randn(2, 4))
        watch.push_loss(1.0, train=False)
    assert empty(run_path) == {}


def test_a_model_left_in_evaluation_mode(run_path):
    model = mlp().eval()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    with lensboard.Inspector(LENSES, run_path, tick=3) as watch:
        watch.attach(model, optimizer)
        for _ in range(9):
            step(model, optimizer)
    assert empty(run_path) == {"OutputNorm": "its layers ran in evaluation mode only; call model.train() before training"}


def test_gradients_that_are_not_accumulated(run_path):
    model = mlp()
    with lensboard.Inspector([lensboard.LossMetrics(), *LENSES], run_path) as watch:
        watch.attach(model)
        for _ in range(70):
            loss = model(torch.randn(6, 4)).square().mean()
            gradients = torch.autograd.grad(loss, list(model.parameters()))
            with torch.no_grad():
                for parameter, gradient in zip(model.parameters(), gradients):
                    parameter -= 0.1 * gradient
            watch.push_loss(loss)
        watch.tick()
    found = empty(run_path)
    assert set(found) == {"ParameterGradientGeometry", "ParameterUpdateGeometry"}
    assert "torch.autograd.grad()" in found["ParameterGradientGeometry"]
    assert "no optimizer step was seen" in found["ParameterUpdateGeometry"]


def test_layers_that_do_not_run(run_path):
    class Functional(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.inner = torch.nn.Linear(4, 2)
            self.activation = torch.nn.ReLU()

        def forward(self, x):
            return torch.relu(torch.nn.functional.linear(x, self.inner.weight, self.inner.bias))

    model = Functional()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    monitor = lensboard.OutputMonitor(name="inner output", module="inner")
    with lensboard.Inspector([*LENSES, monitor], run_path, tick=4) as watch:
        watch.attach(model, optimizer)
        for _ in range(8):
            step(model, optimizer)
    found = empty(run_path)
    assert found["OutputNorm"] == "none of its layers ran"
    assert found["OutputGradientGeometry"] == "no backward pass reached the outputs of its layers"
    assert set(found) == {"OutputNorm", "OutputGradientGeometry", "inner output"}


@dataclasses.dataclass
class Result:
    label: str
    hidden: torch.Tensor
    nested: object = None


class Opaque:
    def __init__(self, hidden):
        self.hidden = hidden


class Returning(torch.nn.Module):
    """Its only layer returns an object."""

    def __init__(self, make):
        super().__init__()

        class Layer(torch.nn.Linear):
            def forward(self, x):
                return make(super().forward(x))

        self.layer = Layer(4, 2)
        self.make = make

    def forward(self, x):
        result = self.layer(x)
        while not isinstance(result, torch.Tensor):
            result = getattr(result, "hidden", None) if getattr(result, "hidden", None) is not None else result.nested
        return result


@pytest.mark.parametrize(
    "make", [lambda y: Result("a", y), lambda y: Result("a", None, Result("b", y))], ids=["flat", "nested"]
)
def test_outputs_in_dataclasses(run_path, make):
    model = Returning(make)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    expected = []
    with lensboard.Inspector([lensboard.OutputNorm(include=["Layer"]), lensboard.OutputGradientGeometry()], run_path, tick=1) as watch:
        watch.attach(model, optimizer)
        for _ in range(3):
            x = torch.randn(6, 4)
            expected.append(torch.nn.functional.linear(x, model.layer.weight, model.layer.bias).norm(dim=1).mean().item())
            step(model, optimizer, x)
    run = lensboard.open(run_path)
    assert run["Output Norm"]["layer"]["mean"].values.tolist() == pytest.approx(expected, rel=1e-5)
    assert len(run["Output Gradient Norm"]["layer"]["mean"].values) == 3
    assert empty(run_path) == {}


def test_outputs_without_tensors(run_path):
    model = Returning(Opaque)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    with lensboard.Inspector(lensboard.OutputNorm(include=["Layer"]), run_path, tick=3) as watch:
        watch.attach(model, optimizer)
        for _ in range(3):
            step(model, optimizer)
    assert "Opaque, not tensors" in empty(run_path)["OutputNorm"]
