#pragma once

#include <QStyledItemDelegate>

#include <span>

namespace lensboard::widgets {

/// Draws \p values from left to right over the whole of \p rect, without axes: gaps where they are not finite, a flat line in the
/// middle where all are equal. What is alone between gaps is a dot.
void drawSparkline(QPainter &painter, const QRectF &rect, std::span<const double> values, const QColor &colour);

/// The same inside of an item of a view, in the colour that fits its state.
void drawSparkline(QPainter &painter, const QStyleOptionViewItem &option, const QList<double> &values);

/// Draws the values of an item, a QList<double>, as a sparkline.
class SparklineDelegate final : public QStyledItemDelegate
{
    Q_OBJECT

public:
    /// \p role has the values.
    explicit SparklineDelegate(int role, QObject *parent = nullptr) : QStyledItemDelegate(parent), m_role(role) {}

    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    int m_role;
};

} // namespace lensboard::widgets
