#include "widgets/models/readout_model.h"

#include "widgets/core_words.h"
#include "widgets/layer_names.h"
#include "widgets/number_text.h"
#include "widgets/qt_text.h"
#include "widgets/views/series_colours.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace lensboard::widgets {

namespace {

/// Returns the layer's name, or the tag's name for a series of the whole model.
QString layerText(const ShownSeries &series)
{
    const record::TagSpec &tag = series.run->tagOf(series.spec);
    return series.spec.layer == tag.name ? tagText(tag) : text(series.spec.layer);
}

bool isMean(const Reading &reading)
{
    return reading.value && reading.runs.all > 1;
}

} // namespace

void ReadoutModel::setReadings(std::vector<Reading> atCrossHair, std::vector<Reading> atA, std::vector<Reading> atB)
{
    std::vector<std::size_t> order(std::max({atCrossHair.size(), atA.size(), atB.size()}));
    std::iota(order.begin(), order.end(), 0);
    const auto key = [&](std::size_t row) {
        for (const auto *readings : {&atCrossHair, &atB, &atA})
            if (row < readings->size() && (*readings)[row].value)
                return (*readings)[row].value->value;
        return -std::numeric_limits<double>::infinity();
    };
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        const double x = key(a), y = key(b);
        return std::isnan(x) ? !std::isnan(y) : x > y; // NaN first
    });
    const bool sameRows = order.size() == m_order.size();
    if (!sameRows)
        beginResetModel();
    m_readings = {std::move(atCrossHair), std::move(atA), std::move(atB)};
    m_order = std::move(order);
    const bool hasOtherPrefix = findPrefix();
    if (!sameRows)
        endResetModel();
    else if (!m_order.empty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
    if (hasOtherPrefix)
        Q_EMIT headerDataChanged(Qt::Horizontal, Layer, Layer);
}

/// Returns true if the prefix changed.
bool ReadoutModel::findPrefix()
{
    QStringList layers;
    for (const auto &readings : m_readings)
        for (const Reading &reading : readings)
            layers << layerText(reading.series);
    const QString before = std::exchange(m_prefix, commonPrefix(layers));
    return m_prefix != before;
}

int ReadoutModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_order.size());
}

int ReadoutModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QStringList ReadoutModel::places() const
{
    QStringList places;
    for (const Reading &reading : m_readings[0])
        if (reading.value && !places.contains(reading.place))
            places << reading.place;
    return places;
}

bool ReadoutModel::hasMeans() const
{
    return std::ranges::any_of(m_readings[0], isMean);
}

/// Returns the reading at the cross-hair, A or B; null if there is none.
const Reading *ReadoutModel::reading(std::size_t row, int column) const
{
    const auto &readings = m_readings[column == AtA ? 1 : column == AtB ? 2 : 0];
    return row < readings.size() ? &readings[row] : nullptr;
}

std::optional<double> ReadoutModel::value(std::size_t row, int column) const
{
    if (column == Change) {
        const auto a = value(row, AtA), b = value(row, AtB);
        return a && b ? std::optional(*b - *a) : std::nullopt;
    }
    const Reading *const known = reading(row, column);
    return known && known->value ? std::optional(known->value->value) : std::nullopt;
}

QString ReadoutModel::valueText(std::size_t row, int column) const
{
    if (const auto number = value(row, column))
        return shownNumber(*number);
    return column == Value && reading(row, Value) ? tr("not measured") : QStringLiteral("–");
}

QVariant ReadoutModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const std::size_t row = m_order[static_cast<std::size_t>(index.row())];
    const auto known = std::find_if(m_readings.begin(), m_readings.end(), [row](const auto &readings) { return row < readings.size(); });
    const Reading &reading = (*known)[row];
    const Reading *const shown = this->reading(row, index.column());
    if (role == Qt::ToolTipRole && shown && index.column() >= Value && index.column() <= AtB)
        return isMean(*shown) ? tr("%1, mean of %2 of %3 runs").arg(shown->place).arg(shown->runs.count).arg(shown->runs.all) : shown->place;
    if (role == Qt::DecorationRole && index.column() == Layer)
        return lineSwatch(reading.colour, reading.dashes);
    if (role == Qt::TextAlignmentRole && index.column() >= Value)
        return QVariant::fromValue(Qt::Alignment(Qt::AlignRight | Qt::AlignVCenter));
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    switch (index.column()) {
    case Run: return reading.series.run->name;
    case Layer: return role == Qt::ToolTipRole ? layerText(reading.series) : withoutPrefix(layerText(reading.series), m_prefix);
    case Label: return labelText(reading.series);
    case MeanOf: return shown && isMean(*shown) ? tr("%1 of %2").arg(shown->runs.count).arg(shown->runs.all) : QString();
    case Place: return reading.place;
    default: return valueText(row, index.column());
    }
}

QVariant ReadoutModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    const bool isTip = role == Qt::ToolTipRole && section == Layer && !m_prefix.isEmpty(); // the column may be too narrow for the heading
    if (orientation != Qt::Horizontal || (role != Qt::DisplayRole && !isTip))
        return {};
    switch (section) {
    case Run: return tr("Run");
    case Layer: return m_prefix.isEmpty() ? tr("Layer") : tr("Layer in %1").arg(m_prefix.chopped(1));
    case Label: return tr("Line");
    case Value: return tr("Value");
    case MeanOf: return tr("Runs");
    case Place: return tr("Measured at");
    case AtA: return QStringLiteral("A");
    case AtB: return QStringLiteral("B");
    case Change: return QStringLiteral("B − A");
    }
    return {};
}

} // namespace lensboard::widgets
