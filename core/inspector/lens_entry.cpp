#include "core/inspector/lens_entry.h"

#include "core/experiment/watcher.h"
#include "core/lens/parameter_sums.h"

namespace lensboard::inspector {

namespace {

/// Returns true if \p isOfGroup is true for the kind of the lens. A lens of the caller has no kind.
bool isOf(const experiment::Json &settings, bool (*isOfGroup)(const std::string &kind))
{
    return settings.is_object() && isOfGroup(settings.value("kind", std::string()));
}

} // namespace

bool LensEntry::mayBeSampled() const
{
    return lens->mayBeSampled() && !(settings.is_object() && settings.value("parity", false));
}

bool LensEntry::isOfSamples() const
{
    return isOf(settings, experiment::isOfSamples);
}

bool LensEntry::isOfParameters() const
{
    return isOf(settings, experiment::isOfParameters);
}

bool LensEntry::isOfParameterSums() const
{
    return isOf(settings, lens::isOfParameterSums);
}

} // namespace lensboard::inspector
