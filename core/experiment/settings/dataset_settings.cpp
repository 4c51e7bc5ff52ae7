#include "core/experiment/settings/dataset_settings.h"

namespace lensboard::settings {

namespace {

constexpr Names<3> kNormalise = {"standard", "minmax", "none"};
constexpr Names<2> kTasks = {"classification", "regression"};
constexpr Names<3> kArrayTasks = {"auto", "classification", "regression"};

constexpr const char *kValidationShare = "share of the samples that validates, drawn by the seed";
constexpr const char *kNormaliseTarget = "regression: targets to mean 0 and deviation 1, so that a loss of 1 is that of predicting the mean";

std::string normaliseHelp(const std::string &of)
{
    return "standard: each " + of + " to mean 0 and deviation 1; minmax: to 0 ... 1; computed from the training part alone";
}

} // namespace

void Division::describe(Fields &fields, const std::string &share)
{
    fields.number("validation", validation, 0.0001, 0.9, share);
    fields.advanced().flag("stratify", stratify, "classes: every class is divided by the same share");
}

void FashionMnist::describe(Fields &fields)
{
    fields.path("path", path, "folder of the four IDX files, relative to the experiment's; empty: where Debian's "
                              "dataset-fashion-mnist puts them");
    fields.least("all").whole("train_samples", trainSamples, 0, 60000, "use the first so many training pictures; 0: all");
    fields.least("all").whole("validation_samples", validationSamples, 0, 10000, "use the first so many validation pictures; 0: all");
}

void Spirals::describe(Fields &fields)
{
    fields.whole("classes", classes, 2, 100, "number of spirals");
    fields.whole("train_samples", trainSamples, 2, 1e7, "number of training points");
    fields.whole("validation_samples", validationSamples, 1, 1e7, "number of validation points");
    fields.number("noise", noise, 0, 100, "standard deviation of the angle, radians");
}

void Text::describe(Fields &fields)
{
    fields.givenPath("path", path, "the text, a file in UTF-8 of up to 1 GiB, relative to the experiment's folder");
    fields.whole("context", context, 1, 4096, "characters in a sample");
    fields.number("validation_share", validationShare, 0.001, 0.9, "share of the text, its end, that validates");
}

void CsvTable::describe(Fields &fields)
{
    fields.givenPath("path", path, "the table, relative to the experiment's folder");
    fields.path("validation_path", validationPath, "a table of the same columns that validates; empty: a share of the rows");
    fields.texts("target", target,
                 "column to be predicted, several for a regression of several numbers: its name, or its number from 0 or, -1, from the end");
    fields.choice("task", task, kTasks, "whether the target is a class or a number");
    fields.texts("categories", categories, "columns of names, each of which becomes a column of 0 and 1");
    fields.texts("ignore", ignore, "columns to leave out, by name or number");
    fields.advanced().choice("header", header, Names<3>{"auto", "yes", "no"}, "whether the first line names the columns");
    fields.advanced().choice("delimiter", delimiter, Names<6>{"auto", "comma", "semicolon", "tab", "pipe", "blank"}, "what parts the cells");
    fields.advanced().whole("skip_lines", skipLines, 0, kMany, "lines before the table");
    fields.advanced().choice("missing", missing, Names<2>{"error", "drop"}, "rows with missing values: an error, or left out");
    division.describe(fields, kValidationShare);
    fields.choice("normalise", normalise, kNormalise, normaliseHelp("column"));
    fields.advanced().flag("normalise_target", normaliseTarget, kNormaliseTarget);
}

void Arrays::describe(Fields &fields, const std::string &kind)
{
    fields.givenPath("inputs", inputs, "the samples: " + kind);
    fields.givenPath("targets", targets, "what is to be predicted of each sample: likewise");
    fields.path("validation_inputs", validationInputs, "the samples that validate; empty: a share of the others");
    fields.path("validation_targets", validationTargets, "their targets");
    fields.choice("task", task, kArrayTasks, "what targets are: class numbers, or numbers; auto: whole-number types are classes");
    division.describe(fields, kValidationShare);
    fields.choice("normalise", normalise, kNormalise, normaliseHelp("channel or column"));
    fields.advanced().flag("normalise_target", normaliseTarget, kNormaliseTarget);
}

void Idx::describe(Fields &fields)
{
    Arrays::describe(fields, "an IDX file of any type, relative to the experiment's folder");
}

void Cifar10::describe(Fields &fields)
{
    fields.givenPath("path", path, "folder of data_batch_1.bin to test_batch.bin, relative to the experiment's");
    fields.choice("normalise", normalise, kNormalise, normaliseHelp("channel"));
}

void NumPy::describe(Fields &fields)
{
    fields.path("path", path, "an .npz archive, relative to the experiment's folder; empty: each array is an .npy file");
    fields.advanced().choice("channels", channels, Names<3>{"auto", "first", "last"},
                  "where the channels of pictures stand; auto: last if there are 1 or 3 there and not where the first would be");
    Arrays::describe(fields, "an .npy file, or the name of an array of the archive");
}

void Images::describe(Fields &fields)
{
    fields.givenPath("path", path, "the folder of these folders, relative to the experiment's");
    fields.choice("colour", colour, Names<2>{"rgb", "grey"}, "channels of the pictures: three, or one");
    fields.least("as in the files").whole("size", size, 0, 4096, "side of the square that every picture is stretched to; 0: all have one size already");
    division.describe(fields, "share of the pictures that validates, drawn by the seed, unless there is a folder for it");
    fields.choice("normalise", normalise, kNormalise, normaliseHelp("channel"));
}

} // namespace lensboard::settings
