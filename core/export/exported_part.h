#pragma once

#include "core/record/progress.h"
#include "core/store/run.h"
#include "core/store/selected_frames.h"
#include "core/store/selection.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace lensboard::exports {

/// What of a run is to be exported, as it is when the export begins.
class ExportedPart
{
public:
    ExportedPart(const store::Run &run, const store::Selection &part, record::Progress &progress);

    /// The chosen ones, as they are now, by their index.
    const std::map<std::uint32_t, record::TagSpec> &tags() const { return m_tags; }
    /// Those with values, of a tag or of all chosen ones.
    std::vector<std::uint32_t> seriesOf(std::uint32_t tag) const;
    const std::vector<std::uint32_t> &series() const { return m_series; }
    const store::RunChanges &whole() const { return m_all; }

    /// Calls \p write with what was measured of \p series, a few ticks at a time, in the order of steps. False if a
    /// stop was requested.
    /// Errors: store::RunFileError.
    bool forEachBlock(const std::vector<std::uint32_t> &series,
                      const std::function<void(const std::vector<record::Frame> &)> &write) const;

private:
    const store::Run &m_run;
    store::Selection m_part;
    record::Progress &m_progress;
    store::RunChanges m_all;
    store::SortedTicks m_ticks;
    std::map<std::uint32_t, record::TagSpec> m_tags;
    std::vector<std::uint32_t> m_series;
};

/// What a tag's file is called: letters, digits, and _ for all else.
std::string fileStem(const std::string &tag);

/// \p names, valid UTF-8 and each once: the second "a" becomes "a (2)", as when a table with equal names is read.
/// A line and the end of a band may share a name.
std::vector<std::string> distinct(std::vector<std::string> names);

} // namespace lensboard::exports
