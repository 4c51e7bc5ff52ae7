#include "core/training/plugin_lenses.h"

#include "core/loop/plugin.h"
#include "core/record/error.h"
#include "core/record/message.h"
#include "core/session/trusted_models.h"
#include "core/training/plugin_library.h"

#include <memory>
#include <stdexcept>

namespace lensboard::training {

lens::CustomLensMaker pluginLenses(const experiment::Experiment &experiment, const session::TrainingStart &start)
{
    return [model = session::modelProgram(experiment), start](const settings::CustomLens &wanted) {
        const std::filesystem::path path = wanted.path.empty() ? model : std::filesystem::path(wanted.path);
        const PluginLibrary library = loadPluginLibrary(path, start.sha256Of(path));
        library.checkInterface("lensboardLensInterface");
        const auto make = library.function<custom::BaseLens *(const char *, const char *)>("lensboardMakeLens");
        std::unique_ptr<custom::BaseLens> lens(make(wanted.lens.c_str(), wanted.arguments.c_str()));
        if (!lens)
            throw record::Error(record::message("%1: has no lens \"%2\"; it has %3", path.string(), wanted.lens,
                                                     library.function<const char *()>("lensboardLensNames")()));
        return lens;
    };
}

} // namespace lensboard::training
