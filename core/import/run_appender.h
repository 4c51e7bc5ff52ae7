#pragma once

#include "core/import/tables/stamp_field.h"
#include "core/import/tally.h"
#include "core/import/waiting_values.h"
#include "core/record/frame.h"
#include "core/record/message.h"
#include "core/record/run_event.h"
#include "core/record/run_info.h"
#include "core/record/tag_spec.h"

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace lensboard::store {
class RunStore;
}

namespace lensboard::imports {

/// Writes an importer's results into a run: series by name, values by step, and a limited number of messages.
/// Converts names to valid UTF-8. Skips content over the limits with a warning.
class RunAppender
{
public:
    static constexpr std::size_t kMaxSeries = 200'000;
    static constexpr std::size_t kMaxNameBytes = 1000;
    static constexpr std::size_t kMaxSubjects = 200;

    /// Sets the run to append to. The first run gets \p source and \p format; later runs must contain everything appended so far.
    void attach(store::RunStore &run, const std::filesystem::path &source, const char *format);

    /// Returns nullopt if the name is too long or there are too many tags.
    std::optional<std::uint32_t> tag(record::TagSpec tag);
    std::optional<std::uint32_t> line(std::uint32_t tag, std::string_view layer, std::string_view label);
    /// Returns the series of the lower limit; the upper limit's series has the next number.
    std::optional<std::uint32_t> band(std::uint32_t tag, std::string_view layer, std::string_view lowLabel,
                                      std::string_view highLabel);

    /// Begins a row. Stamps of several rows with equal step are combined.
    void beginRow(const RowStamp &stamp);
    /// Adds a value to the current row. It is committed by flush().
    void add(std::uint32_t series, double value);
    void add(const record::TickStamp &stamp, std::uint32_t series, double value);
    /// Commits added values in the order of their steps. Several values of a series at one step are all kept, in the order added.
    /// If only some rows have epochs or times, a row without them uses the values of the row before it, or else the first in the file.
    void flush();
    /// Like flush(), but for an incomplete row: the next added values replace it.
    void flushUnfinished();
    /// Removes all values at \p step and later, committed or not. Returns their number.
    std::uint64_t cut(std::int64_t step);

    /// Appends an event for the first occurrence of \p subject; later occurrences are only counted. Counts \p times occurrences.
    void report(record::RunEvent::Kind kind, std::int64_t step, const std::string &subject, const record::Message &text,
                std::uint64_t times = 1);
    /// Appends the counts of subjects that have at least doubled since the last report.
    void reportCounts();
    void append(record::RunEvent event);
    void setMessage(const record::Message &message);
    /// Sets how the source was read: its format and the meaning of its columns.
    void describe(const record::Message &reading);
    void setStatus(record::RunStatus status);
    void update(const std::function<void(record::RunInfo &)> &change);
    /// For update(): removes all details of a run but its source, its format, and how it was read.
    static void clearDetails(record::RunInfo &info);

    /// Direct access to the run for other changes. Makes takeNews() return true.
    store::RunStore &change();
    /// Returns true if anything was appended since the last call.
    bool takeNews();

private:
    struct Subject
    {
        record::RunEvent last;
        Tally tally;
    };

    std::vector<record::Frame> framesOf(const WaitingValues::Step &step, std::span<WaitingValues::Value> values);
    record::TickStamp wholeStamp(const RowStamp &stamp, const WaitingValues::Step &step);
    void reportNow(const Subject &subject);
    std::vector<std::uint32_t> commitWaiting();
    void takeFirstEpochAndTime();
    std::optional<std::string> checkedName(std::string_view name);
    std::optional<std::uint32_t> series(record::SeriesSpec spec, std::string_view layer, std::string_view label,
                                        std::string_view highLabel);

    store::RunStore *m_run = nullptr;
    std::unordered_map<std::string, std::uint32_t> m_series; ///< by tag, role and names
    std::string m_key;
    std::size_t m_tagCount = 0;
    std::vector<std::int64_t> m_lastSteps; ///< of each series
    WaitingValues m_waiting;
    std::vector<std::uint32_t> m_unfinished;   ///< their ticks
    std::optional<std::int64_t> m_rowEpoch;    ///< of the last row in the file with an epoch
    std::optional<std::int64_t> m_lastEpoch;   ///< of the last committed row with an epoch
    std::optional<double> m_lastSeconds;
    std::map<std::string, Subject> m_reported;
    record::Message m_message;
    std::string m_reading; ///< as described last
    record::RunStatus m_status = record::RunStatus::Finished;
    bool m_news = false;
};

} // namespace lensboard::imports
