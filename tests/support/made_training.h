#pragma once

#include "core/health/checker.h"
#include "core/store/columns/run_store.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace lensboard::test {

/// Makes a run in memory like our lenses record it; each quantity is a function of the tick, starting at 0.
class MadeTraining
{
public:
    static constexpr std::int64_t kStepsATick = 20;
    using Curve = std::function<double(int tick)>;

    explicit MadeTraining(record::RunInfo info = {}, std::int64_t stepsATick = kStepsATick)
        : m_info(std::move(info)), m_stepsATick(stepsATick), m_store(m_info)
    {}

    /// Adds a line; a line of a big tag if \p layer is empty.
    MadeTraining &line(const std::string &tag, const std::string &layer, const std::string &label, Curve curve, int every = 1,
                       record::SeriesRole role = record::SeriesRole::Line)
    {
        const bool big = layer.empty();
        const std::uint32_t index = m_store.registerTag({tag, "made", record::TagKind::Numerical, "value", big});
        m_lines.push_back({m_store.registerSeries({index, big ? tag : layer, label, role}), std::move(curve), every});
        return *this;
    }
    MadeTraining &trainLoss(Curve curve) { return line("Loss", "", "train_loss mean", std::move(curve)); }
    /// Adds a validation loss at every tenth tick.
    MadeTraining &validationLoss(Curve curve) { return line("Loss", "", "val_loss mean", std::move(curve), 10); }

    store::RunStore &store() { return m_store; }
    int ticks() const { return m_tick; }

    /// Trains for \p count more ticks.
    MadeTraining &train(int count)
    {
        for (const int end = m_tick + count; m_tick < end; ++m_tick) {
            record::Frame frame{{m_tick + 1, 1 + m_tick / 10, m_stepsATick * (m_tick + 1), 0, 1.7e9 + m_tick}, {}};
            for (const Line &line : m_lines)
                if ((m_tick + 1) % line.every == 0)
                    frame.values.push_back({line.series, line.curve(m_tick)});
            m_store.commit(std::move(frame));
        }
        return *this;
    }

private:
    struct Line
    {
        std::uint32_t series;
        Curve curve;
        int every;
    };

    record::RunInfo m_info;
    std::int64_t m_stepsATick;
    store::RunStore m_store;
    std::vector<Line> m_lines;
    int m_tick = 0;
};

/// Returns a normally distributed number, about -3 to 3, determined by \p tick.
inline double noise(int tick, unsigned seed = 1)
{
    std::mt19937 random(seed * 7919u + static_cast<unsigned>(tick));
    return std::normal_distribution<double>()(random);
}

/// Loss of a healthy training: falls from \p start to a tenth of it, with noise.
inline double goodLoss(int tick, double start = 2.3)
{
    return start * (0.1 + 0.9 * std::exp(-tick / 40.0)) * (1 + 0.08 * noise(tick));
}

/// Returns one line per finding, most severe first: "problem LossDiverging [fc1 fc2]".
inline std::string told(const std::vector<health::Finding> &findings)
{
    std::string text;
    for (const health::Finding &finding : findings) {
        text += std::string(toText(finding.severity)) + ' ' + finding.rule;
        for (std::size_t i = 0; i < finding.layers.size(); ++i)
            text += (i == 0 ? " [" : " ") + finding.layers[i];
        text += finding.layers.empty() ? "\n" : "]\n";
    }
    return text;
}

inline std::vector<health::Finding> checked(const store::Run &run, const std::vector<std::string> &rules = {})
{
    health::Checker checker(health::rulesNamed(rules));
    checker.follow(run);
    return checker.findings();
}

} // namespace lensboard::test
