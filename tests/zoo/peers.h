#pragma once

#include "core/store/run.h"

#include <set>
#include <string>
#include <vector>

namespace lensboard::zoo {

/// Which of SageMaker Debugger's built-in rules would have fired on \p run, and which of NeuroScope's indicators been red, at their published
/// thresholds. A mean of absolute values is that of a normal distribution with the same norm.
struct PeerVerdicts
{
    std::set<std::string> sageMaker, neuroScope;
};

PeerVerdicts judgeAsPeers(const store::Run &run);

/// Whether one of \p peers, of either tool, says what one of our \p rules does.
bool saysOneOf(const std::set<std::string> &peers, const std::vector<std::string> &rules);

} // namespace lensboard::zoo
