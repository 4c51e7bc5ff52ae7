#include "app/dialogs/run_details_dialog.h"

#include "core/runs/run_summary.h"
#include "widgets/core_words.h"
#include "widgets/models/layer_model.h"
#include "widgets/qt_text.h"
#include "widgets/run_controls.h"
#include "widgets/run_status_text.h"

#include <nlohmann/json.hpp>

#include <QClipboard>
#include <QDateTime>
#include <QDialogButtonBox>
#include <QFontDatabase>
#include <QFormLayout>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QTabWidget>
#include <QTreeView>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace lensboard::app {

using record::RunEvent;
using widgets::text;

namespace {

QString localTime(double wallSeconds)
{
    return QLocale().toString(QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(1000 * wallSeconds)), QLocale::ShortFormat);
}

QString number(std::size_t count)
{
    return QLocale().toString(static_cast<qulonglong>(count));
}

/// Formats JSON with one value per line; returns other text unchanged.
QString laidOut(const std::string &experiment)
{
    const auto json = nlohmann::ordered_json::parse(experiment, nullptr, false);
    return json.is_discarded() ? text(experiment) : text(json.dump(2));
}

QString totals(const std::vector<record::LayerInfo> &layers)
{
    qlonglong all = 0, trained = 0;
    for (const record::LayerInfo &layer : layers)
        for (const record::ParameterInfo &parameter : layer.parameters) {
            const auto count = record::parameterCount({{}, {}, true, {parameter}});
            all += count;
            trained += parameter.requiresGrad ? count : 0;
        }
    const QString total = RunDetailsDialog::tr("%n module(s), %1 parameters", nullptr, static_cast<int>(layers.size())).arg(QLocale().toString(all));
    return trained == all ? total : RunDetailsDialog::tr("%1, %2 of them trained").arg(total, QLocale().toString(trained));
}

} // namespace

RunDetailsDialog::RunDetailsDialog(const QString &name, const store::Run &run, Save save, QWidget *parent)
    : QDialog(parent), m_save(std::move(save)), m_notes(new QPlainTextEdit(this)), m_problem(new QLabel(this))
{
    store::RunCursor cursor;
    const store::RunChanges all = run.since(cursor);
    setWindowTitle(tr("Details of %1").arg(name));
    auto *tabs = new QTabWidget(this);
    tabs->setAccessibleName(windowTitle());
    tabs->addTab(buildSummary(all, runs::summarise({}, run).durationSeconds), tr("&Summary"));
    tabs->addTab(buildExperiment(all.info->experiment), tr("&Experiment"));
    tabs->addTab(buildModel(all.info->layers), tr("&Model"));
    tabs->addTab(buildEvents(all.events), tr("E&vents (%1)").arg(number(all.events.size())));
    m_problem->setWordWrap(true);
    m_problem->setObjectName("problem");
    m_problem->hide();
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &RunDetailsDialog::reject);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(tabs, 1);
    layout->addWidget(m_problem);
    layout->addWidget(buttons);
    resize(720, 600);
}

QWidget *RunDetailsDialog::buildSummary(const store::RunChanges &all, double seconds)
{
    const record::RunInfo &info = *all.info;
    auto *facts = new QWidget;
    auto *form = new QFormLayout(facts);
    form->setLabelAlignment(Qt::AlignRight);
    const auto add = [&](const QString &name, const QString &value) {
        auto *label = new QLabel(value, facts);
        label->setTextFormat(Qt::PlainText);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
        label->setWordWrap(true);
        label->setAccessibleName(name);
        form->addRow(name, label);
    };
    add(tr("Status"), widgets::statusText(info.status) + (info.message.empty() ? QString() : QStringLiteral(" – ") + widgets::messageText(info.message)));
    if (info.createdSeconds > 0)
        add(tr("Created"), localTime(info.createdSeconds));
    if (seconds > 0)
        add(tr("Duration"), widgets::durationText(seconds));
    add(tr("Ticks"), number(all.lastFrame));
    add(tr("Series"), number(all.series.size()));
    for (const auto &[name, value] : info.environment)
        add(widgets::termText(name), widgets::factText(value));
    auto *scroll = new QScrollArea(this);
    scroll->setWidget(facts);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setAccessibleName(tr("Environment"));

    m_notesBefore = text(info.notes);
    m_notes->setPlainText(m_notesBefore);
    m_notes->setObjectName("notes");
    m_notes->setReadOnly(!m_save);
    m_notes->setTabChangesFocus(true);
    m_notes->setPlaceholderText(m_save ? tr("Purpose and result of this run") : tr("A run that is not recorded has no notes."));
    m_notes->setAccessibleName(tr("Notes"));
    auto *label = new QLabel(tr("&Notes"), this);
    label->setBuddy(m_notes);
    auto *page = new QWidget(this);
    auto *layout = new QVBoxLayout(page);
    layout->addWidget(scroll, 3);
    layout->addWidget(label);
    layout->addWidget(m_notes, 1);
    return page;
}

QWidget *RunDetailsDialog::buildExperiment(const std::string &experiment)
{
    auto *json = new QPlainTextEdit(laidOut(experiment), this);
    json->setReadOnly(true);
    json->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    json->setLineWrapMode(QPlainTextEdit::NoWrap);
    json->setAccessibleName(tr("Experiment"));
    json->setPlaceholderText(tr("This run has no experiment."));
    auto *copies = new QPushButton(tr("&Copy"), this);
    copies->setToolTip(tr("Copy the experiment, to be saved as a file and trained again"));
    copies->setEnabled(!experiment.empty());
    connect(copies, &QPushButton::clicked, json, [json] { QGuiApplication::clipboard()->setText(json->toPlainText()); });
    auto *page = new QWidget(this);
    auto *layout = new QVBoxLayout(page);
    layout->addWidget(json, 1);
    layout->addWidget(copies, 0, Qt::AlignRight);
    return page;
}

QWidget *RunDetailsDialog::buildModel(const std::vector<record::LayerInfo> &layers)
{
    auto *model = new widgets::LayerModel(this);
    model->setCheckable(false);
    model->setLayers(layers);
    auto *view = new QTreeView(this);
    view->setModel(model);
    view->setObjectName("modelSummary");
    view->setAccessibleName(tr("Modules of the model"));
    view->setAlternatingRowColors(true);
    view->expandAll();
    view->header()->setStretchLastSection(false);
    view->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    view->header()->setSectionResizeMode(widgets::LayerModel::Name, QHeaderView::Stretch);
    auto *total = new QLabel(layers.empty() ? tr("This run has no model.") : totals(layers), this);
    total->setObjectName("modelTotals");
    auto *page = new QWidget(this);
    auto *layout = new QVBoxLayout(page);
    layout->addWidget(view, 1);
    layout->addWidget(total);
    return page;
}

QWidget *RunDetailsDialog::buildEvents(const std::vector<RunEvent> &events)
{
    auto *view = new QTreeWidget(this);
    view->setObjectName("events");
    view->setAccessibleName(tr("Events"));
    view->setRootIsDecorated(false);
    view->setAlternatingRowColors(true);
    view->setHeaderLabels({tr("Time"), tr("Step"), tr("Event"), tr("What")});
    QList<QTreeWidgetItem *> rows;
    for (const RunEvent &event : events) {
        auto *row = new QTreeWidgetItem({event.wallSeconds > 0 ? localTime(event.wallSeconds) : QString(),
                                         QLocale().toString(static_cast<qlonglong>(event.step)), widgets::kindText(event.kind),
                                         widgets::eventText(event).simplified()});
        row->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
        row->setToolTip(3, widgets::eventText(event));
        rows << row;
    }
    view->addTopLevelItems(rows);
    for (int column = 0; column < 3; ++column)
        view->resizeColumnToContents(column);
    return view;
}

/// Saves the notes first. If saving fails, shows the error and asks; unsaved notes are lost only if the user discards them.
void RunDetailsDialog::reject()
{
    const QString notes = m_notes->toPlainText();
    if (!m_save || notes == m_notesBefore)
        return QDialog::reject();
    const QString problem = m_save(notes);
    if (problem.isEmpty())
        return QDialog::reject();
    m_problem->setText(problem);
    m_problem->show();
    if (QMessageBox::question(this, tr("Notes are not saved"), tr("%1\n\nClose without saving the notes?").arg(problem),
                              QMessageBox::Discard | QMessageBox::Cancel, QMessageBox::Cancel) == QMessageBox::Discard)
        QDialog::reject();
}

} // namespace lensboard::app
