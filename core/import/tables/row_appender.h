#pragma once

#include "core/import/run_appender.h"
#include "core/import/tables/scalar_names.h"
#include "core/import/tables/stamp_field.h"
#include "core/import/tables/step_counter.h"
#include "core/record/message.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lensboard::imports {

/// The measurements of one line of a table or log.
struct MeasuredRow
{
    RowStamp stamp; ///< without step; computed from the members below
    StampField place = StampField::None;
    std::string_view placeName = {}; ///< of the column or key that gives the row's place, for messages
    std::optional<std::int64_t> counter = {};
    std::optional<double> epoch = {};
    bool goesOn = false; ///< has the step of the row before
    std::size_t part = 0; ///< separates series
    std::size_t run = 0;  ///< separates steps
    std::vector<std::pair<std::uint32_t, double>> values = {}; ///< by series
    std::uint64_t line = 0; ///< of the file, for messages

    /// Begins the row in \p newLine, in the memory of this one.
    void restart(std::uint64_t newLine);
};

/// Writes rows into a run. Computes their steps, and reports steps that differ from the file's. Rows without a place are
/// counted from 1, in each run of the file. Series of different parts have names like "train/loss" and "val/loss".
class RowAppender
{
public:
    static constexpr std::size_t kMaxParts = 1000;

    RowAppender(RunAppender &out, std::string lens) : m_out(out), m_names(std::move(lens)) {}

    /// Returns the index of the part \p name ("" for rows without a part); std::nullopt if there are too many, with a report.
    std::optional<std::size_t> part(std::string_view name);
    /// Returns the index of a run of the file.
    std::size_t run(std::string_view name);
    /// Returns the series, or nullopt in the cases of RunAppender::line().
    std::optional<std::uint32_t> series(std::size_t part, const std::string &name, const std::string &quantity = "value");

    /// Returns the row's step.
    std::int64_t append(MeasuredRow &row);
    /// Appends a row that may still grow. The next row replaces it.
    void appendUnfinished(MeasuredRow &row);

    /// Counts a row that is left out for the reason \p why.
    void skip(const record::Message &why);
    /// Sets the run's description: the format, the \p roles of columns, the number of runs by \p runColumns, and the number of skipped rows with the reason for
    /// the first one.
    void describe(const std::string &format, const std::vector<record::Message> &roles, const std::vector<std::string> &runColumns);

    std::int64_t lastStep() const { return m_lastStep; }
    std::uint64_t read() const { return m_read; } ///< number of rows with values
    std::uint64_t skipped() const { return m_skipped; }
    std::size_t runs() const { return std::max<std::size_t>(m_runsByName.size(), 1); }

private:
    /// The rows of one run of the file.
    struct Run
    {
        StepCounter steps = {};
        std::int64_t counted = 0; ///< number of rows without a place
        std::int64_t lastStep = 0;
    };

    std::int64_t nextStep(const MeasuredRow &row, Run &run) const;
    StepCounter::Row placeOf(const MeasuredRow &row) const;
    void add(const MeasuredRow &row);
    void reportManners(const MeasuredRow &row);

    RunAppender &m_out;
    ScalarNames m_names;
    struct Part
    {
        std::string name;
        std::unordered_map<std::string, std::uint32_t> series; ///< by name in the file
    };

    std::vector<Part> m_parts;
    std::map<std::string, std::size_t, std::less<>> m_partsByName;
    std::size_t m_lastPart = 0;
    std::vector<Run> m_runs{1};
    std::map<std::string, std::size_t, std::less<>> m_runsByName;
    const std::pair<const std::string, std::size_t> *m_lastRun = nullptr; ///< entry of the last row's run
    std::vector<std::uint64_t> m_lastRows; ///< of each series, in StepCounter's count of rows
    std::int64_t m_lastStep = 0;
    std::uint64_t m_read = 0, m_skipped = 0;
    record::Message m_whySkipped;
};

} // namespace lensboard::imports
