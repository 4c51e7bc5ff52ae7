#pragma once

#include "core/experiment/field.h"

#include <QAbstractSpinBox>

namespace lensboard::widgets {

/// A spin box for one number of any size, 1e-8 as well as 60000. Shows a word instead of the minimum if the field has one, such as
/// "all" instead of 0. Any text can be typed: the caller checks it.
class NumberBox final : public QAbstractSpinBox
{
    Q_OBJECT

public:
    /// \p field is an Integer or a Number; its limits bound the steps.
    explicit NumberBox(const experiment::Field &field, QWidget *parent = nullptr);

    /// Returns the number, or the text itself if it is none.
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
    QString m_leastMeans; ///< shown instead of the minimum; empty: the minimum itself is shown
};

/// \p text as a whole number or, if \p whole is false, as any finite one, in the user's notation or C's; as a text
/// if it is neither.
experiment::Json numberFromText(const QString &text, bool whole);
/// The reverse of that; of anything else, nothing.
QString numberText(const experiment::Json &number);

} // namespace lensboard::widgets
