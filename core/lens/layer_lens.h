#pragma once

#include "core/lens/aggregation.h"
#include "core/lens/lens.h"

#include <memory>

namespace lensboard::lens {

/// What lenses of layers share: preprocessors of one kind, each with the layers in its slots, from attach() to detach().
template <typename Preprocessor>
class LayerLens : public Lens
{
public:
    const std::vector<record::TagSpec> &tags() const final { return m_tags; }

    void attachMore(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers) final
    {
        m_next = 0;
        this->attach(gatherers, layers);
    }

    void detach() final
    {
        m_hooks.clear();
        m_watched.clear();
        m_next = 0;
    }

    void endTick() final
    {
        for (const Watched &watched : m_watched)
            watched.preprocessor->endTick();
    }

protected:
    struct Watched
    {
        std::unique_ptr<Preprocessor> preprocessor;
        SlotNames layers;
    };

    /// By the order of watch(); none while detached.
    const std::vector<Watched> &watched() const { return m_watched; }

    /// Has a new \p preprocessor told of those \p layers that \p includes(LayerInfo, id) admits, as
    /// \p gather(id, preprocessor, slot) asks for it. Where more layers are watched, the one that there is.
    template <typename Includes, typename Gather>
    void watch(std::unique_ptr<Preprocessor> preprocessor, const hook::ModelTap &tap,
               const std::vector<hook::ModuleId> &layers, const Includes &includes, const Gather &gather)
    {
        if (m_next == m_watched.size())
            m_watched.push_back({std::move(preprocessor), {}});
        Watched &watched = m_watched[m_next++];
        for (const hook::ModuleId id : layers) {
            const record::LayerInfo &layer = tap.modules()[id];
            if (!includes(layer, id))
                continue;
            m_hooks.push_back(gather(id, *watched.preprocessor, watched.preprocessor->addLayer()));
            watched.layers.push_back(shownName(layer));
        }
    }

    std::vector<record::TagSpec> m_tags;

private:
    std::vector<Watched> m_watched;
    std::size_t m_next = 0; ///< of those that watched() has, which the next watch() is of
    std::vector<hook::Hook> m_hooks; ///< go before the preprocessors that they tell
};

} // namespace lensboard::lens
