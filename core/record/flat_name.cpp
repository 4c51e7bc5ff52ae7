#include "core/record/flat_name.h"

namespace lensboard::record {

namespace {

/// Returns true for bands and other series that share a layer, so that the layer's name alone is ambiguous.
bool needsLabel(const TagSpec &tag, const SeriesSpec &series)
{
    const bool isBand = series.role == SeriesRole::BandLow || series.role == SeriesRole::BandHigh;
    return isBand || tag.kind == TagKind::Relations;
}

} // namespace

std::string foreignName(const TagSpec &tag, const std::string &layer)
{
    const std::string name = tag.foreignName.value_or(tag.name);
    return tag.big ? name : name + '/' + layer;
}

std::string flatName(const TagSpec &tag, const SeriesSpec &series)
{
    if (!tag.foreignName)
        return tag.name + '/' + series.layer + '/' + series.label;
    const std::string name = foreignName(tag, series.layer);
    return needsLabel(tag, series) ? name + '/' + series.label : name;
}

} // namespace lensboard::record
