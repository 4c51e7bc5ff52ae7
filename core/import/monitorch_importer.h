#pragma once

#include "core/import/growing_file.h"
#include "core/import/importer.h"
#include "core/import/pickle_reader.h"
#include "core/import/run_appender.h"

#include <optional>
#include <string_view>
#include <unordered_map>

namespace lensboard::imports {

struct MonitorchCall;

/// A recording of monitorch's RecorderVisualizer: one pickle after another, each a call of a visualizer.
/// An epoch is tick, epoch and step at once. When epochs begin anew, what a former run had from there on is cut.
class MonitorchImporter final : public Importer
{
public:
    explicit MonitorchImporter(std::filesystem::path path) : m_file(std::move(path)) {}

    /// Whether a file that begins with \p firstBytes is a recording, or the beginning of one.
    static bool recognises(std::string_view firstBytes);

    bool read(store::RunStore &run, ReadProgress &progress) override;

private:
    void readPending(ReadProgress &progress);
    void readRecord();
    void endAt(const PickleError &error);
    void replay(const MonitorchCall &call);
    std::optional<std::uint32_t> tagOf(const MonitorchCall &call);
    void enterEpoch(std::int64_t epoch);
    void warn(const std::string &subject, const std::string &text);
    std::string unfinishedEnd() const;

    GrowingFile m_file;
    PickleReader m_reader;
    RunAppender m_out;
    std::uint64_t m_recordStart = 0; ///< of the record being read, in the file
    bool m_isDamaged = false;        ///< then nothing is read any more
    std::unordered_map<std::string, std::uint32_t> m_tags; ///< index by name
    std::optional<std::int64_t> m_epoch; ///< of the last call
};

} // namespace lensboard::imports
