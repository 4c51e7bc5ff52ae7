#pragma once

#include "core/health/rule.h"
#include "core/record/message.h"
#include "core/record/run_info.h"
#include "core/record/tag_spec.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lensboard::health {

/// Kind of a training, and the evidence for it.
struct JudgedAs
{
    TrainingKind kind = TrainingKind::Unknown;
    record::Message reason = {}; ///< empty if the run has no evidence

    bool operator==(const JudgedAs &) const = default;
};

/// Key for the kind that was chosen: in RunInfo::environment by a training loop, in settings::Health by an experiment.
inline constexpr const char *kKindKey = "training_kind";

/// Finds the kind of a training from evidence in its run. Evidence of a higher rank overrides evidence of a lower one.
class KindFinder
{
public:
    /// \p given overrides all evidence.
    explicit KindFinder(std::optional<TrainingKind> given = std::nullopt);

    void learn(const record::RunInfo &info, const RunFacts &facts);
    void see(const record::TagSpec &tag, const record::SeriesSpec &series);
    void see(const Reading &reading);
    void endTick(const TickState &tick);
    const JudgedAs &judgedAs() const;

private:
    /// Sources of evidence, highest rank first.
    enum Source { Given, Setting, Rate, Reward, Adversary, Objective, Weights, Beginning, Model, FirstLoss, Sources };

    void set(Source source, TrainingKind kind, record::Message reason);
    void learnSettings(const record::RunInfo &info);
    void learnWeights(const record::RunInfo &info);
    void judgeFirstLoss();
    std::optional<double> guessingLoss() const;

    std::array<std::optional<JudgedAs>, Sources> m_evidence;
    bool m_hasGenerator = false, m_hasDiscriminator = false;
    RunFacts m_facts;
    std::optional<double> m_deviation; ///< of the targets
    std::vector<std::pair<std::size_t, double>> m_labels; ///< first shares of classes among the labels, by line
    std::optional<double> m_firstLoss;
    std::int64_t m_firstStep = 0;
    std::size_t m_ticks = 0;
};

} // namespace lensboard::health
