#include "widgets/axes/value_labels.h"

#include <QFontMetrics>
#include <QPainter>

#include <algorithm>
#include <numeric>
#include <ranges>

namespace lensboard::widgets {

namespace {

constexpr int kDistance = 7; ///< pixels from a point to its label
constexpr int kPadding = 3;
constexpr int kMaxLetters = 36;
constexpr int kVeil = 215; ///< alpha of the background, so that lines behind are faint

/// Labels stacked without gaps, with the mean of their wanted places.
struct Stack
{
    double sum = 0;
    std::size_t count = 0;

    double mean() const { return sum / static_cast<double>(count); }
};

/// Returns the rising sequence closest to \p values (pool-adjacent-violators algorithm).
std::vector<double> risen(std::span<const double> values)
{
    std::vector<Stack> stacks;
    for (const double value : values) {
        stacks.push_back({value, 1});
        while (stacks.size() > 1 && stacks[stacks.size() - 2].mean() > stacks.back().mean()) {
            const Stack last = stacks.back();
            stacks.pop_back();
            stacks.back().sum += last.sum;
            stacks.back().count += last.count;
        }
    }
    std::vector<double> rising;
    for (const Stack &stack : stacks)
        rising.insert(rising.end(), stack.count, stack.mean());
    return rising;
}

} // namespace

std::vector<double> spreadOut(std::span<const double> wanted, double height, double top, double bottom)
{
    std::vector<std::size_t> order(wanted.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return wanted[i]; });
    std::vector<double> shifted; // minus the labels above: equal where labels touch
    for (std::size_t i = 0; i < order.size(); ++i)
        shifted.push_back(wanted[order[i]] - static_cast<double>(i) * height);
    const std::vector<double> rising = risen(shifted);
    const double first = top + height / 2, last = std::max(first, bottom + height / 2 - static_cast<double>(wanted.size()) * height);
    std::vector<double> middles(wanted.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        middles[order[i]] = std::clamp(rising[i], first, last) + static_cast<double>(i) * height;
    return middles;
}

void paintLabels(QPainter &painter, const PlotTheme &theme, const QRect &within, std::span<const ValueLabel> labels, LabelSide side)
{
    const QFontMetrics metrics = painter.fontMetrics();
    const int height = metrics.height();
    if (labels.empty() || static_cast<int>(labels.size()) * height > within.height())
        return;
    std::vector<double> heights;
    std::vector<QString> texts;
    int width = 0;
    for (const ValueLabel &label : labels) {
        heights.push_back(label.at.y());
        texts.push_back(metrics.elidedText(label.text, Qt::ElideMiddle, kMaxLetters * metrics.averageCharWidth()));
        width = std::max(width, metrics.horizontalAdvance(texts.back()) + 2 * kPadding);
    }
    const auto [leftmost, rightmost] = std::ranges::minmax(labels | std::views::transform([](const ValueLabel &label) { return label.at.x(); }));
    const bool fitsLeft = leftmost - kDistance - width >= within.left(), fitsRight = rightmost + kDistance + width <= within.right();
    const bool isRight = side == LabelSide::Right ? fitsRight || !fitsLeft : !fitsLeft;
    const std::vector<double> middles = spreadOut(heights, height, within.top(), within.bottom());
    QColor veil = theme.background;
    veil.setAlpha(kVeil);
    for (std::size_t i = 0; i < labels.size(); ++i) {
        const int own = metrics.horizontalAdvance(texts[i]) + 2 * kPadding;
        const QRectF box(isRight ? rightmost + kDistance : leftmost - kDistance - own, middles[i] - height / 2.0, own, height);
        painter.setPen(Qt::NoPen);
        painter.setBrush(veil);
        painter.drawRoundedRect(box, 2, 2);
        painter.setPen(labels[i].colour);
        painter.drawText(box, Qt::AlignCenter, texts[i]);
    }
}

} // namespace lensboard::widgets
