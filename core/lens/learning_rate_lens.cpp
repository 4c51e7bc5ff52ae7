#include "core/lens/learning_rate_lens.h"

#include "core/record/message.h"

namespace lensboard::lens {

LearningRateLens::LearningRateLens(std::function<double()> rate, bool logarithmic) : m_rate(std::move(rate))
{
    record::TagSpec tag{record::term("Learning Rate"), "LossMetrics", record::TagKind::Numerical, record::term("learning rate")};
    tag.big = true;
    tag.logY = logarithmic;
    m_tags = {tag};
}

void LearningRateLens::plot(const record::TickStamp &stamp, visualizer::Visualizer &out) const
{
    out.plot(stamp, m_tags.front(), {{m_tags.front().name, {{record::term("learning rate"), m_rate()}}, {}}});
}

} // namespace lensboard::lens
