#pragma once

#include <QWidget>

class QComboBox;
class QLabel;
class QMenu;
class QSlider;
class QToolButton;

namespace lensboard::widgets {

class BoardActions;
class PlotBoard;

/// Settings for all plots of a board, in a bar above them: x axis, smoothing, bands and order, and a button to catch up with a
/// live run.
class BoardBar final : public QWidget
{
    Q_OBJECT

public:
    BoardBar(PlotBoard *board, BoardActions *actions, QWidget *parent = nullptr);

private:
    void showStyle();

    PlotBoard *m_board;
    QComboBox *m_axis;
    QSlider *m_smoothing;
    QLabel *m_weight;
    QComboBox *m_order;
    QToolButton *m_reset;
    QToolButton *m_follow;
};

} // namespace lensboard::widgets
