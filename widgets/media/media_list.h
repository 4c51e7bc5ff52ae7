#pragma once

#include "core/store/media.h"

#include <QWidget>

#include <optional>

class QSortFilterProxyModel;
class QStandardItemModel;
class QTreeView;

namespace lensboard::widgets {

class SearchField;

/// The names of a run's media with their counts, and a search field.
class MediaList final : public QWidget
{
    Q_OBJECT

public:
    explicit MediaList(QWidget *parent = nullptr);

    /// Keeps the current name, or chooses the first. Hides names without media.
    void setTags(const std::vector<store::MediaTag> &tags);
    /// Returns the number of the chosen tag in the tags set last; nullopt if there is none.
    std::optional<std::size_t> current() const;
    void choose(std::size_t tag);

Q_SIGNALS:
    void currentChanged();

private:
    std::vector<store::MediaTag> m_tags;
    QStandardItemModel *m_model;
    QSortFilterProxyModel *m_filter;
    QTreeView *m_view;
    SearchField *m_search;
};

/// Returns "12 images".
QString mediaCountText(store::MediumKind kind, std::size_t count);

} // namespace lensboard::widgets
