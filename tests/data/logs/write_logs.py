"""Writes text logs as training programs print them, and the values in them, as NAME.json: {series: {step: value}}.

The formats equal the programs' own print statements; the numbers are random.
"""

import json
import random
import re
import sys
from pathlib import Path


class Log:
    def __init__(self, name):
        self.name, self.text, self.values = name, "", {}
        self.random = random.Random(name)

    def line(self, text):
        self.text += text + "\n"

    def put(self, step, **values):
        for name, value in values.items():
            self.values.setdefault(name, {})[step] = float(value)

    def add(self, step, template, *values):
        """Prints a line with {NAME|FORMAT} for each value, and notes the values as they are printed. Values without a name are not noted."""
        rest = iter(values)

        def printed(field):
            text = format(next(rest), field[2])
            if field[1]:
                self.put(step, **{field[1]: text})
            return text

        self.line(re.sub(r"\{([^|{}]*)\|([^{}]*)\}", printed, template))

    def write(self, folder):
        (folder / f"{self.name}.log").write_text(self.text)
        (folder / f"{self.name}.json").write_text(json.dumps(self.values, indent=0).replace("\n", " ").replace("}, ", "},\n") + "\n")


def nanogpt():
    log = Log("nanogpt")
    log.line("tokens per iteration will be: 491,520\nfound vocab_size = 65 (inside data/shakespeare_char/meta.pkl)\nnumber of parameters: 10.65M")
    log.line("num decayed parameter tensors: 26, with 10,740,096 parameters\nnum non-decayed parameter tensors: 13, with 4,992 parameters\nusing fused AdamW: True")
    for iteration in range(0, 1001, 10):
        if iteration % 250 == 0:
            train, val = log.random.uniform(1, 4), log.random.uniform(1, 4)
            log.add(
                iteration,
                "step {|}: train loss {train loss|.4f}, val loss {val loss|.4f}",
                iteration,
                train,
                val,
            )
            log.line("saving checkpoint to out-shakespeare-char")
        loss, seconds, mfu = log.random.uniform(1, 4), log.random.uniform(0.01, 2), -1.0 if iteration < 50 else log.random.uniform(0.1, 0.5)
        log.add(
            iteration,
            "iter {|}: loss {loss|.4f}, time {time (ms)|.2f}ms, mfu {mfu (%)|.2f}%",
            iteration,
            loss,
            seconds * 1000,
            mfu * 100,
        )
    return log


def llmc():
    log = Log("llmc")
    log.line(
        "+-----------------------+----------------------------------------------------+\n"
        "| Parameter             | Value                                              |"
    )
    for name, value in (
        ("batch size B", 4),
        ("sequence length T", 1024),
        ("max_sequence_length T", 1024),
        ("vocab_size V", 50257),
        ("num_layers L", 12),
        ("num_parameters", 124475904),
    ):
        log.line(f"| {name:<21} | {value:<50} |")
    log.line("allocating 237 MiB for parameters\nallocating 1439 MiB for activations\nallocating 474 MiB for AdamW optimizer state m\n=> setting up parallel GPUs")
    for step in range(1, 61):
        if step % 20 == 1:
            log.add(
                step - 1,
                "val loss {val loss|f}",
                log.random.uniform(3, 11),
            )
        loss, norm = log.random.uniform(3, 11), log.random.uniform(0.5, 20)
        z = [float("nan")] * 2 if step < 10 else [log.random.uniform(-3, 3) for _ in "ab"]
        log.add(
            step,
            "step {|4d}/60 | loss {loss|7.6f} ({loss (2) (z)|+.2f}z)| norm {norm|6.4f} ({norm (2) (z)|+.2f}z)| lr {lr|"
            ".2e} | {ms|.2f} ms | {bf16 MFU (%)|.1f}% bf16 MFU | {tok/s|.0f} tok/s",
            step,
            loss,
            z[0],
            norm,
            z[1],
            log.random.uniform(1e-06, 0.001),
            log.random.uniform(100, 2000),
            log.random.uniform(20, 60),
            log.random.uniform(4000, 400000),
        )
    log.line("generating:\n---\nThe step 3 of 4 was 5 times 6\n---\ntotal average iteration time: 110.5 ms")
    return log


def llmc_main():
    log = Log("llmc_main")
    for step in range(40):
        if step % 10 == 0:
            log.add(
                step,
                "s:{|d} tel:{tel|.4f}",
                step,
                log.random.uniform(3, 11),
            )
        if step % 20 == 0:
            log.add(
                step,
                "s:{|d} eval:{eval|.4f}",
                step,
                log.random.uniform(0, 1),
            )
        log.add(
            step,
            "s:{|d} trl:{trl|.4f} lr:{lr|.6f} norm:{norm|.2f}",
            step,
            log.random.uniform(3, 11),
            log.random.uniform(1e-05, 0.0006),
            log.random.uniform(0, 9),
        )
    return log


def torchtune():
    log = Log("torchtune")
    for step in range(1, 51):
        log.add(
            step,
            "Step {|} | loss:{loss|} lr:{lr|} tokens_per_second_per_gpu:{tokens_per_second_per_gpu|} grad_norm:{grad_norm|} ",
            step,
            log.random.uniform(1, 3),
            step * 2e-06,
            log.random.uniform(100, 900),
            log.random.uniform(0, 5),
        )
    return log


def megatron():
    log = Log("megatron")
    log.line("using world size: 8, data-parallel size: 8, tensor-model-parallel size: 1\n------------------------ arguments ------------------------")
    for name, value in (("adam_beta1", 0.9), ("adam_eps", 1e-08), ("global_batch_size", 32), ("train_iters", 100), ("eval_interval", 50), ("lr", 0.00015)):
        log.line(f"  {name} {'.' * (48 - len(name))} {value}")
    log.line(
        "-------------------- end of arguments ---------------------\n> building GPT2BPETokenizer tokenizer ...\n"
        "[after dataloaders are built] datetime: 2024-05-06 07:08:09 "
    )
    for i in range(10, 101, 10):
        log.add(
            i,
            " [2024-05-06 07:09:{|02d}] iteration {|8d}/     100 | consumed samples: {consumed samples|12d} | elapsed "
            "time per iteration (ms): {elapsed time per iteration (ms)|.1f} | learning rate: {learning rate|.6E} | glo"
            "bal batch size:    32 | lm loss: {lm loss|.6E} | loss scale: {loss scale|.1f} | grad norm: {grad norm|.3f"
            "} | number of skipped iterations: {number of skipped iterations|3d} | number of nan iterations:   0 |",
            i // 2,
            i,
            i * 32,
            log.random.uniform(900, 2000),
            0.00015 / i,
            log.random.uniform(2, 11),
            65536.0,
            log.random.uniform(0, 4),
            0,
        )
        log.put(i, **{"global batch size": 32, "number of nan iterations": 0})
        if i % 50 == 0:
            log.line("-" * 100)
            log.add(
                i,
                " validation loss at iteration {|d} | lm loss value: {validation/lm loss value|.6E} | lm loss PPL: {validation/lm loss PPL|.6E} | ",
                i,
                log.random.uniform(2, 11),
                log.random.uniform(9, 9999),
            )
            log.line("-" * 100)
            log.line(f"saving checkpoint at iteration {i:7d} to checkpoints\n  successfully saved checkpoint at iteration {i:7d} to checkpoints")
    return log


def imagenet():
    """The examples of PyTorch: batches of each epoch, then of its validation, then the means."""
    log = Log("imagenet")
    log.line("=> creating model 'resnet18'")
    for epoch in range(3):
        for batch in range(1, 52, 10):
            step = epoch * 51 + batch
            values = [log.random.uniform(0, 9) for _ in range(8)]
            log.add(
                step,
                f"Epoch: [{epoch}][{{|3d}}/51]\tTime {{Time|6.3f}} ({{Time (2)|6.3f}})\tData {{Data|6.3f}} ({{Data (2)|6.3f}})\tLoss {{Lo"
                f"ss|.4e}} ({{Loss (2)|.4e}})\tAcc@1 {{Acc@1|6.2f}} ({{Acc@1 (2)|6.2f}})",
                batch,
                *values,
            )
        log.add(
            step,
            "Test: [10/10]\tTime {test/Time|6.3f} ({test/Time (2)|6.3f})\tLoss {test/Loss|.4e} ({test/Loss (2)|.4e})",
            *[log.random.uniform(0, 9) for _ in range(4)],
        )
        log.add(
            step,
            " *   Acc@1 {test/Acc@1|.3f} Acc@5 {test/Acc@5|.3f}",
            log.random.uniform(0, 90),
            log.random.uniform(0, 99),
        )
    return log


def mnist():
    """PyTorch's first example."""
    log = Log("mnist")
    for epoch in range(1, 4):
        for batch in range(0, 60000, 6400):
            step = (epoch - 1) * 57601 + batch
            log.add(
                step,
                "Train Epoch: {|} [{|}/60000 ({|.0f}%)]\tLoss: {train/Loss|.6f}",
                epoch,
                batch,
                batch / 600,
                log.random.uniform(0, 3),
            )
        log.add(
            step,
            "\nTest set: Average loss: {test/Average loss|.4f}, Accuracy: {test/Accuracy|d}/10000 ({test/Accuracy (2) (%)|.0f}%)\n",
            log.random.uniform(0, 1),
            log.random.randrange(9000, 9999),
            log.random.uniform(90, 99),
        )
    return log


def detectron():
    """A line of detectron2's and mmengine's kind: a date, a logger, a remaining time, a step among the values."""
    log = Log("detectron")
    log.line("[05/06 07:08:09 d2.engine.defaults]: Model:\nGeneralizedRCNN(\n  (backbone): FPN(\n    (fpn_lateral2): Conv2d(256, 256, stride=(1, 1))\n  )\n)")
    for step in range(19, 400, 20):
        log.add(
            step,
            "[05/06 07:08:{|02d} d2.utils.events]:  eta: 0:{|02d}:00  iter: {|d}  total_loss: {total_loss|.4g}  loss_c"
            "ls: {loss_cls|.4g}  time: {time|.4f}  data_time: {data_time|.4f}  lr: {lr|.5g}  max_mem: {max_mem (M)|d}M",
            step % 60,
            40 - step // 10,
            step,
            log.random.uniform(1, 4),
            log.random.uniform(0, 2),
            log.random.uniform(0.1, 0.4),
            log.random.uniform(0.001, 0.01),
            log.random.uniform(0.0001, 0.001),
            2345,
        )
        log.put(step, **{"eta (s)": (40 - step // 10) * 60})
    return log


if __name__ == "__main__":
    for made in (nanogpt(), llmc(), llmc_main(), torchtune(), megatron(), imagenet(), mnist(), detectron()):
        made.write(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
