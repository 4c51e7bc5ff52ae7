#pragma once

#include "core/import/run_summary.h"

#include <QAbstractTableModel>

#include <vector>

namespace lensboard::widgets {

/// The runs of a folder, a row each.
class RunListModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Name, Status, Ticks, Losses, Created, ColumnCount };
    static constexpr int kPathRole = Qt::UserRole;
    static constexpr int kSortRole = Qt::UserRole + 1;

    /// Names are shown relative to \p folder.
    explicit RunListModel(const QString &folder, QObject *parent = nullptr);

    /// Adds a run, or says anew what is known of it.
    void put(const imports::RunSummary &run);
    void remove(const QString &path);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Row
    {
        QString path;
        QString shownName;
        imports::RunSummary run;
    };

    QVariant shown(const Row &row, int column) const;
    QVariant sortKey(const Row &row, int column) const;

    QString m_folder;
    std::vector<Row> m_rows;
};

} // namespace lensboard::widgets
