#pragma once

#include "core/experiment/experiment.h"

#include <QDialog>

class QDialogButtonBox;
class QLabel;
class QScrollArea;

namespace lensboard::widgets {

class SettingsForm;

/// The settings of one lens, monitor or recorder, to be changed while it measures. Whether it is on is the panel's matter.
class LensSettingsDialog final : public QDialog
{
    Q_OBJECT

public:
    /// \p lens is one of the schema's.
    explicit LensSettingsDialog(const experiment::Choice &lens, QWidget *parent = nullptr);

    SettingsForm *form() const { return m_form; }
    /// Confirms that the lens now has the settings \p lens; keeps text typed since.
    void setApplied(const experiment::Choice &lens);
    /// From here on only shows, \p why is said below.
    void setReadOnly(const QString &why);

Q_SIGNALS:
    void applied(const experiment::Choice &lens);

protected:
    void changeEvent(QEvent *event) override;

private:
    void buildButtons();
    void say(const QString &message, const QColor &colour);
    void showState();
    void apply();
    void fitScreen();
    experiment::Json settings() const;

    experiment::Choice m_lens; ///< as it was applied last
    SettingsForm *m_form;
    QScrollArea *m_scroll;
    QLabel *m_message;
    QDialogButtonBox *m_buttons;
    QString m_help; ///< of the row that has the focus
    bool m_readOnly = false;
};

} // namespace lensboard::widgets
