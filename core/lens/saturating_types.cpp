#include "core/lens/saturating_types.h"

#include <array>
#include <limits>

namespace lensboard::lens {

using preprocessor::FlatPart;

FlatPart SaturatingTypes::flatPart(double margin, double entropy) const
{
    const double apart = comesNear ? margin : 0;
    return {of, low + apart, high - apart, entropy};
}

std::span<const SaturatingTypes> saturatingTypes()
{
    constexpr double kNone = std::numeric_limits<double>::infinity();
    static const std::array<SaturatingTypes, 8> all = {{{{"Tanh", "Softsign"}, FlatPart::Of::Values, -1, 1, true},
                                                        {{"Sigmoid"}, FlatPart::Of::Values, 0, 1, true},
                                                        {{"LogSigmoid"}, FlatPart::Of::Values, -kNone, 0, true},
                                                        {{"Hardtanh"}, FlatPart::Of::Values, -1, 1},
                                                        {{"Hardsigmoid"}, FlatPart::Of::Values, 0, 1, false, true},
                                                        {{"ReLU6"}, FlatPart::Of::Values, -kNone, 6, false, true},
                                                        {{"Softmax", "Softmin"}, FlatPart::Of::Shares, 0, 0, false, true},
                                                        {{"LogSoftmax"}, FlatPart::Of::LogShares, 0, 0, false, true}}};
    return all;
}

} // namespace lensboard::lens
