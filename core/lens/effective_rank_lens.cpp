#include "core/lens/effective_rank_lens.h"

#include "core/gatherer/channel_rule.h"
#include "core/preprocessor/tensor_access.h"
#include "core/record/message.h"

namespace lensboard::lens {

namespace {

hook::Hook both(hook::Hook first, hook::Hook second)
{
    const auto hooks = std::make_shared<std::pair<hook::Hook, hook::Hook>>(std::move(first), std::move(second));
    return hook::Hook([hooks] {
        hooks->first.reset();
        hooks->second.reset();
    });
}

/// Key in a state for the layer of a slot.
std::string seenKey(std::size_t slot) { return std::to_string(slot) + ".seen"; }
std::string seenBeforeKey(std::size_t slot) { return std::to_string(slot) + ".seen_before"; }

} // namespace

EffectiveRankLens::EffectiveRankLens(const settings::EffectiveRank &settings)
    : LayerLens(experiment::tagsOf(settings)), m_settings(settings),
      m_matrices(settings.kKind, settings.parameters, MatrixChoice::Takes::AllFlattened, settings.largest)
{}

void EffectiveRankLens::attach(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers)
{
    const preprocessor::EffectiveRankSettings ranks{m_settings.effective};
    for (const std::string &pattern : m_matrices.patterns())
        watchParameters(
            std::make_unique<preprocessor::EffectiveRankPreprocessor>(ranks, MatrixChoice::compute(gatherers), MatrixChoice::maxCopied(gatherers)),
            gatherers, layers, pattern,
            [&](const record::LayerInfo &layer, auto) { return m_matrices.of(gatherers, layer, pattern); },
            [&](hook::ModuleId id, const std::string &parameter, auto &preprocessor, auto slot) {
                return gatherers.oncePerTick(id, parameter, preprocessor, slot);
            });
    if (m_settings.outputs)
        watchOutputs(gatherers, layers);
    m_matrices.reportTurns(gatherers, layers);
}

void EffectiveRankLens::watchOutputs(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers)
{
    const preprocessor::EffectiveRankSettings ranks{m_settings.effective, m_settings.outputSize};
    watch(
        std::make_unique<preprocessor::EffectiveRankPreprocessor>(ranks, MatrixChoice::compute(gatherers), MatrixChoice::maxCopied(gatherers)),
        gatherers.tap(), layers,
        [&](const record::LayerInfo &layer, hook::ModuleId id) {
            return gatherers.tap().canWatchForward(id) && includes(m_settings.types, layer.type, isActivation(layer.type));
        },
        [&](hook::ModuleId id, auto &preprocessor, auto slot) {
            auto isLast = [last = m_settings.channelLast, rule = gatherer::ChannelRule(gatherers.tap(), id)](const Tensor &output) mutable {
                return last ? *last : rule.isLast(output.sizes());
            };
            const auto push = [&gatherers, &preprocessor, isLast, id, slot, account = gatherers.account()](auto, const Tensor &output) mutable {
                if (!gatherers.state().active || !gatherers.isTraining(id) || !preprocessor::isMeasurable(output))
                    return;
                gatherer::Lap lap(gatherers.costs());
                preprocessor.pushOutput(slot, output, isLast(output));
                lap.charge(account);
            };
            const auto isFirst = [&preprocessor, slot](bool inTraining) { return inTraining && preprocessor.output(slot).seen() == 0; };
            return both(gatherers.someForwards(id, push, isFirst), gatherers.oncePerTick([&preprocessor, slot] { preprocessor.takeOutput(slot); }));
        });
}

const EffectiveRankLens::Watched *EffectiveRankLens::outputs() const
{
    return watched().size() > m_matrices.patterns().size() ? &watched().back() : nullptr;
}

void EffectiveRankLens::plot(Plotter &out) const
{
    auto tag = m_tags.begin();
    for (const auto &[preprocessor, layers] : watched()) {
        const auto plotRanks = [&](const auto &rankOf) { plotLate(out.plot(*tag++), layers, record::term("value"), rankOf); };
        if (m_settings.effective)
            plotRanks([&ranks = *preprocessor](auto slot) -> auto & { return ranks.effective(slot); });
        plotRanks([&ranks = *preprocessor](auto slot) -> auto & { return ranks.stable(slot); });
    }
}

void EffectiveRankLens::save(State &state) const
{
    const Watched *ofOutputs = outputs();
    for (std::size_t slot = 0; ofOutputs && slot < ofOutputs->layers.size(); ++slot) {
        const preprocessor::OutputSample &output = ofOutputs->preprocessor->output(slot);
        state.counts[seenKey(slot)] = output.seen();
        state.counts[seenBeforeKey(slot)] = output.seenBefore();
    }
}

bool EffectiveRankLens::restore(const State &state, const Resumption &resumption)
{
    const Watched *ofOutputs = outputs();
    const std::size_t count = ofOutputs ? ofOutputs->layers.size() : 0;
    for (std::size_t slot = 0; slot < count; ++slot)
        if (!state.count(seenKey(slot)) || !state.count(seenBeforeKey(slot)))
            return false;
    for (std::size_t slot = 0; slot < count; ++slot)
        ofOutputs->preprocessor->output(slot).restore(resumption.tickGoesOn ? *state.count(seenKey(slot)) : 0, *state.count(seenBeforeKey(slot)));
    return true;
}

} // namespace lensboard::lens
