#include "widgets/board/board_navigation.h"

#include "core/store/file/run_file_format.h"
#include "core/visualizer/visualizer.h"
#include "widgets/board/plot_board.h"
#include "widgets/board/section_list.h"
#include "widgets/board/tag_section.h"
#include "widgets/core_words.h"
#include "widgets/qt_text.h"
#include "widgets/views/tag_plot.h"

#include <algorithm>
#include <limits>

namespace lensboard::widgets {

namespace {

constexpr double kMinEvidence = 0.06, kMaxEvidence = 0.9; ///< limits of the zoom to evidence, as share of the run

std::optional<record::TickStamp> firstNonFinite(const ShownSeries &series)
{
    const store::Run &run = *series.run->run;
    if (series.spec.label.ends_with(visualizer::kNonFiniteLabel)) { // number of non-finite values per tick
        const auto span = run.span(series.index);
        return span ? std::optional(span->first) : std::nullopt;
    }
    const auto value = run.tally(series.index).nonFinite ? run.firstNonFinite(series.index) : std::nullopt;
    return value ? std::optional(value->stamp) : std::nullopt;
}

} // namespace

BoardNavigation::BoardNavigation(PlotBoard &board) : m_board(board)
{
    connect(&board.state(), &BoardState::chosenChanged, this, &BoardNavigation::behindChanged);
    connect(&board.state(), &BoardState::followingChanged, this, &BoardNavigation::behindChanged);
}

// ---- the x axis

/// Returns a plot to move; linked plots move with it. Null if no plot runs along x.
TagPlot *BoardNavigation::plotToMove() const
{
    if (m_currentPlot && m_currentPlot->runsAlongX())
        return m_currentPlot;
    const auto made = m_board.madePlots();
    const auto first = std::ranges::find_if(made, &TagPlot::runsAlongX);
    return first == made.end() ? nullptr : *first;
}

void BoardNavigation::zoom(double factor)
{
    if (TagPlot *plot = plotToMove())
        plot->pointer().zoom(factor, m_board.state().crossHair().value_or((plot->shownX().low + plot->shownX().high) / 2));
}

void BoardNavigation::pan(double share)
{
    if (TagPlot *plot = plotToMove())
        plot->pointer().pan(share);
}

void BoardNavigation::resetZoom()
{
    m_board.state().setEvidence(std::nullopt);
    m_board.state().chooseByHand(std::nullopt);
    m_board.state().resetZoom(); // also resets plots that are not linked
}

/// The last tick of the visible runs.
std::optional<double> BoardNavigation::newest() const
{
    const BoardState &state = m_board.state();
    std::optional<double> last;
    for (const ShownRun *run : state.visibleRuns()) {
        const std::size_t count = run->run->frameCount();
        const auto ticks = run->run->ticks(count ? count - 1 : 0, count);
        if (!ticks.empty())
            last = std::max(last.value_or(-std::numeric_limits<double>::infinity()), run->coordinate(ticks.front(), state.style().x));
    }
    return last;
}

bool BoardNavigation::isBehind() const
{
    const auto &chosen = m_board.state().chosen();
    const auto last = newest();
    return std::ranges::any_of(m_board.state().visibleRuns(), &ShownRun::isLive) && chosen && last && *last > chosen->high;
}

void BoardNavigation::setFollowing(bool following)
{
    m_board.state().setFollowing(following && m_board.state().chosen());
    keepUp();
}

void BoardNavigation::keepUp()
{
    BoardState &state = m_board.state();
    const auto last = newest();
    const auto chosen = state.chosen();
    if (state.isFollowing() && chosen && last && *last > chosen->high)
        state.choose(Stretch{*last - chosen->size(), *last});
    if (chosen)
        Q_EMIT behindChanged();
}

void BoardNavigation::pinCursor(std::size_t which)
{
    BoardState &state = m_board.state();
    state.setCursor(which, state.crossHair() ? state.crossHair() : newest());
}

// ---- plots

TagPlot *BoardNavigation::currentPlot() const
{
    return m_currentPlot;
}

void BoardNavigation::setCurrentTag(const QString &tag)
{
    if (!m_board.sections().section(tag) || tag == m_currentTag)
        return;
    m_currentTag = tag;
    m_currentPlot = nullptr;
    Q_EMIT currentChanged();
}

bool BoardNavigation::goToTag(const QString &tag)
{
    setCurrentTag(tag);
    const TagSection *const section = m_board.sections().section(tag);
    TagPlot *const plot = section && section->wanted ? section->plotOf({}) : nullptr;
    if (plot)
        m_board.sections().scrollTo(*plot);
    return plot;
}

void BoardNavigation::setCurrentPlot(TagPlot *plot)
{
    if (m_currentPlot == plot)
        return;
    m_currentPlot = plot;
    m_currentTag = text(plot->tag().name);
    Q_EMIT currentChanged();
}

bool BoardNavigation::goToFirstNonFinite()
{
    struct Found
    {
        TagSection *section;
        const ShownSeries *series;
        record::TickStamp stamp;
    };
    std::optional<Found> first;
    try {
        for (TagSection *section : m_board.sections().visible())
            for (const ShownSeries &series : section->series()) {
                if (series.spec.role != record::SeriesRole::Line || !m_board.state().isVisible(series))
                    continue;
                if (const auto stamp = firstNonFinite(series); stamp && (!first || stamp->step < first->stamp.step))
                    first = Found{section, &series, *stamp};
            }
    } catch (const store::RunFileError &error) {
        Q_EMIT m_board.failed(messageText(error));
        return false;
    }
    TagPlot *plot = first ? first->section->plotOf(text(first->series->spec.layer)) : nullptr;
    if (!plot) {
        Q_EMIT m_board.noticed(tr("All values are finite."));
        return false;
    }
    m_board.sections().scrollTo(*plot);
    setCurrentPlot(plot);
    m_board.state().setCrossHair(first->series->run->coordinate(first->stamp, m_board.state().style().x));
    return true;
}

bool BoardNavigation::goToEvidence(const ShownRun &run, ShownEvidence evidence, std::int64_t firstStep, std::int64_t lastStep)
{
    BoardState &state = m_board.state();
    const TagSection *const section = m_board.sections().section(evidence.tag);
    const auto isMissing = [this, &evidence] {
        Q_EMIT m_board.noticed(tr("There is no plot of %1 here.").arg(tagText({.name = evidence.tag.toStdString(), .lens = {}})));
        return false;
    };
    if (!section)
        return isMissing();
    Stretch whole;
    try {
        const XAxis x = state.style().x;
        const std::size_t ticks = run.run->frameCount();
        const auto first = run.placeOf(firstStep, x), last = run.placeOf(lastStep, x);
        if (!first || !last)
            return isMissing();
        evidence.x = {*first, *last};
        whole = {run.coordinate(run.run->ticks(0, 1).front(), x), run.coordinate(run.run->ticks(ticks - 1, ticks).front(), x)};
    } catch (const store::RunFileError &error) {
        Q_EMIT m_board.failed(messageText(error));
        return true;
    }
    m_board.visibility().setTagVisible(evidence.tag, true);
    std::set<QString> hidden = state.hiddenLayers();
    const bool ofAll = evidence.layers.empty() && section->plotCount() == 0; // no layer of the section is shown
    if (std::erase_if(hidden, [&](const QString &layer) { return ofAll || evidence.layers.contains(layer); }) > 0)
        m_board.visibility().setHiddenLayers(hidden);
    // half the length is added before it, to show the state before the finding
    const double length = std::max(evidence.x.size(), kMinEvidence * whole.size());
    const Stretch seen = {std::max(whole.low, evidence.x.low - length / 2), std::min(whole.high, evidence.x.high + length / 6)};
    state.chooseByHand(seen.size() < kMaxEvidence * whole.size() && seen.size() > 0 ? std::optional(seen) : std::nullopt);
    const QString layer = evidence.layers.empty() ? QString() : *evidence.layers.begin();
    state.setEvidence(std::move(evidence));
    if (TagPlot *plot = section->plotOf(layer)) {
        m_board.sections().scrollTo(*plot);
        setCurrentPlot(plot);
    }
    return true;
}

void BoardNavigation::goToLayer(const QString &layer)
{
    std::vector<TagSection *> sections = m_board.sections().visible();
    std::ranges::stable_partition(sections, [this](const TagSection *section) { return text(section->tag().name) == m_currentTag; });
    for (const TagSection *section : sections) {
        const bool has = std::ranges::any_of(section->series(), [&](const ShownSeries &each) { return text(each.spec.layer) == layer; });
        if (TagPlot *plot = has ? section->plotOf(layer) : nullptr)
            return m_board.sections().scrollTo(*plot);
    }
}

} // namespace lensboard::widgets
