#include "core/lens/gradient_noise_lens.h"

#include "core/record/message.h"

namespace lensboard::lens {

namespace {

/// Returns the identity of a parameter, also of one that is a stretch of a tensor.
std::pair<const void *, std::int64_t> keyOf(const hook::ModelTap &tap, hook::ModuleId id, const std::string &parameter)
{
    const hook::Division *const division = tap.division(id, parameter);
    return division ? division->key() : std::pair(tap.parameter(id, parameter).body().identity(), std::int64_t{0});
}

} // namespace

GradientNoiseLens::GradientNoiseLens(const settings::GradientNoise &settings)
    : LayerLens(experiment::tagsOf(settings)), m_parameters(settings.parameters),
      m_batchSize(static_cast<double>(settings.batchSize))
{}

void GradientNoiseLens::attach(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers)
{
    if (watched().empty()) {
        m_tensors.clear();
        m_isCounted.assign(m_parameters.patterns().size(), {});
    }
    for (std::size_t i = 0; const std::string &pattern : m_parameters.patterns()) {
        std::vector<bool> &isCounted = m_isCounted[i++];
        watchParameters(std::make_unique<preprocessor::GradientNoisePreprocessor>(), gatherers, layers, pattern,
                        [&](const record::LayerInfo &layer, auto) { return m_parameters.of(layer, pattern); },
                        [&](hook::ModuleId id, const std::string &parameter, auto &preprocessor, auto slot) {
                            isCounted.push_back(m_tensors.insert(keyOf(gatherers.tap(), id, parameter)).second);
                            return gatherers.parameterGradient(id, parameter, preprocessor, slot);
                        });
    }
    m_scale = m_batchSize > 0 ? m_batchSize : gatherers.state().batchSize;
    if (m_scale == 0)
        gatherers.notice(record::message("GradientNoise shows no noise scale: it is not known how many samples a batch has (its setting "
                                         "\"batch_size\")."));
}

void GradientNoiseLens::resumed(gatherer::Gatherers &gatherers)
{
    for (const Watched &each : watched())
        each.preprocessor->resumed();
    gatherers.notice(record::message("This tick has no gradient noise: the gradients before it are not in the checkpoint."));
}

/// Plots under \p tag and the next tag.
void GradientNoiseLens::plotMoments(Plotter &out, std::size_t tag, std::size_t row, const std::string &layer,
                                    const preprocessor::GradientMoments &moments) const
{
    const auto plot = [&](const record::TagSpec &spec, double value) {
        out.plot(spec).line(row, 0, value, [&] { return Plotter::Name{spec.big ? spec.name : layer, record::term("value")}; });
    };
    if (const auto share = moments.share())
        plot(m_tags[tag], *share);
    if (const auto noise = moments.noise(); noise && m_scale > 0)
        plot(m_tags[tag + 1], m_scale * *noise);
}

void GradientNoiseLens::plot(Plotter &out) const
{
    std::optional<preprocessor::GradientMoments> all;
    std::size_t tag = 0;
    for (std::size_t i = 0; i < watched().size(); ++i, tag += 2) {
        const auto &[preprocessor, layers] = watched()[i];
        for (std::size_t slot = 0; slot < layers.size(); ++slot)
            if (const auto moments = preprocessor->moments(slot)) {
                plotMoments(out, tag, slot, layers[slot], *moments);
                if (m_isCounted[i][slot])
                    (all ? *all : all.emplace()) += *moments;
            }
    }
    if (all)
        plotMoments(out, tag, 0, {}, *all);
}

} // namespace lensboard::lens
