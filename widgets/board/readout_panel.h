#pragma once

#include <QPointer>
#include <QTimer>
#include <QWidget>

#include <optional>
#include <vector>

class QLabel;
class QTreeView;

namespace lensboard::widgets {

class PlotBoard;
class ReadoutModel;
class TagPlot;
struct Reading;

/// Table of the values under the mouse and at the pinned cursors, for the lines of the tag under the mouse.
class ReadoutPanel final : public QWidget
{
    Q_OBJECT

public:
    explicit ReadoutPanel(PlotBoard *board, QWidget *parent = nullptr);
    /// Shows only the lines of this plot, regardless of the mouse.
    void showOnly(const TagPlot *plot);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void showValues();
    QString shownTag() const;
    std::vector<Reading> readings(std::optional<double> x) const;
    void chooseColumns();
    void fitColumns();
    void shareAmongNames(int width);
    int wantedWidth(int column) const;
    int minWidth(int column) const;

    PlotBoard *m_board;
    QPointer<const TagPlot> m_only;
    ReadoutModel *m_model;
    QLabel *m_place;
    QTreeView *m_view;
    QTimer m_soon; ///< delays reading, because the mouse moves faster than needed
};

} // namespace lensboard::widgets
