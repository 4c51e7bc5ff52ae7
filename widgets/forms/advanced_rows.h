#pragma once

#include <QWidget>

class QFormLayout;
class QToolButton;

namespace lensboard::widgets {

/// Rarely changed rows of a form, folded below a line that unfolds them.
class AdvancedRows final : public QWidget
{
    Q_OBJECT

public:
    explicit AdvancedRows(QWidget *parent = nullptr);

    QFormLayout *rows() const { return m_layout; }
    void unfold();

private:
    void showRows(bool unfolded);

    QToolButton *m_button;
    QWidget *m_rows;
    QFormLayout *m_layout;
};

/// Makes a layout for rows of labels and controls, equal in all forms.
QFormLayout *makeFormRows(QWidget *parent = nullptr);

} // namespace lensboard::widgets
