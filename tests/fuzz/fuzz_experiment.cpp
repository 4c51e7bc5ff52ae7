#include "core/experiment/experiment.h"
#include "core/experiment/experiment_error.h"

#include <cstdint>
#include <string>

using namespace lensboard;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *bytes, std::size_t size)
{
    try {
        experiment::Experiment::fromJson(experiment::parseJson({bytes, bytes + size})).toJson();
    } catch (const experiment::ExperimentError &) {
    }
    return 0;
}
