#include "core/gatherer/sources.h"

#include "core/record/error.h"
#include "core/record/message.h"

#include <cstdint>
#include <numeric>
#include <stdexcept>

namespace lensboard::gatherer {

namespace {

double sizeOf(const hook::Division &division)
{
    return std::accumulate(division.sizes().begin(), division.sizes().end(), 1.0, [](double size, std::int64_t side) { return size * static_cast<double>(side); });
}

} // namespace

std::size_t Sources::listenerCount() const
{
    std::size_t count = 0;
    for (const ForwardSource &source : forwards)
        count += source.listeners.size();
    for (const TensorSource &source : tensors)
        count += source.listeners.size();
    return count;
}

void Sources::notify(Lap &lap)
{
    for (ForwardSource &source : forwards)
        source.notify(lap);
    for (TensorSource &source : tensors)
        source.notify(lap);
}

void Sources::appendParts(std::vector<double> &numbers)
{
    forEachDivided([&](auto &source) {
        numbers.push_back(source.key);
        numbers.push_back(static_cast<double>(source.division->group()));
        source.parts.appendTo(numbers);
    });
}

void Sources::mergeParts(std::span<const double> numbers)
{
    const auto require = [](bool isSame) {
        if (!isSame)
            throw record::InvalidArgument(record::message("the processes measure different layers"));
    };
    forEachDivided([&](auto &source) {
        require(numbers.size() > 2 && numbers[0] == source.key);
        const bool isOfThisCopy = numbers[1] == static_cast<double>(source.division->group());
        numbers = numbers.subspan(2);
        isOfThisCopy ? source.parts.merge(numbers) : Parts::skip(numbers);
    });
    require(numbers.empty());
}

bool Sources::notifyWhole()
{
    bool isComplete = true;
    forEachDivided([&](auto &source) {
        for (const auto &[number, sums] : source.parts.all())
            if (sums.size == sizeOf(*source.division))
                source.notify(sums);
            else
                isComplete = false;
    });
    return isComplete;
}

void Sources::forgetParts()
{
    forEachDivided([](auto &source) {
        source.parts.clear();
        source.number = 0;
    });
}

} // namespace lensboard::gatherer
