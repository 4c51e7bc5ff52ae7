#pragma once

#include "core/import/run_appender.h"
#include "core/import/tables/scalar_names.h"
#include "core/import/tensorboard/bucketed_values.h"
#include "core/record/frame.h"
#include "core/record/tag_spec.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>

namespace lensboard::imports {

/// Writes rows exported by Lensboard into a run. Rows of one tick become one frame, even if their times differ.
class ExportedRows
{
public:
    ExportedRows(RunAppender &out, std::string lens) : m_out(out), m_lens(std::move(lens)), m_names(m_lens) {}

    // Return the series with these names; register new ones. Beyond the limits, they return nullopt and leftOut() counts them.
    std::optional<std::uint32_t> line(std::string_view tag, std::string_view layer, std::string_view label);
    /// Returns the series of the lower limit; the upper limit's series has the next number.
    std::optional<std::uint32_t> band(std::string_view tag, std::string_view layer, std::string_view lowLabel, std::string_view highLabel);
    std::optional<std::uint32_t> foreignLine(std::string_view name);
    std::optional<std::uint32_t> foreignHistogram(std::string_view name);
    std::uint64_t leftOut() const { return m_leftOut; }

    /// Sets the stamp of the values added next. If it is another tick, commits the values before.
    void begin(const record::TickStamp &stamp);
    void add(std::uint32_t series, double value);
    void addHistogram(std::uint32_t series, BucketedValues values);
    void commit();

private:
    using Key = std::tuple<std::string, std::string, std::string, record::SeriesRole>;

    std::optional<std::uint32_t> foreign(std::string_view name, ScalarNames::Content content);
    std::optional<std::uint32_t> series(const record::TagSpec &tag, std::string_view layer, std::string_view label,
                                        record::SeriesRole role, std::string_view highLabel);

    RunAppender &m_out;
    std::string m_lens;
    ScalarNames m_names;
    std::map<Key, std::uint32_t> m_series; ///< by tag, layer and label
    std::uint64_t m_leftOut = 0;
    record::TickStamp m_stamp;             ///< of the values added next
    record::Frame m_frame;
    std::set<std::uint32_t> m_measured; ///< series with a value in the current frame
};

} // namespace lensboard::imports
