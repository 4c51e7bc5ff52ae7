#include "core/runs/run_column.h"

#include "core/bytes/lower_case.h"
#include "core/bytes/natural_order.h"
#include "core/experiment/experiment_differences.h"
#include "core/record/text_number.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

namespace lensboard::runs {

using runs::Quantity;
using runs::RunSummary;
using Shows = RunColumn::Shows;
using experiment::Json;

namespace {

constexpr std::string_view kEnvironment = "environment.";

constexpr std::array kPlain = {std::pair(Shows::Name, "name"),         std::pair(Shows::Status, "status"), std::pair(Shows::Curve, "curve"),
                               std::pair(Shows::Ticks, "ticks"),       std::pair(Shows::Duration, "duration"),
                               std::pair(Shows::Health, "health"),     std::pair(Shows::Notes, "notes"),   std::pair(Shows::Begun, "begun")};
constexpr std::array kOfQuantities = {std::pair(Shows::Last, "last"), std::pair(Shows::Least, "min"), std::pair(Shows::Greatest, "max"),
                                      std::pair(Shows::Mean, "mean")};

/// Treats texts that are numbers as numbers, because other tools write hparams and params as text.
RunValue valueOf(const Json &json)
{
    if (json.is_number())
        return json.get<double>();
    if (json.is_null() || json == experiment::kDiffers)
        return {};
    std::string text = json.is_string() ? json.get<std::string>() : json.dump(-1, ' ', false, Json::error_handler_t::replace);
    if (const auto number = record::numberFromText(text))
        return *number;
    return text;
}

RunValue textOrNothing(const std::string &text)
{
    return text.empty() ? RunValue() : RunValue(text);
}

/// Returns a text such as "problem: LossDiverging, NotFinite; warning: DeadUnits".
std::string healthText(const record::RunVerdict &verdict)
{
    const auto listed = [](const char *severity, const std::vector<std::string> &rules) {
        std::string text;
        for (const std::string &rule : rules)
            text += (text.empty() ? std::string(severity) + ": " : ", ") + rule;
        return text;
    };
    const std::string problems = listed("problem", verdict.problems), warnings = listed("warning", verdict.warnings);
    if (problems.empty() && warnings.empty())
        return "fine";
    return problems + (problems.empty() || warnings.empty() ? "" : "; ") + warnings;
}

template<typename Members>
auto named(const Members &members, const std::string &name, std::string Members::value_type::*member)
{
    const auto found = std::ranges::lower_bound(members, name, {}, member);
    return found != members.end() && (*found).*member == name ? &*found : nullptr;
}

RunValue ofQuantity(const RunSummary &run, const RunColumn &column)
{
    const Quantity *quantity = named(run.quantities, column.key, &Quantity::name);
    if (!quantity)
        return {};
    switch (column.shows) {
    case Shows::Least: return quantity->least;
    case Shows::Greatest: return quantity->greatest;
    case Shows::Mean: return quantity->mean;
    default: return quantity->last;
    }
}

const Json *fieldOf(const RunSummary &run, const std::string &path)
{
    const auto *field = named(run.fields, path, &std::pair<std::string, Json>::first);
    return field ? &field->second : nullptr;
}

/// Sort key for fields: training fields before lens fields; within each, fields with fewer different values first.
std::pair<bool, std::size_t> fieldRank(const std::string &path, std::size_t values)
{
    constexpr std::array<std::string_view, 6> kWatching = {"lenses.", "monitors.", "recorders.", "custom_lenses.", "inspector.", "health."};
    return {std::ranges::any_of(kWatching, [&](std::string_view begin) { return path.starts_with(begin); }), values};
}

/// Returns the words of a name in lower case: "val", "loss" and "epoch" for "val_loss/Epoch".
std::set<std::string> wordsOf(const std::string &name)
{
    std::set<std::string> words;
    std::string word;
    for (const char c : bytes::lowerCase(name) + ' ')
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'))
            word += c;
        else if (!word.empty())
            words.insert(std::exchange(word, {}));
    return words;
}

using Words = std::set<std::string_view>;

bool hasAny(const std::set<std::string> &words, const Words &wanted)
{
    return std::ranges::any_of(words, [&](const std::string &word) { return wanted.contains(word); });
}

/// Returns true if one of \p words is in \p wanted and the other words only name the data or the average: true for "val_acc_epoch", false
/// for "val_log_precision".
bool isAbout(const std::set<std::string> &words, const Words &wanted)
{
    static const Words kPlace = {"val", "valid", "validation", "eval", "evaluation", "test", "train", "training", "epoch", "step", "mean", "micro", "macro",
                                 "weighted", "score", "total"};
    return hasAny(words, wanted) && std::ranges::all_of(words, [&](const std::string &word) { return wanted.contains(word) || kPlace.contains(word); });
}

/// Sort key for quantities, most informative first: metrics and losses, on validation data first, then parts of losses, then the rest, last
/// clocks and settings. Values per epoch come before values per step.
std::tuple<int, bool, bool> rank(const std::string &name)
{
    static const Words kValidation = {"val", "valid", "validation", "eval", "evaluation", "test"};
    static const Words kLoss = {"loss"};
    static const Words kMetrics = {"acc", "accuracy", "acc1", "acc5", "top1", "top5", "f1", "auc", "auroc", "ap", "map", "iou", "miou", "dice", "precision",
                                   "recall", "bleu", "rouge", "wer", "cer", "ppl", "perplexity", "mae", "mse", "rmse", "r2", "psnr", "ssim", "fid",
                                   "score", "error", "err", "reward"};
    static const Words kBookkeeping = {"lr", "learning", "epoch", "epochs", "steps", "samples", "time", "runtime", "second", "seconds", "speed", "flos", "gpu",
                                       "cpu", "memory"};
    const std::set<std::string> words = wordsOf(name);
    const bool isOfValidation = hasAny(words, kValidation), isOfStep = words.contains("step");
    const auto ranked = [&](int kind) { return std::tuple(kind, !isOfValidation, isOfStep); };
    if (name == "hp_metric" || isAbout(words, kMetrics))
        return ranked(isOfValidation ? 0 : 2);
    if (isAbout(words, kLoss))
        return ranked(isOfValidation ? 1 : 3);
    if (runs::isLossName(name))
        return ranked(4);
    const bool isBookkeeping = name == "step" || name == "global_step" || hasAny(words, kBookkeeping);
    return ranked(isBookkeeping ? 6 : 5);
}

/// Returns true for Lightning's hp_metric, logged as a constant -1 if the training does not set it.
bool isPlaceholder(const Quantity &quantity)
{
    return quantity.name.ends_with("hp_metric") && quantity.least == -1 && quantity.greatest == -1;
}

} // namespace

bool isOfQuantity(Shows shows)
{
    return shows >= Shows::Last;
}

RunValue valueOf(const RunSummary &run, const RunColumn &column)
{
    switch (column.shows) {
    case Shows::Name: return run.givenName.empty() ? run.name : run.givenName;
    case Shows::Status: return run.isReadable ? record::toText(run.status) : "unreadable";
    case Shows::Curve: return {};
    case Shows::Ticks: return run.isReadable ? RunValue(static_cast<double>(run.ticks)) : RunValue();
    case Shows::Duration: return run.durationSeconds > 0 ? RunValue(run.durationSeconds) : RunValue();
    case Shows::Health: return run.verdict ? RunValue(healthText(*run.verdict)) : RunValue();
    case Shows::Notes: return textOrNothing(run.notes);
    case Shows::Begun: return run.createdSeconds > 0 ? RunValue(run.createdSeconds) : RunValue();
    case Shows::Field: {
        const Json *field = fieldOf(run, column.key);
        return field ? valueOf(*field) : RunValue();
    }
    default: return ofQuantity(run, column);
    }
}

bool differs(const RunSummary &run, const RunColumn &column)
{
    const Json *field = column.shows == Shows::Field ? fieldOf(run, column.key) : nullptr;
    return field && *field == experiment::kDiffers;
}

std::string toText(const RunValue &value)
{
    if (const auto *number = std::get_if<double>(&value))
        return record::numberText(*number);
    const auto *text = std::get_if<std::string>(&value);
    return text ? *text : std::string();
}

bool isBefore(const RunValue &a, const RunValue &b)
{
    const auto place = [](const RunValue &value) {
        if (const auto *number = std::get_if<double>(&value))
            return std::isnan(*number) ? 1 : 0;
        return std::holds_alternative<std::string>(value) ? 2 : 3;
    };
    if (place(a) == 2 && place(b) == 2)
        return bytes::isNaturallyBefore(std::get<std::string>(a), std::get<std::string>(b));
    return place(a) != place(b) ? place(a) < place(b) : place(a) == 0 && a < b;
}

std::string toText(const RunColumn &column)
{
    for (const auto &[shows, name] : kPlain)
        if (shows == column.shows)
            return name;
    for (const auto &[shows, name] : kOfQuantities)
        if (shows == column.shows)
            return std::string(name) + '(' + column.key + ')';
    return column.key;
}

std::optional<RunColumn> columnFromText(std::string_view text)
{
    for (const auto &[shows, name] : kPlain)
        if (text == name)
            return RunColumn{shows};
    for (const auto &[shows, name] : kOfQuantities)
        if (const std::string begin = std::string(name) + '('; text.starts_with(begin) && text.ends_with(')') && text.size() > begin.size() + 1)
            return RunColumn{shows, std::string(text.substr(begin.size(), text.size() - begin.size() - 1))};
    return text.empty() ? std::nullopt : std::optional(RunColumn{Shows::Field, std::string(text)});
}

std::vector<RunColumn> columnsOf(std::span<const RunSummary *const> runs)
{
    std::set<std::string> fields, quantities;
    const RunSummary *before = nullptr;
    for (const RunSummary *run : runs) {
        if (!before || run->others != before->others) // most runs of a folder have the same quantities
            quantities.insert(run->others.begin(), run->others.end());
        before = run;
        for (const auto &[path, value] : run->fields)
            fields.insert(path);
        for (const Quantity &quantity : run->quantities)
            quantities.insert(quantity.name);
    }
    std::vector<RunColumn> columns;
    for (const auto &[shows, name] : kPlain)
        columns.push_back({shows});
    for (const std::string &path : fields)
        columns.push_back({Shows::Field, path});
    for (const std::string &name : quantities)
        for (const auto &[shows, function] : kOfQuantities)
            columns.push_back({shows, name});
    return columns;
}

std::vector<RunColumn> tellingColumns(std::span<const RunSummary *const> runs, std::size_t maxFields, std::size_t maxQuantities)
{
    std::map<std::string, std::set<std::string>> values; // by field path
    std::map<std::string, std::size_t> has;              // number of runs, by quantity
    std::map<std::string, std::size_t> given;
    std::size_t withFields = 0;
    for (const RunSummary *run : runs) {
        withFields += run->fields.empty() ? 0 : 1;
        for (const auto &[path, value] : run->fields)
            if (!path.starts_with(kEnvironment) && path != "name") {
                values[path].insert(toText(valueOf(value)));
                ++given[path];
            }
        for (const Quantity &quantity : run->quantities)
            if (!isPlaceholder(quantity))
                ++has[quantity.name];
    }
    std::vector<std::pair<std::pair<bool, std::size_t>, std::string>> differing;
    for (const auto &[path, found] : values) {
        const bool isOfFew = 2 * given[path] < runs.size(); // most runs lack it (another tool's setting): absence is no difference
        const std::size_t kinds = found.size() + (given[path] < withFields && !isOfFew ? 1 : 0);
        if (kinds > 1)
            differing.emplace_back(fieldRank(path, kinds), path);
    }
    std::ranges::stable_sort(differing);
    std::vector<RunColumn> columns;
    for (std::size_t i = 0; i < std::min(maxFields, differing.size()); ++i)
        columns.push_back({Shows::Field, differing[i].second});
    std::ranges::sort(columns);
    std::vector<std::string> names;
    for (const auto &[name, count] : has)
        names.push_back(name);
    std::ranges::stable_sort(names, {}, [&](const std::string &name) {
        return std::tuple(2 * has[name] < runs.size(), rank(name), runs.size() - has[name]);
    });
    for (std::size_t i = 0; i < std::min(maxQuantities, names.size()); ++i)
        columns.push_back({Shows::Last, names[i]});
    return columns;
}

} // namespace lensboard::runs
