#include "core/remote/remote_ticks.h"

#include "core/remote/remote_protocol.h"
#include "core/store/file/chunk_rows.h"

#include "remote_messages.pb.h"

#include <algorithm>
#include <span>

namespace lensboard::remote {

using namespace std::chrono_literals;
using store::PackedTicks;

namespace {

constexpr auto kTicksInterval = 250ms;      ///< between redraws for ticks alone
constexpr double kMaxTickBytes = 256 << 10; ///< requested at a time; at 10 MB/s, other requests wait about 20 ms for them

} // namespace

void RemoteTicks::apply(const messages::News &news)
{
    store::TickTable &ticks = m_known.catalogue.ticks;
    for (const record::TickStamp &stamp : ticksFrom(news.ticks())) {
        require(ticks.size() + 1 < store::run_file::kMaxFrames, "more ticks than can be");
        ticks.push_back(stamp);
    }
    applyCoarse(news);
    applyExact(news);
}

/// The coarse stamps are one block of ticks apart; each pair is a stand-in for the ticks between.
void RemoteTicks::applyCoarse(const messages::News &news)
{
    const auto stamps = ticksFrom(news.coarse());
    store::TickTable &ticks = m_known.catalogue.ticks;
    require(stamps.empty() || ticks.size() % PackedTicks::kSize == 0, "ticks that begin between others");
    for (std::size_t i = 1; i < stamps.size(); ++i) {
        require(ticks.size() < kMaxCoarseTicks, "more ticks than can be");
        ticks.addStandIns(stamps[i - 1], stamps[i]);
    }
}

void RemoteTicks::applyExact(const messages::News &news)
{
    store::TickTable &ticks = m_known.catalogue.ticks;
    if (!news.has_exact() || ticks.isExact() || news.exact_first() != ticks.exactCount())
        return; // from before a restart
    const auto stamps = ticksFrom(news.exact());
    require(!stamps.empty() && stamps.size() % PackedTicks::kSize == 0, "ticks that end between others");
    m_bytesPerTick = static_cast<double>(news.exact().ByteSizeLong()) / static_cast<double>(stamps.size());
    for (std::size_t i = 0; i < stamps.size() && !ticks.isExact(); i += PackedTicks::kSize)
        ticks.settle(std::span(stamps).subspan(i).first<PackedTicks::kSize>());
    if (ticks.isExact())
        for (KnownRun::Series &series : m_known.series)
            series.column.forgetOrders();
    if (const auto now = KnownRun::Clock::now(); ticks.isExact() || now >= m_nextShown) {
        m_known.hasArrived = true;
        m_nextShown = now + kTicksInterval;
    }
}

void RemoteTicks::request()
{
    const store::TickTable &ticks = m_known.catalogue.ticks;
    if (ticks.isExact())
        return;
    const auto most = static_cast<std::size_t>(kMaxTickBytes / std::max(m_bytesPerTick, 0.5));
    const std::size_t all = ticks.size() / PackedTicks::kSize * PackedTicks::kSize, end = std::min(ticks.exactCount() + most, all);
    m_asked = std::max(m_asked, ticks.exactCount());
    while (m_asked < end) {
        messages::Request request;
        request.mutable_ticks()->set_first(m_asked);
        request.mutable_ticks()->set_count(std::min(kMaxTicks, all - m_asked));
        m_asked += request.ticks().count();
        m_channel.send(std::move(request));
    }
}

} // namespace lensboard::remote
