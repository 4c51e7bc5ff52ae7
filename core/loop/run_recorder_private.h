#pragma once

#include "core/loop/run_recorder.h"
#include "core/store/run_file_writer.h"

namespace lensboard {

struct RunRecorder::Private
{
    std::shared_ptr<store::RunStore> run;
    std::unique_ptr<store::RunFileFollower> file;
};

} // namespace lensboard
