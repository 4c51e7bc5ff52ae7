"""The lens AdamMoments against the recursions of the optimizers' papers, in float64."""

import lensboard
import numpy
import pytest
import torch
from conftest import mlp

STEPS = 8
QUANTITIES = ["First Moment", "Second Moment", "Update RMS", "Gradient Ratio", "Effective Step"]


def rms(x):
    return x.square().mean().sqrt().item()


def of_step(g, lr, eps=0.0, m=None, v=None, divisor=None, direction=None):
    """The quantities of a step along ``direction``, divided by √divisor + eps if there is a divisor."""
    quantities = {}
    if m is not None:
        quantities["First Moment"] = rms(m)
    if v is not None:
        quantities["Second Moment"] = v.mean().sqrt().item()
        quantities["Gradient Ratio"] = (g.square() / v.clamp(min=eps**2)).mean().item()
    root = torch.ones_like(g) if divisor is None else divisor.sqrt() + eps
    quantities["Update RMS"] = rms(lr * direction / root)
    quantities["Effective Step"] = (lr / root).mean().item()
    return quantities


class Adam:
    def __init__(self, lr=0.01, betas=(0.9, 0.99), eps=1e-8, amsgrad=False):
        self.lr, self.betas, self.eps, self.amsgrad = lr, betas, eps, amsgrad
        self.t, self.m, self.v, self.greatest = 0, 0, 0, 0

    def moments(self, g):
        b1, b2 = self.betas
        self.t += 1
        self.m = b1 * self.m + (1 - b1) * g
        self.v = b2 * self.v + (1 - b2) * g.square()
        return self.m / (1 - b1**self.t), self.v / (1 - b2**self.t)

    def step(self, g):
        m, v = self.moments(g)
        self.greatest = torch.maximum(torch.as_tensor(self.greatest), self.v)
        divisor = self.greatest / (1 - self.betas[1] ** self.t) if self.amsgrad else v
        return of_step(g, self.lr, self.eps, m, v, divisor, m)


class NAdam(Adam):
    product = 1.0

    def step(self, g):
        m, v = self.moments(g)
        mu, mu_next = (self.betas[0] * (1 - 0.5 * 0.96 ** (t * 0.004)) for t in (self.t, self.t + 1))
        self.product *= mu
        direction = (1 - mu) * g / (1 - self.product) + mu_next * self.m / (1 - self.product * mu_next)
        return of_step(g, self.lr, self.eps, m, v, v, direction)


class RAdam(Adam):
    def step(self, g):
        m, v = self.moments(g)
        b2 = self.betas[1]
        longest = 2 / (1 - b2) - 1
        length = longest - 2 * self.t * b2**self.t / (1 - b2**self.t)
        if length <= 5:
            return of_step(g, self.lr, self.eps, m, v, None, m)
        rate = self.lr * ((length - 4) * (length - 2) * longest / ((longest - 4) * (longest - 2) * length)) ** 0.5
        quantities = of_step(g, self.lr, self.eps, m, v, None, m)
        root = v.sqrt() + self.eps / (1 - b2**self.t) ** 0.5
        quantities["Update RMS"], quantities["Effective Step"] = rms(rate * m / root), (rate / root).mean().item()
        return quantities


class Sgd:
    def __init__(self, lr=0.05, momentum=0.9, dampening=0.0, nesterov=False):
        self.lr, self.momentum, self.dampening, self.nesterov, self.buffer = lr, momentum, dampening, nesterov, None

    def step(self, g):
        self.buffer = g if self.buffer is None else self.momentum * self.buffer + (1 - self.dampening) * g
        direction = g + self.momentum * self.buffer if self.nesterov else self.buffer
        return of_step(g, self.lr, m=self.buffer, direction=direction)


class RmsProp:
    def __init__(self, lr=0.01, alpha=0.9, eps=1e-6, momentum=0.0, centered=False):
        self.lr, self.alpha, self.eps, self.momentum, self.centered = lr, alpha, eps, momentum, centered
        self.v, self.mean, self.buffer = 0, 0, 0

    def step(self, g):
        self.v = self.alpha * self.v + (1 - self.alpha) * g.square()
        self.mean = self.alpha * self.mean + (1 - self.alpha) * g
        divisor = self.v - self.mean.square() if self.centered else self.v
        quantities = of_step(g, self.lr, self.eps, None, self.v, divisor, g)
        if self.momentum:
            self.buffer = self.momentum * self.buffer + g / (divisor.sqrt() + self.eps)
            quantities["First Moment"], quantities["Update RMS"] = rms(self.buffer), rms(self.lr * self.buffer)
        return quantities


class Adagrad:
    def __init__(self, lr=0.05, lr_decay=0.1, eps=1e-10):
        self.lr, self.decay, self.eps, self.t, self.v = lr, lr_decay, eps, 0, 0

    def step(self, g):
        self.t += 1
        self.v = self.v + g.square()
        return of_step(g, self.lr / (1 + (self.t - 1) * self.decay), self.eps, None, self.v, self.v, g)


ADAM = {"lr": 0.01, "betas": (0.9, 0.99)}
KINDS = {
    "Adam": (torch.optim.Adam, ADAM, Adam),
    "AdamW": (torch.optim.AdamW, ADAM | {"weight_decay": 0.1}, Adam),
    "AMSGrad": (torch.optim.Adam, ADAM | {"amsgrad": True}, lambda: Adam(amsgrad=True)),
    "NAdam": (torch.optim.NAdam, ADAM, NAdam),
    "RAdam": (torch.optim.RAdam, ADAM, RAdam),
    "SGD": (torch.optim.SGD, {"lr": 0.05, "momentum": 0.9}, Sgd),
    "dampened": (torch.optim.SGD, {"lr": 0.05, "momentum": 0.9, "dampening": 0.5}, lambda: Sgd(dampening=0.5)),
    "Nesterov": (torch.optim.SGD, {"lr": 0.05, "momentum": 0.9, "nesterov": True}, lambda: Sgd(nesterov=True)),
    "ascent": (torch.optim.SGD, {"lr": 0.05, "momentum": 0.9, "nesterov": True, "maximize": True}, lambda: Sgd(nesterov=True)),
    "RMSprop": (torch.optim.RMSprop, {"lr": 0.01, "alpha": 0.9, "eps": 1e-6}, RmsProp),
    "centered": (torch.optim.RMSprop, {"lr": 0.01, "alpha": 0.9, "eps": 1e-6, "centered": True}, lambda: RmsProp(centered=True)),
    "RMSprop with momentum": (torch.optim.RMSprop, {"lr": 0.01, "alpha": 0.9, "eps": 1e-6, "momentum": 0.5}, lambda: RmsProp(momentum=0.5)),
    "Adagrad": (torch.optim.Adagrad, {"lr": 0.05, "lr_decay": 0.1}, Adagrad),
}


def watched(path, model, optimizer, steps=STEPS, after=lambda watch: None, before=lambda: None, dtype=torch.float32, settings=None):
    """Trains with a watch, and returns the run."""
    torch.manual_seed(3)
    with lensboard.Inspector(lensboard.AdamMoments(**(settings or {})), path, tick=1) as watch:
        watch.attach(model, optimizer)
        for _ in range(steps):
            model.zero_grad()
            model(torch.randn(8, 4, dtype=dtype)).square().mean().backward()
            before()
            for each in optimizer if isinstance(optimizer, list) else [optimizer]:
                if each is not None:
                    each.step()
            after(watch)
    return lensboard.open(path)


def shown(run, quantity, layer):
    return run[f"Weight {quantity}"][layer]["mean"].values.tolist()


def texts(run):
    return [event["text"] for event in run.events]


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
@pytest.mark.parametrize("kind", KINDS)
def test_moments_are_those_of_the_papers(run_path, kind, dtype):
    make, options, reference = KINDS[kind]
    model = mlp().to(dtype)
    optimizer = make(model.parameters(), **options)
    weights = {"0": model[0].weight, "2": model[2].weight}
    references = {name: reference() for name in weights}
    expected = {name: [] for name in weights}
    changes = {name: [] for name in weights}
    before = {}

    def measure():
        for name, weight in weights.items():
            before[name] = weight.detach().double().clone()
            expected[name].append(references[name].step(weight.grad.double().clone()))

    def after(_):
        for name, weight in weights.items():
            changes[name].append(rms(weight.detach().double() - before[name]))

    run = watched(run_path, model, optimizer, after=after, before=measure, dtype=dtype)
    assert texts(run) == []
    for name, steps in expected.items():
        for quantity in QUANTITIES:
            if quantity in steps[0]:
                numpy.testing.assert_allclose(shown(run, quantity, name), [step[quantity] for step in steps], rtol=1e-5, err_msg=f"{quantity} {name}")
            else:
                assert name not in run[f"Weight {quantity}"].layers
        is_as_in_paper = kind != "NAdam" or torch.__version__ >= "2"  # torch 1.13 multiplies its next momentum by the current one
        if dtype == torch.float64 and "weight_decay" not in options and is_as_in_paper:
            numpy.testing.assert_allclose(shown(run, "Update RMS", name), changes[name], rtol=1e-5)


def test_quantities_and_parameters_are_chosen(run_path):
    model = mlp()
    settings = {"parameters": ["bias*"], "of": ["update", "second"], "log_scale": False}
    run = watched(run_path, model, torch.optim.Adam(model.parameters()), settings=settings)
    assert [tag for tag in run if tag in ("Bias Second Moment", "Bias Update RMS")] == list(run)


def test_each_optimizer_has_its_own_moments(run_path):
    model = mlp()
    run = watched(run_path, model, [torch.optim.SGD(model[0].parameters(), lr=0.1, momentum=0.9), torch.optim.Adam(model[2].parameters())])
    assert run["Weight First Moment"].layers == ["0", "2"]
    assert run["Weight Second Moment"].layers == ["2"]
    assert len(shown(run, "First Moment", "0")) == len(shown(run, "Second Moment", "2")) == STEPS


class Lion(torch.optim.Optimizer):
    """Keeps a mean of gradients, but steps in a way of its own."""

    def __init__(self, parameters, lr=0.001, betas=(0.9, 0.99)):
        super().__init__(parameters, {"lr": lr, "betas": betas})

    @torch.no_grad()
    def step(self, closure=None):
        for group in self.param_groups:
            first, second = group["betas"]
            for parameter in group["params"]:
                mean = self.state[parameter].setdefault("exp_avg", torch.zeros_like(parameter))
                parameter.add_((mean * first + parameter.grad * (1 - first)).sign(), alpha=-group["lr"])
                mean.lerp_(parameter.grad, 1 - second)


def test_an_unknown_optimizer_shows_what_it_keeps(run_path):
    model = mlp()
    optimizer = Lion(model.parameters())
    means = []
    run = watched(run_path, model, optimizer, after=lambda _: means.append(rms(optimizer.state[model[0].weight]["exp_avg"].double())))
    numpy.testing.assert_allclose(shown(run, "First Moment", "0"), means, rtol=1e-5)
    assert all(not run[f"Weight {quantity}"].layers for quantity in QUANTITIES[1:])


class Packed(torch.Tensor):
    """A state in a packed form, like torchao's 8-bit states."""

    @staticmethod
    def __new__(cls, values):
        return torch.Tensor._make_wrapper_subclass(cls, values.size(), dtype=values.dtype)

    def __init__(self, values):
        self.values = values.clone()

    def dequantize(self):
        return self.values

    @classmethod
    def __torch_dispatch__(cls, function, types, arguments=(), keywords=None):
        raise NotImplementedError(function)


class PackedAdam(torch.optim.Adam):
    """Has packed states between steps."""

    @torch.no_grad()
    def step(self, closure=None):
        for state in self.state.values():
            state.update({name: value.dequantize() for name, value in state.items() if isinstance(value, Packed)})
        torch.optim.Adam.step.__wrapped__(self)  # without the hooks of Adam
        for state in self.state.values():
            state.update({name: Packed(state[name]) for name in ("exp_avg", "exp_avg_sq")})


def test_packed_states_are_unpacked(run_path):
    plain, packed = (
        watched(run_path.with_name(f"{kind.__name__}.lbrun"), model := mlp(), kind(model.parameters(), lr=0.01)) for kind in (torch.optim.Adam, PackedAdam)
    )
    assert texts(packed) == []
    for quantity in QUANTITIES:
        assert len(shown(packed, quantity, "0")) == STEPS and shown(packed, quantity, "0") == shown(plain, quantity, "0")


class Odd(torch.optim.Optimizer):
    """Its state and settings have PyTorch's names and other meanings."""

    def __init__(self, parameters):
        super().__init__(parameters, {"lr": None, "eps": (1e-30, 1e-3), "betas": ()})

    @torch.no_grad()
    def step(self, closure=None):
        for parameter in self.param_groups[0]["params"]:
            self.state[parameter].update(step="first", exp_avg=parameter.new_zeros(3), exp_avg_sq="row and column", momentum_buffer=None)


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (lambda model: torch.optim.SGD(model.parameters(), lr=0.1), "The optimizer SGD keeps no moments that can be read, so they are not measured."),
        (lambda model: None, "The optimizer's moments are not measured: the optimizer is unknown. Pass it to attach(), or to stepped()."),
        (lambda model: Odd(model.parameters()), "The optimizer Odd keeps no moments that can be read, so they are not measured."),
    ],
)
def test_nothing_to_show_is_no_error(run_path, make, text):
    model = mlp()
    optimizer = make(model)
    run = watched(run_path, model, optimizer, after=lambda watch: None if optimizer else watch.stepped())
    assert texts(run) == [text]
    assert all(not run[f"Weight {quantity}"].layers for quantity in QUANTITIES)


def test_a_parameter_without_gradient_is_left_out(run_path):
    model = torch.nn.Sequential(mlp(), torch.nn.Linear(2, 2))
    model[1].requires_grad_(False)
    run = watched(run_path, model, torch.optim.Adam(model.parameters()))
    assert run["Weight Update RMS"].layers == ["0.0", "0.2"]
    assert texts(run) == []


def test_moments_of_copies(run_path):
    class Main:
        def __init__(self, model):
            self.model = list(model.parameters())
            self.optimizer = torch.optim.Adam([parameter.detach().float().clone() for parameter in self.model], lr=0.01)
            self.param_groups = self.optimizer.param_groups

        def step(self):
            copies = self.param_groups[0]["params"]
            for parameter, copy in zip(self.model, copies):
                copy.grad = parameter.grad.float()
            self.optimizer.step()
            with torch.no_grad():
                for parameter, copy in zip(self.model, copies):
                    parameter.copy_(copy)

    model = mlp().to(torch.bfloat16)
    optimizer = Main(model)
    seconds = []

    def after(_):
        state = optimizer.optimizer.state[optimizer.param_groups[0]["params"][0]]
        seconds.append((state["exp_avg_sq"].double().mean().item() / (1 - 0.999 ** int(state["step"]))) ** 0.5)

    run = watched(run_path, model, optimizer, after=after, dtype=torch.bfloat16)
    numpy.testing.assert_allclose(shown(run, "Second Moment", "0"), seconds, rtol=1e-5)
    assert len(shown(run, "Update RMS", "2")) == STEPS


def test_moments_of_chained_optimizers(run_path):
    """Megatron's chain has a state with other keys than the parameters."""

    class Chain:
        def __init__(self, *optimizers):
            self.chained_optimizers = list(optimizers)
            self.param_groups = [group for each in optimizers for group in each.param_groups]
            self.state = {}

        def step(self):
            for each in self.chained_optimizers:
                each.step()

    def optimizers(model):
        return torch.optim.Adam(model[0].parameters()), torch.optim.SGD(model[2].parameters(), lr=0.1, momentum=0.9)

    model, other = mlp(), mlp()
    run = watched(run_path, model, Chain(*optimizers(model)))
    alone = watched(run_path.with_name("alone.lbrun"), other, list(optimizers(other)))
    for quantity, layer in (("Second Moment", "0"), ("Update RMS", "0"), ("First Moment", "2")):
        assert shown(run, quantity, layer) == pytest.approx(shown(alone, quantity, layer), rel=1e-6) and len(shown(run, quantity, layer)) == STEPS
    assert texts(run) == []


@pytest.mark.skipif(not hasattr(torch.optim, "Muon"), reason="this torch has no Muon")
def test_muon_beside_adam(run_path):
    model = mlp()
    weights = [parameter for parameter in model.parameters() if parameter.dim() == 2]
    biases = [parameter for parameter in model.parameters() if parameter.dim() == 1]
    run = watched(run_path, model, [torch.optim.Muon(weights), torch.optim.AdamW(biases)], settings={"parameters": ["weight*", "bias*"]})
    assert run["Weight First Moment"].layers == ["0", "2"] and not run["Weight Update RMS"].layers
    assert run["Bias Update RMS"].layers == ["0", "2"]
    assert run.ticks["step"].tolist() == list(range(1, STEPS + 1))


def test_a_budget_and_a_switch(run_path):
    model = mlp()
    optimizer = torch.optim.Adam(model.parameters())
    with lensboard.Inspector(lensboard.AdamMoments(enabled=False), run_path, tick=10, budget=0.5) as watch:
        watch.attach(model, optimizer)
        for step in range(40):
            if step == 10:
                watch.set_enabled("AdamMoments", True)
            model.zero_grad()
            model(torch.randn(8, 4)).square().mean().backward()
            optimizer.step()
    run = lensboard.open(run_path)
    steps = run["Weight Update RMS"]["0"]["mean"].steps.tolist()
    assert steps and set(steps) <= {20, 30, 40}
