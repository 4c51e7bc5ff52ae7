#pragma once

#include "core/store/run.h"

#include <QDialog>

#include <functional>

class QLabel;
class QPlainTextEdit;

namespace lensboard::app {

/// What a run was: status, notes, environment, its experiment with every default, its model, its events.
class RunDetailsDialog final : public QDialog
{
    Q_OBJECT

public:
    /// Returns what went wrong, empty if nothing did.
    using Save = std::function<QString(const QString &notes)>;

    /// \p name is what the window calls the run. Notes can be written if \p save is given, and are saved when the dialog
    /// is closed.
    RunDetailsDialog(const QString &name, const store::Run &run, Save save, QWidget *parent = nullptr);

    void reject() override;

private:
    QWidget *buildSummary(const store::RunChanges &all, double seconds);
    QWidget *buildExperiment(const std::string &experiment);
    QWidget *buildModel(const std::vector<record::LayerInfo> &layers);
    QWidget *buildEvents(const std::vector<record::RunEvent> &events);

    Save m_save;
    QString m_notesBefore;
    QPlainTextEdit *m_notes;
    QLabel *m_problem;
};

} // namespace lensboard::app
