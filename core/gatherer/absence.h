#pragma once

#include "core/gatherer/source.h"
#include "core/record/message.h"

#include <optional>
#include <string>

namespace lensboard::gatherer {

/// Finds out why none of a lens's sources had a tensor in a tick.
class Absence
{
public:
    /// \p unread: see TapPoint::unreadOutput.
    void add(const ForwardSource &source, const std::string &unread);
    void add(const TensorSource &source);

    struct Reason
    {
        record::Message text;
        bool isWithoutStep = false; ///< the optimizer made no step
    };
    /// Returns nullopt if there is no source, a source had a tensor, or one was not due in this tick.
    std::optional<Reason> reason(bool evaluationFromGrad) const;

private:
    std::optional<Moment> m_moment; ///< of the first source
    bool m_isNone = true;
    bool m_hasEvaluation = false;
    std::string m_unread;
};

} // namespace lensboard::gatherer
