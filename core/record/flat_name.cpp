#include "core/record/flat_name.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace lensboard::record {

namespace {

/// Returns true for bands and other series that share a layer, so that the layer's name alone is ambiguous.
bool needsLabel(const TagSpec &tag, const SeriesSpec &series)
{
    const bool isBand = series.role == SeriesRole::BandLow || series.role == SeriesRole::BandHigh;
    return isBand || tag.kind == TagKind::Relations;
}

/// Returns true for the phases that importers separate from the names of series.
bool isPhase(std::string_view text)
{
    static constexpr std::array<std::string_view, 6> kPhases = {"train", "eval", "val", "valid", "validation", "test"};
    return std::ranges::find(kPhases, text) != kPhases.end();
}

/// Returns the name of a line if an importer separated the phase from it; empty for other series. Such a line has its
/// full name as label in a big tag, and its phase as label in others.
std::string phasedName(const TagSpec &tag, const SeriesSpec &series)
{
    const std::string name = foreignName(tag, series.layer), &label = series.label;
    if (series.role != SeriesRole::Line || tag.kind == TagKind::Relations)
        return {};
    if (!tag.big)
        return isPhase(label) ? label + '_' + name : std::string();
    const bool isFull = label.size() > name.size() + 1 && label.ends_with('_' + name);
    return isFull && isPhase(std::string_view(label).substr(0, label.size() - name.size() - 1)) ? label : std::string();
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
    if (const std::string phased = phasedName(tag, series); !phased.empty())
        return phased;
    const std::string name = foreignName(tag, series.layer);
    return needsLabel(tag, series) ? name + '/' + series.label : name;
}

} // namespace lensboard::record
