#include "core/training/device.h"

#include "core/record/message.h"

#include <ATen/Context.h>
#include <c10/core/Device.h>

#include <stdexcept>

namespace lensboard::training {

c10::Device deviceOf(const std::string &choice)
{
    const bool hasCuda = at::Context::hasCUDA();
    if (choice == "cuda" && !hasCuda)
        throw std::invalid_argument(record::message("device: cuda was asked for, and this LibTorch finds no CUDA device; use "
                                                    "\"auto\" or \"cpu\""));
    return choice == "cpu" || !hasCuda ? c10::Device(c10::kCPU) : c10::Device(c10::kCUDA, 0);
}

} // namespace lensboard::training
