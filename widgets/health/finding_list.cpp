#include "widgets/health/finding_list.h"

#include "widgets/health/finding_text.h"

#include <QAbstractTextDocumentLayout>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QStandardItemModel>
#include <QStyledItemDelegate>
#include <QTextDocument>

#include <algorithm>

namespace lensboard::widgets {

using health::Finding;

namespace {

constexpr int kMargin = 6;
constexpr double kCurrentGround = 0.16; ///< opacity of the highlight colour

} // namespace

/// Paints findings, and headings of runs.
class FindingDelegate final : public QStyledItemDelegate
{
public:
    explicit FindingDelegate(const FindingList *list) : QStyledItemDelegate(nullptr), m_list(list) {}

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        painter->save();
        painter->setClipRect(option.rect);
        const FindingList::Row row = rowOf(index);
        row.finding ? paintFinding(*painter, option, index) : paintHeading(*painter, option, m_list->m_groups[row.group]);
        painter->restore();
    }

    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        if (!rowOf(index).finding)
            return {m_list->viewport()->width(), option.fontMetrics.height() + 2 * kMargin};
        QTextDocument document;
        fill(document, option, index);
        return {m_list->viewport()->width(), static_cast<int>(document.size().height()) + 2 * kMargin};
    }

private:
    static int iconSide(const QStyleOptionViewItem &option) { return option.fontMetrics.height(); }
    FindingList::Row rowOf(const QModelIndex &index) const { return m_list->m_rows[static_cast<std::size_t>(index.row())]; }
    bool isCurrent(const QModelIndex &index) const { return index.row() == m_list->currentIndex().row(); }

    void paintFinding(QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
    {
        const int side = iconSide(option);
        const QColor highlight = option.palette.color(QPalette::Highlight);
        if (isCurrent(index)) {
            QColor ground = highlight;
            ground.setAlphaF(kCurrentGround);
            painter.fillRect(option.rect, ground);
        }
        if (option.state.testFlag(QStyle::State_HasFocus) && isCurrent(index)) {
            painter.setPen(QPen(highlight, 1));
            painter.drawRect(option.rect.adjusted(0, 0, -1, -1));
        }
        controlIcon(iconOf(m_list->findingAt(rowOf(index)).severity)).paint(&painter, QRect(option.rect.topLeft() + QPoint(kMargin, kMargin), QSize(side, side)));
        painter.translate(option.rect.topLeft() + QPoint(2 * kMargin + side, kMargin));
        QTextDocument document;
        fill(document, option, index);
        QAbstractTextDocumentLayout::PaintContext context;
        context.palette = option.palette;
        document.documentLayout()->draw(&painter, context);
    }

    /// Paints the state in full and shortens the name in the middle.
    static void paintHeading(QPainter &painter, const QStyleOptionViewItem &option, const FindingGroup &group)
    {
        const auto colour = [&option](QPalette::ColorRole role) { return option.palette.color(QPalette::Active, role); }; // headings are disabled
        painter.fillRect(option.rect, colour(QPalette::AlternateBase));
        const int side = iconSide(option);
        QRect room = option.rect.adjusted(kMargin, 0, -kMargin, 0);
        group.sign.paint(&painter, QRect(room.left(), room.center().y() - side / 2, side, side));
        room.setLeft(room.left() + side + kMargin);
        painter.setPen(colour(QPalette::PlaceholderText));
        painter.drawText(room, Qt::AlignRight | Qt::AlignVCenter, group.state);
        room.setRight(room.right() - option.fontMetrics.horizontalAdvance(group.state) - 2 * kMargin);
        QFont bold = option.font;
        bold.setBold(true);
        painter.setFont(bold);
        painter.setPen(colour(QPalette::Text));
        painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter, QFontMetrics(bold).elidedText(group.name, Qt::ElideMiddle, room.width()));
    }

    void fill(QTextDocument &document, const QStyleOptionViewItem &option, const QModelIndex &index) const
    {
        document.setDocumentMargin(0);
        document.setDefaultFont(option.font);
        document.setTextWidth(std::max(40, m_list->viewport()->width() - iconSide(option) - 3 * kMargin));
        document.setHtml(findingHtml(m_list->findingAt(rowOf(index)), isCurrent(index)));
    }

    const FindingList *m_list;
};

FindingList::FindingList(QWidget *parent) : QListView(parent), m_model(new QStandardItemModel(this))
{
    auto *delegate = new FindingDelegate(this);
    delegate->setParent(this);
    setItemDelegate(delegate);
    setModel(m_model);
    setVerticalScrollMode(ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setEditTriggers(NoEditTriggers);
}

void FindingList::setGroups(std::vector<FindingGroup> groups)
{
    if (std::ranges::equal(groups, m_groups, [](const auto &a, const auto &b) { return a.isAlike(b); }))
        return;
    const auto before = currentPosition();
    const void *const run = before ? m_groups[before->group].run : nullptr;
    const std::optional<Finding> finding = before ? std::optional(*current()) : std::nullopt;
    fillRows(std::move(groups));
    const auto same = std::ranges::find_if(m_rows, [&](const Row &row) {
        return finding && row.finding && m_groups[row.group].run == run && isSameKind(findingAt(row), *finding);
    });
    setCurrentIndex(same == m_rows.end() ? QModelIndex() : m_model->index(static_cast<int>(same - m_rows.begin()), 0));
    scheduleDelayedItemsLayout();
    viewport()->update();
}

/// Keeps rows where possible, so that the list does not jump while the user reads.
void FindingList::fillRows(std::vector<FindingGroup> groups)
{
    std::vector<Row> rows;
    for (std::size_t group = 0; group < groups.size(); ++group) {
        if (groups.size() > 1)
            rows.push_back({group, std::nullopt});
        for (std::size_t i = 0; i < groups[group].findings.size(); ++i)
            rows.push_back({group, i});
    }
    m_model->setRowCount(std::min(m_model->rowCount(), static_cast<int>(rows.size()))); // first: every remaining row gets content
    m_groups = std::move(groups);
    m_rows = std::move(rows);
    for (int i = 0; i < static_cast<int>(m_rows.size()); ++i) {
        if (i == m_model->rowCount())
            m_model->appendRow(new QStandardItem);
        const Row row = m_rows[static_cast<std::size_t>(i)];
        const FindingGroup &group = m_groups[row.group];
        QStandardItem *const item = m_model->item(i);
        item->setEnabled(row.finding.has_value()); // keyboard navigation skips headings
        item->setText(row.finding ? plainText(findingAt(row)) : QStringLiteral("%1: %2").arg(group.name, group.state)); // for screen readers
        item->setData(row.finding ? findingHtml(findingAt(row), true) : item->text(), Qt::ToolTipRole);
    }
}

std::optional<FindingList::Position> FindingList::currentPosition() const
{
    const int at = currentIndex().row();
    if (at < 0 || at >= static_cast<int>(m_rows.size()))
        return std::nullopt;
    const Row row = m_rows[static_cast<std::size_t>(at)];
    return row.finding ? std::optional<Position>({row.group, *row.finding}) : std::nullopt;
}

const Finding *FindingList::current() const
{
    const auto place = currentPosition();
    return place ? &m_groups[place->group].findings[place->finding] : nullptr;
}

void FindingList::setPlaceholder(const QString &words)
{
    if (m_placeholder == words)
        return;
    m_placeholder = words;
    viewport()->update();
}

void FindingList::keyPressEvent(QKeyEvent *event)
{
    if (current() && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter))
        Q_EMIT chosen();
    else
        QListView::keyPressEvent(event);
}

/// Reacts to the press instead of the click: the pressed row grows and the previous one shrinks, so the mouse is released over
/// another row.
void FindingList::mousePressEvent(QMouseEvent *event)
{
    const QModelIndex pressed = indexAt(event->position().toPoint());
    QListView::mousePressEvent(event);
    if (event->button() == Qt::LeftButton && pressed.isValid() && pressed.row() == currentIndex().row() && current())
        Q_EMIT chosen();
}

/// Ignores drags, so that rows moving under a pressed button are not selected.
void FindingList::mouseMoveEvent(QMouseEvent *event)
{
    if (event->buttons() == Qt::NoButton)
        QListView::mouseMoveEvent(event);
}

void FindingList::paintEvent(QPaintEvent *event)
{
    QListView::paintEvent(event);
    if (!m_rows.empty() || m_placeholder.isEmpty())
        return;
    QPainter painter(viewport());
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.drawText(viewport()->rect().adjusted(kMargin, kMargin, -kMargin, -kMargin), Qt::AlignTop | Qt::AlignLeft | Qt::TextWordWrap, m_placeholder);
}

void FindingList::resizeEvent(QResizeEvent *event)
{
    QListView::resizeEvent(event);
    scheduleDelayedItemsLayout(); // lines break at other places
}

/// Updates the layout, because the current row is taller than the others.
void FindingList::currentChanged(const QModelIndex &current, const QModelIndex &previous)
{
    QListView::currentChanged(current, previous);
    doItemsLayout();
    viewport()->update();
    if (current.isValid())
        scrollTo(current);
    Q_EMIT currentFindingChanged();
}

} // namespace lensboard::widgets
