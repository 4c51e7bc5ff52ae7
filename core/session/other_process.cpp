#include "core/session/other_process.h"

#include "core/session/engine_loader.h"
#include "core/visualizer/visualizer.h"

namespace lensboard::session {

void trainAlong(experiment::Experiment experiment, const TrainingStart &start)
{
    experiment::Roster ofEach;
    for (const experiment::KindSettings &watcher : experiment.watchers.all())
        if (experiment::isOfEachProcess(watcher.kind))
            ofEach.add(watcher);
    experiment.watchers = ofEach;
    visualizer::Visualizer nowhere;
    const std::unique_ptr<Trainer> trainer = makeTrainer(experiment, start);
    const Preparation preparation = trainer->prepare(nowhere, [](const std::string &) {});
    if (preparation.position.finished)
        return;
    while (!trainer->advance().finished)
        ;
}

} // namespace lensboard::session
