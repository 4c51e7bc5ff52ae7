// Exported functions of the engine library. session/engine_loader.cpp loads it at run time.

#include "core/record/error.h"
#include "core/record/message.h"
#include "core/record/version.h"
#include "core/recorder/tensor_recorder.h"
#include "core/session/engine_loader.h"
#include "core/training/checkpoint.h"
#include "core/training/experiment_trainer.h"
#include "core/training/inspect_model.h"
#include "core/training/plugin_trainer.h"

#include <ATen/ops/from_blob.h>

#define LENSBOARD_ENGINE_EXPORT extern "C" __attribute__((visibility("default")))

LENSBOARD_ENGINE_EXPORT const char *lensboardEngineVersion()
{
    return lensboard::record::version();
}

/// The caller owns the trainer.
LENSBOARD_ENGINE_EXPORT lensboard::session::Trainer *
lensboardMakeTrainer(const lensboard::experiment::Experiment &experiment, const lensboard::session::TrainingStart &start)
{
    if (experiment.model.kind == "plugin" && start.place)
        throw lensboard::record::InvalidArgument(lensboard::record::message("model.kind: a plug-in trains in one process only"));
    if (experiment.model.kind == "plugin")
        return new lensboard::training::PluginTrainer(experiment, start);
    return new lensboard::training::ExperimentTrainer(experiment, start);
}

LENSBOARD_ENGINE_EXPORT void lensboardReadCheckpointInfo(const std::filesystem::path &path, lensboard::session::CheckpointInfo &info)
{
    info = lensboard::training::readCheckpointInfo(path);
}

LENSBOARD_ENGINE_EXPORT void lensboardInspectModel(const lensboard::session::InspectionRequest &request,
                                                   lensboard::session::ModelInspection &inspection)
{
    inspection = lensboard::training::inspectModel(request);
}

LENSBOARD_ENGINE_EXPORT void lensboardWriteTensors(const std::filesystem::path &path, const lensboard::session::TensorList &tensors)
{
    lensboard::recorder::Tensors all;
    for (const auto &tensor : tensors) // pickling does not modify the tensors
        all.push_back(at::from_blob(const_cast<float *>(tensor->values.data()), tensor->shape, at::kFloat));
    lensboard::recorder::saveTensors(path, all, false);
}
