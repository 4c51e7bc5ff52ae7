#pragma once

#include "core/import/bucketed_values.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace lensboard::imports {

struct EventTime
{
    std::int64_t step = 0;
    double wallSeconds = 0; ///< since 1970-01-01 UTC; 0 if what was written is no time
};

/// Is told what event files hold. Tags and texts are as written: bytes.
class TensorboardEventSink
{
public:
    virtual ~TensorboardEventSink() = default;

    virtual void addVersion(std::string_view version, double wallSeconds) = 0;
    /// What was written at this step and after it, before this, is void.
    virtual void startSession(EventTime time) = 0;
    virtual void addScalar(EventTime time, std::string_view tag, double value) = 0;
    virtual void addHistogram(EventTime time, std::string_view tag, BucketedValues values) = 0;
    virtual void addText(EventTime time, std::string_view tag, std::string_view text) = 0;
    virtual void addHyperparameters(const nlohmann::json &values) = 0; ///< an object
    /// Something that is not shown: "images", "graphs".
    virtual void passOver(EventTime time, const std::string &kind) = 0;
};

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
