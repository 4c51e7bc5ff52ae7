#pragma once

#include <QObject>

#include <set>

namespace lensboard::widgets {

class BoardState;
class SectionList;

/// Tags and layers hidden by the user. Each change can be undone.
class BoardVisibility final : public QObject
{
    Q_OBJECT

public:
    BoardVisibility(BoardState &state, SectionList &sections);

    bool isTagVisible(const QString &tag) const { return !m_hiddenTags.contains(tag); }
    void setTagVisible(const QString &tag, bool visible);
    const std::set<QString> &hiddenTags() const { return m_hiddenTags; }
    /// Sets the hidden tags of a board without sections. Cannot be undone.
    void setHiddenTags(const std::set<QString> &tags) { m_hiddenTags = tags; }
    void setHiddenLayers(const std::set<QString> &layers);

Q_SIGNALS:
    void tagVisibilityChanged(const QString &tag, bool visible);

private:
    void showTag(const QString &tag, bool visible);

    BoardState &m_state;
    SectionList &m_sections;
    std::set<QString> m_hiddenTags;
};

} // namespace lensboard::widgets
