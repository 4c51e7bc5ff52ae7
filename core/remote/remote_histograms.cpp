#include "core/remote/remote_histograms.h"

#include "core/remote/remote_protocol.h"

#include "remote_messages.pb.h"

#include <algorithm>
#include <utility>

namespace lensboard::remote {

void RemoteHistograms::request(std::uint32_t series)
{
    const store::TickTable &ticks = m_known.catalogue.ticks;
    Series &state = m_series[series];
    if (!ticks.isExact() || state.asked >= ticks.size() || (!state.haveCome && state.asked > 0))
        return;
    messages::Request request;
    request.mutable_histograms()->set_series(series);
    state.from = state.known.empty() ? 0 : state.known.back().frame + 1;
    request.mutable_histograms()->set_first_frame(state.from);
    state.asked = ticks.size();
    state.haveCome = false;
    m_channel.send(std::move(request));
}

bool RemoteHistograms::haveCome(std::uint32_t series)
{
    if (!m_series[series].haveCome)
        request(series);
    return m_series[series].haveCome || m_known.catalogue.ticks.empty();
}

std::vector<store::StampedHistogram> RemoteHistograms::after(std::uint32_t series, std::optional<std::uint32_t> frame, std::size_t most)
{
    const auto &all = m_series[series].known;
    const auto first = frame ? std::ranges::upper_bound(all, *frame, {}, &store::StampedHistogram::frame) : all.begin();
    return {first, first + static_cast<std::ptrdiff_t>(std::min(most, static_cast<std::size_t>(all.end() - first)))};
}

void RemoteHistograms::apply(const messages::Histograms &histograms)
{
    if (histograms.series() >= m_known.series.size())
        return;
    Series &state = m_series[histograms.series()];
    if (state.haveCome || histograms.first_frame() != state.from)
        return; // from before an edit
    const store::TickTable &ticks = m_known.catalogue.ticks;
    if (!ticks.isExact()) { // ticks got stand-ins in between; requested again once they are exact
        state.asked = 0;
        return;
    }
    for (const messages::Histogram &sent : histograms.all())
        if (state.known.empty() || sent.frame() > state.known.back().frame)
            state.known.push_back(histogramFrom(sent, ticks));
    m_known.hasArrived = m_known.hasArrived || histograms.all_size() > 0;
    state.haveCome = !histograms.more();
}

void RemoteHistograms::forget()
{
    ++m_edits;
    for (auto &[number, state] : m_series)
        state = {.from = state.from};
}

} // namespace lensboard::remote
