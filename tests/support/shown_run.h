#pragma once

#include "core/store/columns/run_store.h"
#include "core/store/columns/store_visualizer.h"
#include "tests/support/labelled_plot.h"
#include "widgets/board/plot_board.h"
#include "widgets/views/tag_plot.h"

#include <map>

namespace lensboard::test {

/// Values of a tick, by layer.
using LayerValues = std::map<std::string, double>;

inline record::TagSpec normTag()
{
    return {"Weight Norm", "ParameterNorm", record::TagKind::Numerical, "L2 norm"};
}

/// One tick per 10 steps and 2 seconds.
inline record::TickStamp stampOf(int tick)
{
    return {tick, 1, 10 * tick, 640 * tick, 1.7e9 + 2 * tick};
}

/// Writes a run tick by tick; each layer has a line "mean".
class WrittenRun
{
public:
    explicit WrittenRun(const record::TagSpec &tag = normTag()) : m_tag(tag) { m_recorder.registerTag(tag); }

    const std::shared_ptr<store::RunStore> &run() const { return m_run; }
    void tick(int number, const LayerValues &values = {})
    {
        visualizer::Readings readings;
        for (const auto &[layer, value] : values)
            readings.push_back({layer, {{"mean", value}}, {}});
        if (!readings.empty())
            test::plot(m_recorder, stampOf(number), m_tag, readings);
        m_recorder.endTick(stampOf(number));
    }
    void switchLens(bool on, std::int64_t step)
    {
        m_recorder.note({on ? record::RunEvent::Kind::LensOn : record::RunEvent::Kind::LensOff, step, 0, m_tag.lens});
    }
    void finish()
    {
        m_run->update([](record::RunInfo &info) { info.status = record::RunStatus::Finished; });
    }

private:
    std::shared_ptr<store::RunStore> m_run = std::make_shared<store::RunStore>();
    store::StoreVisualizer m_recorder{m_run};
    record::TagSpec m_tag;
};

/// Returns the first plot of \p tag in that view, drawn with the current values.
template <typename Plot>
Plot *drawn(widgets::PlotBoard &board, widgets::TagView view, const QString &tag = QStringLiteral("Weight Norm"))
{
    widgets::TagStyle style = board.tagStyle(tag);
    style.view = view;
    board.setTagStyle(tag, style);
    board.follow();
    auto *plot = qobject_cast<Plot *>(board.sections().plots(tag).at(0));
    plot->resize(600, 300);
    plot->layOut();
    plot->refresh();
    return plot;
}

} // namespace lensboard::test
