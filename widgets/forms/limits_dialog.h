#pragma once

#include <QDialog>

class QDialogButtonBox;
class QLineEdit;

namespace lensboard::widgets {

/// Asks for the lower and upper limit of a tag's values.
class LimitsDialog final : public QDialog
{
    Q_OBJECT

public:
    LimitsDialog(const QString &tag, double low, double high, QWidget *parent = nullptr);

    double low() const;
    double high() const;

private:
    void validate();

    QLineEdit *m_low;
    QLineEdit *m_high;
    QDialogButtonBox *m_buttons;
};

} // namespace lensboard::widgets
