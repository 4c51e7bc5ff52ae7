#include "widgets/models/run_list_model.h"

#include "widgets/core_words.h"
#include "widgets/number_text.h"
#include "widgets/qt_text.h"
#include "widgets/run_controls.h"
#include "widgets/run_status_text.h"

#include <QDateTime>
#include <QDir>
#include <QLocale>

#include <algorithm>
#include <limits>

namespace lensboard::widgets {

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
        losses << QStringLiteral("%1 %2").arg(termText(name), shownNumber(value));
    return losses.join(QStringLiteral(",  "));
}

/// In one line, however many they are.
QString notesText(const imports::RunSummary &run)
{
    return text(run.notes).simplified();
}

QString toolTip(const QString &path, const imports::RunSummary &run)
{
    QStringList parts = {QDir::toNativeSeparators(path)};
    if (!run.message.empty())
        parts << coreText(run.message);
    if (!run.notes.empty())
        parts << text(run.notes);
    return parts.join(QStringLiteral("\n\n"));
}

} // namespace

void RunListModel::put(const imports::RunSummary &run)
{
    const QString path = text(run.path.string());
    if (const auto known = find(path); known != m_rows.end()) {
        const int row = static_cast<int>(known - m_rows.begin());
        m_rows[static_cast<std::size_t>(row)].run = run;
        Q_EMIT dataChanged(index(row, 0), index(row, ColumnCount - 1));
        return;
    }
    beginInsertRows({}, rowCount(), rowCount());
    m_rows.push_back({path, run});
    endInsertRows();
}

void RunListModel::setLabel(const QString &path, const record::RunLabel &label)
{
    const auto known = find(path);
    if (known == m_rows.end())
        return;
    const int row = static_cast<int>(known - m_rows.begin());
    imports::RunSummary &run = m_rows[static_cast<std::size_t>(row)].run;
    run.givenName = label.name;
    run.notes = label.notes;
    Q_EMIT dataChanged(index(row, 0), index(row, ColumnCount - 1));
}

QString RunListModel::givenName(const QString &path) const
{
    const auto known = find(path);
    return known == m_rows.end() ? QString() : text(known->run.givenName);
}

QString RunListModel::notes(const QString &path) const
{
    const auto known = find(path);
    return known == m_rows.end() ? QString() : text(known->run.notes);
}

std::vector<RunListModel::Row>::const_iterator RunListModel::find(const QString &path) const
{
    return std::find_if(m_rows.begin(), m_rows.end(), [&](const Row &row) { return row.path == path; });
}

void RunListModel::remove(const QString &path)
{
    const auto known = find(path);
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

QString RunListModel::shownName(const Row &row)
{
    return text(row.run.givenName.empty() ? row.run.name : row.run.givenName);
}

QVariant RunListModel::shown(const Row &row, int column) const
{
    switch (column) {
    case Name: return shownName(row);
    case Status: return statusText(row.run);
    case Ticks: return row.run.isReadable ? QLocale().toString(static_cast<qulonglong>(row.run.ticks)) : QString();
    case Duration: return row.run.durationSeconds > 0 ? durationText(row.run.durationSeconds) : QString();
    case Losses: return lossText(row.run);
    case Notes: return notesText(row.run);
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
    case Duration: return row.run.durationSeconds;
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
    case Qt::EditRole: return shown(row, index.column());
    case Qt::ToolTipRole: return toolTip(row.path, row.run);
    case Qt::TextAlignmentRole:
        return index.column() == Ticks || index.column() == Duration ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant();
    case kPathRole: return row.path;
    case kSortRole: return sortKey(row, index.column());
    case kSearchRole:
        return QStringList{shownName(row), text(row.run.name), text(row.run.notes), statusText(row.run)}.join('\n');
    default: return {};
    }
}

bool RunListModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (!index.isValid() || index.column() != Name || role != Qt::EditRole)
        return false;
    const Row &row = m_rows[static_cast<std::size_t>(index.row())];
    const QString name = value.toString().simplified();
    if (name != shownName(row))
        Q_EMIT renameRequested(row.path, name == text(row.run.name) ? QString() : name);
    return true;
}

Qt::ItemFlags RunListModel::flags(const QModelIndex &index) const
{
    const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    if (!index.isValid() || index.column() != Name || !m_rows[static_cast<std::size_t>(index.row())].run.isReadable)
        return flags;
    return flags | Qt::ItemIsEditable;
}

QVariant RunListModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Name: return tr("Run");
    case Status: return tr("Status");
    case Ticks: return tr("Ticks");
    case Duration: return tr("Duration");
    case Losses: return tr("Last losses");
    case Notes: return tr("Notes");
    case Created: return tr("Begun");
    default: return {};
    }
}

} // namespace lensboard::widgets
