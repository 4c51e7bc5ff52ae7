#include "core/lens/lens_factory.h"

#include "core/experiment/watcher.h"
#include "core/lens/activation_lens.h"
#include "core/lens/geometry_lens.h"
#include "core/lens/loss_metrics_lens.h"
#include "core/lens/monitor_lens.h"
#include "core/lens/output_norm_lens.h"
#include "core/lens/parameter_value_lens.h"
#include "core/lens/recorder_lens.h"
#include "core/record/message.h"

#include <map>
#include <stdexcept>

namespace lensboard::lens {

namespace {

template <typename L>
std::unique_ptr<Lens> make(const experiment::Choice &lens)
{
    return std::make_unique<L>(lens);
}

const std::map<std::string, std::unique_ptr<Lens> (*)(const experiment::Choice &)> kLenses = {
    {"LossMetrics", make<LossMetricsLens>},
    {"OutputActivation", make<OutputActivationLens>},
    {"OutputGradientGeometry", make<OutputGradientGeometryLens>},
    {"OutputNorm", make<OutputNormLens>},
    {"ParameterCondition", make<ParameterConditionLens>},
    {"ParameterGradientActivation", make<ParameterGradientActivationLens>},
    {"ParameterGradientGeometry", make<ParameterGradientGeometryLens>},
    {"ParameterNorm", make<ParameterNormLens>},
    {"ParameterUpdateGeometry", make<ParameterUpdateGeometryLens>},
};

} // namespace

std::unique_ptr<Lens> makeLens(const experiment::Choice &choice)
{
    switch (experiment::watcherType(choice.kind)) {
    case experiment::WatcherType::Monitor: return std::make_unique<MonitorLens>(choice);
    case experiment::WatcherType::Recorder: return std::make_unique<RecorderLens>(choice);
    case experiment::WatcherType::Lens: break;
    }
    const auto found = kLenses.find(choice.kind);
    if (found == kLenses.end())
        throw std::invalid_argument(record::message("there is no lens \"%1\"", choice.kind));
    return found->second(choice);
}

} // namespace lensboard::lens
