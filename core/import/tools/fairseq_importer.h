#pragma once

#include "core/import/file_importer.h"
#include "core/import/line_reader.h"
#include "core/import/tables/flat_json.h"
#include "core/import/tables/named_values.h"
#include "core/record/message.h"

#include <optional>
#include <string_view>

namespace lensboard::imports {

/// Reads a log of fairseq with --log-format json. Its records are lines ending with an object of numbers as strings, with or
/// without a logger's prefix. Other lines are skipped. The step is the number of updates.
class FairseqImporter final : public FileImporter
{
public:
    explicit FairseqImporter(std::filesystem::path path) : FileImporter(std::move(path), "fairseq log", GrowingFile::Content::Text), m_values(m_out, "fairseq") {}

    /// Returns true if a file that begins with \p firstBytes may be such a log.
    static bool recognises(std::string_view firstBytes);

private:
    void readPending(ReadProgress &progress) override;
    record::Message readEnd() override;
    void readLine(std::string_view line);
    void readObject(const FlatJson &object, double wallSeconds);

    NamedValues m_values;
    LineReader m_lines;
    std::int64_t m_step = 0; ///< of the last object
};

} // namespace lensboard::imports
