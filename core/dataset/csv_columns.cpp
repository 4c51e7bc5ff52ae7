#include "core/dataset/csv_columns.h"

#include "core/bytes/valid_utf8.h"
#include "core/dataset/dataset_error.h"
#include "core/experiment/validate.h"
#include "core/record/message.h"
#include "core/record/text_number.h"

#include <algorithm>
#include <charconv>

namespace lensboard::dataset {

std::string shownText(const std::string &text)
{
    return '"' + bytes::clipped(text, 40) + '"';
}

std::uint32_t Codes::add(const std::string &text)
{
    const auto [place, isNew] = m_codes.emplace(text, static_cast<std::uint32_t>(m_texts.size()));
    if (isNew)
        m_texts.push_back(text);
    return place->second;
}

std::optional<std::uint32_t> Codes::find(const std::string &text)
{
    if (const auto known = m_codes.find(text); known != m_codes.end())
        return known->second;
    const auto number = record::numberFromText(text);
    for (std::size_t i = 0; number && i < m_texts.size(); ++i)
        if (record::numberFromText(m_texts[i]) == number)
            return m_codes.emplace(text, static_cast<std::uint32_t>(i)).first->second;
    return std::nullopt;
}

void CsvColumns::choose(const settings::CsvTable &table)
{
    using Role = CsvColumn::Role;
    for (const std::string &text : table.categories)
        all[find(text, "categories")].role = Role::Category;
    for (const std::string &text : table.ignore)
        all[find(text, "ignore")].role = Role::Ignored;
    for (const std::string &text : table.target) {
        const std::size_t target = find(text, "target");
        if (all[target].role == Role::Ignored)
            fail(record::message("column %1 is dataset.target, and listed in dataset.ignore", shown(target)));
        if (all[target].role == Role::Target)
            fail(record::message("column %1 is listed twice in dataset.target", shown(target)));
        all[target].role = Role::Target;
        targets.push_back(target);
    }
    if (count(Role::Number) + count(Role::Category) == 0)
        fail(record::message("has %1 columns, but none for inputs; %2",
                             all.size(), all.size() == 1 ? record::message("check dataset.delimiter") : record::message("check dataset.ignore")));
}

bool CsvColumns::isCoded(const CsvColumn &column) const
{
    return column.role == CsvColumn::Role::Category || (column.role == CsvColumn::Role::Target && isClassification);
}

std::size_t CsvColumns::count(CsvColumn::Role role) const
{
    return static_cast<std::size_t>(std::ranges::count(all, role, &CsvColumn::role));
}

std::string CsvColumns::shown(std::size_t column) const
{
    return shownText(all[column].name);
}

void CsvColumns::fail(const record::Message &what) const
{
    throw DatasetError(record::message("%1: %2", path, what));
}

std::size_t CsvColumns::find(const std::string &text, const std::string &key) const
{
    std::vector<std::string> names;
    for (std::size_t i = 0; hasHeader && i < all.size(); ++i) {
        if (all[i].name == text)
            return i;
        names.push_back(all[i].name);
    }
    const auto columns = static_cast<std::int64_t>(all.size());
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error == std::errc() && end == text.data() + text.size() && number >= -columns && number < columns)
        return static_cast<std::size_t>(number < 0 ? number + columns : number);
    const std::string guess = all.size() < 1000 ? experiment::nearest(text, names) : "";
    fail(record::message("has no column %1 (dataset.%2)%3; it has %4 columns, %5",
                         shownText(text), key, guess.empty() ? record::Message() : record::message(", did you mean %1?", shownText(guess)), columns,
                         hasHeader ? record::message("the first is %1", shownText(names.front()))
                                   : record::message("without names: use numbers from 0, or from the end, -1")));
}

} // namespace lensboard::dataset
