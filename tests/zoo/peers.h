#pragma once

#include "core/store/run.h"

#include <set>
#include <string>
#include <vector>

namespace lensboard::zoo {

/// Rules of SageMaker Debugger that would have fired on \p run, and indicators of NeuroScope that would have been red, at their published thresholds.
/// A mean of absolute values is taken from a normal distribution with the same norm.
struct PeerVerdicts
{
    std::set<std::string> sageMaker, neuroScope;
};

PeerVerdicts judgeAsPeers(const store::Run &run);

/// Returns true if one of \p peers, of either tool, has the meaning of one of our \p rules.
bool saysOneOf(const std::set<std::string> &peers, const std::vector<std::string> &rules);

} // namespace lensboard::zoo
