#include "core/experiment/experiment.h"

#include "core/bytes/whole_file.h"
#include "core/experiment/experiment_schema.h"
#include "core/experiment/json_mistake.h"
#include "core/experiment/json_text.h"
#include "core/experiment/validate.h"
#include "core/record/message.h"

#include <algorithm>

namespace lensboard::experiment {

namespace {

Choice choiceOf(const Json &json)
{
    return {json.at("kind").get<std::string>(), json};
}

[[noreturn]] void fail(const std::string &path, const std::string &what)
{
    throw ExperimentError(record::message("%1: %2", path, what));
}

/// What only the data tell, such as the shape of arrays, is checked when the model is built.
void checkModelFitsDataset(const std::string &model, const std::string &dataset)
{
    const bool text = dataset == "text", points = dataset == "spirals" || dataset == "csv";
    if ((model == "plugin") != (dataset == "plugin"))
        fail("dataset.kind", model == "plugin" ? record::message("found \"%1\"; a plug-in brings its own data: use \"plugin\"", dataset)
                                               : record::message("only a model that is a \"plugin\" brings its own data"));
    if (model == "torchscript" || model == "plugin") // the engine tries whether it fits
        return;
    if (model == "transformer" && !text && dataset != "numpy")
        fail("model.kind", record::message("a transformer needs a text, %1 is none; use %2, or the dataset.kind \"text\"",
                                           dataset,
                                           points ? std::string("\"mlp\"") : record::message("\"mlp\", \"cnn\" or \"resnet\"")));
    if (model != "transformer" && text)
        fail("model.kind", record::message("found \"%1\", a text needs \"transformer\"", model));
    if ((model == "cnn" || model == "resnet") && points)
        fail("model.kind", record::message("a %1 needs pictures, %2; use \"mlp\"",
                                           model,
                                           dataset == "csv" ? record::message("a table has rows of numbers")
                                                            : record::message("spirals are points in the plane")));
}

void checkTargets(const Choice &table)
{
    const auto targets = table.get<std::vector<std::string>>("target");
    if (targets.empty())
        fail("dataset.target", record::message("found [], expected a column"));
    if (targets.size() > 1 && table.get<std::string>("task") == "classification")
        fail("dataset.target", record::message("found %1 columns, and a classification tells one; set dataset.task to "
                                               "\"regression\" if they are numbers",
                                               targets.size()));
}

/// Paths that must be given may not be empty.
void checkDataset(const Choice &dataset)
{
    const auto check = [&](const char *key, const std::string &expected) {
        if (dataset.get<std::string>(key).empty())
            fail(std::string("dataset.") + key, record::message("found \"\", expected %1", expected));
    };
    if (dataset.kind == "text")
        check("path", record::message("a file in UTF-8"));
    else if (dataset.kind == "csv")
        check("path", record::message("a table as CSV"));
    else if (dataset.kind == "cifar10" || dataset.kind == "images")
        check("path", record::message("a folder"));
    if (dataset.kind == "csv")
        checkTargets(dataset);
    if (dataset.kind != "idx" && dataset.kind != "numpy")
        return;
    for (const char *key : {"inputs", "targets"})
        check(key, dataset.kind == "idx" ? record::message("an IDX file")
                                         : record::message("an .npy file, or the name of an array of dataset.path"));
    const bool inputs = dataset.get<std::string>("validation_inputs").empty();
    if (inputs != dataset.get<std::string>("validation_targets").empty())
        fail(std::string("dataset.validation_") + (inputs ? "inputs" : "targets"),
             record::message("found \"\", expected one with dataset.validation_%1",
                             inputs ? "targets" : "inputs"));
}

void checkModel(const Choice &model)
{
    const auto found = [&](const std::string &key) {
        return model.settings.at(key).dump();
    };
    if (model.kind == "cnn" && model.get<int>("kernel") % 2 == 0)
        fail("model.kernel", record::message("found %1, expected an odd number", found("kernel")));
    if (model.kind == "resnet" && model.settings.at("widths").empty())
        fail("model.widths", record::message("found %1, expected at least one stage", found("widths")));
    if (model.kind == "resnet" && model.settings.at("widths").size() != model.settings.at("blocks").size())
        fail("model.blocks", record::message("found %1, expected %2 numbers, one for each of model.widths",
                                             found("blocks"), model.settings.at("widths").size()));
    if (model.kind == "spiking" && model.settings.at("hidden").empty())
        fail("model.hidden", record::message("found %1, expected at least one layer of neurons", found("hidden")));
    if (model.kind == "transformer" && model.get<std::int64_t>("width") % model.get<std::int64_t>("heads") != 0)
        fail("model.heads", record::message("found %1, expected a divisor of model.width, which is %2",
                                            found("heads"), model.settings.at("width").dump()));
}

bool isBuiltIn(const std::string &model)
{
    return model == "mlp" || model == "cnn" || model == "resnet" || model == "spiking" || model == "transformer";
}

/// Whether targets can be classes is known with the data only.
void checkMetrics(const Experiment &experiment)
{
    const std::string &loss = experiment.loss.kind;
    const bool ofClasses = loss == "cross_entropy" || loss == "nll";
    const bool ofInputs = experiment.loss.settings.value("target", "data") == "input";
    for (std::size_t i = 0; i < experiment.metrics.size(); ++i) {
        const std::string &metric = experiment.metrics[i], path = "metrics." + std::to_string(i);
        if (ofClasses && (metric == "mae" || metric == "r2"))
            fail(path, record::message("%1 compares numbers, and %2 is of classes; use accuracy or top5", metric, loss));
        if (ofInputs && (metric == "accuracy" || metric == "top5"))
            fail(path, record::message("%1 compares classes, and loss.target is the input; use mae or r2", metric));
    }
}

/// The keys that a kind of data set or model has.
std::vector<Field> fieldsOf(const std::string &part, const Json &kind)
{
    for (const Field &field : experimentSchema().fields)
        if (field.key == part)
            for (const Section &section : field.sections)
                if (kind == section.kind)
                    return section.fields;
    return {};
}

/// Lenses, monitors and recorders of a whole experiment.
Roster watchersOf(const Json &whole)
{
    Roster watchers;
    if (whole.at("scheduler").at("kind") != "none" && whole.at("model").at("kind") != "plugin") // the schedule's plot, beside losses
        watchers.reserve(record::term("Learning Rate"), "LossMetrics");
    for (const char *key : {"lenses", "monitors", "recorders"})
        for (std::size_t i = 0; i < whole.at(key).size(); ++i) {
            const std::string path = std::string(key) + '.' + std::to_string(i);
            const Choice watcher = namedWatcher(whole.at(key)[i]);
            checkLens(watcher, path);
            try {
                watchers.add(watcher);
            } catch (const ExperimentError &error) {
                fail(path, error.what());
            }
        }
    return watchers;
}

/// What no single key can tell.
void checkTogether(const Experiment &experiment)
{
    checkDataset(experiment.dataset);
    if ((experiment.model.kind == "torchscript" || experiment.model.kind == "plugin") && experiment.model.get<std::string>("path").empty())
        fail("model.path", record::message("found \"\", expected %1",
                                           experiment.model.kind == "plugin" ? record::message("a plug-in, a shared library")
                                                                             : record::message("a TorchScript file")));
    checkModelFitsDataset(experiment.model.kind, experiment.dataset.kind);
    checkModel(experiment.model);
    if (experiment.loss.kind == "nll" && isBuiltIn(experiment.model.kind))
        fail("loss.kind", record::message("nll needs log-probabilities, and the output of %1 is scores; use \"cross_entropy\"",
                                          experiment.model.kind));
    checkMetrics(experiment);
    if (experiment.optimizer.kind == "sgd" && experiment.optimizer.get<bool>("nesterov")
        && experiment.optimizer.get<double>("momentum") <= 0)
        fail("optimizer.nesterov", record::message("Nesterov momentum needs a momentum greater than 0"));
}

} // namespace

Experiment Experiment::fromJson(const Json &json)
{
    if (json.is_object() && json.contains("format") && json["format"].is_number_integer()
        && json["format"].get<std::int64_t>() > kFormatVersion)
        fail("format", record::message("found %1, this Lensboard reads up to %2; open it with a newer one",
                                       json["format"].dump(), kFormatVersion));
    const Json whole = validated(json, experimentSchema(), "");
    Experiment experiment;
    experiment.name = whole.at("name").get<std::string>();
    experiment.dataset = choiceOf(whole.at("dataset"));
    experiment.model = choiceOf(whole.at("model"));
    experiment.loss = choiceOf(whole.at("loss"));
    experiment.metrics = whole.at("metrics").get<std::vector<std::string>>();
    experiment.optimizer = choiceOf(whole.at("optimizer"));
    experiment.scheduler = choiceOf(whole.at("scheduler"));
    experiment.clipGradient = choiceOf(whole.at("clip_gradient"));
    experiment.epochs = whole.at("epochs").get<std::int64_t>();
    experiment.batchSize = whole.at("batch_size").get<std::int64_t>();
    experiment.seed = whole.at("seed").get<std::int64_t>();
    experiment.threads = whole.at("threads").get<std::int64_t>();
    experiment.device = whole.at("device").get<std::string>();
    const Json &checkpoint = whole.at("checkpoint");
    experiment.checkpoint = {checkpoint.at("every").get<std::int64_t>(), checkpoint.at("seconds").get<double>(),
                             checkpoint.at("on_stop").get<bool>()};
    experiment.tick = {whole.at("tick").at("unit") == "epoch", whole.at("tick").at("every").get<std::int64_t>()};
    const Json &inspector = whole.at("inspector");
    experiment.inspector = {inspector.at("depth").get<std::int64_t>(),
                            inspector.at("active_every").get<std::int64_t>(),
                            inspector.at("evaluation_from_grad").get<bool>()};
    checkTogether(experiment);
    experiment.watchers = watchersOf(whole);
    return experiment;
}

Json Experiment::toJson() const
{
    const auto listOf = [this](WatcherType type) {
        Json list = Json::array();
        for (const Choice &watcher : watchers.all())
            if (watcherType(watcher.kind) == type)
                list.push_back(watcher.settings);
        return list;
    };
    return {{"format", kFormatVersion},
            {"name", name},
            {"dataset", dataset.settings},
            {"model", model.settings},
            {"loss", loss.settings},
            {"metrics", metrics},
            {"optimizer", optimizer.settings},
            {"scheduler", scheduler.settings},
            {"clip_gradient", clipGradient.settings},
            {"epochs", epochs},
            {"batch_size", batchSize},
            {"seed", seed},
            {"threads", threads},
            {"device", device},
            {"checkpoint",
             {{"every", checkpoint.every}, {"seconds", checkpoint.seconds}, {"on_stop", checkpoint.onStop}}},
            {"tick", {{"unit", tick.everyEpoch ? "epoch" : "steps"}, {"every", tick.every}}},
            {"inspector",
             {{"depth", inspector.depth},
              {"active_every", inspector.activeEvery},
              {"evaluation_from_grad", inspector.evaluationFromGrad}}},
            {"lenses", listOf(WatcherType::Lens)},
            {"monitors", listOf(WatcherType::Monitor)},
            {"recorders", listOf(WatcherType::Recorder)}};
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
                break; // the others name arrays in it
        }
    }
}

Json readJsonFile(const std::filesystem::path &path)
{
    constexpr std::uintmax_t kLargest = 16u << 20;
    try {
        Json json = parseJson(bytes::wholeFile(path, record::message("an experiment (.json)"), kLargest));
        resolvePaths(json, path);
        return json;
    } catch (const std::runtime_error &error) {
        fail(path.string(), error.what());
    }
}

Experiment readExperiment(const std::filesystem::path &path)
{
    const Json json = readJsonFile(path);
    try {
        return Experiment::fromJson(json);
    } catch (const ExperimentError &error) {
        fail(path.string(), error.what());
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
            const bool digits = !key.empty() && key.size() < 9 && key.find_first_not_of("0123456789") == std::string::npos;
            if (!digits || std::stoul(key) >= place->size())
                throw ExperimentError(record::message("--set %1: \"%2\" is no position of a list of %3, which are counted from 0",
                                                      path, key, place->size()));
            place = &(*place)[std::stoul(key)];
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
