#pragma once

#include "core/remote/known_run.h"
#include "core/remote/run_channel.h"

#include <cstddef>

namespace lensboard::remote {

namespace messages {
class News;
}

/// Ticks of a remote run. Of many ticks, the other side sends every 256th at first; these requests replace the stand-ins between them.
class RemoteTicks
{
public:
    RemoteTicks(KnownRun &known, RunChannel &channel) : m_known(known), m_channel(channel) {}

    /// Errors: ConnectionError if the ticks of \p news do not fit the known ticks.
    void apply(const messages::News &news);
    /// Requests the ticks with stand-ins, limited so that other requests do not wait long.
    void request();
    /// Call after a restart or a reconnect: earlier requests will not be answered.
    void forget() { m_asked = 0; }

private:
    void applyCoarse(const messages::News &news);
    void applyExact(const messages::News &news);

    KnownRun &m_known;
    RunChannel &m_channel;
    KnownRun::Clock::time_point m_nextShown = {};
    std::size_t m_asked = 0;     ///< number of ticks that are exact or requested
    double m_bytesPerTick = 32; ///< measured with the last exact ticks
};

} // namespace lensboard::remote
