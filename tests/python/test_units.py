"""The units of an output are the last dimension after some modules, the second after others."""

import lensboard
import pytest
import torch


class Feed(torch.nn.Module):
    """The hidden layer of a transformer: [N, T, C]. Half of its units are dead."""

    def __init__(self, relu_first):
        super().__init__()
        if relu_first:
            self.activation = torch.nn.ReLU()
        self.inner = torch.nn.Linear(8, 16)
        if not relu_first:
            self.activation = torch.nn.ReLU()
        self.outer = torch.nn.Linear(16, 8)
        with torch.no_grad():
            self.inner.weight[:8] = 0
            self.inner.bias.copy_(torch.tensor([-1.0] * 8 + [1.0] * 8))
            self.inner.weight *= 0.1

    def forward(self, x):
        return self.outer(self.activation(self.inner(x)))


class Pictures(torch.nn.Module):
    """One ReLU after convolutions and linear layers, registered last. Half of the channels are dead."""

    def __init__(self):
        super().__init__()
        self.conv = torch.nn.Conv2d(3, 6, 3)
        self.fc = torch.nn.Linear(6 * 2 * 2, 5)
        self.relu = torch.nn.ReLU()
        with torch.no_grad():
            self.conv.weight *= 0.01
            self.conv.bias.copy_(torch.tensor([-1.0] * 3 + [1.0] * 3))

    def forward(self, x):
        return self.fc(self.relu(self.conv(x)).flatten(1))


class ChannelsLast(torch.nn.Module):
    """A block as ConvNeXt has them: a convolution, then linear layers of [N, H, W, C]."""

    def __init__(self):
        super().__init__()
        self.depthwise = torch.nn.Conv2d(4, 4, 3, padding=1, groups=4)
        self.norm = torch.nn.LayerNorm(4)
        self.inner = torch.nn.Linear(4, 16)
        self.activation = torch.nn.ReLU()
        with torch.no_grad():
            self.inner.weight *= 0.01
            self.inner.bias.copy_(torch.tensor([-1.0] * 8 + [1.0] * 8))

    def forward(self, x):
        return self.activation(self.inner(self.norm(self.depthwise(x).permute(0, 2, 3, 1))))


def rates(run_path, model, x, layer, lens):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.0)
    with lensboard.Inspector(lens, run_path, tick=1) as watch:
        watch.attach(model, optimizer)
        model(x).sum().backward()
        optimizer.step()
    return lensboard.open(run_path)["Output Activations"][layer]["death_rate"].values[0]


torch.manual_seed(4)
MODELS = {
    "transformer": (lambda: Feed(False), torch.randn(3, 5, 8), "activation", 0.5, 0.0),
    "activation first": (lambda: Feed(True), torch.randn(3, 5, 8), "activation", 0.5, 0.0),
    "pictures": (Pictures, torch.randn(3, 3, 4, 4), "relu", 0.5, 0.5),
    "channels last": (ChannelsLast, torch.randn(3, 4, 6, 6), "activation", 0.5, 0.0),
}


@pytest.mark.parametrize("name", MODELS)
def test_units_are_those_of_the_layer_before(run_path, name):
    make, x, layer, death, death_of_second = MODELS[name]
    assert rates(run_path, make(), x, layer, lensboard.OutputActivation()) == death
    for lens in (lensboard.OutputActivation(channel_last=False), lensboard.OutputActivation(parity=True)):
        assert rates(run_path.with_name("second.lbrun"), make(), x, layer, lens) == death_of_second
        run_path.with_name("second.lbrun").unlink()


def test_an_override(run_path):
    lens = lensboard.OutputActivation(channel_last=True)
    assert rates(run_path, Pictures(), torch.randn(3, 3, 4, 4), "relu", lens) == 0
    with pytest.raises(ValueError, match="channel_last"):
        lensboard.Inspector(lensboard.OutputActivation(channel_last="second"), run_path.with_name("other.lbrun"))


@pytest.mark.parametrize("kind, death", [(torch.nn.Linear, 0.5), (torch.nn.Conv1d, 0.25)])
def test_a_module_itself(run_path, kind, death):
    torch.manual_seed(4)
    if kind is torch.nn.Linear:
        model, x = kind(4, 4), torch.randn(3, 4, 4)
        units = [0, 0, 1, 1]
    else:
        model, x = kind(4, 4, 1), torch.randn(3, 4, 4)
        units = [0, 1, 1, 1]
    with torch.no_grad():
        model.weight.mul_(torch.tensor(units, dtype=torch.float).reshape(-1, *[1] * (model.weight.dim() - 1)))
        model.bias.mul_(torch.tensor(units))
    assert rates(run_path, torch.nn.Sequential(model), x, "0", lensboard.OutputActivation(include=[kind])) == death


def test_ranks_of_outputs_are_those_of_positions(run_path):
    def rank(**settings):
        torch.manual_seed(4)
        model, path = Feed(False), run_path.with_name(f"{len(settings)}{settings}.lbrun")
        optimizer = torch.optim.SGD(model.parameters(), lr=0.0)
        with lensboard.Inspector(lensboard.EffectiveRank(effective=False, **settings), path, tick=1) as watch:
            watch.attach(model, optimizer)
            model(torch.randn(2, 30, 8)).sum().backward()
            optimizer.step()
        return lensboard.open(path)["Output Stable Rank"]["activation"]["value"].values[0]

    assert rank() == rank(channel_last=True) != rank(channel_last=False)


@pytest.mark.parametrize("name", ["SiLUActivation", "NewGELUActivation", "QuickGELU"])
def test_activations_of_other_libraries_are_watched(run_path, name):
    activation = type(name, (torch.nn.Module,), {"forward": lambda self, x: torch.relu(x)})
    model = torch.nn.Sequential(torch.nn.Linear(8, 16), activation(), torch.nn.Linear(16, 8))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    with lensboard.Inspector([lensboard.OutputNorm(), lensboard.OutputActivation()], run_path, tick=1) as watch:
        watch.attach(model, optimizer)
        model(torch.randn(4, 8)).sum().backward()
        optimizer.step()
    run = lensboard.open(run_path)
    assert list(run["Output Norm"]) == ["1"] and list(run["Output Activations"]) == ["1"]
