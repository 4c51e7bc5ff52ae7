#pragma once

#include "core/control/connection.h"
#include "core/health/run_judge.h"
#include "core/import/run_summary.h"
#include "core/record/frame.h"
#include "core/record/run_event.h"
#include "core/record/run_info.h"
#include "core/record/tag_spec.h"
#include "core/store/columns/column.h"
#include "core/store/run.h"

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace lensboard::remote::messages {
class Chunk;
class Event;
class Histogram;
class Info;
class Judgement;
class Outlines;
class Series;
class Summary;
class Tag;
class Tensor;
class Ticks;
class Values;
} // namespace lensboard::remote::messages

/// What travels between a window and the server of runs on another machine; remote_messages.proto has its form. All that reads it throws a
/// control::ConnectionError or a std::invalid_argument if it is not as it should be.
namespace lensboard::remote {

constexpr std::uint32_t kProtocolVersion = 1;
constexpr std::size_t kLongestRequest = std::size_t{1} << 20;
constexpr std::size_t kLongestReply = std::size_t{64} << 20;
constexpr std::size_t kLargestTensor = std::size_t{1} << 30; ///< bytes
constexpr std::size_t kMostChunksAsked = 64; ///< at a time
constexpr std::size_t kMostTicks = 8192;     ///< in a message
constexpr std::size_t kMostCoarseTicks = std::size_t{1} << 27; ///< those after them come exactly at once: a few bytes make 256 coarse ones

/// Errors: ConnectionError, which says \p what cannot be, unless \p isSo.
void require(bool isSo, const char *what);

std::string ownGreeting();
/// Errors: ConnectionError, also if versions differ: which side is to be updated. \p isServer: \p bytes came from the server.
void requireGreeting(const std::string &bytes, bool isServer);

void put(const record::RunInfo &info, messages::Info &to);
record::RunInfo infoFrom(const messages::Info &sent);

void put(std::uint32_t index, const record::TagSpec &tag, messages::Tag &to);
record::TagSpec tagFrom(const messages::Tag &sent);

void put(const record::SeriesSpec &series, messages::Series &to);
record::SeriesSpec seriesFrom(const messages::Series &sent, std::size_t tagCount);

void put(const record::RunEvent &event, messages::Event &to);
record::RunEvent eventFrom(const messages::Event &sent);

void put(std::span<const record::TickStamp> ticks, messages::Ticks &to);
std::vector<record::TickStamp> ticksFrom(const messages::Ticks &sent);

void put(std::span<const store::Chunk> chunks, messages::Outlines &to);
/// Each with its rest away, numbered from \p number on, of a run of \p frameCount ticks.
std::vector<store::Chunk> chunksFrom(const messages::Outlines &sent, std::uint32_t number, std::size_t frameCount);

void put(std::span<const store::PlacedValue> values, messages::Values &to);
std::vector<store::PlacedValue> valuesFrom(const messages::Values &sent, std::size_t frameCount);

/// \p part of a chunk that has it.
void put(const store::Chunk &chunk, store::ChunkPart part, messages::Chunk &to);
/// Gives it to \p chunk, of which the rest is away.
void take(const messages::Chunk &sent, store::ChunkPart part, store::Chunk &chunk, std::size_t frameCount);
/// A number of a message as a part.
store::ChunkPart partFrom(std::uint32_t sent);

void put(const store::StampedHistogram &histogram, double tickWallSeconds, messages::Histogram &to);
store::StampedHistogram histogramFrom(const messages::Histogram &sent, const store::TickTable &ticks);

/// At most \p count values of \p tensor from number \p first on.
void put(const record::TensorValue &tensor, std::size_t first, std::size_t count, messages::Tensor &to);
/// Appends the sent values to \p tensor. Values with another first number than the next one are ignored. Returns true if \p tensor is whole.
bool take(const messages::Tensor &sent, record::TensorValue &tensor);

void put(const health::Judgement &judgement, messages::Judgement &to);
health::Judgement judgementFrom(const messages::Judgement &sent);

/// With its path as it is given.
void put(const imports::RunSummary &summary, messages::Summary &to);
imports::RunSummary summaryFrom(const messages::Summary &sent);

/// Of the first series and \p frames ticks of a run: whether both sides know the same ones. Of ticks those count that come before the others, and the
/// last: what begins anew from some step on has another time there.
std::uint64_t fingerprintOf(double created, std::span<const record::SeriesSpec> series, const store::TickTable &ticks, std::size_t frames);

} // namespace lensboard::remote
