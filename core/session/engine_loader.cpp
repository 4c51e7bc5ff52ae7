#include "core/session/engine_loader.h"

#include "core/record/version.h"

#include <dlfcn.h>

#include <cstring>
#include <filesystem>
#include <stdexcept>

namespace lensboard::session {

namespace {

constexpr const char *kEngine = "lensboard-engine.so";

using MakeTrainer = Trainer *(*)(const experiment::Experiment &);

/// Beside the program as it is built or installed; else wherever the system looks.
void *openEngine()
{
    std::error_code error;
    const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
    for (const char *place : {"../lib/lensboard", "../lib"})
        if (const auto path = program.parent_path() / place / kEngine; std::filesystem::exists(path, error))
            return dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    return dlopen(kEngine, RTLD_NOW | RTLD_LOCAL);
}

MakeTrainer loadEngine()
{
    void *engine = openEngine();
    if (!engine)
        throw std::runtime_error(std::string("the training engine cannot be loaded: ") + dlerror()
                                 + "; install libtorch1.13, or install Lensboard again");
    const auto version = reinterpret_cast<const char *(*)()>(dlsym(engine, "lensboardEngineVersion"));
    const auto make = reinterpret_cast<MakeTrainer>(dlsym(engine, "lensboardMakeTrainer"));
    if (!version || !make || std::strcmp(version(), record::version()) != 0)
        throw std::runtime_error(std::string(kEngine) + " belongs to another version of Lensboard than this "
                                 + record::version() + "; install both anew");
    return make;
}

} // namespace

std::unique_ptr<Trainer> makeTrainer(const experiment::Experiment &experiment)
{
    static const MakeTrainer make = loadEngine();
    return std::unique_ptr<Trainer>(make(experiment));
}

} // namespace lensboard::session
