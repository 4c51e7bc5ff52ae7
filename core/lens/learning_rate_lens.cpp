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

void LearningRateLens::plot(Plotter &out) const
{
    out.plot(m_tags.front()).line(0, 0, m_rate(), [this] { return Plotter::Name{m_tags.front().name, record::term("learning rate")}; });
}

} // namespace lensboard::lens
