#include "tests/zoo/peers.h"

#include "core/health/signals.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <vector>

namespace lensboard::zoo {

using health::Signal;

namespace {

/// A line's values by step.
struct Series
{
    health::Line line;
    std::map<std::int64_t, double> values;
};

std::vector<Series> readAll(const store::Run &run)
{
    store::RunCursor cursor;
    const store::RunChanges all = run.since(cursor);
    health::SignalTable table;
    if (all.info)
        table.learn(*all.info);
    for (const auto &[index, tag] : all.tags)
        table.addTag(index, tag);
    std::vector<Series> found;
    const auto ticks = run.ticks(0, run.frameCount());
    for (std::uint32_t i = 0; i < all.series.size(); ++i)
        if (const auto line = table.add(i, all.series[i])) {
            Series series{*line, {}};
            for (const store::PlacedValue &value : run.values(i, 0, run.frameCount()))
                series.values[ticks.at(value.frame).step] = value.value;
            found.push_back(std::move(series));
        }
    return found;
}

class Peers
{
public:
    explicit Peers(const store::Run &run) : m_all(readAll(run)) {}

    PeerVerdicts judge()
    {
        for (const Series &series : m_all)
            if (series.line.countsNonFinite)
                fireIf(m_verdicts.sageMaker, "ExplodingTensor", std::ranges::any_of(series.values, [](const auto &each) { return each.second > 0; }));
            else
                judge(series);
        judgeGap();
        judgeRatios();
        judgeNorms();
        return m_verdicts;
    }

private:
    static void fireIf(std::set<std::string> &verdicts, const std::string &rule, bool isSo)
    {
        if (isSo)
            verdicts.insert(rule);
    }

    const Series *find(Signal signal, const std::string &layer = {}, const std::string &parameter = {}) const
    {
        const auto found = std::ranges::find_if(m_all, [&](const Series &each) {
            return each.line.signal == signal && !each.line.countsNonFinite && (layer.empty() || (each.line.layer == layer && each.line.parameter == parameter));
        });
        return found == m_all.end() ? nullptr : &*found;
    }

    void judge(const Series &series)
    {
        std::vector<double> recent;
        for (const auto &[step, value] : series.values) {
            fireIf(m_verdicts.sageMaker, "ExplodingTensor", !std::isfinite(value));
            const double rms = series.line.size > 0 ? value / std::sqrt(series.line.size) : 1;
            if (series.line.signal == Signal::GradientNorm) {
                fireIf(m_verdicts.sageMaker, "VanishingGradient", 0.8 * rms < 1e-7);
                fireIf(m_verdicts.neuroScope, "vanishing", rms < 1e-5);
            } else if (series.line.signal == Signal::DeathRate) {
                fireIf(m_verdicts.sageMaker, "DeadRelu", value > 0.5);
                fireIf(m_verdicts.neuroScope, "dead ReLU", value > 0.3);
            } else if (series.line.signal == Signal::TrainLoss) {
                fireIf(m_verdicts.sageMaker, "LossNotDecreasing", recent.size() >= 10 && value >= recent[recent.size() - 10]);
                recent.push_back(value);
            }
        }
    }

    /// Ratio of validation loss to training loss.
    void judgeGap()
    {
        const Series *training = find(Signal::TrainLoss), *validation = find(Signal::ValidationLoss);
        if (!training || !validation)
            return;
        int inARow = 0;
        for (const auto &[step, value] : validation->values) {
            const auto next = training->values.upper_bound(step);
            if (next == training->values.begin())
                continue;
            const double train = std::prev(next)->second, gap = (value - train) / train;
            inARow = gap > 0.1 ? inARow + 1 : 0;
            fireIf(m_verdicts.sageMaker, "Overfit", inARow > 1);
            fireIf(m_verdicts.neuroScope, "overfitting", gap > 0.5);
        }
    }

    void judgeRatios()
    {
        std::map<std::int64_t, std::vector<double>> byStep;
        for (const Series &update : m_all) {
            const Series *weight = update.line.signal == Signal::UpdateNorm ? find(Signal::ParameterNorm, update.line.layer, update.line.parameter) : nullptr;
            if (!weight || update.line.countsNonFinite)
                continue;
            int still = 0;
            for (const auto &[step, value] : update.values)
                if (const auto norm = weight->values.find(step); norm != weight->values.end() && norm->second > 0) {
                    const double ratio = value / norm->second;
                    fireIf(m_verdicts.sageMaker, "WeightUpdateRatio", ratio > 10 || ratio < 1e-8);
                    still = ratio < 1e-5 ? still + 1 : 0;
                    fireIf(m_verdicts.sageMaker, "UnchangedTensor", still >= 3);
                    byStep[step].push_back(ratio);
                }
        }
        for (auto &[step, ratios] : byStep) {
            std::ranges::nth_element(ratios, ratios.begin() + static_cast<std::ptrdiff_t>(ratios.size() / 2));
            const double median = ratios[ratios.size() / 2];
            fireIf(m_verdicts.neuroScope, "update ratio", median < 1e-4 || median > 5e-2);
        }
    }

    /// NeuroScope's rule for exploding gradients.
    void judgeNorms()
    {
        std::map<std::int64_t, std::pair<double, double>> byStep; ///< sum of squares, and greatest value
        for (const Series &series : m_all)
            if (series.line.signal == Signal::GradientNorm && !series.line.countsNonFinite && !series.line.isRms)
                for (const auto &[step, value] : series.values) {
                    auto &[squares, greatest] = byStep[step];
                    squares += value * value;
                    greatest = std::max(greatest, value);
                }
        for (const auto &[step, norms] : byStep) {
            const double whole = std::sqrt(norms.first);
            double severity = whole > 10 ? std::min(1.0, (whole - 10) / 10) : whole > 5 ? 0.6 * (whole - 5) / 5 : 0;
            if (norms.second > 5)
                severity += std::min(0.5, (norms.second - 5) / 5);
            fireIf(m_verdicts.neuroScope, "exploding", severity >= 0.4);
        }
    }

    std::vector<Series> m_all;
    PeerVerdicts m_verdicts;
};

} // namespace

bool saysOneOf(const std::set<std::string> &peers, const std::vector<std::string> &rules)
{
    static const std::map<std::string, std::set<std::string>> kMeanings = {
        {"LossNotDecreasing", {"LossNotDecreasing", "LossDiverging", "Plateau", "LossSpike"}},
        {"Overfit", {"Overfitting"}},
        {"overfitting", {"Overfitting"}},
        {"UnchangedTensor", {"LayerFrozen"}},
        {"VanishingGradient", {"VanishingGradient"}},
        {"vanishing", {"VanishingGradient"}},
        {"WeightUpdateRatio", {"UpdateRatio", "LearningRateTooLow"}},
        {"update ratio", {"UpdateRatio", "LearningRateTooLow"}},
        {"DeadRelu", {"DeadUnits"}},
        {"dead ReLU", {"DeadUnits"}},
        {"ExplodingTensor", {"NotFinite", "ExplodingGradient"}},
        {"exploding", {"NotFinite", "ExplodingGradient"}},
    };
    return std::ranges::any_of(peers, [&](const std::string &peer) {
        const auto meaning = kMeanings.find(peer);
        return meaning != kMeanings.end() && std::ranges::any_of(rules, [&](const std::string &rule) { return meaning->second.contains(rule); });
    });
}

PeerVerdicts judgeAsPeers(const store::Run &run)
{
    return Peers(run).judge();
}

} // namespace lensboard::zoo
