#pragma once

#include "core/store/media.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lensboard::imports {

/// Media in an encoded Summary.Value. All views are parts of its bytes.
struct ValueMedia
{
    std::string_view tag;
    store::MediumKind kind = store::MediumKind::Image;
    /// Encoded images or sounds, or the encoded tensor of a text or curve.
    std::vector<std::string_view> parts;
};

/// Finds media without parsing them. \p pluginOf returns the plugin of a tag, given the name in the value. Returns nullopt if the value has
/// no media or is invalid.
std::optional<ValueMedia> mediaOf(std::string_view value,
                                  const std::function<std::string(std::string_view tag, std::string_view named)> &pluginOf);

/// Returns the text of an encoded tensor. Returns nullopt if the tensor does not contain texts.
std::optional<std::string> textOfTensor(std::string_view tensor);

/// Precision-recall curve: values by decreasing or increasing threshold, in the order of the file.
struct PrecisionRecall
{
    std::vector<double> truePositives, falsePositives, trueNegatives, falseNegatives, precision, recall;
};

/// Returns the curve of an encoded tensor with a row for each member. Returns nullopt if its shape is another.
std::optional<PrecisionRecall> curveOfTensor(std::string_view tensor);

} // namespace lensboard::imports
