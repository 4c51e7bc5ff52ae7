#include "core/experiment/experiment.h"

#include "core/bytes/whole_file.h"
#include "core/experiment/experiment_schema.h"
#include "core/experiment/json_mistake.h"
#include "core/experiment/json_text.h"
#include "core/experiment/settings/dataset_settings.h"
#include "core/experiment/settings/lens_settings.h"
#include "core/experiment/settings/model_settings.h"
#include "core/experiment/settings/objective_settings.h"
#include "core/experiment/settings/optimizer_settings.h"
#include "core/experiment/settings/rule_settings.h"
#include "core/experiment/settings/watcher_settings.h"
#include "core/experiment/validate.h"
#include "core/record/error.h"
#include "core/record/message.h"

#include <algorithm>

namespace lensboard::experiment {

namespace {

/// Properties known only from the data, such as array shapes, are checked when the model is built.
void checkModelFitsDataset(const std::string &model, const std::string &dataset)
{
    const bool text = dataset == "text", points = dataset == "spirals" || dataset == "csv";
    if ((model == "plugin") != (dataset == "plugin"))
        fail("dataset.kind", model == "plugin" ? record::message("found \"%1\"; a plug-in brings its own data: use \"plugin\"", dataset)
                                               : record::message("only a model that is a \"plugin\" brings its own data"));
    if (model == "torchscript" || model == "plugin") // the engine checks that it fits
        return;
    if (model == "transformer" && !text && dataset != "numpy")
        fail("model.kind", record::message("a transformer needs a text, %1 is none; use %2, or the dataset.kind \"text\"",
                                           dataset,
                                           points ? record::Message("\"mlp\"") : record::message("\"mlp\", \"cnn\" or \"resnet\"")));
    if (model != "transformer" && text)
        fail("model.kind", record::message("found \"%1\", a text needs \"transformer\"", model));
    if ((model == "cnn" || model == "resnet") && points)
        fail("model.kind", record::message("a %1 needs pictures, %2; use \"mlp\"",
                                           model,
                                           dataset == "csv" ? record::message("a table has rows of numbers")
                                                            : record::message("spirals are points in the plane")));
}

/// Throws if a required path is empty.
void checkGiven(const char *key, const std::string &value, const record::Message &expected)
{
    if (value.empty())
        fail(key, record::message("found \"\", expected %1", expected));
}

void check(const settings::CsvTable &table)
{
    checkGiven("dataset.path", table.path, record::message("a table as CSV"));
    if (table.target.empty())
        fail("dataset.target", record::message("found [], expected a column"));
    if (table.target.size() > 1 && table.task == settings::Task::Classification)
        fail("dataset.target", record::message("found %1 columns, and a classification predicts one; set dataset.task to "
                                               "\"regression\" if they are numbers",
                                               table.target.size()));
}

void checkArrays(const settings::Arrays &arrays, const record::Message &expected)
{
    checkGiven("dataset.inputs", arrays.inputs, expected);
    checkGiven("dataset.targets", arrays.targets, expected);
    if (arrays.validationInputs.empty() != arrays.validationTargets.empty())
        fail(arrays.validationInputs.empty() ? "dataset.validation_inputs" : "dataset.validation_targets",
             record::message("found \"\", expected one with dataset.validation_%1", arrays.validationInputs.empty() ? "targets" : "inputs"));
}

void check(const settings::Dataset &dataset)
{
    std::visit(settings::Overloaded{
                   [](const settings::Text &text) { checkGiven("dataset.path", text.path, record::message("a file in UTF-8")); },
                   [](const settings::CsvTable &table) { check(table); },
                   [](const settings::Idx &arrays) { checkArrays(arrays, record::message("an IDX file")); },
                   [](const settings::NumPy &arrays) {
                       checkArrays(arrays, record::message("an .npy file, or the name of an array of dataset.path"));
                   },
                   [](const settings::Cifar10 &cifar) { checkGiven("dataset.path", cifar.path, record::message("a folder")); },
                   [](const settings::Images &images) { checkGiven("dataset.path", images.path, record::message("a folder")); },
                   [](const auto &) {},
               },
               dataset);
}

void check(const settings::Cnn &cnn)
{
    if (cnn.kernel % 2 == 0)
        fail("model.kernel", record::message("found %1, expected an odd number", cnn.kernel));
}

void check(const settings::ResNet &net)
{
    if (net.widths.empty())
        fail("model.widths", record::message("found %1, expected at least one stage", Json(net.widths).dump()));
    if (net.widths.size() != net.blocks.size())
        fail("model.blocks", record::message("found %1, expected %2 numbers, one for each of model.widths", Json(net.blocks).dump(),
                                             net.widths.size()));
}

void check(const settings::Transformer &transformer)
{
    if (transformer.width % transformer.heads != 0)
        fail("model.heads", record::message("found %1, expected a divisor of model.width (%2)", transformer.heads, transformer.width));
}

void check(const settings::Model &model)
{
    std::visit(settings::Overloaded{
                   [](const settings::Mlp &) {},
                   [](const settings::Spiking &net) {
                       if (net.hidden.empty())
                           fail("model.hidden", record::message("found %1, expected at least one layer of neurons", Json(net.hidden).dump()));
                   },
                   [](const settings::TorchScript &script) { checkGiven("model.path", script.path, record::message("a TorchScript file")); },
                   [](const settings::Plugin &plugin) {
                       checkGiven("model.path", plugin.path, record::message("a plug-in, a shared library"));
                   },
                   [](const auto &checked) { check(checked); },
               },
               model);
}

bool isBuiltIn(const std::string &model)
{
    return model == "mlp" || model == "cnn" || model == "resnet" || model == "spiking" || model == "transformer";
}

/// Does not check that targets are classes: this is known only when the data are read.
void checkMetrics(const Experiment &experiment)
{
    const std::string &loss = experiment.loss.kind;
    const bool ofClasses = loss == "cross_entropy" || loss == "nll";
    const bool ofInputs = settings::isOfInputs(experiment.loss.as<settings::Loss>());
    for (std::size_t i = 0; i < experiment.metrics.size(); ++i) {
        const std::string &metric = experiment.metrics[i], path = "metrics." + std::to_string(i);
        if (ofClasses && (metric == "mae" || metric == "r2"))
            fail(path, record::message("%1 compares numbers, and %2 is of classes; use accuracy or top5", metric, loss));
        if (ofInputs && (metric == "accuracy" || metric == "top5"))
            fail(path, record::message("%1 compares classes, and loss.target is the input; use mae or r2", metric));
    }
}

/// Returns the keys of one kind of data set or model.
std::vector<Field> fieldsOf(const std::string &part, const Json &kind)
{
    for (const Field &field : experimentSchema().fields)
        if (field.key == part)
            for (const Section &section : field.sections)
                if (kind == section.kind)
                    return section.fields;
    return {};
}

/// Returns the lenses, monitors and recorders of a complete experiment.
Roster watchersOf(const Json &whole)
{
    Roster watchers;
    if (whole.at("scheduler").at("kind") != "none" && whole.at("model").at("kind") != "plugin") // the plot of the schedule is shown beside the losses
        watchers.reserve(record::term("Learning Rate"), "LossMetrics");
    for (const char *key : {"lenses", "custom_lenses", "monitors", "recorders"})
        for (std::size_t i = 0; i < whole.at(key).size(); ++i) {
            const std::string path = std::string(key) + '.' + std::to_string(i);
            const KindSettings watcher = namedWatcher(whole.at(key)[i]);
            checkLens(watcher, path);
            if (watcherType(watcher.kind) == WatcherType::CustomLens && watcher.as<settings::CustomLens>().path.empty()
                && whole.at("model").at("kind") != "plugin")
                fail(path + ".path", record::message("found \"\", expected a plug-in, a shared library; only a model that is one can be meant by \"\""));
            try {
                watchers.add(watcher);
            } catch (const ExperimentError &error) {
                fail(path, record::messageOf(error));
            }
        }
    return watchers;
}

/// Finds an item by position, or by kind if only one item has it. Returns null if there is none.
Json *itemOf(Json &list, const std::string &key)
{
    if (!key.empty() && key.size() < 9 && key.find_first_not_of("0123456789") == std::string::npos)
        return std::stoul(key) < list.size() ? &list[std::stoul(key)] : nullptr;
    Json *found = nullptr;
    for (Json &item : list)
        if (item.is_object() && item.value("kind", Json()) == key) {
            if (found)
                return nullptr;
            found = &item;
        }
    return found;
}

/// Checks rules that involve several keys.
void checkTogether(const Experiment &experiment)
{
    check(experiment.dataset.as<settings::Dataset>());
    checkModelFitsDataset(experiment.model.kind, experiment.dataset.kind);
    check(experiment.model.as<settings::Model>());
    if (experiment.loss.kind == "nll" && isBuiltIn(experiment.model.kind))
        fail("loss.kind", record::message("nll needs log-probabilities, and the output of %1 is scores; use \"cross_entropy\"",
                                          experiment.model.kind));
    checkMetrics(experiment);
    const auto optimizer = experiment.optimizer.as<settings::Optimizer>();
    if (const auto *sgd = std::get_if<settings::Sgd>(&optimizer); sgd && sgd->nesterov && sgd->momentum <= 0)
        fail("optimizer.nesterov", record::message("Nesterov momentum needs a momentum greater than 0"));
}

/// Describes a part that has several kinds.
template <typename Variant>
void describePart(settings::Fields &fields, const char *key, KindSettings &part, const char *help,
                  settings::Fields::Presence presence = settings::Fields::Presence::Optional)
{
    Field field{key, FieldType::Object, {}, help};
    field.sections = settings::OneOf<Variant>::sections();
    fields.visit(std::move(field), part.settings, presence);
    if (part.settings.is_object())
        part.kind = part.settings.at("kind").get<std::string>();
}

/// Describes the list of watchers of one type.
template <typename Variant>
void describeWatchers(settings::Fields &fields, const char *key, const Roster &watchers, const char *help)
{
    Json list = Json::array();
    for (const KindSettings &watcher : watchers.all())
        if (settings::OneOf<Variant>::has(watcher.kind))
            list.push_back(watcher.settings);
    Field field{key, FieldType::ObjectList, {}, help};
    field.sections = settings::OneOf<Variant>::sections();
    fields.visit(std::move(field), list);
}

} // namespace

Experiment Experiment::fromJson(const Json &json)
{
    if (json.is_object() && json.contains("format") && json["format"].is_number_integer()
        && json["format"].get<std::int64_t>() > kFormatVersion)
        fail("format", record::message("found %1, this Lensboard reads up to %2; open it with a newer one",
                                       json["format"].dump(), kFormatVersion));
    Json current = json;
    std::vector<record::Message> notices = settings::removeFormerLimits(current);
    const Json whole = validated(current, experimentSchema(), "");
    auto experiment = settings::parsed<Experiment>(whole);
    experiment.notices = std::move(notices);
    checkTogether(experiment);
    experiment.watchers = watchersOf(whole);
    return experiment;
}

void TickRule::describe(settings::Fields &fields)
{
    fields.choice("unit", unit, settings::Names<2>{"epoch", "steps"}, "what a tick is");
    fields.whole("every", every, 1, settings::kMany, "a tick every so many of the unit");
    fields.least("all").whole("keep", keep, 0, settings::kMany, "keep all values of so many last ticks; of earlier ones the run keeps the least and the greatest of "
                                                   "every 16 ticks, of much earlier ones those of every 128. 0: keep all");
}

void CheckpointRule::describe(settings::Fields &fields)
{
    fields.least("never").whole("every", every, 0, settings::kMany, "write one at the end of every so many epochs; 0: at none");
    fields.number("seconds", seconds, 0, 1e9, "but none until the last one is so many seconds old");
    fields.flag("on_stop", onStop, "also when the training is stopped");
}

void InspectorSettings::describe(settings::Fields &fields)
{
    fields.least("all").whole("depth", depth, -1, 1000, "levels below the model to look at; -1: all");
    fields.whole("active_every", activeEvery, 1, settings::kMany, "measure in every so many-th tick only");
    fields.flag("evaluation_from_grad", evaluationFromGrad, "recognise evaluation by gradients being off, not by the module's mode");
    fields.least("no limit").number("budget", budget, 0, 1,
                                    "share of training time that lenses may take: they measure as many steps as fit, at first some more, so that short "
                                    "trainings have values; 0: every step");
    fields.flag("by_process", byProcess, "of several processes, also show the losses and outputs of each");
    fields.memory("memory", memory, "memory that lenses may keep tensors in, to compare the next with: \"1 GB\", or \"10 %\" of the machine's; "
                                    "beyond it they look at layers in turns. Empty: as much as they need");
}

void Experiment::describe(settings::Fields &fields)
{
    using settings::Fields;
    std::int64_t format = kFormatVersion;
    fields.visit({"format", FieldType::Integer, {}, "version of this format", {}, kFormatVersion, kFormatVersion}, format,
                 Fields::Presence::Given);
    fields.text("name", name, "names the run");
    describePart<settings::Dataset>(fields, "dataset", dataset, "what to train on", Fields::Presence::Given);
    describePart<settings::Model>(fields, "model", model, "what to train", Fields::Presence::Given);
    describePart<settings::Loss>(fields, "loss", loss, "what to minimise");
    fields.visit({"metrics", FieldType::ChoiceList, {}, "what is shown beside the loss; auto: accuracy where there are classes, else mae",
                  {"auto", "accuracy", "top5", "mae", "r2"}},
                 metrics);
    describePart<settings::Optimizer>(fields, "optimizer", optimizer, "how to minimise it", Fields::Presence::Given);
    describePart<settings::Schedule>(fields, "scheduler", scheduler, "how the learning rate changes");
    describePart<settings::Clipping>(fields, "clip_gradient", clipGradient, "what is done to large gradients before each step");
    fields.whole("epochs", epochs, 1, settings::kMany, "passes over the training data");
    fields.whole("batch_size", batchSize, 1, 1e6, "samples in a batch; the last batch of an epoch may be smaller");
    fields.whole("seed", seed, 0, 9007199254740991.0, "of initial weights, dropout and the order of samples");
    fields.least("automatic").whole("threads", threads, 0, 1024, "threads that compute; 0: chosen for this machine");
    fields.visit({"device", FieldType::Choice, {}, "what computes; auto: a CUDA device if there is one", {"auto", "cpu", "cuda"}}, device);
    fields.whole("processes", processes, 1, 256, "processes of this machine that train together, each with batch_size samples of a step");
    fields.object("checkpoint", checkpoint, "what a training that was stopped goes on from");
    fields.object("tick", tick, "how often a point is drawn");
    fields.object("inspector", inspector, "settings of all lenses");
    fields.object("health", health, "rules that judge the training, and what is done about what they find");
    describeWatchers<settings::LensSettings>(fields, "lenses", watchers, "what to watch");
    describeWatchers<std::variant<settings::CustomLens>>(fields, "custom_lenses", watchers, "lenses of plug-ins");
    describeWatchers<settings::Monitor>(fields, "monitors", watchers, "attributes and outputs to follow, each with a history");
    describeWatchers<settings::Recorder>(fields, "recorders", watchers, "tensors to keep, to look at and to save");
}

Json parseJson(const std::string &text)
{
    try {
        constexpr int kDeepest = 64;
        Json json = Json::parse(text, [](int depth, Json::parse_event_t, Json &) {
            if (depth > kDeepest)
                throw ExperimentError(record::message("not an experiment: nested deeper than 64 levels"));
            return true;
        });
        if (const auto key = repeatedKey(text))
            fail(key->path, record::message("is given twice, again in line %1; expected once", key->line));
        return json;
    } catch (const Json::parse_error &error) {
        throw ExperimentError(jsonMistake(text, error.byte ? error.byte - 1 : 0));
    } catch (const Json::exception &) { // a number too large for any type
        throw ExperimentError(jsonMistake(text, 0));
    }
}

void resolvePaths(Json &json, const std::filesystem::path &experiment)
{
    const std::filesystem::path folder = std::filesystem::absolute(experiment).parent_path();
    for (const char *part : {"dataset", "model"}) {
        if (!json.is_object() || !json.contains(part) || !json[part].is_object())
            continue;
        Json &section = json[part];
        for (const Field &field : fieldsOf(part, section.value("kind", Json()))) {
            const auto path = section.find(field.key);
            if (!field.isPath || path == section.end() || !path->is_string() || path->get_ref<std::string &>().empty())
                continue;
            *path = (folder / path->get<std::string>()).lexically_normal().string();
            if (section["kind"] == "numpy" && field.key == "path")
                break; // path is an archive; the other keys name arrays in it
        }
    }
    if (json.is_object() && json.contains("custom_lenses") && json["custom_lenses"].is_array())
        for (Json &lens : json["custom_lenses"])
            if (lens.is_object() && lens.value("path", Json()).is_string() && !lens["path"].get_ref<std::string &>().empty())
                lens["path"] = (folder / lens["path"].get<std::string>()).lexically_normal().string();
}

Json readJsonFile(const std::filesystem::path &path)
{
    constexpr std::uintmax_t kLargest = 16u << 20;
    try {
        Json json = parseJson(bytes::wholeFile(path, record::message("an experiment (.json)"), kLargest));
        resolvePaths(json, path);
        return json;
    } catch (const std::runtime_error &error) {
        fail(path.string(), record::messageOf(error));
    }
}

Experiment readExperiment(const std::filesystem::path &path)
{
    const Json json = readJsonFile(path);
    try {
        return Experiment::fromJson(json);
    } catch (const ExperimentError &error) {
        fail(path.string(), record::messageOf(error));
    }
}

std::string nameOf(const std::string &experiment)
{
    const Json json = Json::parse(experiment, nullptr, false);
    return json.is_object() && json.contains("name") && json["name"].is_string() ? json["name"].get<std::string>() : std::string();
}

void setValue(Json &json, const std::string &assignment)
{
    const auto equals = assignment.find('=');
    if (equals == std::string::npos || equals == 0)
        throw ExperimentError(record::message("--set %1: expected path=value, such as optimizer.lr=0.1", assignment));
    const std::string path = assignment.substr(0, equals), text = assignment.substr(equals + 1);
    Json *place = &json;
    std::istringstream keys(path);
    for (std::string key; std::getline(keys, key, '.');) {
        if (place->is_array()) {
            Json *item = itemOf(*place, key);
            if (!item)
                throw ExperimentError(record::message("--set %1: \"%2\" is neither an index (from 0) in a list of %3 nor the kind of "
                                                      "exactly one item",
                                                      path, key, place->size()));
            place = item;
        } else if (place->is_object() || place->is_null()) {
            place = &(*place)[key];
        } else {
            throw ExperimentError(record::message("--set %1: nothing can stand below %2", path, place->dump()));
        }
    }
    Json value = Json::parse(text, nullptr, false);
    *place = value.is_discarded() ? Json(text) : std::move(value);
}

} // namespace lensboard::experiment
