#pragma once

#include "core/import/tables/stamp_field.h"
#include "core/import/tally.h"
#include "core/record/frame.h"
#include "core/record/run_event.h"
#include "core/record/run_info.h"
#include "core/record/tag_spec.h"

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace lensboard::store {
class RunStore;
}

namespace lensboard::imports {

/// What an importer found, on its way into a run: series by name, values by step, messages in measure.
/// Names become clean UTF-8. What exceeds the limits is left out, and a warning says so.
class RunAppender
{
public:
    static constexpr std::size_t kMaxSeries = 200'000;
    static constexpr std::size_t kMaxNameBytes = 1000;
    static constexpr std::size_t kMaxSubjects = 200;

    /// The run to append to from here on. The first run gets \p source and \p format; a later one must hold all that was appended so far.
    void attach(store::RunStore &run, const std::filesystem::path &source, const char *format);

    /// Empty if the name is too long, or there are too many.
    std::optional<std::uint32_t> tag(record::TagSpec tag);
    std::optional<std::uint32_t> line(std::uint32_t tag, std::string_view layer, std::string_view label);
    /// The series of the lower end; that of the upper end is the next one.
    std::optional<std::uint32_t> band(std::uint32_t tag, std::string_view layer, std::string_view lowLabel,
                                      std::string_view highLabel);

    /// Begins a row; what several at one step say of it is put together.
    void beginRow(const RowStamp &stamp);
    /// Keeps a value of the row until flush().
    void add(std::uint32_t series, double value);
    void add(const record::TickStamp &stamp, std::uint32_t series, double value);
    /// Commits what was added, in the order of its steps; of several values of a series at one step all, as they came.
    /// Where a file has epochs and times, a row without them has those of the row before it, or the first there are.
    void flush();
    /// As flush(), of what may yet become longer: what is added next takes its place.
    void flushUnfinished();
    /// Removes what was added or committed at \p step and after it. Returns how many values that was.
    std::uint64_t cut(std::int64_t step);

    /// Appends an event when \p subject first comes up, which counts \p times.
    void report(record::RunEvent::Kind kind, std::int64_t step, const std::string &subject, const std::string &text,
                std::uint64_t times = 1);
    /// Appends how often subjects have come up by now, of those that have at least twice as often as was reported.
    void reportCounts();
    void append(record::RunEvent event);
    void setMessage(const std::string &message);
    void setStatus(record::RunStatus status);
    void update(const std::function<void(record::RunInfo &)> &change);

    /// For what is put there without this; counts as something that was appended.
    store::RunStore &change();
    /// Whether anything was appended since the last call.
    bool takeNews();

private:
    struct WaitingValue
    {
        std::uint32_t series = 0;
        std::uint32_t stamp = 0; ///< its number
        double value = 0;
    };
    /// What was added at one step.
    struct Waiting
    {
        std::vector<RowStamp> stamps;
        std::vector<WaitingValue> values;
    };

    struct Subject
    {
        record::RunEvent last;
        Tally tally;
    };

    std::vector<record::Frame> framesOf(Waiting &waiting);
    record::TickStamp wholeStamp(const RowStamp &stamp);
    void reportNow(const Subject &subject);
    std::vector<std::uint32_t> commitWaiting();
    std::optional<std::string> checkedName(std::string_view name);
    std::optional<std::uint32_t> series(record::SeriesSpec spec, std::string_view layer, std::string_view label,
                                        std::string_view highLabel);

    store::RunStore *m_run = nullptr;
    std::unordered_map<std::string, std::uint32_t> m_series; ///< by tag, role and names
    std::string m_key;
    std::size_t m_tagCount = 0;
    std::vector<std::int64_t> m_lastSteps; ///< of each series
    std::map<std::int64_t, Waiting> m_waiting; ///< by step
    Waiting *m_last = nullptr;                 ///< the one last added to
    std::vector<std::uint32_t> m_unfinished;   ///< ticks
    std::optional<std::int64_t> m_lastEpoch;   ///< that was read
    std::optional<double> m_lastSeconds;
    std::map<std::string, Subject> m_reported;
    std::string m_message;
    record::RunStatus m_status = record::RunStatus::Finished;
    bool m_news = false;
};

} // namespace lensboard::imports
