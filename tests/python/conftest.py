import json
import os
import sys

import lensboard
import pytest
import torch

torch.set_num_threads(2)


@pytest.fixture(scope="session")
def device():
    """The device named by LENSBOARD_TEST_DEVICE, for example cuda; the processor by default."""
    return torch.device(os.environ.get("LENSBOARD_TEST_DEVICE", "cpu"))


def pytest_runtest_logreport(report):
    """Prints each outcome as a line of JSON, so that packaging/gpu-check can read the outcomes of a killed process."""
    if "LENSBOARD_TEST_LINES" in os.environ and (report.when == "call" or not report.passed):
        text = report.longrepr[2] if report.skipped and isinstance(report.longrepr, tuple) else report.longreprtext
        outcome = "failure" if report.failed else report.outcome
        print("\n" + json.dumps({outcome: report.nodeid if report.passed else f"{report.nodeid}: {text[-2000:]}"}), flush=True)


@pytest.fixture
def run_path(tmp_path):
    return tmp_path / "run.lbrun"


@pytest.fixture(autouse=True)
def program(monkeypatch):
    """Path of the program built together with the package."""
    if "LENSBOARD_PROGRAM" not in os.environ:
        import lensboard._program as program

        beside = program.Path(program.__file__).parents[2] / "bin" / "lensboard"
        if beside.is_file():
            monkeypatch.setenv("LENSBOARD_PROGRAM", str(beside))
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")


@pytest.fixture(autouse=True)
def no_compiled_code():
    """Forgets code that the test compiled: later tests would have a notice that it is compiled again."""
    yield
    if "torch._dynamo" in sys.modules:
        torch._dynamo.reset()


@pytest.fixture
def program_path(program):
    """Skips the test if the program is missing."""
    try:
        return lensboard.program()
    except FileNotFoundError as error:
        pytest.skip(str(error))


def mlp(seed=5):
    torch.manual_seed(seed)
    return torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.ReLU(), torch.nn.Linear(8, 2))


def train(model, steps, after=lambda loss: None, optimizer=None, device="cpu"):
    """A training loop without any watching code. Returns its losses."""
    optimizer = optimizer or torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
    torch.manual_seed(6)
    losses = []
    for _ in range(steps):
        optimizer.zero_grad()
        loss = torch.nn.functional.mse_loss(model(torch.randn(16, 4, device=device)), torch.randn(16, 2, device=device))
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
        after(loss)
    return losses
