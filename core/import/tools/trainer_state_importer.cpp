#include "core/import/tools/trainer_state_importer.h"

#include "core/bytes/blanks.h"
#include "core/bytes/valid_utf8.h"
#include "core/import/tensorboard/hyperparameters.h"
#include "core/record/message.h"

#include <algorithm>
#include <array>

namespace lensboard::imports {

using record::message;

namespace {

constexpr std::string_view kLogHistory = "log_history";
constexpr std::size_t kMaxDetails = 100;
constexpr std::size_t kDetailBytes = 1000;

/// Returns true for the trainer's settings; other values are results.
bool isSetting(std::string_view name)
{
    static constexpr std::array kSettings = {"eval_steps", "logging_steps", "max_steps", "num_train_epochs", "save_steps", "train_batch_size"};
    return std::find(kSettings.begin(), kSettings.end(), name) != kSettings.end();
}

/// Returns the path from the row's index on; empty if \p path is not in the history.
std::span<const std::string> pathInHistory(std::span<const std::string> path)
{
    if (path.size() > 1 && path.front() == kLogHistory)
        return path.subspan(1);
    const bool isPlace = !path.empty() && path.front().find_first_not_of("0123456789") == std::string::npos;
    return isPlace ? path : path.first(0);
}

bool isRow(std::span<const std::string> path)
{
    return pathInHistory(path).size() == 1;
}

std::string joined(std::span<const std::string> path)
{
    std::string name;
    for (const std::string &key : path)
        name += (name.empty() ? "" : "/") + key;
    return name;
}

} // namespace

/// The history must be in the first object: lines of JSON objects may end with one that has a history, too.
bool TrainerStateImporter::recognises(std::string_view firstBytes)
{
    const std::size_t first = firstBytes.find_first_not_of(bytes::kBlanks);
    if (first == firstBytes.npos || firstBytes[first] != '{' || firstBytes.find(kLogHistory) == firstBytes.npos)
        return false;
    bool hasHistory = false;
    const auto look = [&](std::span<const std::string> path) { hasHistory = hasHistory || (!path.empty() && path.front() == kLogHistory); };
    readJson(
        firstBytes, [&](const JsonLeaf &leaf) { look(leaf.path); }, look);
    return hasHistory;
}

void TrainerStateImporter::readLeaf(const JsonLeaf &leaf)
{
    const auto cell = pathInHistory(leaf.path);
    if (cell.size() < 2)
        return readDetail(leaf);
    const std::string nested = cell.size() > 2 ? joined(cell.subspan(1)) : std::string();
    const std::string &name = cell.size() > 2 ? nested : cell[1];
    if (const auto number = leaf.number())
        addCell(name, *number);
    else
        m_out.report(record::RunEvent::Kind::Notice, m_step, "text " + name,
                     message("row %1: \"%2\" is text, and skipped: \"%3\"", cell.front(), bytes::clipped(name),
                             bytes::clipped(leaf.text())));
}

/// Called only for complete rows, because an incomplete row may lack its step.
void TrainerStateImporter::readEndOf(std::span<const std::string> path)
{
    if (m_cellCount > 0 && isRow(path))
        finishRow();
}

void TrainerStateImporter::addCell(std::string_view name, double value)
{
    if (m_cellCount == m_cells.size())
        m_cells.emplace_back();
    Cell &cell = m_cells[m_cellCount++];
    if (cell.name != name) {
        cell.name = name;
        cell.field = stampField(name);
    }
    cell.value = value;
}

void TrainerStateImporter::finishRow()
{
    record::TickStamp stamp = stampAt(StampField::Step, placeOfRow());
    for (const Cell &cell : cells())
        if (cell.field == StampField::Epoch)
            setStamp(stamp, StampField::Epoch, cell.value);
    for (const Cell &cell : cells())
        if (cell.field != StampField::Step && cell.field != StampField::Epoch)
            m_values.add(stamp, cell.name, cell.value);
    m_step = stamp.step;
    m_cellCount = 0;
}

/// Returns the row's step, or its index if rows have no steps.
std::int64_t TrainerStateImporter::placeOfRow()
{
    ++m_rows;
    for (const Cell &cell : cells())
        if (cell.field == StampField::Step)
            if (const auto step = wholeNumber(cell.value)) {
                m_hasSteps = true;
                return *step;
            }
    return m_hasSteps ? m_step : m_rows;
}

void TrainerStateImporter::readDetail(const JsonLeaf &leaf)
{
    if (leaf.path.empty() || m_settings.size() + m_details.size() >= kMaxDetails)
        return;
    const std::string &name = leaf.path.back();
    if (isSetting(name) || leaf.path.front() == "trial_params")
        m_settings[name] = bytes::clipped(leaf.text(), kDetailBytes);
    else if (leaf.path.size() == 1 && !name.starts_with("is_"))
        m_details.emplace_back(bytes::clipped(name), bytes::clipped(leaf.text(), kDetailBytes));
}

void TrainerStateImporter::readEndOfDocument()
{
    m_out.update([this](record::RunInfo &info) {
        info.experiment = hyperparameterText(m_settings);
        info.environment.insert(info.environment.end(), m_details.begin(), m_details.end());
    });
}

} // namespace lensboard::imports
