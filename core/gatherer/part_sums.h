#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lensboard::gatherer {

/// Sums over the parts of one divided tensor, such as the gradient of a parameter in one backward pass.
struct PartSums
{
    static constexpr std::size_t kSums = 7;

    std::uint64_t listeners = 0; ///< bits: the listeners that the tensor is measured for
    std::uint64_t known = 0;     ///< bits: the sums that exist
    double size = 0;             ///< number of values
    std::array<double, kSums> sums{};

    bool has(std::size_t sum) const { return (known >> sum & 1) != 0; }
    void set(std::size_t sum, double value)
    {
        known |= std::uint64_t{1} << sum;
        sums[sum] = value;
    }
    /// Adds another part. A sum exists if all parts have it.
    void operator+=(const PartSums &other);
};

/// The sums of a hook point in a tick, by the number of the tensor: all processes count the tensors of a hook point alike.
class Parts
{
public:
    void add(std::uint64_t number, const PartSums &part);
    bool empty() const { return m_parts.empty(); }
    void clear() { m_parts.clear(); }
    const std::map<std::uint64_t, PartSums> &all() const { return m_parts; }

    void appendTo(std::vector<double> &numbers) const;
    /// Adds the parts of another process from appendTo(), at the beginning of \p numbers; the span is advanced past them.
    /// Errors: std::invalid_argument if \p numbers does not begin with parts.
    void merge(std::span<const double> &numbers);
    /// Advances \p numbers past the parts of appendTo().
    static void skip(std::span<const double> &numbers) { Parts().merge(numbers); }

private:
    std::map<std::uint64_t, PartSums> m_parts;
};

} // namespace lensboard::gatherer
