#include "widgets/board/board_bar.h"

#include "widgets/board/board_actions.h"
#include "widgets/board/plot_board.h"

#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QMenu>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>

#include <cmath>

namespace lensboard::widgets {

namespace {

constexpr int kSliderEnd = 100;

constexpr double kMiddle = 0.39794; ///< -log10(1 - 0.6)
constexpr double kEnd = 3;           ///< -log10(1 - 0.999)

/// Returns the weight for a slider position, finer where weights matter more: 0 at the start, 0.6 in the middle, 0.999 at the
/// end.
double weightAt(int position)
{
    static const double kPower = std::log2(kEnd / kMiddle);
    return 1 - std::pow(10, -kEnd * std::pow(static_cast<double>(position) / kSliderEnd, kPower));
}

int positionOf(double weight)
{
    static const double kPower = std::log2(kEnd / kMiddle);
    return static_cast<int>(std::lround(kSliderEnd * std::pow(-std::log10(1 - weight) / kEnd, 1 / kPower)));
}

} // namespace

BoardBar::BoardBar(PlotBoard *board, BoardActions *actions, QWidget *parent)
    : QWidget(parent), m_board(board), m_axis(new QComboBox(this)), m_smoothing(new QSlider(Qt::Horizontal, this)), m_weight(new QLabel(this)),
      m_order(new QComboBox(this)), m_reset(new QToolButton(this)), m_follow(new QToolButton(this))
{
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 2, 8, 2);
    const auto label = [&](const QString &text, QWidget *buddy) {
        auto *name = new QLabel(text, this);
        name->setBuddy(buddy);
        layout->addWidget(name);
        layout->addWidget(buddy);
        layout->addSpacing(6);
    };
    m_axis->addItems({tr("Step"), tr("Tick"), tr("Epoch"), tr("Samples"), tr("Wall time"), tr("Relative time")});
    m_axis->setAccessibleName(tr("Quantity of the x axis"));
    m_axis->setToolTip(m_axis->accessibleName());
    label(tr("x axis:"), m_axis);
    m_smoothing->setRange(0, kSliderEnd);
    m_smoothing->setFixedWidth(fontMetrics().averageCharWidth() * 16);
    m_smoothing->setAccessibleName(tr("Smoothing"));
    m_smoothing->setToolTip(tr("Weight of earlier values in a debiased exponential average. That of a run that has ended looks both ways and "
                               "does not lag. The raw line stays, faintly."));
    label(tr("Smoothing:"), m_smoothing);
    m_weight->setFixedWidth(fontMetrics().horizontalAdvance(QStringLiteral("0.9990")));
    layout->addWidget(m_weight);
    m_order->addItems({tr("In model order"), tr("By name"), tr("Worst first")});
    m_order->setAccessibleName(tr("Order of layers"));
    m_order->setToolTip(tr("How the plots of layers are sorted. Worst first: not finite, then the greatest last value."));
    label(tr("Layers:"), m_order);
    m_follow->setDefaultAction(actions->followAction());
    m_reset->setDefaultAction(actions->resetAction());
    for (QToolButton *button : {m_follow, m_reset})
        button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    layout->addStretch();
    layout->addWidget(m_reset);
    layout->addWidget(m_follow);
    const auto change = [this](auto apply) {
        BoardStyle style = m_board->state().style();
        apply(style);
        m_board->state().setStyle(style);
    };
    connect(m_axis, &QComboBox::activated, this, [change](int index) { change([index](BoardStyle &style) { style.x = static_cast<XAxis>(index); }); });
    connect(m_order, &QComboBox::activated, this, [change](int index) { change([index](BoardStyle &style) { style.order = static_cast<PlotOrder>(index); }); });
    connect(m_smoothing, &QSlider::valueChanged, this, [change](int position) { change([position](BoardStyle &style) { style.smoothing = weightAt(position); }); });
    connect(&board->state(), &BoardState::styleChanged, this, &BoardBar::showStyle);
    connect(&board->state(), &BoardState::chosenChanged, this, &BoardBar::showStyle);
    connect(&board->navigation(), &BoardNavigation::behindChanged, this, &BoardBar::showStyle);
    showStyle();
}

void BoardBar::showStyle()
{
    const BoardStyle &style = m_board->state().style();
    m_axis->setCurrentIndex(static_cast<int>(style.x));
    m_order->setCurrentIndex(static_cast<int>(style.order));
    const QSignalBlocker quiet(m_smoothing);
    m_smoothing->setValue(positionOf(style.smoothing));
    m_weight->setText(style.smoothing > 0 ? QLocale().toString(style.smoothing, 'g', 3) : tr("off"));
    m_reset->setVisible(m_board->state().chosen() || !style.isLinked); // unlinked plots may have own zooms
    m_follow->setVisible(m_board->navigation().isBehind() || m_board->state().isFollowing());
}

} // namespace lensboard::widgets
