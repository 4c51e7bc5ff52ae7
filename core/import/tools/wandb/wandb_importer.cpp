#include "core/import/tools/wandb/wandb_importer.h"

#include "core/bytes/valid_utf8.h"
#include "core/import/open_end.h"
#include "core/import/tables/flat_json.h"
#include "core/import/tables/stamp_field.h"
#include "core/import/tensorboard/hyperparameters.h"
#include "core/import/tools/wandb/wandb_media.h"
#include "core/record/message.h"
#include "core/record/text_number.h"
#include "core/store/columns/run_store.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <system_error>

namespace lensboard::imports {

namespace fs = std::filesystem;
using record::message;
using record::RunEvent;

namespace {

constexpr std::size_t kMaxValues = 10'000; ///< of configuration and of summary
constexpr std::size_t kMaxWandbTextBytes = 6000;
constexpr std::string_view kWandbTypeKey = "/_type";
constexpr std::int64_t kKeyboardInterrupt = 255; ///< W&B's exit code for Ctrl+C

bool isOwnOfWandb(std::string_view name)
{
    return name.starts_with('_') && (name == "_step" || name == "_timestamp" || name == "_runtime" || name.starts_with("_wandb"));
}

/// Returns the content of a JSON string, or other JSON unchanged.
std::string textOf(std::string_view json)
{
    if (json.starts_with('"') && json.size() <= kMaxWandbTextBytes)
        if (const auto parsed = nlohmann::json::parse(json.begin(), json.end(), nullptr, false); parsed.is_string())
            return parsed.get<std::string>();
    return bytes::clipped(json, kMaxWandbTextBytes);
}

std::string textOf(const WandbItem &item)
{
    return item.number ? record::numberText(*item.number) : textOf(item.json);
}

/// Adds a value to \p texts; each value of an object gets its own entry.
void addText(std::map<std::string, std::string> &texts, const WandbItem &item)
{
    const auto add = [&texts](const std::string &name, std::string text) {
        if (texts.size() < kMaxValues || texts.contains(name))
            texts[bytes::clipped(name, RunAppender::kMaxNameBytes)] = std::move(text);
    };
    if (!item.json.starts_with('{') || item.number)
        return add(item.name, textOf(item));
    try {
        const FlatJson flat = flatJson(item.json);
        for (const auto &[name, value] : flat.numbers)
            add(item.name + '/' + name, record::numberText(value));
        for (const auto &[name, text] : flat.texts)
            add(item.name + '/' + name, bytes::clipped(text, kMaxWandbTextBytes));
        for (const std::string &name : flat.skipped)
            add(item.name + '/' + name, "[…]");
    } catch (const FlatJsonError &) {
        add(item.name, textOf(item));
    }
}

} // namespace

WandbImporter::WandbImporter(fs::path file)
    : FileImporter(std::move(file), "Weights & Biases"), m_values(m_out, "W&B"),
      m_log([this](std::uint64_t begin, std::uint64_t end, const std::string &cause) {
          m_out.report(RunEvent::Kind::Warning, 0, "damage",
                       message("records from byte %1 up to byte %2 are left out: %3", begin, end, cause));
      }),
      m_decoder(*this)
{}

fs::path WandbImporter::fileIn(const fs::path &folder)
{
    std::error_code error, unknown;
    fs::path file;
    for (auto entry = fs::directory_iterator(folder, error); !error && entry != fs::end(entry); entry.increment(error)) {
        if (entry->path().extension() != ".wandb" || !entry->is_regular_file(unknown))
            continue;
        if (!file.empty())
            return {};
        file = entry->path();
    }
    return file;
}

void WandbImporter::readPending(ReadProgress &progress)
{
    while (!progress.stop.stop_requested()) {
        const auto record = m_log.next(m_file);
        if (!record)
            return;
        if (!m_decoder.decode(*record))
            m_out.report(RunEvent::Kind::Warning, 0, "record",
                         message("the record at byte %1 is no record of W&B, or only in part", m_file.position()));
    }
}

record::Message WandbImporter::readEnd()
{
    if (std::exchange(m_detailsAreNew, false))
        showDetails();
    if (const auto begin = m_log.unfinished(m_file))
        return message("ends within a record that begins at byte %1", *begin);
    if (m_exitCode)
        return *m_exitCode == 0 ? record::Message() : message("W&B recorded the exit code %1", *m_exitCode);
    return status(false) == record::RunStatus::Interrupted ? message("has no record of an end: its process died") : record::Message();
}

record::RunStatus WandbImporter::status(bool) const
{
    if (!m_exitCode)
        return statusOfOpenEnd(m_file.path());
    if (*m_exitCode == 0)
        return record::RunStatus::Finished;
    return *m_exitCode == kKeyboardInterrupt ? record::RunStatus::Stopped : record::RunStatus::Failed;
}

void WandbImporter::addRun(WandbRun run)
{
    m_out.update([&](record::RunInfo &info) {
        if (!run.name.empty())
            info.name = bytes::clipped(run.name, RunAppender::kMaxNameBytes);
        if (run.startSeconds > 0)
            info.createdSeconds = run.startSeconds;
    });
    m_details = std::move(run.details);
    m_exitCode.reset(); // a resumed run
    m_detailsAreNew = true;
}

/// Calls \p use with the name of each medium that \p name is a member of.
template <typename Use>
void WandbImporter::forEachMedium(const std::string &name, const Use &use) const
{
    for (auto slash = m_media.empty() ? name.npos : name.find('/'); slash != name.npos; slash = name.find('/', slash + 1))
        if (const auto medium = m_media.find(std::string_view(name).substr(0, slash + 1)); medium != m_media.end())
            use(medium->first);
}

void WandbImporter::addRow(std::span<const WandbItem> items, std::optional<std::int64_t> step)
{
    const record::TickStamp stamp = stampOf(items, step);
    addMedia(items, stamp);
    for (const WandbItem &item : items)
        if (!isOwnOfWandb(item.name) && !isStepMetric(item.name) && !item.name.empty() && !isMedium(item.name))
            addItem(stamp, item);
}

record::TickStamp WandbImporter::stampOf(std::span<const WandbItem> items, std::optional<std::int64_t> step)
{
    double seconds = 0;
    std::optional<std::int64_t> ownStep, metricStep;
    for (const WandbItem &item : items) {
        if (!item.number)
            continue;
        if (item.name == "_step")
            ownStep = wholeNumber(*item.number);
        else if (item.name == "_timestamp")
            seconds = wallSeconds(*item.number).value_or(0);
        else if (stampField(item.name) == StampField::Epoch)
            m_epoch = placeNumber(*item.number, StampField::Epoch).value_or(m_epoch);
        if (isStepMetric(item.name))
            metricStep = wholeNumber(*item.number);
    }
    const std::int64_t own = std::clamp(ownStep ? *ownStep : step.value_or(m_lastStep + 1), -kLargestStep, kLargestStep);
    if (!m_stepName.empty() && !metricStep)
        m_out.report(RunEvent::Kind::Notice, own, "no step metric", message("a row without a whole number of \"%1\" stands at the step of the row before", bytes::clipped(m_stepName)));
    m_lastStep = m_stepName.empty() ? own : metricStep.value_or(std::max<std::int64_t>(m_lastStep, 0));
    record::TickStamp stamp = stampAt(StampField::Step, m_lastStep);
    stamp.wallSeconds = seconds;
    stamp.epoch = m_epoch;
    return stamp;
}

/// Finds the media among \p items. They are objects with a type; their numbers are no measurements.
void WandbImporter::addMedia(std::span<const WandbItem> items, const record::TickStamp &stamp)
{
    m_media.clear();
    for (const WandbItem &item : items)
        if (item.name.ends_with(kWandbTypeKey))
            m_media.emplace(item.name.substr(0, item.name.size() - kWandbTypeKey.size() + 1), textOf(item));
    if (m_media.empty())
        return;
    std::unordered_map<std::string, Members> members; ///< by the name of the medium
    for (const WandbItem &item : items)
        forEachMedium(item.name, [&](const std::string &prefix) { members[prefix].emplace_back(item.name.substr(prefix.size()), item.json); });
    for (const auto &[name, type] : m_media)
        if (!addFiles(name, type, members[name], stamp))
            m_out.report(RunEvent::Kind::Notice, stamp.step, "media " + type,
                         message("\"%1\" is skipped: it holds media of type %2", bytes::clipped(name.substr(0, name.size() - 1)), bytes::clipped(type)));
}

/// Adds the files of one medium. \p prefix is its name with a '/' at the end. Returns false if there are none.
bool WandbImporter::addFiles(const std::string &prefix, const std::string &type, const Members &members, const record::TickStamp &stamp)
{
    const WandbMedia media = wandbMedia(type, members);
    const fs::path folder = m_file.path().parent_path() / "files";
    bool isAdded = !media.files.empty();
    for (const auto &[path, caption] : media.files)
        isAdded = m_files->add(prefix.substr(0, prefix.size() - 1), media.kind,
                               {stamp.step, stamp.wallSeconds, m_files->addFile(folder / path, folder), {}, 0, {}, caption}) && isAdded;
    if (isAdded)
        m_out.change().setMedia(m_files);
    m_detailsAreNew = m_detailsAreNew || isAdded;
    return isAdded;
}

bool WandbImporter::isMedium(const std::string &name) const
{
    bool isOne = false;
    forEachMedium(name, [&](const std::string &) { isOne = true; });
    return isOne;
}

void WandbImporter::addItem(const record::TickStamp &stamp, const WandbItem &item)
{
    if (item.number)
        return m_values.add(stamp, item.name, *item.number);
    if (item.json.starts_with('{') && item.json.find("\"_type\"") == item.json.npos) {
        try {
            const FlatJson flat = flatJson(item.json);
            for (const auto &[name, value] : flat.numbers)
                addItem(stamp, {item.name + '/' + name, value});
            if (flat.texts.empty() && flat.skipped.empty())
                return;
        } catch (const FlatJsonError &) {
        }
    }
    if (item.json != "null")
        m_out.report(RunEvent::Kind::Notice, stamp.step, "skipped " + item.name,
                     message("\"%1\" is no number, and skipped: %2", bytes::clipped(item.name), bytes::clipped(item.json)));
}

void WandbImporter::addSummary(std::span<const WandbItem> updated)
{
    for (const WandbItem &item : updated)
        if (!isOwnOfWandb(item.name) && !m_values.contains(item.name) && (m_summary.size() < kMaxValues || m_summary.contains(item.name))) {
            m_summary[item.name] = textOf(item);
            m_detailsAreNew = true;
        }
}

void WandbImporter::addConfig(std::span<const WandbItem> updated, std::span<const WandbItem> removed)
{
    for (const WandbItem &item : removed)
        std::erase_if(m_config, [&](const auto &entry) { return entry.first == item.name || entry.first.starts_with(item.name + '/'); });
    for (const WandbItem &item : updated)
        if (!isOwnOfWandb(item.name))
            addText(m_config, item);
    m_detailsAreNew = true;
}

void WandbImporter::addMetric(const std::string &pattern, const std::string &stepMetric)
{
    if (pattern == "*") {
        m_stepName = stepMetric;
        m_detailsAreNew = true;
    } else if (stepMetric != m_stepName) {
        m_out.report(RunEvent::Kind::Notice, 0, "metric " + pattern,
                     message("W&B plots \"%1\" by \"%2\"; both are shown by W&B's step", bytes::clipped(pattern), bytes::clipped(stepMetric)));
    }
}

/// Returns true if \p name is the step metric of all metrics. W&B joins nested keys with '.'.
bool WandbImporter::isStepMetric(const std::string &name) const
{
    return std::ranges::equal(name, m_stepName, [](char a, char b) { return a == b || (a == '/' && b == '.'); });
}

void WandbImporter::addExit(std::int64_t exitCode)
{
    m_exitCode = exitCode;
}

void WandbImporter::passOver(const record::Message &kind)
{
    m_out.report(RunEvent::Kind::Notice, 0, kind, kind);
}

record::Message WandbImporter::description() const
{
    return m_stepName.empty() ? message("Weights & Biases; step = _step; time = _timestamp")
                              : message("Weights & Biases; step = %1; time = _timestamp", bytes::clipped(m_stepName));
}

void WandbImporter::showDetails()
{
    std::map<std::string, std::string> summary; ///< sorted, and without the last values of series
    m_media.clear();
    for (const auto &[name, text] : m_summary)
        if (name.ends_with(kWandbTypeKey))
            m_media.emplace(name.substr(0, name.size() - kWandbTypeKey.size() + 1), std::string());
    for (const auto &[name, text] : m_summary)
        if (!m_values.contains(name) && !isStepMetric(name) && !isMedium(name))
            summary.emplace(name, text);
    m_out.update([&](record::RunInfo &info) {
        info.experiment = hyperparameterText(m_config);
        RunAppender::clearDetails(info);
        for (const auto &[name, text] : m_details)
            info.environment.emplace_back(name, bytes::validUtf8(text));
        if (const std::string media = m_files->summary(); !media.empty())
            info.environment.emplace_back("media", media);
        for (const auto &[name, text] : summary)
            info.environment.emplace_back("summary " + bytes::validUtf8(name), text);
    });
    m_out.describe(description());
}

} // namespace lensboard::imports
