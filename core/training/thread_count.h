#pragma once

#include "core/record/message.h"
#include "core/training/thread_choice.h"

#include <cstdint>
#include <string>

namespace lensboard::training {

/// Returns the default number of computing threads: the number of cores.
int defaultThreadCount();

/// Controls the number of LibTorch's threads in a training.
///
/// Their number is fixed if the experiment or OMP_NUM_THREADS sets it, if several processes share the machine (each has its share of the
/// cores), and on an accelerator. Otherwise it is measured; see ThreadChoice. Losses of the same seed are the same bit for bit only with the same
/// number of threads.
/// Thread: the training's.
class ComputingThreads
{
public:
    /// \p wanted: the experiment's setting, 0 for none. \p processes: number of processes that share the machine.
    ComputingThreads(std::int64_t wanted, int processes, bool isOnCpu);

    /// The largest number of threads.
    int count() const { return m_count; }
    /// "2" if the number is fixed, otherwise "1 or 2".
    std::string description() const;
    /// Sets the number for the next batch.
    void apply() const;
    /// Adds a training step of \p seconds. Returns a message if the number of threads changes, or an empty string.
    record::Message endStep(double seconds);

private:
    int m_count;
    ThreadChoice m_choice;
};

} // namespace lensboard::training
