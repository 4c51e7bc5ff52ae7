#pragma once

#include "app/recent_runs.h"
#include "core/import/run_summary.h"

#include <QAbstractTableModel>

#include <optional>
#include <vector>

namespace lensboard::app {

/// A few runs, a row each; those that were interrupted and can be resumed come first. What a run is like is filled in when it is known.
class RecentRunsModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Name, Curve, Value, Health, Status, Written, Resume, ColumnCount };
    static constexpr int kPathRole = Qt::UserRole;
    static constexpr int kCurveRole = Qt::UserRole + 1;     ///< QList<double>
    static constexpr int kCanResumeRole = Qt::UserRole + 2; ///< it has a checkpoint and is neither finished nor recorded

    using QAbstractTableModel::QAbstractTableModel;

    /// Rows for these, in their order. What is known of them is kept; if they are the same as before, so is the order.
    void setRuns(const std::vector<RecentRun> &runs);
    /// Fills in the row of a run, if it has one.
    void put(const imports::RunSummary &run);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;

private:
    struct Row
    {
        RecentRun run;
        std::size_t place = 0; ///< among those that were given
        std::optional<imports::RunSummary> summary = std::nullopt;
    };

    bool hasAll(const std::vector<RecentRun> &runs) const;
    static bool canResume(const Row &row);
    static bool comesBefore(const Row &a, const Row &b);
    void moveToItsPlace(std::size_t row);
    static QVariant shown(const Row &row, int column);
    static QString toolTip(const Row &row);

    std::vector<Row> m_rows;
};

} // namespace lensboard::app
