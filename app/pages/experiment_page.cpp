#include "app/pages/experiment_page.h"

#include "app/background_task.h"
#include "app/dialogs/save_path.h"
#include "app/experiment_source.h"
#include "app/pages/run_tools.h"
#include "app/settings.h"
#include "core/experiment/experiment_schema.h"
#include "core/experiment/json_text.h"
#include "widgets/core_words.h"
#include "widgets/forms/experiment_editor.h"
#include "widgets/qt_text.h"

#include <QAction>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QSaveFile>
#include <QToolButton>
#include <QUndoStack>
#include <QVBoxLayout>

namespace lensboard::app {

using experiment::Json;
using widgets::messageText;
using widgets::text;

namespace {

/// Makes a button for \p action that shows its text.
QToolButton *buttonOf(QAction *action, QWidget *parent)
{
    auto *button = new QToolButton(parent);
    button->setDefaultAction(action);
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    button->setFocusPolicy(Qt::StrongFocus);
    return button;
}

} // namespace

ExperimentPage::ExperimentPage(QWidget *parent) : Page(parent), m_editor(new widgets::ExperimentEditor(this))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(buildBar());
    layout->addWidget(buildOrigin());
    layout->addWidget(m_editor, 1);
    connect(m_editor, &widgets::ExperimentEditor::changed, this, &ExperimentPage::showState);
    connect(m_editor->history(), &QUndoStack::cleanChanged, this, &ExperimentPage::showState);
    showState();
}

QWidget *ExperimentPage::buildBar()
{
    auto *bar = new QWidget(this);
    auto *layout = new QHBoxLayout(bar);
    layout->setContentsMargins(8, 6, 8, 6);
    const auto add = [&](const QString &name, const QKeySequence &keys, const QString &tip, auto slot) {
        auto *action = new QAction(name, this);
        action->setShortcut(keys);
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        action->setToolTip(keys.isEmpty() ? tip : tr("%1 (%2)").arg(tip, keys.toString(QKeySequence::NativeText)));
        connect(action, &QAction::triggered, this, slot);
        addAction(action);
        return action;
    };
    auto *sources = new QPushButton(tr("Start From"), bar);
    sources->setObjectName(QStringLiteral("startFrom"));
    sources->setToolTip(tr("Replace this experiment by an example, or by one from a file or a run"));
    auto *menu = new QMenu(sources);
    fillSources(menu);
    sources->setMenu(menu);
    layout->addWidget(sources);
    QAction *undo = m_editor->history()->createUndoAction(this, tr("Undo")), *redo = m_editor->history()->createRedoAction(this, tr("Redo"));
    for (const auto &[action, keys, name] : {std::tuple(undo, QKeySequence::Undo, tr("Undo")), std::tuple(redo, QKeySequence::Redo, tr("Redo"))}) {
        action->setShortcuts(keys);
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        action->setIconText(name);
        addAction(action);
        layout->addWidget(buttonOf(action, bar));
    }
    layout->addStretch();
    m_save = add(tr("Save"), QKeySequence::Save, tr("Write the experiment into its file"),
                 [this] { m_path.isEmpty() ? askAndSave() : saveOrComplain(m_path); });
    QAction *saveAs = add(tr("Save As …"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S), tr("Write the experiment into another file"), [this] { askAndSave(); });
    m_prepare = add(tr("Start Training"), QKeySequence(Qt::CTRL | Qt::Key_Return), QString(), [this] { prepare(); });
    for (QAction *action : {m_save, saveAs, m_prepare})
        layout->addWidget(buttonOf(action, bar));
    return bar;
}

/// Label with the origin of the training, a checkpoint, and a button to forget it; hidden if there is none.
QWidget *ExperimentPage::buildOrigin()
{
    m_origin = new QWidget(this);
    m_origin->setObjectName(QStringLiteral("origin"));
    m_originText = new QLabel(m_origin);
    m_originText->setTextFormat(Qt::PlainText);
    m_originText->setWordWrap(true);
    auto *forget = new QPushButton(tr("Begin from the Start"), m_origin);
    forget->setToolTip(tr("Train this experiment with a new model, not with that of the checkpoint"));
    connect(forget, &QPushButton::clicked, this, [this] {
        m_checkpoint.clear();
        m_origin->hide();
    });
    auto *layout = new QHBoxLayout(m_origin);
    layout->setContentsMargins(8, 0, 8, 6);
    layout->addWidget(m_originText, 1);
    layout->addWidget(forget);
    m_origin->hide();
    return m_origin;
}

void ExperimentPage::fillSources(QMenu *menu)
{
    menu->addAction(tr("&Nothing but Defaults"), this, [this] {
        begin(text(experiment::prettyText(experiment::firstExperiment())), tr("Start From Defaults"));
    });
    menu->addSeparator();
    for (const QString &path : examplePaths())
        menu->addAction(QFileInfo(path).completeBaseName(), this, [this, path] { tryToStartFrom(path); });
    menu->addSeparator();
    menu->addAction(tr("&Experiment or Run …"), this, [this] {
        const QString path = QFileDialog::getOpenFileName(this, tr("Start From"), Settings::lastFolder(),
                                                          tr("Experiments and runs (*.json *.lbrun);;All files (*)"));
        if (!path.isEmpty())
            tryToStartFrom(path);
    });
}

void ExperimentPage::tryToStartFrom(const QString &path)
{
    try {
        startFrom(path);
    } catch (const std::exception &error) {
        QMessageBox::warning(this, tr("Cannot start from this"), messageText(error));
    }
}

void ExperimentPage::startFrom(const QString &path)
{
    QString json;
    if (!runInBackground(this, tr("Reading %1 …").arg(QFileInfo(path).fileName()), [&](auto &progress) { json = experimentText(path, progress); }))
        return; // cancelled
    begin(json, tr("Start From %1").arg(QFileInfo(path).fileName()));
    if (!path.startsWith(':'))
        Settings::setLastFolder(QFileInfo(path).absolutePath());
}

/// Opens the text if the user has not changed the page; otherwise replaces it as a change that can be undone.
void ExperimentPage::begin(const QString &json, const QString &what)
{
    if (m_editor->history()->count() == 0 && m_path.isEmpty())
        m_editor->open(json);
    else
        m_editor->replace(json, what);
}

void ExperimentPage::repeat(const std::string &recorded)
{
    Json json = experiment::parseJson(recorded);
    if (json.is_object() && json.contains("name") && json["name"].is_string())
        json["name"] = tr("%1 again", "name of a run").arg(text(json["name"].get<std::string>())).toStdString();
    m_editor->open(text(experiment::prettyText(json)));
}

std::string ExperimentPage::continuedName(const std::string &name)
{
    const QString continued = tr("%1 continued", "name of a run");
    return text(name).endsWith(continued.section(QStringLiteral("%1"), -1)) ? name : continued.arg(text(name)).toStdString();
}

void ExperimentPage::goOn(const std::string &recorded, const std::filesystem::path &checkpoint, const QString &run)
{
    Json json = experiment::parseJson(recorded);
    if (json.is_object() && json.contains("name") && json["name"].is_string())
        json["name"] = continuedName(json["name"].get<std::string>());
    m_editor->open(text(experiment::prettyText(json)));
    m_checkpoint = checkpoint;
    m_originText->setText(tr("Trains on from the end of %1, with its model. You can change data, loss, optimizer, lenses and the "
                             "number of epochs; this number includes the epochs so far.").arg(run));
    m_origin->show();
}

void ExperimentPage::startWithModel(const QString &path)
{
    Json json = experiment::firstExperiment();
    json["name"] = QFileInfo(path).completeBaseName().toStdString();
    json["model"] = {{"kind", "torchscript"}, {"path", path.toStdString()}};
    m_editor->open(text(experiment::prettyText(json)));
}

QString ExperimentPage::title() const
{
    const QString name = m_name.isEmpty() ? tr("Experiment") : m_name;
    return m_editor->history()->isClean() ? name : name + '*';
}

/// Keeps the old name while the text is not valid JSON.
void ExperimentPage::takeName()
{
    const auto &json = m_editor->json();
    if (!json)
        return;
    const bool isNamed = json->is_object() && json->contains("name") && json->at("name").is_string();
    m_name = isNamed ? text(json->at("name").get<std::string>()) : QString();
}

void ExperimentPage::showState()
{
    takeName();
    m_save->setEnabled(m_path.isEmpty() || !m_editor->history()->isClean());
    m_prepare->setEnabled(m_editor->isValid());
    m_prepare->setToolTip(m_editor->isValid() ? tr("Open a page that trains this experiment (%1)").arg(m_prepare->shortcut().toString(QKeySequence::NativeText))
                                              : tr("The experiment cannot be used yet; its problems are listed below"));
    Q_EMIT titleChanged();
}

void ExperimentPage::prepare()
{
    Json json = *m_editor->json();
    if (!m_path.isEmpty())
        experiment::resolvePaths(json, m_path.toStdString());
    Q_EMIT prepareRequested(experiment::Experiment::fromJson(json));
}

QString ExperimentPage::save(const QString &path)
{
    QSaveFile file(path);
    const QByteArray bytes = m_editor->jsonText().toUtf8();
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.commit())
        return tr("%1: cannot be written: %2").arg(QDir::toNativeSeparators(path), file.errorString());
    m_path = path;
    m_editor->history()->setClean();
    Settings::addRecentFile(path);
    Settings::setLastFolder(QFileInfo(path).absolutePath());
    showState();
    return {};
}

bool ExperimentPage::saveOrComplain(const QString &path)
{
    const QString error = save(path);
    if (!error.isEmpty())
        QMessageBox::warning(this, tr("Cannot save the experiment"), error);
    return error.isEmpty();
}

bool ExperimentPage::askAndSave()
{
    QString name = title();
    name.remove('*').replace('/', '-');
    const QString suggested = m_path.isEmpty() ? Settings::lastFolder() + '/' + name + ".json" : m_path;
    const QString path = askSavePath(this, tr("Save Experiment"), suggested, tr("Experiments (*.json)"), "json");
    return !path.isEmpty() && saveOrComplain(path);
}

QString ExperimentPage::origin() const
{
    return m_path.isEmpty() ? tr("An experiment, not saved yet") : QDir::toNativeSeparators(m_path);
}

void ExperimentPage::connectTo(RunTools &tools)
{
    tools.serve(this);
}

/// Asks about unsaved changes.
bool ExperimentPage::mayClose()
{
    if (m_editor->history()->isClean())
        return true;
    QMessageBox box(QMessageBox::Question, tr("The experiment is not saved"),
                    tr("%1 was changed. Save it before it is closed?").arg(title().remove('*')),
                    QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, this);
    box.setObjectName(QStringLiteral("saveQuestion"));
    box.setDefaultButton(QMessageBox::Save);
    switch (box.exec()) {
    case QMessageBox::Save: return m_path.isEmpty() ? askAndSave() : saveOrComplain(m_path);
    case QMessageBox::Discard: return true;
    default: return false;
    }
}

} // namespace lensboard::app
