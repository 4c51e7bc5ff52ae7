#pragma once

#include "core/runs/run_filter.h"

#include <QRegularExpression>
#include <QSortFilterProxyModel>

#include <optional>
#include <vector>

namespace lensboard::widgets {

class RunListModel;

/// The runs accepted by a search text or an expression, sorted. Missing values are last in either order; the baseline is first.
class RunTableProxy final : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    explicit RunTableProxy(RunListModel *runs, QObject *parent = nullptr);

    /// Shows runs that contain all words of \p text, or that match it if it is an expression. Returns an empty string, or an
    /// error in the user's language; the previous filter then stays.
    QString setFilter(const QString &text);
    /// Columns named by the expression.
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
