#include "core/session/other_process.h"

#include "core/session/engine_loader.h"
#include "core/visualizer/visualizer.h"

namespace lensboard::session {

void trainAlong(experiment::Experiment experiment, const TrainingStart &start)
{
    experiment::Roster ofSamples;
    for (const experiment::Choice &watcher : experiment.watchers.all())
        if (experiment::isOfSamples(watcher.kind))
            ofSamples.add(watcher);
    experiment.watchers = ofSamples;
    visualizer::Visualizer nowhere;
    const std::unique_ptr<Trainer> trainer = makeTrainer(experiment, start);
    const Preparation preparation = trainer->prepare(nowhere, [](const std::string &) {});
    if (preparation.position.finished)
        return;
    while (!trainer->advance().finished)
        ;
}

} // namespace lensboard::session
