#pragma once

#include "core/experiment/watcher_tags.h"
#include "core/lens/aggregation.h"
#include "core/lens/lens.h"
#include "core/lens/parameter_choice.h"

#include <algorithm>
#include <iterator>
#include <memory>

namespace lensboard::lens {

/// Base of lenses with one series per layer: owns preprocessors of one kind, with the layers in their slots, between attach() and detach().
template <typename Preprocessor>
class LayerLens : public Lens
{
public:
    explicit LayerLens(std::vector<record::TagSpec> tags) : m_tags(std::move(tags)) {}

    const std::vector<record::TagSpec> &tags() const final { return m_tags; }
    bool mayBeSampled() const override { return true; }

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

    void forEachAggregate(const std::function<void(stats::Aggregate &)> &use) final
    {
        for (const Watched &watched : m_watched)
            watched.preprocessor->forEachAggregate(use);
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

    /// In order of the watch() calls; empty while detached.
    const std::vector<Watched> &watched() const { return m_watched; }

    /// Registers a new \p preprocessor for \p layers if \p includes(LayerInfo, id) returns true, by a call of
    /// \p gather(id, preprocessor, slot). If called again for further layers, keeps the existing preprocessor.
    template <typename Includes, typename Gather>
    void watch(std::unique_ptr<Preprocessor> preprocessor, const hook::ModelTap &tap,
               const std::vector<hook::ModuleId> &layers, const Includes &includes, const Gather &gather)
    {
        Watched &watched = next(std::move(preprocessor));
        for (const hook::ModuleId id : layers)
            if (const record::LayerInfo &layer = tap.modules()[id]; includes(layer, id))
                add(watched, shownName(layer), [&](auto &measure, auto slot) { return gather(id, measure, slot); });
    }

    /// The same for parameters of \p layers and of the gatherers' parameterOwners(), named by \p parametersOf(LayerInfo, id), with their
    /// \p pattern, by a call of \p gather(id, parameter, preprocessor, slot). An empty pattern means the layer itself.
    template <typename ParametersOf, typename Gather>
    void watchParameters(std::unique_ptr<Preprocessor> preprocessor, const gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers,
                         const std::string &pattern, const ParametersOf &parametersOf, const Gather &gather)
    {
        Watched &watched = next(std::move(preprocessor));
        std::vector<hook::ModuleId> places;
        std::ranges::set_union(layers, pattern.empty() ? std::vector<hook::ModuleId>() : gatherers.parameterOwners(), std::back_inserter(places));
        for (const hook::ModuleId id : places) {
            const record::LayerInfo &layer = gatherers.tap().modules()[id];
            for (const std::string &parameter : parametersOf(layer, id))
                add(watched, ParameterChoice::line(layer, parameter, pattern),
                    [&](auto &measure, auto slot) { return gather(id, parameter, measure, slot); });
        }
    }

    const std::vector<record::TagSpec> m_tags;

private:
    Watched &next(std::unique_ptr<Preprocessor> preprocessor)
    {
        if (m_next == m_watched.size())
            m_watched.push_back({std::move(preprocessor), {}});
        return m_watched[m_next++];
    }

    template <typename Gather>
    void add(Watched &watched, std::string line, const Gather &gather)
    {
        m_hooks.push_back(gather(*watched.preprocessor, watched.preprocessor->addLayer()));
        watched.layers.push_back(std::move(line));
    }

    std::vector<Watched> m_watched;
    std::size_t m_next = 0; ///< index in m_watched for the next watch()
    std::vector<hook::Hook> m_hooks; ///< declared last, so that they are removed before the preprocessors
};

} // namespace lensboard::lens
