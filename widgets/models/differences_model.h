#pragma once

#include "core/runs/run_comparison.h"

#include <QAbstractTableModel>
#include <QStringList>

#include <vector>

namespace lensboard::widgets {

/// Differences between runs: a row per key, a column per run. Omitted values show their default, paler.
class DifferencesModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    DifferencesModel(const QStringList &runs, std::vector<runs::ComparedRow> rows, QObject *parent = nullptr);

    void setEqualShown(bool shown);
    /// Returns the shown table with headers. Columns are separated by \p separator and quoted where CSV needs it.
    QString table(QChar separator) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    static QString name(const runs::ComparedRow &row);

    QStringList m_runs;
    std::vector<runs::ComparedRow> m_rows;
    std::vector<std::size_t> m_shown; ///< indexes of shown rows
};

} // namespace lensboard::widgets
