#pragma once

#include "app/pages/page.h"
#include "core/experiment/experiment.h"

#include <filesystem>

class QAction;
class QLabel;
class QMenu;

namespace lensboard::widgets {
class ExperimentEditor;
}

namespace lensboard::app {

/// Editor of an experiment: edit, save, and start its training.
class ExperimentPage final : public Page
{
    Q_OBJECT

public:
    explicit ExperimentPage(QWidget *parent = nullptr);

    /// The experiment's name, with an asterisk if it has unsaved changes.
    QString title() const override;
    QString origin() const override;
    void connectTo(RunTools &tools) override;
    bool mayClose() override;
    /// File of the experiment; empty if there is none.
    const QString &path() const { return m_path; }
    widgets::ExperimentEditor *editor() const { return m_editor; }

    /// Begins with the experiment recorded by a run, under a new name.
    /// Errors: ExperimentError.
    void repeat(const std::string &recorded);
    /// Name for a run that continues the run \p name.
    static std::string continuedName(const std::string &name);
    /// Like repeat(), but training starts where the run's \p checkpoint ended. \p run: the run's shown name.
    /// Errors: ExperimentError.
    void goOn(const std::string &recorded, const std::filesystem::path &checkpoint, const QString &run);
    /// Begins with default values, and a TorchScript file as the model.
    void startWithModel(const QString &path);
    /// Checkpoint to start training from; empty: start from the beginning.
    const std::filesystem::path &checkpoint() const { return m_checkpoint; }
    /// Loads an example, an experiment file, or the experiment recorded in a run file. Undo restores the previous text.
    /// Errors: ExperimentError, store::RunFileError.
    void startFrom(const QString &path);
    /// Returns an error message, or an empty string.
    QString save(const QString &path);

Q_SIGNALS:
    void prepareRequested(const lensboard::experiment::Experiment &experiment);

private:
    QWidget *buildBar();
    QWidget *buildOrigin();
    void fillSources(QMenu *menu);
    void begin(const QString &json, const QString &what);
    void tryToStartFrom(const QString &path);
    void prepare();
    bool askAndSave();
    bool saveOrComplain(const QString &path);
    void showState();
    void takeName();

    QString m_name; ///< the experiment's name when last readable
    QString m_path;
    std::filesystem::path m_checkpoint;
    QWidget *m_origin = nullptr;
    QLabel *m_originText = nullptr;
    QAction *m_save = nullptr;
    QAction *m_prepare = nullptr;
    widgets::ExperimentEditor *m_editor;
};

} // namespace lensboard::app
