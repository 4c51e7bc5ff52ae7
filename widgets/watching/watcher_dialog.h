#pragma once

#include "core/experiment/experiment.h"
#include "core/experiment/field.h"
#include "core/record/run_info.h"
#include "widgets/watching/model_tree.h"

#include <QDialog>

#include <optional>
#include <set>

class QComboBox;
class QDialogButtonBox;
class QLabel;
class QLineEdit;
class QScrollArea;

namespace lensboard::widgets {

class SettingsForm;

/// Dialog for adding a watcher to a training: places in the model's tree, a kind, and its settings from the schema.
class WatcherDialog final : public QDialog
{
    Q_OBJECT

public:
    enum class Task { WatchAttribute, RecordTensors };

    /// \p taken: names in use by watchers and their plots.
    WatcherDialog(Task task, const std::vector<record::LayerInfo> &layers, std::set<std::string> taken, QWidget *parent = nullptr);

    /// Chooses the module shown as \p layer.
    void choose(const QString &layer) { m_model->choose(layer); }
    ModelTree *model() const { return m_model; }
    SettingsForm *form() const { return m_form; }

Q_SIGNALS:
    /// The user accepted a checked watcher with a unique name.
    void chosen(const experiment::KindSettings &watcher);

private:
    QWidget *buildSettings();
    void fillKinds();
    void showForm();
    void showState();
    const experiment::Section *section() const;
    experiment::Json watcher() const;
    bool isTaken(const std::string &name) const;
    experiment::KindSettings named() const;
    QString problem() const;
    void take();

    Task m_task;
    std::vector<record::LayerInfo> m_layers;
    std::set<std::string> m_taken;
    ModelTree *m_model;
    QComboBox *m_kinds;
    QScrollArea *m_scroll;
    experiment::Section m_section; ///< section shown by the form
    SettingsForm *m_form = nullptr;
    QLabel *m_message;
    QDialogButtonBox *m_buttons;
    QString m_help; ///< help of the focused row
};

} // namespace lensboard::widgets
