#pragma once

#include "core/store/run.h"

#include <set>
#include <string>

namespace lensboard::zoo {

/// Which of SageMaker Debugger's built-in rules would have fired on \p run, and which of NeuroScope's indicators been red, at their published
/// thresholds. A mean of absolute values is that of a normal distribution with the same norm.
struct PeerVerdicts
{
    std::set<std::string> sageMaker, neuroScope;
};

PeerVerdicts judgeAsPeers(const store::Run &run);

} // namespace lensboard::zoo
