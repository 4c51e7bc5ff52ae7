#include "app/pages/welcome_page.h"

#include "app/pages/file_opener.h"
#include "app/pages/example_list.h"
#include "app/pages/recent_runs_view.h"
#include "core/store/file/run_folder.h"
#include "widgets/qt_text.h"

#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QTimer>
#include <QVBoxLayout>

namespace lensboard::app {

namespace {

constexpr int kColumnWidth = 1100; ///< pixels; limits the length of lines
constexpr int kColumnMargin = 24;

QLabel *makeTitle(const QString &text, double size, QWidget *parent)
{
    auto *title = new QLabel(text, parent);
    QFont font = title->font();
    font.setPointSizeF(size * font.pointSizeF());
    font.setBold(true);
    title->setFont(font);
    return title;
}

} // namespace

WelcomePage::WelcomePage(FileOpener &opener)
    : m_opener(opener), m_recentTitle(makeTitle(tr("Recent runs"), 1.1, this)), m_recent(new RecentRunsView(this)), m_examples(makeExampleList(this))
{
    connect(m_recent, &RecentRunsView::openRequested, this, [this](const QString &path) { m_opener.open(path); });
    connect(m_recent, &RecentRunsView::resumeRequested, this, &WelcomePage::resumeRequested);
    connect(m_recent->model(), &QAbstractItemModel::modelReset, this, &WelcomePage::showRecent);
    connect(m_examples, &StartList::chosen, this, [this](const QModelIndex &row) { m_opener.open(row.data(kExamplePathRole).toString(), true); });
    auto *scroll = new QScrollArea(this);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidgetResizable(true);
    scroll->setWidget(buildColumn());
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(scroll);
    showRecent();
}

/// Makes the contents, centred in a window of any size.
QWidget *WelcomePage::buildColumn()
{
    auto *across = new QWidget;
    auto *column = new QWidget(across);
    column->setMaximumWidth(kColumnWidth);
    auto *told = new QLabel(tr("Open a run (.lbrun) or an experiment (.json), drop a file here, or train an example."), column);
    told->setWordWrap(true);
    auto *examplesTitle = makeTitle(tr("Train an example"), 1.1, column);
    examplesTitle->setVisible(m_examples->model()->rowCount() > 0);
    m_examples->setVisible(m_examples->model()->rowCount() > 0);
    auto *layout = new QVBoxLayout(column);
    layout->setContentsMargins(kColumnMargin, kColumnMargin, kColumnMargin, kColumnMargin);
    layout->addStretch();
    layout->addWidget(makeTitle(tr("Watch a network train from the inside"), 1.6, column));
    layout->addWidget(told);
    layout->addSpacing(8);
    layout->addWidget(buildButtons());
    for (QWidget *part : {static_cast<QWidget *>(m_recentTitle), static_cast<QWidget *>(m_recent), static_cast<QWidget *>(examplesTitle),
                          static_cast<QWidget *>(m_examples)})
        layout->addWidget(part);
    layout->addStretch();
    auto *sides = new QHBoxLayout(across);
    sides->setContentsMargins(0, 0, 0, 0);
    sides->addStretch(1);
    sides->addWidget(column, 100);
    sides->addStretch(1);
    return across;
}

QWidget *WelcomePage::buildButtons()
{
    auto *bar = new QWidget(this);
    auto *layout = new QHBoxLayout(bar);
    layout->setContentsMargins(0, 0, 0, 8);
    const auto add = [&](const QString &text, const QString &tip, auto act) {
        auto *button = new QPushButton(text, bar);
        button->setToolTip(tip);
        button->setAutoDefault(true); // Enter presses the button
        button->setMinimumHeight(32);
        connect(button, &QPushButton::clicked, this, act);
        layout->addWidget(button);
    };
    add(tr("New Experiment"), tr("Write an experiment, from the defaults or from another one"), [this] { Q_EMIT experimentWanted(); });
    add(tr("Open …"), tr("Open a run, an experiment or a model"),
        [this] { m_opener.askAndOpen(tr("Open"), tr("Runs, experiments and models (*.lbrun *.json *.pt)")); });
    add(tr("Open Folder …"), tr("List the runs in a folder"), [this] { m_opener.askAndOpenFolder(); });
    add(tr("Recorded Runs"), tr("List the runs that were recorded on this computer"),
        [this] { m_opener.open(widgets::text(store::runFolder().string())); });
    layout->addStretch();
    return bar;
}

void WelcomePage::showRecent()
{
    const bool hasAny = m_recent->model()->rowCount() > 0;
    m_recentTitle->setVisible(hasAny);
    m_recent->setVisible(hasAny);
}

/// Delayed until the event loop is idle, because a file opened at the start hides the page at once.
void WelcomePage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    QTimer::singleShot(0, this, [this] {
        if (!isVisible())
            return;
        m_recent->setOnView(true);
        if (!window()->focusWidget())
            (m_recent->isVisible() ? static_cast<StartList *>(m_recent) : m_examples)->setFocus();
    });
}

void WelcomePage::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    m_recent->setOnView(false);
}

} // namespace lensboard::app
