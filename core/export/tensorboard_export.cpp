#include "core/export/tensorboard_export.h"

#include "core/export/exported_part.h"
#include "core/record/error.h"
#include "core/visualizer/tensorboard_log.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace lensboard::exports {

namespace fs = std::filesystem;
using visualizer::TensorboardLog;
using visualizer::TensorboardPlace;

namespace {

/// Assigns names from other files first, so that they never change.
std::vector<TensorboardPlace> placesOf(const ExportedPart &part)
{
    std::vector<TensorboardPlace> places(part.series().empty() ? 0 : part.series().back() + 1);
    visualizer::TensorboardNames names;
    for (const bool foreign : {true, false})
        for (const std::uint32_t index : part.series())
            if (const record::TagSpec &tag = part.tags().at(part.spec(index).tag); tag.foreignName.has_value() == foreign)
                places[index] = names.add(tag, part.spec(index));
    return places;
}

/// Returns true if ticks rise with steps, so that ticks can be TensorBoard's steps. False if a file had several steps for one tick.
bool ticksRise(const store::SortedTicks &ticks)
{
    const auto doesNotRise = [](const auto &a, const auto &b) { return a.step != b.step && a.tick >= b.tick; };
    return std::adjacent_find(ticks.sorted.begin(), ticks.sorted.end(), doesNotRise) == ticks.sorted.end();
}

class TensorboardExport
{
public:
    TensorboardExport(const ExportedPart &part, const fs::path &folder)
        : m_part(part), m_log(folder, part.info().createdSeconds), m_places(placesOf(part)), m_ticksRise(ticksRise(part.ticks()))
    {}

    void writeHyperparameters()
    {
        const auto experiment = nlohmann::json::parse(m_part.info().experiment, nullptr, false);
        if (experiment.is_object() && experiment.contains("hparams") && experiment["hparams"].is_object())
            m_log.addHyperparameters(m_part.info().createdSeconds, experiment["hparams"],
                                     experiment.value("metrics", nlohmann::json::array()));
    }

    void writeTexts()
    {
        for (const record::RunEvent &event : m_part.texts())
            if (const auto text = record::loggedText(event))
                m_log.addText({stepAt(event.step), event.wallSeconds}, text->tag, text->text);
    }

    /// Returns false if a stop was requested.
    bool writeValues()
    {
        return m_part.forEachBlock(m_part.series(), [&](const std::vector<ExportedTick> &ticks) {
            for (const ExportedTick &tick : ticks)
                write(tick);
            check(); // the log writes a few times per second
        });
    }

    /// Errors: std::runtime_error if data could not be written.
    void check() const
    {
        if (!m_log.problem().empty())
            throw record::Error(m_log.problem());
    }

    TensorboardLog &log() { return m_log; }

private:
    void write(const ExportedTick &tick)
    {
        const TensorboardLog::Time time{m_ticksRise ? tick.stamp.tick : tick.stamp.step, tick.stamp.wallSeconds};
        for (const auto &[series, value] : tick.values)
            m_log.addScalar(time, m_places[series], value);
        for (const auto &[series, buckets, mean, min, max] : tick.histograms)
            m_log.addHistogram(time, m_places[series], *buckets, {mean, min, max});
        m_log.endTick();
    }

    /// Returns TensorBoard's step for a step of the run.
    std::int64_t stepAt(std::int64_t step) const
    {
        const auto &ticks = m_part.ticks().sorted;
        const auto at = std::lower_bound(ticks.begin(), ticks.end(), step, [](const auto &tick, std::int64_t wanted) { return tick.step < wanted; });
        return m_ticksRise && at != ticks.end() && at->step == step ? at->tick : step;
    }

    const ExportedPart &m_part;
    TensorboardLog m_log;
    std::vector<TensorboardPlace> m_places; ///< by series
    bool m_ticksRise;
};

} // namespace

std::vector<fs::path> exportTensorboard(const store::Run &run, const store::Selection &selection, const fs::path &folder,
                                        record::Progress &progress)
{
    const ExportedPart part(run, selection, progress);
    TensorboardExport out(part, folder);
    try {
        out.writeHyperparameters();
        out.writeTexts();
        const bool isWhole = out.writeValues();
        out.log().flush();
        out.check();
        if (!isWhole)
            out.log().discard();
    } catch (const std::exception &) {
        out.log().discard();
        throw;
    }
    return out.log().files();
}

} // namespace lensboard::exports
