#pragma once

#include "core/control/connection.h"
#include "core/health/run_judge.h"
#include "core/import/tables/row_reading.h"
#include "core/record/frame.h"
#include "core/record/run_event.h"
#include "core/record/run_info.h"
#include "core/record/tag_spec.h"
#include "core/runs/run_summary.h"
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
class OpenRun;
class Outlines;
class Reading;
class Reply;
class Series;
class Summary;
class Tag;
class Tensor;
class Ticks;
class Values;
} // namespace lensboard::remote::messages

/// Messages between a window and the server of runs on another machine; remote_messages.proto defines their format. All functions that read a
/// message throw control::ConnectionError or std::invalid_argument if the message is invalid.
namespace lensboard::remote {

constexpr std::uint32_t kProtocolVersion = 1;
constexpr std::size_t kLongestRequest = std::size_t{1} << 20;
constexpr std::size_t kLongestReply = std::size_t{64} << 20;
constexpr std::size_t kLargestTensor = std::size_t{1} << 30; ///< bytes
constexpr std::size_t kMaxChunksAsked = 64;                  ///< per request
constexpr std::size_t kMaxTicks = 8192;                      ///< per message
constexpr std::size_t kMaxCoarseTicks = std::size_t{1} << 27; ///< later ticks are sent exactly: a few bytes can stand for 256 coarse ones

/// Throws ConnectionError with the given text if \p isSo is false.
void require(bool isSo, const char *what);

std::string ownGreeting();
/// Checks the greeting in \p bytes; \p isServer: from the server. Errors: ConnectionError, also if versions differ; it names the older side.
void requireGreeting(const std::string &bytes, bool isServer);

void put(const imports::RoleChoice &choice, messages::OpenRun &to);
imports::RoleChoice choiceFrom(const messages::OpenRun &sent);

/// Writes \p reading with shortened cells.
void put(const imports::RowReading &reading, messages::Reading &to);
imports::RowReading readingFrom(const messages::Reading &sent);

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
/// Returns chunks with outlines only, numbered from \p number on, for a run of \p frameCount ticks.
std::vector<store::Chunk> chunksFrom(const messages::Outlines &sent, std::uint32_t number, std::size_t frameCount);

void put(std::span<const store::PlacedValue> values, messages::Values &to);
std::vector<store::PlacedValue> valuesFrom(const messages::Values &sent, std::size_t frameCount);

/// Writes \p part of \p chunk. The part must be loaded.
void put(const store::Chunk &chunk, store::ChunkPart part, messages::Chunk &to);
/// Sets \p part of \p chunk from \p sent.
void take(const messages::Chunk &sent, store::ChunkPart part, store::Chunk &chunk, std::size_t frameCount);
/// Converts a number from a message. Errors: ConnectionError if the part is not known.
store::ChunkPart partFrom(std::uint32_t sent);

void put(const store::StampedHistogram &histogram, double tickWallSeconds, messages::Histogram &to);
store::StampedHistogram histogramFrom(const messages::Histogram &sent, const store::TickTable &ticks);

/// Writes at most \p count values of \p tensor, from value \p first on.
void put(const record::TensorValue &tensor, std::size_t first, std::size_t count, messages::Tensor &to);
/// Appends the sent values to \p tensor. Ignores values that do not start at the next position. Returns true if \p tensor is complete.
bool take(const messages::Tensor &sent, record::TensorValue &tensor);

/// Clips \p error.
void putError(const record::Message &error, messages::Reply &to);
record::Message errorFrom(const messages::Reply &sent);

void put(const health::Judgement &judgement, messages::Judgement &to);
health::Judgement judgementFrom(const messages::Judgement &sent);

/// Writes the summary with its path unchanged.
void put(const runs::RunSummary &summary, messages::Summary &to);
runs::RunSummary summaryFrom(const messages::Summary &sent);

/// Hash of a run's first series and \p frames ticks, to check that both sides have the same data. Of the ticks, includes the first of each block
/// and the last one, since ticks that were recorded again have other times.
std::uint64_t fingerprintOf(double created, std::span<const record::SeriesSpec> series, const store::TickTable &ticks, std::size_t frames);

} // namespace lensboard::remote
