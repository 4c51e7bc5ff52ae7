#pragma once

#include "app/output/run_export.h"

#include <QDialog>

class QComboBox;
class QDialogButtonBox;
class QLineEdit;
class QRadioButton;

namespace lensboard::app {

/// Asks for the part of a run to export, the format and the destination.
class ExportDialog final : public QDialog
{
    Q_OBJECT

public:
    /// \p name: proposed file name, from the run's name. \p shown: selection offered instead of everything.
    ExportDialog(const QString &name, const store::Selection &shown, QWidget *parent = nullptr);

    ExportFormat format() const;
    const store::Selection &part() const;
    QString path() const;
    /// Offers a picture of the plot named \p plot as an alternative.
    void offerPlot(const QString &plot);
    /// Returns true if the user chose a picture of the plot; the dialog is then accepted too.
    bool wantsPlot() const { return m_wantsPlot; }

    void accept() override;

private:
    void suggestPath();
    void browse();
    QString suggestedName(const ExportKind &kind) const;
    const ExportKind &kind() const { return kindOf(format()); }

    QString m_name;
    store::Selection m_shown, m_everything;
    QComboBox *m_format;
    QRadioButton *m_onlyShown;
    QLineEdit *m_path;
    QDialogButtonBox *m_buttons;
    bool m_wantsPlot = false;
    QString m_suggestion;
};

} // namespace lensboard::app
