#include "core/lens/learning_rate_lens.h"

namespace lensboard::lens {

LearningRateLens::LearningRateLens(std::function<double()> rate, bool logarithmic) : m_rate(std::move(rate))
{
    record::TagSpec tag{"Learning Rate", "LossMetrics", record::TagKind::Numerical, "learning rate"};
    tag.big = true;
    tag.logY = logarithmic;
    m_tags = {tag};
}

void LearningRateLens::plot(const record::TickStamp &stamp, visualizer::Visualizer &out) const
{
    out.plot(stamp, m_tags.front(), {{m_tags.front().name, {{"learning rate", m_rate()}}, {}}});
}

} // namespace lensboard::lens
