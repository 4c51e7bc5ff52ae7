#pragma once

#include "core/remote/known_run.h"
#include "core/remote/run_channel.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace lensboard::remote {

namespace messages {
class Histograms;
}

/// Histograms of a remote run that readers requested.
class RemoteHistograms
{
public:
    RemoteHistograms(KnownRun &known, RunChannel &channel) : m_known(known), m_channel(channel) {}

    /// Requests the histograms of all ticks since the last request, once that one is answered.
    void request(std::uint32_t series);
    /// Returns true if the last request was answered. Repeats a request that was discarded by forget().
    bool haveCome(std::uint32_t series);
    /// Returns up to \p most known histograms after the one at \p frame, or from the first one on.
    std::vector<store::StampedHistogram> after(std::uint32_t series, std::optional<std::uint32_t> frame, std::size_t most);
    void apply(const messages::Histograms &histograms);
    /// Discards all histograms after an edit or a reconnect. Readers request them again.
    void forget();
    /// Discards everything, because the run was restarted.
    void clear() { m_series.clear(); }
    std::uint64_t edits() const { return m_edits; }

private:
    struct Series
    {
        std::vector<store::StampedHistogram> known = {};
        std::size_t asked = 0;  ///< requested up to this tick
        std::uint32_t from = 0; ///< requested from this tick on
        bool haveCome = false;
    };

    KnownRun &m_known;
    RunChannel &m_channel;
    std::map<std::uint32_t, Series> m_series;
    std::uint64_t m_edits = 0;
};

} // namespace lensboard::remote
