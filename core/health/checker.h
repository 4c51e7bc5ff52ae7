#pragma once

#include "core/health/kept_findings.h"
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

/// A rule that has nothing to judge by.
struct MissingEvidence
{
    std::string rule;
    std::vector<std::string> lenses; ///< to be switched on; none where only losses of validation are missing

    bool operator==(const MissingEvidence &) const = default;
};

/// Judges a run by rules as it grows: what was seen is not read again. A run that began anew, or of which earlier values changed,
/// is judged from the beginning. Thinning is no such change: what was found stays. Where a run was thinned before it is read, rules begin
/// as Rule::ofThinned() says. Earlier findings are read from the run.
/// Thread: one at a time, any.
class Checker
{
public:
    explicit Checker(std::vector<experiment::Choice> rules = settings::allRules());
    ~Checker();
    Checker(Checker &&) noexcept;
    Checker &operator=(Checker &&) noexcept;

    /// Takes in what \p run, the same each time, has gained; only a part of it if \p stop is requested.
    /// Errors: store::RunFileError.
    void follow(const store::Run &run, const std::stop_token &stop = {});
    /// The worst first, of those the earliest.
    std::vector<Finding> findings() const;
    /// Rules whose signals the run does not have so far.
    std::vector<MissingEvidence> missing() const;
    /// The last step of which values may be thinned; none of a run that is whole.
    std::optional<std::int64_t> thinnedUpTo() const;
    std::int64_t step() const { return m_moment.step; } ///< that was judged last

private:
    struct Judge
    {
        const RuleKind *kind;
        std::unique_ptr<Rule> rule;
        bool isOut = false; ///< it needs the beginning, which is thinned
    };

    void begin();
    void take(const store::RunChanges &changes);
    void addSeries(const record::SeriesSpec &series);
    void begin(const SeriesReader::Stretch &stretch);
    void show(const SeriesReader::Stretch &stretch);
    void show(const Line &line, double value, bool isThinned);
    void addKept(const char *rule, std::vector<Finding> &found) const;
    void keep(const Line &line, double value);

    std::vector<experiment::Choice> m_rules; ///< each a settings::Rule
    store::RunCursor m_cursor;
    std::size_t m_removedChunks = 0; ///< that m_cursor knows of, or fewer
    std::uint32_t m_seriesCount = 0;
    SignalTable m_signals;
    std::deque<Line> m_lines; ///< rules refer to them
    SeriesReader m_reader;
    Moment m_moment;
    std::vector<Judge> m_judges;
    std::array<std::vector<Rule *>, kSignals> m_finiteReaders, m_allReaders; ///< by signal
    std::array<bool, kSignals> m_isSeen{};
    bool m_hasBegun = false;              ///< to read values
    bool m_isLate = false;                ///< the first of them were thinned
    std::optional<KeptFindings> m_kept;   ///< the last that the run has
    std::optional<std::int64_t> m_keptAtStart; ///< their step when reading began: earlier values may be thinned
};

} // namespace lensboard::health
