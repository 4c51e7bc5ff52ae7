#include "core/experiment/experiment.h"

#include "core/experiment/experiment_schema.h"
#include "core/experiment/json_text.h"
#include "core/experiment/validate.h"
#include "core/stats/aggregate.h"

#include <fstream>
#include <sstream>

namespace lensboard::experiment {

namespace {

Choice choiceOf(const Json &json)
{
    return {json.at("kind").get<std::string>(), json};
}

[[noreturn]] void fail(const std::string &message)
{
    throw ExperimentError(message);
}

/// What only the data tell, such as the shape of arrays, is checked when the model is built.
void checkModelFitsDataset(const std::string &model, const std::string &dataset)
{
    const bool text = dataset == "text", points = dataset == "spirals" || dataset == "csv";
    if ((model == "plugin") != (dataset == "plugin"))
        fail(model == "plugin" ? "dataset.kind: found \"" + dataset + "\"; a plug-in brings its own data: use \"plugin\""
                               : "dataset.kind: only a model that is a \"plugin\" brings its own data");
    if (model == "torchscript" || model == "plugin") // the engine tries whether it fits
        return;
    if (model == "transformer" && !text && dataset != "numpy")
        fail("model.kind: a transformer needs a text, " + dataset + " is none; use "
             + (points ? "\"mlp\"" : "\"mlp\", \"cnn\" or \"resnet\"") + ", or the dataset.kind \"text\"");
    if (model != "transformer" && text)
        fail("model.kind: found \"" + model + "\", a text needs \"transformer\"");
    if ((model == "cnn" || model == "resnet") && points)
        fail("model.kind: a " + model + " needs pictures, "
             + (dataset == "csv" ? "a table has rows of numbers" : "spirals are points in the plane") + "; use \"mlp\"");
}

/// Paths that must be given may not be empty.
void checkDataset(const Choice &dataset)
{
    const auto check = [&](const char *key, const char *expected) {
        if (dataset.get<std::string>(key).empty())
            fail(std::string("dataset.") + key + ": found \"\", expected " + expected);
    };
    if (dataset.kind == "text")
        check("path", "a file in UTF-8");
    else if (dataset.kind == "csv")
        check("path", "a table as CSV");
    else if (dataset.kind == "cifar10" || dataset.kind == "images")
        check("path", "a folder");
    if (dataset.kind != "idx" && dataset.kind != "numpy")
        return;
    for (const char *key : {"inputs", "targets"})
        check(key, dataset.kind == "idx" ? "an IDX file" : "an .npy file, or the name of an array of dataset.path");
    const bool inputs = dataset.get<std::string>("validation_inputs").empty();
    if (inputs != dataset.get<std::string>("validation_targets").empty())
        fail(std::string("dataset.validation_") + (inputs ? "inputs" : "targets")
             + ": found \"\", expected one with dataset.validation_" + (inputs ? "targets" : "inputs"));
}

void checkModel(const Choice &model)
{
    const auto found = [&](const std::string &key) {
        return "model." + key + ": found " + model.settings.at(key).dump();
    };
    if (model.kind == "cnn" && model.get<int>("kernel") % 2 == 0)
        fail(found("kernel") + ", expected an odd number");
    if (model.kind == "resnet" && model.settings.at("widths").empty())
        fail(found("widths") + ", expected at least one stage");
    if (model.kind == "resnet" && model.settings.at("widths").size() != model.settings.at("blocks").size())
        fail(found("blocks") + ", expected " + std::to_string(model.settings.at("widths").size())
             + " numbers, one for each of model.widths");
    if (model.kind == "transformer" && model.get<std::int64_t>("width") % model.get<std::int64_t>("heads") != 0)
        fail(found("heads") + ", expected a divisor of model.width, which is " + model.settings.at("width").dump());
}

bool isBuiltIn(const std::string &model)
{
    return model == "mlp" || model == "cnn" || model == "resnet" || model == "transformer";
}

/// Whether targets can be classes is known with the data only.
void checkMetrics(const Experiment &experiment)
{
    const std::string &loss = experiment.loss.kind;
    const bool ofClasses = loss == "cross_entropy" || loss == "nll";
    const bool ofInputs = experiment.loss.settings.value("target", "data") == "input";
    for (std::size_t i = 0; i < experiment.metrics.size(); ++i) {
        const std::string &metric = experiment.metrics[i], found = "metrics." + std::to_string(i) + ": " + metric;
        if (ofClasses && (metric == "mae" || metric == "r2"))
            fail(found + " compares numbers, and " + loss + " is of classes; use accuracy or top5");
        if (ofInputs && (metric == "accuracy" || metric == "top5"))
            fail(found + " compares classes, and loss.target is the input; use mae or r2");
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

/// What no single key can tell.
void checkTogether(const Experiment &experiment)
{
    checkDataset(experiment.dataset);
    if ((experiment.model.kind == "torchscript" || experiment.model.kind == "plugin") && experiment.model.get<std::string>("path").empty())
        fail(std::string("model.path: found \"\", expected ") + (experiment.model.kind == "plugin" ? "a plug-in, a shared library" : "a TorchScript file"));
    checkModelFitsDataset(experiment.model.kind, experiment.dataset.kind);
    checkModel(experiment.model);
    if (experiment.loss.kind == "nll" && isBuiltIn(experiment.model.kind))
        fail("loss.kind: nll needs log-probabilities, and the output of " + experiment.model.kind
             + " is scores; use \"cross_entropy\"");
    checkMetrics(experiment);
    if (experiment.optimizer.kind == "sgd" && experiment.optimizer.get<bool>("nesterov")
        && experiment.optimizer.get<double>("momentum") <= 0)
        fail("optimizer.nesterov: Nesterov momentum needs a momentum greater than 0");
    for (std::size_t i = 0; i < experiment.lenses.size(); ++i) {
        const Choice &lens = experiment.lenses[i];
        const std::string path = "lenses." + std::to_string(i);
        for (std::size_t j = 0; j < i; ++j)
            if (experiment.lenses[j].kind == lens.kind)
                fail(path + ": a second " + lens.kind + "; a lens can be listed once");
        checkLens(lens, path);
    }
}

/// One lens by itself.
Section makeLensSection()
{
    Field lens{"lens", FieldType::Object, nullptr, "a lens"};
    lens.sections = lensSchemas();
    return {"", "", {lens}};
}

} // namespace

Choice lensChoice(const Json &json)
{
    static const Section section = makeLensSection();
    Choice lens = choiceOf(validated({{"lens", json}}, section, "").at("lens"));
    checkLens(lens, "lens");
    return lens;
}

void checkLens(const Choice &lens, const std::string &path)
{
    const std::string prefix = path.empty() ? "" : path + '.';
    if (!lens.settings.value("activation", true) && !lens.settings.value("death", true))
        throw ExperimentError(prefix + "death: nothing is shown without \"activation\" and \"death\"; set one of them to true");
    const Json some = Json::array({"mean"});
    if (lens.settings.value("line_aggregation", some).empty() && lens.settings.value("range_aggregation", some).empty())
        throw ExperimentError(prefix + "line_aggregation: nothing is drawn without lines and bands; list one of either");
    if (!lens.settings.value("inplace", false))
        return;
    for (const auto &[key, value] : lens.settings.items())
        for (const Json &method : value.is_array() ? value : Json::array({value})) {
            const std::string name = method.is_string() ? method.get<std::string>() : "";
            const auto point = stats::pointMethodFromText(name);
            const auto range = stats::rangeMethodFromText(name);
            if ((point && needsMemory(*point)) || (range && needsMemory(*range)))
                throw ExperimentError(prefix + key + ": \"" + name + "\" needs every value of a tick; set " + prefix
                                      + "inplace to false, or use mean, min, max, std or min-max");
        }
}

Experiment Experiment::fromJson(const Json &json)
{
    if (json.is_object() && json.contains("format") && json["format"].is_number_integer()
        && json["format"].get<std::int64_t>() > kFormatVersion)
        throw ExperimentError("format: found " + json["format"].dump() + ", this Lensboard reads up to "
                              + std::to_string(kFormatVersion) + "; open it with a newer one");
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
    for (const Json &lens : whole.at("lenses"))
        experiment.lenses.push_back(choiceOf(lens));
    checkTogether(experiment);
    return experiment;
}

Json Experiment::toJson() const
{
    Json lensList = Json::array();
    for (const Choice &lens : lenses)
        lensList.push_back(lens.settings);
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
            {"lenses", lensList}};
}

Json parseJson(const std::string &text)
{
    try {
        constexpr int kDeepest = 64;
        Json json = Json::parse(text, [](int depth, Json::parse_event_t, Json &) {
            if (depth > kDeepest)
                throw ExperimentError("not an experiment: nested deeper than 64 levels");
            return true;
        });
        if (const auto key = repeatedKey(text))
            throw ExperimentError(key->path + ": is given twice, again in line " + std::to_string(key->line) + "; expected once");
        return json;
    } catch (const Json::exception &error) { // of syntax, or a number too large for any type
        const std::string message = error.what();
        const auto start = message.find("] ");
        throw ExperimentError("not valid JSON: " + (start == std::string::npos ? message : message.substr(start + 2)));
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
    std::error_code error;
    if (std::filesystem::is_directory(path, error))
        throw ExperimentError(path.string() + ": is a folder, expected an experiment (.json)");
    constexpr std::uintmax_t kLargest = 16u << 20;
    if (std::filesystem::file_size(path, error) > kLargest && !error)
        throw ExperimentError(path.string() + ": is larger than 16 MiB, which no experiment is");
    std::ifstream file(path, std::ios::binary);
    if (!file)
        throw ExperimentError(path.string() + ": " + (std::filesystem::exists(path, error) ? "cannot be read; check its permissions" : "no such file"));
    std::ostringstream text;
    text << file.rdbuf();
    try {
        Json json = parseJson(text.str());
        resolvePaths(json, path);
        return json;
    } catch (const ExperimentError &parseError) {
        throw ExperimentError(path.string() + ": " + parseError.what());
    }
}

Experiment readExperiment(const std::filesystem::path &path)
{
    const Json json = readJsonFile(path);
    try {
        return Experiment::fromJson(json);
    } catch (const ExperimentError &error) {
        throw ExperimentError(path.string() + ": " + error.what());
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
        throw ExperimentError("--set " + assignment + ": expected path=value, such as optimizer.lr=0.1");
    const std::string path = assignment.substr(0, equals), text = assignment.substr(equals + 1);
    Json *place = &json;
    std::istringstream keys(path);
    for (std::string key; std::getline(keys, key, '.');) {
        if (place->is_array()) {
            const bool digits = !key.empty() && key.size() < 9 && key.find_first_not_of("0123456789") == std::string::npos;
            if (!digits || std::stoul(key) >= place->size())
                throw ExperimentError("--set " + path + ": \"" + key + "\" is no position of a list of "
                                      + std::to_string(place->size()) + ", which are counted from 0");
            place = &(*place)[std::stoul(key)];
        } else if (place->is_object() || place->is_null()) {
            place = &(*place)[key];
        } else {
            throw ExperimentError("--set " + path + ": nothing can stand below " + place->dump());
        }
    }
    Json value = Json::parse(text, nullptr, false);
    *place = value.is_discarded() ? Json(text) : std::move(value);
}

} // namespace lensboard::experiment
