#pragma once

#include "core/import/file_importer.h"
#include "core/import/monitorch/pickle_reader.h"
#include "core/record/message.h"

#include <optional>
#include <string_view>
#include <unordered_map>

namespace lensboard::imports {

struct MonitorchCall;

/// Reads a recording of monitorch's RecorderVisualizer: a sequence of pickles, each a call of a visualizer. Tick, epoch and step
/// all equal monitorch's epoch. If a later call goes back to an earlier epoch, values of a former run from that epoch on are removed.
class MonitorchImporter final : public FileImporter
{
public:
    explicit MonitorchImporter(std::filesystem::path path) : FileImporter(std::move(path), "monitorch recording") {}

    /// Returns true if a file that begins with \p firstBytes is a recording, or the beginning of one.
    static bool recognises(std::string_view firstBytes);

private:
    void readPending(ReadProgress &progress) override;
    record::Message readEnd() override;
    void readRecord();
    void endAt(const PickleError &error);
    void replay(const MonitorchCall &call);
    std::optional<std::uint32_t> tagOf(const MonitorchCall &call);
    void enterEpoch(std::int64_t epoch);
    void warn(const std::string &subject, const record::Message &text);

    PickleReader m_reader;
    std::uint64_t m_recordStart = 0; ///< file position of the record being read
    bool m_isDamaged = false;        ///< true: reading has stopped for good
    std::unordered_map<std::string, std::uint32_t> m_tags; ///< index by name
    std::optional<std::int64_t> m_epoch; ///< of the last call
};

} // namespace lensboard::imports
