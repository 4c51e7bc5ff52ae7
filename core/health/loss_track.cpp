#include "core/health/loss_track.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace lensboard::health {

void LossTrack::add(double value, std::int64_t step)
{
    if (m_count == 0)
        m_firstStep = step;
    m_before = m_recent;
    m_ring[m_count % kRecent] = value;
    m_least = m_count == 0 ? value : std::min(m_least, value);
    ++m_count;
    m_lastStep = step;
    if (m_count > 1)
        addDifference(value - m_last);
    m_recent = medianOfRecent();
    const bool isStart = m_count <= 3 && !hasLongTicks();
    if (isStart)
        m_start = m_recent;
    if (isStart || m_recent < m_best) {
        m_best = m_recent;
        m_bestStep = step;
        m_peak = m_recent;
    }
    m_peak = std::max(m_peak, m_recent);
    m_last = value;
    if (m_count < 2 * kDifferences || m_count % 8 == 0)
        updateNoise();
    addToOutline(step);
}

/// From epoch to epoch a loss falls by more than its noise. Second differences ignore a steady fall, and their noise is √3 times as large.
void LossTrack::addDifference(double rise)
{
    const double difference = hasLongTicks() ? (rise - m_rise) / std::sqrt(3.0) : rise;
    m_rise = rise;
    if (differences() > 0)
        m_differences[(differences() - 1) % kDifferences] = std::abs(difference);
}

std::size_t LossTrack::differences() const
{
    return m_count - std::min<std::size_t>(m_count, hasLongTicks() ? 2 : 1);
}

double LossTrack::medianOfRecent() const
{
    std::array<double, kRecent> values{};
    const std::size_t count = std::min(m_count, hasLongTicks() ? kRecentLong : kRecent);
    for (std::size_t i = 0; i < count; ++i)
        values[i] = m_ring[(m_count - 1 - i) % kRecent];
    return medianOf(std::span(values).first(count));
}

/// Neighbours differ by √2 standard deviations, and the median of |N(0, 1)| is 0.6745.
void LossTrack::updateNoise()
{
    if (differences() == 0)
        return;
    std::array<double, kDifferences> values = m_differences;
    m_noise = medianOf(std::span(values).first(std::min(differences(), kDifferences))) / 0.6745 / std::sqrt(2.0);
}

void LossTrack::addToOutline(std::int64_t step)
{
    if (m_outline.empty() || m_outline.back().count == m_stretchSize) {
        if (m_outline.size() == kMaxStretches) {
            for (std::size_t i = 0; i < kMaxStretches / 2; ++i) {
                const Stretch &a = m_outline[2 * i], &b = m_outline[2 * i + 1];
                m_outline[i] = {a.sum + b.sum, a.count + b.count, a.firstStep, b.lastStep};
            }
            m_outline.resize(kMaxStretches / 2);
            m_stretchSize *= 2;
        }
        m_outline.push_back({0, 0, step, step});
    }
    Stretch &stretch = m_outline.back();
    stretch.sum += m_recent;
    ++stretch.count;
    stretch.lastStep = step;
}

double LossTrack::level() const
{
    if (m_start > 0 && m_least >= 0)
        return m_recent / m_start;
    return m_start > m_best ? (m_recent - m_best) / (m_start - m_best) : 1;
}

double LossTrack::meanOver(double from, double to) const
{
    const auto size = static_cast<double>(m_outline.size());
    const auto first = static_cast<std::size_t>(from * size);
    const auto last = std::max(first + 1, static_cast<std::size_t>(to * size));
    double sum = 0;
    std::size_t count = 0;
    for (std::size_t i = first; i < std::min(last, m_outline.size()); ++i) {
        sum += m_outline[i].sum;
        count += m_outline[i].count;
    }
    return count == 0 ? m_recent : sum / static_cast<double>(count);
}

} // namespace lensboard::health
