#include "widgets/models/shown_runs_model.h"

#include "widgets/plots/plot_board.h"
#include "widgets/plots/plot_theme.h"
#include "widgets/run_status_text.h"

#include <QPainter>
#include <QPixmap>

namespace lensboard::widgets {

namespace {

constexpr int kDashedSwatch = 16; ///< pixels

/// The colour of a run's lines; where they have dashes, a piece of such a line.
QVariant signOf(const ShownRun &run, const PlotTheme &theme)
{
    const Qt::PenStyle dashes = PlotTheme::dashes(run.colour);
    if (dashes == Qt::SolidLine)
        return theme.series(run.colour);
    QPixmap sign(kDashedSwatch, kDashedSwatch);
    sign.fill(Qt::transparent);
    QPainter painter(&sign);
    painter.setPen(QPen(theme.series(run.colour), 2, dashes, Qt::FlatCap));
    painter.drawLine(0, kDashedSwatch / 2, kDashedSwatch, kDashedSwatch / 2);
    return sign;
}

} // namespace

ShownRunsModel::ShownRunsModel(PlotBoard *board, QObject *parent)
    : QAbstractTableModel(parent), m_board(board), m_count(static_cast<int>(board->state().runs.size()))
{
    connect(board, &PlotBoard::runsChanged, this, &ShownRunsModel::takeChanges);
}

void ShownRunsModel::takeChanges()
{
    const auto count = static_cast<int>(m_board->state().runs.size());
    if (count != m_count) {
        beginResetModel();
        m_count = count;
        endResetModel();
    } else if (m_count > 0) {
        Q_EMIT dataChanged(index(0, 0), index(m_count - 1, ColumnCount - 1));
    }
}

int ShownRunsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : m_count;
}

int ShownRunsModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant ShownRunsModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const ShownRun &run = *m_board->state().runs[static_cast<std::size_t>(index.row())];
    if (index.column() == Status)
        return role == Qt::DisplayRole || role == Qt::ToolTipRole ? statusText(run.run->info().status) : QVariant();
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole: return run.name;
    case Qt::CheckStateRole: return run.isVisible ? Qt::Checked : Qt::Unchecked;
    case Qt::DecorationRole: return signOf(run, PlotTheme(m_board->palette()));
    default: return {};
    }
}

bool ShownRunsModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (!index.isValid() || role != Qt::CheckStateRole)
        return false;
    m_board->setRunVisible(static_cast<std::size_t>(index.row()), value.toInt() == Qt::Checked);
    return true;
}

QVariant ShownRunsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    return section == Name ? tr("Run") : tr("Status");
}

Qt::ItemFlags ShownRunsModel::flags(const QModelIndex &index) const
{
    const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    return index.column() == Name ? flags | Qt::ItemIsUserCheckable : flags;
}

} // namespace lensboard::widgets
