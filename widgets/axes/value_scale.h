#pragma once

#include <qcustomplot.h>

namespace lensboard::widgets {

/// Maps values to heights on an axis that is itself linear.
class ValueScale
{
public:
    enum class Kind {
        Linear,
        Log,         ///< positive values only
        SymmetricLog ///< logarithmic on either side of zero, linear around it
    };

    ValueScale() = default;
    /// \p linearUpTo: value where a symmetric scale changes from linear to logarithmic.
    explicit ValueScale(Kind kind, double linearUpTo = 1) : m_kind(kind), m_linearUpTo(linearUpTo) {}

    Kind kind() const { return m_kind; }
    double linearUpTo() const { return m_linearUpTo; }
    /// Returns NaN if \p value has no height on the scale.
    double height(double value) const;
    double value(double height) const;

    bool operator==(const ValueScale &) const = default;

private:
    Kind m_kind = Kind::Linear;
    double m_linearUpTo = 1;
};

/// Returns the range \p low to \p high with a margin of \p share at both ends. If all values are equal, returns a range wide
/// enough for distinct ticks.
QCPRange withRoom(ValueScale::Kind kind, double low, double high, double share = 0.06);

/// Ticks at round values of a scale.
class ValueTicker final : public QCPAxisTicker
{
public:
    void setScale(const ValueScale &scale) { m_scale = scale; }
    void generate(const QCPRange &range, const QLocale &locale, QChar formatChar, int precision, QVector<double> &ticks,
                  QVector<double> *subTicks, QVector<QString> *tickLabels) override;

protected:
    QVector<QString> createLabelVector(const QVector<double> &ticks, const QLocale &, QChar, int) override;

private:
    QVector<double> roundValues(const QCPRange &heights);

    ValueScale m_scale;
};

} // namespace lensboard::widgets
