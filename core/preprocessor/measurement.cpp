#include "core/preprocessor/measurement.h"

namespace lensboard::preprocessor {

bool join(Needs &needs, const Needs &other)
{
    if (needs.active && other.active && needs.eps != other.eps)
        return false;
    if (other.active)
        needs.eps = other.eps;
    needs.tensor |= other.tensor;
    needs.squares |= other.squares;
    needs.product |= other.product;
    needs.active |= other.active;
    needs.rounded |= other.rounded;
    return true;
}

bool join(OutputNeeds &needs, const OutputNeeds &other)
{
    if (needs.active && other.active && (needs.eps != other.eps || needs.channelLast != other.channelLast))
        return false;
    if (other.active) {
        needs.eps = other.eps;
        needs.channelLast = other.channelLast;
    }
    needs.tensor |= other.tensor;
    needs.norm |= other.norm;
    needs.active |= other.active;
    needs.evaluation |= other.evaluation;
    return true;
}

} // namespace lensboard::preprocessor
