#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace lensboard::imports {

/// Sampled rows of a file: all of its first rows, then ever fewer of the later ones. Survives reading the file again.
template <typename Row>
class RowSample
{
public:
    static constexpr std::uint64_t kHead = 256;        ///< number of rows at the beginning that are all sampled
    static constexpr std::size_t kMaxCells = 200'000;  ///< limits the memory for wide tables

    /// Returns true if the row with this index, counted from 0, belongs to the sample and is not in it.
    bool wants(std::uint64_t index) const
    {
        const bool isDue = index < kHead || (index & (std::bit_floor(index) / (kHead / 2) - 1)) == 0;
        return index >= m_seen && isDue && (m_cells < kMaxCells || index < 2); // a header says nothing without a row
    }

    void add(std::uint64_t index, Row row, std::size_t cells)
    {
        m_seen = index + 1;
        m_cells += cells;
        m_isNew = true;
        m_indices.push_back(index);
        m_rows.push_back(std::move(row));
    }

    const std::vector<Row> &rows() const { return m_rows; }
    /// Indices of the rows in the file.
    const std::vector<std::uint64_t> &indices() const { return m_indices; }
    /// Returns true if rows were added since the last call.
    bool takeNews() { return std::exchange(m_isNew, false); }

private:
    std::vector<Row> m_rows;
    std::vector<std::uint64_t> m_indices;
    std::uint64_t m_seen = 0; ///< rows before this index are in the sample, or do not belong to it
    std::size_t m_cells = 0;
    bool m_isNew = false;
};

} // namespace lensboard::imports
