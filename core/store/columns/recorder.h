#pragma once

#include "core/visualizer/visualizer.h"

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace lensboard::store {

class RunStore;

/// The visualizer that writes into a RunStore: stages a tick's values, commits them at its end. What is plotted with
/// another time than the tick ends with keeps it.
/// Thread: that of the lenses. Training never waits for a reader.
class Recorder final : public visualizer::Visualizer
{
public:
    /// Goes on with the tags and series that \p store has.
    explicit Recorder(std::shared_ptr<RunStore> store);

    void registerTag(const record::TagSpec &tag) override;
    void plotNumerical(const record::TickStamp &, const std::string &tag, const visualizer::Readings &) override;
    void plotProbabilities(const record::TickStamp &, const std::string &tag,
                           const visualizer::Readings &) override;
    void plotRelations(const record::TickStamp &, const std::string &tag, const visualizer::Readings &) override;
    void plotTensors(const record::TickStamp &, const std::string &tag, const visualizer::TensorReadings &) override;
    void endTick(const record::TickStamp &stamp) override;
    void note(const record::RunEvent &event) override;

private:
    /// Series of a tag in the order in which its readings come, so that a tick is matched without look-ups.
    struct KnownTag
    {
        std::uint32_t index = 0;
        std::vector<std::pair<record::SeriesSpec, std::uint32_t>> series;
        std::size_t expected = 0; ///< position in \c series of the value that should come next
    };

    KnownTag &begin(const std::string &tag);
    void stage(const record::TickStamp &stamp, const std::string &tag, const visualizer::Readings &readings);
    void noteTime(double wallSeconds, std::size_t firstValue);
    std::uint32_t seriesId(KnownTag &tag, const std::string &layer, const std::string &label,
                           record::SeriesRole role);

    std::shared_ptr<RunStore> m_store;
    std::unordered_map<std::string, KnownTag> m_tags;
    record::Frame m_staged;
    double m_stagedSeconds = 0; ///< of the first values
};

} // namespace lensboard::store
