"""Reading ten million points from Python: PYTHONPATH=build/release/python python3 tests/benchmarks/bench_python_read.py"""

import statistics
import tempfile
import time
from pathlib import Path

import lensboard
import torch

LAYERS, TICKS = 400, 25_000


class Many(lensboard.Lens):
    tags = [lensboard.TagSpec("Many")]

    def attach(self, model, modules):
        self.value = 0.0

    def plot(self, plot):
        line = plot.line
        for layer in NAMES:
            line("Many", layer, "value", self.value)
            self.value += 1.0


NAMES = [f"layers.{number}.attention" for number in range(LAYERS)]


def main():
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "many.lbrun"
        began = time.perf_counter()
        with lensboard.Inspector([Many], path) as watch:
            watch.attach(torch.nn.Linear(1, 1))
            for _ in range(TICKS):
                watch.tick()
        print(f"written in {time.perf_counter() - began:.1f} s: {path.stat().st_size / 1e6:.0f} MB")

        def read():
            began = time.perf_counter()
            run = lensboard.open(path)
            values = [run["Many"][layer]["value"].values for layer in NAMES]
            seconds = time.perf_counter() - began
            assert sum(map(len, values)) == LAYERS * TICKS and values[-1][-1] == LAYERS * TICKS - 1
            return seconds

        read()
        times = [read() for _ in range(7)]
        print(f"{LAYERS * TICKS / 1e6:.0f} million points read in {statistics.median(times):.3f} s ({min(times):.3f} to {max(times):.3f})")


if __name__ == "__main__":
    main()
