#pragma once

#include "core/store/run.h"

#include <QDialog>

#include <functional>

class QLabel;
class QPlainTextEdit;

namespace lensboard::app {

/// Shows a run's status, notes, environment, experiment with all defaults, model and events.
class RunDetailsDialog final : public QDialog
{
    Q_OBJECT

public:
    /// Returns an error message, or an empty string.
    using Save = std::function<QString(const QString &notes)>;

    /// \p name is the run's name in the window. Notes are editable if \p save is given, and saved when the dialog closes.
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
