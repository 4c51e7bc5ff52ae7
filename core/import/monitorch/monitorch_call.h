#pragma once

#include "core/import/monitorch/pickle_value.h"
#include "core/visualizer/labelled_visualizer.h"

#include <stdexcept>

namespace lensboard::imports {

/// A record that is no call of a visualizer: what was found, what was expected.
class MonitorchCallError : public std::runtime_error
{
    using std::runtime_error::runtime_error;
};

/// A recorded call of one of monitorch's visualizers.
struct MonitorchCall
{
    enum class Method { RegisterTags, Plot, Unknown };

    Method method = Method::Unknown;
    std::string methodName;
    record::TagSpec tag; ///< of a plot: its name and the kind that belongs to the method
    std::int64_t epoch = 0;
    visualizer::Readings readings;
    std::vector<std::string> refused; ///< values that are no numbers: which and why; the first few
};

/// Errors: MonitorchCallError.
MonitorchCall monitorchCall(const Pickle &pickle);

} // namespace lensboard::imports
