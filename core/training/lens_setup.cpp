#include "core/training/lens_setup.h"

#include "core/experiment/watcher.h"
#include "core/inspector/model_inspector.h"
#include "core/lens/learning_rate_lens.h"
#include "core/record/message.h"
#include "core/training/scheduled_optimizer.h"

#include <algorithm>

namespace lensboard::training {

void addLenses(inspector::ModelInspector &inspector, const experiment::Experiment &experiment, const ScheduledOptimizer &optimizer)
{
    bool showsRate = experiment.scheduler.kind == "none";
    const auto showRate = [&] {
        inspector.add(record::term("Learning Rate"),
                      std::make_unique<lens::LearningRateLens>([&optimizer] { return optimizer.lastRate(); },
                                                               optimizer.schedule().spansDecades()));
        showsRate = true;
    };
    for (const experiment::KindSettings &watcher : experiment.watchers.all()) {
        inspector.watch(watcher);
        if (!showsRate && watcher.kind == "LossMetrics")
            showRate();
    }
    if (!showsRate)
        showRate();
}

std::optional<record::Message> nothingMeasured(const experiment::Experiment &experiment, std::int64_t batchesPerEpoch)
{
    if (std::ranges::none_of(experiment.watchers.all(), experiment::isOn))
        return record::message("No lens is on, so nothing is measured, not even the loss. Switch lenses on while it trains, or add them to "
                               "\"lenses\" in the experiment.");
    const std::int64_t every = experiment.tick.every;
    const std::int64_t count = experiment.tick.everyEpoch() ? (experiment.epochs + every - 1) / every
                                                            : experiment.epochs * ((batchesPerEpoch + every - 1) / every);
    if (experiment.inspector.activeEvery <= count)
        return std::nullopt;
    return record::message("Lenses will measure nothing: the training has %1 ticks, and inspector.active_every is %2.", count,
                           experiment.inspector.activeEvery);
}

} // namespace lensboard::training
