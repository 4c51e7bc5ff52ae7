#pragma once

#include "core/lens/layer_lens.h"
#include "core/lens/parameter_choice.h"
#include "core/preprocessor/gradient_noise_preprocessor.h"

#include <cstdint>
#include <set>
#include <utility>

namespace lensboard::lens {

/// Share of signal in gradients, and the greatest batch size that still pays off: by parameter, and for all watched parameters
/// together, each counted once. Shares its measurements with ParameterGradientGeometry.
///
/// The noise scale is in samples: the scale of a batch times the batch size, from the settings or else from the training. With several
/// processes, gradients and the batch size include the samples of all processes.
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
    double m_batchSize;                         ///< from the settings; 0: use the training's
    double m_scale = 0;                         ///< samples per batch; 0 if unknown
    std::set<std::pair<const void *, std::int64_t>> m_tensors; ///< parameters that are included in the sum
    std::vector<std::vector<bool>> m_isCounted; ///< by watched() and slot; false if another slot has the same tensor
};

} // namespace lensboard::lens
