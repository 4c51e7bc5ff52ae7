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
        BoardLook look = state.look();
        look.x = XAxis::Step;
        state.setLook(look);
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
    if (axisOf(state.look().x) != record::Axis::WallTime)
        return false;
    const auto isShown = [](const auto &run) { return run->look.isVisible() && run->run->frameCount() > 0; };
    const auto isPlotted = [&](const auto &run) { return isShown(run) && run->isAlong(state.look().x); };
    return std::ranges::any_of(state.runs, isShown) && std::ranges::none_of(state.runs, isPlotted);
}

} // namespace lensboard::widgets
