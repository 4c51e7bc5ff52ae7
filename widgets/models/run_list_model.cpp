#include "widgets/models/run_list_model.h"

#include "widgets/qt_text.h"
#include "widgets/run_status_text.h"

#include <QDateTime>
#include <QDir>
#include <QLocale>

#include <algorithm>
#include <limits>

namespace lensboard::widgets {

using record::RunStatus;

namespace {

QString statusText(const imports::RunSummary &run)
{
    if (!run.isReadable)
        return RunListModel::tr("unreadable");
    return widgets::statusText(run.status);
}

QString lossText(const imports::RunSummary &run)
{
    QStringList losses;
    for (const auto &[name, value] : run.losses)
        losses << QStringLiteral("%1 %2").arg(text(name), QString::number(value, 'g', 5));
    return losses.join(QStringLiteral(",  "));
}

} // namespace

RunListModel::RunListModel(const QString &folder, QObject *parent) : QAbstractTableModel(parent), m_folder(folder) {}

void RunListModel::put(const imports::RunSummary &run)
{
    const QString path = text(run.path.string());
    const auto known = std::find_if(m_rows.begin(), m_rows.end(), [&](const Row &row) { return row.path == path; });
    if (known != m_rows.end()) {
        known->run = run;
        const int row = static_cast<int>(known - m_rows.begin());
        Q_EMIT dataChanged(index(row, 0), index(row, ColumnCount - 1));
        return;
    }
    QString name = QDir(m_folder).relativeFilePath(path);
    if (name == QLatin1String("."))
        name = QDir(path).dirName();
    if (name.endsWith(QLatin1String(".lbrun")))
        name.chop(6);
    beginInsertRows({}, rowCount(), rowCount());
    m_rows.push_back({path, name, run});
    endInsertRows();
}

void RunListModel::remove(const QString &path)
{
    const auto known = std::find_if(m_rows.begin(), m_rows.end(), [&](const Row &row) { return row.path == path; });
    if (known == m_rows.end())
        return;
    const int row = static_cast<int>(known - m_rows.begin());
    beginRemoveRows({}, row, row);
    m_rows.erase(known);
    endRemoveRows();
}

int RunListModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int RunListModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant RunListModel::shown(const Row &row, int column) const
{
    switch (column) {
    case Name: return row.shownName;
    case Status: return statusText(row.run);
    case Ticks: return row.run.isReadable ? QLocale().toString(static_cast<qulonglong>(row.run.ticks)) : QString();
    case Losses: return lossText(row.run);
    case Created:
        return row.run.createdSeconds > 0
                 ? QLocale().toString(QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(1000 * row.run.createdSeconds)),
                                      QLocale::ShortFormat)
                 : QString();
    default: return {};
    }
}

QVariant RunListModel::sortKey(const Row &row, int column) const
{
    switch (column) {
    case Ticks: return static_cast<qulonglong>(row.run.ticks);
    case Losses: return row.run.losses.empty() ? std::numeric_limits<double>::infinity() : row.run.losses.front().second;
    case Created: return row.run.createdSeconds;
    default: return shown(row, column);
    }
}

QVariant RunListModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const Row &row = m_rows[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole: return shown(row, index.column());
    case Qt::ToolTipRole: return row.run.message.empty() ? QDir::toNativeSeparators(row.path) : text(row.run.message);
    case Qt::TextAlignmentRole:
        return index.column() == Ticks ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant();
    case kPathRole: return row.path;
    case kSortRole: return sortKey(row, index.column());
    default: return {};
    }
}

QVariant RunListModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Name: return tr("Run");
    case Status: return tr("Status");
    case Ticks: return tr("Ticks");
    case Losses: return tr("Last losses");
    case Created: return tr("Begun");
    default: return {};
    }
}

} // namespace lensboard::widgets
