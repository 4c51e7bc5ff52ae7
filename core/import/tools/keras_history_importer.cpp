#include "core/import/tools/keras_history_importer.h"

#include "core/bytes/valid_utf8.h"
#include "core/import/tables/stamp_field.h"
#include "core/import/tensorboard/hyperparameters.h"
#include "core/record/message.h"

#include <charconv>

namespace lensboard::imports {

using record::message;
using record::RunEvent;

namespace {

constexpr std::string_view kHistory = "history";
constexpr std::size_t kMostSettings = 100;

/// Returns the list's name and the index in it; empty if the path leads to something else.
std::span<const std::string> itemPath(std::span<const std::string> path)
{
    if (path.size() == 3 && path.front() == kHistory)
        return path.subspan(1);
    return path.size() == 2 ? path : path.first(0);
}

std::optional<std::size_t> placeFrom(std::string_view text)
{
    std::size_t place = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), place);
    if (error != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return place;
}

} // namespace

/// Such a document begins with a list of numbers and ends after one object. JSON lines may contain lists, too.
bool KerasHistoryImporter::recognises(std::string_view firstBytes)
{
    const std::size_t first = firstBytes.find_first_not_of(" \t\r\n");
    if (first == firstBytes.npos || firstBytes[first] != '{')
        return false;
    std::optional<bool> beginsWithList;
    const auto damage = readJson(std::string(firstBytes), [&](const JsonLeaf &leaf) {
        const auto item = itemPath(leaf.path);
        beginsWithList = beginsWithList.value_or(!item.empty() && placeFrom(item[1]) == 0 && leaf.number());
    });
    return beginsWithList.value_or(false) && (!damage || damage->isUnfinished);
}

void KerasHistoryImporter::readLeaf(const JsonLeaf &leaf)
{
    const auto item = itemPath(leaf.path);
    const auto place = item.empty() ? std::nullopt : placeFrom(item[1]);
    const auto number = leaf.number();
    if (place && number && stampField(item[0]) == StampField::Epoch)
        m_epochs[*place] = *number;
    else if (place && number)
        m_columns[item[0]].emplace_back(*place, *number);
    else if (place || leaf.path.size() > 2)
        m_out.report(RunEvent::Kind::Notice, 0, "no number",
                     message("\"%1\" is no list of numbers: \"%2\" is skipped", bytes::clipped(leaf.path.front()),
                             bytes::clipped(leaf.text())));
    else if (!leaf.path.empty() && m_settings.size() < kMostSettings)
        m_settings[leaf.path.back()] = bytes::clipped(leaf.text(), RunAppender::kMaxNameBytes);
}

/// Converts Keras's epochs, counted from 0.
std::int64_t KerasHistoryImporter::epochAt(std::size_t place) const
{
    const auto known = m_epochs.find(place);
    const auto epoch = known == m_epochs.end() ? std::nullopt : wholeNumber(known->second);
    const bool countsFromOne = !m_epochs.empty() && m_epochs.begin()->second == 1;
    return epoch.value_or(static_cast<std::int64_t>(place)) + (epoch && countsFromOne ? 0 : 1);
}

void KerasHistoryImporter::readEndOfDocument()
{
    for (const auto &[name, items] : m_columns)
        for (const auto &[place, value] : items)
            m_values.add(stampAt(StampField::Epoch, epochAt(place)), name, value);
    m_columns.clear();
    m_out.update([this](record::RunInfo &info) { info.experiment = hyperparameterText(m_settings); });
}

} // namespace lensboard::imports
