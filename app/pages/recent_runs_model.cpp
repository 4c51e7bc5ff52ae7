#include "app/pages/recent_runs_model.h"

#include "core/store/run_names.h"
#include "widgets/core_words.h"
#include "widgets/health/finding_text.h"
#include "widgets/number_text.h"
#include "widgets/qt_text.h"
#include "widgets/run_status_text.h"

#include <QDateTime>
#include <QDir>
#include <QLocale>

#include <algorithm>
#include <tuple>

namespace lensboard::app {

using widgets::text;

namespace {

QString lastValueText(const runs::RunSummary &summary)
{
    const auto &values = summary.losses.empty() ? summary.metrics : summary.losses;
    if (values.empty())
        return {};
    return QStringLiteral("%1 %2").arg(widgets::termText(values.front().first), widgets::shownNumber(values.front().second));
}

QString writtenText(double seconds)
{
    return seconds > 0 ? QLocale().toString(QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(1000 * seconds)), QLocale::ShortFormat) : QString();
}

} // namespace

bool RecentRunsModel::hasAll(const std::vector<RecentRun> &runs) const
{
    return runs.size() == m_rows.size() && std::ranges::all_of(m_rows, [&](const Row &row) {
               return std::ranges::find(runs, row.run.path, &RecentRun::path) != runs.end();
           });
}

void RecentRunsModel::setRuns(const std::vector<RecentRun> &runs)
{
    const auto of = [](const RecentRun &run) { return [&run](const Row &row) { return row.run.path == run.path; }; };
    if (hasAll(runs)) {
        for (const RecentRun &run : runs)
            std::ranges::find_if(m_rows, of(run))->run = run;
        if (!m_rows.empty())
            Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
        return;
    }
    beginResetModel();
    std::vector<Row> rows;
    for (const RecentRun &run : runs) {
        const auto known = std::ranges::find_if(m_rows, of(run));
        rows.push_back({run, rows.size(), known == m_rows.end() ? std::nullopt : known->summary});
    }
    m_rows = std::move(rows);
    std::ranges::sort(m_rows, comesBefore);
    endResetModel();
}

void RecentRunsModel::put(const runs::RunSummary &run)
{
    const auto known = std::ranges::find_if(m_rows, [&](const Row &row) { return row.run.path == run.path; });
    if (known == m_rows.end())
        return;
    known->summary = run;
    const auto row = static_cast<std::size_t>(known - m_rows.begin());
    Q_EMIT dataChanged(index(static_cast<int>(row), 0), index(static_cast<int>(row), ColumnCount - 1));
    moveToItsPlace(row);
}

bool RecentRunsModel::canResume(const Row &row)
{
    return row.run.hasCheckpoint && row.summary && row.summary->isReadable && row.summary->status != record::RunStatus::Finished
        && !record::mayGrow(row.summary->status);
}

bool RecentRunsModel::comesBefore(const Row &a, const Row &b)
{
    const auto rank = [](const Row &row) {
        return std::tuple(!canResume(row) || row.summary->status != record::RunStatus::Interrupted, row.place);
    };
    return rank(a) < rank(b);
}

void RecentRunsModel::moveToItsPlace(std::size_t row)
{
    Row moved = m_rows[row];
    const auto place = static_cast<std::size_t>(std::ranges::count_if(m_rows, [&](const Row &other) { return comesBefore(other, moved); }));
    if (place == row)
        return;
    const int from = static_cast<int>(row), to = static_cast<int>(place);
    beginMoveRows({}, from, from, {}, to > from ? to + 1 : to);
    m_rows.erase(m_rows.begin() + from);
    m_rows.insert(m_rows.begin() + to, std::move(moved));
    endMoveRows();
}

int RecentRunsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int RecentRunsModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant RecentRunsModel::shown(const Row &row, int column)
{
    switch (column) {
    case Name: return text(row.summary && !row.summary->givenName.empty() ? row.summary->givenName : store::runName(row.run.path));
    case Value: return row.summary ? lastValueText(*row.summary) : QString();
    case Health: return row.summary ? widgets::summaryText(row.summary->verdict) : QString();
    case Status: return !row.summary ? QString() : row.summary->isReadable ? widgets::statusText(row.summary->status) : tr("unreadable");
    case Written: return writtenText(row.run.writtenSeconds);
    default: return {};
    }
}

QString RecentRunsModel::toolTip(const Row &row)
{
    QStringList parts = {QDir::toNativeSeparators(text(row.run.path.string()))};
    if (row.summary && !row.summary->message.empty())
        parts << widgets::messageText(row.summary->message);
    if (row.summary && row.summary->verdict)
        parts << tr("Health: %1").arg(widgets::verdictText(row.summary->verdict));
    return parts.join(QStringLiteral("\n\n"));
}

QVariant RecentRunsModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const Row &row = m_rows[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole: return shown(row, index.column());
    case Qt::ToolTipRole: return toolTip(row);
    case Qt::DecorationRole: return index.column() == Health && row.summary ? widgets::verdictIcon(row.summary->verdict) : QVariant();
    case Qt::TextAlignmentRole: return index.column() == Written ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant();
    case kPathRole: return text(row.run.path.string());
    case kCurveRole: return row.summary ? QVariant::fromValue(QList<double>(row.summary->curve.begin(), row.summary->curve.end())) : QVariant();
    case kCanResumeRole: return canResume(row);
    default: return {};
    }
}

} // namespace lensboard::app
