#pragma once

#include "core/record/frame.h"
#include "core/record/tag_spec.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace lensboard::visualizer {

/// Numbers tags by their names, and series by what they are, in the order in which they come.
class SeriesTable
{
public:
    struct Number
    {
        std::uint32_t value = 0;
        bool isNew = false;
    };

    /// A tag that is known gets these attributes.
    Number addTag(const record::TagSpec &tag);
    Number addSeries(const record::SeriesSpec &series);

    /// Errors: std::out_of_range if there is none of this number.
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
