#include "core/loop/run_recorder.h"

#include "core/loop/run_recorder_private.h"
#include "core/record/clock.h"
#include "core/session/environment.h"
#include "core/store/run_names.h"

namespace lensboard {

namespace {

std::filesystem::path unused(const std::filesystem::path &path)
{
    std::error_code error;
    std::filesystem::path free = path, beginning = path;
    const std::string ending = path.extension() == ".lbrun" ? ".lbrun" : "";
    if (!ending.empty())
        beginning.replace_extension();
    for (int number = 2; std::filesystem::exists(free, error); ++number)
        free = beginning.string() + '-' + std::to_string(number) + ending;
    return free;
}

} // namespace

RunRecorder::RunRecorder(const std::filesystem::path &path, const std::string &name) : d(std::make_unique<Private>())
{
    record::RunInfo info;
    info.name = name.empty() ? store::runName(path) : name;
    info.createdSeconds = record::wallSeconds();
    info.environment = session::hostEnvironment();
    d->run = std::make_shared<store::RunStore>(std::move(info));
    d->file = std::make_unique<store::RunFileFollower>(d->run, unused(path));
}

RunRecorder::~RunRecorder() = default;
RunRecorder::RunRecorder(RunRecorder &&) noexcept = default;
RunRecorder &RunRecorder::operator=(RunRecorder &&) noexcept = default;

const std::filesystem::path &RunRecorder::path() const
{
    return d->file->path();
}

} // namespace lensboard
