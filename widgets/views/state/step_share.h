#pragma once

#include "core/store/run.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace lensboard::widgets {

/// Returns the line of \p lens in the tag record::kCoverageTag; nullopt if no budget limited the lens.
std::optional<std::uint32_t> coverageLine(std::span<const record::TagSpec> tags, std::span<const record::SeriesSpec> series, const std::string &lens);

/// The share of a run's steps measured by a lens with a budget, over all its ticks. Reads each tick once.
class StepShare
{
public:
    /// Reads new values of a coverageLine(). Errors: store::RunFileError.
    void update(const store::Run &run, std::uint32_t line);
    /// Returns nullopt before the first tick.
    std::optional<double> value() const { return m_all > 0 ? std::optional(m_measured / m_all) : std::nullopt; }

private:
    double m_measured = 0, m_all = 0; ///< steps up to the last tick read
    std::size_t m_count = 0;          ///< number of ticks
    std::optional<store::PlacedValue> m_last;
};

} // namespace lensboard::widgets
