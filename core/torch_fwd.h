#pragma once

/// LibTorch's types by name only: its headers cost seconds a file.
namespace at {
class Tensor;
}
namespace c10 {
struct Device;
struct IValue;
}
namespace torch::jit {
struct Module;
struct Node;
}
namespace torch::nn {
class Module;
}
namespace torch::optim {
class Optimizer;
}
