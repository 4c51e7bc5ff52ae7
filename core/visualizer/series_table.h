#pragma once

#include "core/record/frame.h"
#include "core/record/tag_spec.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace lensboard::visualizer {

/// Assigns numbers to tags by name, and to series by value, in the order of registration.
class SeriesTable
{
public:
    struct Number
    {
        std::uint32_t value = 0;
        bool isNew = false;
    };

    /// Adds \p tag, or updates the attributes of the known tag with its name.
    Number addTag(const record::TagSpec &tag);
    Number addSeries(const record::SeriesSpec &series);

    /// Errors: std::out_of_range if no tag has this number.
    const record::TagSpec &tag(std::uint32_t number) const { return m_tags.at(number); }
    const record::SeriesSpec &series(std::uint32_t number) const { return m_series.at(number); }
    std::size_t tagCount() const { return m_tags.size(); }

private:
    std::vector<record::TagSpec> m_tags;
    std::vector<record::SeriesSpec> m_series;
    std::map<std::string, std::uint32_t> m_tagNumbers;
    std::map<record::SeriesSpec, std::uint32_t> m_seriesNumbers;
};

} // namespace lensboard::visualizer
