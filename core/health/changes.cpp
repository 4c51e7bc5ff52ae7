#include "core/health/changes.h"

#include "core/record/message.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string_view>

namespace lensboard::health {

using record::message;

namespace {

constexpr std::size_t kMaxChanges = 1000, kMaxEpochs = 10000;

constexpr std::array<std::string_view, 12> kOfLongSteps = {"NotFinite",   "LossDiverging", "LossSpike",  "Oscillation",  "UpdateRatio", "ExplodingGradient",
                                                          "NoGradient",  "DeadUnits",     "Saturation", "RankCollapse", "ClassImbalance", "ValidationNoBetterThanGuessing"};
constexpr std::array<std::string_view, 4> kOfShortSteps = {"Plateau", "LearningRateTooLow", "LayerFrozen", "UpdateRatio"};
constexpr std::array<std::string_view, 4> kOfData = {"NotFinite", "LossDiverging", "LossSpike", "ExplodingGradient"};

bool isOneOf(const auto &rules, std::string_view rule)
{
    return std::ranges::find(rules, rule) != rules.end();
}

} // namespace

void Changes::note(const record::RunEvent &event)
{
    using Kind = record::RunEvent::Kind;
    double rate = 0;
    if (event.kind != Kind::LearningRate || std::from_chars(event.text.data(), event.text.data() + event.text.size(), rate).ec != std::errc())
        return;
    const int effects = m_setRate == 0 ? LongerSteps | ShorterSteps : rate > m_setRate ? LongerSteps : ShorterSteps;
    m_setRate = rate;
    add({event.step, effects, record::messagePattern("%1 steps after the learning rate was set to %2"), shown(rate)});
}

void Changes::endTick(const TickState &tick)
{
    followRate(tick);
    if ((m_epochs.empty() || m_epochs.back().first != tick.epoch) && m_epochs.size() < kMaxEpochs)
        m_epochs.emplace_back(tick.epoch, tick.step);
    m_firstStep = m_ticks++ == 0 ? tick.step : m_firstStep;
    m_step = tick.step;
}

/// A warm-up and a decay are not steady, so they do not jump.
void Changes::followRate(const TickState &tick)
{
    constexpr double kJump = 2, kSteady = 1.3;
    const double rate = tick.rate.last();
    const double factor = m_rate > 0 && rate > 0 ? rate / m_rate : 1;
    const bool wasSteady = m_factor < kSteady && m_factor > 1 / kSteady;
    if (wasSteady && (factor >= kJump || factor <= 1 / kJump))
        add({m_step, factor > 1 ? LongerSteps : ShorterSteps, record::messagePattern("%1 steps after the learning rate changed from %2 to %3"), shown(m_rate), shown(rate)});
    m_factor = factor;
    m_rate = rate;
}

void Changes::add(Change change)
{
    if (m_changes.size() < kMaxChanges)
        m_changes.push_back(std::move(change));
}

double Changes::ticksBetween(std::int64_t step, std::int64_t later) const
{
    return m_step == m_firstStep ? 0 : static_cast<double>(later - step) / static_cast<double>(m_step - m_firstStep) * static_cast<double>(m_ticks - 1);
}

bool Changes::isNewEpoch(std::int64_t step) const
{
    constexpr double kFewestTicks = 8;
    const auto epoch = std::ranges::find(m_epochs, step, [](const auto &each) { return each.second; });
    return epoch != m_epochs.end() && epoch != m_epochs.begin() && ticksBetween((epoch - 1)->second, step) >= kFewestTicks;
}

record::Message Changes::before(const std::string &rule, std::int64_t step) const
{
    const int effects = (isOneOf(kOfLongSteps, rule) ? LongerSteps : 0) | (isOneOf(kOfShortSteps, rule) ? ShorterSteps : 0);
    const double most = std::clamp(ticksBetween(m_firstStep, step) / 10, 2.0, 10.0);
    const Change *last = nullptr;
    for (const Change &change : m_changes)
        if (change.step < step && (change.effects & effects) && ticksBetween(change.step, step) <= most && (!last || change.step > last->step))
            last = &change;
    if (last)
        return record::messageOfPattern(last->pattern, step - last->step, last->first, last->second);
    return isOneOf(kOfData, rule) && isNewEpoch(step) ? message("in the first tick of a new epoch") : "";
}

} // namespace lensboard::health
