#include "widgets/board/no_times_notice.h"

#include "widgets/views/state/board_state.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace lensboard::widgets {

NoTimesNotice::NoTimesNotice(BoardState &state, QWidget *parent) : QWidget(parent)
{
    auto *words = new QLabel(tr("<h3>No times were recorded</h3>The files of these runs have no times, so they cannot be plotted over time."), this);
    words->setAlignment(Qt::AlignCenter);
    words->setWordWrap(true);
    auto *steps = new QPushButton(tr("Plot over Steps"), this);
    steps->setObjectName("plotOverSteps");
    connect(steps, &QPushButton::clicked, &state, [&state] {
        BoardStyle style = state.style();
        style.x = XAxis::Step;
        state.setStyle(style);
    });
    auto *layout = new QVBoxLayout(this);
    layout->addStretch();
    layout->addWidget(words);
    layout->addSpacing(8);
    layout->addWidget(steps, 0, Qt::AlignHCenter);
    layout->addStretch();
}

bool NoTimesNotice::isNeeded(const BoardState &state)
{
    if (axisOf(state.style().x) != record::Axis::WallTime)
        return false;
    const auto isShown = [](const auto &run) { return run->style.isVisible() && run->run->frameCount() > 0; };
    const auto isPlotted = [&](const auto &run) { return isShown(run) && run->isAlong(state.style().x); };
    return std::ranges::any_of(state.runs, isShown) && std::ranges::none_of(state.runs, isPlotted);
}

} // namespace lensboard::widgets
