#pragma once

#include "core/import/event_span.h"
#include "core/import/tensorboard/bucketed_values.h"
#include "core/record/message.h"
#include "core/store/media.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lensboard::imports {

inline constexpr std::size_t kMaxTags = 100'000; ///< maximum number of tags read per run

/// Data of the plugin "hparams" in one event.
struct Hyperparameters
{
    nlohmann::json values;            ///< a JSON object
    std::vector<std::string> metrics; ///< tags
    std::vector<std::pair<std::string, std::string>> session; ///< information about the session, for display
};

/// Receives the content of event files. Tags and texts are unchanged bytes from the file.
class TensorboardEventSink
{
public:
    virtual ~TensorboardEventSink() = default;

    virtual void addVersion(std::string_view version, double wallSeconds) = 0;
    virtual void startSession(EventTime time) = 0;
    /// Begins an event. The following calls belong to it, up to the next beginValues().
    virtual void beginValues(EventTime time) = 0;
    virtual void addScalar(EventTime time, std::string_view tag, double value) = 0;
    virtual void addHistogram(EventTime time, std::string_view tag, BucketedValues values) = 0;
    virtual void addText(EventTime time, std::string_view tag, std::string_view text) = 0;
    /// \p parts are encoded images or sounds, or a tensor with a text or curve; views of the event.
    virtual void addMedia(EventTime time, std::string_view tag, store::MediumKind kind, std::span<const std::string_view> parts) = 0;
    virtual void addHyperparameters(const Hyperparameters &found) = 0;
    /// Called for a kind of content that is not supported: "graphs".
    virtual void passOver(EventTime time, const record::Message &kind) = 0;
};

/// Returns true if files of \p version ("brain.Event:2") mark restarts with sessions.
bool versionHasSessions(std::string_view version);

/// Decodes TensorBoard's events of TensorFlow 1 and 2.
class TensorboardEventDecoder
{
public:
    explicit TensorboardEventDecoder(TensorboardEventSink &sink);
    ~TensorboardEventDecoder();

    /// Returns false if \p event is invalid, wholly or in part.
    bool decode(std::string_view event);

private:
    struct Private;
    std::unique_ptr<Private> m_private;
};

} // namespace lensboard::imports
