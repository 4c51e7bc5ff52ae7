#pragma once

#include "core/runs/run_column.h"
#include "core/runs/run_summary.h"
#include "widgets/views/state/run_style.h"

#include <QAbstractTableModel>

#include <optional>
#include <vector>

namespace lensboard::widgets {

/// Runs, one row each, with selectable columns.
class RunListModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    static constexpr int kPathRole = Qt::UserRole;
    static constexpr int kSearchRole = Qt::UserRole + 1; ///< name, path, notes and status
    static constexpr int kColumnRole = Qt::UserRole + 2; ///< header: the column as written by runs::toText()
    static constexpr int kExactRole = Qt::UserRole + 3;  ///< text with all digits, independent of the language
    static constexpr int kCurveRole = Qt::UserRole + 5;  ///< QList<double> of a curve

    explicit RunListModel(QObject *parent = nullptr);

    /// Adds a run, or updates it.
    void put(const runs::RunSummary &run);
    void remove(const QString &path);
    /// Shows a changed label at once.
    void setLabel(const QString &path, const record::RunLabel &label);
    /// Name and notes that the user gave to a run.
    QString givenName(const QString &path) const;
    QString notes(const QString &path) const;

    /// Sets the style of a run: its name gets a check box and the sign of its lines.
    void setStyle(const QString &path, const RunStyle &style);
    /// Sets the run with highlighted lines; empty: none.
    void setPointed(const QString &path);

    const std::vector<runs::RunColumn> &columns() const { return m_columns; }
    void setColumns(std::vector<runs::RunColumn> columns);
    /// Returns -1 if the column is not shown.
    int section(const runs::RunColumn &column) const;
    /// Valid until a run is added or removed.
    std::vector<const runs::RunSummary *> runs() const;
    /// Returns null if \p path is not listed; valid until a run is added or removed.
    const runs::RunSummary *run(const QString &path) const;
    const runs::RunSummary &run(int row) const { return m_rows[static_cast<std::size_t>(row)].run; }

    /// The run that others are compared with; empty: none.
    QString baseline() const { return m_baseline; }
    void setBaseline(const QString &path);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    /// Changes nothing itself: emits renameRequested() or checkRequested().
    bool setData(const QModelIndex &index, const QVariant &value, int role) override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

Q_SIGNALS:
    void renameRequested(const QString &path, const QString &name);
    void checkRequested(const QString &path, bool checked);
    /// Runs were added or removed, or a run has new values.
    void contentChanged();

private:
    struct Row
    {
        QString path;
        runs::RunSummary run;
        std::optional<RunStyle> style = {};
    };

    std::vector<Row>::const_iterator find(const QString &path) const;
    void showChanged(int row);
    QVariant nameData(const Row &row, int role) const;
    const runs::RunColumn &column(int section) const { return m_columns[static_cast<std::size_t>(section)]; }
    QString comparedText(const Row &row, const runs::RunColumn &column) const;

    std::vector<Row> m_rows;
    std::vector<runs::RunColumn> m_columns;
    QString m_baseline, m_pointed;
};

/// Header text of a column, in the user's language.
QString columnTitle(const runs::RunColumn &column);
/// Text of a value in a cell of a column, in one line.
QString shownValue(const runs::RunValue &value, runs::RunColumn::Shows shows);

} // namespace lensboard::widgets
