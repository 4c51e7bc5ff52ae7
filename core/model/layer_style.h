#pragma once

#include "core/experiment/experiment.h"

#include <cstdint>
#include <string>

namespace lensboard::model {

class SequentialImpl;

/// What stands around a model's layers, as its settings say.
struct LayerStyle
{
    explicit LayerStyle(const experiment::Choice &choice);

    std::string activation;
    std::string norm;
    double dropout; ///< 0 where the model has no such setting
};

/// Errors: std::invalid_argument if there is no such activation.
void addActivation(SequentialImpl &net, const std::string &kind, const std::string &name);

/// Of pictures: by channel over the batch, or ("layer") over all of a sample's channels and pixels, or nothing.
void addNorm2d(SequentialImpl &net, const std::string &kind, const std::string &name, std::int64_t channels);

} // namespace lensboard::model
