#pragma once

#include <QWidget>

class QFormLayout;
class QToolButton;

namespace lensboard::widgets {

/// Rows of a form that hardly anyone changes, folded under a line that unfolds them.
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

/// Rows of a form's labels and controls, as all forms have them.
QFormLayout *makeFormRows(QWidget *parent = nullptr);

} // namespace lensboard::widgets
