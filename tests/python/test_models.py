"""Python models give the values of their TorchScript files in C++: tst_script_model compares with the same values."""

import json
from pathlib import Path

import lensboard
import numpy
import pytest
import script_models
import torch

pytestmark = pytest.mark.filterwarnings("ignore:.*torch.jit:DeprecationWarning")  # new releases of torch warn about TorchScript
FOLDER = Path(__file__).parent.parent / "data" / "torchscript"
VALUES = json.loads((FOLDER / "golden.json").read_text())
GOLDEN = VALUES["files"]
# Gradients of the ResNet depend on the release: with Debian 13's torch 2.6 and two threads they differ from run to run, watched or not.
# Values before the first backward pass are compared under all releases.
IS_SAME_TORCH = torch.__version__.split(".")[:2] == VALUES["libtorch"].split(".")[:2]
MODELS = {
    "mlp": script_models.Mlp,
    "cnn": script_models.Cnn,
    "resnet": script_models.ResNet,
    "gpt": script_models.Gpt,
    "lstm": script_models.Lstm,
    "autoencoder": script_models.Autoencoder,
}


def tensor(entry):
    return torch.from_numpy(numpy.fromfile(FOLDER / entry["file"], entry["dtype"]).reshape(entry["shape"]))


@pytest.mark.parametrize("name", MODELS)
def test_values_are_those_of_the_torchscript_file(run_path, name):
    golden = GOLDEN[name]
    model = MODELS[name]()
    model.load_state_dict(torch.jit.load(FOLDER / f"{name}-scripted.pt").state_dict())
    x = tensor(golden["input"])
    optimizer = torch.optim.SGD(model.train().parameters(), lr=golden["lr"])
    own = {parameter.split(".")[-1] for parameter in golden["final_parameter_norms"]}
    with lensboard.Inspector(
        [
            lensboard.LossMetrics(),
            lensboard.OutputNorm(include=["*"]),
            lensboard.ParameterGradientGeometry(parameters=sorted(own)),
            lensboard.ParameterNorm(parameters=sorted(own)),
        ],
        run_path,
        tick=1,
    ) as watch:
        watch.attach(model, optimizer)
        for _ in range(5):
            optimizer.zero_grad()
            y = model(x)
            target = tensor(golden["target"]) if "target" in golden else None
            loss = torch.nn.functional.mse_loss(y, x) if target is None else torch.nn.functional.cross_entropy(y, target)
            loss.backward()
            optimizer.step()
            watch.push_loss(loss)
    run = lensboard.open(run_path)
    compared = 5 if IS_SAME_TORCH else 1
    numpy.testing.assert_allclose(run["Loss"]["train_loss mean"].values[:compared], golden["losses"][:compared], rtol=1e-5)
    outputs = run["Output Norm"]
    for layer, norms in golden["first_step_output_norms"].items():
        numpy.testing.assert_allclose(outputs[layer]["mean"].values[0], numpy.mean(norms), rtol=1e-5, err_msg=layer)

    if not IS_SAME_TORCH:
        return

    def value(quantity, parameter, index):
        layer, _, attribute = parameter.rpartition(".")
        series = run[f"{attribute.capitalize()} {quantity}"][layer]
        return series["mean" if "mean" in series else "norm"].values[index]

    of_layers = [parameter for parameter in golden["final_parameter_norms"] if "." in parameter]  # the GPT has a parameter of its own
    for parameter in of_layers:
        gradient = golden["first_step_gradient_norms"][parameter]
        assert value("Gradient Norm", parameter, 0) == pytest.approx(gradient, rel=1e-5, abs=1e-7), parameter
        assert value("Norm", parameter, -1) == pytest.approx(golden["final_parameter_norms"][parameter], rel=1e-5), parameter
