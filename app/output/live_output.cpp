#include "app/output/live_output.h"

#include "core/record/clock.h"
#include "core/store/columns/run_store.h"
#include "core/visualizer/text_visualizer.h"

namespace lensboard::app {

namespace {

std::vector<std::shared_ptr<visualizer::Visualizer>>
outputs(bool print, const std::shared_ptr<visualizer::TensorboardWriter> &tensorboard)
{
    std::vector<std::shared_ptr<visualizer::Visualizer>> outputs;
    if (print)
        outputs.push_back(std::make_shared<visualizer::TextVisualizer>());
    if (tensorboard)
        outputs.push_back(tensorboard);
    return outputs;
}

} // namespace

LiveOutput::LiveOutput(bool print, const std::string &tensorboardFolder)
    : m_tensorboard(tensorboardFolder.empty() ? nullptr
                                              : std::make_shared<visualizer::TensorboardWriter>(tensorboardFolder)),
      m_out(outputs(print, m_tensorboard))
{}

void LiveOutput::follow(store::RunStore &run)
{
    m_player.play(run, run.since(m_cursor), m_out);
    if (!m_tensorboard)
        return;
    m_tensorboard->flush();
    if (m_tensorboard->problem().empty() || m_warned)
        return;
    m_warned = true;
    run.append({record::RunEvent::Kind::Warning, 0, record::wallSeconds(),
                m_tensorboard->warning()});
}

record::Message LiveOutput::problem() const
{
    return m_tensorboard ? m_tensorboard->problem() : record::Message();
}

} // namespace lensboard::app
