#include "widgets/board/board_visibility.h"

#include "widgets/board/section_list.h"
#include "widgets/board/tag_section.h"
#include "widgets/views/state/board_change.h"
#include "widgets/views/state/board_state.h"

namespace lensboard::widgets {

BoardVisibility::BoardVisibility(BoardState &state, SectionList &sections) : m_state(state), m_sections(sections)
{}

void BoardVisibility::setTagVisible(const QString &tag, bool visible)
{
    if (visible == isTagVisible(tag))
        return;
    const QString name = m_sections.shownName(tag);
    m_state.undo().push(new BoardChange(visible ? tr("Show %1").arg(name) : tr("Hide %1").arg(name), [=, this] { showTag(tag, visible); },
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
    m_state.undo().push(new BoardChange(layers.size() > before.size() ? tr("Hide Layers") : tr("Show Layers"),
                           [=, this] { m_state.setHiddenLayers(layers); }, [=, this] { m_state.setHiddenLayers(before); }));
}

} // namespace lensboard::widgets
