#include "widgets/models/readout_model.h"

#include "widgets/qt_text.h"

#include <QLocale>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace lensboard::widgets {

void ReadoutModel::setReadings(std::vector<Reading> hand, std::vector<Reading> atA, std::vector<Reading> atB)
{
    std::vector<std::size_t> order(std::max({hand.size(), atA.size(), atB.size()}));
    std::iota(order.begin(), order.end(), 0);
    const auto key = [&](std::size_t row) {
        for (const auto *readings : {&hand, &atB, &atA})
            if (row < readings->size() && (*readings)[row].value)
                return (*readings)[row].value->value;
        return -std::numeric_limits<double>::infinity();
    };
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        const double x = key(a), y = key(b);
        return std::isnan(x) ? !std::isnan(y) : x > y; // what is no number comes first
    });
    const bool sameRows = order.size() == m_order.size();
    if (!sameRows)
        beginResetModel();
    m_readings = {std::move(hand), std::move(atA), std::move(atB)};
    m_order = std::move(order);
    if (!sameRows)
        endResetModel();
    else if (!m_order.empty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

int ReadoutModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_order.size());
}

int ReadoutModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

std::optional<double> ReadoutModel::value(std::size_t row, int column) const
{
    if (column == Change) {
        const auto a = value(row, AtA), b = value(row, AtB);
        return a && b ? std::optional(*b - *a) : std::nullopt;
    }
    const auto &readings = m_readings[static_cast<std::size_t>(column - Value)];
    if (row >= readings.size() || !readings[row].value)
        return std::nullopt;
    return readings[row].value->value;
}

QVariant ReadoutModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const std::size_t row = m_order[static_cast<std::size_t>(index.row())];
    const auto known = std::find_if(m_readings.begin(), m_readings.end(), [row](const auto &readings) { return row < readings.size(); });
    const Reading &reading = (*known)[row];
    if (role == Qt::DecorationRole && index.column() == Layer)
        return reading.colour;
    if (role == Qt::TextAlignmentRole && index.column() >= Value)
        return QVariant::fromValue(Qt::Alignment(Qt::AlignRight | Qt::AlignVCenter));
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    switch (index.column()) {
    case Run: return reading.series.run->name;
    case Layer: return text(reading.series.spec.layer);
    case Label: return text(reading.series.spec.label);
    default: break;
    }
    const auto number = value(row, index.column());
    return number ? QLocale().toString(*number, 'g', 5) : QStringLiteral("–");
}

QVariant ReadoutModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Run: return tr("Run");
    case Layer: return tr("Layer");
    case Label: return tr("Line");
    case Value: return tr("Value");
    case AtA: return QStringLiteral("A");
    case AtB: return QStringLiteral("B");
    case Change: return QStringLiteral("B − A");
    }
    return {};
}

} // namespace lensboard::widgets
