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
    double mean = 0, min = 0, max = 0; ///< of what was counted
};

/// What was measured at a tick and at one time: a tick whose values have times of their own comes in parts.
struct ExportedTick
{
    record::TickStamp stamp;
    std::vector<record::SeriesValue> values;
    std::vector<ExportedHistogram> histograms;
};

/// What of a run is to be exported, as it is when the export begins. A histogram stands for all series that were made
/// of it.
class ExportedPart
{
public:
    ExportedPart(const store::Run &run, const store::Selection &part, record::Progress &progress);

    /// The chosen ones, as they are now, by their index.
    const std::map<std::uint32_t, record::TagSpec> &tags() const { return m_tags; }
    /// Those with values, or with histograms, of a tag or of all chosen ones.
    std::vector<std::uint32_t> seriesOf(std::uint32_t tag) const;
    const std::vector<std::uint32_t> &series() const { return m_series; }
    const record::SeriesSpec &spec(std::uint32_t series) const { return m_all.series[series]; }
    const record::RunInfo &info() const { return *m_all.info; }
    /// What other tools logged, in the order of steps.
    std::vector<record::RunEvent> texts() const;
    /// Those of the whole run, in the order of steps.
    const store::SortedTicks &ticks() const { return m_ticks; }

    using Write = std::function<void(const std::vector<ExportedTick> &)>;
    /// Calls \p write with what was measured of \p series, a few ticks at a time, in the order of steps. False if a
    /// stop was requested.
    /// Errors: store::RunFileError.
    bool forEachBlock(const std::vector<std::uint32_t> &series, const Write &write) const;

private:
    /// The series that were made of histograms.
    struct Made
    {
        std::vector<std::uint32_t> series;
        std::optional<std::uint32_t> mean, min, max; ///< of these, by what they are: the first line, the first band

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
    std::map<std::uint32_t, Made> m_made; ///< by their histogram's series
};

/// What a tag's file is called: letters, digits, and _ for all else.
std::string fileStem(const std::string &tag);

/// \p names, valid UTF-8 and each once: the second "a" becomes "a (2)". Each is followed by its mark, if there are some.
std::vector<std::string> distinct(std::vector<std::string> names, const std::vector<std::string> &marks = {});

} // namespace lensboard::exports
