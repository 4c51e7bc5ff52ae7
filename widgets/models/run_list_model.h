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
    enum Column { Name, Status, Ticks, Duration, Losses, Notes, Created, ColumnCount };
    static constexpr int kPathRole = Qt::UserRole;
    static constexpr int kSortRole = Qt::UserRole + 1;
    static constexpr int kSearchRole = Qt::UserRole + 2; ///< name, path, notes and status

    using QAbstractTableModel::QAbstractTableModel;

    /// Adds a run, or updates it.
    void put(const imports::RunSummary &run);
    void remove(const QString &path);
    /// Shows at once what was written into a run.
    void setLabel(const QString &path, const record::RunLabel &label);
    /// What the user called a run, and has to say of it.
    QString givenName(const QString &path) const;
    QString notes(const QString &path) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    /// A name is not changed here, but asked for by renameRequested().
    bool setData(const QModelIndex &index, const QVariant &value, int role) override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

Q_SIGNALS:
    void renameRequested(const QString &path, const QString &name);

private:
    struct Row
    {
        QString path;
        imports::RunSummary run;
    };

    std::vector<Row>::const_iterator find(const QString &path) const;
    static QString shownName(const Row &row);
    QVariant shown(const Row &row, int column) const;
    QVariant sortKey(const Row &row, int column) const;

    std::vector<Row> m_rows;
};

} // namespace lensboard::widgets
