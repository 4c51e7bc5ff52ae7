#include "widgets/views/state/board_state.h"

#include "core/store/derived/ensemble_run.h"
#include "widgets/number_text.h"
#include "widgets/qt_text.h"
#include "widgets/views/state/board_change.h"
#include "widgets/views/state/read_or.h"

#include <QDateTime>
#include <QLocale>

#include <algorithm>
#include <cmath>
#include <limits>
#include <ranges>

namespace lensboard::widgets {

namespace {

constexpr double kGrowthRoom = 0.05; ///< free share of the axis of a live run

} // namespace

Stretch withRoomFor(const Stretch &all, bool isLive, const std::optional<Stretch> &shown)
{
    const double room = std::max(all.size() * 0.01, all.size() > 0 ? 0.0 : 0.5);
    if (!isLive)
        return {all.low - room, all.high + room};
    if (shown && shown->contains(all.high) && shown->contains(all.low) && all.size() >= (1 - 3 * kGrowthRoom) * shown->size())
        return *shown;
    return {all.low - room, all.high + std::max(room, all.size() * kGrowthRoom)};
}

bool ShownRun::isAlong(XAxis x) const
{
    if (axisOf(x) != record::Axis::WallTime)
        return true;
    const std::size_t count = run->frameCount();
    const auto last = run->ticks(count ? count - 1 : 0, count);
    return last.empty() || last.front().wallSeconds != 0;
}

double ShownRun::origin(XAxis x) const
{
    if (x != XAxis::RelativeTime)
        return 0;
    const auto first = run->ticks(0, 1);
    return first.empty() ? 0 : first.front().wallSeconds;
}

std::span<const std::int64_t> ShownRun::switchedOnOf(const record::SeriesSpec &series) const
{
    const auto on = switchedOn.find(tagOf(series).lens);
    return on == switchedOn.end() ? std::span<const std::int64_t>() : on->second;
}

std::vector<std::optional<store::StampedValue>> ShownRun::measuredAt(std::span<const ShownSeries> series, XAxis x, double place) const
{
    if (series.empty())
        return {};
    std::vector<std::uint32_t> indices;
    for (const ShownSeries &each : series)
        indices.push_back(each.index);
    return store::measuredAt(*run, indices, switchedOnOf(series.front().spec), axisOf(x), place + origin(x));
}

std::vector<store::Gap> ShownSeries::gaps(XAxis x) const
{
    std::vector<store::Gap> gaps = store::gapsOf(*run->run, index, run->switchedOnOf(spec), axisOf(x));
    const double origin = run->origin(x);
    for (store::Gap &gap : gaps)
        gap = {gap.begin - origin, gap.end - origin};
    if (const store::EnsembleRun *mean = run->mean())
        for (const auto stretches = mean->stretches(index); const store::AveragedStretch &stretch : stretches | std::views::drop(1))
            if (const auto begin = run->placeOf(stretch.firstStep, x))
                gaps.push_back({*begin, *begin});
    return gaps;
}

std::optional<store::StampedValue> ShownSeries::measuredAt(XAxis x, double place) const
{
    return run->measuredAt({this, 1}, x, place).front();
}

const store::EnsembleRun *ShownRun::mean() const
{
    return dynamic_cast<const store::EnsembleRun *>(run.get());
}

void ShownRun::forget()
{
    switchedOn.clear();
    cursor = {};
    tags.clear();
    tagSpecs.clear();
    layers.clear();
    seriesSpecs.clear();
    events.clear();
    findings.clear();
    placesInModel.clear();
    ticks = {};
    stepShares.clear();
}

std::optional<double> ShownRun::measuredShare(const std::string &lens)
{
    const auto line = coverageLine(tagSpecs, seriesSpecs, lens);
    if (!line)
        return std::nullopt;
    StepShare &share = stepShares[lens];
    readOr(false, [&] {
        share.update(*run, *line);
        return true;
    });
    return share.value();
}

std::optional<double> ShownRun::nearestTick(XAxis x, double place) const
{
    const double from = origin(x);
    const auto nearest = widgets::nearestTick(*run, axisOf(x), place + from);
    return nearest ? std::optional(*nearest - from) : std::nullopt;
}

std::optional<Stretch> ShownRun::extent(XAxis x)
{
    std::vector<std::uint32_t> lines;
    if (axisOf(x) == record::Axis::WallTime && !mean())
        for (std::uint32_t i = 0; i < seriesSpecs.size(); ++i)
            if (seriesSpecs[i].role == record::SeriesRole::Line)
                lines.push_back(i);
    const auto extent = ticks.update(*run, axisOf(x), lines);
    const double from = origin(x);
    return extent ? std::optional(Stretch{extent->low - from, extent->high - from}) : std::nullopt;
}

std::optional<record::TickStamp> ShownRun::tickAt(std::int64_t step) const
{
    std::size_t low = 0, high = run->frameCount();
    if (high == 0)
        return std::nullopt;
    for (--high; low < high;) {
        const std::size_t middle = (low + high) / 2;
        run->ticks(middle, middle + 1).front().step < step ? low = middle + 1 : high = middle;
    }
    return run->ticks(low, low + 1).front();
}

std::optional<double> ShownRun::placeOf(std::int64_t step, XAxis x) const
{
    if (x == XAxis::Step) // avoids a search, because a mean asks all its runs for each tick
        return run->frameCount() > 0 ? std::optional(static_cast<double>(step)) : std::nullopt;
    auto stamp = tickAt(step);
    if (!stamp)
        return std::nullopt;
    stamp->step = step;
    return coordinate(*stamp, x);
}

std::optional<std::size_t> ShownRun::placeInModel(std::string layer) const
{
    while (true) {
        if (const auto known = placesInModel.find(layer); known != placesInModel.end())
            return known->second;
        const std::size_t dot = layer.rfind('.');
        if (dot == std::string::npos)
            return std::nullopt;
        layer.resize(dot);
    }
}

std::vector<const ShownSeries *> inModelOrder(std::span<const ShownSeries> series)
{
    struct Placed
    {
        const ShownSeries *series;
        std::size_t run, place;
    };
    std::vector<const ShownRun *> runs;
    std::vector<std::size_t> last; ///< index of the last series, by run
    std::vector<Placed> placed;
    for (const ShownSeries &each : series) {
        const auto run = static_cast<std::size_t>(std::ranges::find(runs, each.run) - runs.begin());
        if (run == runs.size()) {
            runs.push_back(each.run);
            last.push_back(0);
        }
        last[run] = each.run->placeInModel(each.spec.layer).value_or(last[run]);
        placed.push_back({&each, run, last[run]});
    }
    std::ranges::stable_sort(placed, {}, [](const Placed &each) { return std::pair(each.run, each.place); });
    std::vector<const ShownSeries *> ordered;
    for (const Placed &each : placed)
        ordered.push_back(each.series);
    return ordered;
}

ShownRun &BoardState::addRun(std::shared_ptr<const store::Run> run, const QString &name, const RunStyle &style)
{
    runs.push_back(std::make_unique<ShownRun>(ShownRun{std::move(run), name, style}));
    if (m_style.smoothing > 0)
        runs.back()->smoothed = std::make_shared<store::SmoothedRun>(runs.back()->run, m_style.smoothing);
    return *runs.back();
}

bool BoardState::isVisible(const ShownSeries &series) const
{
    if (!series.run->style.isVisible() || !series.run->isAlong(m_style.x))
        return false;
    return m_hiddenLayers.empty() || !series.run->isOfLayer(series.spec) || !m_hiddenLayers.contains(text(series.spec.layer));
}

std::vector<const ShownRun *> BoardState::visibleRuns() const
{
    std::vector<const ShownRun *> visible;
    for (const auto &run : runs)
        if (run->style.isVisible())
            visible.push_back(run.get());
    return visible;
}

const ShownRun *BoardState::shownRun(const void *run) const
{
    const auto found = std::ranges::find_if(runs, [run](const auto &each) { return each->run.get() == run; });
    return found == runs.end() ? nullptr : found->get();
}

bool BoardState::showsBands(const ShownRun &run) const
{
    constexpr std::ptrdiff_t kMaxBanded = 3;
    const bool isMean = run.mean();
    return std::ranges::count_if(runs, [&](const auto &each) { return each->style.isVisible() && (each->mean() != nullptr) == isMean; }) <= kMaxBanded;
}

void BoardState::setStyle(const BoardStyle &style)
{
    if (style == m_style)
        return;
    const bool otherAxis = style.x != m_style.x, otherLink = style.isLinked != m_style.isLinked;
    m_style = style;
    for (const auto &run : runs)
        if (style.smoothing <= 0)
            run->smoothed = nullptr;
        else if (run->smoothed)
            run->smoothed->setWeight(style.smoothing);
        else
            run->smoothed = std::make_shared<store::SmoothedRun>(run->run, style.smoothing);
    if (otherAxis) { // cursors and cross-hair are meaningless on another axis
        m_crossHair.reset();
        m_cursors = {};
    }
    if (otherAxis || otherLink)
        resetZoom();
    if (otherAxis)
        updateExtent();
    m_events.invalidate();
    Q_EMIT styleChanged();
}

void BoardState::setHiddenLayers(const std::set<QString> &layers)
{
    if (layers == m_hiddenLayers)
        return;
    m_hiddenLayers = layers;
    Q_EMIT layersChanged();
}

void BoardState::updateExtent()
{
    std::optional<Stretch> all;
    bool isLive = false;
    const bool isRead = readOr(false, [&] {
        for (const auto &run : runs) {
            const auto own = run->style.isVisible() && run->isAlong(m_style.x) ? run->extent(m_style.x) : std::nullopt;
            if (own)
                all = all ? Stretch{std::min(all->low, own->low), std::max(all->high, own->high)} : *own;
            isLive = isLive || (own && run->isLive);
        }
        return true;
    });
    if (!isRead)
        return;
    m_extent = all.value_or(Stretch{0, 1});
    const Stretch whole = all ? withRoomFor(*all, isLive, m_whole) : m_extent;
    if (std::exchange(m_whole, whole) != whole)
        Q_EMIT wholeChanged();
}

std::optional<double> BoardState::measuredShare(const std::string &lens)
{
    std::optional<double> least;
    for (const auto &run : runs)
        if (const auto share = run->style.isVisible() ? run->measuredShare(lens) : std::nullopt)
            least = std::min(least.value_or(1), *share);
    return least;
}

double BoardState::nearestTick(double place) const
{
    std::optional<double> nearest;
    for (const ShownRun *run : visibleRuns())
        if (const auto tick = run->isAlong(m_style.x) ? run->nearestTick(m_style.x, place) : std::nullopt)
            if (!nearest || std::abs(*tick - place) < std::abs(*nearest - place))
                nearest = tick;
    return nearest.value_or(place);
}

void BoardState::choose(const std::optional<Stretch> &stretch)
{
    if (stretch == m_chosen)
        return;
    m_chosen = stretch;
    Q_EMIT chosenChanged();
}

void BoardState::chooseByHand(const std::optional<Stretch> &stretch)
{
    if (stretch == m_chosen)
        return;
    const auto go = [this, x = m_style.x](const std::optional<Stretch> &to) {
        if (x != m_style.x)
            return; // the stretch belongs to another axis
        setFollowing(false);
        choose(to);
    };
    m_undo.push(new BoardChange(tr("Zoom"), [go, stretch] { go(stretch); }, [go, before = m_chosen] { go(before); },
                                stretch ? BoardChange::Kind::Zoom : BoardChange::Kind::Single)); // a zoom reset is not merged with other zooms
}

std::optional<Stretch> BoardState::chosenSteps() const
{
    if (!m_chosen || runs.empty() || m_style.x == XAxis::Step)
        return m_chosen;
    Stretch steps{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
    const ShownRun &run = *runs.front();
    for (const record::TickStamp &stamp : run.run->ticks(0, run.run->frameCount()))
        if (m_chosen->contains(run.coordinate(stamp, m_style.x))) {
            steps.low = std::min(steps.low, static_cast<double>(stamp.step));
            steps.high = std::max(steps.high, static_cast<double>(stamp.step));
        }
    return steps;
}

void BoardState::resetZoom()
{
    setFollowing(false);
    choose(std::nullopt);
    Q_EMIT zoomReset();
}

QString BoardState::placeText(double x) const
{
    switch (m_style.x) {
    case XAxis::Step: return tr("step %1").arg(QLocale().toString(std::floor(x), 'f', 0));
    case XAxis::Tick: return tr("tick %1").arg(QLocale().toString(std::floor(x), 'f', 0));
    case XAxis::Epoch: return tr("epoch %1").arg(QLocale().toString(std::floor(x), 'f', 0));
    case XAxis::Samples: return tr("sample %1").arg(QLocale().toString(std::floor(x), 'f', 0));
    case XAxis::WallTime: {
        const auto time = QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(1000 * x));
        return QStringLiteral("%1 %2").arg(dateText(time), timeOfDayText(time));
    }
    case XAxis::RelativeTime: break;
    }
    return lengthText(x);
}

QString BoardState::lengthText(double length) const
{
    if (axisOf(m_style.x) != record::Axis::WallTime)
        return QLocale().toString(length, 'f', 0);
    return clockText(length);
}

void BoardState::setFollowing(bool following)
{
    if (following == m_isFollowing)
        return;
    m_isFollowing = following;
    Q_EMIT followingChanged();
}

void BoardState::setCrossHair(std::optional<double> x)
{
    if (x == m_crossHair)
        return;
    m_crossHair = x;
    Q_EMIT crossHairMoved();
}

void BoardState::pointAt(const ShownRun *run)
{
    if (std::exchange(m_pointedRun, run) != run)
        Q_EMIT runPointed();
}

void BoardState::setEvidence(const std::optional<ShownEvidence> &evidence)
{
    if (std::exchange(m_evidence, evidence) != evidence)
        Q_EMIT evidenceChanged();
}

void BoardState::setCursor(std::size_t which, std::optional<double> x)
{
    if (x == m_cursors[which])
        return;
    m_cursors[which] = x;
    Q_EMIT crossHairMoved();
}

} // namespace lensboard::widgets
