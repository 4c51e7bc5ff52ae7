#pragma once

#include <QStyledItemDelegate>

#include <span>

namespace lensboard::widgets {

/// Draws \p values over the whole width of \p rect, without axes. Values that are not finite are gaps; a single value between
/// gaps is a dot. If all are equal, draws a flat line in the middle.
void drawSparkline(QPainter &painter, const QRectF &rect, std::span<const double> values, const QColor &colour);

/// Draws a sparkline inside an item of a view, in the colour for its state.
void drawSparkline(QPainter &painter, const QStyleOptionViewItem &option, const QList<double> &values);

/// Draws the values of an item, a QList<double>, as a sparkline.
class SparklineDelegate final : public QStyledItemDelegate
{
    Q_OBJECT

public:
    /// \p role provides the values.
    explicit SparklineDelegate(int role, QObject *parent = nullptr) : QStyledItemDelegate(parent), m_role(role) {}

    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    int m_role;
};

} // namespace lensboard::widgets
