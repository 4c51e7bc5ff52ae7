"""Measures the cost of lenses within a budget of 2 % for a GPT under fully_shard() in two Gloo processes, of one thread each.

    PYTHONPATH=build/release/python python3 tests/benchmarks/bench_sharded.py [ROUNDS] [--processor]

Both processes time the same loops in the order A B B A, without and with six lenses of parameters. A lens measures more than its share until it
has seen 100 steps, so the first 1,000 steps are not timed. Prints the median ratio of the first process, and the quartiles over rounds.
With --processor it compares processor time: no waiting, for a machine with other work.
"""

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import lensboard
import torch
from paired_timing import compare
from torch import distributed, nn

PROCESSES, WARM_UP, COUNT = 2, 1000, 20
LENSES = [
    lensboard.ParameterGradientGeometry, lensboard.ParameterGradientActivation, lensboard.ParameterUpdateGeometry, lensboard.ParameterNorm,
    lensboard.WeightUpdateRatio, lensboard.AdamMoments,
]  # fmt: skip


class GPT(nn.Module):
    def __init__(self, width: int = 256, blocks: int = 4, tokens: int = 512) -> None:
        super().__init__()
        self.embedding = nn.Embedding(tokens, width)
        self.blocks = nn.ModuleList(nn.TransformerEncoderLayer(width, 4, 4 * width, dropout=0.0, batch_first=True, norm_first=True) for _ in range(blocks))
        self.head = nn.Linear(width, tokens)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = self.embedding(x)
        for block in self.blocks:
            y = block(y)
        return self.head(y)


def loop(watch: lensboard.Inspector | None) -> Callable[[int], None]:
    """Returns a function that trains a model of its own for some steps."""
    from torch.distributed.fsdp import fully_shard

    torch.manual_seed(1)
    model = GPT()
    for block in model.blocks:
        fully_shard(block)
    fully_shard(model)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    if watch:
        watch.attach(model, optimizer)
    tokens = torch.randint(512, (4, 65))

    def run(steps: int) -> None:
        for _ in range(steps):
            loss = nn.functional.cross_entropy(model(tokens[:, :-1]).flatten(0, 1), tokens[:, 1:].flatten())
            loss.backward()
            optimizer.step()
            optimizer.zero_grad()
            if watch:
                watch.push_loss(loss)

    return run


def measure(rank: int, folder: str, rounds: int, processor: bool) -> None:
    torch.set_num_threads(1)
    distributed.init_process_group("gloo", f"file://{folder}/store", rank=rank, world_size=PROCESSES)
    watch = lensboard.Inspector([lens() for lens in LENSES], Path(folder) / "run.lbrun", tick="100 steps", budget=0.02, control=False)
    bare, watched = loop(None), loop(watch)
    bare(WARM_UP // 10)
    watched(WARM_UP)
    result = compare(bare, watched, COUNT, rounds=rounds, clock=time.process_time if processor else time.perf_counter)
    watch.close()
    if rank == 0:
        low, _, high = statistics.quantiles(result.ratios, n=4)
        print(f"{1000 * result.step:.1f} ms a step, ratio {result.ratio:.3f}, quartiles {low:.3f} to {high:.3f} of {len(result.ratios)} rounds")
    distributed.destroy_process_group()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("rounds", nargs="?", type=int, default=15)
    parser.add_argument("--processor", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        torch.multiprocessing.spawn(measure, (folder, arguments.rounds, arguments.processor), PROCESSES)
