#include "widgets/forms/limits_dialog.h"

#include "widgets/forms/number_box.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QPushButton>

#include <cmath>
#include <limits>

namespace lensboard::widgets {

namespace {

double numberIn(const QLineEdit *edit)
{
    const experiment::Json number = numberFromText(edit->text().trimmed(), false);
    return number.is_number() ? number.get<double>() : std::numeric_limits<double>::quiet_NaN();
}

} // namespace

LimitsDialog::LimitsDialog(const QString &tag, double low, double high, QWidget *parent)
    : QDialog(parent), m_low(new QLineEdit(numberText(experiment::Json(low)), this)), m_high(new QLineEdit(numberText(experiment::Json(high)), this)),
      m_buttons(new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this))
{
    setWindowTitle(tr("Limits of %1").arg(tag));
    m_low->setObjectName("low");
    m_high->setObjectName("high");
    auto *form = new QFormLayout(this);
    form->addRow(tr("&From"), m_low);
    form->addRow(tr("&To"), m_high);
    form->addRow(m_buttons);
    connect(m_low, &QLineEdit::textChanged, this, &LimitsDialog::validate);
    connect(m_high, &QLineEdit::textChanged, this, &LimitsDialog::validate);
    connect(m_buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    m_low->selectAll();
    validate();
}

double LimitsDialog::low() const
{
    return numberIn(m_low);
}

double LimitsDialog::high() const
{
    return numberIn(m_high);
}

void LimitsDialog::validate()
{
    m_buttons->button(QDialogButtonBox::Ok)->setEnabled(std::isfinite(low()) && std::isfinite(high()) && low() < high());
}

} // namespace lensboard::widgets
