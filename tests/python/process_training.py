"""One of several processes that train a model together, each on its share of every batch; run by test_processes.py.

Arguments: a folder, the rank, the number of processes, and the name of the story.
"""

import sys
import threading
from pathlib import Path

import lensboard
import torch
from conftest import mlp

folder, rank, count, story = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
torch.set_num_threads(1)
if count > 1:
    torch.distributed.init_process_group("gloo", f"file://{folder}/meeting", rank=rank, world_size=count)
model = mlp()
is_large = story in ("each measures some", "first measures all")  # processes share the layers of larger models, unless memory is limited
if is_large:
    torch.manual_seed(5)
    model = torch.nn.Sequential(torch.nn.Linear(4, 600), torch.nn.ReLU(), torch.nn.Linear(600, 500), torch.nn.ReLU(), torch.nn.Linear(500, 2))
is_wrapped_later = story.startswith("wrapped later")
if count > 1 and story != "no averaging" and not is_wrapped_later:
    model = torch.nn.parallel.DistributedDataParallel(model)
if story == "one watches" and rank > 0:
    torch.distributed.barrier()
    sys.exit()
if story == "one watches":
    from lensboard import _processes

    _processes._PATIENCE, _processes._MESSAGE_AFTER = 1, 0.2

optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
lenses = [
    lensboard.LossMetrics(),
    lensboard.OutputNorm(line_aggregation=["mean", "median"], inplace=False),
    lensboard.OutputActivation(),
    lensboard.OutputGradientGeometry(),
    lensboard.ParameterGradientGeometry(),
    lensboard.ParameterNorm(),
    lensboard.ParameterUpdateGeometry(),
    lensboard.ParameterCondition(),
    lensboard.Data(when="every"),
]
data = torch.Generator().manual_seed(6)
try:
    watch = lensboard.Inspector(
        lenses, folder / f"run-{count}.lbrun", tick="3 steps", by_process=story == "each", memory="1 GB" if story == "first measures all" else ""
    )
except RuntimeError as error:
    print(error)
    torch.distributed.barrier()
    sys.exit(3)
watch.attach(model, optimizer)
if is_wrapped_later:
    model = torch.nn.parallel.DistributedDataParallel(model)
if story == "wrapped later, compiled":
    model = torch.compile(model, backend="aot_eager")
if story == "wrapped later, compiled in place":
    model.compile(backend="aot_eager")
stopped = None
for step in range(1, 13):
    x, y = torch.randn(16, 4, generator=data), torch.randn(16, 2, generator=data)
    if story != "same samples":
        x, y = x[rank::count], y[rank::count]  # like a DistributedSampler
    optimizer.zero_grad()
    watch.push_targets(y)
    if count > 1 and story == "two passes":  # the first pass's gradients are not averaged
        with model.no_sync():
            (torch.nn.functional.mse_loss(model(x), y) / 2).backward()
        (torch.nn.functional.mse_loss(model(x), y) / 2).backward()
    loss = torch.nn.functional.mse_loss(model(x), y)
    if story != "two passes":
        loss.backward()
    optimizer.step()
    watch.push_loss(loss)
    if rank == 0 and step % 3 == 0:  # evaluated in one process only
        watch.push_loss(0.5 + step, train=False)
    watch.push_metric("rank", float(rank))
    if story == "orders" and rank == 0 and step == 4:  # mid-tick, on another thread
        thread = threading.Thread(target=watch.set_enabled, args=("OutputNorm", False))
        thread.start()
        thread.join()
    if is_large and rank == 0 and step == 5:
        watch.set_enabled("ParameterUpdateGeometry", False)
    if is_large and rank == 0 and step == 8:
        watch.set_enabled("ParameterUpdateGeometry", True)
    if story == "orders" and rank == 0 and step == 8:
        watch.stop()
    if watch.stop_requested:
        stopped = step
        break
print("path", bool(watch.path), "stopped", stopped, "norm", watch.lenses["OutputNorm"])
watch.close()
if count > 1:
    torch.distributed.barrier()  # otherwise the first process to exit closes connections in use by others
    torch.distributed.destroy_process_group()
