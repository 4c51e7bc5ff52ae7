// Compiled when CMake configures: succeeds if LibTorch has c10d and Gloo, with all headers that these include.

#include <torch/csrc/distributed/c10d/ProcessGroupGloo.hpp>
#include <torch/csrc/distributed/c10d/TCPStore.hpp>
#include <torch/csrc/distributed/c10d/reducer.hpp>
#include <torch/version.h>

void group(c10::intrusive_ptr<c10d::Store> store)
{
    auto gloo = c10::make_intrusive<c10d::ProcessGroupGloo>(store, 0, 1, c10d::ProcessGroupGloo::Options::create());
#if TORCH_VERSION_MAJOR >= 2
    c10::make_intrusive<c10d::ProcessGroup>(store, 0, 1)->setBackend(c10::DeviceType::CPU, c10d::ProcessGroup::BackendType::GLOO, gloo);
#endif
}

int main() {}
