#pragma once

#include "app/recent_runs.h"
#include "core/runs/run_summary.h"

#include <QAbstractTableModel>

#include <optional>
#include <vector>

namespace lensboard::app {

/// Table of a few recent runs, one row each; interrupted runs that can be resumed come first. Details are filled in when they
/// have been read.
class RecentRunsModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Name, Curve, Value, Health, Status, Written, Resume, ColumnCount };
    static constexpr int kPathRole = Qt::UserRole;
    static constexpr int kCurveRole = Qt::UserRole + 1;     ///< QList<double>
    static constexpr int kCanResumeRole = Qt::UserRole + 2; ///< has a checkpoint and is neither finished nor being recorded

    using QAbstractTableModel::QAbstractTableModel;

    /// Sets the rows in the order of \p runs. Known details are kept. If the runs are unchanged, their order is kept too.
    void setRuns(const std::vector<RecentRun> &runs);
    /// Updates the row of a run, if it has one.
    void put(const runs::RunSummary &run);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;

private:
    struct Row
    {
        RecentRun run;
        std::size_t place = 0; ///< index in the given runs
        std::optional<runs::RunSummary> summary = std::nullopt;
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
