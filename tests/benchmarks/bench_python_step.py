"""What watching costs from Python: the step time of five models with all lenses and with none, on two threads.

bench_python_step.py [MODEL...]; PYTHONPATH names the folder of the package. With LENSBOARD_MONITORCH=FOLDER, monitorch's, it is timed
in the same run. Pairs in the order A B B A, and medians of the steps' times and of their differences.
"""

import math
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

import lensboard
import torch
import torch.nn.functional as F
from torch import nn

ROUNDS = 15
STEPS_PER_TICK = 100


def mlp():
    net = nn.Sequential(nn.Linear(784, 256), nn.ReLU(), nn.Linear(256, 128), nn.ReLU(), nn.Linear(128, 10))
    return net, torch.randn(128, 784), torch.randint(10, (128,)), 20


def deep():
    """What a look at a layer costs, whatever its size."""
    layers = [layer for _ in range(20) for layer in (nn.Linear(16, 16), nn.ReLU())]
    return nn.Sequential(*layers, nn.Linear(16, 10)), torch.randn(16, 16), torch.randint(10, (16,)), 20


def cnn():
    net = nn.Sequential(
        nn.Conv2d(1, 32, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(32, 64, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
        nn.Flatten(), nn.Linear(3136, 128), nn.ReLU(), nn.Dropout(0.25), nn.Linear(128, 10),
    )  # fmt: skip
    return net, torch.randn(64, 1, 28, 28), torch.randint(10, (64,)), 4


class Block(nn.Module):
    def __init__(self, before, after, stride):
        super().__init__()
        self.conv1 = nn.Conv2d(before, after, 3, stride, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(after)
        self.relu1 = nn.ReLU()
        self.conv2 = nn.Conv2d(after, after, 3, 1, 1, bias=False)
        self.bn2 = nn.BatchNorm2d(after)
        self.relu2 = nn.ReLU()
        same = before == after and stride == 1
        self.short = nn.Identity() if same else nn.Sequential(nn.Conv2d(before, after, 1, stride, bias=False), nn.BatchNorm2d(after))

    def forward(self, x):
        return self.relu2(self.bn2(self.conv2(self.relu1(self.bn1(self.conv1(x))))) + self.short(x))


def resnet():
    layers = [nn.Conv2d(3, 16, 3, padding=1, bias=False), nn.BatchNorm2d(16), nn.ReLU()]
    before = 16
    for width in (16, 32, 64, 128):
        for i in range(2):
            layers.append(Block(before, width, 2 if i == 0 and width > 16 else 1))
            before = width
    net = nn.Sequential(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(128, 10))
    return net, torch.randn(32, 3, 32, 32), torch.randint(10, (32,)), 2


class Attention(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(width, 3 * width)
        self.proj = nn.Linear(width, width)

    def forward(self, x):
        n, t, width = x.shape
        q, k, v = self.qkv(x).view(n, t, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        scores = (q @ k.transpose(-2, -1)) / math.sqrt(width // self.heads)
        scores = scores.masked_fill(~torch.ones(t, t, dtype=torch.bool).tril(), -1e9).softmax(-1)
        return self.proj((scores @ v).transpose(1, 2).reshape(n, t, width))


class GptBlock(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.ln1, self.attention = nn.LayerNorm(width), Attention(width, heads)
        self.ln2, self.mlp = nn.LayerNorm(width), nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width))

    def forward(self, x):
        x = x + self.attention(self.ln1(x))
        return x + self.mlp(self.ln2(x))


class Gpt(nn.Module):
    def __init__(self, vocabulary=512, width=128, length=128, blocks=4):
        super().__init__()
        self.tokens = nn.Embedding(vocabulary, width)
        self.places = nn.Parameter(torch.zeros(1, length, width))
        self.blocks = nn.Sequential(*[GptBlock(width, 4) for _ in range(blocks)])
        self.norm = nn.LayerNorm(width)
        self.head = nn.Linear(width, vocabulary, bias=False)

    def forward(self, ids):
        return self.head(self.norm(self.blocks(self.tokens(ids) + self.places))).flatten(0, 1)


def gpt():
    text = torch.randint(512, (8, 129))
    return Gpt(), text[:, :128].contiguous(), text[:, 1:].flatten(), 1


LENSES = [
    "LossMetrics", "OutputActivation", "OutputNorm", "OutputGradientGeometry", "ParameterGradientGeometry", "ParameterGradientActivation",
    "ParameterNorm", "ParameterUpdateGeometry",
]  # fmt: skip


class Loop:
    def __init__(self, make):
        torch.manual_seed(1)
        self.model, self.inputs, self.targets, self.steps_a_sample = make()
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.001, momentum=0.9)
        self.push = lambda loss: None
        self.close = lambda: None
        self.done = 0

    def steps(self, count):
        start = time.perf_counter()
        for _ in range(count):
            self.optimizer.zero_grad(set_to_none=True)
            loss = F.cross_entropy(self.model(self.inputs), self.targets)
            loss.backward()
            self.optimizer.step()
            self.push(loss)
        return (time.perf_counter() - start) / count


def with_lensboard(make, folder):
    loop = Loop(make)
    watch = lensboard.Inspector(
        [getattr(lensboard, lens)() for lens in LENSES], Path(folder) / "bench.lbrun", tick=STEPS_PER_TICK
    )
    watch.attach(loop.model, loop.optimizer)
    loop.push, loop.close = watch.push_loss, watch.close
    return loop


def with_monitorch(make, folder):
    from monitorch import lens
    from monitorch.inspector import PyTorchInspector

    loop = Loop(make)
    inspector = PyTorchInspector(
        [
            getattr(lens, name)(loop.optimizer) if name == "ParameterUpdateGeometry" else getattr(lens, name)()
            for name in LENSES
        ],
        visualizer="dummy",
        module=loop.model,
    )

    def push(loss):
        inspector.push_loss(loss.item(), train=True)
        loop.done += 1
        if loop.done % STEPS_PER_TICK == 0:
            inspector.tick_epoch()

    loop.push = push
    return loop


def main(names):
    torch.set_num_threads(2)
    makers = {make.__name__: make for make in (mlp, cnn, resnet, gpt, deep)}
    peers = {"lensboard": with_lensboard}
    if os.environ.get("LENSBOARD_MONITORCH"):
        sys.path.insert(0, os.environ["LENSBOARD_MONITORCH"])
        peers["monitorch"] = with_monitorch
    print(f"torch {torch.__version__}, {ROUNDS} rounds of A B B A, {len(LENSES)} lenses, a tick every {STEPS_PER_TICK} steps")
    for name in names or makers:
        for peer, watched in peers.items():
            with tempfile.TemporaryDirectory() as folder:
                bare, watching = Loop(makers[name]), watched(makers[name], folder)
                count = bare.steps_a_sample
                for loop in (bare, watching):
                    loop.steps(3 * count)
                plain, added = [], []
                for _ in range(ROUNDS):
                    a, b, c, d = bare.steps(count), watching.steps(count), watching.steps(count), bare.steps(count)
                    plain.append((a + d) / 2)
                    added.append((b + c - a - d) / 2)
                step, more = statistics.median(plain), statistics.median(added)
                print(f"{name:7} {peer:10} {1e3 * step:8.2f} ms a step, {1e3 * more:+7.3f} ms watched, {1 + more / step:.3f} times", flush=True)
                watching.close()


if __name__ == "__main__":
    main(sys.argv[1:])
