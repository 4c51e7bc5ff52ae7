#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace lensboard::imports {

/// Makes steps of what rows are placed by. Where a counter begins again with each epoch, they are the steps of the epochs
/// before and the counter; where there is nothing but epochs, the rows of an epoch are counted. A row's step depends on
/// the rows before it alone, so that a file that grows changes none.
class StepCounter
{
public:
    struct Row
    {
        std::optional<std::int64_t> counter = {}; ///< at most 2^53 either way, as is the epoch
        std::optional<double> epoch = {};
        std::size_t part = 0;      ///< of the run: training, validation, ... in the order in which they came
        bool isOfLoop = false;     ///< the counter is that of a loop over batches, not of the whole run
        std::uint64_t lastRow = 0; ///< the last one, by rows(), in which any series of this one has a value; 0: none
    };

    /// Of a row that has a counter or an epoch, or both.
    std::int64_t step(const Row &row);
    /// How many were given steps.
    std::uint64_t rows() const { return m_rows; }

    /// The part whose counter the others follow.
    std::size_t leader() const { return m_leader.value_or(0); }

    /// A way of making steps that is not what the file says.
    enum class Manner { EpochsBefore, RowsOfEpoch, LeadingPart };
    /// One that was used for the first time since this was last called.
    std::optional<Manner> takeNews();

private:
    struct Epoch
    {
        double number = 0;
        std::int64_t offset = 0; ///< of its counter; of rows that have none, its first step
        std::int64_t last = 0;   ///< step of the leading part
    };
    struct Part
    {
        std::optional<std::int64_t> counter = {};
        std::int64_t step = 0;
        std::uint64_t since = 0; ///< the first row of that step
    };

    std::int64_t stepOfCounter(const Row &row, const Part &part);
    std::int64_t stepOfEpoch(const Row &row, const Part &part);
    std::int64_t stepBesideLeader(const Row &row, const Part &part);
    void enter(const Row &row, const Part &part);
    std::size_t epochAt(double number) const;
    void note(Manner manner);

    std::vector<Epoch> m_epochs; ///< by number
    std::size_t m_epoch = 0;     ///< of the last row that counts
    std::vector<Part> m_parts;
    std::optional<std::size_t> m_leader; ///< the first part
    bool m_beginsAgain = false;          ///< whether the counter was seen to, with an epoch
    std::int64_t m_top = 0;              ///< the greatest step
    std::uint64_t m_rows = 0;
    unsigned m_used = 0; ///< a bit a manner
    unsigned m_reported = 0;
};

} // namespace lensboard::imports
