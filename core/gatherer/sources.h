#pragma once

#include "core/gatherer/moment_source.h"
#include "core/gatherer/source.h"

#include <cstddef>
#include <list>
#include <span>
#include <vector>

namespace lensboard::gatherer {

/// The sources of a model. Lists, since hooks refer to their elements.
struct Sources
{
    std::list<ForwardSource> forwards;
    std::list<TensorSource> tensors;
    std::list<MomentSource> dividedMoments;

    std::size_t listenerCount() const;
    /// Notifies the listeners of all results.
    void notify(Lap &lap);

    /// Appends the sums of this process's parts of divided hook points, for the first process.
    void appendParts(std::vector<double> &numbers);
    /// Adds the numbers of appendParts() from another process.
    /// Errors: std::invalid_argument if the process measures other places.
    void mergeParts(std::span<const double> numbers);
    /// Notifies the listeners of divided hook points with all parts. Returns false if parts of a hook point are missing.
    bool notifyWhole();
    void forgetParts();

private:
    /// Calls \p use with each divided hook point, in an order that is the same in all processes.
    template <typename Use>
    void forEachDivided(const Use &use)
    {
        for (TensorSource &source : tensors)
            if (source.division)
                use(source);
        for (MomentSource &source : dividedMoments)
            use(source);
    }
};

} // namespace lensboard::gatherer
