#include "widgets/views/plots/histogram_plot.h"

#include "widgets/axes/colour_map.h"
#include "widgets/core_words.h"
#include "widgets/qt_text.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace lensboard::widgets {

using store::HistogramPyramid;
using store::HistogramShares;

namespace {

constexpr std::size_t kMaxRidges = 24;
constexpr double kRidgeHeight = 2;  ///< height of a high ridge, in distances between ridges
constexpr double kHighestRidge = 4; ///< maximum height; higher ridges are cut
constexpr int kRidgeAlpha = 210;

} // namespace

HistogramPlot::HistogramPlot(BoardState &board, const record::TagSpec &tag, const TagStyle &style, const QString &title, QWidget *parent)
    : TagPlot(board, tag, style, title, parent), m_map(new ImagePlottable(xAxis, yAxis)), m_ridges(new TracePlottable(xAxis, yAxis)),
      m_valueTicker(QSharedPointer<ValueTicker>::create())
{
    if (runsAlongX())
        m_colours.emplace(*this);
    applyTheme();
}

/// Returns the range of the histograms' ticks; while reading, up to the run's last tick.
Stretch HistogramPlot::readExtent() const
{
    if (!m_pyramid || m_pyramid->size() == 0)
        return {0, 1};
    const ShownRun &run = *series().front().run;
    record::TickStamp last = m_pyramid->ticks().back();
    if (m_hasMore)
        if (const std::size_t count = run.run->frameCount(); count > 0)
            last = run.run->ticks(count - 1, count).front();
    const XAxis x = board().style().x;
    return {run.coordinate(m_pyramid->ticks()[0], x), run.coordinate(last, x)};
}

void HistogramPlot::readOn(const QDeadlineTimer &deadline)
{
    if (series().empty())
        return;
    const auto &run = series().front().run->run;
    if (const std::uint64_t edits = run->histogramEdits(); !m_pyramid || (edits != m_edits && !m_edited)) {
        m_edits = edits;
        (m_pyramid ? m_edited : m_pyramid).emplace(run, series().front().index);
    }
    m_hasMore = true; // assumed until known
    while (readPart() && !deadline.hasExpired()) {}
}

/// Returns false if nothing was left to be read.
bool HistogramPlot::readPart()
{
    if (m_hasMore) {
        m_hasMore = (m_edited ? *m_edited : *m_pyramid).readOn();
        if (m_edited && !m_hasMore) {
            m_pyramid = std::exchange(m_edited, std::nullopt);
            m_missing.clear();
            m_drawn = {};
        }
        return true;
    }
    if (m_missing.empty())
        return false;
    std::size_t count = 1; // consecutive histograms are read together
    while (count < std::min(m_missing.size(), HistogramPyramid::kReadAtOnce) && m_missing[count] == m_missing.front() + count)
        ++count;
    m_pyramid->keep(m_missing.front(), count);
    m_missing.erase(m_missing.begin(), m_missing.begin() + static_cast<std::ptrdiff_t>(count));
    return true;
}

/// For a logarithmic tag, the value axis is logarithmic on both sides of zero, and linear up to the least edge.
void HistogramPlot::fill(const Stretch &x)
{
    if (!m_pyramid || m_pyramid->size() == 0) {
        m_map->image = {};
        m_ridges->bands.clear();
        m_drawn = {};
        return;
    }
    const bool isLogarithmic = isLog() && std::isfinite(m_pyramid->minEdge());
    const ValueScale scale = isLogarithmic ? ValueScale(ValueScale::Kind::SymmetricLog, m_pyramid->minEdge()) : ValueScale();
    m_valueTicker->setScale(scale);
    if (runsAlongX())
        fillMap(x, scale);
    else
        fillRidges(scale);
}

Stretch HistogramPlot::valuesShown(const ValueScale &scale) const
{
    const auto extent = m_pyramid->extent();
    const double low = extent ? scale.height(extent->first) : 0, high = extent ? scale.height(extent->second) : 1;
    if (!std::isfinite(high - low))
        return {0, 1};
    const QCPRange room = withRoom(ValueScale::Kind::Linear, low, high, 0.02);
    return {room.lower, room.upper};
}

void HistogramPlot::fillMap(const Stretch &x, const ValueScale &scale)
{
    labelX();
    yAxis->setLabel(yLabel(termText(tag().quantity)));
    const ShownRun &run = *series().front().run;
    const auto switchedOn = run.switchedOnOf(series().front().spec);
    const store::Window window = windowOn(run, x);
    const store::HistogramView view = m_pyramid->view(window, store::gapsOf(m_pyramid->ticks(), switchedOn, window.axis));
    const int height = std::max(1, static_cast<int>(axisRect()->height() * devicePixelRatioF()));
    int firstChanged = 0;
    if (m_drawn.histograms > 0 && std::ranges::equal(m_drawn.switchedOn, switchedOn)) {
        const double last = record::coordinate(m_pyramid->ticks()[m_drawn.histograms - 1], window.axis);
        const double column = (last - window.low) / (window.high - window.low) * static_cast<double>(window.columns);
        firstChanged = static_cast<int>(std::clamp(column - 2, 0.0, static_cast<double>(window.columns))); // nodes may be one column off
    }
    const Stretch values = valuesShown(scale);
    const double highest = m_painter.highest();
    m_painter.paint({{static_cast<int>(window.columns), height}, x, values, scale}, view.spans, firstChanged);
    if (m_painter.highest() != highest)
        markDirty(); // updates the numbers of the colour scale
    m_missing = view.missing;
    m_drawn = {m_missing.empty() ? m_pyramid->size() : 0, {switchedOn.begin(), switchedOn.end()}};
    m_colours->applyTheme(theme(), yAxis->tickLabelFont(), scale.kind() == ValueScale::Kind::Linear ? tr("density") : tr("share per decade"));
    m_colours->setRange(densityScale(m_painter.highest()), 0, m_painter.highest());
    m_map->image = m_painter.image();
    m_map->keys = x;
    m_map->values = values;
    yAxis->setTicker(m_valueTicker);
    yAxis->setRange(values.low, values.high);
}

/// Oldest at the back, drawn at the top; all ridges have equal area.
void HistogramPlot::fillRidges(const ValueScale &scale)
{
    if (m_hasMore) // other histograms will be selected
        return;
    const std::size_t all = m_pyramid->size(), count = std::min(kMaxRidges, all);
    std::vector<std::size_t> numbers;
    std::vector<store::HistogramSpan> chosen;
    m_missing.clear();
    for (std::size_t i = 0; i < count; ++i) {
        numbers.push_back(count == 1 ? 0 : i * (all - 1) / (count - 1));
        if (const HistogramShares *shares = m_pyramid->kept(numbers.back()))
            chosen.push_back({i, i + 1, shares});
        else
            m_missing.push_back(numbers.back());
    }
    if (!m_missing.empty())
        return;
    m_pyramid->keepOnly(numbers);
    m_ridges->bands.clear();
    const Stretch values = valuesShown(scale);
    const double perDensity = kRidgeHeight / highDensity(chosen, scale);
    auto ticker = QSharedPointer<QCPAxisTickerText>::create();
    const std::size_t labelled = std::max<std::size_t>(1, count / 5);
    for (std::size_t i = 0; i < count; ++i) {
        const HistogramShares &histogram = *chosen[i].shares;
        const double base = static_cast<double>(count - 1 - i);
        DrawnBand ridge;
        const auto add = [&](double value, double height) {
            ridge.high.push_back({value, base + height});
            ridge.low.push_back({value, base});
        };
        add(values.low, 0);
        if (!histogram.shares.empty()) {
            const BinHeights heights(*histogram.edges, scale);
            for (std::size_t bin = 0; bin < histogram.shares.size(); ++bin)
                if (const double middle = (heights.edges[bin] + heights.edges[bin + 1]) / 2; values.contains(middle))
                    add(middle, std::min(kHighestRidge, heights.density(bin, histogram.shares[bin]) * perDensity));
        }
        add(values.high, 0);
        ridge.colour = viridis(0.15 + 0.7 * static_cast<double>(i) / static_cast<double>(std::max<std::size_t>(1, count - 1)));
        ridge.colour.setAlpha(kRidgeAlpha);
        ridge.edge = theme().background;
        m_ridges->bands.push_back(std::move(ridge));
        if (i % labelled == 0)
            ticker->addTick(base, QLocale().toString(static_cast<qlonglong>(m_pyramid->ticks()[numbers[i]].step)));
    }
    xAxis->setLabel(yLabel(termText(tag().quantity)));
    yAxis->setLabel(tr("step"));
    yAxis->setTicker(ticker);
    xAxis->setTicker(m_valueTicker);
    xAxis->setRange(values.low, values.high);
    yAxis->setRange(-0.3, static_cast<double>(count) - 1 + kHighestRidge + 0.3);
    if (all > count)
        setNote(tr("%1 of %2 histograms").arg(count).arg(all));
}

} // namespace lensboard::widgets
