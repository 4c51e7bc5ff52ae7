#pragma once

#include "core/import/tables/scalar_names.h"

namespace lensboard::imports {

/// Where a scalar is shown whose name begins with the phase: "loss", "train_loss" and "val_loss" are lines of
/// one plot "loss", each called by its whole name; "eval_rewards/chosen" is the line "eval" of what "rewards/chosen" is.
class PhaseNames
{
public:
    struct Place
    {
        record::TagSpec tag;
        std::string layer;
        std::string label;
    };

    explicit PhaseNames(std::string lens) : m_names(std::move(lens)) {}

    Place place(std::string_view name);

private:
    ScalarNames m_names;
};

} // namespace lensboard::imports
