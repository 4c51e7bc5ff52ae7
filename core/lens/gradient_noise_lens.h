#pragma once

#include "core/lens/layer_lens.h"
#include "core/lens/parameter_choice.h"
#include "core/preprocessor/gradient_noise_preprocessor.h"

#include <cstdint>
#include <set>

namespace lensboard::lens {

/// How much of a gradient is signal, and up to which batch size a larger batch is worth it: of each parameter, and of all that are watched
/// together, each once. Reads what ParameterGradientGeometry reads, in the same pass.
///
/// The noise scale is in samples: that of a batch times its size, which the settings, or else the training, says. Where several processes
/// train, gradients are those of the samples of all of them, and so is that size.
class GradientNoiseLens final : public LayerLens<preprocessor::GradientNoisePreprocessor>
{
public:
    explicit GradientNoiseLens(const settings::GradientNoise &settings);

    void attach(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers) override;
    void plot(Plotter &out) const override;
    void resumed(gatherer::Gatherers &gatherers) override;

private:
    void plotMoments(Plotter &out, std::size_t tag, std::size_t row, const std::string &layer,
                     const preprocessor::GradientMoments &moments) const;

    ParameterChoice m_parameters;
    double m_batchSize;                         ///< of the settings; 0: the training's
    double m_scale = 0;                         ///< samples of a batch; 0 if that is not known
    std::set<const void *> m_tensors;           ///< that are counted in the sum
    std::vector<std::vector<bool>> m_isCounted; ///< by watched() and slot: not one that another slot has
};

} // namespace lensboard::lens
