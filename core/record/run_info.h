#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lensboard::record {

enum class RunStatus {
    Recording,
    Finished,
    Stopped,    ///< by the user
    Failed,     ///< by an error, see RunInfo::message
    Interrupted, ///< its writer died
    Unknown      ///< its writer cannot be seen from here; no file says so
};

/// Returns true if the run is being recorded, or may be.
constexpr bool mayGrow(RunStatus status)
{
    return status == RunStatus::Recording || status == RunStatus::Unknown;
}

/// A parameter of a module, by its name in that module.
struct ParameterInfo
{
    std::string name;
    std::vector<std::int64_t> shape;
    bool requiresGrad = true;
    std::string sharedWith = {}; ///< tied weights: where in the model it came first, "embedding.weight"; else empty

    bool operator==(const ParameterInfo &) const = default;
};

constexpr std::int64_t kBatchSize = -1; ///< a size that is that of the batch, whatever that is

/// A tensor of a module that is no parameter: a buffer, or what a TorchScript module keeps beside them.
struct BufferInfo
{
    std::string name;
    std::vector<std::int64_t> shape; ///< when the model was made

    bool operator==(const BufferInfo &) const = default;
};

/// A module of the model. The root has the empty name; other names are paths joined with dots.
struct LayerInfo
{
    std::string name;
    std::string type; ///< as PyTorch calls it: Linear, Conv2d
    bool leaf = true;
    std::vector<ParameterInfo> parameters; ///< its own, not those of its children
    /// Of its first forward, kBatchSize in place of the batch's; nothing if it was not seen.
    std::optional<std::vector<std::int64_t>> outputShape = {};
    std::vector<BufferInfo> buffers = {}; ///< its own

    bool operator==(const LayerInfo &) const = default;
};

/// Which rules found something in a run by its end.
struct RunVerdict
{
    std::vector<std::string> problems, warnings; ///< names of rules

    bool operator==(const RunVerdict &) const = default;
};

/// What is known of a run besides its values.
struct RunInfo
{
    std::string name;
    RunStatus status = RunStatus::Recording;
    std::string message;       ///< why it failed, or what became of it
    double createdSeconds = 0; ///< since 1970-01-01 UTC
    std::string experiment;    ///< JSON with every default filled in
    std::vector<std::pair<std::string, std::string>> environment;
    std::vector<LayerInfo> layers; ///< in model order
    std::string notes = {};        ///< the user's, in plain text
    std::optional<RunVerdict> verdict = {}; ///< none of a run that was not judged

    bool operator==(const RunInfo &) const = default;
};

/// What the user calls a run, and has to say of it.
struct RunLabel
{
    std::string name;
    std::string notes;

    bool operator==(const RunLabel &) const = default;
};

constexpr std::size_t kLongestName = 1024;          ///< in bytes of UTF-8
constexpr std::size_t kLongestNotes = 64 * 1024;

/// Errors: std::invalid_argument that says what is too long, or that a name is no single line.
void checkLabel(const RunLabel &label);

/// The layer's name, "(model)" for the root.
std::string shownName(const LayerInfo &layer);
/// Those that came with an earlier layer already are not counted again.
std::int64_t parameterCount(const LayerInfo &layer);
/// Where the layer's tied parameters came first, "embedding.weight, embedding.bias"; empty if it has none.
std::string sharedParameters(const LayerInfo &layer);
/// "N×64×28×28", "scalar"; empty if it was not seen.
std::string outputShapeText(const LayerInfo &layer);

const char *toText(RunStatus status);
/// Errors: std::invalid_argument if \p text names no status that a writer gives its run.
RunStatus runStatusFromText(const std::string &text);

} // namespace lensboard::record
