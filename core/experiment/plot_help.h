#pragma once

#include "core/record/tag_spec.h"

#include <string>
#include <vector>

namespace lensboard::experiment {

/// Explains the plots of a tag, in English.
struct PlotHelp
{
    std::string lens;              ///< kind of the lens or monitor
    std::vector<std::string> tags; ///< patterns of their names
    std::string measures;          ///< a sentence
    std::string formula;           ///< empty if a sentence says it all
    std::string unit;
    std::string reading;               ///< sentences: good and bad values, and recommended actions
    std::vector<std::string> settings; ///< keys of the lens that change the numbers or the lines
    std::string manual;                ///< page of the manual, with an anchor if it has one
};

/// Returns the help of all lenses and monitors that are built in.
const std::vector<PlotHelp> &plotHelps();

/// Returns the help of a tag, or nullptr for tags of other tools. \p kind is the kind of its lens or monitor. A tag of monitorch has the
/// help of the lens with the same measurement.
const PlotHelp *plotHelp(const record::TagSpec &tag, const std::string &kind);

} // namespace lensboard::experiment
