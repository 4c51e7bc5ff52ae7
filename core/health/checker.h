#pragma once

#include "core/health/changes.h"
#include "core/health/kept_findings.h"
#include "core/health/kind_finder.h"
#include "core/health/rules.h"
#include "core/health/series_reader.h"
#include "core/store/run.h"

#include <array>
#include <deque>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace lensboard::health {

/// A rule without data to judge by.
struct MissingEvidence
{
    std::string rule;
    std::vector<std::string> lenses; ///< to switch on; empty if only validation losses are missing

    bool operator==(const MissingEvidence &) const = default;
};

/// Judges a growing run by rules and reads each value once. Starts again if the run was restarted or earlier values were edited.
/// Thinning is no such edit: earlier findings stay. If the run was thinned before it is read, Rule::ofThinned() says how a rule begins, and
/// earlier findings are read from the run.
/// Thread: any, but one at a time.
class Checker
{
public:
    /// \p kind overrides the evidence in the run and its experiment.
    explicit Checker(std::vector<experiment::KindSettings> rules = settings::allRules(), std::optional<TrainingKind> kind = std::nullopt);
    ~Checker();
    Checker(Checker &&) noexcept;
    Checker &operator=(Checker &&) noexcept;

    /// Reads the new values of \p run. Pass the same run at each call. Stops early if \p stop is requested.
    /// Errors: store::RunFileError.
    void follow(const store::Run &run, const std::stop_token &stop = {});
    /// Returns the findings, grouped by cause: groups with the worst findings first, then by first step. See groupByCause().
    std::vector<Finding> findings() const;
    /// Returns the kind of training that the findings assume.
    const JudgedAs &judgedAs() const { return m_kindFinder.judgedAs(); }
    /// Returns the rules that lack a signal so far, if no lens of the run measures it.
    std::vector<MissingEvidence> missing() const;
    /// Returns the last step with values that may be thinned; nullopt if the run is complete.
    std::optional<std::int64_t> thinnedUpTo() const;
    std::int64_t step() const { return m_tick.step; } ///< the last step that was judged

private:
    struct Judge
    {
        const RuleKind *kind;
        std::unique_ptr<Rule> rule;
        bool isOut = false; ///< true if the rule needs the beginning of the run and the beginning is thinned
    };

    void begin();
    void take(const store::RunChanges &changes);
    void addSeries(const record::SeriesSpec &series);
    void begin(const SeriesReader::Stretch &stretch);
    void show(const SeriesReader::Stretch &stretch);
    void show(const Line &line, double value, bool isThinned);
    void judge(const Judge &judge, std::vector<Finding> &all) const;
    void addChange(Finding &finding) const;
    void addKept(const char *rule, std::vector<Finding> &found) const;
    void followFiniteness(const Reading &reading);
    void keep(const Line &line, double value);

    std::vector<experiment::KindSettings> m_rules; ///< each a settings::Rule
    store::RunCursor m_cursor;
    std::size_t m_removedChunks = 0; ///< known to m_cursor, or fewer
    std::uint32_t m_seriesCount = 0;
    std::vector<record::TagSpec> m_tags;
    SignalTable m_signals;
    std::deque<Line> m_lines; ///< rules refer to them
    SeriesReader m_reader;
    std::optional<TrainingKind> m_givenKind;
    KindFinder m_kindFinder;
    static constexpr double kMaxErrors = 3; ///< by word; an untrained model may have more errors than words
    AccuracyScale m_accuracy, m_errors{kMaxErrors};
    Changes m_runChanges;
    std::size_t m_badLosses = 0; ///< losses in a row that are not finite
    TickState m_tick;
    std::vector<Judge> m_judges;
    std::array<std::vector<Rule *>, kSignals> m_finiteReaders, m_allReaders; ///< by signal
    std::array<bool, kSignals> m_isSeen{};
    bool m_hasBegun = false;              ///< true once values are being read
    bool m_isLate = false;                ///< true if the first values were thinned
    std::optional<KeptFindings> m_kept;   ///< the last ones stored in the run
    std::optional<std::int64_t> m_keptAtStart; ///< step of m_kept when reading began; earlier values may be thinned
};

} // namespace lensboard::health
