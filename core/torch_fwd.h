#pragma once

/// LibTorch's types by name only: its headers cost seconds a file.
namespace at {
class Tensor;
}
namespace c10 {
struct Device;
}
namespace torch::nn {
class Module;
}
