#include "core/session/engine_loader.h"

#include "core/record/version.h"

#include <dlfcn.h>

#include <cstring>
#include <stdexcept>

namespace lensboard::session {

namespace {

constexpr const char *kEngine = "lensboard-engine.so";

using MakeTrainer = Trainer *(*)(const experiment::Experiment &);

MakeTrainer loadEngine()
{
    void *engine = dlopen(kEngine, RTLD_NOW | RTLD_LOCAL);
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
