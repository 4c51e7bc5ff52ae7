#include "widgets/message_bar.h"

#include "widgets/control_icon.h"

#include <QDesktopServices>
#include <QDir>
#include <QEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QStackedLayout>
#include <QToolButton>
#include <QUrl>

namespace lensboard::widgets {

MessageBar::MessageBar(QWidget *parent) : QFrame(parent), m_icon(new QLabel(this)), m_text(new QLabel(this)), m_open(new QToolButton(this))
{
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::ToolTipBase);
    setForegroundRole(QPalette::ToolTipText);
    m_text->setForegroundRole(QPalette::ToolTipText);
    m_text->setTextFormat(Qt::PlainText); // names from files may look like HTML
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_open->setText(tr("Show in Folder"));
    m_open->hide();
    connect(m_open, &QToolButton::clicked, this, [this] { QDesktopServices::openUrl(QUrl::fromLocalFile(QFileInfo(m_file).absolutePath())); });
    auto *close = new QToolButton(this);
    close->setIcon(controlIcon(ControlIcon::Close));
    close->setAutoRaise(true);
    close->setToolTip(tr("Dismiss"));
    close->setAccessibleName(tr("Dismiss the message"));
    connect(close, &QToolButton::clicked, this, &MessageBar::clear);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 3, 4, 3);
    layout->addWidget(m_icon);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_open);
    layout->addWidget(close);
    hide();
    if (parent)
        setOver(parent);
}

void MessageBar::setOver(QWidget *area)
{
    if (QWidget *before = parentWidget()) {
        before->removeEventFilter(this);
        if (before->layout())
            before->layout()->disconnect(this);
    }
    const bool isShown = !isHidden();
    setParent(area);
    area->installEventFilter(this);
    if (const auto *pages = qobject_cast<QStackedLayout *>(area->layout())) // QStackedLayout raises the page it shows
        connect(pages, &QStackedLayout::currentChanged, this, &QWidget::raise);
    place();
    setVisible(isShown);
    raise();
}

void MessageBar::report(Kind kind, const QString &message, const QString &file)
{
    m_messages << message;
    m_file = file;
    m_open->setVisible(!file.isEmpty());
    m_open->setToolTip(QDir::toNativeSeparators(file));
    m_kind = kind;
    drawIcon();
    const auto before = m_messages.size() - 1;
    m_text->setText(before ? tr("%1 (%n earlier)", nullptr, static_cast<int>(before)).arg(message) : message);
    setToolTip(QStringLiteral("<p>%1</p>").arg(m_messages.join(QStringLiteral("\n\n")).toHtmlEscaped().replace(u'\n', QStringLiteral("<br>"))));
    place();
    show();
    raise();
}

bool MessageBar::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Resize)
        place();
    return QFrame::eventFilter(watched, event);
}

/// Sets the parent's width and the message's height.
void MessageBar::place()
{
    if (!parentWidget())
        return;
    const QSize room = parentWidget()->size();
    const int height = layout()->hasHeightForWidth() ? layout()->totalHeightForWidth(room.width()) : sizeHint().height();
    setGeometry(0, room.height() - height, room.width(), height);
}

void MessageBar::drawIcon()
{
    const int side = fontMetrics().height();
    m_icon->setPixmap(controlIcon(m_kind == Kind::Warning ? ControlIcon::Warning : ControlIcon::Information).pixmap(side, side));
}

void MessageBar::changeEvent(QEvent *event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        drawIcon();
    if (event->type() == QEvent::FontChange)
        place();
}

void MessageBar::clear()
{
    m_messages.clear();
    hide();
}

} // namespace lensboard::widgets
