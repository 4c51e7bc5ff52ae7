#pragma once

#include "core/record/run_info.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lensboard::session {

/// Parameters for inspecting a model's file.
struct InspectionRequest
{
    std::string path;
    std::optional<std::vector<std::int64_t>> inputShape; ///< without the batch dimension; nullopt: do not run the model
    std::string inputType = "float32"; ///< one of inputTypes()
    bool onlyCheck = false; ///< only check that the file is TorchScript, without running any of its code
    std::string sha256; ///< content that may run; empty: any
};

struct ModelInspection
{
    std::vector<record::LayerInfo> layers; ///< with output shapes if the model was run
    std::vector<record::Message> notices;
    std::string sha256;
};

/// Returns the names of data types in PyTorch.
inline const std::vector<std::string> &inputTypes()
{
    static const std::vector<std::string> types = {"float32", "float64", "int32", "int64"};
    return types;
}

} // namespace lensboard::session
