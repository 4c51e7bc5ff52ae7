#include "core/import/tables/json_lines_importer.h"

#include "core/bytes/blanks.h"
#include "core/import/tables/json_reader.h"

#include <algorithm>

namespace lensboard::imports {

namespace {

/// Returns true if \p text begins with an object that has a key, or with an empty object.
bool beginsWithObject(std::string_view text)
{
    const std::size_t second = text.starts_with('{') ? text.find_first_not_of(bytes::kBlanks, 1) : text.npos;
    return second != text.npos && (text[second] == '"' || text[second] == '}');
}

std::string_view withoutBlanks(std::string_view text)
{
    return text.substr(std::min(text.find_first_not_of(bytes::kBlanks), text.size()));
}

/// Returns true if the list's first object has numbers, or texts that may be numbers, and not only lists.
bool isListOfRows(std::string_view list)
{
    const std::string_view items = withoutBlanks(list.substr(1));
    if (!beginsWithObject(items))
        return false;
    JsonObjectEnd end;
    const auto length = end.find(items);
    if (!length)
        return items.find(':') != items.npos;
    try {
        const FlatJson object = flatJson(items.substr(0, *length));
        return !object.numbers.empty() || object.texts.size() > 1;
    } catch (const FlatJsonError &) {
        return false;
    }
}

} // namespace

bool JsonLinesImporter::recognises(std::string_view firstBytes)
{
    std::string_view text = withoutBlanks(firstBytes);
    if (text.starts_with('['))
        return isListOfRows(text);
    std::size_t objects = 0, others = 0;
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        const bool isWhole = line.size() < text.size();
        const std::string_view content = bytes::trimmed(line);
        if (beginsWithObject(content) && (!isWhole || content.ends_with('}'))) // a complete line without final '}': a multi-line JSON document
            ++objects;
        else if (!content.empty() && isWhole)
            ++others;
        text.remove_prefix(std::min(text.size(), line.size() + 1));
    }
    return objects > others;
}

std::unique_ptr<Importer> JsonLinesImporter::reader()
{
    return std::make_unique<JsonReader>(m_path, m_sample, m_choice);
}

} // namespace lensboard::imports
