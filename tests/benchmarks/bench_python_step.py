"""Measures the cost of lenses per training step of five models from Python, on two threads, and of monitorch if it is installed.

    PYTHONPATH=build/release/python python3 tests/benchmarks/bench_python_step.py [MODEL...]
    python3 tests/benchmarks/bench_python_step.py --build old=FOLDER --build new=FOLDER,PYTHON

--build measures the package in FOLDER with the interpreter PYTHON (default: this one) and its torch. Several builds are compared.
--compile compares with the same model compiled by torch.compile; monitorch is left out. --budget limits the time of the lenses.
Lensboard runs nine lenses, monitorch its eight. Each contender is a process that times its loop without and with lenses in the order
A B B A. Contenders alternate, and every second round reverses their order. Prints medians over rounds, and quartiles of the added time.
On a busy machine OMP_WAIT_POLICY=PASSIVE keeps waiting threads from spinning.
"""

import argparse
import importlib.util
import itertools
import math
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import Tensor, nn

STEPS_PER_TICK = 100
Made = tuple[nn.Module, Tensor, Tensor, int]  #: a model, its inputs and targets, and how many steps are timed together


def mlp() -> Made:
    net = nn.Sequential(nn.Linear(784, 256), nn.ReLU(), nn.Linear(256, 128), nn.ReLU(), nn.Linear(128, 10))
    return net, torch.randn(128, 784), torch.randint(10, (128,)), 20


def deep() -> Made:
    """Many layers: measures the fixed cost per layer."""
    layers = [layer for _ in range(20) for layer in (nn.Linear(16, 16), nn.ReLU())]
    return nn.Sequential(*layers, nn.Linear(16, 10)), torch.randn(16, 16), torch.randint(10, (16,)), 20


def cnn() -> Made:
    net = nn.Sequential(
        nn.Conv2d(1, 32, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(32, 64, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
        nn.Flatten(), nn.Linear(3136, 128), nn.ReLU(), nn.Dropout(0.25), nn.Linear(128, 10),
    )  # fmt: skip
    return net, torch.randn(64, 1, 28, 28), torch.randint(10, (64,)), 4


class Block(nn.Module):
    def __init__(self, before: int, after: int, stride: int) -> None:
        super().__init__()
        self.conv1 = nn.Conv2d(before, after, 3, stride, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(after)
        self.relu1 = nn.ReLU()
        self.conv2 = nn.Conv2d(after, after, 3, 1, 1, bias=False)
        self.bn2 = nn.BatchNorm2d(after)
        self.relu2 = nn.ReLU()
        same = before == after and stride == 1
        self.short = nn.Identity() if same else nn.Sequential(nn.Conv2d(before, after, 1, stride, bias=False), nn.BatchNorm2d(after))

    def forward(self, x: Tensor) -> Tensor:
        return self.relu2(self.bn2(self.conv2(self.relu1(self.bn1(self.conv1(x))))) + self.short(x))


def resnet() -> Made:
    layers = [nn.Conv2d(3, 16, 3, padding=1, bias=False), nn.BatchNorm2d(16), nn.ReLU()]
    before = 16
    for width in (16, 32, 64, 128):
        for i in range(2):
            layers.append(Block(before, width, 2 if i == 0 and width > 16 else 1))
            before = width
    net = nn.Sequential(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(128, 10))
    return net, torch.randn(32, 3, 32, 32), torch.randint(10, (32,)), 2


class Attention(nn.Module):
    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(width, 3 * width)
        self.proj = nn.Linear(width, width)

    def forward(self, x: Tensor) -> Tensor:
        n, t, width = x.shape
        q, k, v = self.qkv(x).view(n, t, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        scores = (q @ k.transpose(-2, -1)) / math.sqrt(width // self.heads)
        scores = scores.masked_fill(~torch.ones(t, t, dtype=torch.bool).tril(), -1e9).softmax(-1)
        return self.proj((scores @ v).transpose(1, 2).reshape(n, t, width))


class GptBlock(nn.Module):
    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.ln1, self.attention = nn.LayerNorm(width), Attention(width, heads)
        self.ln2, self.mlp = nn.LayerNorm(width), nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width))

    def forward(self, x: Tensor) -> Tensor:
        x = x + self.attention(self.ln1(x))
        return x + self.mlp(self.ln2(x))


class Gpt(nn.Module):
    def __init__(self, vocabulary: int = 512, width: int = 128, length: int = 128, blocks: int = 4) -> None:
        super().__init__()
        self.tokens = nn.Embedding(vocabulary, width)
        self.places = nn.Parameter(torch.zeros(1, length, width))
        self.blocks = nn.Sequential(*[GptBlock(width, 4) for _ in range(blocks)])
        self.norm = nn.LayerNorm(width)
        self.head = nn.Linear(width, vocabulary, bias=False)

    def forward(self, ids: Tensor) -> Tensor:
        return self.head(self.norm(self.blocks(self.tokens(ids) + self.places))).flatten(0, 1)


def gpt() -> Made:
    text = torch.randint(512, (8, 129))
    return Gpt(), text[:, :128].contiguous(), text[:, 1:].flatten(), 1


MODELS: dict[str, Callable[[], Made]] = {make.__name__: make for make in (mlp, cnn, resnet, gpt, deep)}
LENSES = [
    "LossMetrics", "OutputActivation", "OutputNorm", "OutputGradientGeometry", "ParameterGradientGeometry", "ParameterGradientActivation",
    "ParameterNorm", "ParameterUpdateGeometry",
]  # fmt: skip


class Loop:
    def __init__(self, model: str, is_compiled: bool) -> None:
        torch.manual_seed(1)
        self.model, self.inputs, self.targets, self.steps_a_sample = MODELS[model]()
        self.forward: nn.Module = torch.compile(self.model, fullgraph=True) if is_compiled else self.model
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.001, momentum=0.9)
        self.push: Callable[[Tensor], object] = lambda loss: None
        self.close: Callable[[], object] = lambda: None

    def seconds(self) -> float:
        """Returns the mean seconds of a step."""
        start = time.perf_counter()
        for _ in range(self.steps_a_sample):
            self.optimizer.zero_grad(set_to_none=True)
            loss = F.cross_entropy(self.forward(self.inputs), self.targets)
            loss.backward()
            self.optimizer.step()
            self.push(loss)
        return (time.perf_counter() - start) / self.steps_a_sample


def watched_by_lensboard(loop: Loop, folder: Path, budget: float) -> str:
    import lensboard

    lenses = [*LENSES, "ParameterCondition"]
    watch = lensboard.Inspector([getattr(lensboard, lens)() for lens in lenses], folder / "bench.lbrun", tick=STEPS_PER_TICK, budget=budget)
    watch.attach(loop.model, loop.optimizer)
    loop.push, loop.close = watch.push_loss, watch.close
    return f"{len(lenses)} lenses"


def watched_by_monitorch(loop: Loop, folder: Path, _: float) -> str:
    from monitorch import lens
    from monitorch.inspector import PyTorchInspector

    made = [getattr(lens, name)(*([loop.optimizer] if name == "ParameterUpdateGeometry" else [])) for name in LENSES]
    inspector = PyTorchInspector(made, visualizer="dummy", module=loop.model)
    done = 0

    def push(loss: Tensor) -> None:
        nonlocal done
        inspector.push_loss(loss.item(), train=True)
        done += 1
        if done % STEPS_PER_TICK == 0:
            inspector.tick_epoch()

    loop.push = push
    return f"{len(made)} lenses"


def serve(watcher: str, model: str, is_compiled: str, budget: str) -> None:
    """Times one round for each line of input. Prints the seconds of a bare step, and the seconds added by lenses."""
    torch.set_num_threads(2)
    with tempfile.TemporaryDirectory() as folder:
        bare, watched = Loop(model, bool(int(is_compiled))), Loop(model, bool(int(is_compiled)))
        lenses = {"lensboard": watched_by_lensboard, "monitorch": watched_by_monitorch}[watcher](watched, Path(folder), float(budget))
        for loop in (bare, watched):
            for _ in range(3 if float(budget) == 0 else 100):  # lenses measure more of the first steps than the budget
                loop.seconds()
        print(f"torch {torch.__version__}, {lenses}", flush=True)
        for _ in sys.stdin:
            a, b, c, d = bare.seconds(), watched.seconds(), watched.seconds(), bare.seconds()
            print((a + d) / 2, (b + c - a - d) / 2, flush=True)
        watched.close()


class Contender:
    def __init__(self, name: str, watcher: str, folder: str = "", python: str = "") -> None:
        self.name = name
        self.watcher = watcher
        self.python = python or sys.executable
        self.environment = {**os.environ, **({"PYTHONPATH": folder} if folder else {})}
        self.plain: list[float] = []
        self.added: list[float] = []

    def start(self, model: str, *options: str) -> None:
        self.plain.clear()
        self.added.clear()
        command = [self.python, "-W", "ignore", __file__, "--serve", self.watcher, model, *options]
        self.process = subprocess.Popen(command, env=self.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.what = self.answer()

    def answer(self) -> str:
        assert self.process.stdout
        line = self.process.stdout.readline()
        if not line:
            sys.exit(f"{self.name} ended with {self.process.wait()}")
        return line.strip()

    def run_round(self) -> None:
        assert self.process.stdin
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        plain, added = map(float, self.answer().split())
        self.plain.append(plain)
        self.added.append(added)

    def end(self) -> None:
        self.process.communicate()


def compare(model: str, contenders: list[Contender], rounds: int, *options: str) -> None:
    for contender in contenders:
        contender.start(model, *options)
    for number in range(rounds):
        for contender in contenders if number % 2 == 0 else reversed(contenders):
            contender.run_round()
    for contender in contenders:
        contender.end()
        step = statistics.median(contender.plain)
        low, more, high = statistics.quantiles(contender.added, n=4)
        print(
            f"{model:7} {contender.name:10} {1e3 * step:8.2f} ms a step, {1e3 * more:+8.3f} ms watched ({1e3 * low:+.3f} to {1e3 * high:+.3f}), "
            f"{1 + more / step:.3f} times; {contender.what}"
        )
    for first, second in itertools.combinations(contenders, 2):
        ratio = statistics.median(first.added) / statistics.median(second.added)
        print(f"{model:7} {first.name} adds {ratio:.3f} times what {second.name} adds", flush=True)


def processor() -> str:
    lines = Path("/proc/cpuinfo").read_text().splitlines() if Path("/proc/cpuinfo").exists() else []
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "unknown processor")


def main() -> None:
    if sys.argv[1:2] == ["--serve"]:
        serve(*sys.argv[2:])
        return
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", nargs="*", metavar="MODEL", help=", ".join(MODELS))
    parser.add_argument("--build", action="append", default=[], metavar="NAME=FOLDER[,PYTHON]")
    parser.add_argument("--rounds", type=int, default=16)
    parser.add_argument("--compile", action="store_true")
    parser.add_argument("--budget", type=float, default=0.0)
    options = parser.parse_args()
    if options.rounds < 2:
        parser.error(f"--rounds is at least 2, found {options.rounds}")
    if unknown := set(options.models) - set(MODELS):
        parser.error(f"there is no model {', '.join(sorted(unknown))}; there is {', '.join(MODELS)}")
    contenders = []
    for build in options.build:
        name, _, where = build.partition("=")
        folder, _, python = where.partition(",")
        if not (Path(folder) / "lensboard" / "__init__.py").is_file():
            parser.error(f"--build is NAME=FOLDER[,PYTHON], and FOLDER has the folder lensboard; found {build!r}")
        contenders.append(Contender(name, "lensboard", str(Path(folder).resolve()), python))
    contenders = contenders or [Contender("lensboard", "lensboard")]
    if options.compile:
        print("monitorch is not timed: it does not see a compiled model")
    elif not importlib.util.find_spec("monitorch"):
        print("monitorch is not timed: it is not installed for this Python")
    elif not hasattr(torch.Tensor, "register_post_accumulate_grad_hook"):
        print(f"monitorch is not timed: it needs torch 2.1, and this is {torch.__version__}")
    else:
        contenders.append(Contender("monitorch", "monitorch"))
    print(f"{processor()}, {os.cpu_count()} processors, {options.rounds} rounds, a tick every {STEPS_PER_TICK} steps", flush=True)
    for model in options.models or MODELS:
        compare(model, contenders, options.rounds, str(int(options.compile)), str(options.budget))


if __name__ == "__main__":
    main()
