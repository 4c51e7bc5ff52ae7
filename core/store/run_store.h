#pragma once

#include "core/store/run.h"

#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <string>

namespace lensboard::store {

/// A run in memory. One writer appends, any number of readers follow by cursor.
/// Thread: any; every call holds the mutex only while it copies pointers and small values.
class RunStore final : public Run
{
public:
    explicit RunStore(record::RunInfo info = {});

    // ---- the writer
    /// Adds a tag, or replaces the attributes of the one with this name. Gives its index.
    std::uint32_t registerTag(const record::TagSpec &tag);
    /// Errors: std::out_of_range if the series names a tag that was not registered.
    std::uint32_t registerSeries(const record::SeriesSpec &series);
    /// A value at a step that its series has already takes the place of the old one; one at an earlier step is
    /// put where it belongs. Both are dear, and for imported runs: trainings only go on.
    /// Errors: std::out_of_range if the frame names a series that was not registered.
    void commit(record::Frame frame);
    /// Takes away what \p series has at \p step and after it: that part was done anew.
    void cut(std::uint32_t series, std::int64_t step);
    void append(record::RunEvent event);
    void update(const std::function<void(record::RunInfo &)> &change);

    // ---- readers
    record::RunInfo info() const override;
    RunChanges since(RunCursor &cursor) const override;
    std::size_t frameCount() const;
    /// Waits until there is something after \p cursor; false if nothing came within \p patience.
    bool waitBeyond(const RunCursor &cursor, std::chrono::milliseconds patience) const;

private:
    bool hasBeyond(const RunCursor &cursor) const;

    mutable std::mutex m_mutex;
    mutable std::condition_variable m_grown;
    std::uint64_t m_infoVersion = 1;
    record::RunInfo m_info;
    std::map<std::string, std::pair<std::uint32_t, record::TagSpec>> m_tags;
    std::vector<std::pair<std::uint32_t, record::TagSpec>> m_tagLog;
    std::vector<record::SeriesSpec> m_series;
    std::vector<std::shared_ptr<const record::Frame>> m_frames;
    std::vector<record::RunEvent> m_events;
};

} // namespace lensboard::store
