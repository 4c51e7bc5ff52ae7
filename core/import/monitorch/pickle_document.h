#pragma once

#include "core/import/monitorch/pickle_reader.h"
#include "core/import/tools/json_document.h"

#include <functional>
#include <optional>
#include <string_view>

namespace lensboard::imports {

/// Calls \p take with each number and text in the dicts, lists and tuples of a pickle, as readJson() does. An incomplete pickle has no leaves;
/// returns its damage. Skips everything below 8 levels, and nodes after the first million: nodes of a pickle can be shared.
/// Errors: PickleError.
std::optional<JsonDamage> readPickle(std::string_view bytes, const std::function<void(const JsonLeaf &)> &take);

} // namespace lensboard::imports
