#include "core/import/tools/keras_history_importer.h"

#include "core/bytes/valid_utf8.h"
#include "core/import/monitorch/pickle_document.h"
#include "core/import/tables/stamp_field.h"
#include "core/import/tensorboard/hyperparameters.h"
#include "core/record/error.h"
#include "core/record/message.h"

#include <algorithm>
#include <charconv>

namespace lensboard::imports {

using record::message;
using record::RunEvent;

namespace {

constexpr std::string_view kHistory = "history";
constexpr std::size_t kMaxSettings = 100;

std::optional<std::size_t> locationFrom(std::string_view text)
{
    std::size_t place = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), place);
    if (error != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return place;
}

/// An item of a list in the document.
struct Item
{
    std::string_view name;
    std::size_t place = 0;
    std::optional<std::size_t> fold = {}; ///< index of its history among several
};

/// Returns nullopt if \p path does not lead to an item: NAME/PLACE, "history"/NAME/PLACE, or one of these behind a history's index.
std::optional<Item> itemAt(std::span<const std::string> path)
{
    const auto fold = path.size() > 2 ? locationFrom(path.front()) : std::nullopt;
    path = path.subspan(fold ? 1 : 0);
    path = path.subspan(path.size() == 3 && path.front() == kHistory ? 1 : 0);
    const auto place = path.size() == 2 ? locationFrom(path[1]) : std::nullopt;
    return place ? std::optional(Item{path[0], *place, fold}) : std::nullopt;
}

/// Returns true if the path names an item of a history proper, not of any list.
bool isInHistory(std::span<const std::string> path)
{
    return path.size() > 2 && path[path.size() - 3] == kHistory;
}

} // namespace

/// Such a document has a history, or begins with a list of numbers, and ends after one object or list. JSON lines may contain lists, too.
bool KerasHistoryImporter::recognises(std::string_view firstBytes)
{
    const std::size_t first = firstBytes.find_first_not_of(" \t\r\n");
    if (first == firstBytes.npos || (firstBytes[first] != '{' && firstBytes[first] != '['))
        return false;
    bool isFirst = true, beginsWithList = false, hasHistory = false, hasLoss = false, hasStep = false;
    const auto damage = readJson(firstBytes, [&](const JsonLeaf &leaf) {
        const auto item = leaf.number() ? itemAt(leaf.path) : std::nullopt;
        const bool isItem = item && item->place == 0;
        beginsWithList = beginsWithList || (isFirst && isItem);
        hasHistory = hasHistory || (isItem && isInHistory(leaf.path));
        hasLoss = hasLoss || (isItem && item->name.ends_with("loss"));
        hasStep = hasStep || (leaf.path.size() <= 2 && !leaf.path.empty() && isPlace(stampField(leaf.path.back())) && !namesTotal(leaf.path.back()));
        isFirst = false;
    });
    const bool isHistory = hasHistory || ((beginsWithList || hasLoss) && !hasStep);
    return isHistory && (!damage || damage->isUnfinished);
}

bool KerasHistoryImporter::recognisesPickle(std::string_view firstBytes)
{
    PickleReader reader;
    try {
        reader.read(firstBytes);
    } catch (const PickleError &) { // the importer reports it
    }
    const auto &nodes = reader.pickle().nodes; // a dict with a text, then a list with a number
    return nodes.size() > 3 && std::holds_alternative<PickleDict>(nodes[0]) && std::holds_alternative<std::string>(nodes[1])
        && std::holds_alternative<PickleList>(nodes[2]) && (reader.pickle().number(3) || std::holds_alternative<PickleGlobal>(nodes[3]));
}

std::optional<JsonDamage> KerasHistoryImporter::readDocument(std::string_view text)
{
    if (m_form == Form::Json)
        return JsonDocumentImporter::readDocument(text);
    try {
        return readPickle(text, [this](const JsonLeaf &leaf) { readLeaf(leaf); });
    } catch (const PickleError &error) {
        throw ImportError(m_file.path(), message("byte %1 %2", error.offset(), record::messageOf(error)));
    }
}

void KerasHistoryImporter::readLeaf(const JsonLeaf &leaf)
{
    const auto item = itemAt(leaf.path);
    const auto number = leaf.number();
    m_folds = std::max(m_folds, item && item->fold ? *item->fold + 1 : 0);
    if (item && number)
        add(item->name, item->fold, item->place, *number);
    else if (item || leaf.path.size() > 2)
        m_out.report(RunEvent::Kind::Notice, 0, "no number",
                     message("\"%1\" is no list of numbers: \"%2\" is skipped", bytes::clipped(leaf.path.front()),
                             bytes::clipped(leaf.text())));
    else if (!leaf.path.empty() && m_settings.size() < kMaxSettings)
        m_settings[leaf.path.back()] = bytes::clipped(leaf.text(), RunAppender::kMaxNameBytes);
}

void KerasHistoryImporter::add(std::string_view name, std::optional<std::size_t> fold, std::size_t place, double value)
{
    if (name != m_lastName || fold != m_lastFold) {
        m_lastName = name;
        m_lastFold = fold;
        const std::string prefix = fold ? std::to_string(*fold + 1) + '/' : std::string();
        m_lastColumn = stampField(name) == StampField::Epoch ? nullptr : &m_columns[prefix + std::string(name)];
    }
    if (m_lastColumn)
        m_lastColumn->emplace_back(place, value);
    else
        m_epochs[place] = value;
}

/// Converts Keras's epochs, counted from 0.
std::int64_t KerasHistoryImporter::epochAt(std::size_t place) const
{
    const auto known = m_epochs.find(place);
    const auto epoch = known == m_epochs.end() ? std::nullopt : wholeNumber(known->second);
    const bool countsFromOne = !m_epochs.empty() && m_epochs.begin()->second == 1;
    return epoch.value_or(static_cast<std::int64_t>(place)) + (epoch && countsFromOne ? 0 : 1);
}

/// Removes and returns a list of whole, rising steps that is at least as long as all others; empty if there is none.
std::vector<std::int64_t> KerasHistoryImporter::takeSteps()
{
    std::size_t longest = 0;
    for (const auto &[name, items] : m_columns)
        longest = std::max(longest, items.size());
    for (auto column = m_columns.begin(); column != m_columns.end(); ++column) {
        const StampField field = stampField(column->first);
        std::vector<std::int64_t> steps;
        for (const auto &[place, value] : column->second)
            if (const auto step = wholeNumber(value); step && place == steps.size() && (steps.empty() || *step > steps.back()))
                steps.push_back(*step);
        if (!isPlace(field) || field == StampField::X || steps.size() != longest || m_columns.size() == 1)
            continue;
        m_columns.erase(column);
        return steps;
    }
    return {};
}

void KerasHistoryImporter::readEndOfDocument()
{
    const std::vector<std::int64_t> steps = takeSteps();
    for (const auto &[name, items] : m_columns)
        for (const auto &[place, value] : items) {
            record::TickStamp stamp = stampAt(StampField::Epoch, epochAt(place));
            if (place < steps.size())
                stamp = {steps[place], m_epochs.empty() ? 0 : stamp.epoch, steps[place], 0, 0};
            m_values.add(stamp, name, value);
        }
    m_columns.clear();
    m_lastName.reset();
    if (m_folds > 1)
        m_out.report(RunEvent::Kind::Notice, 0, "folds", message("the document holds %1 histories: their series begin with 1/, 2/ and so on", m_folds));
    m_out.update([this](record::RunInfo &info) { info.experiment = hyperparameterText(m_settings); });
}

} // namespace lensboard::imports
