#include "core/lens/lens_factory.h"

#include "core/lens/loss_metrics_lens.h"
#include "core/lens/output_activation_lens.h"
#include "core/lens/parameter_geometry_lens.h"

#include <stdexcept>

namespace lensboard::lens {

std::unique_ptr<Lens> makeLens(const experiment::Choice &choice)
{
    if (choice.kind == "LossMetrics")
        return std::make_unique<LossMetricsLens>(choice.settings);
    if (choice.kind == "OutputActivation")
        return std::make_unique<OutputActivationLens>(choice.settings);
    if (choice.kind == "ParameterGradientGeometry")
        return std::make_unique<ParameterGradientGeometryLens>(choice.settings);
    if (choice.kind == "ParameterUpdateGeometry")
        return std::make_unique<ParameterUpdateGeometryLens>(choice.settings);
    throw std::invalid_argument("there is no lens \"" + choice.kind + '"');
}

} // namespace lensboard::lens
