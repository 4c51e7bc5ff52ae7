#include "core/experiment/experiment_error.h"

#include "core/record/message.h"

namespace lensboard::experiment {

void fail(const std::string &path, const record::Message &what)
{
    throw ExperimentError(record::message("%1: %2", path.empty() ? record::message("the experiment") : record::Message(path), what));
}

} // namespace lensboard::experiment
