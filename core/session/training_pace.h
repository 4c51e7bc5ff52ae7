#pragma once

#include "core/session/trainer.h"

#include <cstddef>
#include <cstdint>
#include <deque>

namespace lensboard::session {

/// Mean duration of repeated work, over the last seconds, or over the last repetitions if each takes long.
/// Units: seconds.
class RecentMean
{
public:
    void add(double seconds);
    bool isEmpty() const { return m_blocks.empty(); }
    /// Returns 0 if there is no data.
    double lately() const;
    /// Returns the mean over the whole window without its slowest part, as other programs may have used the machine then.
    double steady() const;
    bool isSteady() const;

private:
    struct Block ///< half a second of work or more
    {
        double seconds = 0;
        double count = 0;
    };
    static double mean(const Block &sum) { return sum.count > 0 ? sum.seconds / sum.count : 0; }
    Block lastBlocks(std::size_t most) const;

    std::deque<Block> m_blocks;
};

/// Recent speed of a training, and an estimate of its remaining time. Training steps and validation batches are measured
/// separately, since validation batches are faster.
///
/// Units: seconds of any monotonic clock.
class TrainingPace
{
public:
    struct Batches
    {
        double training = 0, validation = 0;
    };

    /// Starts the time measurement, at the beginning or after a pause.
    void resume(double now) { m_since = now; }
    void add(bool isValidation, double now);

    double stepsPerSecond() const; ///< 0: not known yet
    double secondsLeft(const Batches &left) const; ///< -1: not known yet

private:
    /// The first batch of a kind is not counted, as it allocates memory and compiles code.
    struct Kind
    {
        RecentMean times;
        bool isWarm = false;
    };

    double m_since = 0;
    Kind m_training, m_validation;
};

/// Returns the remaining batches after \p position, for \p epochs epochs of \p perEpoch batches each.
TrainingPace::Batches batchesLeft(const Position &position, std::int64_t epochs, const TrainingPace::Batches &perEpoch);

} // namespace lensboard::session
