#include "widgets/plots/board_visibility.h"

#include "widgets/plots/board_state.h"
#include "widgets/plots/section_list.h"
#include "widgets/plots/tag_section.h"

#include <functional>

namespace lensboard::widgets {

namespace {

class Change final : public QUndoCommand
{
public:
    Change(const QString &text, std::function<void()> redo, std::function<void()> undo)
        : QUndoCommand(text), m_redo(std::move(redo)), m_undo(std::move(undo))
    {}
    void redo() override { m_redo(); }
    void undo() override { m_undo(); }

private:
    std::function<void()> m_redo, m_undo;
};

} // namespace

BoardVisibility::BoardVisibility(BoardState &state, SectionList &sections) : m_state(state), m_sections(sections)
{}

void BoardVisibility::setTagVisible(const QString &tag, bool visible)
{
    if (visible == isTagVisible(tag))
        return;
    const QString name = m_sections.shownName(tag);
    m_undo.push(new Change(visible ? tr("show %1").arg(name) : tr("hide %1").arg(name), [=, this] { showTag(tag, visible); },
                           [=, this] { showTag(tag, !visible); }));
}

void BoardVisibility::showTag(const QString &tag, bool visible)
{
    if (visible)
        m_hiddenTags.erase(tag);
    else
        m_hiddenTags.insert(tag);
    if (TagSection *section = m_sections.section(tag)) {
        section->wanted = visible;
        m_sections.rearrange();
    }
    Q_EMIT tagVisibilityChanged(tag, visible);
}

void BoardVisibility::setHiddenLayers(const std::set<QString> &layers)
{
    const auto before = m_state.hiddenLayers();
    if (layers == before)
        return;
    m_undo.push(new Change(layers.size() > before.size() ? tr("hide layers") : tr("show layers"),
                           [=, this] { m_state.setHiddenLayers(layers); }, [=, this] { m_state.setHiddenLayers(before); }));
}

} // namespace lensboard::widgets
