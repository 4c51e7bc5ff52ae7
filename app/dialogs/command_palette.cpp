#include "app/dialogs/command_palette.h"

#include "app/dialogs/command_model.h"
#include "app/settings.h"
#include "widgets/row_delegate.h"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QTextLayout>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

namespace lensboard::app {

namespace {

constexpr int kWidthInLetters = 100;
constexpr int kRowsShown = 12;
constexpr int kPadding = 8;

/// A command in one line: its name, its menus in a paler colour, its shortcut at the right.
class CommandDelegate final : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &) const override
    {
        return {0, widgets::rowHeight(option.fontMetrics)};
    }

    void paint(QPainter *painter, const QStyleOptionViewItem &given, const QModelIndex &index) const override
    {
        QStyleOptionViewItem option = given;
        initStyleOption(&option, index);
        option.text.clear();
        option.widget->style()->drawControl(QStyle::CE_ItemViewItem, &option, painter, option.widget);
        const bool selected = option.state & QStyle::State_Selected, enabled = option.state & QStyle::State_Enabled;
        const auto group = enabled ? QPalette::Active : QPalette::Disabled;
        const QColor strong = option.palette.color(group, selected ? QPalette::HighlightedText : QPalette::Text);
        const QColor pale = selected ? strong : option.palette.color(QPalette::PlaceholderText);
        QRect rest = option.rect.adjusted(kPadding, 0, -kPadding, 0);
        const QFontMetrics &metrics = option.fontMetrics;
        const QString shortcut = index.data(CommandModel::kShortcutRole).toString();
        painter->save();
        painter->setPen(enabled ? strong : pale);
        painter->drawText(rest, Qt::AlignRight | Qt::AlignVCenter, shortcut);
        rest.setRight(rest.right() - metrics.horizontalAdvance(shortcut) - 2 * kPadding);
        const int width = paintName(*painter, option, index, rest, strong);
        rest.setLeft(rest.left() + width + 2 * kPadding);
        painter->setPen(pale);
        painter->drawText(rest, Qt::AlignLeft | Qt::AlignVCenter,
                          metrics.elidedText(index.data(CommandModel::kMenusRole).toString(), Qt::ElideRight, rest.width()));
        painter->restore();
    }

private:
    /// Paints the name with the typed letters in bold. Returns its width in pixels.
    static int paintName(QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index, const QRect &rect,
                         const QColor &colour)
    {
        const QString name = index.data().toString();
        const QString shown = option.fontMetrics.elidedText(name, Qt::ElideMiddle, rect.width() * 9 / 10);
        QTextLayout layout(shown, option.font);
        QList<QTextLayout::FormatRange> bold;
        if (shown == name)
            for (const int at : index.data(CommandModel::kPositionsRole).value<QList<int>>()) {
                QTextLayout::FormatRange letter{at, 1, {}};
                letter.format.setFontWeight(QFont::Bold);
                bold << letter;
            }
        layout.setFormats(bold);
        layout.beginLayout();
        const QTextLine line = layout.createLine();
        layout.endLayout();
        painter.setPen(colour);
        layout.draw(&painter, QPointF(rect.left(), rect.top() + (rect.height() - line.height()) / 2));
        return static_cast<int>(line.naturalTextWidth());
    }
};

} // namespace

CommandPalette::CommandPalette(std::vector<MenuAction> commands, QWidget *window)
    : QFrame(window, Qt::Popup), m_commands(new CommandModel(commands, Settings::recentCommands(), this)), m_typed(new QLineEdit(this)), m_list(new QListView(this)), m_nothing(new QLabel(tr("No action matches."), this))
{
    for (const MenuAction &command : commands)
        if (!command.action->parent())
            command.action->setParent(this);
    setAttribute(Qt::WA_DeleteOnClose);
    setFrameShape(QFrame::StyledPanel);
    setAccessibleName(tr("Command palette"));
    m_typed->setPlaceholderText(tr("Type a few letters of an action, a plot, a layer, a lens, a run or an example"));
    m_typed->setAccessibleName(tr("Action"));
    m_typed->setObjectName("typed");
    m_typed->setClearButtonEnabled(true);
    m_typed->installEventFilter(this);
    m_list->setModel(m_commands);
    m_list->setItemDelegate(new CommandDelegate(m_list));
    m_list->setUniformItemSizes(true);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setAccessibleName(tr("Actions"));
    m_list->setObjectName("commands");
    m_nothing->setMargin(kPadding);
    m_nothing->setForegroundRole(QPalette::PlaceholderText);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(kPadding, kPadding, kPadding, kPadding);
    layout->addWidget(m_typed);
    layout->addWidget(m_nothing);
    layout->addWidget(m_list, 1);
    setFocusProxy(m_typed);
    connect(m_typed, &QLineEdit::textChanged, this, &CommandPalette::search);
    connect(m_typed, &QLineEdit::returnPressed, this, &CommandPalette::runCurrent);
    connect(m_list, &QListView::clicked, this, &CommandPalette::runCurrent);
    search();
}

void CommandPalette::search()
{
    m_commands->setTyped(m_typed->text());
    m_nothing->setVisible(m_commands->rowCount() == 0);
    m_list->setCurrentIndex(m_commands->index(0));
}

void CommandPalette::runCurrent()
{
    const QModelIndex current = m_list->currentIndex();
    QAction *action = m_commands->action(current);
    if (!action || !action->isEnabled())
        return;
    Settings::addRecentCommand(m_commands->id(current));
    if (action->parent() == this) { // keeps the action until it has run
        action->setParent(parentWidget());
        connect(action, &QAction::triggered, action, &QObject::deleteLater);
    }
    close();
    QTimer::singleShot(0, action, &QAction::trigger); // delayed, because it may open a dialog
}

void CommandPalette::showEvent(QShowEvent *event)
{
    place();
    m_typed->setFocus();
    QFrame::showEvent(event);
}

/// Places the palette in the upper middle of its window.
void CommandPalette::place()
{
    const QRect window = parentWidget()->rect();
    const int width = std::min(fontMetrics().averageCharWidth() * kWidthInLetters, window.width() - 4 * kPadding);
    const int height = std::min(m_typed->sizeHint().height() + kRowsShown * widgets::rowHeight(fontMetrics()) + 4 * kPadding, window.height() - 4 * kPadding);
    resize(width, height);
    move(parentWidget()->mapToGlobal(QPoint((window.width() - width) / 2, std::min(window.height() / 8, window.height() - height))));
}

bool CommandPalette::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() != QEvent::KeyPress)
        return QFrame::eventFilter(watched, event);
    switch (static_cast<QKeyEvent *>(event)->key()) {
    case Qt::Key_Escape: close(); return true;
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_PageUp:
    case Qt::Key_PageDown: QCoreApplication::sendEvent(m_list, event); return true;
    default: return QFrame::eventFilter(watched, event);
    }
}

} // namespace lensboard::app
