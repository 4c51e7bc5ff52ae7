#pragma once

#include "core/record/run_info.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lensboard::session {

/// What is to be found out of a model's file.
struct InspectionRequest
{
    std::string path;
    std::optional<std::vector<std::int64_t>> inputShape; ///< without the batch; nothing: the model is not run
    std::string inputType = "float32"; ///< one of inputTypes()
    bool onlyCheck = false; ///< that it is a TorchScript file; nothing of it is run
    std::string sha256; ///< of the content that may run; empty: any
};

struct ModelInspection
{
    std::vector<record::LayerInfo> layers; ///< with output shapes, if it was run
    std::vector<std::string> notices;
    std::string sha256;
};

/// As PyTorch calls them.
inline const std::vector<std::string> &inputTypes()
{
    static const std::vector<std::string> types = {"float32", "float64", "int32", "int64"};
    return types;
}

} // namespace lensboard::session
