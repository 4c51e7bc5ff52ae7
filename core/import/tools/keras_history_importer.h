#pragma once

#include "core/import/tables/named_values.h"
#include "core/import/tools/json_document_importer.h"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lensboard::imports {

/// Reads Keras's History as JSON, or a pickle of its history: one list per series with a number per epoch, {"loss": [...], "val_loss": [...]}. Also reads
/// pandas's variant, {"loss": {"0": ..., "1": ...}}, and a history inside other data, {"history": {...}}, and a list of histories, such as one for each fold.
/// A list of rising steps places the other lists.
class KerasHistoryImporter final : public JsonDocumentImporter
{
public:
    enum class Form { Json, Pickle };

    explicit KerasHistoryImporter(std::filesystem::path path, Form form = Form::Json)
        : JsonDocumentImporter(std::move(path), "Keras history", form == Form::Json ? GrowingFile::Content::Text : GrowingFile::Content::Bytes), m_values(m_out, "Keras"), m_form(form)
    {}

    /// Returns true if a file that begins with \p firstBytes may be such a document.
    static bool recognises(std::string_view firstBytes);
    /// Returns true if a file that begins with \p firstBytes may be a pickle of a dict of lists of numbers.
    static bool recognisesPickle(std::string_view firstBytes);

private:
    std::optional<JsonDamage> readDocument(std::string_view text) override;
    void readLeaf(const JsonLeaf &leaf) override;
    void readEndOfDocument() override;
    using Column = std::vector<std::pair<std::size_t, double>>; ///< indices and values

    void add(std::string_view name, std::optional<std::size_t> fold, std::size_t place, double value);
    std::int64_t epochAt(std::size_t place) const;
    std::vector<std::int64_t> takeSteps();

    NamedValues m_values;
    Form m_form;
    std::map<std::string, Column> m_columns; ///< by name
    std::size_t m_folds = 0; ///< number of histories in a list of several
    std::optional<std::string> m_lastName;   ///< of the last item, without its fold
    std::optional<std::size_t> m_lastFold;
    Column *m_lastColumn = nullptr;         ///< null: epochs
    std::map<std::size_t, double> m_epochs; ///< epoch numbers in the file, if it has any
    std::map<std::string, std::string> m_settings;
};

} // namespace lensboard::imports
