#pragma once

#include "core/record/error.h"
#include "core/runs/run_column.h"

#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace lensboard::runs {

/// A syntax error in a filter expression. The message is for the user.
class RunFilterError : public record::Error
{
    using record::Error::Error;
};

/// Filter for the run table: `lr < 0.01 and (val_accuracy > 0.9 or not optimizer.kind = adam)`.
///
///     expression  = conjunction {"or" conjunction}
///     conjunction = negation {"and" negation}
///     negation    = ["not"] comparison | "(" expression ")"
///     comparison  = column ("<" | "<=" | ">" | ">=" | "=" | "!=" | "~") value
///
/// A column is a field's path or the end of it, a quantity (its last value), or `min(quantity)`, `max`, `mean`, `last`. Names with blanks
/// or operators must be in backquotes. A value is a number, a quoted text, a word or another column. `a ~ b`: a contains b.
/// All comparisons of texts ignore case. A comparison is false if the run has no value for a column.
class RunFilter
{
public:
    /// Returns true if \p text contains a comparison sign; otherwise it is treated as search words.
    static bool isExpression(std::string_view text);

    /// \p columns: all columns of the runs.
    /// Errors: RunFilterError.
    RunFilter(std::string_view expression, std::span<const RunColumn> columns);

    bool accepts(const runs::RunSummary &run) const { return m_accepts(run); }
    /// Returns the columns that the expression uses.
    const std::vector<RunColumn> &columns() const { return m_columns; }

private:
    std::vector<RunColumn> m_columns;
    std::function<bool(const runs::RunSummary &)> m_accepts;
};

} // namespace lensboard::runs
