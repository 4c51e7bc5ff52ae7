"""Makes classes importable from monitorch's deeper modules, such as monitorch.inspector.inspector_state."""

import sys
from types import ModuleType

_PATHS = {
    "gatherer": (
        "abstract_gatherer backward_gatherer call_parameter_gatherer epoch_module_gatherer feed_forward_gatherer "
        "optimizer_step_parameter_gatherer parameter_gradient_gatherer"
    ),
    "inspector": "PyTorchInspector inspector_state",
    "lens": (
        "abstract_lens loss_metrics module_distinction output_activation output_gradient_geometry output_norm "
        "parameter_gradient_activation parameter_gradient_geometry parameter_norm parameter_update_geometry"
    ),
    "numerical": "activation_computation geometry_computation running_value",
    "preprocessor": (
        "ExplicitCall abstract abstract.abstract_backward_preprocessor abstract.abstract_forward_preprocessor "
        "abstract.abstract_module_preprocessor abstract.abstract_preprocessor abstract.abstract_tensor_preprocessor gradient "
        "gradient.gradient_activation gradient.gradient_geometry gradient.output_gradient_geometry output output.loss_module "
        "output.output_activation output.output_norm parameter parameter.parameter_difference_geometry parameter.parameter_norm"
    ),
    "visualizer": (
        "AbstractVisualizer DummyVisualizer MatplotlibVisualizer PrintVisualizer RecorderPlayerVisualizer TensorBoardVisualizer"
    ),
}  # fmt: skip


def register(*modules: ModuleType) -> None:
    """Registers each deeper module's path as another name of the module above it, as os.path is another name of posixpath."""
    for module in modules:
        for path in _PATHS[module.__name__.rpartition(".")[2]].split():
            sys.modules[f"{module.__name__}.{path}"] = module
            vars(module).setdefault(path.rpartition(".")[2], module)  # a class of this name stays
