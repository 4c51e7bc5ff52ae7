"""Python examples of README.md and the manual as modules. `examples.py FOLDER` writes them into FOLDER for a type checker."""

import re
import sys
from pathlib import Path

TOP = Path(__file__).parents[2]
SOURCES = {"readme_examples": TOP / "README.md", "manual_examples": TOP / "resources" / "manual" / "python.md"}
BEGIN = """import lensboard
import torch


class Model(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.fc1 = torch.nn.Linear(4, 8)
        self.relu = torch.nn.ReLU()
        self.fc2 = torch.nn.Linear(8, 8)
        self.fc3 = torch.nn.Linear(8, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y: torch.Tensor = self.fc3(self.fc2(self.relu(self.fc1(x))))
        return y


def learn(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    optimizer.zero_grad()
    loss: torch.Tensor = torch.nn.functional.mse_loss(model(x), y)
    loss.backward()  # type: ignore[no-untyped-call, unused-ignore]
    return loss


model = Model()
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
x, y = torch.randn(3, 4), torch.randn(3, 1)
loader = [(x, y)] * 40
lenses = [lensboard.LossMetrics(), lensboard.OutputNorm(include=[torch.nn.Linear])]

"""


def modules() -> dict[str, str]:
    """Returns the code of one module for each page. A line … becomes a forward and a backward pass. README.md needs no model; its training is
    shortened."""
    found = {}
    for name, page in SOURCES.items():
        blocks = re.findall(r"^```python\n(.*?)^```", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
        found[name] = BEGIN + re.sub(r"^( *)…$", r"\1loss = learn(x, y)", "\n".join(blocks), flags=re.MULTILINE)
    readme = found["readme_examples"].removeprefix(BEGIN).replace("50000", "40")
    found["readme_examples"] = readme.replace("backward()", "backward()  # type: ignore[no-untyped-call, unused-ignore]")
    return found


if __name__ == "__main__":
    for name, code in modules().items():
        (Path(sys.argv[1]) / f"{name}.py").write_text(code, encoding="utf-8")
