#include "core/dataset/class_names.h"

#include "core/record/text_number.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

namespace lensboard::dataset {

namespace {

/// Returns the numeric values of all texts; empty if any text is not a number.
std::vector<double> numbersOf(const std::vector<std::string> &texts)
{
    std::vector<double> numbers;
    for (const std::string &text : texts) {
        const auto number = record::numberFromText(text);
        if (!number || !std::isfinite(*number))
            return {};
        numbers.push_back(*number);
    }
    return numbers;
}

} // namespace

ClassNames numberClasses(const std::vector<std::string> &texts)
{
    const std::vector<double> numbers = numbersOf(texts);
    const auto isLess = [&](std::size_t a, std::size_t b) {
        return numbers.empty() ? texts[a] < texts[b] : numbers[a] < numbers[b];
    };
    std::vector<std::size_t> order(texts.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), isLess);
    ClassNames classes;
    classes.classOf.resize(texts.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (i == 0 || isLess(order[i - 1], order[i]))
            classes.names.push_back(texts[order[i]]);
        classes.classOf[order[i]] = static_cast<std::int64_t>(classes.names.size()) - 1;
    }
    return classes;
}

} // namespace lensboard::dataset
