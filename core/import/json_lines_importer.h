#pragma once

#include "core/import/file_importer.h"
#include "core/import/flat_json.h"
#include "core/import/scalar_names.h"
#include "core/import/stamp_field.h"

#include <map>
#include <string_view>

namespace lensboard::imports {

/// A JSON object a line, each what was measured at a step. Texts become events when they change.
class JsonLinesImporter final : public FileImporter
{
public:
    explicit JsonLinesImporter(std::filesystem::path path) : FileImporter(std::move(path), "JSON lines", GrowingFile::Content::Text) {}

    /// Whether a file that begins with \p firstBytes may be one.
    static bool recognises(std::string_view firstBytes);

private:
    void readPending(ReadProgress &progress) override;
    std::string readEnd() override;
    bool readTail();
    void readLine(std::string_view line);
    void readObject(const FlatJson &object);
    bool place(const FlatJson &object, record::TickStamp &stamp);
    bool choosePlace(const FlatJson &object);
    void readStamp(const FlatJson &object, record::TickStamp &stamp);
    bool isStampPart(const std::string &key, double value) const;
    void noteText(const std::string &key, const std::string &text, const record::TickStamp &stamp);
    std::optional<std::uint32_t> series(const std::string &key);
    void warn(const std::string &subject, const std::string &text);

    ScalarNames m_names{"JSON lines"};
    std::size_t m_scanned = 0;  ///< pending bytes that hold no line break
    std::uint64_t m_line = 1;   ///< the next one
    bool m_isDamaged = false;   ///< then nothing is read any more
    std::string m_placeKey;     ///< of the objects' steps; empty if they are counted
    StampField m_placeField = StampField::None;
    std::int64_t m_objects = 0; ///< without a step, as long as none had one
    std::int64_t m_step = 0;    ///< of the last object
    std::map<std::string, std::uint32_t> m_series;
    std::map<std::string, std::string> m_texts; ///< the last of each key
    std::size_t m_textEvents = 0;
};

} // namespace lensboard::imports
