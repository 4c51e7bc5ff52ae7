#pragma once

#include "core/runs/run_filter.h"

#include <QRegularExpression>
#include <QSortFilterProxyModel>

#include <optional>
#include <vector>

namespace lensboard::widgets {

class RunListModel;

/// The runs that a search or an expression accepts, in order. What a run does not have comes last in either order, the baseline first.
class RunTableProxy final : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    explicit RunTableProxy(RunListModel *runs, QObject *parent = nullptr);

    /// Shows the runs that have all words of \p text, or that it accepts if it is an expression. Returns what is wrong with that, in
    /// the user's language, and shows on what was shown; else empty.
    QString setFilter(const QString &text);
    /// Those that the expression names.
    std::vector<runs::RunColumn> filterColumns() const { return m_filter ? m_filter->columns() : std::vector<runs::RunColumn>(); }
    bool isFiltered() const { return m_filter || !m_words.pattern().isEmpty(); }

protected:
    bool filterAcceptsRow(int row, const QModelIndex &parent) const override;
    bool lessThan(const QModelIndex &left, const QModelIndex &right) const override;

private:
    RunListModel *m_runs;
    QRegularExpression m_words;
    std::optional<runs::RunFilter> m_filter;
};

} // namespace lensboard::widgets
