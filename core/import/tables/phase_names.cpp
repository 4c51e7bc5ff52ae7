#include "core/import/tables/phase_names.h"

#include <utility>

namespace lensboard::imports {

namespace {

/// Returns the phase with its underscore; empty if the name has no phase, or nothing after it.
std::string_view phaseOf(std::string_view name)
{
    for (const std::string_view phase : {"train_", "eval_", "val_", "valid_", "validation_", "test_"})
        if (name.starts_with(phase) && name.size() > phase.size())
            return name.substr(0, phase.size());
    return {};
}

} // namespace

PhaseNames::Line PhaseNames::lineOf(std::string_view name)
{
    const std::string_view phase = phaseOf(name);
    ScalarNames::Line line = m_names.lineOf(name.substr(phase.size()));
    const std::string_view label = line.tag.big ? name : phase.empty() ? ScalarNames::kLabel : phase.substr(0, phase.size() - 1);
    return {std::move(line.tag), std::move(line.layer), std::string(label)};
}

} // namespace lensboard::imports
