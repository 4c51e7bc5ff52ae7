#include "widgets/models/differences_model.h"

#include "widgets/core_words.h"
#include "widgets/number_text.h"
#include "widgets/qt_text.h"
#include "widgets/run_controls.h"
#include "widgets/run_status_text.h"
#include "widgets/table_text.h"

#include <QApplication>
#include <QPalette>

namespace lensboard::widgets {

using experiment::ComparedKey;
using What = runs::ComparedRow::What;

namespace {

QString shown(const ComparedKey::Value &value, What what)
{
    if (value.json.is_null())
        return QStringLiteral("–");
    if (what == What::DurationSeconds)
        return durationText(value.json.get<double>());
    if (what == What::Status && value.json.is_string())
        return statusText(record::runStatusFromText(value.json.get<std::string>()));
    if (value.json.is_number_float())
        return shownNumber(value.json.get<double>(), 6);
    if (value.json == experiment::kDiffers)
        return DifferencesModel::tr("differs");
    return text(value.json.is_string() ? value.json.get<std::string>()
                                       : value.json.dump(-1, ' ', false, experiment::Json::error_handler_t::replace));
}

} // namespace

DifferencesModel::DifferencesModel(const QStringList &runs, std::vector<runs::ComparedRow> rows, QObject *parent)
    : QAbstractTableModel(parent), m_runs(runs), m_rows(std::move(rows))
{
    setEqualShown(false);
}

void DifferencesModel::setEqualShown(bool shown)
{
    beginResetModel();
    m_shown.clear();
    for (std::size_t row = 0; row < m_rows.size(); ++row)
        if (shown || m_rows[row].key.differs())
            m_shown.push_back(row);
    endResetModel();
}

int DifferencesModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_shown.size());
}

int DifferencesModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_runs.size()) + 1;
}

QString DifferencesModel::name(const runs::ComparedRow &row)
{
    switch (row.what) {
    case What::Status: return tr("Status");
    case What::Ticks: return tr("Ticks");
    case What::DurationSeconds: return tr("Duration");
    case What::LastLoss: return tr("Last %1").arg(termText(row.key.path));
    case What::BestLoss: return tr("Best %1").arg(termText(row.key.path));
    case What::Experiment: return text(row.key.path);
    case What::Environment: return tr("Environment: %1").arg(termText(row.key.path));
    }
    return {};
}

QVariant DifferencesModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const runs::ComparedRow &row = m_rows[m_shown[static_cast<std::size_t>(index.row())]];
    if (index.column() == 0)
        return role == Qt::DisplayRole || role == Qt::ToolTipRole ? QVariant(name(row)) : QVariant();
    const ComparedKey::Value &value = row.key.values[static_cast<std::size_t>(index.column() - 1)];
    switch (role) {
    case Qt::DisplayRole: return shown(value, row.what);
    case Qt::ToolTipRole:
        return value.json.is_null() ? tr("This run has none")
             : value.isDefault      ? tr("%1 by default: it was left out").arg(shown(value, row.what))
                                    : shown(value, row.what);
    case Qt::ForegroundRole:
        return value.isDefault || value.json.is_null() ? QVariant(QApplication::palette().brush(QPalette::PlaceholderText)) : QVariant();
    case Qt::TextAlignmentRole:
        return value.json.is_number() ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant();
    default: return {};
    }
}

QVariant DifferencesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || (role != Qt::DisplayRole && role != Qt::ToolTipRole))
        return {};
    return section == 0 ? tr("Key") : m_runs.value(section - 1);
}

QString DifferencesModel::table(QChar separator) const
{
    return tableText(*this, separator);
}

} // namespace lensboard::widgets
