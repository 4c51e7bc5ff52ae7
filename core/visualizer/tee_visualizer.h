#pragma once

#include "core/visualizer/visualizer.h"

#include <memory>
#include <vector>

namespace lensboard::visualizer {

/// Hands everything to several visualizers, to each in the order in which they were given.
class TeeVisualizer final : public Visualizer
{
public:
    explicit TeeVisualizer(std::vector<std::shared_ptr<Visualizer>> outputs);

    void registerTag(const record::TagSpec &tag) override;
    void plotNumerical(const record::TickStamp &, const std::string &tag, const Readings &) override;
    void plotProbabilities(const record::TickStamp &, const std::string &tag, const Readings &) override;
    void plotRelations(const record::TickStamp &, const std::string &tag, const Readings &) override;
    void plotTensors(const record::TickStamp &, const std::string &tag, const TensorReadings &) override;
    void endTick(const record::TickStamp &stamp) override;
    void note(const record::RunEvent &event) override;

private:
    std::vector<std::shared_ptr<Visualizer>> m_outputs;
};

} // namespace lensboard::visualizer
