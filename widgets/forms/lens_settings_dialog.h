#pragma once

#include "core/experiment/experiment.h"

#include <QDialog>

class QDialogButtonBox;
class QLabel;
class QScrollArea;

namespace lensboard::widgets {

class SettingsForm;

/// Dialog for the settings of one lens, monitor or recorder during a training. The panel switches it on and off.
class LensSettingsDialog final : public QDialog
{
    Q_OBJECT

public:
    /// \p lens must be in the schema.
    explicit LensSettingsDialog(const experiment::KindSettings &lens, QWidget *parent = nullptr);

    SettingsForm *form() const { return m_form; }
    /// Confirms that the lens now has the settings \p lens; keeps text typed since.
    void setApplied(const experiment::KindSettings &lens);
    /// Makes the dialog read-only; shows \p why at the bottom.
    void setReadOnly(const QString &why);

Q_SIGNALS:
    void applied(const experiment::KindSettings &lens);

protected:
    void changeEvent(QEvent *event) override;

private:
    void buildButtons();
    void say(const QString &message, const QColor &colour);
    void showState();
    void apply();
    void fitScreen();
    experiment::Json settings() const;

    experiment::KindSettings m_lens; ///< settings last applied
    SettingsForm *m_form;
    QScrollArea *m_scroll;
    QLabel *m_message;
    QDialogButtonBox *m_buttons;
    QString m_help; ///< help of the focused row
    bool m_readOnly = false;
};

} // namespace lensboard::widgets
