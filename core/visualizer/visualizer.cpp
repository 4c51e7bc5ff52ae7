#include "core/visualizer/visualizer.h"

namespace lensboard::visualizer {

void Visualizer::plot(const record::TickStamp &stamp, const record::TagSpec &tag, const Readings &readings)
{
    switch (tag.kind) {
    case record::TagKind::Numerical: return plotNumerical(stamp, tag.name, readings);
    case record::TagKind::Probability: return plotProbabilities(stamp, tag.name, readings);
    case record::TagKind::Relations: return plotRelations(stamp, tag.name, readings);
    case record::TagKind::Tensors: return; // has no readings
    }
}

} // namespace lensboard::visualizer
