#pragma once

#include "core/record/message.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lensboard::record {

/// State of a run's training.
enum class RunStatus {
    Recording,
    Finished,
    Stopped,    ///< by the user
    Failed,     ///< by an error, see RunInfo::message
    Interrupted, ///< the writing process died
    Unknown      ///< the state of the writing process cannot be seen from here; never written to a file
};

/// Returns true if the run is, or may be, still recording.
constexpr bool mayGrow(RunStatus status)
{
    return status == RunStatus::Recording || status == RunStatus::Unknown;
}

/// A parameter of a module, named relative to that module.
struct ParameterInfo
{
    std::string name;
    std::vector<std::int64_t> shape;
    bool requiresGrad = true;
    std::string sharedWith = {}; ///< tied weights: full name of the parameter's first use, "embedding.weight"; else empty

    bool operator==(const ParameterInfo &) const = default;
};

constexpr std::int64_t kBatchSize = -1; ///< replaces the batch size in a shape, because it varies

/// A module's tensor that is not a parameter: a buffer, or another tensor stored in a TorchScript module.
struct BufferInfo
{
    std::string name;
    std::vector<std::int64_t> shape; ///< when the model was created

    bool operator==(const BufferInfo &) const = default;
};

/// A module of the model. The root's name is empty; other names are paths joined with dots.
struct LayerInfo
{
    std::string name;
    std::string type; ///< PyTorch's class name: Linear, Conv2d
    bool leaf = true;
    std::vector<ParameterInfo> parameters; ///< without the parameters of submodules
    /// Shape of the output in the first forward pass, with kBatchSize as the batch dimension; nullopt if no forward pass was seen.
    std::optional<std::vector<std::int64_t>> outputShape = {};
    std::vector<BufferInfo> buffers = {}; ///< without buffers of submodules

    bool operator==(const LayerInfo &) const = default;
};

/// Names of the health rules that reported a finding at the end of a run.
struct RunVerdict
{
    std::vector<std::string> problems, warnings; ///< names of rules

    bool operator==(const RunVerdict &) const = default;
};

/// Facts about a run's machine, programs or file, by name.
using Environment = std::vector<std::pair<std::string, Message>>;

/// Returns the value of a fact; empty if there is none of this name.
Message fact(const Environment &environment, std::string_view name);

/// Information about a run, without its values.
struct RunInfo
{
    std::string name;
    RunStatus status = RunStatus::Recording;
    Message message;           ///< why the run failed or ended
    double createdSeconds = 0; ///< since 1970-01-01 UTC
    std::string experiment;    ///< JSON with every default filled in
    Environment environment;
    std::vector<LayerInfo> layers; ///< in model order
    std::string notes = {};        ///< the user's notes, plain text
    std::optional<RunVerdict> verdict = {}; ///< nullopt if the rules were not evaluated

    bool operator==(const RunInfo &) const = default;
};

/// The name and notes that the user gave a run.
struct RunLabel
{
    std::string name;
    std::string notes;

    bool operator==(const RunLabel &) const = default;
};

/// Limits of a label.
constexpr std::size_t kLongestName = 1024;          ///< in bytes of UTF-8
constexpr std::size_t kLongestNotes = 64 * 1024;

/// Errors: std::invalid_argument that names the part that is too long, or says that the name has several lines.
void checkLabel(const RunLabel &label);

/// Returns the layer's name, or "(model)" for the root.
std::string shownName(const LayerInfo &layer);
/// Returns the number of values in the layer's parameters. Tied parameters count only in the layer that has them first.
std::int64_t parameterCount(const LayerInfo &layer);
/// Returns the full names of the first use of each tied parameter, "embedding.weight, embedding.bias"; empty if it has none.
std::string sharedParameters(const LayerInfo &layer);
/// Returns "N×64×28×28" or "scalar"; empty if no forward pass was seen.
std::string outputShapeText(const LayerInfo &layer);

/// Returns the name of a status: "recording", "finished".
const char *toText(RunStatus status);
/// Errors: std::invalid_argument if \p text is not a status that can stand in a file.
RunStatus runStatusFromText(const std::string &text);

} // namespace lensboard::record
