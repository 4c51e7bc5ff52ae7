#include "core/gatherer/part_sums.h"

#include "core/record/error.h"
#include "core/record/message.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace lensboard::gatherer {

namespace {

constexpr std::size_t kNumbers = 4 + PartSums::kSums; ///< of a part: its number, its other members, and its sums
constexpr double kMaxExact = 9e15;                    ///< whole numbers below are exact in a double

/// Errors: std::invalid_argument if \p number is not a whole number.
std::uint64_t whole(double number)
{
    if (!(number >= 0) || number > kMaxExact || number != std::floor(number))
        throw record::InvalidArgument(record::message("expected sums of parts, found other numbers"));
    return static_cast<std::uint64_t>(number);
}

} // namespace

void PartSums::operator+=(const PartSums &other)
{
    listeners &= other.listeners;
    known &= other.known;
    size += other.size;
    for (std::size_t i = 0; i < kSums; ++i)
        sums[i] += other.sums[i];
}

void Parts::add(std::uint64_t number, const PartSums &part)
{
    if (const auto [known, isNew] = m_parts.try_emplace(number, part); !isNew)
        known->second += part;
}

void Parts::appendTo(std::vector<double> &numbers) const
{
    numbers.push_back(static_cast<double>(m_parts.size()));
    for (const auto &[number, part] : m_parts) {
        for (const std::uint64_t each : {number, part.listeners, part.known})
            numbers.push_back(static_cast<double>(each));
        numbers.push_back(part.size);
        numbers.insert(numbers.end(), part.sums.begin(), part.sums.end());
    }
}

void Parts::merge(std::span<const double> &numbers)
{
    const std::uint64_t count = whole(numbers.empty() ? -1 : numbers.front());
    if (count > (numbers.size() - 1) / kNumbers)
        throw record::InvalidArgument(record::message("expected sums of parts, found other numbers"));
    numbers = numbers.subspan(1);
    for (std::uint64_t i = 0; i < count; ++i) {
        PartSums part{whole(numbers[1]), whole(numbers[2]), numbers[3], {}};
        std::copy_n(numbers.begin() + 4, PartSums::kSums, part.sums.begin());
        add(whole(numbers[0]), part);
        numbers = numbers.subspan(kNumbers);
    }
}

} // namespace lensboard::gatherer
