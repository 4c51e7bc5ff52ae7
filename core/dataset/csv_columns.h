#pragma once

#include "core/dataset/class_names.h"
#include "core/experiment/settings/dataset_settings.h"
#include "core/record/message.h"

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace lensboard::dataset {

/// Distinct texts, numbered in the order of first appearance.
class Codes
{
public:
    /// Returns the code of \p text. Adds a new code if there is none.
    std::uint32_t add(const std::string &text);
    /// Returns the code of \p text or of a text with equal numeric value ("1.0" equals "1"); nullopt if there is none.
    std::optional<std::uint32_t> find(const std::string &text);

    const std::vector<std::string> &texts() const { return m_texts; }

private:
    std::unordered_map<std::string, std::uint32_t> m_codes;
    std::vector<std::string> m_texts;
};

/// A column of a table and its role.
struct CsvColumn
{
    enum class Role { Number, Category, Target, Ignored };

    std::string name; ///< the column's number if the table has no header
    Role role = Role::Number;
    Codes codes = {};        ///< of a category or class column
    ClassNames classes = {}; ///< of a category or class column, sorted; set when all rows are read
};

/// The columns of a table, as named in the settings of dataset.kind "csv".
struct CsvColumns
{
    std::string path; ///< path of the table
    bool hasHeader = false;
    bool isClassification = false;
    std::vector<CsvColumn> all;
    std::vector<std::size_t> targets; ///< in the order of dataset.target

    /// Sets the role of each column in \c all.
    /// Errors: DatasetError.
    void choose(const settings::CsvTable &table);
    /// Returns true if the column's texts are stored as codes, not parsed as numbers.
    bool isCoded(const CsvColumn &column) const;
    std::size_t count(CsvColumn::Role role) const;
    /// Returns the column's name in quotes, shortened for messages.
    std::string shown(std::size_t column) const;

    [[noreturn]] void fail(const record::Message &what) const;

private:
    std::size_t find(const std::string &text, const std::string &key) const;
};

/// Returns \p text in quotes, shortened for messages.
std::string shownText(const std::string &text);

} // namespace lensboard::dataset
