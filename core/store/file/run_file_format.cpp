#include "core/store/file/run_file_format.h"

#include "core/record/error.h"
#include "core/record/message.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <type_traits>

namespace lensboard::store::run_file {

const char *const kSchema = R"(
CREATE TABLE info (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE layer (position INTEGER PRIMARY KEY, name TEXT NOT NULL, type TEXT NOT NULL, leaf INTEGER NOT NULL,
                    parameters TEXT NOT NULL);
CREATE TABLE tag (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, lens TEXT NOT NULL, kind TEXT NOT NULL,
                  quantity TEXT NOT NULL, big INTEGER NOT NULL, log_y INTEGER NOT NULL, annotate INTEGER NOT NULL, y_low REAL, y_high REAL);
CREATE TABLE series (id INTEGER PRIMARY KEY, tag INTEGER NOT NULL, layer TEXT NOT NULL, label TEXT NOT NULL,
                     role INTEGER NOT NULL);
CREATE TABLE tick (frame INTEGER PRIMARY KEY, ticks BLOB NOT NULL);
CREATE TABLE journal (frame INTEGER PRIMARY KEY, ticks BLOB NOT NULL, series BLOB NOT NULL, readings BLOB NOT NULL);
CREATE TABLE chunk (id INTEGER PRIMARY KEY, frame INTEGER NOT NULL, count INTEGER NOT NULL,
                    not_finite INTEGER NOT NULL, pyramid BLOB NOT NULL, frames BLOB);
CREATE TABLE tally (series INTEGER PRIMARY KEY, count INTEGER NOT NULL, not_finite INTEGER NOT NULL);
CREATE TABLE reading (id INTEGER PRIMARY KEY, readings BLOB NOT NULL);
CREATE TABLE histogram (series INTEGER NOT NULL, frame INTEGER NOT NULL, edges BLOB NOT NULL, counts BLOB NOT NULL,
                        PRIMARY KEY (series, frame)) WITHOUT ROWID;
CREATE TABLE event (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, step INTEGER NOT NULL, wall REAL NOT NULL,
                    message TEXT NOT NULL);
CREATE TABLE tensor (id INTEGER PRIMARY KEY, shape BLOB NOT NULL, readings BLOB NOT NULL);
CREATE TABLE chunk_time (id INTEGER PRIMARY KEY, walls BLOB NOT NULL);
CREATE TABLE journal_time (frame INTEGER PRIMARY KEY, walls BLOB NOT NULL);
CREATE TABLE histogram_time (id INTEGER PRIMARY KEY, wall REAL NOT NULL);
)";

const char *const kPartsSchema = R"(
CREATE TABLE tensor_part (id INTEGER NOT NULL, part INTEGER NOT NULL, readings BLOB NOT NULL, PRIMARY KEY (id, part));
)";

const char *const kSchema1 = R"(
CREATE TABLE info (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE layer (position INTEGER PRIMARY KEY, name TEXT NOT NULL, type TEXT NOT NULL, leaf INTEGER NOT NULL,
                    parameters TEXT NOT NULL);
CREATE TABLE tag (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, lens TEXT NOT NULL, kind TEXT NOT NULL,
                  quantity TEXT NOT NULL, big INTEGER NOT NULL, log_y INTEGER NOT NULL, annotate INTEGER NOT NULL, y_low REAL, y_high REAL);
CREATE TABLE series (id INTEGER PRIMARY KEY, tag INTEGER NOT NULL, layer TEXT NOT NULL, label TEXT NOT NULL,
                     role INTEGER NOT NULL);
CREATE TABLE tick (frame INTEGER PRIMARY KEY, tick INTEGER NOT NULL, epoch INTEGER NOT NULL, step INTEGER NOT NULL,
                   samples INTEGER NOT NULL, wall REAL NOT NULL);
CREATE TABLE journal (frame INTEGER PRIMARY KEY, readings BLOB NOT NULL);
CREATE TABLE chunk (series INTEGER NOT NULL, first INTEGER NOT NULL, frames BLOB, readings BLOB NOT NULL,
                    PRIMARY KEY (series, first)) WITHOUT ROWID;
CREATE TABLE event (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, step INTEGER NOT NULL, wall REAL NOT NULL,
                    message TEXT NOT NULL);
)";

namespace {

template <typename Unsigned>
Unsigned littleEndian(Unsigned value)
{
    if constexpr (std::endian::native == std::endian::little)
        return value;
    Unsigned swapped = 0;
    for (std::size_t i = 0; i < sizeof value; ++i)
        swapped |= (value >> (8 * i) & 0xff) << (8 * (sizeof value - 1 - i));
    return swapped;
}

class Packer
{
public:
    explicit Packer(std::size_t size) { m_bytes.reserve(size); }

    template <typename Unsigned> void put(Unsigned value)
    {
        value = littleEndian(value);
        const auto *bytes = reinterpret_cast<const std::byte *>(&value);
        m_bytes.insert(m_bytes.end(), bytes, bytes + sizeof value);
    }
    void put(double value) { put(std::bit_cast<std::uint64_t>(value)); }
    void put(std::int64_t value) { put(static_cast<std::uint64_t>(value)); }

    Bytes take() { return std::move(m_bytes); }

private:
    Bytes m_bytes;
};

/// Reads elements of a blob. The caller must check its size.
class Unpacker
{
public:
    explicit Unpacker(std::span<const std::byte> bytes) : m_next(bytes.data()) {}

    template <typename Unsigned> Unsigned take()
    {
        Unsigned value;
        std::memcpy(&value, m_next, sizeof value);
        m_next += sizeof value;
        return littleEndian(value);
    }
    double real() { return std::bit_cast<double>(take<std::uint64_t>()); }
    std::int64_t integer() { return static_cast<std::int64_t>(take<std::uint64_t>()); }

private:
    const std::byte *m_next;
};

constexpr std::size_t kTickSize = 5 * sizeof(std::uint64_t);
constexpr std::size_t kReadingSize = sizeof(std::uint32_t) + sizeof(double);
constexpr std::size_t kNodeSize = 2 * sizeof(double) + 1;
constexpr std::uint8_t kGreatestFirst = 8;

std::size_t elementCount(std::span<const std::byte> bytes, std::size_t elementSize)
{
    if (bytes.size() % elementSize)
        throw record::InvalidArgument(record::message("a blob of %1 bytes, expected a multiple of %2", bytes.size(), elementSize));
    return bytes.size() / elementSize;
}

template <typename Number>
using BitsOf = std::conditional_t<sizeof(Number) == 4, std::uint32_t, std::uint64_t>;

template <typename Number>
Bytes packed(std::span<const Number> numbers)
{
    Packer bytes(numbers.size_bytes());
    for (const Number number : numbers)
        bytes.put(std::bit_cast<BitsOf<Number>>(number));
    return bytes.take();
}

template <typename Number>
std::vector<Number> unpacked(std::span<const std::byte> bytes)
{
    std::vector<Number> numbers(elementCount(bytes, sizeof(Number)));
    Unpacker from(bytes);
    for (Number &number : numbers)
        number = std::bit_cast<Number>(from.take<BitsOf<Number>>());
    return numbers;
}

} // namespace

Bytes packTicks(std::span<const record::TickStamp> ticks)
{
    Packer bytes(ticks.size() * kTickSize);
    for (const record::TickStamp &stamp : ticks) {
        for (const std::int64_t number : {stamp.tick, stamp.epoch, stamp.step, stamp.samples})
            bytes.put(number);
        bytes.put(stamp.wallSeconds);
    }
    return bytes.take();
}

Bytes packIndices(std::span<const std::uint32_t> indices)
{
    return packed(indices);
}

Bytes packSingles(std::span<const float> values)
{
    return packed(values);
}

Bytes packSizes(std::span<const std::int64_t> sizes)
{
    return packed(sizes);
}

Bytes packValues(std::span<const double> values)
{
    return packed(values);
}

Bytes packPyramid(const Chunk::Pyramid &pyramid)
{
    Packer bytes(2 * kNodeSize * pyramid.front().size());
    for (const auto &level : pyramid)
        for (const stats::Extent &node : level) {
            bytes.put(node.least);
            bytes.put(node.greatest);
            bytes.put(static_cast<std::uint8_t>(node.nonFinite | (node.greatestFirst ? kGreatestFirst : 0)));
        }
    return bytes.take();
}

std::vector<record::TickStamp> unpackTicks(std::span<const std::byte> bytes)
{
    std::vector<record::TickStamp> ticks(elementCount(bytes, kTickSize));
    Unpacker from(bytes);
    for (record::TickStamp &stamp : ticks) {
        for (std::int64_t *number : {&stamp.tick, &stamp.epoch, &stamp.step, &stamp.samples})
            *number = from.integer();
        stamp.wallSeconds = from.real();
    }
    return ticks;
}

std::vector<std::uint32_t> unpackIndices(std::span<const std::byte> bytes)
{
    return unpacked<std::uint32_t>(bytes);
}

std::vector<float> unpackSingles(std::span<const std::byte> bytes)
{
    return unpacked<float>(bytes);
}

std::vector<std::int64_t> unpackSizes(std::span<const std::byte> bytes)
{
    return unpacked<std::int64_t>(bytes);
}

std::vector<double> unpackValues(std::span<const std::byte> bytes)
{
    return unpacked<double>(bytes);
}

namespace {

stats::Extent takeExtent(Unpacker &from)
{
    stats::Extent node;
    node.least = from.real();
    node.greatest = from.real();
    const auto flags = from.take<std::uint8_t>();
    node.nonFinite = flags & 7;
    node.greatestFirst = flags & kGreatestFirst;
    const bool empty = node.least > node.greatest;
    if (!empty && !(std::isfinite(node.least) && std::isfinite(node.greatest)))
        throw record::InvalidArgument(record::message("a node of a pyramid that is not finite"));
    return node;
}

} // namespace

stats::Extent unpackExtent(std::span<const std::byte> bytes)
{
    if (bytes.size() != kNodeSize)
        throw record::InvalidArgument(record::message("a pyramid of %1 bytes over %2 values", bytes.size(), 1));
    Unpacker from(bytes);
    return takeExtent(from);
}

Chunk::Pyramid unpackPyramid(std::span<const std::byte> bytes, std::size_t valueCount, std::size_t finest)
{
    Chunk::Pyramid pyramid;
    std::size_t nodes = 0;
    for (std::size_t level = finest; level < pyramid.size(); ++level)
        nodes += Chunk::nodeCount(level, valueCount);
    if (valueCount > Chunk::kSize || elementCount(bytes, kNodeSize) != nodes)
        throw record::InvalidArgument(record::message("a pyramid of %1 bytes over %2 values", bytes.size(), valueCount));
    Unpacker from(bytes);
    for (std::size_t level = finest; level < pyramid.size(); ++level) {
        pyramid[level].resize(Chunk::nodeCount(level, valueCount));
        for (stats::Extent &node : pyramid[level])
            node = takeExtent(from);
    }
    return pyramid;
}

std::vector<record::SeriesValue> unpackReadings(std::span<const std::byte> bytes)
{
    std::vector<record::SeriesValue> values(elementCount(bytes, kReadingSize));
    Unpacker from(bytes);
    for (record::SeriesValue &value : values) {
        value.series = from.take<std::uint32_t>();
        value.value = from.real();
    }
    return values;
}

} // namespace lensboard::store::run_file
