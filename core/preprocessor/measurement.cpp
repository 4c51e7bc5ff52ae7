#include "core/preprocessor/measurement.h"

namespace lensboard::preprocessor {

namespace {

/// Returns true if only the tensor itself is requested. It is then read in place; sums are computed by a meter on its device.
bool isTensorAlone(const Needs &needs)
{
    return needs.tensor && !needs.squares && !needs.product && !needs.active && !needs.rounded;
}

bool isTensorAlone(const OutputNeeds &needs)
{
    return needs.tensor && !needs.norm && !needs.active && !needs.saturated && !needs.peaked;
}

} // namespace

bool join(Needs &needs, const Needs &other)
{
    if (needs != Needs{} && isTensorAlone(needs) != isTensorAlone(other))
        return false;
    if (needs.active && other.active && needs.eps != other.eps)
        return false;
    if (other.active)
        needs.eps = other.eps;
    needs.tensor |= other.tensor;
    needs.squares |= other.squares;
    needs.product |= other.product;
    needs.active |= other.active;
    needs.base |= other.base;
    needs.rounded |= other.rounded;
    return true;
}

bool join(OutputNeeds &needs, const OutputNeeds &other)
{
    if (needs != OutputNeeds{} && isTensorAlone(needs) != isTensorAlone(other))
        return false;
    const auto hasChannels = [](const OutputNeeds &each) { return each.active || each.saturated; };
    if (hasChannels(needs) && hasChannels(other) && needs.channelLast != other.channelLast)
        return false;
    if (needs.active && other.active && needs.eps != other.eps)
        return false;
    if (needs.saturated && other.saturated && (needs.low != other.low || needs.high != other.high))
        return false;
    if (needs.peaked && other.peaked && (needs.entropy != other.entropy || needs.ofLogs != other.ofLogs))
        return false;
    if (hasChannels(other))
        needs.channelLast = other.channelLast;
    if (other.active)
        needs.eps = other.eps;
    if (other.saturated) {
        needs.low = other.low;
        needs.high = other.high;
    }
    if (other.peaked) {
        needs.entropy = other.entropy;
        needs.ofLogs = other.ofLogs;
    }
    needs.tensor |= other.tensor;
    needs.norm |= other.norm;
    needs.active |= other.active;
    needs.saturated |= other.saturated;
    needs.peaked |= other.peaked;
    needs.evaluation |= other.evaluation;
    return true;
}

} // namespace lensboard::preprocessor
