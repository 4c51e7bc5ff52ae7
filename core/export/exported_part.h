#pragma once

#include "core/record/progress.h"
#include "core/store/columns/selected_frames.h"
#include "core/store/run.h"
#include "core/store/selection.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lensboard::exports {

struct ExportedHistogram
{
    std::uint32_t series = 0;
    std::shared_ptr<const record::Histogram> buckets;
    double mean = 0, min = 0, max = 0; ///< of the counted values
};

/// Measurements of a tick at one time. A tick is split if its values have different times.
struct ExportedTick
{
    record::TickStamp stamp;
    std::vector<record::SeriesValue> values;
    std::vector<ExportedHistogram> histograms;
};

/// The selected part of a run, as of the start of the export. A histogram replaces all series derived from it.
class ExportedPart
{
public:
    ExportedPart(const store::Run &run, const store::Selection &part, record::Progress &progress);

    /// Returns the selected tags with their current attributes, by index.
    const std::map<std::uint32_t, record::TagSpec> &tags() const { return m_tags; }
    /// Returns the selected series with values or histograms, for one tag or for all selected tags.
    std::vector<std::uint32_t> seriesOf(std::uint32_t tag) const;
    const std::vector<std::uint32_t> &series() const { return m_series; }
    const record::SeriesSpec &spec(std::uint32_t series) const { return m_all.series[series]; }
    const record::RunInfo &info() const { return *m_all.info; }
    /// Returns the texts logged by other tools, sorted by step.
    std::vector<record::RunEvent> texts() const;
    /// Returns all ticks of the run, sorted by step.
    const store::SortedTicks &ticks() const { return m_ticks; }

    using Write = std::function<void(const std::vector<ExportedTick> &)>;
    /// Calls \p write with the measurements of \p series, a few ticks at a time, sorted by step. Returns false if a stop was requested.
    /// Errors: store::RunFileError.
    bool forEachBlock(const std::vector<std::uint32_t> &series, const Write &write) const;

private:
    /// Series derived from histograms.
    struct Made
    {
        std::vector<std::uint32_t> series;
        std::optional<std::uint32_t> mean, min, max; ///< the series of these values, by role: the first line, the first band

        void add(std::uint32_t index, record::SeriesRole role);
    };

    void findSeries();
    ExportedHistogram exported(std::uint32_t series, std::shared_ptr<const record::Histogram> histogram,
                               const ExportedTick &tick) const;

    const store::Run &m_run;
    store::Selection m_part;
    record::Progress &m_progress;
    store::RunChanges m_all;
    store::SortedTicks m_ticks;
    std::map<std::uint32_t, record::TagSpec> m_tags;
    std::vector<std::uint32_t> m_series;
    std::map<std::uint32_t, Made> m_made; ///< by the histogram's series
};

/// Returns a file name for a tag: letters and digits, with _ for all other characters.
std::string fileStem(const std::string &tag);

/// Returns \p names as unique valid UTF-8: the second "a" becomes "a (2)". Appends the mark of each name, if \p marks is not empty.
std::vector<std::string> distinct(std::vector<std::string> names, const std::vector<std::string> &marks = {});

} // namespace lensboard::exports
