#pragma once

#include "core/experiment/field.h"

#include <string>
#include <vector>

namespace lensboard::lens {

/// Whether a module of this type, named as PyTorch does, is an activation function: ReLU, Tanh, Softmax.
bool isActivation(const std::string &type);
/// Dropout, Dropout2d, AlphaDropout.
bool isDropout(const std::string &type);

/// Module types, or patterns of them, that the user adds to or takes from those that a lens looks at: "include", "exclude".
class TypeChoice
{
public:
    explicit TypeChoice(const experiment::Json &settings);
    /// \p byDefault is what holds for a type that is in neither list; an excluded one is out in any case.
    bool includes(const std::string &type, bool byDefault) const;

private:
    std::vector<std::string> m_include;
    std::vector<std::string> m_exclude;
};

} // namespace lensboard::lens
