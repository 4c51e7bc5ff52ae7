#pragma once

#include "core/session/trainer.h"

#include <cstddef>
#include <cstdint>
#include <deque>

namespace lensboard::session {

/// The mean time of a repeated piece of work, over a window of some seconds, or of some times if each takes long.
/// Units: seconds.
class RecentMean
{
public:
    void add(double seconds);
    bool isEmpty() const { return m_blocks.empty(); }
    /// 0: nothing was added.
    double lately() const;
    /// Over the whole window but its slowest part, when something else kept the machine.
    double steady() const;
    bool isSteady() const;

private:
    struct Block ///< of half a second or more
    {
        double seconds = 0;
        double count = 0;
    };
    static double mean(const Block &sum) { return sum.count > 0 ? sum.seconds / sum.count : 0; }
    Block lastBlocks(std::size_t most) const;

    std::deque<Block> m_blocks;
};

/// The recent speed of a training, and how long it will take: its steps and the batches of its validations apart, since
/// a batch of validation takes less time.
///
/// Units: seconds; of any clock that only goes forwards.
class TrainingPace
{
public:
    struct Batches
    {
        double training = 0, validation = 0;
    };

    /// Time counts from here: it begins, or goes on after a pause.
    void resume(double now) { m_since = now; }
    void add(bool isValidation, double now);

    double stepsPerSecond() const; ///< 0: not known yet
    double secondsLeft(const Batches &left) const; ///< -1: not known yet

private:
    /// The first batch of a kind does not count: memory is allocated, code is compiled.
    struct Kind
    {
        RecentMean times;
        bool isWarm = false;
    };

    double m_since = 0;
    Kind m_training, m_validation;
};

/// What is left to do after \p position, of \p epochs with \p perEpoch each.
TrainingPace::Batches batchesLeft(const Position &position, std::int64_t epochs, const TrainingPace::Batches &perEpoch);

} // namespace lensboard::session
