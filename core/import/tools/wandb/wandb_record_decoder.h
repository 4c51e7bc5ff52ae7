#pragma once

#include "core/record/message.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lensboard::imports {

/// A named value in a record of W&B.
struct WandbItem
{
    std::string name;             ///< nested keys are joined with '/'
    std::optional<double> number; ///< of a row: including true, false, NaN and Infinity
    std::string_view json = {};   ///< the value, if it is not in \a number
};

/// Facts about a run.
struct WandbRun
{
    std::string name;
    double startSeconds = 0; ///< since 1970-01-01 UTC; 0: unknown
    std::vector<std::pair<std::string, std::string>> details;
};

/// Receives the records of a W&B run. Views are valid during the call.
class WandbSink
{
public:
    virtual ~WandbSink() = default;

    virtual void addRun(WandbRun run) = 0;
    virtual void addRow(std::span<const WandbItem> items, std::optional<std::int64_t> step) = 0;
    virtual void addSummary(std::span<const WandbItem> updated) = 0;
    virtual void addConfig(std::span<const WandbItem> updated, std::span<const WandbItem> removed) = 0;
    /// \p stepMetric is the x axis of the metrics named \p pattern.
    virtual void addMetric(const std::string &pattern, const std::string &stepMetric) = 0;
    virtual void addExit(std::int64_t exitCode) = 0;
    /// Called for a kind of content that is not supported.
    virtual void passOver(const record::Message &kind) = 0;
};

/// Decodes the records in a .wandb file: the protobuf message wandb_internal.Record of wandb 0.10 and later.
class WandbRecordDecoder
{
public:
    explicit WandbRecordDecoder(WandbSink &sink) : m_sink(sink) {}

    /// Returns false if \p record is invalid, wholly or in part.
    bool decode(std::string_view record);

private:
    bool readRun(std::string_view run);
    bool readHistory(std::string_view history);
    bool readMetric(std::string_view metric);
    bool readExit(std::string_view exit);
    using TakeUpdate = std::function<void(std::span<const WandbItem> updated, std::span<const WandbItem> removed)>;
    /// Passes the values in fields 1 (updated) and 2 (removed) of \p message to \p take.
    bool readUpdate(std::string_view message, const TakeUpdate &take);

    WandbSink &m_sink;
    std::vector<WandbItem> m_updated, m_removed; ///< memory is reused
};

} // namespace lensboard::imports
