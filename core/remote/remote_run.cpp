#include "core/remote/remote_run.h"

#include "core/remote/run_cache.h"
#include "core/remote/run_mirror.h"
#include "core/store/columns/column_range.h"

#include <algorithm>
#include <utility>

namespace lensboard::remote {

std::shared_ptr<RemoteRun> RemoteRun::open(std::shared_ptr<Link> link, std::string path, std::string name, Waits waits, std::shared_ptr<RunCache> cache,
                                           imports::RoleChoice choice)
{
    const RemoteAddress address{std::move(link), std::move(path), std::move(name), std::move(cache), std::move(choice)};
    return open(std::make_unique<RunMirror>(address, waits == Waits::ForAll ? RunMirror::Values::Exact : RunMirror::Values::Approximate, true));
}

std::shared_ptr<RemoteRun> RemoteRun::open(std::unique_ptr<RunMirror> mirror)
{
    mirror->open();
    return std::shared_ptr<RemoteRun>(new RemoteRun(std::move(mirror)));
}

RemoteRun::RemoteRun(std::unique_ptr<RunMirror> mirror) : m_mirror(std::move(mirror))
{}

RemoteRun::~RemoteRun() = default;

/// Locks the mirror, and applies the replies that have arrived.
std::unique_lock<std::mutex> RemoteRun::locked() const
{
    std::unique_lock lock(m_mutex);
    m_mirror->update();
    return lock;
}

/// If readers wait for all values, blocks until \p isSo returns true.
void RemoteRun::awaitIfExact(const std::function<bool()> &isSo) const
{
    if (m_mirror->isExact())
        m_mirror->awaitThat(isSo);
}

bool RemoteRun::has(std::uint32_t series) const
{
    return series < m_mirror->known().series.size();
}

RemoteRun::What RemoteRun::awaitOpened(record::Progress &progress) const
{
    const std::lock_guard lock(m_mutex);
    m_mirror->awaitOpened(progress);
    return m_mirror->known().isFolder ? What::Folder : What::Run;
}

record::RunInfo RemoteRun::info() const
{
    const auto lock = locked();
    record::RunInfo info = m_mirror->known().catalogue.info;
    if (const record::Message &problem = m_mirror->known().problem; !problem.empty())
        info.message = problem;
    return info;
}

store::RunChanges RemoteRun::since(store::RunCursor &cursor) const
{
    const auto lock = locked();
    KnownRun &known = m_mirror->known();
    if (std::exchange(known.hasArrived, false))
        ++known.catalogue.edits;
    store::RunChanges changes = known.catalogue.since(cursor);
    if (changes.info && !known.problem.empty())
        changes.info->message = known.problem;
    return changes;
}

std::size_t RemoteRun::seriesCount() const
{
    const auto lock = locked();
    return m_mirror->known().series.size();
}

store::SeriesTally RemoteRun::tally(std::uint32_t number) const
{
    const auto lock = locked();
    if (!has(number))
        return {};
    const KnownRun::Series &series = m_mirror->known().series[number];
    return series.isKnown && series.isWanted ? store::SeriesTally{series.column.size(), series.column.nonFinite()} : series.tally;
}

std::shared_ptr<const store::Run> RemoteRun::exact() const
{
    if (m_mirror->isExact())
        return nullptr;
    const std::lock_guard lock(m_mutex);
    auto exact = m_exact.lock();
    if (!exact)
        m_exact = exact = open(std::make_unique<RunMirror>(m_mirror->address(), RunMirror::Values::Exact, false));
    return exact;
}

std::shared_ptr<const store::Run> RemoteRun::exact(record::Progress &progress) const
{
    const std::lock_guard lock(m_mutex);
    auto mirror = std::make_unique<RunMirror>(m_mirror->address(), RunMirror::Values::Exact, false);
    mirror->setProgress(&progress);
    return open(std::move(mirror));
}

void RemoteRun::visit(std::span<const std::uint32_t> series, const Visitor &visitor) const
{
    const auto lock = locked();
    KnownRun &known = m_mirror->known();
    m_mirror->want(series);
    awaitIfExact([&] { return std::ranges::all_of(series, [&](std::uint32_t each) { return !has(each) || known.series[each].isKnown; }); });
    std::vector<store::ColumnView> views;
    for (const std::uint32_t each : series) {
        if (has(each))
            views.push_back({known.series[each].column, known.catalogue.ticks,
                             [this, each](store::Chunk &chunk, store::ChunkPart part) { m_mirror->chunks().load(each, chunk, part); }});
        else
            views.push_back({store::noColumn(), known.catalogue.ticks});
    }
    visitor(views, known.catalogue.ticks);
    m_mirror->endLook();
}

std::vector<store::StampedHistogram> RemoteRun::histogramsAfter(std::uint32_t series, std::optional<std::uint32_t> frame, std::size_t most) const
{
    const auto lock = locked();
    if (!has(series) || m_mirror->known().catalogue.ticks.empty())
        return {};
    RemoteHistograms &histograms = m_mirror->histograms();
    histograms.request(series);
    awaitIfExact([&] { return !has(series) || histograms.haveCome(series); });
    return has(series) ? histograms.after(series, frame, most) : std::vector<store::StampedHistogram>();
}

std::uint64_t RemoteRun::histogramEdits() const
{
    const auto lock = locked();
    return m_mirror->histograms().edits();
}

std::vector<store::TensorPlace> RemoteRun::tensorPlaces(std::uint32_t series) const
{
    const auto lock = locked();
    if (!has(series) || m_mirror->known().catalogue.ticks.empty())
        return {};
    RemoteTensors &tensors = m_mirror->tensors();
    tensors.requestPlaces(series);
    awaitIfExact([&] { return !has(series) || tensors.havePlacesCome(series); });
    return has(series) ? tensors.places(series) : std::vector<store::TensorPlace>();
}

std::shared_ptr<const record::TensorValue> RemoteRun::tensor(std::uint32_t series, std::uint32_t frame) const
{
    const auto lock = locked();
    RemoteTensors &tensors = m_mirror->tensors();
    tensors.request(series, frame);
    awaitIfExact([&] { return tensors.has(series, frame); });
    return tensors.tensor(series, frame);
}

std::shared_ptr<const store::Media> RemoteRun::media() const
{
    const auto lock = locked();
    return m_mirror->media();
}

std::optional<imports::RowReading> RemoteRun::reading() const
{
    const auto lock = locked();
    return m_mirror->reading();
}

void RemoteRun::choose(const imports::RoleChoice &choice)
{
    const std::lock_guard lock(m_mutex);
    m_mirror->choose(choice);
    m_exact.reset();
}

std::shared_ptr<const health::Judgement> RemoteRun::judgement() const
{
    const auto lock = locked();
    return m_mirror->judgement();
}

} // namespace lensboard::remote
