#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace lensboard::imports {

/// Computes steps from counters and epochs. If a counter restarts with each epoch, the step is the counter plus the steps of earlier
/// epochs. With epochs only, the rows of an epoch are counted. A row's step depends only on earlier rows, so a growing
/// file never changes existing steps.
class StepCounter
{
public:
    struct Row
    {
        std::optional<std::int64_t> counter = {}; ///< between -kLargestStep and kLargestStep; the epoch between -2^53 and 2^53
        std::optional<double> epoch = {};
        std::size_t part = 0;      ///< part of the run (training, validation, ...), numbered by first appearance
        bool isOfLoop = false;     ///< counts batches in a loop, not over the whole run
        std::uint64_t lastRow = 0; ///< last row, counted as in rows(), with a value of any series of this row; 0: none
    };

    /// Returns the step of a row with a counter, an epoch or both.
    std::int64_t step(const Row &row);
    /// Returns the number of rows so far.
    std::uint64_t rows() const { return m_rows; }

    /// Returns the part that determines the steps of the other parts by its counter.
    std::size_t leader() const { return m_leader.value_or(0); }

    /// A method of computing steps that differ from the file's.
    enum class Manner { EpochsBefore, RowsOfEpoch, LeadingPart };
    /// Returns a method that was used for the first time since the last call, or nullopt.
    std::optional<Manner> takeNews();

private:
    struct Epoch
    {
        double number = 0;
        std::int64_t offset = 0; ///< offset of its counter; for rows without counter, its first step
        std::int64_t last = 0;   ///< step of the leading part
    };
    struct Part
    {
        std::optional<std::int64_t> counter = {};
        std::int64_t step = 0;
        std::uint64_t since = 0; ///< first row with that step
    };

    std::int64_t stepOfCounter(const Row &row, const Part &part);
    std::int64_t stepOfEpoch(const Row &row, const Part &part);
    std::int64_t stepBesideLeader(const Row &row, const Part &part);
    void enter(const Row &row, const Part &part);
    std::size_t epochAt(double number) const;
    void note(Manner manner);

    std::vector<Epoch> m_epochs; ///< sorted by number
    std::size_t m_epoch = 0;     ///< index of the epoch of the last counted row
    std::vector<Part> m_parts;
    std::optional<std::size_t> m_leader; ///< the first part in the file
    bool m_beginsAgain = false;          ///< the counter was seen to restart with an epoch
    std::int64_t m_top = 0;              ///< maximum step
    std::uint64_t m_rows = 0;
    unsigned m_used = 0; ///< one bit per method
    unsigned m_reported = 0;
};

} // namespace lensboard::imports
