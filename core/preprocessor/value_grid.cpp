#include "core/preprocessor/value_grid.h"

#include "core/tensor/library.h"
#include "core/tensor/parallel.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <mutex>

namespace lensboard::preprocessor {

namespace {

constexpr std::size_t kEdges = kGridBins / 2; ///< on each side of zero, without the outermost
constexpr double kLargest = 1e5;

const std::array<float, kEdges> &magnitudes()
{
    static const std::array<float, kEdges> all = [] {
        std::array<float, kEdges> edges;
        for (std::size_t i = 0; i < kEdges; ++i)
            edges[i] = static_cast<float>(std::pow(10, -8 + 0.5 * static_cast<double>(i)));
        return edges;
    }();
    return all;
}

/// Finds the place of a magnitude among the edges by the first bits of its float: all floats with the same bits have at most one edge between them.
class Places
{
public:
    static constexpr std::size_t kNone = kEdges + 1; ///< for values that are not finite

    Places()
    {
        std::copy(magnitudes().begin(), magnitudes().end(), m_edges.begin());
        m_edges[kEdges] = m_edges[kNone] = std::numeric_limits<float>::quiet_NaN(); // compares false with every value
        for (std::size_t i = 0; i < m_places.size(); ++i) {
            const float first = std::bit_cast<float>(static_cast<std::uint32_t>(i) << kShift);
            m_places[i] = static_cast<std::uint8_t>(std::isfinite(first) ? std::ranges::upper_bound(magnitudes(), first) - magnitudes().begin() : kNone);
        }
    }

    /// Returns 0 below the first edge.
    std::size_t of(std::uint32_t magnitude) const
    {
        const std::size_t place = m_places[magnitude >> kShift];
        return place + (std::bit_cast<float>(magnitude) >= m_edges[place] ? 1 : 0);
    }

private:
    static constexpr std::uint32_t kShift = 16;
    std::array<float, kEdges + 2> m_edges;
    std::array<std::uint8_t, std::size_t{1} << (31 - kShift)> m_places;
};

/// Returns the magnitudes on \p device, copied there once.
Tensor magnitudesOn(Device device)
{
    static std::mutex mutex;
    static auto &known = *new std::vector<std::pair<Device, Tensor>>; // never destroyed, since the tensors' allocator may be destroyed earlier
    const std::lock_guard lock(mutex);
    const auto found = std::ranges::find(known, device, &std::pair<Device, Tensor>::first);
    if (found != known.end())
        return found->second;
    const auto &edges = magnitudes();
    return known.emplace_back(device, Library::current().made({edges.begin(), edges.end()}, ElementType::Float32, device)).second;
}

} // namespace

const std::vector<double> &gridEdges()
{
    static const std::vector<double> edges = [] {
        std::vector<double> all = {-kLargest};
        for (std::size_t i = kEdges; i-- > 0;)
            all.push_back(-magnitudes()[i]);
        all.insert(all.end(), magnitudes().begin(), magnitudes().end());
        all.push_back(kLargest);
        return all;
    }();
    return edges;
}

template <typename T> void countOnGrid(const T *x, std::size_t n, GridCounts &counts)
{
    constexpr std::size_t kZero = Places::kNone, kLanes = 4; // successive values often have the same bin; lanes avoid waiting for the last increment
    constexpr std::int64_t kGrain = 32768;
    static const Places places;
    std::mutex mutex;
    inParallel(static_cast<std::int64_t>(n), kGrain, [&](std::int64_t from, std::int64_t to) {
        std::array<std::array<std::int64_t, 2 * kZero + 1>, kLanes> own{};
        for (auto i = static_cast<std::size_t>(from); i < static_cast<std::size_t>(to); ++i) {
            const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(x[i]));
            const std::size_t place = places.of(bits & 0x7fffffff);
            ++own[i % kLanes][bits >> 31 ? kZero - place : kZero + place];
        }
        const std::lock_guard lock(mutex);
        for (const auto &lane : own)
            for (std::size_t bin = 0; bin < kGridBins; ++bin)
                counts[bin] += static_cast<double>(lane[bin + 1]);
    });
}

template void countOnGrid(const float *, std::size_t, GridCounts &);
template void countOnGrid(const double *, std::size_t, GridCounts &);

Tensor countedOnGrid(const Tensor &values)
{
    const Tensor flat = values.detach().flatten().to(ElementType::Float32);
    const Tensor places = bucketize(flat.abs(), magnitudesOn(flat.device()), true);
    const Tensor bins = (where(flat < 0, -places, places) + static_cast<double>(kEdges)).to(ElementType::Int64);
    return full({static_cast<std::int64_t>(kGridBins)}, 0, flat, ElementType::Float64)
        .scatter_add_(0, bins, flat.isfinite().to(ElementType::Float64));
}

} // namespace lensboard::preprocessor
