#include "core/visualizer/tee_visualizer.h"

#include <utility>

namespace lensboard::visualizer {

TeeVisualizer::TeeVisualizer(std::vector<std::shared_ptr<Visualizer>> outputs) : m_outputs(std::move(outputs)) {}

void TeeVisualizer::registerTag(const record::TagSpec &tag)
{
    for (const auto &output : m_outputs)
        output->registerTag(tag);
}

void TeeVisualizer::plotNumerical(const record::TickStamp &stamp, const std::string &tag, const Readings &readings)
{
    for (const auto &output : m_outputs)
        output->plotNumerical(stamp, tag, readings);
}

void TeeVisualizer::plotProbabilities(const record::TickStamp &stamp, const std::string &tag,
                                      const Readings &readings)
{
    for (const auto &output : m_outputs)
        output->plotProbabilities(stamp, tag, readings);
}

void TeeVisualizer::plotRelations(const record::TickStamp &stamp, const std::string &tag, const Readings &readings)
{
    for (const auto &output : m_outputs)
        output->plotRelations(stamp, tag, readings);
}

void TeeVisualizer::plotTensors(const record::TickStamp &stamp, const std::string &tag, const TensorReadings &readings)
{
    for (const auto &output : m_outputs)
        output->plotTensors(stamp, tag, readings);
}

void TeeVisualizer::endTick(const record::TickStamp &stamp)
{
    for (const auto &output : m_outputs)
        output->endTick(stamp);
}

void TeeVisualizer::note(const record::RunEvent &event)
{
    for (const auto &output : m_outputs)
        output->note(event);
}

} // namespace lensboard::visualizer
