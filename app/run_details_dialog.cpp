#include "app/run_details_dialog.h"

#include "widgets/core_words.h"
#include "widgets/qt_text.h"
#include "widgets/run_status_text.h"

#include <nlohmann/json.hpp>

#include <QDateTime>
#include <QDialogButtonBox>
#include <QFontDatabase>
#include <QFormLayout>
#include <QLabel>
#include <QLocale>
#include <QPlainTextEdit>
#include <QTabWidget>
#include <QVBoxLayout>

namespace lensboard::app {

using widgets::text;

namespace {

QString localTime(double wallSeconds)
{
    return QLocale().toString(QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(1000 * wallSeconds)), QLocale::ShortFormat);
}

QPlainTextEdit *readOnly(const QString &content, QWidget *parent)
{
    auto *edit = new QPlainTextEdit(content, parent);
    edit->setReadOnly(true);
    edit->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    return edit;
}

/// JSON with a line a value; what is no JSON as it is.
QString laidOut(const std::string &experiment)
{
    const auto json = nlohmann::ordered_json::parse(experiment, nullptr, false);
    return json.is_discarded() ? text(experiment) : text(json.dump(2));
}

QString eventLines(const std::vector<record::RunEvent> &events)
{
    QStringList lines;
    for (const record::RunEvent &event : events)
        lines << RunDetailsDialog::tr("%1  step %2  %3  %4")
                     .arg(localTime(event.wallSeconds))
                     .arg(event.step)
                     .arg(widgets::kindText(event.kind), text(event.text));
    return lines.join('\n');
}

} // namespace

RunDetailsDialog::RunDetailsDialog(const store::Run &run, QWidget *parent) : QDialog(parent)
{
    store::RunCursor cursor;
    const store::RunChanges all = run.since(cursor);
    const record::RunInfo &info = *all.info;
    setWindowTitle(tr("Details of %1").arg(text(info.name)));
    auto *summary = new QWidget(this);
    auto *form = new QFormLayout(summary);
    const auto add = [&](const QString &name, const QString &value) {
        auto *label = new QLabel(value, summary);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
        label->setWordWrap(true);
        form->addRow(name, label);
    };
    add(tr("Status"), widgets::statusText(info.status) + (info.message.empty() ? QString() : QStringLiteral(" – ") + text(info.message)));
    add(tr("Created"), localTime(info.createdSeconds));
    add(tr("Ticks"), QLocale().toString(static_cast<qulonglong>(all.lastFrame)));
    add(tr("Series"), QLocale().toString(static_cast<qulonglong>(all.series.size())));
    for (const auto &[name, value] : info.environment)
        add(text(name), text(value));
    auto *tabs = new QTabWidget(this);
    tabs->addTab(summary, tr("&Summary"));
    tabs->addTab(readOnly(laidOut(info.experiment), this), tr("&Experiment"));
    tabs->addTab(readOnly(eventLines(all.events), this), tr("E&vents"));
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(tabs);
    layout->addWidget(buttons);
    resize(640, 560);
}

} // namespace lensboard::app
