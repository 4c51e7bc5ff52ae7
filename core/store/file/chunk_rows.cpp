#include "core/store/file/chunk_rows.h"

#include "core/record/message.h"
#include "core/store/file/run_file_database.h"
#include "core/store/file/run_file_format.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace lensboard::store::run_file {

namespace {

std::string withTimes(std::int64_t version, const char *columns)
{
    return "SELECT " + std::string(columns)
         + (version >= kFirstWithTimes ? ", walls FROM chunk LEFT JOIN chunk_time USING (id)" : ", NULL FROM chunk");
}

/// Columns: id, frame, count, not_finite, last node of the pyramid, frames, walls.
ChunkRow chunkRow(sqlite::Statement &row)
{
    const std::int64_t frame = row.integer(1), count = row.integer(2), nonFinite = row.integer(3);
    require(frame >= 0 && frame < static_cast<std::int64_t>(kMaxFrames) && count > 0 && count <= static_cast<std::int64_t>(Chunk::kSize)
                && nonFinite >= 0 && nonFinite <= count,
            record::messagePattern("a chunk with impossible numbers"));
    ChunkRow chunk{{static_cast<std::uint32_t>(row.integer(0)), static_cast<std::uint32_t>(frame), static_cast<std::uint32_t>(frame + count - 1),
                    static_cast<std::size_t>(count), static_cast<std::size_t>(nonFinite), true, !row.isNull(6), unpackExtent(row.blob(4))},
                   unpackIndices(row.blob(5))};
    if (!chunk.frames.empty()) {
        require(chunk.frames.size() == chunk.outline.count && chunk.frames.front() == frame,
                record::message("a chunk of %1 values with an index that does not fit", count));
        chunk.outline.isConsecutive = false;
        chunk.outline.lastFrame = chunk.frames.back();
    }
    return chunk;
}

/// Returns the part of a chunk that was \p known, if the chunk has grown in the file since.
Chunk beginning(std::span<const double> values, std::span<const std::uint32_t> frames, std::span<const double> walls, const Chunk &known)
{
    Chunk chunk(known.firstFrame(), known.number());
    for (std::size_t i = 0; i < known.size(); ++i)
        chunk.append({frames.empty() ? known.firstFrame() + static_cast<std::uint32_t>(i) : frames[i], values[i],
                      walls.empty() ? record::kTicksTime : walls[i]});
    return chunk;
}

} // namespace

void eachChunk(sqlite::Database &database, std::int64_t version, std::uint32_t series, std::uint32_t first,
               const std::function<bool(const ChunkRow &)> &visit)
{
    auto rows = database.prepare(withTimes(version, "id, frame, count, not_finite, substr(pyramid, -17), frames")
                                 + " WHERE id >= ? AND id < ? ORDER BY id");
    rows.bind(0, chunkId(series, first)).bind(1, chunkId(series + 1, 0));
    for (std::uint32_t number = first; rows.step(); ++number) {
        require(version >= kFirstThinned || rows.integer(0) == chunkId(series, number), record::messagePattern("the chunks are not numbered from 0"));
        if (!visit(chunkRow(rows)))
            return;
    }
}

namespace {

/// Returns the first \p least values of a chunk.
std::vector<double> readValues(sqlite::Database &database, std::uint32_t series, std::uint32_t number, std::size_t least)
{
    auto rows = database.prepare("SELECT readings FROM reading WHERE id = ?");
    rows.bind(0, chunkId(series, number));
    require(rows.step(), record::messagePattern("values that are not there"));
    auto values = unpackValues(rows.blob(0));
    require(values.size() >= least && values.size() <= Chunk::kSize, record::messagePattern("a chunk with a wrong number of values"));
    values.resize(least); // it may have grown since its outline was read
    return values;
}

/// Columns: frame, count, pyramid (if nodes are requested), frames, id, walls.
void loadPart(sqlite::Statement &row, const std::function<std::vector<double>()> &values, Chunk &chunk, ChunkPart part)
{
    const std::int64_t count = row.integer(1), known = static_cast<std::int64_t>(chunk.size());
    auto frames = unpackIndices(row.blob(3));
    auto walls = unpackValues(row.blob(5));
    const auto fits = [count](const auto &list) { return list.empty() || static_cast<std::int64_t>(list.size()) == count; };
    require(row.integer(0) == chunk.firstFrame() && count >= known && count <= static_cast<std::int64_t>(Chunk::kSize) && fits(frames) && fits(walls),
            record::message("a chunk of %1 values with an index that does not fit", count));
    if (count > known) {
        chunk = beginning(values(), frames, walls, chunk);
        return;
    }
    chunk.setPlaces(std::move(frames), std::move(walls));
    if (part == ChunkPart::Values)
        chunk.setValues(values());
    else if (part < ChunkPart::Ends)
        chunk.setNodes(unpackPyramid(row.blob(2), chunk.size()), static_cast<std::size_t>(part));
}

} // namespace

void loadChunks(sqlite::Database &database, std::int64_t version, std::uint32_t series, std::span<Chunk> chunks, ChunkPart part)
{
    const char *columns = part < ChunkPart::Ends ? "frame, count, pyramid, frames, id" : "frame, count, NULL, frames, id";
    auto rows = database.prepare(withTimes(version, columns) + " WHERE id >= ? AND id <= ? ORDER BY id");
    rows.bind(0, chunkId(series, chunks.front().number())).bind(1, chunkId(series, chunks.back().number()));
    for (Chunk &chunk : chunks) {
        require(rows.step() && rows.integer(4) == chunkId(series, chunk.number()), record::messagePattern("values that are not there"));
        loadPart(rows, [&] { return readValues(database, series, chunk.number(), chunk.size()); }, chunk, part);
    }
}

SeriesTally tallyOf(std::span<const Chunk> chunks)
{
    SeriesTally tally;
    for (const Chunk &chunk : chunks) {
        tally.count += chunk.size();
        tally.nonFinite += chunk.nonFinite();
    }
    return tally;
}

void requireFits(const record::TensorValue &tensor)
{
    require(record::elementCount(tensor.shape) == static_cast<std::int64_t>(tensor.values.size()),
            record::messagePattern("a tensor with more or fewer values than its shape says"));
}

void requireFits(const record::Histogram &histogram)
{
    const auto &[edges, counts] = histogram;
    require(edges.size() == counts.size() + 1 || (edges.empty() && counts.empty()), record::messagePattern("a histogram with limits that do not fit its counts"));
}

namespace {

/// Appends the parts of tensor \p id until there are \p count values. Does not reserve memory, because the count in the file may be wrong.
void readParts(sqlite::Database &database, std::int64_t id, std::int64_t count, std::vector<float> &values)
{
    auto rows = database.prepare("SELECT part, readings FROM tensor_part WHERE id = ? ORDER BY part");
    rows.bind(0, id);
    for (std::int64_t part = 1; static_cast<std::int64_t>(values.size()) < count && rows.step(); ++part) {
        require(rows.integer(0) == part, record::messagePattern("parts of a tensor that are not numbered from 1"));
        const auto more = unpackSingles(rows.blob(1));
        values.insert(values.end(), more.begin(), more.end());
    }
}

} // namespace

std::shared_ptr<const record::TensorValue> readTensor(sqlite::Database &database, std::uint32_t series, std::uint32_t frame)
{
    auto rows = database.prepare("SELECT shape, readings FROM tensor WHERE id = ?");
    rows.bind(0, chunkId(series, frame));
    if (!rows.step())
        return nullptr;
    record::TensorValue tensor{unpackSizes(rows.blob(0)), unpackSingles(rows.blob(1))};
    const std::int64_t count = record::elementCount(tensor.shape);
    if (static_cast<std::int64_t>(tensor.values.size()) < count && database.integer("PRAGMA user_version") >= kFirstWithParts)
        readParts(database, chunkId(series, frame), count, tensor.values);
    requireFits(tensor);
    return std::make_shared<const record::TensorValue>(std::move(tensor));
}

std::map<std::uint32_t, std::shared_ptr<const record::Histogram>> readHistograms(sqlite::Database &database, std::uint32_t series,
                                                                                 std::uint32_t first, std::uint32_t last)
{
    std::map<std::uint32_t, std::shared_ptr<const record::Histogram>> found;
    auto rows = database.prepare("SELECT frame, edges, counts FROM histogram WHERE series = ? AND frame BETWEEN ? AND ? ORDER BY frame");
    rows.bind(0, std::int64_t{series}).bind(1, std::int64_t{first}).bind(2, std::int64_t{last});
    while (rows.step()) {
        record::Histogram histogram{unpackValues(rows.blob(1)), unpackValues(rows.blob(2))};
        requireFits(histogram);
        found.emplace_hint(found.end(), static_cast<std::uint32_t>(rows.integer(0)), std::make_shared<const record::Histogram>(std::move(histogram)));
    }
    return found;
}

} // namespace lensboard::store::run_file
