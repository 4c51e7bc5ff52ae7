// Compiled when CMake configures: succeeds if LibTorch was built for CUDA with NCCL, and nccl.h is installed.

#define USE_C10D_NCCL
#include <torch/csrc/distributed/c10d/ProcessGroupNCCL.hpp>
#include <torch/version.h>

#if TORCH_VERSION_MAJOR < 2
#error "A process group of LibTorch 1 has one backend for all devices"
#endif

void group(c10::intrusive_ptr<c10d::Store> store)
{
    c10::make_intrusive<c10d::ProcessGroupNCCL>(store, 0, 1, c10d::ProcessGroupNCCL::Options::create());
}

int main() {}
