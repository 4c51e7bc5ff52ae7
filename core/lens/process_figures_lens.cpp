#include "core/lens/process_figures_lens.h"

#include "core/record/message.h"

#include <utility>

namespace lensboard::lens {

namespace {

/// Figures in the order of the plots.
constexpr std::optional<double> ProcessFiguresLens::Figures::*kShown[] = {
    &ProcessFiguresLens::Figures::stepSeconds, &ProcessFiguresLens::Figures::waitingSeconds, &ProcessFiguresLens::Figures::trainingLoss,
    &ProcessFiguresLens::Figures::evaluationLoss};

} // namespace

ProcessFiguresLens::ProcessFiguresLens(std::function<std::vector<Figures>()> figures, bool withLosses) : m_figures(std::move(figures))
{
    const auto add = [this](const std::string &name, const std::string &quantity) {
        m_tags.push_back({name, "Processes", record::TagKind::Numerical, quantity});
        m_tags.back().big = true;
    };
    add(record::term("Step Time"), record::term("seconds"));
    add(record::term("Waiting Time"), record::term("seconds"));
    if (withLosses) {
        add(record::term("Training Loss, by Process"), record::term("loss"));
        add(record::term("Validation Loss, by Process"), record::term("loss"));
    }
}

void ProcessFiguresLens::plot(Plotter &out) const
{
    const std::vector<Figures> all = m_figures();
    for (std::size_t which = 0; which < m_tags.size(); ++which) {
        Plotter::Plot plot = out.plot(m_tags[which]);
        for (std::size_t i = 0; i < all.size(); ++i)
            if (const std::optional<double> &value = all[i].*kShown[which])
                plot.line(i, 0, *value, [&] { return Plotter::Name{m_tags[which].name, record::term("process %1", i)}; });
    }
}

} // namespace lensboard::lens
