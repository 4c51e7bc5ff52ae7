#pragma once

#include "core/store/columns/column.h"
#include "core/store/file/run_file_format.h"
#include "core/store/file/sqlite.h"
#include "core/store/run.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <map>
#include <vector>

/// Access to the rows for chunks and tensors in a run file of format 2 or later.
/// Errors: sqlite::Error and std::invalid_argument if rows are invalid.
namespace lensboard::store::run_file {

constexpr std::size_t kMaxFrames = std::size_t{1} << 31;

/// A row of the table of chunks.
struct ChunkRow
{
    Chunk::Outline outline;
    std::vector<std::uint32_t> frames; ///< empty if consecutive
};

/// Calls \p visit with the chunks of \p series from number \p first on, until \p visit returns false. \p version is the file's format.
void eachChunk(sqlite::Database &database, std::int64_t version, std::uint32_t series, std::uint32_t first,
               const std::function<bool(const ChunkRow &)> &visit);

/// Loads \p part of \p chunks. If a chunk has grown in the file since, loads all parts of its known values.
void loadChunks(sqlite::Database &database, std::int64_t version, std::uint32_t series, std::span<Chunk> chunks, ChunkPart part);

SeriesTally tallyOf(std::span<const Chunk> chunks);

/// Returns null if the tensor does not exist.
std::shared_ptr<const record::TensorValue> readTensor(sqlite::Database &database, std::uint32_t series, std::uint32_t frame);
/// Throws std::invalid_argument unless readers accept the record: a tensor has as many values as its shape says, a histogram has one more
/// edge than bins.
void requireFits(const record::TensorValue &tensor);
void requireFits(const record::Histogram &histogram);
/// Returns the histograms of frames \p first to \p last, both included, by frame.
std::map<std::uint32_t, std::shared_ptr<const record::Histogram>> readHistograms(sqlite::Database &database, std::uint32_t series,
                                                                                 std::uint32_t first, std::uint32_t last);

} // namespace lensboard::store::run_file
