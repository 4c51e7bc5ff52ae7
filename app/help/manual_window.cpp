#include "app/help/manual_window.h"

#include "app/help/manual_browser.h"
#include "app/page_window.h"
#include "app/remembered_splitter.h"
#include "app/settings.h"
#include "widgets/control_icon.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QScreen>
#include <QScrollBar>
#include <QShortcut>
#include <QSignalBlocker>
#include <QSplitter>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace lensboard::app {

namespace {

constexpr QSize kManualSize(1060, 720);
constexpr int kContentsWidth = 290;
constexpr double kMaxOfManualScreen = 0.85;
const QString kManualGeometry = QStringLiteral("manualGeometry");

QUrl urlOf(const QTreeWidgetItem &item)
{
    return item.data(0, Qt::UserRole).toUrl();
}

} // namespace

ManualWindow::ManualWindow(QWidget *parent)
    : QDialog(parent, Qt::Window), m_search(new QLineEdit(this)), m_contents(new QTreeWidget(this)), m_page(new ManualBrowser(this)),
      m_note(new QLabel(this)), m_back(new QToolButton(this)), m_forward(new QToolButton(this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setAttribute(Qt::WA_QuitOnClose, false);
    setWindowTitle(tr("Lensboard Manual"));
    m_contents->setHeaderHidden(true);
    m_contents->setAccessibleName(tr("Contents"));
    m_contents->setObjectName("contents");
    m_contents->setFrameShape(QFrame::NoFrame);
    m_page->setAccessibleName(tr("Page of the manual"));
    m_page->setObjectName("page");
    m_note->setMargin(6);
    m_note->setWordWrap(true);
    m_note->hide();
    auto *right = new QWidget(this);
    auto *pageAndNote = new QVBoxLayout(right);
    pageAndNote->setContentsMargins(0, 0, 0, 0);
    pageAndNote->setSpacing(0);
    pageAndNote->addWidget(m_page, 1);
    pageAndNote->addWidget(m_note);
    auto *across = new QSplitter(Qt::Horizontal, this);
    across->setObjectName("manual");
    across->addWidget(m_contents);
    across->addWidget(right);
    across->setStretchFactor(1, 1);
    across->setSizes({kContentsWidth, kManualSize.width() - kContentsWidth});
    across->setChildrenCollapsible(false);
    rememberSizes(across);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(buildBar());
    layout->addWidget(across, 1);
    fillContents(m_text.sections(), false);
    addKeys();
    connect(m_search, &QLineEdit::textChanged, this, &ManualWindow::search);
    connect(m_contents, &QTreeWidget::currentItemChanged, this, &ManualWindow::choose);
    connect(m_contents, &QTreeWidget::itemClicked, this, &ManualWindow::choose);
    connect(m_page, &QTextBrowser::sourceChanged, this, &ManualWindow::markCurrent, Qt::QueuedConnection); // queued: source() is set later
    connect(m_page, &ManualBrowser::experimentWanted, this, &ManualWindow::experimentWanted);
    connect(m_page, &ManualBrowser::missing, this, [this](const QString &path) {
        m_note->setText(tr("This file is in the source code of Lensboard: %1").arg(path));
        m_note->show();
    });
    resize(kManualSize.boundedTo(screen()->availableSize() * kMaxOfManualScreen));
    restoreGeometry(Settings::splitter(kManualGeometry));
}

ManualWindow::~ManualWindow()
{
    Settings::setSplitter(kManualGeometry, saveGeometry());
}

ManualWindow *ManualWindow::open(QWidget &window, const QUrl &url)
{
    auto *manual = window.findChild<ManualWindow *>(QString(), Qt::FindDirectChildrenOnly);
    if (!manual) {
        manual = new ManualWindow(&window);
        if (auto *main = dynamic_cast<PageWindow *>(&window))
            connect(manual, &ManualWindow::experimentWanted, main, [main](const QString &path) {
                main->openFile(path);
                main->activateWindow();
            });
    }
    manual->goTo(url);
    manual->show();
    manual->raise();
    manual->activateWindow();
    return manual;
}

QWidget *ManualWindow::buildBar()
{
    auto *bar = new QWidget(this);
    auto *layout = new QHBoxLayout(bar);
    layout->setContentsMargins(8, 6, 8, 6);
    const auto setUp = [layout](QToolButton *button, widgets::ControlIcon icon, const QString &name, const QString &tip, bool enabled) {
        button->setIcon(widgets::controlIcon(icon));
        button->setAutoRaise(true);
        button->setAccessibleName(name);
        button->setToolTip(tip);
        button->setEnabled(enabled);
        layout->addWidget(button);
    };
    setUp(m_back, widgets::ControlIcon::ArrowLeft, tr("Back"), tr("Go back to the page before (Alt+Left)"), false);
    setUp(m_forward, widgets::ControlIcon::ArrowRight, tr("Forward"), tr("Go to the next page again (Alt+Right)"), false);
    connect(m_back, &QToolButton::clicked, m_page, &QTextBrowser::backward);
    connect(m_forward, &QToolButton::clicked, m_page, &QTextBrowser::forward);
    connect(m_page, &QTextBrowser::backwardAvailable, m_back, &QWidget::setEnabled);
    connect(m_page, &QTextBrowser::forwardAvailable, m_forward, &QWidget::setEnabled);
    m_search->setObjectName("search");
    m_search->setPlaceholderText(tr("Search the manual"));
    m_search->setAccessibleName(tr("Search the manual"));
    m_search->setToolTip(tr("Words that a section contains (Ctrl+F). Enter goes to the next place, Shift+Enter to the one before."));
    m_search->setClearButtonEnabled(true);
    m_search->installEventFilter(this);
    layout->addWidget(m_search, 1);
    return bar;
}

void ManualWindow::addKeys()
{
    const auto add = [this](const QKeySequence &keys, const auto &act) { connect(new QShortcut(keys, this), &QShortcut::activated, this, act); };
    add(QKeySequence(Qt::ALT | Qt::Key_Left), [this] { m_page->backward(); });
    add(QKeySequence(Qt::ALT | Qt::Key_Right), [this] { m_page->forward(); });
    add(QKeySequence::Find, [this] {
        m_search->setFocus(Qt::ShortcutFocusReason);
        m_search->selectAll();
    });
    add(QKeySequence::FindNext, [this] { goOn(); });
    add(QKeySequence::FindPrevious, [this] { goOn(true); });
    add(QKeySequence::ZoomIn, [this] { m_page->zoomIn(); });
    add(QKeySequence::ZoomOut, [this] { m_page->zoomOut(); });
}

/// Without words: the contents, two levels deep. Otherwise the sections that contain the words, under their pages.
void ManualWindow::fillContents(const QList<ManualSection> &sections, bool areFound)
{
    const QSignalBlocker quiet(m_contents);
    m_contents->clear();
    QTreeWidgetItem *page = nullptr;
    for (const ManualSection &section : sections) {
        if (!areFound && section.level > 2)
            continue;
        if (!page || urlOf(*page).path() != section.url.path()) {
            const auto title = std::ranges::find_if(m_text.sections(), [&](const auto &each) { return each.level == 1 && each.url.path() == section.url.path(); });
            page = new QTreeWidgetItem(m_contents, {title->title});
            page->setData(0, Qt::UserRole, title->url);
            page->setToolTip(0, title->title);
            page->setExpanded(areFound);
        }
        if (section.level == 1)
            continue;
        auto *item = new QTreeWidgetItem(page, {section.title});
        item->setData(0, Qt::UserRole, section.url);
        item->setToolTip(0, section.title);
    }
}

void ManualWindow::search()
{
    const QString typed = m_search->text().trimmed();
    const QList<ManualSection> found = m_text.find(typed);
    fillContents(typed.isEmpty() ? m_text.sections() : found, !typed.isEmpty());
    m_page->mark(typed);
    m_note->setVisible(!typed.isEmpty());
    m_note->setText(found.isEmpty() ? tr("No section of the manual contains “%1”.").arg(typed) : tr("%n section(s) found", nullptr, static_cast<int>(found.size())));
    const QUrl here = m_page->source();
    const bool isHere = std::ranges::any_of(found, [&](const auto &section) { return section.url.path() == here.path(); });
    if (!found.isEmpty() && !isHere)
        goTo(found.front().url);
    if (!found.isEmpty()) {
        m_page->moveCursor(QTextCursor::Start);
        m_page->goToMark();
    }
    markCurrent();
}

/// Goes to the next place on this page that contains a searched word.
void ManualWindow::goOn(bool backwards)
{
    m_page->goToMark(backwards);
}

void ManualWindow::goTo(const QUrl &url)
{
    m_note->setVisible(!m_search->text().isEmpty());
    if (m_page->source() != url)
        m_page->setSource(url);
    else if (url.hasFragment())
        m_page->scrollToHeading(url.fragment());
    else
        m_page->verticalScrollBar()->setValue(0);
}

void ManualWindow::choose(const QTreeWidgetItem *item)
{
    if (item)
        goTo(urlOf(*item));
}

/// Selects the shown section in the contents.
void ManualWindow::markCurrent()
{
    const QSignalBlocker quiet(m_contents);
    const QUrl here = m_page->source();
    QTreeWidgetItem *best = nullptr;
    for (QTreeWidgetItemIterator each(m_contents); *each; ++each)
        if (urlOf(**each) == here || (!best && urlOf(**each).path() == here.path()))
            best = *each;
    if (!best)
        return;
    QTreeWidgetItem *page = best->parent() ? best->parent() : best;
    page->setExpanded(true);
    m_contents->setCurrentItem(best);
    m_contents->scrollToItem(best);
}

void ManualWindow::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape && !m_search->text().isEmpty())
        return m_search->clear();
    QDialog::keyPressEvent(event);
}

bool ManualWindow::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_search && event->type() == QEvent::KeyPress) {
        const auto *key = static_cast<QKeyEvent *>(event);
        if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
            goOn(key->modifiers() & Qt::ShiftModifier);
            return true;
        }
        if (key->key() == Qt::Key_Down) {
            m_contents->setFocus(Qt::OtherFocusReason);
            return true;
        }
    }
    return QDialog::eventFilter(watched, event);
}

} // namespace lensboard::app
