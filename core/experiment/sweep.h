#pragma once

#include "core/experiment/experiment.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace lensboard::experiment {

constexpr std::size_t kMostCombinations = 10'000; ///< that are trained

/// One of a sweep's trainings.
struct Combination
{
    std::string name; ///< what varies, "lr=0.1,seed=3": unlike that of any other of its sweep, and fit for a file
    std::vector<std::string> assignments; ///< of all that is set, as setValue() takes them
};

/// Values for keys of an experiment, to be combined.
class Sweep
{
public:
    /// \p assignments are "optimizer.lr=0.1,0.01" and "seed=1..5": a path as setValue() takes it, and values, each JSON; what is
    /// no JSON is a text. Commas within brackets and quotes separate nothing; 1..5 are the integers from 1 to 5.
    /// Errors: ExperimentError.
    explicit Sweep(const std::vector<std::string> &assignments);

    std::uint64_t count() const { return m_count; }
    /// The values that were given last change fastest.
    /// Errors: ExperimentError if there are more than kMostCombinations.
    std::vector<Combination> all() const;
    /// \p count of them, each at most once; all if there are no more. The same \p seed chooses the same, and if it is asked for more,
    /// more beside them.
    std::vector<Combination> chosen(std::size_t count, std::uint64_t seed) const;

private:
    struct Axis
    {
        std::string key;
        std::vector<Json> values;
        std::string shortKey; ///< empty if names leave it out
        std::vector<std::string> names; ///< of the values
    };

    static Axis axisOf(const std::string &assignment);
    void nameAxes();
    Combination at(std::uint64_t index) const;

    std::vector<Axis> m_axes;
    std::uint64_t m_count = 1;
};

/// Has the runs be called as \p base, and after what varies; those of a sweep of names keep them.
void nameRuns(std::vector<Combination> &combinations, const Json &base);

/// Errors: ExperimentError that begins with the combination's name.
Experiment experimentOf(const Json &base, const Combination &combination);

/// Calls \p look with each of \p combinations as an experiment, in order.
/// Errors: those of experimentOf(); ExperimentError if two are the same but for the run's name.
void forEachExperiment(const Json &base, const std::vector<Combination> &combinations,
                       const std::function<void(const Combination &, const Experiment &)> &look);

} // namespace lensboard::experiment
