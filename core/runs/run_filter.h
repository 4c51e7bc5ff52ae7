#pragma once

#include "core/runs/run_column.h"

#include <functional>
#include <memory>
#include <span>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace lensboard::runs {

/// Why an expression is none, in words for who typed it.
class RunFilterError : public std::runtime_error
{
    using std::runtime_error::runtime_error;
};

/// Which runs a table shows: `lr < 0.01 and (val_accuracy > 0.9 or not optimizer.kind = adam)`.
///
///     expression  = conjunction {"or" conjunction}
///     conjunction = negation {"and" negation}
///     negation    = ["not"] comparison | "(" expression ")"
///     comparison  = column ("<" | "<=" | ">" | ">=" | "=" | "!=" | "~") value
///
/// A column is a field by its path or the end of it, a quantity, which means its last value, or `min(quantity)`, `max`, `mean`, `last`;
/// what has blanks or signs in it stands in backquotes. A value is a number, a text in quotes, a word, or another column. `~` means:
/// has this text in it, whatever the case. A comparison with something that a run does not have is false. Texts are compared
/// in any case.
class RunFilter
{
public:
    /// Whether \p text is meant as an expression, rather than as words to search for.
    static bool isExpression(std::string_view text);

    /// \p columns are those that the runs have.
    /// Errors: RunFilterError.
    RunFilter(std::string_view expression, std::span<const RunColumn> columns);

    bool accepts(const imports::RunSummary &run) const { return m_accepts(run); }
    /// Those that the expression names.
    const std::vector<RunColumn> &columns() const { return m_columns; }

private:
    std::vector<RunColumn> m_columns;
    std::function<bool(const imports::RunSummary &)> m_accepts;
};

} // namespace lensboard::runs
