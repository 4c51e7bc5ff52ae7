#include "app/pages/run_reading.h"

#include "app/dialogs/columns_of_file_dialog.h"
#include "app/pages/run_feed.h"
#include "app/remembered_columns.h"
#include "widgets/core_words.h"
#include "widgets/elided_label.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLocale>
#include <QToolButton>

#include <algorithm>

namespace lensboard::app {

namespace {

/// Returns the description of the columns, or else the format; empty for runs of Lensboard.
QString descriptionOf(const record::RunInfo &info)
{
    const record::Message columns = record::fact(info.environment, "read as");
    return columns.empty() ? widgets::termText(record::fact(info.environment, "format")) : widgets::factText(columns);
}

} // namespace

RunReading::RunReading(RunFeed &feed, QWidget *parent)
    : QWidget(parent), m_feed(feed), m_reading(feed.reading()), m_text(new widgets::ElidedLabel(this)), m_change(new QAction(tr("Columns of the &File …"), this))
{
    setObjectName("reading");
    m_text->setForegroundRole(QPalette::PlaceholderText);
    m_change->setShortcut(QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_U));
    m_change->setToolTip(tr("Show rows of the file, and choose the columns for step, time, run and values"));
    m_change->setStatusTip(m_change->toolTip());
    m_change->setEnabled(m_reading.has_value());
    connect(m_change, &QAction::triggered, this, &RunReading::change);
    auto *button = new QToolButton(this);
    button->setDefaultAction(m_change);
    button->setVisible(m_reading.has_value());
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 0, 8, 2);
    layout->addWidget(m_text, 1);
    layout->addWidget(button);
    connect(&feed, &RunFeed::stateChanged, this, &RunReading::showReading);
    showReading();
}

void RunReading::showReading()
{
    const QString description = descriptionOf(m_feed.run()->info());
    QString line = tr("Read as: %1").arg(description);
    const bool isChosen = m_reading && std::ranges::any_of(m_reading->columns, &imports::RowReading::Column::isChosen);
    if (const auto remembered = isChosen ? rememberedColumns(*m_reading) : std::nullopt)
        line = tr("Read as: %1 – as you chose on %2").arg(description, QLocale().toString(remembered->on, QLocale::ShortFormat));
    m_text->setText(line);
    m_text->setToolTip(line);
    setVisible(!description.isEmpty());
}

void RunReading::change()
{
    auto *dialog = new ColumnsOfFileDialog(m_feed.path(), m_reading->choice(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &ColumnsOfFileDialog::chosen, this, &RunReading::read);
    dialog->open();
}

void RunReading::read(const imports::RoleChoice &choice, const imports::RowReading &reading)
{
    rememberColumns(reading, choice);
    m_reading = reading;
    m_feed.readAs(choice);
    showReading();
}

} // namespace lensboard::app
