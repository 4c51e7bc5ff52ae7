#pragma once

#include "core/experiment/experiment.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace lensboard::experiment {

constexpr std::size_t kMaxCombinations = 10'000; ///< limit of a sweep's trainings

/// One training of a sweep.
struct Combination
{
    std::string name; ///< keys that vary, "lr=0.1,seed=3"; unique in the sweep, and valid as a file name
    std::vector<std::string> assignments; ///< all values to set, in the syntax of setValue()
};

/// Lists of values for keys of an experiment, and their combinations.
class Sweep
{
public:
    /// \p assignments are "optimizer.lr=0.1,0.01" and "seed=1..5": a path as for setValue(), and values, each JSON or else a string.
    /// Commas within brackets and quotes do not separate values; 1..5 are the integers from 1 to 5.
    /// Errors: ExperimentError.
    explicit Sweep(const std::vector<std::string> &assignments);

    std::uint64_t count() const { return m_count; }
    /// Returns all combinations. The values of the last assignment change fastest.
    /// Errors: ExperimentError if there are more than kMaxCombinations.
    std::vector<Combination> all() const;
    /// Returns \p count different combinations, or all if there are fewer. The same \p seed makes the same choice; a larger count
    /// extends it.
    std::vector<Combination> chosen(std::size_t count, std::uint64_t seed) const;

private:
    struct Axis
    {
        std::string key;
        std::vector<Json> values;
        std::string shortKey; ///< empty if the key is not part of names
        std::vector<std::string> names; ///< one per value
    };

    static Axis axisOf(const std::string &assignment);
    void nameAxes();
    Combination at(std::uint64_t index) const;

    std::vector<Axis> m_axes;
    std::uint64_t m_count = 1;
};

/// Names runs after \p base and the keys that vary. Runs of a sweep over names keep their names.
void nameRuns(std::vector<Combination> &combinations, const Json &base);

/// Errors: ExperimentError that begins with the combination's name.
Experiment experimentOf(const Json &base, const Combination &combination);

/// Calls \p look with the experiment of each combination, in order.
/// Errors: see experimentOf(); ExperimentError if two experiments differ only in the run's name.
void forEachExperiment(const Json &base, const std::vector<Combination> &combinations,
                       const std::function<void(const Combination &, const Experiment &)> &look);

} // namespace lensboard::experiment
