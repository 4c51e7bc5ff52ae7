// The face of the engine that session/engine_loader.cpp loads at run time.

#include "core/record/version.h"
#include "core/training/eager_trainer.h"

#define LENSBOARD_ENGINE_EXPORT extern "C" __attribute__((visibility("default")))

LENSBOARD_ENGINE_EXPORT const char *lensboardEngineVersion()
{
    return lensboard::record::version();
}

/// The caller owns the trainer.
LENSBOARD_ENGINE_EXPORT lensboard::session::Trainer *
lensboardMakeTrainer(const lensboard::experiment::Experiment &experiment)
{
    return new lensboard::training::EagerTrainer(experiment);
}
