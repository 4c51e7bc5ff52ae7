#include "core/record/run_info.h"

#include "core/record/error.h"
#include "core/record/message.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <stdexcept>

namespace lensboard::record {

Message fact(const Environment &environment, std::string_view name)
{
    const auto found = std::ranges::find(environment, name, &Environment::value_type::first);
    return found == environment.end() ? Message() : found->second;
}

std::string shownName(const LayerInfo &layer)
{
    return layer.name.empty() ? "(model)" : layer.name;
}

std::int64_t parameterCount(const LayerInfo &layer)
{
    std::int64_t count = 0;
    for (const ParameterInfo &parameter : layer.parameters)
        if (parameter.sharedWith.empty())
            count += std::accumulate(parameter.shape.begin(), parameter.shape.end(), std::int64_t{1},
                                     std::multiplies<>());
    return count;
}

std::string sharedParameters(const LayerInfo &layer)
{
    std::string text;
    for (const ParameterInfo &parameter : layer.parameters)
        if (!parameter.sharedWith.empty())
            text += (text.empty() ? "" : ", ") + parameter.sharedWith;
    return text;
}

void checkLabel(const RunLabel &label)
{
    if (label.name.size() > kLongestName)
        throw record::InvalidArgument(message("a name of %1 bytes, expected at most %2; shorten them", label.name.size(), kLongestName));
    if (label.notes.size() > kLongestNotes)
        throw record::InvalidArgument(message("notes of %1 bytes, expected at most %2; shorten them", label.notes.size(), kLongestNotes));
    if (label.name.find_first_of("\r\n") != std::string::npos)
        throw record::InvalidArgument(message("a name of several lines, expected one; the rest may go into the notes"));
}

std::string outputShapeText(const LayerInfo &layer)
{
    if (!layer.outputShape)
        return {};
    std::string text;
    for (const std::int64_t size : *layer.outputShape)
        text += (text.empty() ? "" : "×") + (size == kBatchSize ? "N" : std::to_string(size));
    return text.empty() ? "scalar" : text;
}

const char *toText(RunStatus status)
{
    switch (status) {
    case RunStatus::Recording: return "recording";
    case RunStatus::Finished: return "finished";
    case RunStatus::Stopped: return "stopped";
    case RunStatus::Failed: return "failed";
    case RunStatus::Interrupted: return "interrupted";
    case RunStatus::Unknown: return "unknown";
    }
    return "recording";
}

RunStatus runStatusFromText(const std::string &text)
{
    for (const RunStatus status : {RunStatus::Recording, RunStatus::Finished, RunStatus::Stopped,
                                   RunStatus::Failed, RunStatus::Interrupted})
        if (text == toText(status))
            return status;
    throw record::InvalidArgument(message("\"%1\" is no status of a run", text));
}

} // namespace lensboard::record
