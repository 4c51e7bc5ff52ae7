#include "core/import/tools/optuna/optuna_journal.h"

#include "core/import/importer.h"
#include "core/import/tables/stamp_field.h"
#include "core/import/tools/foreign_database.h"
#include "core/import/tools/json_document.h"
#include "core/record/message.h"
#include "core/store/file/sqlite.h"

#include <algorithm>
#include <array>
#include <optional>

namespace lensboard::imports {

namespace {

constexpr std::size_t kMaxJournalBytes = std::size_t{256} << 20;
constexpr std::size_t kMaxReports = 10'000'000;
constexpr std::array kStates = {"RUNNING", "COMPLETE", "PRUNED", "FAIL", "WAITING"}; ///< by Optuna's number
constexpr std::string_view kCode = "\"op_code\":", kTrial = "\"trial_id\":";

enum Code { kCreateStudy = 0,
            kDeleteStudy = 1,
            kCreateTrial = 4,
            kSetParameter = 5,
            kSetState = 6,
            kReport = 7 };

/// Returns the whole number after \p key in a line; nullopt if there is none.
std::optional<std::int64_t> numberAfter(std::string_view line, std::string_view key)
{
    std::size_t at = line.find(key);
    if (at == line.npos)
        return std::nullopt;
    at = line.find_first_not_of(' ', at + key.size());
    return at == line.npos ? std::nullopt : exactNumber(line.substr(at, line.find_first_of(",} ", at) - at));
}

bool isFinished(const std::string &state)
{
    return state != "RUNNING" && state != "WAITING";
}

} // namespace

/// A line of the journal. Keys of nested objects are joined with '/'.
struct OptunaJournal::Operation
{
    std::int64_t code = -1;
    std::int64_t study = -1, trial = -1; ///< numbers in the line
    std::int64_t created = -1;           ///< number of the trial that the line creates
    std::map<std::string, double> numbers = {};
    std::map<std::string, std::string> texts = {};

    std::string textOf(const std::string &key) const
    {
        const auto found = texts.find(key);
        return found == texts.end() ? std::string() : found->second;
    }
    std::string state() const
    {
        const auto found = numbers.find("state");
        const double state = found == numbers.end() ? 0 : found->second;
        return state >= 0 && state < static_cast<double>(kStates.size()) ? kStates[static_cast<std::size_t>(state)] : "RUNNING";
    }
};

OptunaJournal::OptunaJournal(const std::filesystem::path &file)
{
    std::error_code unknown;
    const std::uintmax_t size = std::filesystem::file_size(file, unknown);
    if (unknown || !recognises(store::sqlite::firstBytes(file, kEnoughForJournal)))
        throw ImportError(file, record::message("is no journal of Optuna"));
    if (size > kMaxJournalBytes)
        throw ImportError(file, record::message("is a journal of more than %1 bytes", kMaxJournalBytes));
    m_text = store::sqlite::firstBytes(file, static_cast<std::size_t>(size));
    m_text.resize(m_text.rfind('\n') + 1); // npos + 1 is 0
}

bool OptunaJournal::recognises(std::string_view firstBytes)
{
    const std::string_view line = firstBytes.substr(0, firstBytes.find('\n'));
    return line.starts_with("{\"op_code\":") && line.find("\"worker_id\":") != line.npos;
}

/// Passes all operations on studies, and operations on the trial \p trial or, if it is empty, all states of trials.
void OptunaJournal::readOperations(std::string_view trial, const std::function<void(std::int64_t, const Operation &)> &take) const
{
    std::map<std::int64_t, std::string> studies;
    std::int64_t studiesCreated = 0, trialsCreated = 0, number = 0;
    const auto wanted = exactNumber(trial);
    for (std::string_view text = m_text; !text.empty();) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(line.size() + 1);
        ++number;
        Operation operation{numberAfter(line, kCode).value_or(-1)};
        const bool isOfTrial = operation.code == kSetParameter || operation.code == kReport || operation.code == kSetState;
        const bool isWanted = isOfTrial ? (wanted ? numberAfter(line, kTrial) == wanted : operation.code == kSetState)
                                        : operation.code == kCreateStudy || operation.code == kDeleteStudy || operation.code == kCreateTrial;
        if (!isWanted)
            continue;
        readJson(line, [&](const JsonLeaf &leaf) {
            std::string key;
            for (const std::string &part : leaf.path)
                key += (key.empty() ? "" : "/") + part;
            if (const auto value = leaf.number())
                operation.numbers[key] = *value;
            if (const auto *written = std::get_if<std::string_view>(&leaf.value))
                operation.texts[key] = *written;
        });
        const auto wholeOf = [&](const char *key) {
            const auto found = operation.numbers.find(key);
            return found == operation.numbers.end() ? -1 : wholeNumber(found->second).value_or(-1);
        };
        operation.study = wholeOf("study_id");
        operation.trial = wholeOf("trial_id");
        const std::string name = operation.textOf("study_name");
        if (operation.code == kCreateStudy) {
            const bool isKnown = std::ranges::any_of(studies, [&](const auto &study) { return study.second == name; });
            operation.study = isKnown ? -1 : studiesCreated++; // Optuna rejects a study of this name
            if (!isKnown)
                studies.emplace(operation.study, name);
        } else if (operation.code == kDeleteStudy) {
            studies.erase(operation.study);
        } else if (operation.code == kCreateTrial && studies.contains(operation.study)) {
            operation.texts["study_name"] = studies[operation.study];
            operation.created = trialsCreated++;
        }
        take(number, operation);
    }
}

std::vector<OptunaStorage::Trial> OptunaJournal::trials()
{
    struct Created
    {
        Trial trial;
        std::int64_t study = 0;
    };
    std::vector<Created> created;
    std::map<std::int64_t, int> counts; ///< by study
    UniqueNames names;
    readOperations({}, [&](std::int64_t, const Operation &operation) {
        if (operation.code == kDeleteStudy) {
            for (Created &each : created)
                each.trial.id = each.study == operation.study ? std::string() : each.trial.id;
        } else if (operation.created >= 0 && created.size() < kMaxTrials) {
            const std::string id = std::to_string(operation.created), study = operation.textOf("study_name");
            const std::string name = study + " trial " + std::to_string(counts[operation.study]++);
            created.push_back({{id, names.name(id, name), study, operation.state(), operation.textOf("datetime_start"), operation.textOf("datetime_complete")}, operation.study});
        } else if (operation.code == kSetState && operation.trial >= 0 && operation.trial < static_cast<std::int64_t>(created.size())) {
            Trial &trial = created[static_cast<std::size_t>(operation.trial)].trial;
            if (isFinished(trial.state)) // Optuna rejects the operation
                return;
            trial.state = operation.state();
            if (const std::string started = operation.textOf("datetime_start"); !started.empty())
                trial.started = started;
            trial.completed = operation.textOf("datetime_complete");
        }
    });
    std::vector<Trial> trials;
    for (Created &each : created)
        if (!each.trial.id.empty())
            trials.push_back(std::move(each.trial));
    return trials;
}

void OptunaJournal::readReports(const std::string &trial, std::int64_t first, const std::stop_token &stop, const Take &take)
{
    constexpr std::string_view kReports = "intermediate_values/";
    const auto wanted = exactNumber(trial);
    std::size_t count = 0;
    readOperations(trial, [&](std::int64_t line, const Operation &operation) {
        if (line < first || stop.stop_requested() || count > kMaxReports)
            return;
        const auto step = operation.numbers.find("step"), value = operation.numbers.find("intermediate_value");
        if (operation.code == kReport && step != operation.numbers.end() && value != operation.numbers.end() && wholeNumber(step->second)) {
            take({line, *wholeNumber(step->second), value->second});
            ++count;
        }
        if (operation.created == wanted)
            for (const auto &[key, number] : operation.numbers)
                if (const auto at = key.starts_with(kReports) ? exactNumber(std::string_view(key).substr(kReports.size())) : std::nullopt)
                    take({line, *at, number});
    });
}

void OptunaJournal::readObjectives(const std::string &trial, const Take &take)
{
    std::map<std::int64_t, double> objectives;
    const auto wanted = exactNumber(trial);
    readOperations(trial, [&](std::int64_t, const Operation &operation) {
        if (operation.code != kSetState && operation.created != wanted)
            return;
        if (!objectives.empty())
            return;
        if (const auto value = operation.numbers.find("value"); value != operation.numbers.end())
            objectives[0] = value->second;
        for (std::int64_t i = 0; operation.numbers.contains("values/" + std::to_string(i)); ++i)
            objectives[i] = operation.numbers.at("values/" + std::to_string(i));
    });
    for (const auto &[number, value] : objectives)
        take({number + 1, number, value});
}

std::map<std::string, std::string> OptunaJournal::parameters(const std::string &trial)
{
    constexpr std::string_view kParameters = "params/";
    std::map<std::string, std::string> parameters;
    const auto wanted = exactNumber(trial);
    readOperations(trial, [&](std::int64_t, const Operation &operation) {
        const auto value = operation.numbers.find("param_value_internal");
        if (operation.code == kSetParameter && value != operation.numbers.end() && parameters.size() < kMaxParameters)
            parameters[operation.textOf("param_name")] = parameterText(value->second, operation.textOf("distribution"));
        if (operation.created == wanted)
            for (const auto &[key, number] : operation.numbers)
                if (key.starts_with(kParameters) && parameters.size() < kMaxParameters)
                    parameters[key.substr(kParameters.size())] = parameterText(number, operation.textOf("distributions/" + key.substr(kParameters.size())));
    });
    return parameters;
}

} // namespace lensboard::imports
