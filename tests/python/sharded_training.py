"""One of several processes that train a model with divided parameters, or the twin that trains the whole model alone; run by test_sharded.py.

Arguments: a folder, the rank, the number of processes, and the name of the story.
"""

import sys
from pathlib import Path
from types import SimpleNamespace

import lensboard
import torch
from torch import distributed

folder, rank, count, story = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
kind, *options = story.split()
STEPS, TICK, SAMPLES = 12, 4, 8
torch.set_num_threads(1)
torch.set_default_dtype(torch.float64)  # the twin trains with other roundings
torch.manual_seed(5)


class Block(torch.nn.Module):
    def __init__(self, width):
        super().__init__()
        self.up, self.act, self.down = torch.nn.Linear(width, 12), torch.nn.GELU(), torch.nn.Linear(12, width)
        self.norm = torch.nn.LayerNorm(width)

    def forward(self, x):
        return self.norm(x + self.down(self.act(self.up(x))))


class Model(torch.nn.Module):
    """Sizes that two and four processes cannot divide evenly, and a small layer that leaves some of four processes without a part."""

    def __init__(self):
        super().__init__()
        self.first = torch.nn.Linear(5, 7)
        self.blocks = torch.nn.Sequential(Block(7), Block(7))
        self.last = torch.nn.Linear(7, 2)
        if "tied" in options:
            self.again = torch.nn.Linear(5, 7)
            self.again.weight = self.first.weight

    def forward(self, x):
        y = self.first(x) + self.again(x) if "tied" in options else self.first(x)
        return self.last(self.blocks(y))


def lenses():
    return [
        lensboard.LossMetrics(),
        lensboard.ParameterGradientGeometry(),
        lensboard.ParameterGradientActivation(),
        lensboard.ParameterUpdateGeometry(),
        lensboard.ParameterNorm(),
        lensboard.WeightUpdateRatio(),
        lensboard.AdamMoments(),
        lensboard.GradientNoise(),
        lensboard.OutputNorm(),
        lensboard.ParameterCondition(),
        lensboard.Histogram(of=["weights", "outputs"]),
    ]


class Columns(torch.nn.Module):
    """The rank's outputs of a linear layer, marked like a ColumnParallelLinear of Megatron."""

    def __init__(self, whole):
        super().__init__()
        self.weight, self.bias = part_of(whole.weight, 0), part_of(whole.bias, 0)

    def forward(self, x):
        return torch.nn.functional.linear(SummedGradient.apply(x), self.weight, self.bias)


class Rows(torch.nn.Module):
    """The same for its inputs, like a RowParallelLinear."""

    def __init__(self, whole):
        super().__init__()
        self.weight, self.bias = part_of(whole.weight, 1), whole.bias

    def forward(self, x):
        return Summed.apply(torch.nn.functional.linear(x, self.weight)) + self.bias


class SummedGradient(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.view_as(x)

    @staticmethod
    def backward(ctx, gradient):
        gradient = gradient.clone()
        distributed.all_reduce(gradient)
        return gradient


class Summed(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        x = x.clone()
        distributed.all_reduce(x)
        return x

    @staticmethod
    def backward(ctx, gradient):
        return gradient


class DistributedOptimizer:
    """Each process completes the gradients of its stretch of all values, and updates these: as Megatron's optimizer of this name."""

    def __init__(self, model):
        parameters = list(model.parameters())
        length = -(-sum(each.numel() for each in parameters) // count)
        self.values, self.gradients = torch.zeros(count * length), torch.zeros(count * length)
        places, begin, self.accumulators, own = {}, 0, [], slice(rank * length, (rank + 1) * length)
        for parameter in reversed(parameters):
            places[parameter] = begin, begin + parameter.numel(), 0
            stretch, begin = slice(*places[parameter][:2]), begin + parameter.numel()
            self.values[stretch] = parameter.detach().flatten()
            parameter.data, parameter.main_grad = self.values[stretch].view_as(parameter), self.gradients[stretch].view_as(parameter)
            self.accumulators.append(parameter.expand_as(parameter).grad_fn.next_functions[0][0])
            self.accumulators[-1].register_hook(self.hook(parameter))
        buckets = [SimpleNamespace(offset=0, grad_data=self.gradients)]
        self.buffers = [SimpleNamespace(params=parameters, param_index_map=places, buckets=buckets, data_parallel_group=distributed.group.WORLD)]
        self.gbuf_ranges, self.parts = [], []
        for parameter, (begin, end, _) in places.items():
            first, last = (min(max(place, begin), end) - begin for place in (own.start, own.stop))
            if last > first:
                self.parts.append((parameter.detach().view(-1)[first:last], parameter.main_grad.view(-1)[first:last]))
        self.optimizer = torch.optim.AdamW([part for part, _ in self.parts], lr=0.01)
        self.param_groups, self.own = self.optimizer.param_groups, own

    @staticmethod
    def hook(parameter):
        def move(*_):
            parameter.main_grad.add_(parameter.grad)
            parameter.grad = None

        return move

    def zero_grad(self):
        self.gradients.zero_()

    def finish_grad_sync(self):
        mean = self.gradients / count
        distributed.all_reduce(mean)
        self.gradients[self.own] = mean[self.own]

    def step(self):
        for part, gradient in self.parts:
            part.grad = gradient
        self.optimizer.step()
        distributed.all_gather_into_tensor(self.values, self.values[self.own].clone())


def part_of(parameter, dimension):
    part = torch.nn.Parameter(parameter.detach().chunk(count, dimension)[rank].clone())
    part.tensor_model_parallel, part.partition_dim = True, dimension
    return part


def divided(model):
    """Returns the model as processes share it, and the number of processes with samples of their own."""
    if kind == "alone":
        return model, 1
    if kind == "megatron":
        sys.modules["megatron.core.parallel_state"] = SimpleNamespace(get_tensor_model_parallel_group=lambda: distributed.group.WORLD)
        for block in model.blocks:
            block.up, block.down = Columns(block.up), Rows(block.down)
        return model, 1
    if kind == "optimizer":
        return model, count
    if kind == "stages":  # of a pipeline; one of them only passes values on
        return (torch.nn.Identity() if rank == int(options[0]) else model), 1
    if kind in ("fsdp1", "flat", "hybrid"):
        from torch.distributed.fsdp import FullyShardedDataParallel, ShardingStrategy
        from torch.distributed.fsdp.wrap import ModuleWrapPolicy

        strategy = ShardingStrategy.HYBRID_SHARD if kind == "hybrid" else ShardingStrategy.FULL_SHARD
        mesh = distributed.init_device_mesh("cpu", (2, count // 2), mesh_dim_names=("replicate", "shard")) if kind == "hybrid" else None
        return FullyShardedDataParallel(model, auto_wrap_policy=ModuleWrapPolicy({Block}), use_orig_params=kind != "flat", device_mesh=mesh,
                                        sharding_strategy=strategy, device_id=torch.device("cpu")), count  # fmt: skip
    from torch.distributed.device_mesh import init_device_mesh

    if kind in ("fsdp2", "hsdp"):
        from torch.distributed.fsdp import fully_shard

        mesh = init_device_mesh("cpu", (2, count // 2) if kind == "hsdp" else (count,), mesh_dim_names=("replicate", "shard")[-2 if kind == "hsdp" else -1 :])
        for block in model.blocks:
            fully_shard(block, mesh=mesh)
        fully_shard(model, mesh=mesh)
        return model, count
    from torch.distributed.tensor.parallel import ColwiseParallel, RowwiseParallel, parallelize_module

    mesh = init_device_mesh("cpu", (count,))
    parallelize_module(model.blocks, mesh, {name: style() for i in "01" for name, style in ((f"{i}.up", ColwiseParallel), (f"{i}.down", RowwiseParallel))})
    return model, 1


if count > 1 and "late" not in options:
    distributed.init_process_group("gloo", f"file://{folder}/meeting", rank=rank, world_size=count)
watch = lensboard.Inspector(lenses(), folder / "run.lbrun", tick=f"{TICK} steps", budget=0.5 if "budget" in options else 0, control=False)
if "late" in options:
    distributed.init_process_group("gloo", f"file://{folder}/meeting", rank=rank, world_size=count)
model, data_processes = divided(Model())
if kind == "optimizer":
    optimizer = DistributedOptimizer(model)
else:
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.01) if kind != "stages" or rank != int(options[0]) else None
watch.attach(torch.nn.ModuleDict({"net": model}) if "inside" in options else model, optimizer)
data = torch.Generator().manual_seed(6)
mine = slice(rank, None, data_processes) if data_processes > 1 else slice(None)
times = 2 if "accumulate" in options else 1
for _ in range(STEPS):
    if optimizer is None:
        model(torch.ones(2, 5))
        watch.stepped()
        watch.push_loss(0.5)
        continue
    optimizer.zero_grad()
    for _ in range(times):
        x, y = torch.randn(SAMPLES, 5, generator=data), torch.randn(SAMPLES, 2, generator=data)
        loss = torch.nn.functional.mse_loss(model(x[mine]), y[mine])
        (loss / times).backward()
    if kind == "optimizer":
        optimizer.finish_grad_sync()
    if "clipped" in options:
        torch.nn.utils.clip_grad_norm_(model.parameters(), 0.1)
    optimizer.step()
    watch.push_loss(loss)
    if "validated" in options:
        model.eval()
        with torch.no_grad():
            model(torch.ones(2, 5))
        model.train()
watch.close()
if count > 1:
    distributed.barrier()
    distributed.destroy_process_group()
