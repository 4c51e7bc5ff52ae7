#include "core/experiment/experiment_schema.h"

#include "core/experiment/field_makers.h"
#include "core/experiment/watcher_schema.h"

#include <algorithm>
#include <cmath>

namespace lensboard::experiment {

namespace {

const std::vector<std::string> kPoints = {"mean", "median", "min", "max", "std", "Q1", "Q3", "IQR"};
const std::vector<std::string> kRanges = {"std", "min-max", "Q1-Q3"};

Field lines(std::string key, Json fallback, std::string help)
{
    return {std::move(key), FieldType::ChoiceList, std::move(fallback), std::move(help), kPoints};
}

Field bands(std::string key, Json fallback, std::string help)
{
    return {std::move(key), FieldType::ChoiceList, std::move(fallback), std::move(help), kRanges};
}

Field inplace()
{
    return flag("inplace", true,
                "aggregate a tick as it runs; false keeps every value, which quantiles need (median, Q1, Q3, IQR)");
}

Field parity(std::string help)
{
    return flag("parity", false, "the numbers of monitorch, to compare with: " + std::move(help));
}

constexpr const char *kParityQuantiles = "median, IQR and Q1-Q3 are the closest observations";

Field enabled()
{
    return flag("enabled", true, "whether the lens is on when training starts");
}

Field path(std::string key, Json fallback, std::string help)
{
    Field field = text(std::move(key), std::move(fallback), std::move(help));
    field.isPath = true;
    return field;
}

constexpr const char *kValidationShare = "share of the samples that validates, drawn by the seed";

Field normalise(const std::string &of)
{
    return choice("normalise", "standard", {"standard", "minmax", "none"},
                  "standard: each " + of + " to mean 0 and deviation 1; minmax: to 0 ... 1; told by the training part alone");
}

/// How samples are divided, where the data do not bring their own division.
std::vector<Field> divisionFields(const std::string &share)
{
    return {number("validation", 0.2, 0.0001, 0.9, share),
            flag("stratify", true, "classes: every class is divided by the same share")};
}

Field normaliseTarget()
{
    return flag("normalise_target", true,
                "regression: targets to mean 0 and deviation 1, so that a loss of 1 is that of telling the mean");
}

std::vector<Field> arrayFields(const std::string &kind)
{
    return {path("inputs", nullptr, "the samples: " + kind),
            path("targets", nullptr, "what is to be told of each sample: likewise"),
            path("validation_inputs", "", "the samples that validate; empty: a share of the others"),
            path("validation_targets", "", "their targets"),
            choice("task", "auto", {"auto", "classification", "regression"},
                   "what targets are: class numbers, or numbers; auto: whole-number types are classes")};
}

Section csvDataset()
{
    return {"csv",
            "a table as CSV, gzipped or not: a row a sample, a column for what is to be told of it",
            joined({path("path", nullptr, "the table, relative to the experiment's folder"),
                    path("validation_path", "", "a table of the same columns that validates; empty: a share of the rows"),
                    texts("target", Json::array({"-1"}),
                          "column to be told, several for a regression of several numbers: its name, or its number from 0 or, -1, from the end"),
                    choice("task", "classification", {"classification", "regression"}, "whether the target is a class or a number"),
                    texts("categories", Json::array(), "columns of names, each of which becomes a column of 0 and 1"),
                    texts("ignore", Json::array(), "columns to leave out, by name or number"),
                    choice("header", "auto", {"auto", "yes", "no"}, "whether the first line names the columns"),
                    choice("delimiter", "auto", {"auto", "comma", "semicolon", "tab", "pipe", "blank"}, "what parts the cells"),
                    whole("skip_lines", 0, 0, kMany, "lines before the table"),
                    choice("missing", "error", {"error", "drop"}, "rows with missing values: an error, or left out")},
                   joined(divisionFields(kValidationShare), {normalise("column"), normaliseTarget()}))};
}

Section imagesDataset()
{
    return {"images",
            "PNG and JPEG, a folder a class; if there are folders train and val, validation or test, those in each of them",
            joined({path("path", nullptr, "the folder of these folders, relative to the experiment's"),
                    choice("colour", "rgb", {"rgb", "grey"}, "channels of the pictures: three, or one"),
                    whole("size", 0, 0, 4096,
                          "side of the square that every picture is stretched to; 0: all have one size already")},
                   joined(divisionFields("share of the pictures that validates, drawn by the seed, unless there is a folder for it"),
                          {normalise("channel")}))};
}

/// Those that read the user's own files.
std::vector<Section> fileDatasets()
{
    const std::vector<Field> division = joined(divisionFields(kValidationShare), {normalise("channel or column"), normaliseTarget()});
    const std::vector<Field> numpy = {
        path("path", "", "an .npz archive, relative to the experiment's folder; empty: each array is an .npy file"),
        choice("channels", "auto", {"auto", "first", "last"},
               "where the channels of pictures stand; auto: last if there are 1 or 3 there and not where the first would be")};
    return {csvDataset(),
            {"idx",
             "samples and targets in IDX files, as those of MNIST, gzipped or not",
             joined(arrayFields("an IDX file of any type, relative to the experiment's folder"), division)},
            {"cifar10",
             "CIFAR-10 in its binary version: 50,000 + 10,000 pictures, 3x32x32, 10 classes",
             {path("path", nullptr, "folder of data_batch_1.bin to test_batch.bin, relative to the experiment's"),
              normalise("channel")}},
            {"numpy",
             "samples and targets as NumPy saves arrays; int64 samples are tokens and stay as they are",
             joined(numpy, joined(arrayFields("an .npy file, or the name of an array of the archive"), division))},
            imagesDataset()};
}

std::vector<Section> datasets()
{
    std::vector<Section> sections = {
        {"fashion-mnist",
         "Zalando's 60,000 + 10,000 pictures of clothes, 1x28x28, 10 classes",
         {path("path", "", "folder of the four IDX files, relative to the experiment's; empty: where Debian's "
                           "dataset-fashion-mnist puts them"),
          whole("train_samples", 0, 0, 60000, "use the first so many training pictures; 0: all"),
          whole("validation_samples", 0, 0, 10000, "use the first so many validation pictures; 0: all")}},
        {"spirals",
         "points on interleaved spirals in the plane, made on the fly",
         {whole("classes", 3, 2, 100, "number of spirals"),
          whole("train_samples", 3000, 2, 1e7, "number of training points"),
          whole("validation_samples", 600, 1, 1e7, "number of validation points"),
          number("noise", 0.2, 0, 100, "standard deviation of the angle, radians")}},
        {"text",
         "the characters of a text, each to be told from those before it",
         {path("path", nullptr, "the text, a file in UTF-8 of up to 1 GiB, relative to the experiment's folder"),
          whole("context", 128, 1, 4096, "characters in a sample"),
          number("validation_share", 0.1, 0.001, 0.9, "share of the text, its end, that validates")}},
    };
    const std::vector<Section> files = fileDatasets();
    sections.insert(sections.end(), files.begin(), files.end());
    sections.push_back({"plugin", "what the plug-in that is the model brings along", {}});
    return sections;
}

Field activation()
{
    return choice("activation", "relu", {"relu", "tanh", "sigmoid", "gelu", "leaky_relu", "elu", "silu"},
                  "what follows each hidden layer");
}

Field norm(std::string fallback)
{
    return choice("norm", std::move(fallback), {"none", "batch", "layer"}, "normalisation before each activation");
}

Field dropout(std::string help)
{
    return number("dropout", 0.0, 0, 0.95, "probability of zeroing " + std::move(help));
}

std::vector<Field> modelFields(std::vector<Field> own)
{
    own.insert(own.end(), {activation(), norm("none"), dropout("an output of a hidden linear layer")});
    return own;
}

Field wholes(std::string key, Json fallback, double maximum, std::string help)
{
    return {std::move(key), FieldType::IntegerList, std::move(fallback), std::move(help), {}, 1, maximum};
}

std::vector<Section> models()
{
    const Field hidden = wholes("hidden", {128, 64}, 65536, "widths of the hidden linear layers");
    const Field channels = wholes("channels", {16, 32}, 4096, "channels of each convolution");
    Field cnnHidden = hidden;
    cnnHidden.fallback = Json::array({64});
    return {
        {"mlp", "linear layers; every input is flattened", modelFields({hidden})},
        {"cnn",
         "convolutions, each followed by max pooling over 2x2 while the picture allows it, then linear layers",
         modelFields({channels, cnnHidden, whole("kernel", 3, 1, 31, "side of the convolutions' kernels; odd")})},
        {"resnet",
         "a residual network in the layout of ResNet-18: a convolution, stages of blocks of two, the mean of all pixels",
         {wholes("widths", {16, 32, 64, 128}, 4096, "channels of each stage; all but the first halve the picture"),
          wholes("blocks", {2, 2, 2, 2}, 1000, "blocks of each stage"), flag("bias", true, "convolutions have a bias"),
          activation(), norm("batch")}},
        {"spiking",
         "linear layers of leaky integrate-and-fire neurons; an input is a current that flows for some steps of time",
         {[&] {
              Field neurons = hidden;
              neurons.fallback = Json::array({200});
              neurons.help = "neurons of each hidden layer";
              return neurons;
          }(),
          whole("steps", 10, 1, 10000, "steps of time that an input flows"),
          number("decay", 0.9, 0, 1, "what a step of time leaves of a membrane's voltage"),
          positive("threshold", 1.0, "voltage at which a neuron spikes, and by which it falls then"),
          positive("slope", 10.0, "how narrow the surrogate gradient of a spike is: 1 / (1 + slope·|distance to the threshold|)²")}},
        {"transformer",
         "a decoder in the layout of GPT-2 that tells each next character of a text",
         {whole("layers", 4, 1, 1000, "blocks of attention and a hidden layer"),
          whole("heads", 4, 1, 1024, "heads of attention, among which the width is divided"),
          whole("width", 128, 1, 65536, "numbers that stand for one character"),
          dropout("a number of the embeddings, or of what attention or a hidden layer adds")}},
        {"torchscript",
         "a model from PyTorch, as torch.jit.script or torch.jit.trace saved it",
         {path("path", nullptr, "the TorchScript file, which is a program that is run, relative to the experiment's folder")}},
        {"plugin",
         "a shared library with models and a training step of its own, see resources/own-loop/plugin.cpp",
         {path("path", nullptr, "the library, relative to the experiment's folder")}},
    };
}

std::vector<Section> losses()
{
    const Field target = choice("target", "data", {"data", "input"},
                                "what outputs are compared with: the data's targets, or the inputs, as an autoencoder's");
    return {
        {"cross_entropy",
         "cross entropy of class scores",
         {number("label_smoothing", 0.0, 0, 0.999, "share of the target that is spread over all classes")}},
        {"nll", "negative log-likelihood of outputs that are log-probabilities of classes, as LogSoftmax gives them", {}},
        {"mse", "mean squared error", {target}},
        {"l1", "mean absolute error", {target}},
        {"smooth_l1",
         "mean absolute error, but the square of small ones",
         {target, positive("beta", 1.0, "errors below it are squared")}},
        {"bce_with_logits",
         "binary cross entropy of scores before the sigmoid: one for two classes, else one a class",
         {target}},
    };
}

std::vector<Section> optimizers()
{
    const auto rate = [](double fallback) { return positive("lr", fallback, "learning rate"); };
    const Field eps = positive("eps", 1e-8, "added to the root of the square");
    const auto decay = [](double fallback, std::string help) {
        return number("weight_decay", fallback, 0, 1e6, std::move(help));
    };
    const std::vector<Field> betas = {number("beta1", 0.9, 0, 0.999999, "decay of the mean"),
                                      number("beta2", 0.999, 0, 0.9999999, "decay of the square"), eps};
    const auto adam = [&](double weightDecay, const char *help) {
        std::vector<Field> fields = {rate(0.001)};
        fields.insert(fields.end(), betas.begin(), betas.end());
        fields.push_back(decay(weightDecay, help));
        return fields;
    };
    return {
        {"sgd",
         "stochastic gradient descent",
         {rate(0.01), number("momentum", 0.9, 0, 0.9999, "momentum"), decay(0.0, "L2 penalty"),
          flag("nesterov", false, "Nesterov momentum")}},
        {"adam", "Adam (Kingma and Ba, 2015)", adam(0.0, "L2 penalty")},
        {"adamw", "Adam with weights that decay by themselves (Loshchilov and Hutter, 2019)",
         adam(0.01, "share of the learning rate by which weights shrink in a step")},
        {"rmsprop",
         "RMSprop (Hinton, 2012)",
         {rate(0.01), number("alpha", 0.99, 0, 0.999999, "decay of the square"), eps,
          number("momentum", 0.0, 0, 0.9999, "momentum"), flag("centred", false, "divide by the deviation, not the root of the square"),
          decay(0.0, "L2 penalty")}},
        {"adagrad",
         "Adagrad (Duchi and others, 2011)",
         {rate(0.01), number("lr_decay", 0.0, 0, 1e6, "how fast the learning rate falls: lr / (1 + step × this)"),
          positive("eps", 1e-10, "added to the root of the square"), decay(0.0, "L2 penalty")}},
    };
}

std::vector<Section> schedulers()
{
    const auto warmUp = [](int steps) {
        return whole("warmup_steps", steps, 0, kMany, "steps in which the rate rises from near 0 to the optimizer's");
    };
    return {
        {"none", "the optimizer's learning rate throughout", {}},
        {"warmup", "a rise, then the optimizer's learning rate", {warmUp(100)}},
        {"step",
         "a fall by a factor every so many epochs",
         {whole("every", 10, 1, kMany, "epochs from one fall to the next"), number("factor", 0.1, 0, 1, "what the rate is multiplied by"),
          warmUp(0)}},
        {"cosine",
         "half a cosine from the optimizer's rate at the start to the least at the end of the training",
         {number("least", 0.0, 0, kLargestFloat, "the rate at the end"), warmUp(0)}},
        {"plateau",
         "a fall by a factor when the validation loss (without one, the training loss) no longer falls",
         {whole("patience", 10, 0, kMany, "epochs without a better loss before the rate falls"),
          number("factor", 0.1, 0, 1, "what the rate is multiplied by"),
          number("threshold", 0.0001, 0, 1, "share by which a loss must be less to count as better"),
          number("least", 0.0, 0, kLargestFloat, "the rate falls no further"), warmUp(0)}},
    };
}

std::vector<Section> clippings()
{
    return {
        {"none", "gradients as they are", {}},
        {"norm", "scale the gradients of a step down where the norm of all of them exceeds a limit", {positive("limit", 1.0, "the largest norm")}},
        {"value", "cut each gradient value at a limit", {positive("limit", 1.0, "the largest value, positive or negative")}},
    };
}

std::vector<Field> parameterFields(Json names = Json::array({"weight*", "bias*"}))
{
    return {texts("parameters", std::move(names), "parameters to watch, by their name in the module; weight* is weight_ih_l0 too"),
            flag("require_all", false, "only modules that have every listed parameter")};
}

std::vector<Field> typeFields(const std::string &watched)
{
    return {texts("include", Json::array(), "module types to watch besides " + watched + ", such as Linear or Conv*"),
            texts("exclude", Json::array(), "module types not to watch")};
}

std::vector<Field> aggregationFields()
{
    return {lines("line_aggregation", Json::array({"mean"}), "lines to draw"),
            bands("range_aggregation", Json::array({"std", "min-max"}), "bands to draw")};
}

std::vector<Field> normFields()
{
    return {flag("normalise_by_size", false, "divide norms by the root of the number of elements"),
            flag("log_scale", false, "logarithmic scale for norms"), inplace()};
}

std::vector<Field> geometryFields(const std::string &what)
{
    return joined(joined({flag("correlation", true, "also the cosine between consecutive " + what + "s")}, normFields()),
                  joined({flag("across_ticks", true, "compare the first " + what + " of a tick with the last of the one before"),
                          parity(std::string("every tick begins with a made-up cosine of 0, 1e-8 is added to the product "
                                             "of the norms, sums are formed in the tensor's precision, ")
                                 + kParityQuantiles)},
                         aggregationFields()));
}

std::vector<Field> activationFields()
{
    return {flag("activation", true, "show the activation rate"),
            flag("death", true, "show the death rate"),
            flag("warning_plot", true, "also the worst of each over all layers"),
            inplace(),
            choice("activation_aggregation", "mean", kPoints, "how a tick's activation rates become one value"),
            choice("death_aggregation", "mean", kPoints, "how a tick's death rates become one value"),
            number("eps", 1e-8, 0, kMany, "a value counts as zero if its magnitude is not above this"),
            parity(kParityQuantiles)};
}

std::vector<Section> lenses()
{
    std::vector<Section> sections = {
        {"LossMetrics",
         "loss and metrics, training and validation apart",
         {inplace(), texts("metrics", Json::array(), "metrics to show, in this order; empty: all that are measured"),
          text("loss_module", "", "the module of the model that puts out the loss, one number; empty: the loss that training minimises"),
          flag("separate_loss_and_metrics", true, "two plots, or one for both"),
          flag("log_scale", false, "logarithmic scale for the loss"),
          lines("loss_line", Json::array({"mean"}), "lines of the loss"),
          bands("loss_range", Json::array({"std"}), "bands of the loss"),
          lines("metrics_line", Json::array({"mean"}), "lines of the metrics"),
          bands("metrics_range", Json::array(), "bands of the metrics"),
          parity(std::string("metrics pushed in ticks that are not measured count in the next one, ")
                 + kParityQuantiles)}},
        {"OutputActivation", "share of outputs that are not zero, and of units that are zero for a whole batch",
         joined(joined(activationFields(), typeFields("activations and dropout")),
                {flag("record_eval", false, "also evaluation passes"),
                 flag("channel_last", false, "the last dimension is that of the units")})},
        {"OutputNorm", "how large outputs are: the norm of each sample's, averaged over the batch",
         joined(joined(normFields(), typeFields("activations")),
                joined({flag("record_eval", false, "also evaluation passes"),
                        flag("comparison_plot", true, "also each layer's share of the sum over layers"),
                        choice("comparison_aggregation", "mean", kPoints, "what of a tick's norms is compared"),
                        parity(kParityQuantiles)},
                       aggregationFields()))},
        {"OutputGradientGeometry", "norm of the gradient of each layer's output, and whether consecutive ones agree",
         joined(joined({flag("skip_activation", true, "leave activations out")}, typeFields("these")),
                geometryFields("gradient"))},
        {"ParameterGradientGeometry", "norm of each parameter's gradient, and whether consecutive gradients agree",
         joined(parameterFields(), geometryFields("gradient"))},
        {"ParameterGradientActivation", "share of gradients that are not zero, and of neurons without any gradient",
         joined(parameterFields(), activationFields())},
        {"ParameterNorm", "how large parameters are at the end of a tick",
         joined(joined(parameterFields(), normFields()),
                {flag("comparison_plot", true, "also each layer's share of the sum over layers"),
                 choice("aggregation", "mean", kPoints, "how a tick's norms become one value; there is one a tick")})},
        {"ParameterUpdateGeometry", "how far each optimizer step moved each parameter, and whether steps agree",
         joined(joined(parameterFields(),
                       {choice("when", "step", {"step", "call"},
                               "after each optimizer step, or at explicit calls, which a built-in training makes at the "
                               "end of each epoch")}),
                geometryFields("update"))},
        {"ParameterCondition", "how near weight matrices are to losing a dimension: 1 is orthogonal, 0 is singular",
         joined(parameterFields(Json::array({"weight*"})),
                {flag("log_scale", false, "logarithmic scale"), inplace(),
                 whole("largest", 2048, 1, 65536, "leave out matrices whose shorter side has more values: they take long"),
                 choice("aggregation", "mean", kPoints, "how a tick's values become one; there is one a tick")})},
    };
    for (Section &section : sections)
        section.fields.insert(section.fields.begin(), enabled());
    return sections;
}

std::vector<Section> ticks()
{
    return {{"", "", {choice("unit", "epoch", {"epoch", "steps"}, "what a tick is"),
                      whole("every", 1, 1, kMany, "a tick every so many of the unit")}}};
}

std::vector<Section> checkpoints()
{
    return {{"", "",
             {whole("every", 1, 0, kMany, "write one at the end of every so many epochs; 0: at none"),
              number("seconds", 30, 0, 1e9, "but none until the last one is so many seconds old"),
              flag("on_stop", true, "also when the training is stopped")}}};
}

Section makeExperiment()
{
    Field lensList{"lenses", FieldType::ObjectList, Json::array(), "what to watch"};
    lensList.sections = lenses();
    Field monitorList{"monitors", FieldType::ObjectList, Json::array(), "attributes and outputs to follow, each with a history"};
    monitorList.sections = monitorSections();
    Field recorderList{"recorders", FieldType::ObjectList, Json::array(), "tensors to keep, to look at and to save"};
    recorderList.sections = recorderSections();
    Field metricList{"metrics", FieldType::ChoiceList, Json::array({"auto"}),
                     "what is shown beside the loss; auto: accuracy where there are classes, else mae", {"auto", "accuracy", "top5", "mae", "r2"}};
    return {"",
            "A Lensboard experiment: what to train, how, and what to watch.",
            {whole("format", nullptr, kFormatVersion, kFormatVersion, "version of this format"),
             text("name", "experiment", "names the run"),
             object("dataset", nullptr, datasets(), "what to train on"),
             object("model", nullptr, models(), "what to train"),
             object("loss", Json{{"kind", "cross_entropy"}}, losses(), "what to minimise"),
             metricList,
             object("optimizer", nullptr, optimizers(), "how to minimise it"),
             object("scheduler", Json{{"kind", "none"}}, schedulers(), "how the learning rate changes"),
             object("clip_gradient", Json{{"kind", "none"}}, clippings(), "what is done to large gradients before each step"),
             whole("epochs", 10, 1, kMany, "passes over the training data"),
             whole("batch_size", 64, 1, 1e6, "samples in a batch; the last batch of an epoch may be smaller"),
             whole("seed", 1, 0, 9007199254740991.0, "of initial weights, dropout and the order of samples"),
             whole("threads", 0, 0, 1024, "threads that compute; 0: chosen for this machine"),
             choice("device", "auto", {"auto", "cpu", "cuda"}, "what computes; auto: a CUDA device if there is one"),
             object("checkpoint", Json::object(), checkpoints(), "what a training that was stopped goes on from"),
             object("tick", Json::object(), ticks(), "how often a point is drawn"),
             object("inspector", Json::object(),
                    {{"", "", {whole("depth", -1, -1, 1000, "levels below the model to look at; -1: all"),
                               whole("active_every", 1, 1, kMany, "measure in every so many-th tick only"),
                               flag("evaluation_from_grad", false,
                                    "tell evaluation by gradients being off, not by the module's mode")}}},
                    "settings of all lenses"),
             lensList,
             monitorList,
             recorderList}};
}

const std::vector<Section> &sectionsOf(const std::string &key)
{
    const std::vector<Field> &fields = experimentSchema().fields;
    return std::find_if(fields.begin(), fields.end(), [&key](const Field &field) { return field.key == key; })->sections;
}

// ---- as JSON Schema

Json sectionJson(const Section &section);

Json variantsJson(const std::vector<Section> &sections)
{
    if (sections.size() == 1)
        return sectionJson(sections.front());
    Json variants = Json::array();
    for (const Section &section : sections)
        variants.push_back(sectionJson(section));
    return {{"oneOf", variants}};
}

/// A whole number without its ".0".
Json limitJson(double value)
{
    return value == std::trunc(value) && std::abs(value) < 1e16 ? Json(static_cast<std::int64_t>(value)) : Json(value);
}

void addLimits(Json &json, const Field &field)
{
    if (field.positive)
        json["exclusiveMinimum"] = 0;
    else if (std::isfinite(field.minimum))
        json["minimum"] = limitJson(field.minimum);
    if (std::isfinite(field.maximum))
        json["maximum"] = limitJson(field.maximum);
}

Json fieldJson(const Field &field)
{
    const auto list = [](Json items) { return Json{{"type", "array"}, {"items", std::move(items)}}; };
    Json json;
    switch (field.type) {
    case FieldType::Boolean: json = {{"type", "boolean"}}; break;
    case FieldType::Integer: json = {{"type", "integer"}}; break;
    case FieldType::Number: json = {{"type", "number"}}; break;
    case FieldType::Text: json = {{"type", "string"}}; break;
    case FieldType::TextList: json = {{"type", {"string", "array"}}, {"items", {{"type", "string"}}}}; break;
    case FieldType::IntegerList: json = list({{"type", "integer"}}); break;
    case FieldType::Choice: json = {{"enum", field.choices}}; break;
    case FieldType::ChoiceList: json = list({{"enum", field.choices}}); break;
    case FieldType::Object: json = variantsJson(field.sections); break;
    case FieldType::ObjectList: json = list(variantsJson(field.sections)); break;
    }
    addLimits(field.type == FieldType::IntegerList ? json["items"] : json, field);
    json["description"] = field.help;
    if (!field.fallback.is_null())
        json["default"] = field.fallback;
    return json;
}

Json sectionJson(const Section &section)
{
    Json properties = Json::object();
    Json required = Json::array();
    if (!section.kind.empty()) {
        properties["kind"] = {{"const", section.kind}};
        required.push_back("kind");
    }
    for (const Field &field : section.fields) {
        properties[field.key] = fieldJson(field);
        if (field.fallback.is_null())
            required.push_back(field.key);
    }
    Json json = {{"type", "object"}};
    if (!section.help.empty())
        json["description"] = section.help;
    json["properties"] = properties;
    json["required"] = required;
    json["additionalProperties"] = false;
    return json;
}

// ---- as an experiment

Json firstValue(const Field &field);

Json firstSection(const Section &section)
{
    Json json = Json::object();
    if (!section.kind.empty())
        json["kind"] = section.kind;
    for (const Field &field : section.fields)
        json[field.key] = firstValue(field);
    return json;
}

Json firstValue(const Field &field)
{
    if (field.type == FieldType::Object) {
        const std::string kind = field.fallback.is_object() ? field.fallback.value("kind", "") : "";
        const auto chosen = std::find_if(field.sections.begin(), field.sections.end(),
                                         [&kind](const Section &section) { return section.kind == kind; });
        return firstSection(chosen == field.sections.end() ? field.sections.front() : *chosen);
    }
    if (field.fallback.is_null())
        return field.type == FieldType::Integer ? limitJson(field.minimum) : Json("");
    return field.fallback;
}

} // namespace

Json firstExperiment()
{
    return firstSection(experimentSchema());
}

const Section &experimentSchema()
{
    static const Section schema = makeExperiment();
    return schema;
}

const std::vector<Section> &lensSchemas()
{
    return sectionsOf("lenses");
}

const std::vector<Section> &monitorSchemas()
{
    return sectionsOf("monitors");
}

const std::vector<Section> &recorderSchemas()
{
    return sectionsOf("recorders");
}

bool isLens(const std::string &name)
{
    return std::ranges::find(lensSchemas(), name, &Section::kind) != lensSchemas().end();
}

const Section *lensSchema(const std::string &kind)
{
    for (const auto *sections : {&lensSchemas(), &monitorSchemas(), &recorderSchemas()})
        for (const Section &section : *sections)
            if (section.kind == kind)
                return &section;
    return nullptr;
}

Json jsonSchema()
{
    Json json = {{"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"title", "Lensboard experiment"}};
    json.update(sectionJson(experimentSchema()));
    return json;
}

} // namespace lensboard::experiment
