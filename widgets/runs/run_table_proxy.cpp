#include "widgets/runs/run_table_proxy.h"

#include "widgets/core_words.h"
#include "widgets/models/run_list_model.h"
#include "widgets/search_field.h"

namespace lensboard::widgets {

namespace {

std::pair<std::size_t, std::size_t> severityOf(const record::RunVerdict &verdict)
{
    return {verdict.problems.size(), verdict.warnings.size()};
}

} // namespace

RunTableProxy::RunTableProxy(RunListModel *runs, QObject *parent) : QSortFilterProxyModel(parent), m_runs(runs)
{
    setSourceModel(runs);
}

QString RunTableProxy::setFilter(const QString &text)
{
    try {
        const std::string expression = text.toStdString();
        const bool isExpression = runs::RunFilter::isExpression(expression);
        std::optional<runs::RunFilter> filter;
        if (isExpression)
            filter.emplace(expression, runs::columnsOf(m_runs->runs()));
        m_filter = std::move(filter);
        m_words = isExpression ? QRegularExpression() : SearchField::wordsPattern(text);
    } catch (const runs::RunFilterError &error) {
        return messageText(error);
    }
    invalidate(); // at once, because a filter would remove and insert range by range
    return {};
}

bool RunTableProxy::filterAcceptsRow(int row, const QModelIndex &) const
{
    if (m_filter)
        return m_filter->accepts(m_runs->run(row));
    return m_words.pattern().isEmpty() || m_runs->index(row, 0).data(RunListModel::kSearchRole).toString().contains(m_words);
}

bool RunTableProxy::lessThan(const QModelIndex &left, const QModelIndex &right) const
{
    const bool isAscending = sortOrder() == Qt::AscendingOrder;
    const auto isBaseline = [this](const QModelIndex &index) {
        return !m_runs->baseline().isEmpty() && index.data(RunListModel::kPathRole).toString() == m_runs->baseline();
    };
    if (isBaseline(left) != isBaseline(right))
        return isBaseline(left) == isAscending;
    const runs::RunSummary &one = m_runs->run(left.row()), &other = m_runs->run(right.row());
    const runs::RunColumn &column = m_runs->columns()[static_cast<std::size_t>(left.column())];
    const runs::RunValue a = runs::valueOf(one, column), b = runs::valueOf(other, column);
    const auto isNothing = [](const runs::RunValue &value) { return std::holds_alternative<std::monostate>(value); };
    if (isNothing(a) != isNothing(b))
        return isNothing(b) == isAscending;
    if (column.shows == runs::RunColumn::Shows::Health && one.verdict && other.verdict)
        return severityOf(*one.verdict) < severityOf(*other.verdict);
    return runs::isBefore(a, b);
}

} // namespace lensboard::widgets
