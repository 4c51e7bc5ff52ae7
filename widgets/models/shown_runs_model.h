#pragma once

#include <QAbstractTableModel>

namespace lensboard::widgets {

class PlotBoard;

/// The runs of a board: shown or not, colour, name, status.
class ShownRunsModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Name, Status, ColumnCount };

    explicit ShownRunsModel(PlotBoard *board, QObject *parent = nullptr);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role) override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;

private:
    void takeChanges();

    PlotBoard *m_board;
    int m_count = 0;
};

} // namespace lensboard::widgets
