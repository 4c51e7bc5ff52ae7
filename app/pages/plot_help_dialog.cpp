#include "app/pages/plot_help_dialog.h"

#include "app/help/manual_text.h"
#include "app/help/manual_window.h"
#include "app/pages/run_page.h"
#include "app/pages/run_watchers.h"
#include "core/experiment/experiment_schema.h"
#include "core/experiment/plot_help.h"
#include "widgets/board/plot_picture.h"
#include "widgets/board/tag_section.h"
#include "widgets/core_words.h"
#include "widgets/key_names.h"

#include <QDialogButtonBox>
#include <QTextBrowser>
#include <QVBoxLayout>

#include <algorithm>

namespace lensboard::app {

using experiment::PlotHelp;

namespace {

constexpr QSize kPlotHelpSize(560, 480);
const QString kSettingsLink = QStringLiteral("settings:");

QString helpPart(const QString &heading, const QString &html)
{
    return html.isEmpty() ? QString() : QStringLiteral("<h4 style='margin-bottom:2px'>%1</h4><p style='margin-top:0'>%2</p>").arg(heading, html);
}

/// Returns the settings of \p help with their meaning, as HTML.
QString plotSettingsHtml(const PlotHelp &help)
{
    const experiment::Section *section = experiment::lensSchema(help.lens);
    QString rows;
    for (const std::string &key : help.settings) {
        const auto field = section ? std::ranges::find(section->fields, key, &experiment::Field::key) : std::vector<experiment::Field>::const_iterator();
        if (section && field != section->fields.end())
            rows += QStringLiteral("<li><b>%1</b>: %2</li>").arg(widgets::keyName(key).toHtmlEscaped(), widgets::helpText(field->help).toHtmlEscaped());
    }
    return rows.isEmpty() ? QString() : QStringLiteral("<ul style='margin-top:2px'>%1</ul>").arg(rows);
}

} // namespace

QString plotHelpHtml(const record::TagSpec &tag, const std::string &kind, bool hasSettings)
{
    const auto shown = [](const std::string &text) { return widgets::helpText(text).toHtmlEscaped(); };
    const PlotHelp *const help = experiment::plotHelp(tag, kind);
    if (!help)
        return helpPart(PlotHelpDialog::tr("Measured quantity"),
                    PlotHelpDialog::tr("Another tool, or a program of your own, recorded these values as %1. Lensboard does not know their meaning.")
                        .arg(QStringLiteral("<b>%1</b>").arg(QString::fromStdString(tag.foreignName.value_or(tag.name)).toHtmlEscaped())))
            + helpPart(PlotHelpDialog::tr("More"), QStringLiteral("<a href='%1'>%2</a>").arg(ManualText::page(QStringLiteral("runs.md")).toString(), PlotHelpDialog::tr("Runs of other tools, in the manual")));
    QString settings = plotSettingsHtml(*help);
    if (hasSettings && !settings.isEmpty())
        settings += QStringLiteral("<p><a href='%1'>%2</a></p>").arg(kSettingsLink, PlotHelpDialog::tr("Open the settings"));
    return helpPart(PlotHelpDialog::tr("Measured quantity"), shown(help->measures)) + helpPart(PlotHelpDialog::tr("Formula"), help->formula.empty() ? QString() : shown(help->formula))
        + helpPart(PlotHelpDialog::tr("Unit"), shown(help->unit)) + helpPart(PlotHelpDialog::tr("How to read it"), shown(help->reading))
        + helpPart(PlotHelpDialog::tr("Settings that change it"), settings)
        + helpPart(PlotHelpDialog::tr("More"), QStringLiteral("<a href='%1'>%2</a>").arg(ManualText::page(QString::fromStdString(help->manual)).toString(), PlotHelpDialog::tr("Read more in the manual")));
}

PlotHelpDialog::PlotHelpDialog(QWidget *parent) : QDialog(parent), m_text(new QTextBrowser(this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setOpenLinks(false);
    m_text->setAccessibleName(tr("Explanation of the plot"));
    m_text->setObjectName("explanation");
    m_text->document()->setDocumentMargin(10);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_text, 1);
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_text, &QTextBrowser::anchorClicked, this, &PlotHelpDialog::linkChosen);
    resize(kPlotHelpSize);
}

void PlotHelpDialog::setHtml(const QString &title, const QString &html)
{
    setWindowTitle(title);
    m_text->setHtml(html);
}

void PlotHelpDialog::open(RunPage &page, const QString &tag)
{
    const widgets::TagSection *section = page.board()->sections().section(tag);
    if (!section)
        return;
    const auto plot = widgets::currentPlot(*page.board());
    QWidget *const window = plot ? plot->window : page.window(); // a plot may be shown in a full-screen window
    delete window->findChild<PlotHelpDialog *>(QString(), Qt::FindDirectChildrenOnly);
    const record::TagSpec spec = section->tag();
    const QString lens = QString::fromStdString(spec.lens);
    const std::string kind = page.watchers().kindOf(lens).toStdString();
    const bool hasSettings = experiment::lensSchema(kind);
    const QString name = widgets::tagText(spec), measuredBy = hasSettings ? widgets::lensText(lens) : QString();
    auto *dialog = new PlotHelpDialog(window);
    const QString heading = QStringLiteral("<h2 style='margin-bottom:0'>%1</h2>").arg(name.toHtmlEscaped())
        + (measuredBy.isEmpty() || measuredBy == name ? QString() : QStringLiteral("<p style='margin-top:0'>%1</p>").arg(tr("Lens: %1").arg(measuredBy.toHtmlEscaped())));
    dialog->setHtml(tr("What Is %1?").arg(name), heading + plotHelpHtml(spec, kind, hasSettings));
    connect(dialog, &PlotHelpDialog::linkChosen, &page, [&page, lens](const QUrl &link) {
        if (link.toString() == kSettingsLink)
            page.watchers().showSettings(lens);
        else
            ManualWindow::open(*page.window(), link);
    });
    dialog->show();
}

} // namespace lensboard::app
