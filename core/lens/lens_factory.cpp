#include "core/lens/lens_factory.h"

#include "core/experiment/watcher.h"
#include "core/lens/activation_lens.h"
#include "core/lens/adam_moments_lens.h"
#include "core/lens/batch_norm_drift_lens.h"
#include "core/lens/custom_lens_adapter.h"
#include "core/lens/data_lens.h"
#include "core/lens/effective_rank_lens.h"
#include "core/lens/geometry_lens.h"
#include "core/lens/gradient_noise_lens.h"
#include "core/lens/histogram_lens.h"
#include "core/lens/loss_metrics_lens.h"
#include "core/lens/machine_lens.h"
#include "core/lens/monitor_lens.h"
#include "core/lens/output_norm_lens.h"
#include "core/lens/output_saturation_lens.h"
#include "core/lens/parameter_value_lens.h"
#include "core/lens/recorder_lens.h"
#include "core/lens/step_time_lens.h"
#include "core/lens/weight_update_ratio_lens.h"
#include "core/record/error.h"
#include "core/record/message.h"

#include <stdexcept>
#include <variant>

namespace lensboard::lens {

namespace {

std::unique_ptr<Lens> lensOf(const settings::LossMetrics &settings) { return std::make_unique<LossMetricsLens>(settings); }
std::unique_ptr<Lens> lensOf(const settings::OutputActivation &settings) { return std::make_unique<OutputActivationLens>(settings); }
std::unique_ptr<Lens> lensOf(const settings::OutputNorm &settings) { return std::make_unique<OutputNormLens>(settings); }
std::unique_ptr<Lens> lensOf(const settings::OutputGradientGeometry &settings) { return std::make_unique<OutputGradientGeometryLens>(settings); }
std::unique_ptr<Lens> lensOf(const settings::ParameterCondition &settings) { return std::make_unique<ParameterConditionLens>(settings); }
std::unique_ptr<Lens> lensOf(const settings::ParameterGradientActivation &settings) { return std::make_unique<ParameterGradientActivationLens>(settings); }
std::unique_ptr<Lens> lensOf(const settings::ParameterGradientGeometry &settings) { return std::make_unique<ParameterGradientGeometryLens>(settings); }
std::unique_ptr<Lens> lensOf(const settings::ParameterNorm &settings) { return std::make_unique<ParameterNormLens>(settings); }
std::unique_ptr<Lens> lensOf(const settings::ParameterUpdateGeometry &settings) { return std::make_unique<ParameterUpdateGeometryLens>(settings); }
std::unique_ptr<Lens> lensOf(const settings::OutputSaturation &settings) { return std::make_unique<OutputSaturationLens>(settings); }
std::unique_ptr<Lens> lensOf(const settings::Data &settings) { return std::make_unique<DataLens>(settings); }
std::unique_ptr<Lens> lensOf(const settings::Histogram &settings) { return std::make_unique<HistogramLens>(settings); }
std::unique_ptr<Lens> lensOf(const settings::WeightUpdateRatio &settings) { return std::make_unique<WeightUpdateRatioLens>(settings); }
std::unique_ptr<Lens> lensOf(const settings::AdamMoments &settings) { return std::make_unique<AdamMomentsLens>(settings); }
std::unique_ptr<Lens> lensOf(const settings::GradientNoise &settings) { return std::make_unique<GradientNoiseLens>(settings); }
std::unique_ptr<Lens> lensOf(const settings::EffectiveRank &settings) { return std::make_unique<EffectiveRankLens>(settings); }
std::unique_ptr<Lens> lensOf(const settings::BatchNormDrift &settings) { return std::make_unique<BatchNormDriftLens>(settings); }
std::unique_ptr<Lens> lensOf(const settings::StepTime &settings) { return std::make_unique<StepTimeLens>(settings); }
std::unique_ptr<Lens> lensOf(const settings::Machine &settings) { return std::make_unique<MachineLens>(settings); }

std::unique_ptr<Lens> customLens(const settings::CustomLens &settings, const CustomLensMaker &make)
{
    return std::make_unique<CustomLensAdapter>(settings.name, make ? make(settings) : nullptr);
}

} // namespace

std::unique_ptr<Lens> makeLens(const experiment::KindSettings &choice, const CustomLensMaker &makeCustomLens)
{
    switch (experiment::watcherType(choice.kind)) {
    case experiment::WatcherType::Monitor: return std::make_unique<MonitorLens>(choice.as<settings::Monitor>());
    case experiment::WatcherType::Recorder: return std::make_unique<RecorderLens>(choice.as<settings::Recorder>());
    case experiment::WatcherType::CustomLens: return customLens(choice.as<settings::CustomLens>(), makeCustomLens);
    case experiment::WatcherType::Lens: break;
    }
    if (!settings::OneOf<settings::LensSettings>::has(choice.kind))
        throw record::InvalidArgument(record::message("there is no lens \"%1\"", choice.kind));
    return std::visit([](const auto &settings) { return lensOf(settings); }, choice.as<settings::LensSettings>());
}

} // namespace lensboard::lens
