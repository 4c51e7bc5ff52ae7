#include "core/session/engine_loader.h"

#include "core/record/error.h"
#include "core/record/message.h"
#include "core/record/version.h"
#include "core/session/trusted_models.h"

#include <dlfcn.h>

#include <csignal>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <utility>
#include <vector>

namespace lensboard::session {

namespace {

constexpr const char *kEngine = "lensboard-engine.so";

/// Functions exported by engine_module.cpp.
struct Engine
{
    Trainer *(*makeTrainer)(const experiment::Experiment &, const TrainingStart &);
    void (*readCheckpointInfo)(const std::filesystem::path &, CheckpointInfo &);
    void (*inspectModel)(const InspectionRequest &, ModelInspection &);
    void (*writeTensors)(const std::filesystem::path &, const TensorList &);
};

/// Restores all signal handlers. UCX, a dependency of Debian 13's LibTorch through MPI, replaces the handlers for SIGHUP and for
/// crashes when it is loaded.
class SignalsKept
{
public:
    SignalsKept()
    {
        struct sigaction before;
        for (int signal = 1; signal < NSIG; ++signal)
            if (sigaction(signal, nullptr, &before) == 0)
                m_before.emplace_back(signal, before);
    }
    ~SignalsKept()
    {
        for (const auto &[signal, before] : m_before)
            sigaction(signal, &before, nullptr);
    }
    SignalsKept(const SignalsKept &) = delete;
    SignalsKept &operator=(const SignalsKept &) = delete;

private:
    std::vector<std::pair<int, struct sigaction>> m_before;
};

/// Loads the engine from the program's build or installation folder, or from the system's library path.
void *openEngine()
{
    const SignalsKept signalsKept;
    std::error_code error;
    const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
    for (const char *place : {"../lib/lensboard", "../lib"})
        if (const auto path = program.parent_path() / place / kEngine; std::filesystem::exists(path, error))
            return dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    return dlopen(kEngine, RTLD_NOW | RTLD_LOCAL);
}

Engine loadEngine()
{
    void *library = openEngine();
    if (!library)
        throw record::Error(record::message("the training engine cannot be loaded: %1. It needs LibTorch: install libtorch-dev and "
                                                 "build Lensboard from its sources with packaging/run; the Python package has no training "
                                                 "engine",
                                                 dlerror()));
    Engine engine{};
    const auto version = reinterpret_cast<const char *(*)()>(dlsym(library, "lensboardEngineVersion"));
    engine.makeTrainer = reinterpret_cast<decltype(engine.makeTrainer)>(dlsym(library, "lensboardMakeTrainer"));
    engine.readCheckpointInfo = reinterpret_cast<decltype(engine.readCheckpointInfo)>(dlsym(library, "lensboardReadCheckpointInfo"));
    engine.inspectModel = reinterpret_cast<decltype(engine.inspectModel)>(dlsym(library, "lensboardInspectModel"));
    engine.writeTensors = reinterpret_cast<decltype(engine.writeTensors)>(dlsym(library, "lensboardWriteTensors"));
    if (!version || !engine.makeTrainer || !engine.readCheckpointInfo || !engine.inspectModel || !engine.writeTensors
        || std::strcmp(version(), record::version()) != 0)
        throw record::Error(record::message("%1 belongs to another version of Lensboard than this %2; install both anew",
                                                 kEngine, record::version()));
    return engine;
}

const Engine &engine()
{
    static const Engine loaded = loadEngine();
    return loaded;
}

} // namespace

std::unique_ptr<Trainer> makeTrainer(const experiment::Experiment &experiment, const TrainingStart &start)
{
    for (const std::filesystem::path &program : programsOf(experiment))
        if (start.sha256Of(program).empty())
            throw std::logic_error(record::message("%1: is a program, and nobody was asked whether it may run", program.string()));
    return std::unique_ptr<Trainer>(engine().makeTrainer(experiment, start));
}

CheckpointInfo readCheckpointInfo(const std::filesystem::path &checkpoint)
{
    CheckpointInfo info;
    engine().readCheckpointInfo(checkpoint, info);
    return info;
}

ModelInspection inspectModel(const InspectionRequest &request)
{
    ModelInspection inspection;
    engine().inspectModel(request, inspection);
    return inspection;
}

void writeTensors(const std::filesystem::path &path, const TensorList &tensors)
{
    engine().writeTensors(path, tensors);
}

} // namespace lensboard::session
