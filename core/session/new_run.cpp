#include "core/session/new_run.h"

#include "core/record/clock.h"
#include "core/session/environment.h"

namespace lensboard::session {

record::RunInfo newRunInfo(const experiment::Experiment &experiment)
{
    record::RunInfo info;
    info.name = experiment.name;
    info.createdSeconds = record::wallSeconds();
    info.experiment = experiment.toJson().dump(2);
    info.environment = hostEnvironment();
    return info;
}

} // namespace lensboard::session
