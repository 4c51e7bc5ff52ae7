#pragma once

#include "widgets/views/state/reading.h"

#include <QAbstractTableModel>
#include <QStringList>

#include <array>
#include <vector>

namespace lensboard::widgets {

/// Values of a tag's lines at the cross-hair and at the cursors A and B, with their change; greatest first. The common beginning
/// of the layer names is only in the heading.
class ReadoutModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Run, Layer, Label, Value, MeanOf, Place, AtA, AtB, Change, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    /// All three must have the lines in equal order; the readings of cursors may be empty.
    void setReadings(std::vector<Reading> atCrossHair, std::vector<Reading> atA, std::vector<Reading> atB);
    /// Returns the places of the values at the cross-hair in words; several if some lines are measured less often.
    QStringList places() const;
    /// Returns true if a line shows the mean of several runs at the cross-hair.
    bool hasMeans() const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    const Reading *reading(std::size_t row, int column) const;
    std::optional<double> value(std::size_t row, int column) const;
    QString valueText(std::size_t row, int column) const;

    bool findPrefix();

    std::array<std::vector<Reading>, 3> m_readings; ///< at the cross-hair, at A, at B
    std::vector<std::size_t> m_order;               ///< row order, by value
    QString m_prefix;                               ///< common beginning of all layer names
};

} // namespace lensboard::widgets
