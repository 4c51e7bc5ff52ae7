#pragma once

#include "core/import/monitorch/pickle_value.h"
#include "core/record/error.h"
#include "core/visualizer/labelled_visualizer.h"

namespace lensboard::imports {

/// Thrown if a record is not a call of a visualizer. The message names the found and expected content.
class MonitorchCallError : public record::Error
{
    using record::Error::Error;
};

/// A recorded call of one of monitorch's visualizers.
struct MonitorchCall
{
    enum class Method { RegisterTags, Plot, Unknown };

    Method method = Method::Unknown;
    std::string methodName;
    record::TagSpec tag; ///< of a plot: its name, and the kind implied by the method
    std::int64_t epoch = 0;
    visualizer::Readings readings;
    std::vector<std::string> refused; ///< values that are not numbers, with reasons; the first few only
};

/// Errors: MonitorchCallError if \p pickle is not a call of a visualizer.
MonitorchCall monitorchCall(const Pickle &pickle);

} // namespace lensboard::imports
