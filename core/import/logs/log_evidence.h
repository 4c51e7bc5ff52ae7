#pragma once

#include "core/import/logs/log_line.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>

namespace lensboard::imports {

/// Finds measurements and the step among the lines of a text log. Lines of measurements repeat their shape with other numbers; a step rises.
/// Survives reading the file again.
class LogEvidence
{
public:
    /// Learns from a line; ignores lines up to the last one learnt.
    void learn(const LogLine &line, std::uint64_t number);

    /// Returns true if lines of one shape, with a rising step, are measurements for certain. Remains true as lines are added.
    bool isRun() const { return m_isRun; }

    /// Keys of steps with uncommon names, and true if steps of several names are one counter.
    struct Steps
    {
        std::set<std::string> names = {};
        bool areOne = false;

        bool operator==(const Steps &) const = default;
    };
    Steps steps() const;

    /// Returns true if the line has measurements: values that repeat beside a step or epoch, or a shape that repeats with other numbers.
    bool isMeasurement(const LogLine &line, const Steps &steps) const;

private:
    struct Counter
    {
        std::uint64_t lines = 0, wholes = 0, changes = 0, falls = 0;
        double last = 0;

        void add(const LoggedNumber &number);
        bool rises() const;
    };
    struct Shape
    {
        std::uint64_t lines = 0;
        double sum = 0; ///< of the last line's numbers
        bool varies = false;
        bool isAmongRows = false; ///< occurs after the first line with a step and values
    };
    /// Lines with the same keys beside a step.
    struct Rows
    {
        std::uint64_t lines = 0, rises = 0, falls = 0;
        std::pair<double, double> last = {}; ///< epoch and step
        double sum = 0;                      ///< of the last line's values
        bool varies = false, hasFraction = false;
    };

    bool hasKnownValue(const LogLine &line, std::optional<std::size_t> step) const;
    void learnRow(const LogLine &line, std::optional<std::size_t> step, std::uint64_t enough);

    std::uint64_t m_learnt = 0;                ///< number of the last line
    std::map<std::string, Counter> m_counters; ///< first numbers of lines without a named step, by key
    Counter m_named;                           ///< all counters with names of steps, as one
    std::set<std::string> m_names;             ///< names of these
    std::unordered_map<std::size_t, Shape> m_shapes;
    std::unordered_map<std::size_t, Rows> m_rows;            ///< by hash of the keys
    std::unordered_map<std::size_t, std::uint64_t> m_values; ///< numbers of rows with a value, by hash of its key
    double m_epoch = 0;
    bool m_isRun = false;
};

/// Returns true if a line has a step or an epoch, and nothing else.
bool isHeading(const LogLine &line, const LogEvidence::Steps &steps);
/// Returns the position of the number that counts steps or batches; nullopt if the line has none. Epochs are no steps.
std::optional<std::size_t> stepOf(const LogLine &line, const LogEvidence::Steps &steps);

} // namespace lensboard::imports
