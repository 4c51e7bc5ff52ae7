#include "widgets/forms/number_box.h"

#include "widgets/core_words.h"
#include "widgets/qt_text.h"

#include <QLineEdit>
#include <QLocale>

#include <algorithm>
#include <cmath>

namespace lensboard::widgets {

using experiment::Json;

namespace {

constexpr int kStepDigits = 12; ///< enough for any step, few enough to hide rounding errors

QLocale plainLocale(QLocale locale)
{
    locale.setNumberOptions(QLocale::OmitGroupSeparator | QLocale::RejectGroupSeparator | QLocale::OmitLeadingZeroInExponent);
    return locale;
}

/// Returns one tenth of the leading digit's place: 0.01 steps up to 0.011, and down to 0.0099.
double stepSize(double value, bool down)
{
    if (value == 0)
        return 0.01;
    const double towards = std::abs(value) * ((value > 0) == down ? 0.999 : 1.001);
    return std::pow(10, std::floor(std::log10(towards)) - 1);
}

} // namespace

Json numberFromText(const QString &text, bool whole)
{
    bool ok = false;
    for (const QLocale &locale : {plainLocale(QLocale()), plainLocale(QLocale::c())}) {
        if (const qlonglong number = locale.toLongLong(text, &ok); ok && whole)
            return std::int64_t{number};
        if (const double number = locale.toDouble(text, &ok); ok && std::isfinite(number))
            return number;
    }
    return text.trimmed().toStdString();
}

QString numberText(const Json &number)
{
    if (number.is_string())
        return text(number.get<std::string>());
    const QLocale locale = plainLocale(QLocale());
    if (number.is_number_integer())
        return locale.toString(qlonglong{number.get<std::int64_t>()});
    return number.is_number() ? locale.toString(number.get<double>(), 'g', QLocale::FloatingPointShortest) : QString();
}

NumberBox::NumberBox(const experiment::Field &field, QWidget *parent)
    : QAbstractSpinBox(parent), m_whole(field.type == experiment::FieldType::Integer), m_minimum(field.minimum),
      m_maximum(field.maximum), m_minMeans(helpText(field.minMeans))
{
    connect(lineEdit(), &QLineEdit::textChanged, this, &NumberBox::edited);
    connect(this, &QAbstractSpinBox::editingFinished, this, [this] {
        if (!m_minMeans.isEmpty() && value() == leastValue())
            setValue(leastValue()); // shows the word for the minimum
    });
}

Json NumberBox::leastValue() const
{
    return m_whole ? Json(static_cast<std::int64_t>(m_minimum)) : Json(m_minimum);
}

Json NumberBox::value() const
{
    const bool isWord = !m_minMeans.isEmpty() && text().trimmed().compare(m_minMeans, Qt::CaseInsensitive) == 0;
    return isWord ? leastValue() : numberFromText(text(), m_whole);
}

void NumberBox::setValue(const Json &value)
{
    const bool isLeast = !m_minMeans.isEmpty() && value.is_number() && value == leastValue();
    lineEdit()->setText(isLeast ? m_minMeans : numberText(value));
}

void NumberBox::stepBy(int steps)
{
    const Json now = value();
    const double from = now.is_number() ? now.get<double>() : 0;
    const double size = m_whole ? 1 : stepSize(from, steps < 0);
    const double to = std::clamp(from + steps * size, m_minimum, m_maximum);
    setValue(m_whole ? Json(static_cast<std::int64_t>(to)) : Json(QString::number(to, 'g', kStepDigits).toDouble()));
    selectAll();
}

QAbstractSpinBox::StepEnabled NumberBox::stepEnabled() const
{
    return isReadOnly() ? StepEnabled(StepNone) : StepUpEnabled | StepDownEnabled;
}

QSize NumberBox::sizeHint() const
{
    constexpr int kButtonsWidth = 30;
    const QFontMetrics metrics = fontMetrics();
    return {std::max(metrics.horizontalAdvance(QStringLiteral("0.000000000")), metrics.horizontalAdvance(m_minMeans)) + kButtonsWidth,
            QAbstractSpinBox::sizeHint().height()};
}

} // namespace lensboard::widgets
