"""Optimizers of all kinds: several on one model, wrapped optimizers, optimizers of copies."""

import itertools

import lensboard
import numpy
import pytest
import torch
from conftest import mlp

STEPS = 6


def lenses():
    return [lensboard.LossMetrics(), lensboard.ParameterUpdateGeometry(), lensboard.ParameterGradientGeometry()]


def watched(path, model, optimizers, loop, tick=1, **options):
    """Runs ``loop`` with a watch on ``model``, and returns the run."""
    with lensboard.Inspector(lenses(), path, tick=tick, **options) as watch:
        watch.attach(model, optimizers)
        loop(watch)
    return lensboard.open(path)


def backward(model):
    loss = model(torch.randn(8, 4)).square().mean()
    loss.backward()
    return loss


def shown(run, tag, layer):
    series = run[tag][layer]["mean"]
    return dict(zip(series.steps.tolist(), series.values.tolist()))


def texts(run):
    return [event["text"] for event in run.events]


class Updates:
    """Norms of changes of the weights of an mlp, and cosines of consecutive changes, by layer and step."""

    def __init__(self, model):
        self.layers = {"0": model[0].weight, "2": model[2].weight}
        self.before = {name: weight.detach().double().clone() for name, weight in self.layers.items()}
        self.changes = {name: {} for name in self.layers}

    def take(self, step, *names):
        for name in names:
            now = self.layers[name].detach().double().clone()
            self.changes[name][step] = now - self.before[name]
            self.before[name] = now

    def compare(self, run, first=2):
        """first: the first step with a predecessor, by layer or for all"""
        for name, changes in self.changes.items():
            begin = first[name] if isinstance(first, dict) else first
            norms = {step: change.norm().item() for step, change in changes.items() if step >= begin}
            assert shown(run, "Weight Update Norm", name) == pytest.approx(norms, rel=1e-4), name
            steps = [step for step in changes if step >= begin]
            cosines = {
                step: torch.nn.functional.cosine_similarity(changes[before].flatten(), changes[step].flatten(), dim=0).item()
                for before, step in itertools.pairwise(steps)
            }
            assert shown(run, "Weight Update Correlation", name) == pytest.approx(cosines, abs=1e-3), name


def two_optimizers(model):
    return [torch.optim.SGD(model[0].parameters(), lr=0.1, momentum=0.9), torch.optim.AdamW(model[2].parameters(), lr=0.01)]


def test_each_step_measures_what_its_optimizer_updates(run_path):
    model = mlp()
    optimizers = two_optimizers(model)
    updates = Updates(model)

    def loop(watch):
        for step in range(1, STEPS + 1):
            model.zero_grad()
            watch.push_loss(backward(model))
            for optimizer in optimizers:
                optimizer.step()
            updates.take(step, "0", "2")

    run = watched(run_path, model, optimizers, loop)
    assert run.ticks["step"].tolist() == list(range(1, STEPS + 1))
    assert len(run["Loss"]["train_loss mean"].values) == STEPS
    updates.compare(run)
    assert texts(run) == []


@pytest.mark.parametrize("pushes_after", [True, False])
def test_a_tick_ends_after_the_last_optimizer_and_the_loss(run_path, pushes_after):
    model = mlp()
    optimizers = two_optimizers(model)
    losses = []

    def loop(watch):
        for _ in range(STEPS):
            model.zero_grad()
            losses.append(backward(model).item())
            if not pushes_after:
                watch.push_loss(losses[-1], train=True)
            for optimizer in optimizers:
                optimizer.step()
            if pushes_after:
                watch.push_loss(losses[-1], train=True)

    run = watched(run_path, model, optimizers, loop, tick="2 steps")
    assert run.ticks["step"].tolist() == [2, 4, 6]
    numpy.testing.assert_allclose(run["Loss"]["train_loss mean"].values, numpy.reshape(losses, (3, 2)).mean(1), rtol=1e-6)


@pytest.mark.parametrize(
    ("order", "steps"),
    [("aaab" * 2, 6), ("baaa" * 2, 6), ("aaabbb", 5), ("ab" * 3, 3), ("aaaa", 4), ("abba", 2)],
)
def test_a_step_of_the_run_begins_when_an_optimizer_steps_again(run_path, order, steps):
    model = mlp()
    optimizers = dict(zip("ab", two_optimizers(model)))

    def loop(watch):
        for name in order:
            model.zero_grad()
            backward(model)
            optimizers[name].step()
        watch.tick()

    run = watched(run_path, model, list(optimizers.values()), loop, tick=None)
    assert run.ticks["step"].tolist() == [steps]


def test_a_budget_measures_both_optimizers(run_path):
    model = mlp()
    optimizers = two_optimizers(model)

    def loop(watch):
        for _ in range(40):
            model.zero_grad()
            backward(model)
            for optimizer in optimizers:
                optimizer.step()

    run = watched(run_path, model, optimizers, loop, tick="20 steps", budget=0.9)
    for layer in ("0", "2"):
        assert all(norm > 0 for norm in shown(run, "Weight Update Norm", layer).values()), layer


def test_a_parameter_without_an_optimizer_is_not_moved(run_path):
    model = torch.nn.Sequential(mlp(), torch.nn.Linear(2, 2))
    optimizers = two_optimizers(model[0])

    def loop(watch):
        for _ in range(STEPS):
            model.zero_grad()
            backward(model)
            for optimizer in optimizers:
                optimizer.step()

    run = watched(run_path, model, optimizers, loop)
    assert set(shown(run, "Weight Update Norm", "1").values()) == {0.0}
    assert 0.0 not in shown(run, "Weight Update Norm", "0.0").values()


def test_parameters_that_an_optimizer_gets_later(run_path):
    model = mlp()
    optimizers = [torch.optim.SGD([model[0].weight], lr=0.1), torch.optim.SGD([model[2].weight], lr=0.1)]
    updates = Updates(model)

    def loop(watch):
        for step in range(1, STEPS + 1):
            if step == 3:
                optimizers[1].add_param_group({"params": [model[0].bias, model[2].bias], "lr": 0.2})
            model.zero_grad()
            backward(model)
            for optimizer in optimizers:
                optimizer.step()
            updates.take(step, "0", "2")

    run = watched(run_path, model, optimizers, loop)
    updates.compare(run)
    bias = shown(run, "Bias Update Norm", "2")
    assert bias[2] == 0 and all(bias[step] > 0 for step in (4, 5, 6))


def test_layers_that_are_frozen_in_turns(run_path):
    """Freezes like Lightning's toggle_optimizer."""
    model = mlp()
    optimizers = two_optimizers(model)
    layers = [model[0], model[2]]
    updates = Updates(model)
    gradients = {"0": {}, "2": {}}

    def loop(watch):
        for step in range(1, STEPS + 1):
            for number, (optimizer, layer, name) in enumerate(zip(optimizers, layers, ("0", "2"))):
                layers[1 - number].requires_grad_(False)
                model.zero_grad()
                backward(model)
                gradients[name][step] = layer.weight.grad.norm().item()
                optimizer.step()
                layers[1 - number].requires_grad_(True)
            updates.take(step, "0", "2")
            watch.tick()

    run = watched(run_path, model, optimizers, loop, tick=None)
    assert texts(run) == []
    assert run.ticks["step"].tolist() == list(range(1, STEPS + 1))
    updates.compare(run)
    for name, norms in gradients.items():
        assert shown(run, "Weight Gradient Norm", name) == pytest.approx(norms, rel=1e-5)


def test_layers_that_are_frozen_for_every_other_step(run_path):
    model = mlp()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    updates = Updates(model)

    def loop(watch):
        for step in range(1, 9):
            name = "0" if step % 2 else "2"
            model[0].requires_grad_(name == "0")
            model[2].requires_grad_(name == "2")
            model.zero_grad(set_to_none=True)
            backward(model)
            optimizer.step()
            updates.take(step, name)

    run = watched(run_path, model, optimizer, loop)
    assert texts(run) == []
    updates.compare(run, {"0": 3, "2": 4})
    assert list(shown(run, "Weight Gradient Norm", "0")) == [1, 3, 5, 7]
    assert list(shown(run, "Weight Gradient Norm", "2")) == [2, 4, 6, 8]


def test_a_layer_that_is_frozen_when_the_model_is_attached(run_path):
    model = mlp()
    model[0].requires_grad_(False)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

    def loop(watch):
        for step in range(1, STEPS + 1):
            model[0].requires_grad_(step > 2)
            model.zero_grad(set_to_none=True)
            backward(model)
            optimizer.step()

    run = watched(run_path, model, optimizer, loop)
    assert texts(run) == []
    assert list(shown(run, "Weight Gradient Norm", "0")) == [4, 5, 6]  # seen as trainable at the end of step 3
    assert list(shown(run, "Weight Update Norm", "0")) == [4, 5, 6]


class Wrapped(torch.optim.Optimizer):
    """An optimizer around another as accelerate makes it: never initialised, and it steps when gradients are complete."""

    def __init__(self, optimizer):
        self.optimizer = optimizer
        self.calls = 0

    state = property(lambda self: self.optimizer.state)
    param_groups = property(lambda self: self.optimizer.param_groups)
    defaults = property(lambda self: self.optimizer.defaults)

    def step(self, closure=None):
        self.calls += 1
        if self.calls % 2 == 0:
            self.optimizer.step(closure)

    def zero_grad(self, set_to_none=True):
        if self.calls % 2 == 0:
            self.optimizer.zero_grad()


def test_a_wrapper_that_is_no_initialised_optimizer(run_path):
    model = mlp()
    optimizer = Wrapped(torch.optim.SGD(model.parameters(), lr=0.1))
    updates = Updates(model)

    def loop(watch):
        for step in range(1, STEPS + 1):
            for _ in range(2):
                backward(model)
                optimizer.step()
                optimizer.zero_grad()
            updates.take(step, "0", "2")

    run = watched(run_path, model, optimizer, loop)
    assert run.ticks["step"].tolist() == list(range(1, STEPS + 1))
    updates.compare(run)
    assert texts(run) == []


def test_accelerate(run_path):
    accelerate = pytest.importorskip("accelerate")
    accelerator = accelerate.Accelerator(cpu=True, gradient_accumulation_steps=2)
    model = mlp()
    model, optimizer = accelerator.prepare(model, torch.optim.AdamW(model.parameters(), lr=0.01))
    updates = Updates(model)

    def loop(watch):
        for step in range(1, STEPS + 1):
            for _ in range(2):
                with accelerator.accumulate(model):
                    accelerator.backward(model(torch.randn(8, 4)).square().mean())
                    optimizer.step()
                    optimizer.zero_grad()
            updates.take(step, "0", "2")

    run = watched(run_path, model, optimizer, loop)
    assert run.ticks["step"].tolist() == list(range(1, STEPS + 1))
    updates.compare(run)
    assert texts(run) == []


class Main:
    """Updates float32 copies of a model's parameters, and writes them back: as DeepSpeed and Megatron do."""

    def __init__(self, model, is_flat):
        self.model = list(model.parameters())
        self.is_flat = is_flat
        values = [parameter.detach().float().clone() for parameter in self.model]
        self.main = [torch.cat([value.flatten() for value in values])] if is_flat else values
        self.optimizer = torch.optim.AdamW(self.main, lr=0.05)

    @property
    def param_groups(self):
        return self.optimizer.param_groups

    def step(self):
        gradients = [parameter.grad.float() for parameter in self.model]
        if self.is_flat:
            gradients = [torch.cat([gradient.flatten() for gradient in gradients])]
        for main, gradient in zip(self.main, gradients):
            main.grad = gradient
        self.optimizer.step()
        values = self.main[0].split([parameter.numel() for parameter in self.model]) if self.is_flat else self.main
        with torch.no_grad():
            for parameter, value in zip(self.model, values):
                parameter.copy_(value.view_as(parameter))


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float32])
@pytest.mark.parametrize("is_flat", [False, True])
def test_an_optimizer_of_copies(run_path, is_flat, dtype):
    model = mlp().to(dtype)
    optimizer = Main(model, is_flat)
    updates = Updates(model)

    def loop(watch):
        for step in range(1, STEPS + 1):
            model.zero_grad()
            loss = model(torch.randn(8, 4, dtype=dtype)).square().mean()
            loss.backward()
            optimizer.step()
            watch.push_loss(loss)
            updates.take(step, "0", "2")

    run = watched(run_path, model, optimizer, loop)
    assert run.ticks["step"].tolist() == list(range(1, STEPS + 1))
    updates.compare(run)
    expected = "The optimizer Main has no parameter of the model; it may keep copies of them."
    assert [text[: len(expected)] for text in texts(run)] == ([expected] if is_flat else [])


def test_an_optimizer_of_copies_beside_another(run_path):
    model = mlp()
    head = torch.optim.SGD(model[2].parameters(), lr=0.1)
    body = Main(model[0].half(), is_flat=True)
    updates = Updates(model)

    def loop(watch):
        for step in range(1, STEPS + 1):
            for parameter in model.parameters():
                parameter.grad = torch.randn_like(parameter)
            body.step()
            head.step()
            updates.take(step, "0", "2")

    run = watched(run_path, model, [body, head], loop)
    assert run.ticks["step"].tolist() == list(range(1, STEPS + 1))
    updates.compare(run)


class MainGradients(torch.nn.Module):
    """Moves gradients to ``main_grad``, as Megatron's DistributedDataParallel does."""

    def __init__(self, module):
        super().__init__()
        self.module = module
        self.accumulators = []
        for parameter in module.parameters():
            parameter.main_grad = torch.zeros_like(parameter, dtype=torch.float32, requires_grad=False)
            self.accumulators.append(parameter.expand_as(parameter).grad_fn.next_functions[0][0])
            self.accumulators[-1].register_hook(self.hook(parameter))

    @staticmethod
    def hook(parameter):
        def move(*_):
            parameter.main_grad.add_(parameter.grad)
            parameter.grad = None

        return move

    def forward(self, *arguments):
        return self.module(*arguments)

    def zero_grad_buffer(self):
        for parameter in self.module.parameters():
            parameter.main_grad.zero_()


class OptimizerOfMainGradients(Main):
    """Takes and clips ``main_grad``; is_own: of the model's parameters, otherwise of copies: as Megatron's optimizers."""

    def __init__(self, model, is_own):
        super().__init__(model, False)
        if is_own:
            self.main = self.model
        self.optimizer = torch.optim.AdamW(self.main, lr=0.05)
        for parameter, copy in zip(self.model, self.main):
            if not is_own:
                parameter.main_param = copy

    def step(self):
        for parameter, main in zip(self.model, self.main):
            main.grad = parameter.main_grad
        torch.nn.utils.clip_grad_norm_(self.main, 1e-3)
        self.optimizer.step()
        self.optimizer.zero_grad()
        with torch.no_grad():
            for parameter, value in zip(self.model, self.main):
                parameter.copy_(value)


@pytest.mark.parametrize("is_on_device", [False, True])
@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float32])
def test_main_gradients(run_path, dtype, is_on_device):
    """Measures gradients before the optimizer clips them, over all backward passes of the step."""
    lensboard._lensboard.gather_on_host(is_on_device)
    model = mlp().to(dtype)
    wrapped = MainGradients(model)
    optimizer = OptimizerOfMainGradients(model, is_own=dtype == torch.float32)
    updates = Updates(model)
    norms, cosines, before = {"0": {}, "2": {}}, {"0": {}, "2": {}}, {}

    def loop(watch):
        for step in range(1, STEPS + 1):
            wrapped.zero_grad_buffer()
            for _ in range(2):
                wrapped(torch.randn(8, 4, dtype=dtype)).square().mean().backward()
            for name, weight in updates.layers.items():
                gradient = weight.main_grad.flatten().clone()
                norms[name][step] = gradient.norm().item()
                if name in before:
                    cosines[name][step] = torch.nn.functional.cosine_similarity(before[name], gradient, dim=0).item()
                before[name] = gradient
            optimizer.step()
            updates.take(step, "0", "2")

    try:
        run = watched(run_path, model, optimizer, loop)
    finally:
        lensboard._lensboard.gather_on_host(False)
    updates.compare(run)
    for name in norms:
        assert shown(run, "Weight Gradient Norm", name) == pytest.approx(norms[name], rel=1e-5)
        assert shown(run, "Weight Gradient Correlation", name) == pytest.approx(cosines[name], abs=1e-4)
    assert texts(run) == []


def test_main_gradients_within_a_budget(run_path):
    """A lens that is switched on and off measures gradients only when it is on."""
    model = mlp()
    wrapped = MainGradients(model)
    optimizer = OptimizerOfMainGradients(model, is_own=True)

    def loop(watch):
        for step in range(8):
            watch.set_enabled("ParameterGradientGeometry", step in (4, 5))
            wrapped.zero_grad_buffer()
            wrapped(torch.randn(8, 4)).square().mean().backward()
            optimizer.step()

    assert list(shown(watched(run_path, model, optimizer, loop), "Weight Gradient Norm", "0")) == [5, 6]
    assert all(not notified for notified in lensboard._optimizers._main_gradients.values())


def test_an_optimizer_whose_groups_cannot_be_read(run_path):
    class Broken:
        def __init__(self, optimizer):
            self.optimizer = optimizer

        def step(self):
            self.optimizer.step()

    model = mlp()
    optimizers = [Broken(torch.optim.SGD([model[0].weight], lr=0.1)), torch.optim.SGD([model[2].weight], lr=0.1)]

    def loop(watch):
        for _ in range(STEPS):
            model.zero_grad()
            backward(model)
            for optimizer in optimizers:
                optimizer.step()

    run = watched(run_path, model, optimizers, loop)
    assert run.ticks["step"].tolist() == list(range(1, STEPS + 1))
    assert 0.0 not in shown(run, "Weight Update Norm", "0").values()
    assert len(texts(run)) == 1


def test_an_optimizer_of_another_model_is_refused(run_path):
    with lensboard.Inspector(lenses(), run_path) as watch:
        for other in (torch.nn.Linear(3, 3), mlp(seed=8)):
            with pytest.raises(ValueError, match="no parameter of the model: it was made for another"):
                watch.attach(mlp(), torch.optim.SGD(other.parameters(), lr=0.1))
        shared = torch.nn.Linear(3, 3)
        model = mlp()
        watch.attach(model, torch.optim.SGD([*shared.parameters(), *model.parameters()], lr=0.1))
