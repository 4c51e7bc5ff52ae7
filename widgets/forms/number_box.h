#pragma once

#include "core/experiment/field.h"

#include <QAbstractSpinBox>

namespace lensboard::widgets {

/// A spin box for numbers of any size, 1e-8 as well as 60000. Shows a word instead of the minimum if the field has one, such as
/// "all" instead of 0. Accepts any text; the caller validates it.
class NumberBox final : public QAbstractSpinBox
{
    Q_OBJECT

public:
    /// \p field must be an Integer or a Number; its limits bound the steps.
    explicit NumberBox(const experiment::Field &field, QWidget *parent = nullptr);

    /// Returns the number, or the text if it is not a number.
    experiment::Json value() const;
    void setValue(const experiment::Json &value);

    void stepBy(int steps) override;
    QSize sizeHint() const override;

Q_SIGNALS:
    void edited();

protected:
    StepEnabled stepEnabled() const override;

private:
    experiment::Json leastValue() const;

    bool m_whole;
    double m_minimum;
    double m_maximum;
    QString m_minMeans; ///< shown instead of the minimum; empty: the minimum itself is shown
};

/// Parses \p text as an integer or, if \p whole is false, as any finite number, in the user's notation or C's. Returns the text
/// itself if it is not a number.
experiment::Json numberFromText(const QString &text, bool whole);
/// Formats a number for numberFromText(). Returns an empty text if \p number is not a number.
QString numberText(const experiment::Json &number);

} // namespace lensboard::widgets
