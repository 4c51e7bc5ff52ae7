#pragma once

#include <string>

namespace lensboard::experiment {

/// A condition on a number as an experiment writes it: "x > 0.5", "|x| <= 1e-3".
struct Comparison
{
    enum class Operator { Greater, GreaterOrEqual, Less, LessOrEqual, Equal, Different };

    bool ofMagnitude = false; ///< |x| instead of x
    Operator compare = Operator::Greater;
    double limit = 0;

    bool holds(double x) const;

    /// Errors: ExperimentError that names the expected syntax.
    static Comparison fromText(const std::string &text);
};

} // namespace lensboard::experiment
