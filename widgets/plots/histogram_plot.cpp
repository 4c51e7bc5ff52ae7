#include "widgets/plots/histogram_plot.h"

#include "widgets/core_words.h"
#include "widgets/plots/colour_map.h"
#include "widgets/plots/value_scale.h"
#include "widgets/qt_text.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lensboard::widgets {

using record::Histogram;
using store::StampedHistogram;

namespace {

constexpr std::size_t kMostRidges = 24;
constexpr double kRidgeHeight = 2;  ///< of a high one, in distances between ridges
constexpr double kHighestRidge = 4; ///< where even higher ones end
constexpr int kRidgeAlpha = 210;

/// Values that lie within \p histogram's bins, without empty ones at its ends.
Stretch extentOf(const Histogram &histogram)
{
    std::size_t first = 0, last = histogram.counts.size();
    while (first < last && histogram.counts[first] <= 0)
        ++first;
    while (last > first && histogram.counts[last - 1] <= 0)
        --last;
    return first < last ? Stretch{histogram.edges[first], histogram.edges[last]}
                        : Stretch{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
}

Stretch extentOf(const std::vector<StampedHistogram> &histograms)
{
    Stretch all{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
    for (const StampedHistogram &each : histograms) {
        const Stretch one = extentOf(*each.histogram);
        all = {std::min(all.low, one.low), std::max(all.high, one.high)};
    }
    if (!(all.low <= all.high) || !std::isfinite(all.size()))
        return {0, 1};
    const QCPRange room = withRoom(ValueScale::Kind::Linear, all.low, all.high, 0.02);
    return {room.lower, room.upper};
}

/// Where each of \p histograms stands on the axis: up to the next one, or to where its lens was off. One alone stands for \p whole.
std::vector<Stretch> stretchesOf(const std::vector<StampedHistogram> &histograms, const ShownSeries &series, XAxis x, double whole)
{
    std::vector<record::TickStamp> stamps;
    std::ranges::transform(histograms, std::back_inserter(stamps), &StampedHistogram::stamp);
    const ShownRun &run = *series.run;
    std::vector<Stretch> stretches;
    for (const record::TickStamp &stamp : stamps) {
        const double at = run.coordinate(stamp, x);
        if (!stretches.empty())
            stretches.back().high = at;
        stretches.push_back({at, at + (stretches.empty() ? whole : at - stretches.back().low)});
    }
    for (const store::Gap &gap : store::gapsOf(stamps, run.switchedOnOf(series.spec), axisOf(x)))
        for (Stretch &stretch : stretches)
            if (const double begin = gap.begin - run.origin(x); stretch.low < begin && begin < stretch.high)
                stretch.high = begin;
    return stretches;
}

/// Share of the values per unit, of bin \p i.
double density(const Histogram &histogram, std::size_t i, double total)
{
    const double width = histogram.edges[i + 1] - histogram.edges[i];
    return width > 0 && total > 0 ? histogram.counts[i] / (width * total) : 0;
}

double total(const Histogram &histogram)
{
    double sum = 0;
    for (const double count : histogram.counts)
        sum += count;
    return sum;
}

/// The density that most bins do not reach: one narrow bin around zero would leave all others without colour.
template <typename Each>
double highDensity(const Each &each)
{
    constexpr double kShare = 0.98;
    std::vector<double> densities;
    each([&](const Histogram &histogram) {
        const double sum = total(histogram);
        for (std::size_t i = 0; i < histogram.counts.size(); ++i)
            if (const double dense = density(histogram, i, sum); dense > 0)
                densities.push_back(dense);
    });
    if (densities.empty())
        return 1;
    const auto at = densities.begin() + static_cast<std::ptrdiff_t>(kShare * static_cast<double>(densities.size() - 1));
    std::nth_element(densities.begin(), at, densities.end());
    return *at;
}

} // namespace

HistogramPlot::HistogramPlot(BoardState &board, const record::TagSpec &tag, const TagLook &look, const QString &title, QWidget *parent)
    : TagPlot(board, tag, look, title, parent), m_map(new ImagePlottable(xAxis, yAxis)), m_ridges(new TracePlottable(xAxis, yAxis)),
      m_valueTicker(QSharedPointer<ValueTicker>::create())
{
    applyTheme();
}

/// Histograms are no values: their run's ticks say how far they reach.
Stretch HistogramPlot::readExtent() const
{
    if (series().empty())
        return {0, 1};
    const ShownRun &run = *series().front().run;
    const auto histograms = run.run->histograms(series().front().index);
    if (histograms.empty())
        return {0, 1};
    const XAxis x = board().look().x;
    return {run.coordinate(histograms.front().stamp, x), run.coordinate(histograms.back().stamp, x)};
}

void HistogramPlot::fill(const Stretch &x)
{
    m_map->image = {};
    m_ridges->bands.clear();
    m_ridges->lines.clear();
    if (series().empty())
        return;
    const auto histograms = atHeights();
    if (histograms.empty())
        return;
    if (runsAlongX())
        fillMap(x, histograms);
    else
        fillRidges(histograms);
}

/// The histograms with the heights of their edges on the axis of values, which is logarithmic on either side of zero if the tag is: linear
/// as far as the least edge.
std::vector<StampedHistogram> HistogramPlot::atHeights()
{
    auto histograms = series().front().run->run->histograms(series().front().index);
    double least = std::numeric_limits<double>::infinity();
    for (const StampedHistogram &each : histograms)
        for (const double edge : each.histogram->edges)
            least = edge == 0 ? least : std::min(least, std::abs(edge));
    const bool isLogarithmic = isLog() && std::isfinite(least);
    const ValueScale scale = isLogarithmic ? ValueScale(ValueScale::Kind::SymmetricLog, least) : ValueScale();
    m_valueTicker->setScale(scale);
    for (StampedHistogram &each : histograms)
        if (isLogarithmic) {
            Histogram moved = *each.histogram;
            std::ranges::transform(moved.edges, moved.edges.begin(), [&](double edge) { return scale.height(edge); });
            each.histogram = std::make_shared<const Histogram>(std::move(moved));
        }
    return histograms;
}

/// Each histogram fills the columns up to the next one, or to where its lens was off.
void HistogramPlot::fillMap(const Stretch &x, const std::vector<StampedHistogram> &histograms)
{
    labelX();
    yAxis->setLabel(termText(tag().quantity));
    const Stretch values = extentOf(histograms);
    const QSize size = axisRect()->size();
    QImage image(std::max(1, size.width()), std::max(1, size.height()), QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    const auto stretches = stretchesOf(histograms, series().front(), board().look().x, x.size());
    const double high = highDensity([&](const auto &use) {
        for (const StampedHistogram &each : histograms)
            use(*each.histogram);
    });
    const auto column = [&](double at) { return static_cast<int>(std::clamp((at - x.low) / x.size() * image.width(), 0.0, 1.0 * image.width())); };
    const auto row = [&](double value) {
        return static_cast<int>(std::clamp((values.high - value) / values.size() * image.height(), 0.0, 1.0 * image.height()));
    };
    for (std::size_t h = 0; h < histograms.size(); ++h) {
        const Histogram &histogram = *histograms[h].histogram;
        const int left = column(stretches[h].low), right = std::max(column(stretches[h].high), left + 1);
        const double sum = total(histogram);
        QPainter painter(&image);
        for (std::size_t i = 0; i < histogram.counts.size(); ++i)
            if (const double dense = density(histogram, i, sum); dense > 0) {
                const int top = row(histogram.edges[i + 1]), bottom = std::max(row(histogram.edges[i]), top + 1);
                painter.fillRect(left, top, right - left, bottom - top, viridis(std::log1p(99 * dense / high) / std::log(100)));
            }
    }
    m_map->image = image;
    m_map->keys = x;
    m_map->values = values;
    yAxis->setTicker(m_valueTicker);
    yAxis->setRange(values.low, values.high);
}

/// The oldest at the back, which is above; all of one area.
void HistogramPlot::fillRidges(const std::vector<StampedHistogram> &histograms)
{
    const Stretch values = extentOf(histograms);
    const std::size_t count = std::min(kMostRidges, histograms.size());
    std::vector<const StampedHistogram *> chosen;
    for (std::size_t i = 0; i < count; ++i)
        chosen.push_back(&histograms[count == 1 ? 0 : i * (histograms.size() - 1) / (count - 1)]);
    const double perDensity = kRidgeHeight / highDensity([&](const auto &use) {
        for (const StampedHistogram *each : chosen)
            use(*each->histogram);
    });
    auto ticker = QSharedPointer<QCPAxisTickerText>::create();
    const std::size_t labelled = std::max<std::size_t>(1, count / 5);
    for (std::size_t i = 0; i < count; ++i) {
        const Histogram &histogram = *chosen[i]->histogram;
        const double base = static_cast<double>(count - 1 - i), sum = total(histogram);
        DrawnBand ridge;
        const auto add = [&](double value, double height) {
            ridge.high.push_back({value, base + height});
            ridge.low.push_back({value, base});
        };
        add(values.low, 0);
        for (std::size_t bin = 0; bin < histogram.counts.size(); ++bin)
            if (const double middle = (histogram.edges[bin] + histogram.edges[bin + 1]) / 2; values.contains(middle))
                add(middle, std::min(kHighestRidge, density(histogram, bin, sum) * perDensity));
        add(values.high, 0);
        ridge.colour = viridis(0.15 + 0.7 * static_cast<double>(i) / static_cast<double>(std::max<std::size_t>(1, count - 1)));
        ridge.colour.setAlpha(kRidgeAlpha);
        ridge.edge = theme().background;
        m_ridges->bands.push_back(std::move(ridge));
        if (i % labelled == 0)
            ticker->addTick(base, QLocale().toString(static_cast<qlonglong>(chosen[i]->stamp.step)));
    }
    xAxis->setLabel(termText(tag().quantity));
    yAxis->setLabel(tr("step"));
    yAxis->setTicker(ticker);
    xAxis->setTicker(m_valueTicker);
    xAxis->setRange(values.low, values.high);
    yAxis->setRange(-0.3, static_cast<double>(count) - 1 + kHighestRidge + 0.3);
    if (histograms.size() > count)
        setNote(tr("%1 of %2 histograms").arg(count).arg(histograms.size()));
}

} // namespace lensboard::widgets
