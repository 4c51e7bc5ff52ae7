#include "core/training/device.h"

#include "core/record/error.h"
#include "core/record/message.h"

#include <ATen/Context.h>
#include <c10/core/Device.h>
#include <c10/core/impl/VirtualGuardImpl.h>

#include <algorithm>
#include <stdexcept>

namespace lensboard::training {

c10::Device deviceOf(const std::string &choice, int number)
{
    const bool hasCuda = at::Context::hasCUDA();
    if (choice == "cuda" && !hasCuda)
        throw record::InvalidArgument(record::message("device: cuda was asked for, and this LibTorch finds no CUDA device; use "
                                                    "\"auto\" or \"cpu\""));
    if (choice == "cpu" || !hasCuda)
        return c10::Device(c10::kCPU);
    return {c10::kCUDA, static_cast<c10::DeviceIndex>(number % std::max(1, static_cast<int>(c10::impl::VirtualGuardImpl(c10::kCUDA).deviceCount())))};
}

} // namespace lensboard::training
