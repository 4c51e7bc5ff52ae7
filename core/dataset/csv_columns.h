#pragma once

#include "core/dataset/class_names.h"
#include "core/experiment/settings/dataset_settings.h"

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace lensboard::dataset {

/// Texts by number, in the order in which they came first.
class Codes
{
public:
    /// A new one, if it has none yet.
    std::uint32_t add(const std::string &text);
    /// Of \p text, or of one that is the same number: "1.0" is "1".
    std::optional<std::uint32_t> find(const std::string &text);

    const std::vector<std::string> &texts() const { return m_texts; }

private:
    std::unordered_map<std::string, std::uint32_t> m_codes;
    std::vector<std::string> m_texts;
};

/// A column of a table, and what it is for.
struct CsvColumn
{
    enum class Role { Number, Category, Target, Ignored };

    std::string name; ///< without a header, its number
    Role role = Role::Number;
    Codes codes = {};        ///< of categories or classes
    ClassNames classes = {}; ///< likewise, in their order; known when all rows are
};

/// The columns of a table as the settings of dataset.kind "csv" name them.
struct CsvColumns
{
    std::string path; ///< of the table
    bool hasHeader = false;
    bool isClassification = false;
    std::vector<CsvColumn> all;
    std::vector<std::size_t> targets; ///< in the order of dataset.target

    /// Sets the role of each of \c all.
    /// Errors: DatasetError.
    void choose(const settings::CsvTable &table);
    /// Whether its texts are numbered, not read as numbers.
    bool isCoded(const CsvColumn &column) const;
    std::size_t count(CsvColumn::Role role) const;
    /// The name in quotes, clipped.
    std::string shown(std::size_t column) const;

    [[noreturn]] void fail(const std::string &what) const;

private:
    std::size_t find(const std::string &text, const std::string &key) const;
};

/// In quotes, and not too long for a message.
std::string shownText(const std::string &text);

} // namespace lensboard::dataset
