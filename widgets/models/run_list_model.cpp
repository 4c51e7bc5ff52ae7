#include "widgets/models/run_list_model.h"

#include "widgets/core_words.h"
#include "widgets/health/finding_text.h"
#include "widgets/number_text.h"
#include "widgets/qt_text.h"
#include "widgets/run_controls.h"
#include "widgets/run_status_text.h"

#include <QDateTime>
#include <QDir>
#include <QFont>
#include <QGuiApplication>
#include <QLocale>
#include <QPalette>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lensboard::widgets {

using runs::RunColumn;
using runs::RunValue;
using Shows = runs::RunColumn::Shows;

namespace {

constexpr double kPointedShade = 0.25; ///< opacity of the highlighted run's row

QString listedStatus(const runs::RunSummary &run)
{
    return run.isReadable ? statusText(run.status) : RunListModel::tr("unreadable");
}

/// Name given by the user, or the name from the path.
QString listedName(const runs::RunSummary &run)
{
    return text(run.givenName.empty() ? run.name : run.givenName);
}

/// Text of a cell, in one line.
QString cellText(const runs::RunSummary &run, const RunColumn &column)
{
    if (column.shows == Shows::Health)
        return worstText(run.verdict);
    if (runs::differs(run, column))
        return RunListModel::tr("differs");
    return column.shows == Shows::Status ? listedStatus(run) : shownValue(runs::valueOf(run, column), column.shows);
}

/// Returns true for numbers; they are right-aligned.
bool isNumber(const runs::RunSummary &run, const RunColumn &column)
{
    return column.shows != Shows::Begun && std::holds_alternative<double>(runs::valueOf(run, column));
}

QString toolTip(const QString &path, const runs::RunSummary &run)
{
    QStringList parts = {QDir::toNativeSeparators(path)};
    if (!run.message.empty())
        parts << messageText(run.message);
    if (const QString health = verdictText(run.verdict); !health.isEmpty())
        parts << RunListModel::tr("Health: %1").arg(health);
    if (!run.notes.empty())
        parts << text(run.notes);
    return parts.join(QStringLiteral("\n\n"));
}

QString columnTip(const RunColumn &column)
{
    switch (column.shows) {
    case Shows::Field: return RunListModel::tr("%1 in the experiment").arg(text(column.key));
    case Shows::Health: return RunListModel::tr("Number of problems, or else of warnings; empty if the run was not judged. The tool tip of a cell names the rules");
    case Shows::Curve: return RunListModel::tr("The first loss, or else metric, from its first value to its last");
    case Shows::Last: return RunListModel::tr("The last value of %1").arg(text(column.key));
    case Shows::Least: return RunListModel::tr("The least value of %1").arg(text(column.key));
    case Shows::Greatest: return RunListModel::tr("The greatest value of %1").arg(text(column.key));
    case Shows::Mean: return RunListModel::tr("The mean of the last %1 values of %2").arg(runs::Quantity::kMeanOf).arg(text(column.key));
    default: return {};
    }
}

} // namespace

QString columnTitle(const RunColumn &column)
{
    const QString key = text(column.key);
    switch (column.shows) {
    case Shows::Name: return RunListModel::tr("Run");
    case Shows::Status: return RunListModel::tr("Status");
    case Shows::Curve: return RunListModel::tr("Curve");
    case Shows::Ticks: return RunListModel::tr("Ticks");
    case Shows::Duration: return RunListModel::tr("Duration");
    case Shows::Health: return RunListModel::tr("Health");
    case Shows::Notes: return RunListModel::tr("Notes");
    case Shows::Begun: return RunListModel::tr("Begun");
    case Shows::Field: return key;
    case Shows::Last: return termText(key);
    case Shows::Least: return RunListModel::tr("Least %1").arg(termText(key));
    case Shows::Greatest: return RunListModel::tr("Greatest %1").arg(termText(key));
    case Shows::Mean: return RunListModel::tr("Mean %1").arg(termText(key));
    }
    return key;
}

QString shownValue(const RunValue &value, Shows shows)
{
    const auto *number = std::get_if<double>(&value);
    if (!number)
        return text(runs::toText(value)).simplified();
    switch (shows) {
    case Shows::Ticks: return QLocale().toString(std::llround(*number));
    case Shows::Duration: return durationText(*number);
    case Shows::Begun: return QLocale().toString(QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(1000 * *number)), QLocale::ShortFormat);
    default: return shownNumber(*number);
    }
}

RunListModel::RunListModel(QObject *parent)
    : QAbstractTableModel(parent), m_columns({{Shows::Name}, {Shows::Status}, {Shows::Ticks}, {Shows::Duration}, {Shows::Begun}, {Shows::Notes}})
{
}

void RunListModel::put(const runs::RunSummary &run)
{
    const QString path = text(run.path.string());
    if (const auto known = find(path); known != m_rows.end()) {
        const int row = static_cast<int>(known - m_rows.begin());
        const runs::RunSummary before = std::exchange(m_rows[static_cast<std::size_t>(row)].run, run);
        showChanged(row);
        if (before.fields != run.fields || before.quantities.size() != run.quantities.size() || before.verdict.has_value() != run.verdict.has_value())
            Q_EMIT contentChanged();
        return;
    }
    beginInsertRows({}, rowCount(), rowCount());
    m_rows.push_back({path, run});
    endInsertRows();
    Q_EMIT contentChanged();
}

void RunListModel::showChanged(int row)
{
    Q_EMIT dataChanged(index(row, 0), index(row, columnCount() - 1));
}

void RunListModel::setLabel(const QString &path, const record::RunLabel &label)
{
    const auto known = find(path);
    if (known == m_rows.end())
        return;
    const int row = static_cast<int>(known - m_rows.begin());
    runs::RunSummary &run = m_rows[static_cast<std::size_t>(row)].run;
    run.givenName = label.name;
    run.notes = label.notes;
    showChanged(row);
}

void RunListModel::setStyle(const QString &path, const RunStyle &style)
{
    const auto known = find(path);
    if (known == m_rows.end() || known->style == style)
        return;
    const auto row = known - m_rows.begin();
    m_rows[static_cast<std::size_t>(row)].style = style;
    const QModelIndex name = index(static_cast<int>(row), section({Shows::Name}));
    Q_EMIT dataChanged(name, name, {Qt::CheckStateRole, Qt::DecorationRole});
}

void RunListModel::setPointed(const QString &path)
{
    for (const QString &each : {std::exchange(m_pointed, path), path})
        if (const auto known = find(each); known != m_rows.end()) {
            const int row = static_cast<int>(known - m_rows.begin());
            Q_EMIT dataChanged(index(row, 0), index(row, columnCount() - 1), {Qt::BackgroundRole});
        }
}

const runs::RunSummary *RunListModel::run(const QString &path) const
{
    const auto known = find(path);
    return known == m_rows.end() ? nullptr : &known->run;
}

QString RunListModel::givenName(const QString &path) const
{
    const runs::RunSummary *known = run(path);
    return known ? text(known->givenName) : QString();
}

QString RunListModel::notes(const QString &path) const
{
    const runs::RunSummary *known = run(path);
    return known ? text(known->notes) : QString();
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
    Q_EMIT contentChanged();
}

void RunListModel::setColumns(std::vector<RunColumn> columns)
{
    beginResetModel();
    m_columns = std::move(columns);
    endResetModel();
}

int RunListModel::section(const RunColumn &column) const
{
    const auto found = std::ranges::find(m_columns, column);
    return found == m_columns.end() ? -1 : static_cast<int>(found - m_columns.begin());
}

std::vector<const runs::RunSummary *> RunListModel::runs() const
{
    std::vector<const runs::RunSummary *> runs;
    for (const Row &row : m_rows)
        runs.push_back(&row.run);
    return runs;
}

void RunListModel::setBaseline(const QString &path)
{
    m_baseline = path;
    if (!m_rows.empty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

int RunListModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int RunListModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_columns.size());
}

/// Text of a cell; quantities include the difference to the baseline.
QString RunListModel::comparedText(const Row &row, const RunColumn &column) const
{
    const QString shown = cellText(row.run, column);
    if (!runs::isOfQuantity(column.shows) || row.path == m_baseline)
        return shown;
    const auto baseline = find(m_baseline);
    const RunValue value = runs::valueOf(row.run, column), other = baseline == m_rows.end() ? RunValue() : runs::valueOf(baseline->run, column);
    if (!std::holds_alternative<double>(value) || !std::holds_alternative<double>(other))
        return shown;
    const double difference = std::get<double>(value) - std::get<double>(other);
    if (!std::isfinite(difference))
        return shown;
    return QStringLiteral("%1 (%2%3)").arg(shown, difference < 0 ? QString() : QStringLiteral("+"), shownNumber(difference, 2));
}

QVariant RunListModel::nameData(const Row &row, int role) const
{
    if (!row.style)
        return {};
    if (role == Qt::CheckStateRole)
        return row.style->isChecked ? Qt::Checked : Qt::Unchecked;
    return row.style->colour.sign(PlotTheme(QGuiApplication::palette()));
}

QVariant RunListModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const Row &row = m_rows[static_cast<std::size_t>(index.row())];
    const RunColumn &shown = column(index.column());
    switch (role) {
    case Qt::DisplayRole: return comparedText(row, shown);
    case Qt::EditRole: return cellText(row.run, shown);
    case Qt::ToolTipRole: return toolTip(row.path, row.run);
    case Qt::TextAlignmentRole:
        return isNumber(row.run, shown) ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant();
    case Qt::FontRole: {
        QFont font;
        font.setBold(true);
        return row.path == m_baseline ? QVariant(font) : QVariant();
    }
    case Qt::CheckStateRole:
    case Qt::DecorationRole:
        if (shown.shows == Shows::Health && role == Qt::DecorationRole)
            return verdictIcon(row.run.verdict);
        return shown.shows == Shows::Name ? nameData(row, role) : QVariant();
    case Qt::BackgroundRole: {
        QColor shade = QGuiApplication::palette().color(QPalette::Highlight);
        shade.setAlphaF(kPointedShade);
        return row.path == m_pointed ? QVariant(QBrush(shade)) : QVariant();
    }
    case kPathRole: return row.path;
    case kCurveRole:
        return shown.shows == Shows::Curve ? QVariant::fromValue(QList<double>(row.run.curve.begin(), row.run.curve.end())) : QVariant();
    case kExactRole: return text(runs::toText(runs::valueOf(row.run, shown)));
    case kSearchRole:
        return QStringList{listedName(row.run), text(row.run.name), text(row.run.notes), listedStatus(row.run)}.join('\n');
    default: return {};
    }
}

bool RunListModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (!index.isValid() || column(index.column()).shows != Shows::Name || (role != Qt::EditRole && role != Qt::CheckStateRole))
        return false;
    const Row &row = m_rows[static_cast<std::size_t>(index.row())];
    if (role == Qt::CheckStateRole) {
        Q_EMIT checkRequested(row.path, value.toInt() == Qt::Checked);
        return true;
    }
    const QString name = value.toString().simplified();
    if (name != listedName(row.run))
        Q_EMIT renameRequested(row.path, name == text(row.run.name) ? QString() : name);
    return true;
}

Qt::ItemFlags RunListModel::flags(const QModelIndex &index) const
{
    const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    if (!index.isValid() || column(index.column()).shows != Shows::Name)
        return flags;
    const Row &row = m_rows[static_cast<std::size_t>(index.row())];
    return flags | (row.run.isReadable ? Qt::ItemIsEditable : Qt::NoItemFlags) | (row.style ? Qt::ItemIsUserCheckable : Qt::NoItemFlags);
}

QVariant RunListModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    switch (role) {
    case Qt::DisplayRole: return columnTitle(column(section));
    case Qt::ToolTipRole: return columnTip(column(section));
    case Qt::TextAlignmentRole:
        return std::ranges::any_of(m_rows, [&](const Row &row) { return isNumber(row.run, column(section)); })
                 ? QVariant(Qt::AlignRight | Qt::AlignVCenter)
                 : QVariant(Qt::AlignLeft | Qt::AlignVCenter);
    case kColumnRole: return text(runs::toText(column(section)));
    default: return {};
    }
}

} // namespace lensboard::widgets
