#pragma once

#include "core/import/run_appender.h"
#include "core/import/tables/scalar_names.h"
#include "core/import/tables/stamp_field.h"
#include "core/import/tables/step_counter.h"

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lensboard::imports {

/// What was measured at once, as a line of a table or log says it.
struct MeasuredRow
{
    RowStamp stamp; ///< its step follows from what is below
    StampField place = StampField::None;
    std::string_view placeName = {}; ///< of the column or key that the row is placed by, for messages
    std::optional<std::int64_t> counter = {};
    std::optional<double> epoch = {};
    bool goesOn = false; ///< it belongs to the step before
    std::size_t part = 0;
    std::vector<std::pair<std::uint32_t, double>> values = {}; ///< by series
    std::uint64_t line = 0; ///< of the file, for messages
};

/// Puts rows into a run: finds their steps, and says how where that is not what the file says. Rows that nothing places
/// are counted from 1. Series of parts of a run have names of their own, "train/loss" and "val/loss".
class RowAppender
{
public:
    static constexpr std::size_t kMaxParts = 20;

    RowAppender(RunAppender &out, std::string lens) : m_out(out), m_names(std::move(lens)) {}

    /// The number of the part called \p name, "" if rows name none; std::nullopt if there are too many, which is reported.
    std::optional<std::size_t> part(std::string_view name);
    /// Empty as RunAppender::line() is.
    std::optional<std::uint32_t> series(std::size_t part, const std::string &name, const std::string &quantity = "value");

    /// Returns the row's step.
    std::int64_t append(MeasuredRow &row);
    /// Of a row that may yet be written on, in whose place the whole one comes.
    void appendUnfinished(MeasuredRow &row);

    std::int64_t lastStep() const { return m_lastStep; }

private:
    std::int64_t nextStep(const MeasuredRow &row, StepCounter &steps) const;
    StepCounter::Row placeOf(const MeasuredRow &row) const;
    void add(const MeasuredRow &row);
    void reportManners(const MeasuredRow &row);

    RunAppender &m_out;
    ScalarNames m_names;
    StepCounter m_steps;
    struct Part
    {
        std::string name;
        std::map<std::string, std::uint32_t> series; ///< by the name in the file
    };

    std::vector<Part> m_parts;
    std::vector<std::uint64_t> m_lastRows; ///< of each series, as StepCounter counts them
    std::int64_t m_counted = 0; ///< rows that nothing places
    std::int64_t m_lastStep = 0;
};

} // namespace lensboard::imports
