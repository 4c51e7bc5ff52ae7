#include "core/gatherer/absence.h"

namespace lensboard::gatherer {

void Absence::add(const ForwardSource &source, const std::string &unread)
{
    m_moment = m_moment.value_or(source.point.moment);
    m_isNone = m_isNone && !source.isSeen;
    m_hasEvaluation = m_hasEvaluation || source.isSeenInEvaluation;
    if (m_unread.empty())
        m_unread = unread;
}

void Absence::add(const TensorSource &source)
{
    m_moment = m_moment.value_or(source.point.moment);
    const bool isDue = source.hasTurn && source.point.moment != Moment::Call;
    m_isNone = m_isNone && isDue && !source.isSeen;
}

std::optional<Absence::Reason> Absence::reason(bool evaluationFromGrad) const
{
    if (!m_moment || !m_isNone)
        return std::nullopt;
    switch (*m_moment) {
    case Moment::Forward:
        if (m_hasEvaluation)
            return Reason{evaluationFromGrad ? record::message("its layers ran without gradients only")
                                             : record::message("its layers ran in evaluation mode only; call model.train() before training")};
        return Reason{m_unread.empty() ? record::message("none of its layers ran") : record::message("its layers return %1, not tensors", m_unread)};
    case Moment::OutputGradient: return Reason{record::message("no backward pass reached the outputs of its layers")};
    case Moment::ParameterGradient:
        return Reason{record::message("no backward pass left a gradient in .grad of its parameters; frozen parameters get none, torch.autograd.grad() adds none, and an optimizer that steps within the backward pass clears them")};
    default: return Reason{record::message("no optimizer step was seen; pass the optimizer to attach(), or call stepped()"), true};
    }
}

} // namespace lensboard::gatherer
