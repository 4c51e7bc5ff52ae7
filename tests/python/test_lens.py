"""Lenses of one's own."""

import gc
import sys

import lensboard
import numpy
import pytest
import torch
from conftest import mlp, train


class Sparsity(lensboard.Lens):
    """The share of an activation's outputs that are 0, and how often each moment came."""

    tags = [lensboard.TagSpec("Sparsity", "probability"), lensboard.TagSpec("Moments", quantity="count", big=True)]

    def __init__(self):
        self.shares, self.moments, self.pushed = {}, {}, []
        self.modules = []

    def attach(self, model, modules):
        self.model = model
        self.modules += modules
        model.after_step(lambda: self.count("step"))
        model.on_call(lambda: self.count("call"))
        model.at_tick_end(lambda: self.count("tick end"))
        for module in modules:
            if module.type == "ReLU":
                model.after_forward(module, lambda inputs, output, name=module.name: self.see(name, output))
                model.before_forward(module, lambda inputs: self.count("before"))
                model.on_output_gradient(module, lambda gradient: self.count("output gradient"))
                model.on_input_gradient(module, lambda gradient: self.count("input gradient"))
            for parameter in module.parameters:
                model.on_parameter_gradient(module, parameter, lambda gradient: self.count("parameter gradient"))

    def see(self, name, output):
        assert not torch.is_grad_enabled()
        self.shares.setdefault(name, []).append((output <= 0).double().mean().item())

    def count(self, moment):
        self.moments[moment] = self.moments.get(moment, 0) + 1

    def plot(self, plot):
        for name, shares in self.shares.items():
            plot.line("Sparsity", name, "share", numpy.mean(shares))
            plot.band("Sparsity", name, ("least", "most"), min(shares), max(shares))
        for moment, count in self.moments.items():
            plot.line("Moments", "", moment, count)

    def end_tick(self):
        self.shares.clear()
        self.moments.clear()

    def push_loss(self, value, train):
        self.pushed.append((value, train))

    def push_metric(self, name, value):
        self.pushed.append((name, value))


def test_a_lens_sees_every_moment_and_is_recorded(run_path):
    model = mlp()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    expected = []
    model[1].register_forward_hook(lambda module, inputs, output: expected.append((output <= 0).double().mean().item()))
    lens = Sparsity()
    with lensboard.Inspector([lens, lensboard.LossMetrics()], run_path, tick=2) as watch:
        watch.attach(model, optimizer)
        watch.push_metric("accuracy", 0.5)
        watch.call()
        losses = train(model, 4, watch.push_loss, optimizer)
    run = lensboard.open(run_path)
    numpy.testing.assert_allclose(run["Sparsity"]["1"]["share"].values, numpy.reshape(expected, (2, 2)).mean(1))
    numpy.testing.assert_allclose(run["Sparsity"]["1"]["most"].values, numpy.reshape(expected, (2, 2)).max(1))
    moments = {label: run["Moments"][label].values.tolist() for label in run["Moments"]}
    assert moments == {
        "step": [2, 2],
        "call": [1],
        "tick end": [1, 1],
        "before": [2, 2],
        "output gradient": [2, 2],
        "input gradient": [2, 2],
        "parameter gradient": [8, 8],
    }
    assert lens.pushed == [("accuracy", 0.5)] + [(loss, True) for loss in losses]
    assert [(module.name, module.type, module.is_layer, module.parameters) for module in lens.modules] == [
        ("", "Sequential", False, []),
        ("0", "Linear", True, ["weight", "bias"]),
        ("1", "ReLU", True, []),
        ("2", "Linear", True, ["weight", "bias"]),
    ]
    assert lens.modules[1].module is model[0]


def test_a_run_keeps_its_name_whatever_its_lenses_are_called(run_path):
    with lensboard.Inspector([Sparsity, lensboard.LossMetrics()], run_path, name="lr 0.1, seed 3"):
        pass
    assert lensboard.open(run_path).name == "lr 0.1, seed 3"


def test_a_watched_training_is_the_same(run_path):
    model = mlp()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
    with lensboard.Inspector([Sparsity], run_path, tick=1) as watch:
        watch.attach(model, optimizer)
        assert train(model, 5, optimizer=optimizer) == train(mlp(), 5)


def test_a_lens_is_listed_and_switched(run_path):
    model = mlp()
    lens = Sparsity()
    with lensboard.Inspector([lens], run_path, tick=1) as watch:
        watch.attach(model)
        assert watch.lenses == {"Sparsity": True}
        watch.set_enabled(lens, False)
        assert not model[1]._forward_hooks
        watch.set_enabled("Sparsity", True)
        assert model[1]._forward_hooks


def test_each_model_has_a_lens_of_a_class_and_one_instance_serves_one(run_path, tmp_path):
    first, second = mlp(), mlp()
    with lensboard.Inspector([Sparsity], run_path, tick=1) as watch:
        watch.attach(first, name="first")
        watch.attach(second, name="second")
        first(torch.randn(3, 4))
        second(torch.randn(3, 4))
        watch.tick()
    assert set(lensboard.open(run_path)["Sparsity"].layers) == {"first.1", "second.1"}
    with lensboard.Inspector([Sparsity()], tmp_path / "one.lbrun") as watch:
        watch.attach(first, name="first")
        with pytest.raises(ValueError, match="watches another model"):
            watch.attach(second, name="second")
        watch.detach(first)
        watch.attach(second, name="second")


@pytest.mark.parametrize("moment", ["attach", "before_forward", "on_parameter_gradient", "on_output_gradient", "after_step", "plot"])
def test_an_exception_of_a_lens_is_the_callers(run_path, moment):
    class Failing(lensboard.Lens):
        tags = [lensboard.TagSpec("Failing")]

        def attach(self, model, modules):
            self.fail("attach")
            for module in modules:
                if module.parameters:
                    model.before_forward(module, lambda _: self.fail("before_forward"))
                    model.on_parameter_gradient(module, "weight", lambda _: self.fail("on_parameter_gradient"))
                    model.on_output_gradient(module, lambda _: self.fail("on_output_gradient"))
            model.after_step(lambda: self.fail("after_step"))

        def plot(self, plot):
            self.fail("plot")

        def fail(self, where):
            if where == moment:
                raise ZeroDivisionError(where)

    model = mlp()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    with lensboard.Inspector([Failing], run_path, tick=1) as watch:
        with pytest.raises(ZeroDivisionError, match=moment):
            watch.attach(model, optimizer)
            train(model, 1, watch.push_loss, optimizer)
        watch.set_enabled("Failing", False)
        train(model, 2, watch.push_loss, optimizer)


def test_an_exception_while_it_is_detached_is_reported(run_path, monkeypatch):
    class Failing(lensboard.Lens):
        def attach(self, model, modules):
            pass

        def detach(self):
            raise ZeroDivisionError("detached")

    reported = []
    monkeypatch.setattr(sys, "unraisablehook", lambda unraisable: reported.append(unraisable.exc_type))
    with lensboard.Inspector([Failing], run_path) as watch:
        watch.attach(mlp())
    assert reported == [ZeroDivisionError]
    assert lensboard.open(run_path).status == "finished"


def test_a_hook_that_cannot_be_removed_is_reported(run_path, monkeypatch):
    def remove(handle):
        raise ZeroDivisionError("removed")

    reported = []
    monkeypatch.setattr(sys, "unraisablehook", lambda unraisable: reported.append(unraisable.exc_type))
    model = mlp()
    with lensboard.Inspector(lensboard.OutputNorm(include=["Linear"]), run_path) as watch:
        watch.attach(model)
        with monkeypatch.context() as patch:
            patch.setattr(torch.utils.hooks.RemovableHandle, "remove", remove)
            watch.detach(model)
    assert set(reported) == {ZeroDivisionError}
    assert lensboard.open(run_path).status == "finished"


def test_what_a_lens_was_given_is_void_when_it_is_over(run_path):
    class Keeping(lensboard.Lens):
        tags = [lensboard.TagSpec("Kept", big=True)]

        def attach(self, model, modules):
            self.model, self.modules = model, modules

        def plot(self, plot):
            with pytest.raises(ValueError, match='no tag "Missing"'):
                plot.line("Missing", "", "", 1)
            self.kept = plot

    lens, model = Keeping(), mlp()
    with lensboard.Inspector([lens], run_path) as watch:
        watch.attach(model)
        assert torch.equal(lens.model.parameter(lens.modules[1], "weight"), model[0].weight)
        assert lens.model.parameter(lens.modules[1], "other") is None
        assert lens.model.is_training(lens.modules[0])
        with pytest.raises(ValueError, match="no parameter"):
            lens.model.on_parameter_gradient(lens.modules[1], "other", print)
            lens.model.on_parameter_gradient(lens.modules[2], "weight", print)
        lens.model.notice("seen")
        watch.tick()
        with pytest.raises(RuntimeError, match="over"):
            lens.kept.line("Kept", "", "", 1)
    with pytest.raises(RuntimeError, match="over"):
        lens.model.is_training(lens.modules[0])
    del model
    gc.collect()
    assert lens.modules[1].module is None
    assert any("seen" in event["text"] for event in lensboard.open(run_path).events)


def test_a_callback_switches_lenses_and_does_nothing_worse(run_path):
    class Meddling(lensboard.Lens):
        tags = [lensboard.TagSpec("Meddling")]

        def attach(self, model, modules):
            model.after_forward(modules[1], lambda inputs, output: self.meddle())

        def meddle(self):
            for forbidden in (lambda: watch.detach(), watch.tick, watch.stepped, watch.close):
                with pytest.raises(RuntimeError, match="callback"):
                    forbidden()
            watch.set_enabled("Meddling", False)

    model = mlp()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    watch = lensboard.Inspector([Meddling], run_path, tick=1)
    watch.attach(model, optimizer)
    train(model, 3, watch.push_loss, optimizer)
    assert watch.lenses == {"Meddling": False}
    assert not model[0]._forward_hooks
    watch.close()


class Norms(lensboard.Preprocessor):
    def forward(self, module, inputs, output):
        self.value[f"{module.name} forward"] = len(inputs), output.norm().item()

    def output_gradient(self, module, gradient):
        self.value[f"{module.name} output gradient"] = gradient.norm().item()

    def input_gradient(self, module, gradient):
        self.value[f"{module.name} input gradient"] = gradient.norm().item()

    def parameter(self, module, name, tensor):
        self.value.setdefault(f"{module.name}.{name}", []).append(tensor.norm().item())

    def module(self, module):
        self.value[f"{module.name} is"] = type(module.module).__name__


def test_lenses_share_a_preprocessor(run_path):
    norms = Norms()

    class Registering(lensboard.Lens):
        def attach(self, model, modules):
            layer = modules[3]
            norms.watch_forward(model, layer)
            norms.watch_backward(model, layer)
            for when in ("gradient", "step", "call", "tick"):
                norms.watch_parameter(model, layer, "weight", when)
            norms.watch_module(model, layer)
            with pytest.raises(ValueError, match="step, call, tick"):
                norms.watch_module(model, layer, "never")

        def end_tick(self):
            norms.reset()

    class Showing(lensboard.Lens):
        tags = [lensboard.TagSpec("Norms", big=True)]

        def attach(self, model, modules):
            pass

        def plot(self, plot):
            seen.append(dict(norms.value))
            plot.line("Norms", "", "forward", norms.value["2 forward"][1])

    seen = []
    model = mlp()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    with lensboard.Inspector([Registering, Showing], run_path, tick="epoch") as watch:
        watch.attach(model, optimizer)
        train(model, 1, optimizer=optimizer)
        watch.call()
        watch.tick()
    weight = model[2].weight.norm().item()
    (tick,) = seen
    assert tick["2 forward"][0] == 1 and tick["2 is"] == "Linear"
    assert tick["2 output gradient"] > 0 and tick["2 input gradient"] > 0
    gradient, *values = tick["2.weight"]
    assert gradient == pytest.approx(model[2].weight.grad.norm().item())
    assert values == [weight] * 3
    assert norms.value == {}
    assert lensboard.open(run_path)["Norms"]["forward"].values.tolist() == [tick["2 forward"][1]]


def test_what_is_no_lens_is_refused(run_path):
    with pytest.raises(TypeError, match="expected a lens such as"):
        lensboard.Inspector([3], run_path)
    with pytest.raises(TypeError, match="found the text 'my.lbrun'; run='my.lbrun' names a run's file"):
        lensboard.Inspector("my.lbrun")
    with pytest.raises(ValueError, match="two lenses are called 'Sparsity'"):
        lensboard.Inspector([Sparsity, Sparsity()], run_path)

    class LossMetrics(lensboard.Lens):
        pass

    with pytest.raises(ValueError, match="two lenses are called 'LossMetrics'"):
        lensboard.Inspector([lensboard.LossMetrics(), LossMetrics], run_path)
    assert not run_path.exists()

    def makes_none():
        return None

    model = mlp()
    with lensboard.Inspector([makes_none], run_path) as watch:
        with pytest.raises(TypeError, match="expected a lensboard.Lens, found None"):
            watch.attach(model)

    with pytest.raises(ValueError, match="found 'pie'"):
        lensboard.TagSpec("Wrong", "pie")

    class Wrong(lensboard.Lens):
        tags = "Wrong"

    with lensboard.Inspector([Wrong, lensboard.ParameterNorm()], run_path) as watch:
        with pytest.raises(TypeError, match="list of lensboard.TagSpec, found 'W'"):
            watch.attach(model)
