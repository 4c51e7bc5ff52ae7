#pragma once

#include <QTimer>
#include <QWidget>

class QLabel;
class QTreeView;

namespace lensboard::widgets {

class PlotBoard;
class ReadoutModel;

/// A table of what the lines of the tag under the mouse have there, and at the pinned cursors.
class ReadoutPanel final : public QWidget
{
    Q_OBJECT

public:
    explicit ReadoutPanel(PlotBoard *board, QWidget *parent = nullptr);

private:
    void showValues();

    PlotBoard *m_board;
    ReadoutModel *m_model;
    QLabel *m_place;
    QTreeView *m_view;
    QTimer m_soon; ///< the hand moves faster than values need be read
};

} // namespace lensboard::widgets
