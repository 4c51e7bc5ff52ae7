#include "core/experiment/comparison.h"

#include "core/experiment/experiment_error.h"
#include "core/record/message.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <utility>

namespace lensboard::experiment {

namespace {

using Operator = Comparison::Operator;

constexpr std::pair<const char *, Operator> kOperators[] = {{">=", Operator::GreaterOrEqual}, {"<=", Operator::LessOrEqual},
                                                            {"==", Operator::Equal},          {"!=", Operator::Different},
                                                            {">", Operator::Greater},         {"<", Operator::Less}};

} // namespace

bool Comparison::holds(double x) const
{
    const double value = ofMagnitude ? std::abs(x) : x;
    switch (compare) {
    case Operator::Greater: return value > limit;
    case Operator::GreaterOrEqual: return value >= limit;
    case Operator::Less: return value < limit;
    case Operator::LessOrEqual: return value <= limit;
    case Operator::Equal: return value == limit;
    case Operator::Different: return value != limit;
    }
    return false;
}

Comparison Comparison::fromText(const std::string &text)
{
    std::string rest = text;
    std::erase(rest, ' ');
    const auto take = [&rest](const std::string &what) {
        const bool found = rest.starts_with(what);
        rest.erase(0, found ? what.size() : 0);
        return found;
    };
    Comparison comparison;
    comparison.ofMagnitude = take("|x|");
    bool understood = comparison.ofMagnitude || take("x");
    const auto *found = std::find_if(std::begin(kOperators), std::end(kOperators), [&](const auto &each) { return take(each.first); });
    understood = understood && found != std::end(kOperators);
    if (understood) {
        comparison.compare = found->second;
        const char *end = rest.data() + rest.size();
        const auto [stopped, error] = std::from_chars(rest.data(), end, comparison.limit);
        understood = error == std::errc() && stopped == end && !std::isnan(comparison.limit);
    }
    if (!understood)
        throw ExperimentError(record::message("found \"%1\", expected a comparison such as \"x > 0.5\" or \"|x| <= 0.001\", "
                                              "with one of >, >=, <, <=, ==, !=",
                                              text));
    return comparison;
}

} // namespace lensboard::experiment
