#pragma once

#include "core/import/file_importer.h"
#include "core/import/logs/log_evidence.h"
#include "core/import/tables/object_rows.h"
#include "core/record/message.h"

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace lensboard::imports {

/// Reads the measurements of a text log. An epoch holds until the next one; a line without a step has the step and the phase of the line before.
/// Throws RolesRevised in the cases of ObjectRows, and if later lines change the evidence.
class TextLogReader final : public FileImporter
{
public:
    TextLogReader(std::filesystem::path path, LogEvidence &evidence, RowSample<FlatJson> &sample, RoleChoice choice)
        : FileImporter(std::move(path), "text log", GrowingFile::Content::Terminal), m_evidence(evidence), m_rows(m_out, m_file.path(), "text log", sample, std::move(choice))
    {}

    std::optional<RowReading> reading() const override { return m_rows.reading("text log"); }

private:
    struct Waiting
    {
        std::uint64_t number = 0;
        LogLine line;
        std::string text; ///< its beginning
    };

    void readPending(ReadProgress &progress) override;
    record::Message readEnd() override;
    void readLine(std::string_view text);
    void settle();
    void take(const Waiting &waiting);
    bool isRevised() const;
    FlatJson object(const LogLine &line) const;

    LogEvidence &m_evidence;
    ObjectRows m_rows;
    std::uint64_t m_number = 0;     ///< of the last line
    std::vector<Waiting> m_waiting; ///< lines kept until the evidence is weighed
    std::optional<LogEvidence::Steps> m_steps;
    std::unordered_map<std::size_t, LogLine> m_left; ///< lines with numbers that were left out, by shape
    bool m_hasNews = false;                          ///< lines were learnt since the evidence was compared
    std::optional<double> m_epoch;
    std::string m_phase; ///< of the last line with a step or a phase
};

} // namespace lensboard::imports
