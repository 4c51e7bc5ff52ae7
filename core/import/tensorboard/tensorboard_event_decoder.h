#pragma once

#include "core/import/event_span.h"
#include "core/import/tensorboard/bucketed_values.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lensboard::imports {

inline constexpr std::size_t kMostTags = 100'000; ///< of a run that are read

/// What one event says of the plugin "hparams".
struct Hyperparameters
{
    nlohmann::json values;            ///< an object
    std::vector<std::string> metrics; ///< tags
    std::vector<std::pair<std::string, std::string>> session; ///< what is known of it, for people
};

/// Receives what event files hold. Tags and texts are as written: bytes.
class TensorboardEventSink
{
public:
    virtual ~TensorboardEventSink() = default;

    virtual void addVersion(std::string_view version, double wallSeconds) = 0;
    virtual void startSession(EventTime time) = 0;
    /// What follows, up to the next call, is of one event.
    virtual void beginValues(EventTime time) = 0;
    virtual void addScalar(EventTime time, std::string_view tag, double value) = 0;
    virtual void addHistogram(EventTime time, std::string_view tag, BucketedValues values) = 0;
    virtual void addText(EventTime time, std::string_view tag, std::string_view text) = 0;
    virtual void addHyperparameters(const Hyperparameters &found) = 0;
    /// Something that is not shown: "images", "graphs".
    virtual void passOver(EventTime time, const std::string &kind) = 0;
};

/// Whether files that say \p version ("brain.Event:2") mark restarts by sessions.
bool versionHasSessions(std::string_view version);

/// Understands TensorBoard's events, of TensorFlow 1 and 2 alike.
class TensorboardEventDecoder
{
public:
    explicit TensorboardEventDecoder(TensorboardEventSink &sink);
    ~TensorboardEventDecoder();

    /// False if \p event is none, wholly or from some point on.
    bool decode(std::string_view event);

private:
    struct Private;
    std::unique_ptr<Private> m_private;
};

} // namespace lensboard::imports
