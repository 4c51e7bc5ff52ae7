#include "widgets/health/finding_list.h"

#include "widgets/health/finding_text.h"

#include <QAbstractTextDocumentLayout>
#include <QKeyEvent>
#include <QPainter>
#include <QStandardItemModel>
#include <QStyledItemDelegate>
#include <QTextDocument>

#include <algorithm>

namespace lensboard::widgets {

using health::Finding;

namespace {

constexpr int kMargin = 6;
constexpr double kCurrentGround = 0.16; ///< of the highlight's colour

class FindingDelegate final : public QStyledItemDelegate
{
public:
    explicit FindingDelegate(const FindingList *list) : QStyledItemDelegate(nullptr), m_list(list) {}

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const Finding &finding = findingOf(index);
        const int side = iconSide(option);
        painter->save();
        painter->setClipRect(option.rect);
        if (isCurrent(index)) {
            QColor ground = option.palette.color(QPalette::Highlight);
            ground.setAlphaF(kCurrentGround);
            painter->fillRect(option.rect, ground);
        }
        controlIcon(iconOf(finding.severity)).paint(painter, QRect(option.rect.topLeft() + QPoint(kMargin, kMargin), QSize(side, side)));
        painter->translate(option.rect.topLeft() + QPoint(2 * kMargin + side, kMargin));
        QTextDocument document;
        fill(document, option, index);
        QAbstractTextDocumentLayout::PaintContext context;
        context.palette = option.palette;
        document.documentLayout()->draw(painter, context);
        painter->restore();
        if (option.state.testFlag(QStyle::State_HasFocus) && isCurrent(index)) {
            painter->setPen(QPen(option.palette.color(QPalette::Highlight), 1));
            painter->drawRect(option.rect.adjusted(0, 0, -1, -1));
        }
    }

    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        QTextDocument document;
        fill(document, option, index);
        return {m_list->viewport()->width(), static_cast<int>(document.size().height()) + 2 * kMargin};
    }

private:
    static int iconSide(const QStyleOptionViewItem &option) { return option.fontMetrics.height(); }
    const Finding &findingOf(const QModelIndex &index) const { return m_list->findings()[static_cast<std::size_t>(index.row())]; }
    bool isCurrent(const QModelIndex &index) const { return index.row() == m_list->currentIndex().row(); }

    void fill(QTextDocument &document, const QStyleOptionViewItem &option, const QModelIndex &index) const
    {
        document.setDocumentMargin(0);
        document.setDefaultFont(option.font);
        document.setTextWidth(std::max(40, m_list->viewport()->width() - iconSide(option) - 3 * kMargin));
        document.setHtml(findingHtml(findingOf(index), isCurrent(index)));
    }

    const FindingList *m_list;
};

} // namespace

FindingList::FindingList(QWidget *parent) : QListView(parent), m_model(new QStandardItemModel(this))
{
    auto *delegate = new FindingDelegate(this);
    delegate->setParent(this);
    setItemDelegate(delegate);
    setModel(m_model);
    setVerticalScrollMode(ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setEditTriggers(NoEditTriggers);
    connect(this, &QListView::clicked, this, [this](const QModelIndex &index) { Q_EMIT chosen(m_findings[static_cast<std::size_t>(index.row())]); });
}

void FindingList::setFindings(std::vector<Finding> findings)
{
    if (findings == m_findings)
        return;
    const Finding *const before = current();
    const auto same = before ? std::ranges::find_if(findings, [&](const Finding &each) { return isSameKind(each, *before); }) : findings.end();
    const int row = same == findings.end() ? -1 : static_cast<int>(same - findings.begin());
    // Rows stay as far as they can, so that the list does not jump while it is read. There are never more of them than findings.
    m_model->setRowCount(std::min(m_model->rowCount(), static_cast<int>(findings.size())));
    m_findings = std::move(findings);
    for (int i = 0; i < static_cast<int>(m_findings.size()); ++i) {
        const Finding &finding = m_findings[static_cast<std::size_t>(i)];
        if (i == m_model->rowCount())
            m_model->appendRow(new QStandardItem);
        QStandardItem *const item = m_model->item(i);
        item->setText(plainText(finding)); // what screen readers read
        item->setData(findingHtml(finding, true), Qt::ToolTipRole);
    }
    setCurrentIndex(m_model->index(row, 0));
    scheduleDelayedItemsLayout();
    viewport()->update();
}

const Finding *FindingList::current() const
{
    const int row = currentIndex().row();
    return row >= 0 && row < static_cast<int>(m_findings.size()) ? &m_findings[static_cast<std::size_t>(row)] : nullptr;
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
    const Finding *const finding = current();
    if (finding && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter))
        Q_EMIT chosen(*finding);
    else
        QListView::keyPressEvent(event);
}

void FindingList::paintEvent(QPaintEvent *event)
{
    QListView::paintEvent(event);
    if (!m_findings.empty() || m_placeholder.isEmpty())
        return;
    QPainter painter(viewport());
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.drawText(viewport()->rect().adjusted(kMargin, kMargin, -kMargin, -kMargin), Qt::AlignTop | Qt::AlignLeft | Qt::TextWordWrap, m_placeholder);
}

void FindingList::resizeEvent(QResizeEvent *event)
{
    QListView::resizeEvent(event);
    scheduleDelayedItemsLayout(); // texts break otherwise
}

/// The current one is taller than the others.
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
