#include "widgets/media/media_list.h"

#include "widgets/natural_text.h"
#include "widgets/qt_text.h"
#include "widgets/quiet_tree_view.h"
#include "widgets/search_field.h"

#include <QHeaderView>
#include <QSignalBlocker>
#include <QSortFilterProxyModel>
#include <QStandardItemModel>
#include <QVBoxLayout>

#include <algorithm>
#include <limits>
#include <utility>

namespace lensboard::widgets {

namespace {

constexpr int kListMargin = 6;

/// Groups names by kind, in alphabetical order.
class MediaOrder final : public QSortFilterProxyModel
{
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;
    const std::vector<store::MediaTag> *tags = nullptr;

protected:
    bool lessThan(const QModelIndex &left, const QModelIndex &right) const override
    {
        const auto &a = (*tags)[static_cast<std::size_t>(left.row())], &b = (*tags)[static_cast<std::size_t>(right.row())];
        return a.kind != b.kind ? a.kind < b.kind : isNaturallyBefore(text(a.name), text(b.name));
    }
    bool filterAcceptsRow(int row, const QModelIndex &parent) const override
    {
        return (*tags)[static_cast<std::size_t>(row)].count > 0 && QSortFilterProxyModel::filterAcceptsRow(row, parent);
    }
};

} // namespace

QString mediaCountText(store::MediumKind kind, std::size_t count)
{
    const int number = static_cast<int>(std::min<std::size_t>(count, std::numeric_limits<int>::max()));
    switch (kind) {
    case store::MediumKind::Image: return MediaList::tr("%Ln image(s)", nullptr, number);
    case store::MediumKind::Sound: return MediaList::tr("%Ln sound(s)", nullptr, number);
    case store::MediumKind::Text: return MediaList::tr("%Ln text(s)", nullptr, number);
    case store::MediumKind::Curve: return MediaList::tr("%Ln PR curve(s)", nullptr, number);
    }
    return {};
}

MediaList::MediaList(QWidget *parent)
    : QWidget(parent), m_model(new QStandardItemModel(0, 2, this)), m_filter(nullptr), m_view(new QuietTreeView(this)),
      m_search(new SearchField(tr("Find media by name"), m_view, this))
{
    auto *order = new MediaOrder(this);
    order->tags = &m_tags;
    m_filter = order;
    m_filter->setSourceModel(m_model);
    m_filter->sort(0);
    m_view->setModel(m_filter);
    m_view->setObjectName("mediaList");
    m_view->setAccessibleName(tr("Media of this run"));
    m_view->setHeaderHidden(true);
    m_view->setRootIsDecorated(false);
    m_view->setUniformRowHeights(true);
    m_view->header()->setStretchLastSection(false);
    m_view->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_view->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    m_search->setObjectName("findMedia");
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(kListMargin, kListMargin, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(m_search);
    layout->addWidget(m_view, 1);
    connect(m_search, &QLineEdit::textChanged, this, [this](const QString &words) {
        m_filter->setFilterRegularExpression(SearchField::wordsPattern(words));
        if (!m_view->currentIndex().isValid())
            m_view->setCurrentIndex(m_filter->index(0, 0));
    });
    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this, &MediaList::currentChanged);
}

void MediaList::setTags(const std::vector<store::MediaTag> &tags)
{
    const auto isSame = [](const store::MediaTag &a, const store::MediaTag &b) { return a.kind == b.kind && a.name == b.name; };
    const auto chosen = current();
    const auto before = chosen ? std::optional(m_tags[*chosen]) : std::nullopt;
    const bool isLonger = m_tags.size() <= tags.size() && std::equal(m_tags.begin(), m_tags.end(), tags.begin(), isSame);
    const auto old = std::exchange(m_tags, tags);
    const QSignalBlocker quiet(this);
    if (!isLonger)
        m_model->removeRows(0, m_model->rowCount());
    for (std::size_t i = 0; i < m_tags.size(); ++i) {
        const auto row = static_cast<int>(i);
        const QString count = mediaCountText(m_tags[i].kind, m_tags[i].count);
        if (row == m_model->rowCount()) {
            QList<QStandardItem *> items{new QStandardItem(text(m_tags[i].name)), new QStandardItem(count)};
            for (QStandardItem *item : items) {
                item->setEditable(false);
                item->setToolTip(text(m_tags[i].name).toHtmlEscaped());
            }
            items[1]->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
            m_model->appendRow(items);
        } else if (old[i].count != m_tags[i].count) {
            m_model->item(row, 1)->setText(count);
        }
    }
    m_filter->invalidate();
    if (isLonger && chosen && m_tags[*chosen].count > 0)
        return;
    const auto same = before ? std::ranges::find_if(m_tags, [&](const auto &tag) { return isSame(tag, *before) && tag.count > 0; }) : m_tags.end();
    if (same != m_tags.end())
        choose(static_cast<std::size_t>(same - m_tags.begin()));
    else
        m_view->setCurrentIndex(m_filter->index(0, 0));
}

std::optional<std::size_t> MediaList::current() const
{
    const QModelIndex index = m_filter->mapToSource(m_view->currentIndex());
    return index.isValid() ? std::optional(static_cast<std::size_t>(index.row())) : std::nullopt;
}

void MediaList::choose(std::size_t tag)
{
    m_view->setCurrentIndex(m_filter->mapFromSource(m_model->index(static_cast<int>(tag), 0)));
}

} // namespace lensboard::widgets
