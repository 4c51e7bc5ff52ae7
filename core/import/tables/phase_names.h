#pragma once

#include "core/import/tables/scalar_names.h"

namespace lensboard::imports {

/// Finds the plot of a scalar with a phase at the start of its name. "loss", "train_loss" and "val_loss" become lines of one plot "loss",
/// with their full names. "eval_rewards/chosen" becomes the line "eval" in the plot of "rewards/chosen".
class PhaseNames
{
public:
    struct Line
    {
        record::TagSpec tag;
        std::string layer;
        std::string label;
    };

    explicit PhaseNames(std::string lens) : m_names(std::move(lens)) {}

    Line lineOf(std::string_view name);

private:
    ScalarNames m_names;
};

} // namespace lensboard::imports
